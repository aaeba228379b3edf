/**
 * What lies over a list: the row that is looked at closely, rows side by side, the menu of what can be copied, the form of the
 * file that rows are written to, and the whole of a long filter. Pure.
 */

import { z } from 'zod';
import type { Cursor } from './cursor.ts';
import { type Groups, rowAt } from './groups.ts';
import { type Line, type LineEdit, lineCancelled, lineOf, lineOffered } from './line.ts';

/**
 * The row that is looked at closely, as it was when it was opened, or as a newer answer has it: which of its pages (from 0), and
 * how many lines of that are scrolled out above. `isGone` where the newest answer did not have it.
 */
export type OpenedRow<Row> = {
  readonly row: Row;
  readonly page: number;
  readonly top: number;
  readonly isGone?: true;
};

/** What of a list decides which row is opened. */
type Openable = {
  readonly shown: readonly unknown[];
  readonly groups?: Groups;
  readonly cursor: Cursor;
  readonly opened?: OpenedRow<unknown> | undefined;
};

/** The row under the cursor was opened. */
export const rowOpened = <Some extends Openable>(list: Some, page = 0): Some => {
  const row = rowAt(list, list.cursor.row);
  return row === undefined ? list : { ...list, opened: { row, page, top: 0 } };
};

/** The cursor moved while a row was open: the one under it is open now, on the same page. */
export const openedFollowed = <Some extends Openable>(list: Some): Some =>
  list.opened === undefined ? list : rowOpened(list, list.opened.page);

/** The page after the present one of the open row was turned to, of `pages` pages; behind the last one comes the first. */
export const pageTurned = <Some extends Openable>(list: Some, pages: number): Some =>
  list.opened === undefined
    ? list
    : { ...list, opened: { ...list.opened, page: (list.opened.page + 1) % pages, top: 0 } };

/** The lines out above once a page was scrolled by `lines`, at most to `highest`. */
const scrolledTo = (top: number, lines: number, highest: number): number => Math.max(0, Math.min(highest, top + lines));

/** The open row was scrolled by `lines`, at most to `highest`. */
export const openedScrolled = <Some extends Openable>(list: Some, lines: number, highest: number): Some =>
  list.opened === undefined
    ? list
    : { ...list, opened: { ...list.opened, top: scrolledTo(list.opened.top, lines, highest) } };

/** The open row was closed. */
export const rowClosed = <Some extends Openable>(list: Some): Some => ({ ...list, opened: undefined });

type Keyed = { readonly key: unknown };

/** A newer answer is here: the open row is shown as that has it, or as gone. */
export const openedRenewed = <
  Some extends { readonly rows: readonly Keyed[]; readonly opened?: OpenedRow<Keyed> | undefined },
>(
  list: Some,
): Some => {
  if (list.opened === undefined) return list;
  const { isGone: _, ...opened } = list.opened;
  const row = list.rows.find(({ key }) => key === opened.row.key);
  return { ...list, opened: row === undefined ? { ...opened, isGone: true } : { ...opened, row } };
};

/** What a row is known by; see `RowKey` of `list.ts`. */
type Key = string | number;

/** The comparison that is open. Its records are looked up when it is drawn, so that it shows those of the newest answer. */
export type Comparing = {
  /** The rows that were marked, in the order in which they were; some of them may be gone by now. */
  readonly keys: readonly Key[];
  /** The one that the column cursor is on. */
  readonly current: Key;
  /** Lines that are scrolled out above. */
  readonly top: number;
  /** True while the lines alone are shown in which the rows differ. */
  readonly isDifferingOnly: boolean;
  /** Present where an earlier run has left it and the rows are not all here yet: none of them is gone. */
  readonly isAwaited?: true;
};

/** Fewest and most rows that are compared. */
const FEWEST = 2;
const MOST = 6;

/** A comparison as it is saved. */
export const savedComparison = z
  .object({
    keys: z
      .array(z.union([z.string(), z.number()]))
      .min(FEWEST)
      .max(MOST),
    current: z.union([z.string(), z.number()]),
    top: z.int().min(0),
    isDifferingOnly: z.boolean(),
  })
  .transform((saved): Comparing => ({ ...saved, isAwaited: true }));

/** What is saved of a comparison. */
export const comparisonSaved = ({
  keys,
  current,
  top,
  isDifferingOnly,
}: Comparing): z.input<typeof savedComparison> => ({
  keys: [...keys],
  current,
  top,
  isDifferingOnly,
});

type Compared = { readonly marked: readonly Key[]; readonly comparing?: Comparing | undefined };

/** True when so many marked rows can be compared. */
export const isComparable = (marked: number): boolean => marked >= FEWEST && marked <= MOST;

/** Why the marked rows, of which `here` are in the list, cannot be compared now; undefined when they can. */
export const comparingRefusal = (marked: number, here: number, noun: string): string | undefined => {
  const range = `Mark ${FEWEST} to ${MOST} ${noun}s to compare them`;
  if (marked < FEWEST) return `${range}: ${marked === 0 ? 'none' : 'only 1'} is marked.`;
  if (marked > MOST) return `${range}: ${marked} are marked.`;
  if (here >= FEWEST) return undefined;
  return `Of the ${marked} marked ${noun}s ${here === 0 ? 'none' : 'only 1'} is in the list now.`;
};

/** The marked rows are seen side by side, the column cursor on the first that is `here`. */
export const comparisonOpened = <Some extends Compared>(list: Some, here: readonly Key[]): Some => {
  const [current] = here;
  if (current === undefined) return list;
  return { ...list, comparing: { keys: list.marked, current, top: 0, isDifferingOnly: false } };
};

