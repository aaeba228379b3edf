/**
 * Variables and docker's options of an instance (docs/interface.md, Create instance): as an object, which is what they are kept as, and as the
 * text that follows `docker run`.
 */

import * as z from 'zod';
import { shellWords } from '../../base/other-programs.ts';
import { storableText } from '../answer.ts';

/** Options whose value is a part of their name, as in `{"-p 8080:8080": "1"}`. */
const FLAGS = ['-p', '-v', '-n'];

/** The object that stands for a text of options; undefined for a text that is none. */
const readOptions = (text: string): Readonly<Record<string, string>> | undefined => {
  const words = shellWords(text);
  const entries: [name: string, value: string][] = [];
  for (let place = 0; place < words.length; place += 2) {
    const option = words[place] ?? '';
    const value = words[place + 1];
    if (value === undefined) return undefined;
    const [name = '', ...rest] = value.split('=');
    if (option === '-e' || option === '--env') entries.push([name, rest.join('=')]);
    else if (option === '-h') entries.push([option, value]);
    else if (FLAGS.includes(option)) entries.push([`${option} ${value}`, '1']);
    else return undefined;
  }
  return Object.fromEntries(entries);
};

/** A variable, or an option of docker's with what follows it; a host name may be the option's value. */
const name = storableText.regex(/^(?:[A-Za-z_][A-Za-z0-9_]*|-h|-[a-z] \S+)$/);

const problem = ({ code }: { readonly code?: string | undefined }): string =>
  code === 'invalid_key'
    ? 'must be a name such as HF_TOKEN, or an option such as "-p 8080:8080"'
    : 'must be an object of names and values';

/** zod leaves this name out of a record without a word, and the variable would be missing. */
const NEVER_A_NAME = '__proto__';

const isNamed = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, NEVER_A_NAME);

/** Names and values in the order in which they came. */
export const environment = z
  .unknown()
  .transform((value, context) => {
    const read = typeof value === 'string' ? readOptions(value) : value;
    if (value === undefined || value === null || read !== undefined) return read;
    context.addIssue('must be options such as "-e NAME=value -p 8080:8080 -h name", or an object');
    return z.NEVER;
  })
  .refine((value) => !isNamed(value), `must not name ${NEVER_A_NAME}`)
  .pipe(
    z.record(name, z.union([storableText, z.number(), z.boolean()], 'must be a text'), { error: problem }).nullish(),
  )
  .transform((names) => Object.entries(names ?? {}).map(([name, value]) => [name, String(value)] as const));
