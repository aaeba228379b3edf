/**
 * The numbers that JSON does not have and some services send all the same: NaN, Infinity and -Infinity. Each is one value of a
 * wrong kind, and no reason to lose the rest.
 */
import { parseJson } from '../../base/json.ts';

const NAMES = ['NaN', '-Infinity', 'Infinity'] as const;

/** No number either, but JSON: reading it gives a value that fits no field. */
const NOT_FINITE = '1e999';

/** The value of `text`, a reply or part of one; undefined when it is not JSON but for such numbers. */
export const parseReply = (text: string): unknown => {
  const value = parseJson(text);
  if (value !== undefined || !mayHoldOne(text)) return value;
  return parseJson(withNumbers(text, NOT_FINITE));
};

/** `text` as JSON, with null for each of these numbers; as it is when it holds none. */
export const validJson = (text: string): string => (mayHoldOne(text) ? withNumbers(text, 'null') : text);

const mayHoldOne = (text: string): boolean => text.includes('NaN') || text.includes('Infinity');

/** `text` with `instead` in the place of each of them that stands in no string. */
const withNumbers = (text: string, instead: string): string => {
  const pieces: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      at = endOfText(text, at);
      continue;
    }
    if (character !== 'N' && character !== 'I' && character !== '-') continue;
    const name = NAMES.find((candidate) => text.startsWith(candidate, at));
    if (name === undefined) continue;
    pieces.push(text.slice(from, at), instead);
    from = at + name.length;
    at = from - 1;
  }
  return pieces.join('') + text.slice(from);
};

/** Index of the quote that ends the string whose first quote stands at `at`; the text's length when none does. */
const endOfText = (text: string, at: number): number => {
  let end = at + 1;
  for (; end < text.length && text[end] !== '"'; end++) if (text[end] === '\\') end++;
  return end;
};

/** True when a reply's JSON says by itself that the call failed, whatever its status (docs/interface.md, Errors, rule 2). */
export const saysFailure = (json: unknown): boolean =>
  typeof json === 'object' && json !== null && 'success' in json && json.success === false;
