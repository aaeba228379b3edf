/** Marks on the rows of a list: keys of rows in the order in which they were marked. */
/** `marked` with `key` in it, or without it when it was marked before. */
export const markTurned = <Key>(marked: readonly Key[], key: Key): readonly Key[] =>
  marked.includes(key) ? marked.filter((other) => other !== key) : [...marked, key];

/**
 * `marked` with every row between the one marked last and the one at `place` of `shown`, both included. When the one marked
 * last is not shown, nothing changes.
 */
export const rangeMarked = <Key>(marked: readonly Key[], shown: readonly Key[], place: number): readonly Key[] => {
  const last = marked.at(-1);
  const start = last === undefined ? -1 : shown.indexOf(last);
  if (start < 0) return marked;
  const known = new Set(marked);
  const range = shown.slice(Math.min(start, place), Math.max(start, place) + 1).filter((key) => !known.has(key));
  // The row at the cursor comes last, so that the next range begins there.
  return [...marked, ...(start < place ? range : range.reverse())];
};

/** `marked` with all of `keys` behind it, or without them where each was marked before. */
export const allTurned = <Key>(marked: readonly Key[], keys: readonly Key[]): readonly Key[] => {
  const known = keySet(marked);
  const others = keys.filter((key) => !known.has(key));
  if (others.length > 0) return [...marked, ...others];
  const turned = new Set(keys);
  return marked.filter((key) => !turned.has(key));
};

const SETS = new WeakMap<readonly unknown[], ReadonlySet<unknown>>();

/** The marks as a set, made once for each list of them: there may be thousands, and it is asked at every frame. */
export const keySet = (marked: readonly unknown[]): ReadonlySet<unknown> => {
  const known = SETS.get(marked);
  if (known !== undefined) return known;
  const set = new Set(marked);
  SETS.set(marked, set);
  return set;
};

/** What actions work on: the marked rows among those that are shown, in their order; without any mark the one at the cursor. */
export const chosenAmong = <Row, Key>(
  shown: readonly Row[],
  keyOf: (row: Row) => Key,
  marked: readonly Key[],
  current: Row | undefined,
): readonly Row[] => {
  if (marked.length === 0) return current === undefined ? [] : [current];
  return markedAmong(shown, keyOf, marked);
};

type Found = { readonly among: readonly unknown[]; readonly rows: readonly unknown[] };

const FOUND = new WeakMap<readonly unknown[], Found>();

/** The marked ones of `rows`, in their order. The last answer for these marks is kept: a frame asks several times. */
export const markedAmong = <Row, Key>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
  marked: readonly Key[],
): readonly Row[] => {
  const known = FOUND.get(marked);
  // What is kept for these rows came from them.
  if (known?.among === rows) return known.rows as readonly Row[];
  const keys = keySet(marked);
  const found = rows.filter((row) => keys.has(keyOf(row)));
  FOUND.set(marked, { among: rows, rows: found });
  return found;
};

/** How many rows are marked, how many of those the present filter hides, and how many marked ones are gone; nothing for none. */
export const markWords = (marked: number, hidden: number, gone: number): string => {
  const words = [
    ...(marked === 0 ? [] : [`${grouped(marked)} marked`]),
    ...(hidden === 0 ? [] : [`${grouped(hidden)} hidden`]),
    ...(gone === 0 ? [] : [`${grouped(gone)} gone`]),
  ];
  return words.join(', ');
};

const grouped = (figure: number): string => figure.toLocaleString('en-US');

/** Marks of a list, and those of rows that a newer answer to the same question did not have. */
export type Marks = {
  readonly marked: readonly MarkedKey[];
  readonly gone?: readonly MarkedKey[] | undefined;
};

/** What a row is known by; see `RowKey` of `list.ts`. */
type MarkedKey = string | number;

type MarkedKind<Row> = { readonly keyOf: (row: Row) => MarkedKey | undefined; readonly isPartial?: true };

/** The marks once other `rows` are here, which may answer another question: what that leaves out is hidden and not gone. */
export const marksThrough = <Row>(
  { marked, gone, rows: before }: Marks & { readonly rows: readonly Row[] },
  rows: readonly Row[],
  { keyOf, isPartial }: MarkedKind<Row>,
  isOtherQuestion: boolean,
): Marks => {
  if (marked.length === 0) return { marked, gone: undefined };
  const keys = new Set(rows.map(keyOf));
  const missing = marked.filter((key) => !keys.has(key));
  if (missing.length === 0) return { marked, gone: undefined };
  if (!isPartial) return { marked: marked.filter((key) => keys.has(key)), gone: missing };
  const known = new Set<MarkedKey | undefined>(isOtherQuestion ? gone : [...(gone ?? []), ...before.map(keyOf)]);
  const lost = missing.filter((key) => known.has(key));
  return { marked, gone: lost.length === 0 ? undefined : lost };
};
