/** JSON output: records as received, with the characters that can mislead a terminal or a line reader written as `\uXXXX`. */
import { validJson } from '../api/records/wrong-numbers.ts';
import { printableJson } from '../base/printable.ts';
import type { Layout, ReceivedRecord } from './layout.ts';
import { memberTexts } from './members.ts';

/** Blanks of a reply that was written over several lines; a JSON string cannot hold them. */
const LINE_BREAKS = /[\r\n]\s*/g;

/** One array with a record a line. `fields` chooses members and their order; a breakdown figure is named `search.totalHour`. */
export const jsonLayout = (fields?: readonly string[]): Layout => ({
  head: '[',
  rows: (records) => records.map((record) => `\n${recordText(record, fields)}`).join(','),
  between: ',',
  tail: '\n]\n',
});

/** One record a line. */
export const ndjsonLayout = (fields?: readonly string[]): Layout => ({
  head: '',
  rows: (records) => records.map((record) => `${recordText(record, fields)}\n`).join(''),
  between: '',
  tail: '',
});

const recordText = ({ text: received }: ReceivedRecord, fields: readonly string[] | undefined): string => {
  const text = validJson(received);
  const chosen = fields === undefined ? text : chosenMembers(text, fields);
  return printableJson(chosen.replace(LINE_BREAKS, ' '));
};

/** The object with those of `fields` that `text` has. */
const chosenMembers = (text: string, fields: readonly string[]): string => {
  const members = memberTexts(text);
  const chosen = fields.flatMap((field) => {
    const value = members.get(field) ?? figureText(members, field);
    return value === undefined ? [] : [`${JSON.stringify(field)}:${value}`];
  });
  return `{${chosen.join(',')}}`;
};

const figureText = (members: ReadonlyMap<string, string>, field: string): string | undefined => {
  const [view = '', figure] = field.split('.');
  const breakdown = members.get(view);
  return figure === undefined || !breakdown?.startsWith('{') ? undefined : memberTexts(breakdown).get(figure);
};

/** `record` as a line of that. */
export const jsonLine = (record: Readonly<Record<string, unknown>>): string =>
  ndjsonLayout().rows([{ record, text: JSON.stringify(record) }]);
