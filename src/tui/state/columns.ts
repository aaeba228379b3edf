/**
 * The columns of a table: what they are called, which of them the user has chosen, and the page on which they are chosen: showing,
 * hiding, moving and pinning them, and looking for one. Pure.
 */

import { z } from 'zod';
import { type Cursor, cursorAnchored, cursorAt } from './cursor.ts';
import { type Line, type LineEdit, lineAccepted, lineOf, lineOpened } from './line.ts';

/** What was chosen. A part that is absent is as usual. Ids are those of columns; one that no column has is passed over. */
export type ColumnChoice = {
  /** The columns that there are, in their order. */
  readonly shown?: readonly string[];
  /** How many of them stay at the left. */
  readonly pinned?: number;
  /** Those that are as wide as what stands in them. */
  readonly widened?: readonly string[];
};

/** Most columns and longest id that are read back: no list has as many. */
const MOST = 300;
const LONGEST = 100;

const ids = z.array(z.string().max(LONGEST)).max(MOST);

/** The choice as it is saved. What is read back may be written by hand: an id counts once, and no choice shows nothing. */
export const savedColumns = z
  .object({ shown: ids.optional(), pinned: z.int().min(0).max(MOST).optional(), widened: ids.optional() })
  .transform((parts): ColumnChoice | undefined => choiceOf(parts));

/** What is saved of the choice. */
export const columnsSaved = ({ shown, pinned, widened }: ColumnChoice): z.input<typeof savedColumns> => ({
  ...(shown !== undefined && { shown: [...shown] }),
  ...(pinned !== undefined && { pinned }),
  ...(widened !== undefined && { widened: [...widened] }),
});

/** The choice that these parts make; undefined where all is as usual. */
const choiceOf = ({
  shown,
  pinned,
  widened,
}: { readonly [Part in keyof ColumnChoice]?: ColumnChoice[Part] | undefined }): ColumnChoice | undefined => {
  const choice: ColumnChoice = {
    ...(shown !== undefined && shown.length > 0 && { shown: [...new Set(shown)] }),
    ...(pinned !== undefined && { pinned }),
    ...(widened !== undefined && widened.length > 0 && { widened: [...new Set(widened)] }),
  };
  return Object.keys(choice).length === 0 ? undefined : choice;
};

/** What of a list its columns are. */
type Chosen = { readonly columns?: ColumnChoice | undefined };

/** `list` with the columns that `choice` says, or with the usual ones. */
export const columnsChosen = <Some extends Chosen>(list: Some, choice: ColumnChoice | undefined): Some => {
  const { columns: _, ...rest } = list;
  return (choice === undefined ? rest : { ...rest, columns: choice }) as Some;
};

/** Of the columns `ids` of a table only the first `pinned` are shown, one at least. */
export const firstOnlyShown = <Some extends Chosen & { readonly column: string }>(
  list: Some,
  ids: readonly string[],
  pinned: number,
): Some => {
  const shown = ids.slice(0, Math.max(1, pinned));
  const column = shown.includes(list.column) ? list.column : (shown.at(-1) ?? list.column);
  return { ...columnsChosen(list, choiceOf({ ...list.columns, shown, pinned })), column };
};

/** The column was made as wide as what stands in it, or is as wide as usual again. */
export const widthToggled = <Some extends Chosen>(list: Some, id: string): Some => {
  const { columns = {} } = list;
  const { widened = [] } = columns;
  return columnsChosen(
    list,
    choiceOf({
      ...columns,
      widened: widened.includes(id) ? widened.filter((other) => other !== id) : [...widened, id],
    }),
  );
};

/** A column by its names: the heading, and the id, which is the service's word for it as a rule. */
export type NamedColumn = { readonly id: string; readonly heading: string };

/** A name as names are compared: without letter case, `_` as a space. */
export const plainName = (name: string): string => name.toLowerCase().replaceAll('_', ' ').trim();

/** The open page. */
export type Choosing = {
  /** Ids of the columns in the order of the page: a column that is hidden keeps its place in it. */
  readonly ids: readonly string[];
  readonly cursor: Cursor;
  /** What the columns of the page have in a name, and whether it is being typed. */
  readonly search?: { readonly line: Line; readonly isTyped: boolean };
  /** What was chosen before the usual columns came back. */
  readonly former?: ColumnChoice;
};

/** A column by its names; `label` says what stands in it. */
export type DescribedColumn = NamedColumn & { readonly label?: string };

/** The columns of a table as they are: those in it, in their order, those that it could have, and how many stay at the left. */
export type ColumnsHere<Column extends DescribedColumn = DescribedColumn> = {
  readonly inTable: readonly Column[];
  readonly hidden: readonly Column[];
  readonly pinned: number;
};

