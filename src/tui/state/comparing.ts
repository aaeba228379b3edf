/** Marked rows of a list seen side by side, a column for each: opened, scrolled, closed. Pure. */
import { z } from 'zod';

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
        comparing: { ...list.comparing, top: Math.max(0, Math.min(highest, list.comparing.top + lines)) },
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
