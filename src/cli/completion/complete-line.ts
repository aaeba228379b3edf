/** What may stand at the end of a line of a shell that calls this program, from the definition of the command line. */
import type { Argument, Option, Command as Parser } from 'commander';
import { printable } from '../../base/printable.ts';
import type { CommandTree } from '../command.ts';
import type { Shell } from './shells.ts';
import { ARGUMENT_VALUES, type Offered, type Offering, OPTION_VALUES, oneOf } from './values.ts';

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
type ShellLine = { readonly words: readonly string[]; readonly begun: BegunWord };

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

const NOTHING: Offering = { kind: 'words', from: 0, offered: [], isWhole: true };

/** The offering at the end of `line`, and the line as words. */
export const completeLine = async (
  line: string,
  tree: CommandTree,
  configFolder: string | undefined,
): Promise<{ readonly offering: Offering; readonly read: ShellLine }> => {
  const read = readShellLine(line);
  return { offering: await offeringAt(read, tree, configFolder), read };
};

/** How far the words of a line lead. */
type Walk = {
  command: Parser;
  /** Words that are no options and no commands. */
  readonly before: string[];
  /** The option whose value comes next. */
  awaiting: Option | undefined;
  /** True behind `--`. */
  isEnded: boolean;
  configFolder: string | undefined;
};

const offeringAt = async (
  { words, begun }: ShellLine,
  tree: CommandTree,
  configFolder: string | undefined,
): Promise<Offering> => {
  if (begun.isRedirection) return { kind: 'files' };
  // Variables may be set before the name of the program.
  const first = words.findIndex((word) => !/^\w+=/.test(word));
  if (first < 0) return NOTHING;
  const walk: Walk = { command: tree.program, before: [], awaiting: undefined, isEnded: false, configFolder };
  for (const word of words.slice(first + 1)) await step(walk, word, tree);
  const { text } = begun;
  if (walk.awaiting !== undefined) return optionValue(walk.awaiting, text, walk);
  if (!walk.isEnded && text.startsWith('-')) return optionAt(text, walk);
  const { command, before } = walk;
  if (command.commands.length > 0 && before.length === 0) return commandsOf(command, text);
  if (command.name() === 'help') return commandsOf(tree.program, text);
  const argument = argumentAt(command, before.length);
  return argument === undefined ? NOTHING : argumentValue(argument, text, walk);
};

/** Goes one finished word further. */
const step = async (walk: Walk, word: string, { program, grow }: CommandTree): Promise<void> => {
  const { command, awaiting } = walk;
  if (awaiting !== undefined) {
    if (awaiting.long === '--config') walk.configFolder = word;
    walk.awaiting = undefined;
    return;
  }
  if (!walk.isEnded && word === '--') {
    walk.isEnded = true;
    return;
  }
  if (!walk.isEnded && word.startsWith('-') && word.length > 1) {
    const [flag = '', value] = word.split(/=(.*)/s);
    const option = optionsOf(command).find(({ long, short }) => long === flag || short === flag);
    if (option?.long === '--config' && value !== undefined) walk.configFolder = value;
    if (option !== undefined && takesValue(option) && value === undefined) walk.awaiting = option;
    return;
  }
  const inner = walk.before.length > 0 ? undefined : command.commands.find((other) => other.name() === word);
  if (inner === undefined) {
    walk.before.push(word);
    return;
  }
  walk.command = inner;
  if (inner.parent === program) await grow(inner);
};

/** Those of the command, and those of every command. */
const optionsOf = (command: Parser): readonly Option[] => {
  const help = command.createHelp();
  const own = help.visibleOptions(command);
  return command.parent === null
    ? own
    : [...own, ...optionsOf(rootOf(command)).filter(({ long }) => !own.some((other) => other.long === long))];
};

const rootOf = (command: Parser): Parser => (command.parent === null ? command : rootOf(command.parent));

const takesValue = ({ required, optional }: Option): boolean => required || optional;

const optionAt = (text: string, walk: Walk): Offering => {
  const [flag = '', value] = text.split(/=(.*)/s);
  const options = optionsOf(walk.command);
  if (value !== undefined) {
    const option = options.find(({ long }) => long === flag);
    if (option === undefined || !takesValue(option)) return NOTHING;
    const offering = optionValue(option, value, walk);
    return offering.kind === 'words' ? { ...offering, from: offering.from + flag.length + 1 } : offering;
  }
  return oneOf(
    options.flatMap(({ long, description }) => (long ? [{ text: long, note: description }] : [])),
    text,
  );
};

const commandsOf = (command: Parser, begun: string): Offering =>
  oneOf(
    command
      .createHelp()
      .visibleCommands(command)
      .map((inner) => ({ text: inner.name(), note: inner.description() })),
    begun,
  );

/** The last argument may take all that follow. */
const argumentAt = ({ registeredArguments }: Parser, count: number): Argument | undefined => {
  const last = registeredArguments.at(-1);
  return registeredArguments[count] ?? (last?.variadic ? last : undefined);
};

const optionValue = ({ long, argChoices }: Option, begun: string, walk: Walk): Offering => {
  if (argChoices !== undefined)
    return oneOf(
      argChoices.map((text) => ({ text })),
      begun,
    );
  return OPTION_VALUES[long ?? '']?.(placeOf(begun, walk)) ?? NOTHING;
};