/** The columns as they are and as they are usually, and how many of them the page shows at once. */
type ColumnsPlace = { readonly here: ColumnsHere; readonly usual: ColumnsHere; readonly height: number };

/** What of a list the page is a part of. */
type ChoosingList = {
  readonly column: string;
  readonly columns?: ColumnChoice;
  readonly choosing?: Choosing | undefined;
};

/** The columns on the page, in its order: all, or those that have in a name what is looked for. */
export const listedColumns = <Column extends DescribedColumn>(
  { ids, search }: Choosing,
  here: ColumnsHere<Column>,
): readonly Column[] => {
  const all = allOf(here);
  const known = ids.flatMap((id) => all.get(id) ?? []);
  // A column that the page did not have when it was opened comes last.
  const listed = known.length === all.size ? known : [...new Set([...known, ...all.values()])];
  const words = plainName(search?.line.text ?? '')
    .split(' ')
    .filter(Boolean);
  if (words.length === 0) return listed;
  return listed.filter(({ id, heading, label = '' }) => {
    const names = [heading, id, label].map(plainName).join('\n');
    return words.every((word) => names.includes(word));
  });
};

const allOf = <Column extends DescribedColumn>({ inTable, hidden }: ColumnsHere<Column>): ReadonlyMap<string, Column> =>
  new Map([...inTable, ...hidden].map((column) => [column.id, column]));

/** The column that the keys of the page act on; undefined where none has what is looked for. */
export const chosenColumn = <Column extends DescribedColumn>(
  choosing: Choosing,
  here: ColumnsHere<Column>,
): Column | undefined => listedColumns(choosing, here)[choosing.cursor.row];

/** The page was opened, at the column that the column cursor is on. */
export const choosingOpened = <Some extends ChoosingList>(list: Some, place: ColumnsPlace): Some => {
  const choosing = { ids: [...allOf(place.here).keys()], cursor: { row: 0, top: 0 } };
  return onColumn({ ...list, choosing }, list.column, place);
};

/** The page was closed; the column cursor is on a column of the table. */
export const choosingClosed = <Some extends ChoosingList>(list: Some, { inTable }: ColumnsHere): Some => {
  const { choosing: _, ...rest } = list;
  const isThere = inTable.some(({ id }) => id === list.column);
  return { ...rest, column: isThere ? list.column : (inTable[0]?.id ?? list.column) } as Some;
};

/** The cursor of the page moved. */
export const choosingMoved = <Some extends ChoosingList>(list: Some, to: (cursor: Cursor) => Cursor): Some =>
  changed(list, (choosing) => ({ ...choosing, cursor: to(choosing.cursor) }));

/** The column under the cursor was hidden, or brought into the table; the last one of the table stays. */
export const columnToggled = <Some extends ChoosingList>(list: Some, { here, usual }: ColumnsPlace): Some => {
  const id = idHere(list, here);
  if (list.choosing === undefined || id === undefined) return list;
  const before = idsIn(here);
  const place = before.indexOf(id);
  const isShown = place >= 0;
  if (isShown && before.length === 1) return list;
  const shown = listedColumns(withoutSearch(list.choosing), here)
    .map((column) => column.id)
    .filter((other) => (other === id ? !isShown : before.includes(other)));
  const at = isShown ? place : shown.indexOf(id);
  const pinned = here.pinned + (at >= here.pinned ? 0 : isShown ? -1 : 1);
  const next = arrangedAs(list, shown, pinned, usual);
  const beside = isShown ? (shown[Math.min(place, shown.length - 1)] ?? list.column) : id;
  return isShown && list.column !== id ? next : { ...next, column: beside };
};

/** The column under the cursor went before the one in front of it (-1), or behind the next one (1). */
export const columnMoved = <Some extends ChoosingList>(list: Some, step: 1 | -1, at: ColumnsPlace): Some => {
  const { here } = at;
  const id = idHere(list, here);
  const shown = idsIn(here);
  const place = id === undefined ? -1 : shown.indexOf(id);
  const other = shown[place + step];
  if (id === undefined || place < 0 || other === undefined) return list;
  return replaced(list, id, shown.with(place, other).with(place + step, id), here.pinned, at);
};

/** The column under the cursor joined those that stay at the left, as the last of them, or stands behind them again. */
export const pinToggled = <Some extends ChoosingList>(list: Some, columns: ColumnsPlace): Some => {
  const { here } = columns;
  const id = idHere(list, here);
  if (id === undefined) return list;
  const shown = idsIn(here);
  const place = shown.indexOf(id);
  const isPinned = place >= 0 && place < here.pinned;
  const pinned = here.pinned + (isPinned ? -1 : 1);
  const others = shown.filter((other) => other !== id);
  const at = isPinned ? pinned : here.pinned;
  return replaced(list, id, [...others.slice(0, at), id, ...others.slice(at)], pinned, columns);
};

