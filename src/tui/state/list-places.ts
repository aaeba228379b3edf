/**
 * Rows that keep their places while newer answers come: one that has changed stands where it stood, one that is in no newer answer
 * stands there too and can be told from the others, and a new one stands where the list's order wants it. Pure.
 */
import { keySet } from './marks.ts';
import { type Order, type Ranking, withInserted } from './order.ts';

/** What a row is known by; see `RowKey` of `list.ts`. */
type Key = string | number | undefined;

/** What keeps rows in their places. */
export type Kept<Row> = {
  /** Rows that newer answers do not have, or have otherwise than it is asked for: they stand where they stood, and nothing works on them. */
  readonly departed: readonly Row[];
  /** Of rows that have changed in what they are ordered by, the earlier records that they stand by. */
  readonly placedBy: readonly Row[];
};

/** A list, as far as it is placed. */
type Placed<Row> = Partial<Kept<Row>> & {
  readonly rows: readonly Row[];
  readonly ordered: readonly Row[];
  readonly order: Order;
};

type Kind<Row> = { readonly keyOf: (row: Row) => Key; readonly ranking: Ranking<Row> };

type Through<Row> = { readonly list: Placed<Row>; readonly lost: ReadonlySet<Key>; readonly kept: Kept<Row> };

const THROUGH = new WeakMap<readonly unknown[], Through<unknown>>();

/**
 * What keeps the places of `list` once `rows` are its newest; of those with the keys of `lost` the records that are here go on standing. The
 * last answer for these rows is kept, so that it can be found before they are shown.
 */
export const keptThrough = <Row>(
  list: Placed<Row>,
  rows: readonly Row[],
  kind: Kind<Row>,
  lost: ReadonlySet<Key> = NONE,
): Kept<Row> => {
  const known = THROUGH.get(rows);
  const isKnown = known?.lost === lost && PLACED.every((part) => known.list[part] === list[part]);
  // What is kept for these rows came from them.
  if (known !== undefined && isKnown) return known.kept as Kept<Row>;
  const kept = keptOf(list, rows, kind, lost);
  THROUGH.set(rows, { list, lost, kept });
  return kept;
};

const NONE: ReadonlySet<never> = new Set();

const PLACED = ['ordered', 'order', 'departed', 'placedBy'] as const;

const keptOf = <Row>(
  { rows: last, ordered, order, departed: before = [], placedBy = [] }: Placed<Row>,
  rows: readonly Row[],
  { keyOf, ranking }: Kind<Row>,
  lost: ReadonlySet<Key>,
): Kept<Row> => {
  const lastPlaces = placesByKey(last, keyOf);
  const columns = order.map(([field]) => [valuesOf(last, field, ranking), valuesOf(rows, field, ranking)] as const);
  const newest = placesByKey(rows, keyOf);
  const earlier = byKey(placedBy, keyOf);
  const standing = byKey(before, keyOf);
  const departed: Row[] = [];
  const standIns: Row[] = [];
  const keys = keysOf(ordered, keyOf);
  for (const [index, row] of ordered.entries()) {
    const key = keys[index];
    // Of two records the one that stands there is that which has departed.
    if (key === undefined || (standing.get(key) ?? row) !== row) continue;
    const place = lost.has(key) ? undefined : newest.get(key);
    const standIn = earlier.get(key) ?? row;
    if (place === undefined) departed.push(row);
    // A place is that of a row, which may itself be anything.
    const now = place === undefined ? row : (rows[place] as Row);
    const lastPlace = lastPlaces.get(key);
    const isAlike =
      place !== undefined && lastPlace !== undefined && last[lastPlace] === standIn
        ? columns.every(([was, is]) => Object.is(was[lastPlace], is[place]))
        : isPlacedAlike(standIn, now, order, ranking);
    if (!isAlike) standIns.push(standIn);
  }
  return { departed, placedBy: standIns };
};

const VALUES = new WeakMap<readonly unknown[], Map<string, readonly unknown[]>>();

/** What rows are ordered by under a field, read once for each answer. */
const valuesOf = <Row>(rows: readonly Row[], field: string, ranking: Ranking<Row>): readonly unknown[] =>
  VALUES.getOrInsertComputed(rows, () => new Map()).getOrInsertComputed(field, () =>
    rows.map((row) => ranking.valueOf(row, field)),
  );

const isPlacedAlike = <Row>(one: Row, other: Row, order: Order, ranking: Ranking<Row>): boolean =>
  one === other || order.every(([field]) => Object.is(ranking.valueOf(one, field), ranking.valueOf(other, field)));

