/** Reads a JSON file that the user has written by hand, and names the file, the line and the key of what is wrong with it. */

import type * as z from 'zod';
import { messageOf } from '../../base/message.ts';
import { readSmallFile, UnreadableFile } from './small-file.ts';

/** Something wrong with a file that the user writes: where it stands, as far as it stands anywhere, and a sentence. */
export type FileProblem = { readonly line?: number; readonly member?: string; readonly message: string };

/** `problem` of `file` in one line. */
export const placedProblem = (file: string, { line, member, message }: FileProblem): string => {
  if (line === undefined) return message;
  return `${file}, line ${line}${member === undefined ? '' : `, ${member}`}: ${message}`;
};

/** What a file holds: as JSON, and as the value that its schema makes of it where nothing is wrong. */
type HandWritten<Value> = {
  readonly file: string;
  readonly isThere: boolean;
  readonly content?: unknown;
  readonly value?: Value;
  readonly problems: readonly FileProblem[];
  /** The first of them in one line, with the file. */
  readonly problem?: string;
};

/** Reads `file`, which has `maximumBytes` at the most, and looks it through to its end; its schema is made where there is one. */
export const readHandWritten = <Value>(
  file: string,
  schema: () => z.ZodType<Value>,
  maximumBytes: number,
): HandWritten<Value> => {
  const reading = readAndCheck(file, schema, maximumBytes);
  const [first] = reading.problems;
  return { file, ...reading, ...(first !== undefined && { problem: placedProblem(file, first) }) };
};

const readAndCheck = <Value>(
  file: string,
  schema: () => z.ZodType<Value>,
  maximumBytes: number,
): Omit<HandWritten<Value>, 'file' | 'problem'> => {
  let text: string;
  try {
    ({ text } = readSmallFile(file, maximumBytes));
  } catch (error) {
    if (isMissing(error)) return { isThere: false, problems: [] };
    if (error instanceof UnreadableFile) return { isThere: true, problems: [{ message: `${error.message}.` }] };
    const reason = messageOf(error);
    return { isThere: true, problems: [{ message: `${file} cannot be read: ${reason}` }] };
  }
  const parsing = parsed(text);
  if ('line' in parsing) {
    return { isThere: true, problems: [{ line: parsing.line, message: `this is not JSON (${parsing.reason}).` }] };
  }
  const content = parsing.value;
  const checked = schema().safeParse(content);
  if (checked.success) return { isThere: true, content, value: checked.data, problems: [] };
  const problems = checked.error.issues.map((issue): FileProblem => {
    const { message } = issue;
    // What does not belong there is named itself, and not what it stands in.
    const strange = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
    const path = [...issue.path, ...strange].map(String);
    return {
      line: lineOf(text, path),
      ...(path.length > 0 && { member: path.join('.') }),
      message: `${message || 'is not valid'}.`,
    };
  });
  return { isThere: true, content, problems };
};

type Content = { readonly value: unknown } | { readonly line: number; readonly reason: string };

/** What V8 quotes of the text around the problem: a key may have been pasted there. */
const EXCERPT = /(?:, ?(?:\.\.\.)?".*)? is not valid JSON$/s;

const parsed = (text: string): Content => {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    const message = messageOf(error);
    const position = positionIn(message);
    return {
      line: position === undefined ? brokenLine(text) : lineAt(text, position),
      reason: message.replace(EXCERPT, ''),
    };
  }
};

/** The place that V8 names, in UTF-16 units. */
const positionIn = (message: string): number | undefined => {
  const position = /position (\d+)/.exec(message)?.[1];
  return position === undefined ? undefined : Number(position);
};

/** The first line, from 1, up to which the text cannot become JSON, whatever follows. Not every message of V8 names a place. */
const brokenLine = (text: string): number => {
  const lines = text.split('\n');
  let good = 0;
  let broken = lines.length;
  while (broken - good > 1) {
    const middle = Math.floor((good + broken) / 2);
    if (isBegun(lines.slice(0, middle).join('\n'))) good = middle;
    else broken = middle;
  }
  return broken;
};

const isBegun = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    return message.includes('end of JSON input') || positionIn(message) === text.length;
  }
};

/** The line, from 1, of the key or the place in a list that `path` leads to, or of the nearest one above it. The text is JSON. */
const lineOf = (text: string, path: readonly string[]): number => {
  /** Where the walk is: the key or the place at each level, and whether that level is a list. */
  const here: { at: string | number | undefined; readonly isList: boolean }[] = [];
  let deepest = 0;
  let place = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const level = here.at(-1);
    if (token === ',') {
      if (level !== undefined) level.at = typeof level.at === 'number' ? level.at + 1 : undefined;
      continue;
    }
    if (token === '}' || token === ']') here.pop();
    else if (level?.isList === false && level.at === undefined) level.at = String(JSON.parse(token));
    if (here.length > deepest && here.every(({ at }, depth) => String(at) === path[depth])) {
      deepest = here.length;
      place = index;
      if (deepest === path.length) break;
    }
    if (token === '{') here.push({ at: undefined, isList: false });
    if (token === '[') here.push({ at: 0, isList: true });
  }
  return lineAt(text, place);
};

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],]|[^\s{}[\],:"]+/g;

const lineAt = (text: string, position: number): number => text.slice(0, position).split('\n').length;

/** A file where a folder is expected, as for a home that is one, is no file to read either. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