const argumentValue = (argument: Argument, begun: string, walk: Walk): Offering => {
  if (argument.argChoices !== undefined)
    return oneOf(
      argument.argChoices.map((text) => ({ text })),
      begun,
    );
  return ARGUMENT_VALUES[argument.name()]?.(placeOf(begun, walk)) ?? NOTHING;
};

const placeOf = (begun: string, { command, before, configFolder }: Walk) => ({
  begun,
  command: command.parent?.parent ? `${command.parent.name()} ${command.name()}` : command.name(),
  before,
  configFolder,
});

/** The answer to the script of `shell`; `breaks` are the characters at which bash parts words. */
export const answerFor = (shell: Shell, offering: Offering, read: ShellLine, breaks: string): string => {
  if (offering.kind !== 'words') return `${offering.kind}\n`;
  // A control character would end the line, or act on the terminal.
  const offered = offering.offered.filter(({ text }) => printable(text) === text);
  const lines = ANSWERS[shell]({ ...offering, offered }, read, breaks);
  return `${lines.join('\n')}\n`;
};

type Words = Extract<Offering, { kind: 'words' }>;

/**
 * bash shows what it would insert, and inserts what all of it begins with. Once nothing more can be inserted the ends alone are
 * shown, and a blank keeps them from beginning alike. One that is not at its end has a second beside it: a lone one would close the quote.
 */
const forBash = ({ from, offered, isWhole }: Words, { begun }: ShellLine, breaks: string): readonly string[] => {
  const typed = begun.text.slice(from);
  const mode = isWhole ? 'word' : 'part';
  const needsQuote =
    begun.quote === '' && !isWhole && !isBroken(begun.text, breaks) && offered.some(({ text }) => UNSAFE.test(text));
  const kept = (text: string): string => {
    if (begun.quote !== '') return written(begun.text.slice(begun.quotedFrom, from) + text, begun.quote);
    if (needsQuote) return `'${written(begun.text.slice(0, from) + text, "'")}`;
    const whole = written(begun.text.slice(0, from) + text, '');
    const typedSoFar = written(begun.text.slice(0, from) + typed, '');
    return whole.slice(brokenAt(typedSoFar, breaks));
  };
  const all = offered.map(({ text }) => kept(text));
  const [only] = all;
  if (only === undefined) return [mode];
  if (all.length === 1) return isWhole ? [mode, only] : [mode, only, `${only} `];
  const shared = sharedBeginning(all);
  const before = needsQuote ? begun.text : kept(typed);
  const isFurther = shared.length > before.length || (needsQuote && shared.length > 0);
  if (isFurther) return [mode, ...all];
  const ends = offered.map(({ text }) => text);
  return [mode, ...ends, ...(sharedBeginning(ends) === '' ? [] : [' '])];
};

/** What a shell would not leave as it is. */
const UNSAFE = /[^\w@%+=:,./-]/;

const isBroken = (text: string, breaks: string): boolean => brokenAt(text, breaks) > 0;

/** Where the part of a bare word begins that bash completes. */
const brokenAt = (text: string, breaks: string): number => {
  let at = 0;
  for (let place = 0; place < text.length; place++) {
    if (text.charAt(place) === '\\') place++;
    else if (breaks.includes(text.charAt(place))) at = place + 1;
  }
  return at;
};

/** `text` as it stands within a quote, or bare. */
const written = (text: string, quote: ShellLine['begun']['quote']): string => {
  if (quote === "'") return text.replaceAll("'", "'\\''");
  if (quote === '"') return text.replace(/["\\$`]/g, '\\$&');
  return text.replace(/[^\w@%+=:,./-]/g, '\\$&');
};

const sharedBeginning = (texts: readonly string[]): string =>
  texts.reduce((shared, text) => {
    let length = 0;
    while (length < shared.length && shared[length] === text[length]) length++;
    return shared.slice(0, length);
  });

/** zsh replaces what stands from a place on, and writes texts as the quote wants. */
const forZsh = ({ from, offered, isWhole }: Words, { begun }: ShellLine): readonly string[] => {
  const typed = begun.text.slice(from);
  const shared = offered.length === 0 ? '' : sharedBeginning(offered.map(({ text }) => text));
  const mode = shared.length < typed.length ? 'list' : isWhole ? 'word' : 'part';
  const quoted = begun.quote === '' ? 0 : (begun.places[begun.quotedFrom] ?? 0);
  return [
    `${mode} ${Math.max(0, (begun.places[from] ?? 0) - quoted)}`,
    ...offered.map((one) => `${one.text}\t${noted(one, '  -- ')}`),
  ];
};

/** fish compares whole words with what was typed, and leaves out what has nothing of it. */
const forFish = ({ from, offered, isWhole }: Words, { begun }: ShellLine): readonly string[] => {
  const head = begun.text.slice(0, from);
  return [isWhole ? 'word' : 'part', ...offered.map(({ text, note = '' }) => `${head}${text}\t${printable(note)}`)];
};

const noted = ({ text, note = '' }: Offered, between: string): string =>
  note === '' ? text : `${text}${between}${printable(note)}`;

const ANSWERS: Readonly<Record<Shell, (words: Words, read: ShellLine, breaks: string) => readonly string[]>> = {
  bash: forBash,
  zsh: forZsh,
  fish: forFish,
};
