/**
 * Many records as columns: an array for each member, of figures as they are, of anything else as the number of a value that records have
 * in common. Arrays of numbers lie outside of the heap, so that nobody who collects garbage goes through them.
 */

/** Members by name; what is `undefined` was there and could not be read, which differs from not being there. */
export type Members = Readonly<Record<string, unknown>>;

/** Stands for what a record does not have. */
export const ABSENT = Symbol('absent');

/** What is no figure, in the place of one: nothing that JSON can hold is infinite or no number. */
const NULL_FIGURE = Number.NaN;
const ABSENT_FIGURE = Number.POSITIVE_INFINITY;
const UNREAD_FIGURE = Number.NEGATIVE_INFINITY;

/** Most columns of records, those inside of others counted, and of objects in them: a service may call each member otherwise. */
const MOST_COLUMNS = 256;
const MOST_INNER = 16;

/** Different values of a member that are remembered: one that has more has few in common. */
const MOST_KNOWN = 10_000;

type Numbers = Float64Array | Uint32Array | Uint16Array | Uint8Array;

/** Numbers that a piece has room for, a power of two, and the first piece at first: what grows as a whole leaves holes that nobody fills. */
const PIECE_BITS = 11;
const PIECE = 2 ** PIECE_BITS;
const FIRST_ROOM = 16;

/** `piece` in as little room as holds each of its numbers: most figures are whole and small. */
const packed = (piece: Numbers): Numbers => {
  let most = 0;
  for (const value of piece) {
    if (!(value >= 0 && value <= 0xffff_ffff && Number.isInteger(value)) || Object.is(value, -0)) return piece;
    if (value > most) most = value;
  }
  return most <= 0xff ? Uint8Array.from(piece) : most <= 0xffff ? Uint16Array.from(piece) : Uint32Array.from(piece);
};

/** Numbers by place, in pieces, so that none of them is ever moved. */
class Pieces {
  /** What stands where nothing was written. */
  readonly #empty: number;
  readonly #pieces: Numbers[] = [];

  constructor(empty: number) {
    this.#empty = empty;
  }

  at(place: number): number {
    return this.#pieces[place >>> PIECE_BITS]?.[place & (PIECE - 1)] ?? this.#empty;
  }

  put(place: number, value: number): void {
    const index = place >>> PIECE_BITS;
    const within = place & (PIECE - 1);
    let piece = this.#pieces[index];
    if (piece === undefined || within >= piece.length) piece = this.#grown(index, within);
    piece[within] = value;
    if (Object.is(piece[within], value)) return;
    this.#pieces[index] = Float64Array.from(piece).with(within, value);
  }

  /** Writes 1 into `marks` at the places from `from` on whose number has 1 in `verdicts`. */
  mark(marks: Uint8Array, verdicts: Uint8Array, from: number): void {
    for (let index = from >>> PIECE_BITS; index < this.#pieces.length; index++) {
      const piece = this.#pieces[index] ?? [];
      const first = index << PIECE_BITS;
      const end = Math.min(piece.length, marks.length - first);
      for (let within = Math.max(0, from - first); within < end; within++)
        if (verdicts[piece[within] ?? 0] === 1) marks[first + within] = 1;
    }
  }

  /** How many of the first `upTo` places have each number below `bound`, and the first of them. */
  tally(bound: number, upTo: number): { readonly counts: Uint32Array; readonly firsts: Uint32Array } {
    const counts = new Uint32Array(bound);
    const firsts = new Uint32Array(bound);
    for (let place = 0; place < upTo; place++) {
      const number = this.at(place);
      if (counts[number] === 0) firsts[number] = place;
      counts[number] = (counts[number] ?? 0) + 1;
    }
    return { counts, firsts };
  }

  #grown(index: number, within: number): Numbers {
    const before = this.#pieces[index] ?? new Float64Array(0);
    const room = index > 0 ? PIECE : Math.min(PIECE, Math.max(FIRST_ROOM, within + 1, before.length * 2));
    const piece = new Float64Array(room);
    piece.set(before);
    piece.fill(this.#empty, before.length);
    while (this.#pieces.length < index) this.#pieces.push(new Float64Array(0));
    const full = this.#pieces[index - 1];
    if (full !== undefined) this.#pieces[index - 1] = packed(full);
    this.#pieces[index] = piece;
    return piece;
  }
}

/** The values of one member by place; ABSENT where there is none. */
type Values = {
  readonly at: (place: number) => unknown;
  /** False where it cannot hold such a value. */
  readonly put: (place: number, value: unknown) => boolean;
};

/** Finite numbers, and nothing in their place. */
class Figures implements Values {
  readonly #figures = new Pieces(ABSENT_FIGURE);

