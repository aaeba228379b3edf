/** Writes text as one word of a POSIX shell, for commands that the user is offered. */

/** `text` as one word, whatever it holds: inside single quotes only a single quote means something. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
