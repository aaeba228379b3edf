/** Records as CSV: the catalogue's fields by wire name and in wire units, safe to open in a spreadsheet. */
import { stringify } from 'csv-stringify/sync';
import { withoutFormulas } from '../base/other-programs.ts';
import { printable } from '../base/printable.ts';
import { BREAKDOWN_FIGURES, type Field } from '../catalogue/field.ts';

import { jsonOf } from '../catalogue/format.ts';
import type { Layout, ReceivedRecord } from './json.ts';

/** Columns named by `names`; absent values are empty, lists and objects are JSON, text that could be a formula starts with `'`. */
export const csvLayout = (names: readonly string[]): Layout => ({
  head: lines([names]),
  rows: (records) => lines(records.map(({ record }) => names.map((name) => cellOf(record, name)))),
  between: '',
  tail: '',
});

/** The column names of `fields`: a breakdown is its six figures, as `search.totalHour`. */
export const csvColumns = (fields: readonly Field[]): readonly string[] =>
  fields.flatMap(({ name, wire }) =>
    wire === 'breakdown' ? BREAKDOWN_FIGURES.map((figure) => `${name}.${figure.name}`) : [name],
  );

const lines = (rows: readonly (readonly Cell[])[]): string =>
  stringify([...rows.map((row) => [...row])], { cast: { boolean: String } });

type Cell = string | number | boolean | null;

const cellOf = (record: ReceivedRecord['record'], name: string): Cell => {
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
