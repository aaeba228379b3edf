/**
 * What an alert waits for in the account: `balance < 20`, `runway < 12h`, `burn > 3/h`, `instance idle for 2h`, `instance costs while
 * stopped for 3d`, `lease ends in 1h` (docs/alerts.md, Money). Pure.
 */
import { readSpan } from '../base/time.ts';

/** Amounts are dollars, of `burn` dollars an hour. */
export type AccountCondition =
  | { readonly what: 'balance' | 'burn'; readonly side: 'below' | 'above'; readonly dollars: number }
  | { readonly what: 'runway'; readonly side: 'below' | 'above'; readonly ms: number }
  /** Of every instance where none is named. */
  | { readonly what: 'idle' | 'stopped'; readonly ms: number; readonly instanceId: number | undefined }
  | { readonly what: 'lease'; readonly ms: number; readonly instanceId: number | undefined };

const NAMES: Readonly<Record<string, 'balance' | 'burn' | 'runway'>> = {
  ...{ balance: 'balance', credit: 'balance', burn: 'burn', spending: 'burn', spend: 'burn', runway: 'runway' },
};

const SIDES: Readonly<Record<string, 'below' | 'above'>> = {
  ...{ '<': 'below', '<=': 'below', below: 'below', under: 'below', 'less than': 'below' },
  ...{ '>': 'above', '>=': 'above', above: 'above', over: 'above', 'more than': 'above' },
};

/** Words that say nothing here. */
const NEEDLESS = ['my', 'the', 'a', 'an', 'any', 'is', 'are', 'has', 'been', 'of', 'rate', 'falls', 'rises', 'gets'];

/** The condition that `text` says behind `when`, in small letters; or what is wrong with it; undefined where it is about something else. */
export const readAccountCondition = (text: string): AccountCondition | { readonly problem: string } | undefined => {
  const words = text
    .replace(/(?:<=|>=|<|>)/g, (sign) => ` ${sign} `)
    .split(/\s+/)
    .filter((word) => word !== '' && !NEEDLESS.includes(word));
  const [first = '', ...rest] = words;
  const name = NAMES[first];
  if (name !== undefined) return readFigure(name, rest);
  if (first === 'instance' || first === 'instances') return readInstance(rest);
  return first === 'lease' || first === 'leases' ? readLease(rest) : undefined;
};

const readFigure = (
  what: 'balance' | 'burn' | 'runway',
  words: readonly string[],
): AccountCondition | { readonly problem: string } => {
  const isTwo = SIDES[words.slice(0, 2).join(' ')] !== undefined;
  const side = SIDES[words.slice(0, isTwo ? 2 : 1).join(' ')];
  const figure = words.slice(isTwo ? 2 : 1).join(' ');
  if (side === undefined) return { problem: `Write ${EXAMPLES[what]}.` };
  if (what === 'runway') {
    const seconds = figure === '' ? undefined : readSpan(figure);
    return seconds === undefined || seconds === 0
      ? { problem: `Write a time, as in ${EXAMPLES.runway}.` }
      : { what, side, ms: seconds * 1000 };
  }
  const dollars = readDollars(figure, what === 'burn');
  return dollars === undefined ? { problem: `Write dollars, as in ${EXAMPLES[what]}.` } : { what, side, dollars };
};

const EXAMPLES = { balance: 'balance < 20', burn: 'burn > 3/h', runway: 'runway < 12h' } as const;

/** `20`, `$20.50`, `-3`, `3/h`; undefined for what is no amount. */
const readDollars = (text: string, isRate: boolean): number | undefined => {
  const bare = (isRate ? text.replace(/ ?\/ ?(?:h|hr|hour)$/, '') : text).replace(/ ?(?:\$|usd|dollars)$/, '');
  const plain = bare.replace(/^(-?)\$/, '$1').replaceAll(',', '');
  const dollars = /^-?\d{1,12}(?:\.\d{1,9})?$/.test(plain) ? Number(plain) : undefined;
  return dollars !== undefined && isRate && dollars < 0 ? undefined : dollars;
};

const ID = /^#?(\d{1,15})$/;

/** The id that `words` begin with, and what stands behind it. */
const idAndRest = (words: readonly string[]): readonly [id: number | undefined, rest: readonly string[]] => {
  const digits = ID.exec(words[0] ?? '')?.[1];
  return digits === undefined ? [undefined, words] : [Number(digits), words.slice(1)];
};

/** Milliseconds of what stands behind the last of `phrases` that `words` begin with; undefined where none is there. */
const spanBehind = (words: readonly string[], phrases: readonly string[]): number | undefined => {
  const said = words.join(' ');
  const phrase = phrases.find((one) => said.startsWith(`${one} `));
  const seconds = phrase === undefined ? undefined : readSpan(said.slice(phrase.length + 1));
  return seconds === undefined || seconds === 0 ? undefined : seconds * 1000;
};

/** What else is said of an instance is the reader's of other sentences. */
const readInstance = (words: readonly string[]): AccountCondition | { readonly problem: string } | undefined => {
  const [instanceId, rest] = idAndRest(words);
  if (rest[0] === 'idle') {
    const ms = spanBehind(rest, ['idle for', 'idle since', 'idle']);
    return ms === undefined
      ? { problem: 'Write for how long, as in instance idle for 2h.' }
      : { what: 'idle', ms, instanceId };
  }
  if (!rest.includes('stopped') || !['costs', 'cost', 'costing', 'charged', 'stopped'].includes(rest[0] ?? ''))
    return undefined;
  const ms = spanBehind(rest, [
    'costs while stopped for',
    'cost while stopped for',
    'costing while stopped for',
    'charged while stopped for',
    'stopped for',
  ]);
  return ms === undefined
    ? { problem: 'Write for how long, as in instance costs while stopped for 3d.' }
    : { what: 'stopped', ms, instanceId };
};

const readLease = (words: readonly string[]): AccountCondition | { readonly problem: string } => {
  const [instanceId, rest] = idAndRest(words[0] === 'instance' ? words.slice(1) : words);
  const ms = spanBehind(rest, ['ends in', 'ends within', 'end in', 'ending in', 'ends']);
  return ms === undefined
    ? { problem: 'Write in how long, as in lease ends in 1h.' }
    : { what: 'lease', ms, instanceId };
};

/** As it is read back. */
export const printAccountCondition = (condition: AccountCondition): string => {
  switch (condition.what) {
    case 'balance':
      return `balance ${SIGNS[condition.side]} ${condition.dollars}`;
    case 'burn':
      return `burn ${SIGNS[condition.side]} ${condition.dollars}/h`;
    case 'runway':
      return `runway ${SIGNS[condition.side]} ${spanText(condition.ms)}`;
    case 'idle':
      return `instance${idText(condition)} idle for ${spanText(condition.ms)}`;
    case 'stopped':
      return `instance${idText(condition)} costs while stopped for ${spanText(condition.ms)}`;
    case 'lease':
      return `lease${idText(condition)} ends in ${spanText(condition.ms)}`;
  }
};

const SIGNS = { below: '<', above: '>' } as const;

const idText = ({ instanceId }: { readonly instanceId: number | undefined }): string =>
  instanceId === undefined ? '' : ` ${instanceId}`;

/** A time in the largest unit of which it is a whole number: `90m`, `1d`. */
export const spanText = (ms: number): string => {
  for (const [unit, unitMs] of UNITS) if (ms % unitMs === 0) return `${ms / unitMs}${unit}`;
  return `${ms / 60_000}m`;
};

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
] as const;
