/**
 * The environment of an instance as it is asked for: names, and where each value comes from. Values are read when they are about to be
 * sent, and kept nowhere.
 */

import { isAbsolute, join } from 'node:path';
import { messageOf } from '../base/message.ts';
import { readSmallFile, UnreadableFile } from '../storage/files/small-file.ts';

/** One name, and its value or where it comes from. An option such as `-p 8080:8080` is a name without a value. */
export type EnvironmentSource = { readonly name: string } & (
  | { readonly from: 'variable'; readonly variable: string }
  | { readonly from: 'file'; readonly file: string }
  | { readonly from: 'typed'; readonly value: string }
  | { readonly from: 'option' }
);

/** Where values come from: the program's own variables, the folder of relative files, and what `~` is. */
export type ValuePlaces = {
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  readonly home: string;
};

/** What is written for each kind of value. */
const ENVIRONMENT_FORM = 'HF_TOKEN, KEY=@~/file, MODE=fast or -p 8080:8080';

/** What an option is sent with (docs/interface.md, Create instance). */
const OPTION_VALUE = '1';

const MAXIMUM_BYTES = 64 * 1024;

const WORD = /\s+|(?:[^\s'"]|'[^']*'|"[^"]*")+/gy;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const REFERENCE = /^\$([A-Za-z_][A-Za-z0-9_]*)$/;
const QUOTED = /'([^']*)'|"([^"]*)"/g;
const PLAIN = /^[^\s'"]+$/;

/** What `text` asks for, or in words what is wrong with it. A value with spaces stands in quotes. */
export const parseEnvironment = (text: string): readonly EnvironmentSource[] | { readonly problem: string } => {
  const words = wordsIn(text.trim());
  if (words === undefined) return { problem: 'A quote is not closed.' };
  const sources: EnvironmentSource[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '-p') {
      at++;
      const ports = words[at];
      if (ports === undefined) return { problem: 'Write the ports behind -p, as in -p 8080:8080.' };
      sources.push({ name: `-p ${ports}`, from: 'option' });
      continue;
    }
    const source = sourceOf(word);
    if (source === undefined) return { problem: `${nameIn(word)} cannot be read: write ${ENVIRONMENT_FORM}.` };
    sources.push(source);
  }
  const names = sources.map(({ name }) => name);
  const twice = names.find((name, place) => names.indexOf(name) < place);
  return twice === undefined ? sources : { problem: `${twice} is there twice.` };
};

/** The text that asks for `sources`; a typed value is left out, unless it may be shown. */
export const environmentText = (sources: readonly EnvironmentSource[], isTypedShown: boolean): string =>
  sources.map((source) => sourceText(source, isTypedShown)).join(' ');

const sourceText = (source: EnvironmentSource, isTypedShown: boolean): string => {
  switch (source.from) {
    case 'variable':
      return source.variable === source.name ? source.name : `${source.name}=$${source.variable}`;
    case 'file':
      return `${source.name}=@${quoted(source.file)}`;
    case 'typed':
      return `${source.name}=${isTypedShown ? quoted(source.value) : ''}`;
    case 'option':
      return source.name;
  }
};
/** The same of what was typed as it may be kept: without typed values, and nothing of what cannot be read. */
export const withoutTyped = (text: string): string => {
  const sources = parseEnvironment(text);
  return 'problem' in sources ? '' : environmentText(sources, false);
};

/** The values by name, or which one cannot be had. The sentence holds no value. */
export const readEnvironment = (
  sources: readonly EnvironmentSource[],
  places: ValuePlaces,
): { readonly environment: Readonly<Record<string, string>> } | { readonly problem: string } => {
  const values: [string, string][] = [];
  for (const source of sources) {
    const value = valueFrom(source, places);
    if (typeof value !== 'string') return value;
    values.push([source.name, value]);
  }
  return { environment: Object.fromEntries(values) };
};

/** The absolute path of a file that somebody has written down. */
export const fileAt = (file: string, { folder, home }: Pick<ValuePlaces, 'folder' | 'home'>): string => {
  if (file === '~' || file.startsWith('~/')) return join(home, file.slice(1));
  return isAbsolute(file) ? file : join(folder, file);
};

const valueFrom = (source: EnvironmentSource, places: ValuePlaces): string | { readonly problem: string } => {
  const { name } = source;
  switch (source.from) {
    case 'option':
      return OPTION_VALUE;
    case 'typed':
      return source.value === ''
        ? { problem: `${name} has no value: write ${name}=VALUE, or ${name} alone for the variable of that name.` }
        : source.value;
    case 'variable': {
      const { variable } = source;
      // The key of the service would give whoever reads the instance the whole account.
      if (variable.startsWith('GPUDECK_')) return { problem: `${variable} is gpudeck's own, and is not sent.` };
      const value = places.variables[variable];
      return value === undefined || value === ''
        ? { problem: `${name}: the variable ${variable} is not set where gpudeck was started.` }
        : value;
    }
    case 'file':
      return textOf(name, fileAt(source.file, places));
  }
};

const textOf = (name: string, file: string): string | { readonly problem: string } => {
  try {
    const value = readSmallFile(file, MAXIMUM_BYTES).text.replace(/\r?\n$/, '');
    if (value === '') return { problem: `${name}: the file ${file} is empty.` };
    return /[\0\ufffd]/.test(value) ? { problem: `${name}: the file ${file} is no text.` } : value;
  } catch (error) {
    if (error instanceof UnreadableFile) return { problem: `${name}: the file ${error.message}.` };
    return {
      problem: `${name}: the file ${file} cannot be read: ${messageOf(error)}`,
    };
  }
};

/** The words of a line, those in quotes as one; undefined where a quote is not closed. */
const wordsIn = (text: string): readonly string[] | undefined => {
  const words: string[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    end = index + word.length;
    if (word.trim() !== '') words.push(word);
  }
  return end === text.length ? words : undefined;
};

const sourceOf = (word: string): EnvironmentSource | undefined => {
  const sign = word.indexOf('=');
  const name = sign < 0 ? word : word.slice(0, sign);
  if (!NAME.test(name)) return undefined;
  if (sign < 0) return { name, from: 'variable', variable: name };
  const written = word.slice(sign + 1);
  const variable = REFERENCE.exec(written)?.[1];
  if (variable !== undefined) return { name, from: 'variable', variable };
  const value = unquoted(written);
  if (written.startsWith('@')) return value === '@' ? undefined : { name, from: 'file', file: value.slice(1) };
  return { name, from: 'typed', value };
};

/** As much of a word as may be repeated: what stands behind its name may be a token. */
const nameIn = (word: string): string => {
  const name = unquoted(word.split('=', 1)[0] ?? '');
  return word.includes('=') ? `${name}=...` : name.length > 40 ? 'A word' : name;
};

const unquoted = (text: string): string =>
  text.replace(QUOTED, (_, single: string | undefined, double: string | undefined) => single ?? double ?? '');

/** `text` so that `unquoted` gives it back, whatever quotes stand in it. */
const quoted = (text: string): string => {
  if (PLAIN.test(text) && !/^[@$]/.test(text)) return text;
  return text.includes("'")
    ? text
        .split("'")
        .map((part) => `'${part}'`)
        .join(`"'"`)
    : `'${text}'`;
};
