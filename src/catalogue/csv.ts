/** Records as CSV: the catalogue's fields by wire name and in wire units, safe to open in a spreadsheet. */
import { stringify } from 'csv-stringify/sync';
import { withoutFormulas } from '../base/formula.ts';
import { printable } from '../base/printable.ts';
import { BREAKDOWN_FIGURES } from './breakdown.ts';
import type { ServiceRecord } from './columns.ts';
import type { Field } from './field.ts';
import { jsonOf } from './json-start.ts';

/** The line that names the columns. */
export const csvHead = (names: readonly string[]): string => lines([names]);

/** A line for each record with the columns of `names`; absent values are empty, lists and objects are JSON, text that could be a formula starts with `'`. */
export const csvRows = (records: readonly ServiceRecord[], names: readonly string[]): string =>
  lines(records.map((record) => names.map((name) => cellOf(record, name))));

/** The column names of `fields`: a breakdown is its six figures, as `search.totalHour`. */
export const csvColumns = (fields: readonly Field[]): readonly string[] =>
  fields.flatMap(({ name, wire }) =>
    wire === 'breakdown' ? BREAKDOWN_FIGURES.map((figure) => `${name}.${figure.name}`) : [name],
  );

const lines = (rows: readonly (readonly Cell[])[]): string =>
  stringify([...rows.map((row) => [...row])], { cast: { boolean: String } });

type Cell = string | number | boolean | null;

const cellOf = (record: ServiceRecord, name: string): Cell => {
  const [outer = '', figure] = name.split('.');
  const value = figure === undefined ? record[name] : memberOf(record[outer], figure);
  switch (typeof value) {
    case 'string':
      return withoutFormulas(printable(value));
    case 'number':
    case 'boolean':
      return value;
    case 'object':
      return value === null ? null : withoutFormulas(printable(jsonOf(value)));
    default:
      return null;
  }
};

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
