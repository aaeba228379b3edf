/** Messages on stderr. They repeat what was typed and what files and services say, which can be long. */

/** Characters of a word or a line that are shown whole; a path is hardly ever longer, nor a sentence of ours. */
const WORD = { shown: 300, head: 160, tail: 60 };
const LINE = { shown: 2000, head: 1200, tail: 600 };

/** `text` with the middle of its long words and lines left out: where a message begins and how it ends says what it is about. */
export const shortened = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line.length <= WORD.shown ? line : cut(line.split(' ').map(cutWord).join(' '), LINE)))
    .join('\n');

const cutWord = (word: string): string => cut(word, WORD);

const cut = (text: string, { shown, head, tail }: typeof WORD): string =>
  text.length <= shown ? text : `${text.slice(0, head)} ... ${text.slice(-tail)}`;

/** What `error` says, whatever was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What is said of an error that nobody expected: never its stack, which tells a user nothing and may hold what was typed. */
export const unexpected = (error: unknown): string =>
  `an unexpected error ended the program: ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`;
