/**
 * What the stores on tables have in common, SQLite and PostgreSQL: they are asked the same, and differ in some statements and in how these
 * are run.
 */
import type { RoundDifference, Standing } from './round-difference.ts';
import type { HistoryStore, Recorded, Round, Stretch } from './store.ts';

/** A row, column by column: numbers, texts, bytes, nulls, and booleans, which are 0 and 1 in SQLite. */
export type Row = readonly unknown[];

/** What `$1`, `$2` ... in a statement stand for. Lists go as text, which the statement takes apart. */
export type Values = readonly (string | number | boolean | null | Uint8Array)[];

/** Runs a statement. Tables are called as in PostgreSQL, with `gpudeck.` before their names. */
export type Query = (text: string, values?: Values) => Promise<readonly Row[]>;

/** A piece of work that hands out each statement by `yield` and gets its rows back: SQLite does all of it at once. */
export type Steps<Result> = Generator<readonly [text: string, values?: Values], Result, readonly Row[]>;

/** What stood after the last answer that this program recorded: good as long as nobody else has recorded one since. */
export type Kept = { readonly lastMs: number; readonly standing: ReadonlyMap<number, Standing> };

/** What recording an answer did, and what is known after it. */
export type Written = {
  readonly recorded: Recorded;
  /** Absent where nothing was kept. */
  readonly kept?: Kept & { readonly question: number };
  /** True where the last answer was of an earlier hour. */
  readonly isNewHour?: boolean;
};

/** A new row of a table, by the names of its columns. */
export type NewRow = Readonly<Record<string, string | number | null | Buffer>>;

/** What each store does in its own way. */
export type Engine = {
  readonly query: Query;
  /** The rows of a statement without parameters, some thousands at a time: no more of them are in the memory. */
  readonly stream: (text: string) => AsyncIterable<readonly Row[]>;
  readonly run: <Result>(steps: Steps<Result>) => Promise<Result>;
  /** Runs what records `round` as one change, once more where it met somebody else's; then what is too old is taken out. */
  readonly record: (write: () => Steps<Written>, round: Round) => Promise<Written>;
  readonly close: () => Promise<void>;

  /** Numbers as one text, and what gives them back where that text is the parameter of this number. */
  readonly listOf: (numbers: readonly number[]) => string;
  readonly numbersIn: (parameter: number) => string;
  /** The same for names of models. */
  readonly namesOf: (models: readonly string[]) => string;
  readonly namesIn: (parameter: number) => string;
  /** Sorts models by their characters, and what has none first. */
  readonly byModel: string;
  /** Notes an event and gives its number; nothing where it is there. */
  readonly noteEvent: string;
  /** What stands of question $1. */
  readonly standing: string;
  /** Intervals of service $1 whose traits are of machine $2. */
  readonly ofMachine: (columns: string, ofService: string) => string;
  /** Intervals of the question that reach into the stretch. */
  readonly intervals: (
    columns: string,
    question: number,
    stretch: Stretch,
    only: NonNullable<Parameters<HistoryStore['intervals']>[2]>,
  ) => readonly [text: string, values: Values];

  /** Beginning, end, price and kind of what stood at one of the moments. Of models that are not named some may lack. */
  readonly stoodAt: (question: number, moments: readonly number[], models?: readonly string[]) => Steps<readonly Row[]>;
  /** The number of a question, which is added where it is new. */
  readonly questionOf: (service: string, asked: string) => Steps<number>;
  /** What is needed before anything is written that ends at these moments. */
  readonly makeReady?: (momentsMs: readonly number[]) => Steps<void>;
  /** The numbers of the traits that the offers have. */
  readonly traitsOf: (offers: Round['offers']) => Steps<ReadonlyMap<string, number>>;
  readonly end: (question: number, untilMs: number, ended: RoundDifference['ended']) => Steps<void>;
  readonly insert: (table: 'standing' | 'markets' | 'hours', rows: readonly NewRow[]) => Steps<void>;
};

/** Of 25,000 offers the traits take some 15 MB: as many are remembered by their numbers. */
export const MOST_REMEMBERED = 60_000;

/** Rows that are read at a time where all of them would be too many. */
export const ROWS_AT_A_TIME = 5000;
