/** The keys of a page that is read to its end and then confirmed by what is typed. Nothing here knows what is sent. */

import type { WriteKeys } from '../../../writes/write-kind.ts';
import { type Binding, bind, confirming, type Layer } from '../../keys/binding.ts';
import { takeAnswer } from '../../keys/confirmation-page.ts';
import { acceptKey, cancelKey, fieldLayer } from '../../keys/field.ts';
import { scrollKeys } from '../../keys/moving.ts';
import { type Line, lineOf } from '../../state/line.ts';
import { RECORD_MARGIN, RECORD_TITLE_LINES } from '../../ui/record-lines.ts';
import type { Size } from '../../ui/segments.ts';
import { FOOT_LINES } from './lines.ts';

type ReadPage = {
  readonly screen: () => Size;
  /** Lines of the page in so many cells, and those scrolled out above. */
  readonly extent: (width: number) => { readonly length: number; readonly top: number };
  readonly scrolled: (top: number) => void;
  readonly isInFooter: boolean;
};

/** How many of its lines lie below the screen, and the keys that scroll it; their ids begin with `prefix`. */
export const readingKeys = (
  prefix: string,
  group: string,
  { screen, extent, scrolled, isInFooter }: ReadPage,
): { readonly unread: () => number; readonly scrolling: readonly Binding[] } => {
  const rows = () => Math.max(1, screen().height - FOOT_LINES - RECORD_TITLE_LINES);
  const here = () => extent(screen().width - RECORD_MARGIN);
  const unread = () => {
    const { length, top } = here();
    return Math.max(0, length - top - rows());
  };
  const scroll = (pages: number, lines: number) => {
    const { top } = here();
    scrolled(Math.max(0, top + Math.min(unread(), pages * Math.max(1, rows() - 1) + lines)));
  };
  return { unread, scrolling: scrollKeys(prefix, group, scroll, { isInFooter }) };
};

/** Most characters of what confirms. */
const LONGEST_CONFIRMATION = 40;

type Confirmed = {
  /** What is typed; undefined while nothing is. */
  readonly line: () => Line | undefined;
  readonly type: (line: Line | undefined) => void;
  /** Why it cannot be confirmed now, and why `typed` does not confirm it; undefined when it can, or does. */
  readonly hindrance: () => string | undefined;
  readonly mistake: (typed: string) => string | undefined;
  readonly refuse: (reason: string) => void;
  readonly send: () => void;
};

/** The key that begins to confirm, the layer in force while that is typed, and what takes it. */
export const confirmingKeys = (
  {
    owner,
    name,
    group,
    send: label,
    untype,
    keys = ['enter'],
  }: Pick<WriteKeys, 'owner' | 'name' | 'group' | 'untype'> & {
    readonly send: string;
    readonly keys?: readonly string[];
  },
  { line, type, hindrance, mistake, refuse, send }: Confirmed,
): { readonly begin: Binding; readonly confirm: () => void; readonly typing: () => Layer } => {
  const end = () => type(undefined);
  const confirm = () => {
    const typed = line();
    takeAnswer({ hindrance: hindrance(), mistake: typed && mistake(typed.text), close: end, refuse, send });
  };
  return {
    begin: bind(`${name}-confirm`, keys, 'confirm', group, () => type(lineOf('')), {
      ...confirming,
      refusal: hindrance,
    }),
    confirm,
    typing: () =>
      fieldLayer({
        owner,
        line,
        change: (edit) => {
          const typed = line();
          if (typed !== undefined) type(edit(typed));
        },
        maximum: LONGEST_CONFIRMATION,
        accept: { ...acceptKey(`${name}-send`, label, confirm), isConfirming: true },
        cancel: cancelKey(`${name}-${untype}`, end),
      }),
  };
};
