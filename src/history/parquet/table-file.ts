/** Writes rows of a table into a Parquet file, a group of rows at a time. The only user of the package. */
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { type ColumnKind, MONEY_DIGITS, MONEY_PRECISION, SCHEMA_VERSION, TABLES, type TableName } from './columns.ts';

/** A value as the file takes it; undefined for none. */
export type FileValue = bigint | number | string | boolean | undefined;

const NOTHING: readonly FileValue[] = [];

const ROWS_A_GROUP = 100_000;

const MONEY_UNIT = 10 ** MONEY_DIGITS;
const MOST_MONEY = 10 ** (MONEY_PRECISION - MONEY_DIGITS);

/** `value` as a column of that kind takes it; what it cannot hold is none. */
export const fileValue = (kind: ColumnKind, value: unknown): FileValue => {
  if (value === null || value === undefined) return undefined;
  switch (kind) {
    case 'moment':
    case 'id':
    case 'count':
      return Number.isSafeInteger(value) ? BigInt(value as number) : undefined;
    case 'money':
      return typeof value === 'number' && Math.abs(value) < MOST_MONEY
        ? BigInt(Math.round(value * MONEY_UNIT))
        : undefined;
    case 'figure':
      return typeof value === 'number' ? value : undefined;
    case 'truth':
      return typeof value === 'boolean' || value === 0 || value === 1 ? Boolean(value) : undefined;
    case 'text':
      return typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value);
  }
};

const MONEY = { converted_type: 'DECIMAL', precision: MONEY_PRECISION, scale: MONEY_DIGITS } as const;

/** What the file says of a column of each kind. */
const ELEMENTS: Readonly<Record<ColumnKind, Partial<SchemaElement>>> = {
  moment: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  money: {
    type: 'INT64',
    ...MONEY,
    logical_type: { type: 'DECIMAL', precision: MONEY_PRECISION, scale: MONEY_DIGITS },
  },
  id: { type: 'INT64' },
  count: { type: 'INT64' },
  figure: { type: 'DOUBLE' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  truth: { type: 'BOOLEAN' },
};

/** A file that is being written. */
export type TableFile = {
  /** Adds a row: a value for each column, in their order, the last of them in `more`. */
  readonly add: (row: readonly FileValue[], more?: readonly FileValue[]) => void;
  /** Writes what is left, all of it on the disk then; resolves to what the file holds. */
  readonly finish: () => { readonly rows: number; readonly bytes: number };
  /** Lets go of it, finished or not. */
  readonly drop: () => void;
};

/** Makes the file at `path`, over one that is there. Throws what the file system throws. */
export const createTableFile = (path: string, table: TableName): TableFile => {
  const columns = TABLES[table];
  const descriptor = openSync(path, 'w');
  const flush = (): void => {
    const chunk = bytes.getBytes();
    for (let written = 0; written < chunk.length; ) written += writeSync(descriptor, chunk, written);
    bytes.index = 0;
  };
  const bytes = Object.assign(new ByteWriter(), { flush });
  const writer = new ParquetWriter({
    writer: bytes,
    schema: [
      { name: table, num_children: columns.length },
      ...columns.map(
        ({ name, kind, ...column }): SchemaElement => ({
          ...ELEMENTS[kind],
          name,
          repetition_type: 'isAlways' in column ? 'REQUIRED' : 'OPTIONAL',
        }),
      ),
    ],
    createdBy: 'gpudeck',
    kvMetadata: [{ key: 'gpudeck.schema', value: String(SCHEMA_VERSION) }],
  });
  // A column for each value of a row; of what rows share, one list for all of it.
  let own: FileValue[][] = [];
  let shared: (readonly FileValue[])[] = [];
  let rows = 0;
  const writeGroup = (): void => {
    if (shared.length === 0) return;
    const columnData = columns.map(({ name }, place) => ({
      name,
      // What rows share is spread over all groups: none could be skipped by it.
      statistics: place < own.length,
      // Asked for when the column is written: few of them at a time are in the memory.
      get data() {
        return own[place] ?? shared.map((values) => values[place - own.length]);
      },
    }));
    // What is flushed at once is no promise.
    void writer.write({ columnData, rowGroupSize: ROWS_A_GROUP });
    rows += shared.length;
    own = [];
    shared = [];
  };
  let isOpen = true;
  const close = (): void => {
    if (isOpen) closeSync(descriptor);
    isOpen = false;
  };
  return {
    add: (row, more = NOTHING) => {
      for (let place = 0; place < row.length; place++) {
        own[place] ??= [];
        own[place]?.push(row[place]);
      }
      shared.push(more);
      if (shared.length === ROWS_A_GROUP) writeGroup();
    },
    finish: () => {
      writeGroup();
      void writer.finish();
      flush();
      fsyncSync(descriptor);
      close();
      return { rows, bytes: bytes.offset };
    },
    drop: close,
  };
};
