/** What keeps a key from being sent. Pure. */
import { grouped } from '../../base/figures.ts';

/** Servers take 8 to 16 KiB of headers in all: what is longer is no key, and hardly any server would say so. */
const LONGEST_KEY = 16_000;

/** True when every character of `key` can stand in a header: visible ASCII. */
export const fitsHeader = (key: string): boolean => /^[\x21-\x7e]*$/.test(key);

/** Why no header can carry `apiKey`, without a full stop; undefined when one can. The key is not repeated. */
export const keyProblem = (apiKey: string): string | undefined => {
  if (apiKey === '') return 'it is empty';
  if (apiKey.length > LONGEST_KEY)
    return `it has ${grouped(apiKey.length)} characters, and the limit is ${grouped(LONGEST_KEY)}`;
  return fitsHeader(apiKey) ? undefined : 'it contains characters that cannot be sent in a header';
};
