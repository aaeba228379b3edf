/** A line of a shell up to the cursor, as the words that the shell would make of it. Pure. */

/** The word in which the cursor stands, as far as it was typed. */
type BegunWord = {
  readonly text: string;
  /** The quote that is still open. */
  readonly quote: '' | '"' | "'";
  /** Characters of `text` before the quote that is open; 0 without one. */
  readonly quotedFrom: number;
  /** For each character of `text` where it stands among the typed ones of the word; one more for the end. */
  readonly places: readonly number[];
  /** True where it names a file to read from or write to. */
  readonly isRedirection: boolean;
};

/** The finished words of the last command of the line, and the begun one, which may be empty. */
export type ShellLine = { readonly words: readonly string[]; readonly begun: BegunWord };

/** Reads `line`. What a shell would put in place of variables and patterns stays as it is typed. */
export const readShellLine = (line: string): ShellLine => {
  let words: string[] = [];
  let word = emptyWord();
  const end = (): void => {
    if (word.isBegun && !word.isRedirection) words.push(word.text);
    if (word.isBegun) word = emptyWord();
  };
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at);
    if (word.quote !== '') {
      if (character === word.quote) word.quote = '';
      else if (word.quote === '"' && character === '\\' && '"\\$`'.includes(line.charAt(at + 1) || ' ')) {
        word.add(line.charAt(++at), at - 1);
      } else word.add(character, at);
    } else if (character === '"' || character === "'") word.open(character, at);
    else if (character === '\\') {
      if (++at < line.length) word.add(line.charAt(at), at - 1);
      else word.begin(at - 1);
    } else if (/\s/.test(character)) end();
    else if (ENDS_COMMAND.includes(character)) {
      end();
      words = [];
      word = emptyWord();
    } else if (character === '<' || character === '>') {
      end();
      word = emptyWord(true);
    } else word.add(character, at);
  }
  const { text, quote, quotedFrom, isRedirection } = word;
  const start = word.from ?? line.length;
  const places = [...word.places, line.length].map((place) => place - start);
  return { words, begun: { text, quote, quotedFrom: quote === '' ? 0 : quotedFrom, places, isRedirection } };
};

/** What stands between commands. */
const ENDS_COMMAND = '|;&()\n';

const emptyWord = (isRedirection = false) => ({
  text: '',
  quote: '' as BegunWord['quote'],
  quotedFrom: 0,
  places: [] as number[],
  from: undefined as number | undefined,
  isBegun: false,
  isRedirection,
  begin(at: number): void {
    this.isBegun = true;
    this.from ??= at;
  },
  add(character: string, at: number): void {
    this.begin(at);
    this.text += character;
    this.places.push(at);
  },
  open(quote: '"' | "'", at: number): void {
    this.begin(at);
    this.quote = quote;
    this.quotedFrom = this.text.length;
  },
});
