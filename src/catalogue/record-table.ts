/**
 * Records that lie in columns, each seen as an object: it has the members of the record and all that an object with them has, and is
 * only read. What goes through many of them reads the columns (`placeOf`).
 */
import { ABSENT, type Members, RecordColumns } from './record-columns.ts';

/** Where a record lies. */
type Slot = { columns: RecordColumns; place: number };

/** The member by which a record tells that. */
const SLOT = Symbol('slot');

const valueAt = ({ columns, place }: Slot, name: PropertyKey): unknown =>
  typeof name === 'string' ? columns.valueAt(place, name) : ABSENT;

/** What every object has. */
const BARE: object = {};

const SEEN: ProxyHandler<Slot> = {
  get: (slot, name) => {
    if (name === SLOT) return slot;
    const value = valueAt(slot, name);
    return value === ABSENT ? Reflect.get(BARE, name) : value;
  },
  has: (slot, name) => valueAt(slot, name) !== ABSENT || name in BARE,
  ownKeys: ({ columns, place }) => Object.keys(columns.objectAt(place)),
  getOwnPropertyDescriptor: (slot, name) => {
    const value = valueAt(slot, name);
    return value === ABSENT ? undefined : { value, enumerable: true, configurable: true };
  },
  set: () => false,
  defineProperty: () => false,
  deleteProperty: () => false,
};

/** The record in a slot. What can be seen of it are the members of a `Row`. */
const seen = <Row extends object>(slot: Slot): Row => new Proxy(slot, SEEN) as object as Row;

const slotOf = (row: object): Slot | undefined => (row as { readonly [SLOT]?: Slot })[SLOT];

/** Where a record lies; undefined for an object of another kind. */
export const placeOf: (row: object) => Readonly<Slot> | undefined = slotOf;

/** Tells something of a record. Where it is said of which records it is one, and the how manyth, as `filter` does, it need not be asked where it lies. */
export type RecordTest<Row> = (record: Row, index?: number, all?: readonly Row[]) => boolean;

/** The places of records that lie together; undefined where they do not. */
type Together = { readonly columns: RecordColumns; readonly places: Uint32Array } | undefined;

const TOGETHER = new WeakMap<readonly object[], { readonly count: number; readonly together: Together }>();

/** Found once for the same rows: a table may have more of them since. */
const togetherIn = (rows: readonly object[]): Together => {
  const known = TOGETHER.get(rows);
  if (known?.count === rows.length) return known.together;
  const together = togetherFound(rows);
  TOGETHER.set(rows, { count: rows.length, together });
  return together;
};

const togetherFound = (rows: readonly object[]): Together => {
  const columns = slotOf(rows[0] ?? BARE)?.columns;
  const places = new Uint32Array(rows.length);
  for (const [index, row] of rows.entries()) {
    const slot = slotOf(row);
    if (slot === undefined || slot.columns !== columns) return undefined;
    places[index] = slot.place;
  }
  return columns && { columns, places };
};

/** Where records lie that are asked for as a `RecordTest` is: of those among others where all of them do is found at once. */
export const createFinding = (): ((...of: Parameters<RecordTest<object>>) => Readonly<Slot> | undefined) => {
  let last: { readonly all: readonly object[]; readonly together: Together } | undefined;
  return (record, index = 0, all) => {
    if (all === undefined) return slotOf(record);
    if (last?.all !== all) last = { all, together: togetherIn(all) };
    const { together } = last;
    return together === undefined ? slotOf(record) : { columns: together.columns, place: together.places[index] ?? 0 };
  };
};

/** The record as an object of its own, for who needs all of its members: of thousands of records each by itself takes long. */
export const objectOf = <Row extends object>(row: Row): Row => {
  const slot = slotOf(row);
  return slot === undefined ? row : (slot.columns.objectAt(slot.place) as Row);
};

/** A record that is now at one place, now at another, for who goes through all of them. */
export const moving = (columns: RecordColumns): { readonly row: Members; readonly slot: Slot } => {
  const slot = { columns, place: 0 };
  return { row: seen(slot), slot };
};

/** Takes records one after the other, which it does not hold. */
export const createRecordTable = <Row extends object>() => {
  const columns = new RecordColumns();
  const rows: Row[] = [];
  return {
    /** All that have come. */
    rows,
    /** The same record, as it lies here. */
    add: (row: Row): Row => {
      const slot = { columns, place: rows.length };
      columns.put(slot.place, row as Members);
      const added = seen<Row>(slot);
      rows.push(added);
      return added;
    },
  };
};

/** The columns of `rows`, where these are all that lie there, in that order; undefined where they are not. */
export const columnsOf = (rows: readonly object[]): RecordColumns | undefined => {
  const columns = slotOf(rows[0] ?? BARE)?.columns;
  if (columns?.count !== rows.length || !columns.areAll) return undefined;
  const isThere = (slot: Slot | undefined, place: number): boolean => slot?.columns === columns && slot.place === place;
  return rows.every((row, place) => isThere(slotOf(row), place)) ? columns : undefined;
};

/** `rows` as records that lie together. */
export const asRecords = <Row extends object>(rows: readonly Row[]): readonly Row[] => {
  const first = slotOf(rows[0] ?? BARE)?.columns;
  if (rows.every((row) => first !== undefined && slotOf(row)?.columns === first)) return rows;
  const table = createRecordTable<Row>();
  for (const row of rows) table.add(objectOf(row));
  return table.rows;
};

/** `rows` without the members of these names, or with what `of` says of each in their place. */
export const withMembers = <Row extends object>(
  rows: readonly Row[],
  names: readonly string[],
  of: (row: Row) => Members = () => ({}),
): readonly Row[] => {
  const slots = asRecords(rows).flatMap((row) => slotOf(row) ?? []);
  const columns = slots[0]?.columns.without(names);
  if (columns === undefined) return rows;
  return slots.map(({ place }, index) => {
    const row = rows[index];
    for (const [name, value] of row === undefined ? [] : Object.entries(of(row))) columns.putOne(place, name, value);
    return seen<Row>({ columns, place });
  });
};

/** Has `rows` lie apart from those that came with them, of which nobody may need any more. */
export const keepApart = (rows: readonly object[]): void => {
  const slots = new Set(rows.flatMap((row) => slotOf(row) ?? []));
  for (const [columns, together] of Map.groupBy(slots, (slot) => slot.columns)) {
    const apart = columns.at(together.map(({ place }) => place));
    for (const [place, slot] of together.entries()) Object.assign(slot, { columns: apart, place });
  }
};
