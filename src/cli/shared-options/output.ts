/** The options that say how records are printed. */
import { InvalidArgumentError, Option, type Command as Parser } from 'commander';
import type { Field } from '../../catalogue/field.ts';
import { commaList } from './values.ts';

/** How results are written. */
type Format = 'json' | 'ndjson' | 'csv' | 'table';

/** Absent: the format that fits where the output goes, and every field. `fields` are wire names, breakdown figures as `search.totalHour`. */
export type Output = { readonly format?: Format; readonly fields?: readonly string[] };

/** What commander makes of the options. */
export type OutputFlags = { readonly [F in Format]?: true } & {
  readonly raw?: true;
  readonly fields?: readonly string[];
};

const FORMATS = [
  ['json', 'one JSON array, as received'],
  ['ndjson', 'one JSON object per line (default in a pipe)'],
  ['csv', 'CSV, with the field names and units of the service'],
  ['table', 'a table that fits the terminal (default on a terminal)'],
] as const satisfies readonly (readonly [Format, string])[];

/** Adds the options to `parser`; `readFields` reads what `--fields` names. */
export const addOutputOptions = (parser: Parser, readFields: (text: string) => readonly string[]): Parser => {
  for (const [format, meaning] of FORMATS) {
    const others = FORMATS.map(([name]) => name).filter((name) => name !== format);
    parser.addOption(new Option(`--${format}`, meaning).conflicts(others));
  }
  parser.addOption(new Option('--raw', 'the same as --json').conflicts(FORMATS.map(([name]) => name)).hideHelp());
  return parser.option('--fields <a,b,c>', 'print only these fields, in this order', readFields);
};

/** What the flags mean. */
export const readOutput = (flags: OutputFlags): Output => {
  const format = flags.raw ? 'json' : FORMATS.find(([name]) => flags[name])?.[0];
  return { ...(format && { format }), ...(flags.fields && { fields: flags.fields }) };
};

/** Reads names out of `fields`. */
export const namesOf =
  (fields: readonly Field[]) =>
  (text: string): readonly string[] =>
    commaList(text).map((word) => {
      const names = fields.map(({ name }) => name);
      if (names.includes(word)) return word;
      throw new InvalidArgumentError(`There is no field ${word}. The fields are ${names.join(', ')}.`);
    });
