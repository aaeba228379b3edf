/** Reads what is typed for a change: ids, a label, a bid, an image. Pure. */

import { BIDS } from '../rentals/price.ts';

/** Most characters of a label (docs/interface.md, Change instance). */
const LONGEST_LABEL = 1024;

/** The id that `word` is; undefined when it is none. */
export const readInstanceId = (word: string): number | undefined => {
  const id = /^\d+$/.test(word) ? Number(word) : Number.NaN;
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
};

/** Why `text` is no label; undefined when it is one. An empty one takes the label away. */
export const labelProblem = (text: string): string | undefined => {
  if (/\p{Cc}/u.test(text)) return 'A label is one line without control characters.';
  const { length } = [...text];
  return length > LONGEST_LABEL
    ? `A label has at most ${LONGEST_LABEL} characters: this one has ${length}.`
    : undefined;
};

/** The bid that `text` is, in $/hour, or why it is none. */
export const readBid = (text: string): number | { readonly problem: string } => {
  const price = /^(?:\d+(?:\.\d*)?|\.\d+)$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (price >= BIDS.least && price <= BIDS.mostToChange) return price;
  return { problem: `A bid is a number from ${BIDS.least} to ${BIDS.mostToChange} in $/h, such as 0.25.` };
};

/** What an instance is to run: an image, or what the template of this hash says. */
export type Runnable = { readonly image: string } | { readonly template: string };

/** The image that `text` names, or the template where it is a hash. */
export const readRunnable = (text: string): Runnable | { readonly problem: string } => {
  const word = text.trim();
  if (/^[0-9a-f]{32}$/.test(word)) return { template: word };
  return /^[^\s\p{Cc}]{1,512}$/u.test(word)
    ? { image: word }
    : { problem: 'Name an image, such as ubuntu:24.04, or the hash of a template: 32 digits and letters from a to f.' };
};

/** The longest command that services take, in characters. */
const LONGEST = 512;

/** What else a shell would do with it. */
const SHELL_SIGNS = /[;&|<>$`\\\n\r]/;

/** Why `command` is not sent: nothing but these two, which change nothing. */
export const commandProblem = (command: string): string | undefined => {
  if (!/^(?:ls|du)(?: |$)/.test(command)) return 'Only ls and du are run, which change nothing.';
  if (SHELL_SIGNS.test(command)) return 'Signs of a shell, such as ; or |, are not sent: write one command alone.';
  return command.length > LONGEST ? `A command has at most ${LONGEST} characters.` : undefined;
};
