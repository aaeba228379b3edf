/** JSON output: records as received, with the characters that can mislead a terminal or a line reader written as `\uXXXX`. */
import { validJson } from '../api/records/wrong-numbers.ts';
import { printableJson } from '../base/printable.ts';

/** A record as it came in. A value of a wrong kind is present in `record` as `undefined`; `text` is its JSON as received. */
export type ReceivedRecord = { readonly record: Readonly<Record<string, unknown>>; readonly text: string };

/**
 * One format: what stands before the first record, between two batches, and after the last, and the text of a batch of at
 * least one record. Head and tail are written also when there is no record.
 */
export type Layout = {
  readonly head: string;
  readonly rows: (records: readonly ReceivedRecord[]) => string;
  readonly between: string;
  readonly tail: string;
};

/**
 * The members of the JSON object `text` by name, each value as its own JSON text. Of a name that stands twice the last one
 * counts, as in `JSON.parse`. `text` must be valid JSON.
 */
export const memberTexts = (text: string): ReadonlyMap<string, string> => {
  const members = new Map<string, string>();
  let at = text.indexOf('{') + 1;
  for (;;) {
    const nameFrom = text.indexOf('"', at);
    if (nameFrom < 0) return members;
    const nameTo = endOfString(text, nameFrom);
    const valueFrom = text.indexOf(':', nameTo) + 1;
    at = endOfValue(text, valueFrom);
    members.set(JSON.parse(text.slice(nameFrom, nameTo)), text.slice(valueFrom, at).trim());
  }
};

/** Where the string that begins at `from` ends, after its closing quote. */
const endOfString = (text: string, from: number): number => {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
};

/** Where the value that begins at `from` ends: at the comma or bracket that follows it on its own level. */
const endOfValue = (text: string, from: number): number => {
  let depth = 0;
  let at = from;
  while (at < text.length) {
    const character = text[at];
    if (character === '"') {
      at = endOfString(text, at);
      continue;
    }
    if (depth === 0 && (character === ',' || character === '}')) return at;
    if (character === '{' || character === '[') depth++;
    if (character === '}' || character === ']') depth--;
    at++;
  }
  return at;
};

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
