/**
 * The environment of a template, which is text on the wire, `-e NAME=value -p 8080:8080`, and the object that a creation has in its place
 * (docs/interface.md, Templates): one function each way. Pure.
 */
import { REDACTED } from './redact/redact.ts';

const WORD = /(?:"[^"]*"|'[^']*'|[^\s"'])+/g;
const QUOTED = /"([^"]*)"|'([^']*)'/g;
const PLAIN = /^[^\s'"]+$/;

/** What a text of options names; undefined for one that is none. */
export const readOptionText = (text: string): Readonly<Record<string, string>> | undefined => {
  if (text.replaceAll(WORD, '').trim() !== '') return undefined;
  const words = [...text.matchAll(WORD)].map(([word]) =>
    word.replaceAll(QUOTED, (_, double?: string, single?: string) => double ?? single ?? ''),
  );
  const entries: [name: string, value: string][] = [];
  for (let at = 0; at < words.length; at += 2) {
    const [option = '', value] = words.slice(at, at + 2);
    if (value === undefined) return undefined;
    const sign = value.indexOf('=');
    if (option === '-e' || option === '--env')
      entries.push(sign < 0 ? [value, ''] : [value.slice(0, sign), value.slice(sign + 1)]);
    else if (option === '-h') entries.push([option, value]);
    else if (/^-[pvn]$/.test(option)) entries.push([`${option} ${value}`, '1']);
    else return undefined;
  }
  return Object.fromEntries(entries);
};

/** The text that names the same. */
export const optionText = (environment: Readonly<Record<string, string>>): string =>
  Object.entries(environment)
    .map(([name, value]) => {
      if (name === '-h') return `-h ${quoted(value)}`;
      return name.startsWith('-') ? `${name.slice(0, 2)} ${quoted(name.slice(3))}` : `-e ${quoted(`${name}=${value}`)}`;
    })
    .join(' ');

/** The environment with its values masked; options such as `-p 8080:8080` stay. */
export const maskedEnvironment = (environment: object): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, name.startsWith('-') ? value : REDACTED]),
  );

/** The text so masked; where it cannot be read, nothing of it. */
export const maskedOptionText = (text: string): string => {
  const environment = readOptionText(text);
  return environment === undefined ? REDACTED : optionText(maskedEnvironment(environment));
};

/** Single quotes end before one that is meant, which stands in double ones. */
const quoted = (text: string): string => (PLAIN.test(text) ? text : `'${text.replaceAll("'", `'"'"'`)}'`);