/** `rows` and those that have departed in `order`, those that stood in `before` as they stood there. */
export const inPlaces = <Row>(
  before: Pick<Placed<Row>, 'ordered' | 'departed'>,
  rows: readonly Row[],
  { departed, placedBy }: Kept<Row>,
  order: Order,
  { keyOf, ranking }: Kind<Row>,
): readonly Row[] => {
  const newest = placesByKey(rows, keyOf);
  const isDeparted = new Set(departed);
  const leaving = byKey(departed, keyOf);
  const standing = byKey(before.departed ?? [], keyOf);
  const isPlaced = new Uint8Array(rows.length);
  const sequence: Row[] = [];
  const keys = keysOf(before.ordered, keyOf);
  for (const [index, row] of before.ordered.entries()) {
    const key = keys[index];
    // Of two records the newest takes the place of the one that stood there.
    const place = key === undefined || (standing.get(key) ?? row) !== row ? undefined : newest.get(key);
    if (place !== undefined && isPlaced[place] === 0) {
      isPlaced[place] = 1;
      sequence.push(rows[place] as Row);
    }
    if (isDeparted.has(row)) sequence.push(row);
  }
  const standIns = new Map(
    placedBy.map((standIn) => {
      const key = keyOf(standIn);
      return [leaving.get(key) ?? rows[newest.get(key) ?? -1], standIn] as const;
    }),
  );
  const others = rows.filter((_, place) => isPlaced[place] === 0);
  return withInserted(sequence, others, order, ranking, (row) => standIns.get(row) ?? row);
};

/** Where each key stands among rows, of two rows the later one. */
type Places = ReadonlyMap<Key, number>;

const PLACES = new WeakMap<readonly unknown[], Places>();

/** Made once for each answer. */
export const placesByKey = <Row>(rows: readonly Row[], keyOf: Kind<Row>['keyOf']): Places =>
  PLACES.getOrInsertComputed(rows, () => {
    const places = new Map<Key, number>();
    for (const [place, key] of keysOf(rows, keyOf).entries()) if (key !== undefined) places.set(key, place);
    return places;
  });

const KEYS = new WeakMap<readonly unknown[], readonly Key[]>();

/** The key of each row, which is read once: a record may lie in columns. */
const keysOf = <Row>(rows: readonly Row[], keyOf: Kind<Row>['keyOf']): readonly Key[] =>
  KEYS.getOrInsertComputed(rows, () => rows.map(keyOf));

const byKey = <Row>(rows: readonly Row[], keyOf: Kind<Row>['keyOf']): ReadonlyMap<Key, Row> => {
  const map = new Map<Key, Row>();
  for (const row of rows) if (keyOf(row) !== undefined) map.set(keyOf(row), row);
  return map;
};

/** The same as members of a list, which has none that is empty. */
export const placesOf = <Row>({ departed = [], placedBy = [] }: Partial<Kept<Row>> = {}): Partial<Kept<Row>> => ({
  ...(departed.length > 0 && { departed }),
  ...(placedBy.length > 0 && { placedBy }),
});

type Departing<Row> = { readonly departed?: readonly Row[] };

/** All rows of a list. */
export const withDeparted = <Row>({
  rows,
  departed,
}: Departing<Row> & { readonly rows: readonly Row[] }): readonly Row[] =>
  departed === undefined ? rows : [...rows, ...departed];

/** True for a row that newer answers do not have, or have otherwise. */
export const isDeparted = <Row>({ departed }: Departing<Row>, row: Row): boolean =>
  departed !== undefined && keySet(departed).has(row);

/** Those of `rows`, which are rows of `list`, that the newest answer has. */
export const presentOf = <Row>(list: Departing<Row>, rows: readonly Row[]): readonly Row[] => {
  if (list.departed === undefined) return rows;
  const known = PRESENT.get(rows);
  // What is kept for these rows came from them.
  if (known?.departed === list.departed) return known.rows as readonly Row[];
  const present = rows.filter((row) => !isDeparted(list, row));
  PRESENT.set(rows, { departed: list.departed, rows: present });
  return present;
};

/** `rows`, of which an earlier record stands there only while the newest of the same key is not among them. */
export const withoutDoubles = <Row>(
  list: Departing<Row> & { readonly rows: readonly Row[] },
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): readonly Row[] => {
  const { departed = [], rows: newest } = list;
  if (!departed.some((row) => placesByKey(newest, keyOf).has(keyOf(row)))) return rows;
  const present = new Set(presentOf(list, rows).map(keyOf));
  return rows.filter((row) => !isDeparted(list, row) || !present.has(keyOf(row)));
};

/** Kept while the same rows are shown: a frame asks several times. */
const PRESENT = new WeakMap<
  readonly unknown[],
  { readonly departed: readonly unknown[]; readonly rows: readonly unknown[] }
>();
