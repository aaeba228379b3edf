/** Figures and ranges in a line as one writes them, with what is said around them: units, `or more`, `per hour`. */
import { HOURS_A_MONTH } from '../base/time.ts';
import { dollars } from '../money/money.ts';
import { operatorAt } from './clause-parts.ts';
import { operatorBehindAt } from './spoken-operators.ts';
import type { Token } from './tokens.ts';

const FIGURE = /^\$?(?:\d+(?:\.\d+)?|\.\d+)([a-z%/$][a-z%/]*)?(\+)?$/i;

const RANGE = /^\$?\d+(?:\.\d+)?(?:\.\.|-)\$?\d+(?:\.\d+)?[a-z%/]*$/i;

const UNIT = /^(?:[mgt]i?b|[mg]bps|[mg]bit|ghz|%|weeks?|months?|cents?)$/i;

const CURRENCIES = ['$', 'dollar', 'dollars', 'usd'];

const PER = ['per', 'a', 'an'];

const HOURS = ['hour', 'hr', 'h'];

/** Hours that a price may be said for, by how they are called. */
const SPANS: Readonly<Record<string, number>> = { day: 24, week: 168, month: HOURS_A_MONTH };

const RATED = [...HOURS, ...Object.keys(SPANS), 'gpu', 'card'];

/** A hundredth of a dollar. */
const CENTS = /^cents?$/i;

/** A figure or a range, and the index behind it. */
export type Figure = {
  readonly text: string;
  readonly unit: string;
  readonly next: number;
  readonly isRange: boolean;
  readonly isDetached: boolean;
  /** True for a range that `between` stands before. */
  readonly isSaid?: true;
  /** What `+` or `or more` behind it means. */
  readonly symbol?: string;
};

/** The figure or the range at a token, with what belongs to it behind it; undefined where none is, or a clause begins with it. */
export const figureAt = (tokens: readonly Token[], index: number): Figure | undefined => {
  const figure = betweenAt(tokens, index) ?? singleAt(tokens, index);
  const behind = figure === undefined || figure.isRange ? undefined : operatorBehindAt(tokens, figure.next);
  return figure && { ...figure, ...behind };
};

const singleAt = (tokens: readonly Token[], index: number): Figure | undefined => {
  const token = tokens[index];
  if (token?.kind !== 'word' || operatorAt(tokens, index + 1) !== undefined) return undefined;
  if (RANGE.test(token.text)) {
    const text = token.text.replace(/-(?=\$?\d)/, '..');
    return { text, unit: '', next: index + 1, isRange: true, isDetached: false };
  }
  const [whole, unit = '', plus] = FIGURE.exec(token.text) ?? [];
  if (whole === undefined) return undefined;
  const figure = { text: token.text.replace(/\+$/, ''), unit, next: index + 1, isRange: false, isDetached: false };
  if (plus !== undefined) return { ...figure, symbol: '>=' };
  const behind = tokens[index + 1];
  const isDetached = unit === '' && behind?.kind === 'word' && UNIT.test(behind.text);
  if (!isDetached || operatorAt(tokens, index + 2) !== undefined) return inDollars(figure);
  return inDollars({ ...figure, text: figure.text + behind.text, unit: behind.text, next: index + 2, isDetached });
};

/** `50cents` as `$0.5`. */
const inDollars = (figure: Figure): Figure =>
  CENTS.test(figure.unit)
    ? { ...figure, text: dollars(String(Number.parseFloat(figure.text.replace('$', '')) / 100)), unit: '' }
    : figure;

/** `between 0.2 and 0.5`, `2 to 4`, `2 - 4` as a range. */
const betweenAt = (tokens: readonly Token[], index: number): Figure | undefined => {
  const isBetween = tokens[index]?.text.toLowerCase() === 'between';
  const low = singleAt(tokens, isBetween ? index + 1 : index);
  const link = low && tokens[low.next]?.text.toLowerCase();
  if (low === undefined || !['to', '-', ...(isBetween ? ['and'] : [])].includes(link ?? '')) return undefined;
  const high = singleAt(tokens, low.next + 1);
  if (low.isRange || high === undefined || high.isRange || low.symbol !== undefined) return undefined;
  const range = { ...high, text: `${low.text}..${high.text}`, isRange: true };
  return isBetween ? { ...range, isSaid: true } : range;
};

/** What a price is said to be of: its field, the hours that it is for, and where that ends. */
type Priced = {
  readonly field: string;
  readonly hours: number;
  readonly next: number;
  /** True where anything of it is said. */
  readonly isRate: boolean;
};

/** What a price is said to be of, from `index` on, as in `dollars per hour`, `a gpu` or `per month`. */
export const pricedAt = (tokens: readonly Token[], index: number): Priced => {
  const wordAt = (at: number): string =>
    tokens[at + 1]?.kind === 'symbol' ? '' : (tokens[at]?.text.toLowerCase() ?? '');
  let next = CURRENCIES.includes(wordAt(index)) ? index + 1 : index;
  let field = 'dph_total';
  let hours = 1;
  const begins = next;
  for (let rated = wordAt(next + 1); PER.includes(wordAt(next)) && RATED.includes(rated); rated = wordAt(next + 1)) {
    if (Object.hasOwn(SPANS, rated)) hours = SPANS[rated] ?? 1;
    else if (!HOURS.includes(rated)) field = 'dph_gpu';
    next += 2;
  }
  return { field, hours, next, isRate: next > begins };
};

/** A price for `hours` as one for an hour, to four figures. */
export const hourly = (text: string, hours: number): string =>
  hours === 1
    ? text
    : text.replace(/\d+(?:\.\d+)?|\.\d+/g, (amount) => String(Number((Number(amount) / hours).toPrecision(4))));
