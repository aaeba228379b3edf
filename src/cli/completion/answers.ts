/** What may stand in a word, as each shell wants to be told. The first line is how the shell is to take the others. Pure. */
import { printable } from '../../base/printable.ts';
import type { Offered, Offering } from './offering.ts';
import type { ShellLine } from './shell-line.ts';
import type { Shell } from './shells.ts';

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