  at(place: number): unknown {
    const figure = this.#figures.at(place);
    if (Number.isFinite(figure)) return figure;
    return figure === ABSENT_FIGURE ? ABSENT : figure === UNREAD_FIGURE ? undefined : null;
  }

  put(place: number, value: unknown): boolean {
    const isFigure = typeof value === 'number';
    if (isFigure ? !Number.isFinite(value) : !isNothing(value)) return false;
    const instead = value === null ? NULL_FIGURE : value === undefined ? UNREAD_FIGURE : ABSENT_FIGURE;
    this.#figures.put(place, isFigure ? value : instead);
    return true;
  }
}

/** Values of any kind, each text once. */
export class Things implements Values {
  /** By number; nobody has the first one. */
  readonly things: unknown[] = [ABSENT];
  /** Of each record the number of its value. */
  readonly #numbers = new Pieces(0);
  readonly #known = new Map<unknown, number>();
  #last: unknown = ABSENT;
  #lastNumber = 0;

  at(place: number): unknown {
    return this.things[this.#numbers.at(place)];
  }

  /** Writes 1 into `marks` at the places from `from` on whose value has 1 in `verdicts`, which stand as `things` do. */
  mark(marks: Uint8Array, verdicts: Uint8Array, from: number): void {
    this.#numbers.mark(marks, verdicts, from);
  }

  /** How many of the first `upTo` records have each of `things`, and the place of the first that has it. */
  tally(upTo: number): { readonly counts: Uint32Array; readonly firsts: Uint32Array } {
    return this.#numbers.tally(this.things.length, upTo);
  }

  put(place: number, value: unknown): boolean {
    // Many have what the one before has: that is sooner seen than what is known of it. 0 is not to become -0.
    if (value !== this.#last || value === 0) this.#lastNumber = value === ABSENT ? 0 : this.#numberOf(value);
    this.#last = value;
    this.#numbers.put(place, this.#lastNumber);
    return true;
  }

  #numberOf(value: unknown): number {
    // Two lists are hardly alike.
    const isAlone = (typeof value === 'object' && value !== null) || Object.is(value, -0);
    const known = isAlone ? undefined : this.#known.get(value);
    if (known !== undefined) return known;
    const number = this.things.push(value) - 1;
    if (this.#known.size > MOST_KNOWN) this.#known.clear();
    if (!isAlone) this.#known.set(value, number);
    return number;
  }
}

/** Objects with a few members each, as columns of their own. */
class Inner implements Values {
  readonly #there = new Things();
  readonly #columns: RecordColumns;

  constructor(room: Room) {
    this.#columns = new RecordColumns(MOST_INNER, room);
  }

  at(place: number): unknown {
    const there = this.#there.at(place);
    return there === true ? this.#columns.objectAt(place) : there;
  }

  put(place: number, value: unknown): boolean {
    if (isMembers(value)) return this.#columns.put(place, value) && this.#there.put(place, true);
    return isNothing(value) && this.#there.put(place, value);
  }
}

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === ABSENT;

/** Columns that may still be made. */
type Room = { columns: number };

/** `place` is where it stands among the others. */
type Named = { readonly name: string; readonly place: number; values: Values };

/** The columns of records, by the names of their members. */
export class RecordColumns {
  /** How many records there are. */
  count = 0;
  readonly #byName = new Map<string, Named>();
  readonly #columns: Named[] = [];
  /** Members that have no column: of each record one object with all of them. */
  #others = new Things();
  readonly #most: number;
  readonly #room: Room;

  /** At most `most` columns, and no more than `room` leaves. */
  constructor(most = MOST_COLUMNS, room: Room = { columns: most }) {
    this.#most = most;
    this.#room = room;
  }

  /** The column of that name; undefined where no record has such a member, or there are too many names. */
  named(name: string): Values | undefined {
    return this.#byName.get(name)?.values;
  }

  /** The names of all columns. */
  names(): readonly string[] {
    return this.#columns.map(({ name }) => name);
  }

  /** What the record at a place has under `name`, or ABSENT. */
  valueAt(place: number, name: string): unknown {
    const values = this.named(name);
    if (values !== undefined) return values.at(place);
    const others = this.othersAt(place);
    return others !== undefined && Object.hasOwn(others, name) ? others[name] : ABSENT;
  }

  /** The record at a place, as an object. */
  objectAt(place: number): Members {
    const members: Record<string, unknown> = {};
    for (const { name, values } of this.#columns) {
      const value = values.at(place);
      if (value === ABSENT) continue;
      // To write this one would give the object another prototype.
      if (name === '__proto__')
        Object.defineProperty(members, name, { value, enumerable: true, configurable: true, writable: true });
      else members[name] = value;
    }
    const others = Object.entries(this.othersAt(place) ?? {}).filter(([name]) => this.named(name) === undefined);
    return others.length === 0 ? members : Object.fromEntries([...Object.entries(members), ...others]);
  }

  /** True where each member of each record has a column. */
  get areAll(): boolean {
    return this.#others.things.length === 1;
  }

  /** Members of the record that have no column, and maybe others. */
  othersAt(place: number): Members | undefined {
    const others = this.#others.at(place);
    return isMembers(others) ? others : undefined;
  }

  /** Writes the members of a record. False where it is an object in a record, and has more of them than that may have columns. */
  put(place: number, members: Members): boolean {
    const names = Object.keys(members);
    const values = Object.values(members);
    const others: [name: string, value: unknown][] = [];
    // Nearly every record has its members in the order of the one before.
    let expected = 0;
    for (let index = 0; index < names.length; index++) {
      const name = names[index] ?? '';
      let column = this.#columns[expected];
      if (column?.name !== name) column = this.#columnOf(name);
      expected = (column?.place ?? expected) + 1;
      if (column !== undefined) this.#write(column, place, values[index]);
      else others.push([name, values[index]]);
    }
    if (others.length > 0 && this.#most < MOST_COLUMNS) return false;
    if (others.length > 0) this.#others.put(place, Object.fromEntries(others));
    this.count = Math.max(this.count, place + 1);
    return true;
  }

  /** Writes one member, whatever room there is. */
  putOne(place: number, name: string, value: unknown): void {
    this.#write(this.#byName.get(name) ?? this.#added(name, new Figures()), place, value);
  }

  /** The same columns, with nothing in those of `names`. */
  without(names: readonly string[]): RecordColumns {
    const rest = new RecordColumns();
    for (const { name, values } of this.#columns) rest.#added(name, names.includes(name) ? new Figures() : values);
    for (const name of names) if (rest.named(name) === undefined) rest.#added(name, new Figures());
    rest.#others = this.#others;
    rest.count = this.count;
    return rest;
  }

  /** The columns of the records at `places`, in that order. */
  at(places: readonly number[]): RecordColumns {
    const picked = new RecordColumns();
    for (const { name, values } of this.#columns)
      for (const [place, from] of places.entries()) picked.putOne(place, name, values.at(from));
    for (const [place, from] of places.entries()) picked.#others.put(place, this.#others.at(from));
    picked.count = places.length;
    return picked;
  }

  /** The column of that name, which is there from now on; undefined where there is no room. */
  #columnOf(name: string): Named | undefined {
    const known = this.#byName.get(name);
    if (known !== undefined || this.#columns.length >= this.#most || this.#room.columns <= 0) return known;
    this.#room.columns--;
    return this.#added(name, new Figures());
  }

  #added(name: string, values: Values): Named {
    const column = { name, place: this.#columns.length, values };
    this.#columns.push(column);
    this.#byName.set(name, column);
    return column;
  }

  /** Where the column cannot hold the value, one that can takes its place. */
  #write(column: Named, place: number, value: unknown): void {
    const { values } = column;
    if (values.put(place, value)) return;
    const kinds =
      values instanceof Figures && isMembers(value) ? [new Inner(this.#room), new Things()] : [new Things()];
    for (const wider of kinds) {
      let isFitting = wider.put(place, value);
      for (let before = 0; isFitting && before < place; before++) isFitting = wider.put(before, values.at(before));
      column.values = wider;
      if (isFitting) return;
    }
  }
}