/** The usual columns came back, or, when those are there, what was chosen before. */
export const usualTurned = <Some extends ChoosingList>(list: Some): Some => {
  const { columns, choosing } = list;
  if (choosing === undefined) return list;
  const { former, ...rest } = choosing;
  return {
    ...columnsChosen(list, columns === undefined ? former : undefined),
    choosing: { ...rest, ...(columns !== undefined && { former: columns }) },
  };
};

/** The page in the order of the table, as when it was opened; the cursor is on the column `id`. */
export const choosingOrdered = <Some extends ChoosingList>(
  list: Some,
  id: string | undefined,
  place: ColumnsPlace,
): Some => {
  const ids = [...allOf(place.here).keys()];
  const ordered = changed(list, (choosing) => ({ ...choosing, ids }));
  return onColumn(ordered, id, place);
};

/** Something to look for is going to be typed. */
export const searchOpened = <Some extends ChoosingList>(list: Some): Some =>
  changed(list, (choosing) => ({
    ...choosing,
    search: { line: lineOpened(choosing.search?.line ?? lineOf('')), isTyped: true },
  }));

/** What is looked for changed: the cursor is on the first column that has it. */
export const searchEdited = <Some extends ChoosingList>(list: Some, edit: LineEdit): Some =>
  changed(list, (choosing) =>
    choosing.search === undefined
      ? choosing
      : {
          ...choosing,
          search: { ...choosing.search, line: edit(choosing.search.line) },
          cursor: { row: 0, top: 0 },
        },
  );

/** What is looked for is kept; an empty text looks for nothing. */
export const searchKept = <Some extends ChoosingList>(list: Some): Some =>
  changed(list, ({ search, ...choosing }) =>
    search === undefined || search.line.text.trim() === ''
      ? choosing
      : { ...choosing, search: { line: lineAccepted(search.line), isTyped: false } },
  );

/** Nothing is looked for any more; the cursor stays on its column. */
export const searchEnded = <Some extends ChoosingList>(list: Some, place: ColumnsPlace): Some =>
  onColumn(changed(list, withoutSearch), idHere(list, place.here), place);

const changed = <Some extends ChoosingList>(list: Some, to: (choosing: Choosing) => Choosing): Some =>
  list.choosing === undefined ? list : { ...list, choosing: to(list.choosing) };

const withoutSearch = ({ search: _, ...choosing }: Choosing): Choosing => choosing;

const idHere = ({ choosing }: ChoosingList, here: ColumnsHere): string | undefined =>
  choosing && chosenColumn(choosing, here)?.id;

const idsIn = ({ inTable }: ColumnsHere): readonly string[] => inTable.map(({ id }) => id);

/** `list` with these columns in its table; those that are there without a choice are none. */
const arrangedAs = <Some extends ChoosingList>(
  list: Some,
  shown: readonly string[],
  pinned: number,
  usual: ColumnsHere,
): Some => {
  const isUsual = pinned === usual.pinned && shown.join('\n') === idsIn(usual).join('\n');
  const { widened } = list.columns ?? {};
  return columnsChosen(list, choiceOf(isUsual ? { widened } : { widened, shown, pinned }));
};

/** The columns of the table stand in another order, which the page takes over; the cursor stays on `id`, which the column cursor goes to. */
const replaced = <Some extends ChoosingList>(
  list: Some,
  id: string,
  shown: readonly string[],
  pinned: number,
  place: ColumnsPlace,
): Some => {
  const next = { ...arrangedAs(list, shown, pinned, place.usual), column: id };
  if (next.choosing === undefined) return next;
  const inTable = new Set(shown);
  const order = [...shown];
  // Those of the page that are hidden stay where they were, as far as others do.
  const ids = listedColumns(withoutSearch(next.choosing), place.here).map((column) =>
    inTable.has(column.id) ? (order.shift() ?? column.id) : column.id,
  );
  return onColumn({ ...next, choosing: { ...next.choosing, ids } }, id, place);
};

const onColumn = <Some extends ChoosingList>(
  list: Some,
  id: string | undefined,
  { here, height }: ColumnsPlace,
): Some =>
  changed(list, (choosing) => {
    const listed = listedColumns(choosing, here);
    const row = listed.findIndex((column) => column.id === id);
    const extent = { count: listed.length, height };
    return {
      ...choosing,
      cursor:
        row < 0 ? cursorAt(choosing.cursor, choosing.cursor.row, extent) : cursorAnchored(choosing.cursor, row, extent),
    };
  });
