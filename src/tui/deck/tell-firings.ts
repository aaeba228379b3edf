/** Tells the user of alerts that have fired, as each of them says: by a line, the bell, a notice of the desktop. */
import type { Firing } from '../../alerts/firing.ts';
import { printable } from '../../base/text.ts';
import { digitOf } from '../panes/names.ts';
import type { DeckParts } from './deck.ts';

/** The ways to the user. */
type Ways = {
  /** Shows one line, of so many firings and those that nobody has seen. */
  readonly announce: (count: number, wordsOf: (count: number) => string) => void;
  readonly attract: DeckParts['terminal']['attract'];
};

/** Tells of `firings`, the oldest first: of the last one, and how many came before it. Those of a quiet time are listed only. */
export const tellFirings = (firings: readonly Firing[], { announce, attract }: Ways): void => {
  const told = (way: Firing['tell'][number]) => firings.filter(({ tell }) => tell.includes(way));
  const lines = told('line');
  if (lines.length > 0)
    announce(lines.length, (count) => `${wordsOf(lines, count)} ${digitOf('notifications')} lists what fired.`);
  const notices = told('osc');
  const isBellRung = told('bell').length > 0;
  if (isBellRung || notices.length > 0)
    attract?.({ isBellRung, ...(notices.length > 0 && { notice: wordsOf(notices) }) });
};

const wordsOf = (firings: readonly Firing[], count = firings.length): string => {
  const last = firings.at(-1);
  const others = count - 1;
  const more = others === 0 ? '' : ` (and ${others} more)`;
  return printable(`Alert ${last?.alert ?? ''}: ${last?.words ?? ''}${more}.`);
};