export const comparisonClosed = <Some extends Compared>(list: Some): Some => ({ ...list, comparing: undefined });

/** All rows are here: those that are not among them are gone. */
export const comparedRowsCame = <Some extends Compared>(list: Some): Some => {
  if (list.comparing?.isAwaited === undefined) return list;
  const { isAwaited: _, ...comparing } = list.comparing;
  return { ...list, comparing };
};

/** The lines were scrolled by `lines`, at most to `highest`. */
export const comparisonScrolled = <Some extends Compared>(list: Some, lines: number, highest: number): Some =>
  list.comparing === undefined
    ? list
    : {
        ...list,
        comparing: { ...list.comparing, top: scrolledTo(list.comparing.top, lines, highest) },
      };

/** The column cursor moved by `steps` among the rows that are `here`. */
export const comparedColumnMoved = <Some extends Compared>(list: Some, steps: number, here: readonly Key[]): Some => {
  if (list.comparing === undefined) return list;
  const place = comparedPlace(list.comparing, here);
  const current = here[Math.max(0, Math.min(here.length - 1, place + steps))];
  return current === undefined || current === list.comparing.current
    ? list
    : { ...list, comparing: { ...list.comparing, current } };
};

/** Every line is shown, or those alone in which the rows differ, from the first on. */
export const differingTurned = <Some extends Compared>(list: Some): Some =>
  list.comparing === undefined
    ? list
    : { ...list, comparing: { ...list.comparing, isDifferingOnly: !list.comparing.isDifferingOnly, top: 0 } };

/** The place of the column cursor among the rows that are `here`: the first where its own row is gone. */
export const comparedPlace = ({ current }: Comparing, here: readonly Key[]): number =>
  Math.max(0, here.indexOf(current));

/** The rows that are compared, in their order, without those that are gone. */
export const comparedRows = <Row>(
  keys: readonly Key[],
  rows: readonly Row[],
  keyOf: (row: Row) => Key | undefined,
): readonly Row[] => {
  const wanted = new Set(keys);
  const found = new Map<Key, Row>();
  for (const row of rows) {
    if (found.size === wanted.size) break;
    const key = keyOf(row);
    if (key !== undefined && wanted.has(key)) found.set(key, row);
  }
  return keys.flatMap((key) => found.get(key) ?? []);
};

/** The open menu: the line that Enter takes, from 0. */
export type Copying = { readonly at: number };

/** What of a list the menu is a part of. */
type Copied = { readonly copying?: Copying | undefined };

/** The menu was opened, its first line chosen. */
export const copyMenuOpened = <Some extends Copied>(list: Some): Some => ({ ...list, copying: { at: 0 } });

/** Another of `count` lines was chosen. */
export const copyMenuMoved = <Some extends Copied>(list: Some, by: number, count: number): Some => {
  if (list.copying === undefined) return list;
  const at = Math.max(0, Math.min(count - 1, list.copying.at + by));
  return at === list.copying.at ? list : { ...list, copying: { at } };
};

/** The menu was closed. */
export const copyMenuClosed = <Some extends Copied>(list: Some): Some => {
  const { copying: _, ...rest } = list;
  return rest as Some;
};

/** The open form. */
export type Exporting = {
  readonly line: Line;
  /** Why the last try was not taken. */
  readonly problem?: string;
  /** A file that is there already, and that the next Enter replaces. */
  readonly replaces?: string;
  readonly isWriting?: true;
};

/** What of a list the form is a part of. */
type Exported = {
  readonly exporting?: Exporting | undefined;
  /** What was typed into the form when it was cancelled last. */
  readonly exportCancelled?: string | undefined;
};

/** The form was opened; `name` stands in it, selected. */
export const exportOpened = <Some extends Exported>(list: Some, name: string): Some => {
  const { exportCancelled: cancelled } = list;
  const line = lineOf(name);
  return { ...list, exporting: { line: lineOffered(cancelled === undefined ? line : { ...line, cancelled }) } };
};

/** The form's line changed: what was said of another name holds no more. */
export const exportEdited = <Some extends Exported>(list: Some, edit: LineEdit): Some =>
  list.exporting === undefined ? list : { ...list, exporting: { line: edit(list.exporting.line) } };

/** What became of the name: the rows are being written, it was not taken, nothing could be written, or there is such a file. */
export const exportTold = <Some extends Exported>(list: Some, told: Omit<Exporting, 'line'>): Some =>
  list.exporting === undefined ? list : { ...list, exporting: { line: list.exporting.line, ...told } };

/** The rows were written. */
export const exportDone = <Some extends Exported>(list: Some): Some => ({ ...list, exporting: undefined });

/** The form was cancelled. */
export const exportCancelled = <Some extends Exported>(list: Some): Some => {
  if (list.exporting === undefined) return list;
  const { cancelled } = lineCancelled(list.exporting.line);
  return { ...list, exporting: undefined, ...(cancelled !== undefined && { exportCancelled: cancelled }) };
};

/** Lines on screen that are scrolled out above. */
type Whole = { readonly whole?: { readonly top: number } };

/** The whole line is to be seen. */
export const wholeOpened = <Some extends Whole>(list: Some): Some => ({ ...list, whole: { top: 0 } });

/** It was scrolled by `lines`, at most to `highest`. */
export const wholeScrolled = <Some extends Whole>(list: Some, lines: number, highest: number): Some =>
  list.whole === undefined ? list : { ...list, whole: { top: scrolledTo(list.whole.top, lines, highest) } };

/** It is to be seen no more. */
export const wholeClosed = <Some extends Whole>({ whole: _, ...list }: Some): Omit<Some, 'whole'> => list;
