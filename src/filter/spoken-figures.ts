/**
 * Figures, ranges and values beside a field or alone, as one speaks: `vram 24`, `200gb disk`, `under 0.4`, `8 or more`: a problem
 * that suggests the clause. Comparisons said in words are no operators, and say which one is meant.
 */
import { HOURS_A_MONTH } from '../base/time.ts';
import { countryCode, regionNamed } from '../catalogue/countries.ts';
import { type FilterField, findFilterField } from '../catalogue/lookup.ts';

import { dollars } from '../money/money.ts';
import { type Piece, problemAt } from './clause.ts';
import { isFieldAt, operatorAt, type TypedOperator } from './clause-parts.ts';
import { comparisonsOf, spelling, symbolOperator } from './operators.ts';
import { problemTexts } from './problems.ts';
import { usualOperators } from './seen.ts';
import { nameSaidAt } from './spoken.ts';
import { type SpokenOperator, spokenOperatorAt, wordAt } from './spoken-operators.ts';
import { isBare, quoted, type Token } from './tokens.ts';
import { isDetachedUnit } from './value.ts';
import { measureOf, problemOfName } from './word.ts';

const BEHIND: Readonly<Record<string, string>> = {
  more: '>=',
  higher: '>=',
  better: '>=',
  newer: '>=',
  later: '>=',
  less: '<=',
  fewer: '<=',
  lower: '<=',
  cheaper: '<=',
};

/** They stand before a figure alone. */
const NOT_BEHIND = ['no', 'not', 'up', 'budget'];

/** The comparison said behind a figure, as in `or more` or `at least`; undefined where none is. */
const operatorBehindAt = (tokens: readonly Token[], index: number): SpokenOperator | undefined => {
  const word = wordAt(tokens, index) === 'or' ? wordAt(tokens, index + 1) : '';
  const symbol = Object.hasOwn(BEHIND, word) ? BEHIND[word] : undefined;
  if (symbol !== undefined) return { symbol, next: index + 2 };
  const said = spokenOperatorAt(tokens, index);
  const isAgain = said !== undefined && ['>=', '<='].includes(said.symbol);
  // What a figure follows is said of that one.
  const isOfNext = isAgain && (singleAt(tokens, said.next) ?? fieldSpokenAt(tokens, said.next)) !== undefined;
  return isAgain && !isOfNext && !NOT_BEHIND.includes(wordAt(tokens, index)) ? said : undefined;
};

const FIGURE = /^\$?(?:\d+(?:\.\d+)?|\.\d+)([a-z%/$][a-z%/]*)?(\+)?$/i;

const RANGE = /^\$?\d+(?:\.\d+)?(?:\.\.|-)\$?\d+(?:\.\d+)?[a-z%/]*$/i;

const RATED_PRICE = /^(\$?(?:\d+(?:\.\d+)?|\.\d+))\/(day|week|month|gpu|card)$/i;

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
type Figure = {
  readonly text: string;
  readonly unit: string;
  readonly next: number;
  readonly isRange: boolean;
  readonly isDetached: boolean;
  /** True for a range that `between` stands before. */
  readonly isSaid?: true;
  /** What `+` or `or more` behind it means. */
  readonly symbol?: string;
  /** What a price with a stroke is for: `day` of `$10/day`. */
  readonly rated?: string;
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
  const [, amount, rated] = RATED_PRICE.exec(token.text) ?? [];
  if (amount !== undefined && rated !== undefined)
    return { text: amount, unit: '', next: index + 1, isRange: false, isDetached: false, rated: rated.toLowerCase() };
  const [whole, unit = '', plus] = FIGURE.exec(token.text) ?? [];
  if (whole === undefined) return undefined;
  const figure = { text: token.text.replace(/\+$/, ''), unit, next: index + 1, isRange: false, isDetached: false };
  if (plus !== undefined) return { ...figure, symbol: '>=' };
  const behind = tokens[index + 1];
  const isDetached = unit === '' && behind?.kind === 'word' && UNIT.test(behind.text);
  if (!isDetached || operatorAt(tokens, index + 2) !== undefined) return inWrittenUnits(figure);
  return inWrittenUnits({ ...figure, text: figure.text + behind.text, unit: behind.text, next: index + 2, isDetached });
};

const MONTH = /^months?$/i;

/** `50cents` as `$0.5`, `3months` as `90d`, and `500mbps`, of which people mean bits, as `500Mbps`. */
const inWrittenUnits = (figure: Figure): Figure => {
  const amount = Number.parseFloat(figure.text.replace('$', ''));
  if (CENTS.test(figure.unit)) return { ...figure, text: dollars(String(amount / 100)), unit: '' };
  if (MONTH.test(figure.unit)) return { ...figure, text: `${amount * DAYS_A_MONTH}d`, unit: 'd' };
  const [, prefix] = /^([mg])bps$/.exec(figure.unit) ?? [];
  return prefix === undefined
    ? figure
    : { ...figure, text: `${figure.text.slice(0, -figure.unit.length)}${prefix.toUpperCase()}bps` };
};

const DAYS_A_MONTH = 30;

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
const pricedAt = (tokens: readonly Token[], index: number, stroked?: string): Priced => {
  const wordAt = (at: number): string =>
    tokens[at + 1]?.kind === 'symbol' ? '' : (tokens[at]?.text.toLowerCase() ?? '');
  let next = CURRENCIES.includes(wordAt(index)) ? index + 1 : index;
  let field = stroked === 'gpu' || stroked === 'card' ? 'dph_gpu' : 'dph_total';
  let hours = stroked === undefined || !Object.hasOwn(SPANS, stroked) ? 1 : (SPANS[stroked] ?? 1);
  const begins = stroked === undefined ? next : next - 1;
  for (let rated = wordAt(next + 1); PER.includes(wordAt(next)) && RATED.includes(rated); rated = wordAt(next + 1)) {
    if (Object.hasOwn(SPANS, rated)) hours = SPANS[rated] ?? 1;
    else if (!HOURS.includes(rated)) field = 'dph_gpu';
    next += 2;
  }
  return { field, hours, next, isRate: next > begins };
};

/** A price for `hours` as one for an hour, to four figures. */
const hourly = (text: string, hours: number): string =>
  hours === 1
    ? text
    : text.replace(/\d+(?:\.\d+)?|\.\d+/g, (amount) => String(Number((Number(amount) / hours).toPrecision(4))));

/** Largest figure that is taken for a price in $/h where nothing else is said of it. */
const PRICE_MAXIMUM = 100;

/** `vram 24`, `dph under 0.5`, `dph between 0.2 and 0.5`, `gpu_name like '%4090%'`: a value behind `field`, which begins at `index`. */
export const valueBehindField = (tokens: readonly Token[], index: number, field: FilterField): Piece | undefined => {
  const spoken = spokenOperatorAt(tokens, index + 1);
  const next = spoken?.next ?? index + 1;
  const range = figureAt(tokens, next);
  const { kind } = field.filter;
  if (kind === 'number' || kind === 'integer' || kind === 'version') {
    if (range === undefined || spoken?.symbol === '~') return undefined;
    const symbol = range.isRange ? '=' : (range.symbol ?? spoken?.symbol ?? usualSymbol(field));
    return pieceOf(tokens, index, range.next, `${field.name}${symbol}${range.text}`, 'operator');
  }
  const value = tokens[next];
  if (!isValueAt(tokens, next) || value === undefined) return undefined;
  if (!(spoken === undefined ? isSurelyValue(field, value) : value.text !== 'not' && value.text !== 'null'))
    return undefined;
  const isPart = comparisonsOf(field).includes('contains') && (spoken === undefined || spoken.symbol === '~');
  if (spoken !== undefined && spoken.symbol !== '=' && !isPart) return undefined;
  const text = isPart ? value.text.replaceAll(/[%*]/g, '') : value.text;
  if (text === '') return undefined;
  const typed = isBare(text) && value.kind !== 'quoted' ? text : quoted(text);
  return pieceOf(tokens, index, next + 1, `${field.name}${isPart ? '~' : '='}${typed}`, 'operator');
};

/** `200gb disk`, `24 gb vram`, `under 0.4`, `at least 4 gpus`: a figure, from `index` on, with what stands around it. */
export const figureSpokenAt = (tokens: readonly Token[], index: number): Piece | undefined => {
  const spoken = spokenOperatorAt(tokens, index);
  if (spoken?.symbol === '~') return undefined;
  const named = spoken && fieldNamedAt(tokens, spoken.next);
  const clause = clauseOf(tokens, named?.next ?? spoken?.next ?? index, spoken?.symbol, named?.field);
  return clause && pieceOf(tokens, index, clause.next, clause.text, 'alone');
};

/** `<0.4`, `>=4 gpus`, and behind `num_gpus>1` also `<5`: an operator that no field stands before. */
export const figureBehindOperator = (tokens: readonly Token[], sign: TypedOperator): Piece | undefined => {
  const { operator, text, from } = sign;
  if (operator === undefined || symbolOperator(text) === undefined || operator === 'contains') return undefined;
  const clause = clauseOf(tokens, sign.next, text, fieldBefore(tokens, from));
  const to = tokens[(clause?.next ?? 0) - 1]?.to;
  if (clause === undefined || to === undefined) return undefined;
  const meaning = problemAt({ from, to }, problemTexts.fieldMeant(text, clause.text));
  return { from, to, next: clause.next, meaning, growsUntil: to };
};

/** What is counted, though no unit of any field. */
const COUNTED = ['core', 'cores', 'cpu', 'cpus', 'vcpu', 'vcpus', 'thread', 'threads', 'port', 'ports'];

/** What is meant behind a figure by words that mean something else alone. */
const BEHIND_FIGURE: Readonly<Record<string, string>> = {
  storage: 'disk_space',
  space: 'disk_space',
  ssd: 'disk_space',
  nvme: 'disk_space',
  bandwidth: 'inet_down',
  reliable: 'reliability',
};

type SpokenClause = { readonly text: string; readonly next: number };

/** The clause that a figure at `index` makes with the field behind it, with `before`, by its unit, or as a price. */
const clauseOf = (
  tokens: readonly Token[],
  index: number,
  symbol: string | undefined,
  before: FilterField | undefined,
): SpokenClause | undefined => {
  const figure = figureAt(tokens, index);
  if (figure === undefined) return undefined;
  if (figure.isRange) return symbol === undefined ? rangeOf(tokens, figure) : undefined;
  const behind = fieldSpokenAt(tokens, figure.next);
  if (behind !== undefined) {
    const { field } = behind;
    const more = operatorBehindAt(tokens, behind.next);
    const sign = symbol ?? figure.symbol ?? more?.symbol;
    const isCounted = COUNTED.includes(tokens[figure.next]?.text.toLowerCase() ?? '');
    const isOfField = sign !== undefined || isCounted || behind.next > figure.next + 1 || isUnitOf(field, figure);
    const next = more?.next ?? behind.next;
    return isOfField ? { text: `${field.name}${sign ?? usualSymbol(field)}${figure.text}`, next } : undefined;
  }
  const sign = symbol ?? figure.symbol;
  if (before !== undefined && symbol !== undefined)
    return { text: before.name + symbol + figure.text, next: figure.next };
  const priced = pricedAt(tokens, figure.next, figure.rated);
  // Behind a field a `c` is one of a temperature.
  const amount = figure.unit.toLowerCase() === 'c' ? inWrittenUnits({ ...figure, unit: 'cents' }).text : figure.text;
  const measure = measureOf(amount);
  if (measure !== undefined && measure[0] !== 'dph_total' && (sign !== undefined || figure.isDetached)) {
    const [named, usual] = measure;
    return { text: `${named}${sign ?? usual}${figure.text}`, next: figure.next };
  }
  const text = hourly(amount, priced.hours);
  const isAmount = measure !== undefined || Number(text.replace('$', '')) <= PRICE_MAXIMUM;
  const isLow = symbol === '<' || symbol === '<=';
  const isSurely = text.startsWith('$') || text.includes('.') || measure !== undefined;
  const isPrice = isAmount && (priced.isRate || isLow || (isSurely && sign !== undefined));
  return isPrice ? { text: `${priced.field}${sign ?? '<='}${text}`, next: priced.next } : undefined;
};

/** A field of figures, and the index behind the words that name it. */
type SpokenField = { readonly field: FilterField; readonly next: number };

/** The field of figures that the words at a token name, where no clause begins there; of several the likeliest. */
const fieldSpokenAt = (tokens: readonly Token[], index: number): SpokenField | undefined => {
  const token = tokens[index];
  const said = nameSaidAt(tokens, index);
  const next = index + (said?.words.length ?? 1);
  if (token?.kind !== 'word' || operatorAt(tokens, next) !== undefined) return undefined;
  const word = token.text.toLowerCase();
  const name = said?.name ?? (Object.hasOwn(BEHIND_FIGURE, word) ? BEHIND_FIGURE[word] : undefined) ?? token.text;
  const field = findFilterField(name) ?? findFilterField(problemOfName(name)?.suggestion ?? '');
  return field?.filter.kind === 'number' || field?.filter.kind === 'integer' ? { field, next } : undefined;
};

/** The clause that a range makes with the field behind it, by its unit, or as a price. */
const rangeOf = (tokens: readonly Token[], { text, next, isSaid }: Figure): SpokenClause | undefined => {
  const behind = fieldSpokenAt(tokens, next);
  if (behind !== undefined) return { text: `${behind.field.name}=${text}`, next: behind.next };
  const [named] = measureOf(text.slice(text.indexOf('..') + 2)) ?? [];
  if (named !== undefined && named !== 'dph_total') return { text: `${named}=${text}`, next };
  const priced = pricedAt(tokens, next);
  return priced.isRate || isSaid || text.startsWith('$')
    ? { text: `${priced.field}=${hourly(text, priced.hours)}`, next: priced.next }
    : undefined;
};

/** The field before a figure, as in `max price 0.4`. */
const fieldNamedAt = (tokens: readonly Token[], index: number): SpokenField | undefined => {
  const named = fieldSpokenAt(tokens, index);
  return named === undefined || figureAt(tokens, named.next) === undefined ? undefined : named;
};

const isUnitOf = (field: FilterField, { text, unit }: Figure): boolean =>
  unit === ''
    ? field.name === 'duration'
    : isDetachedUnit(field, text.slice(0, -unit.length), unit) || (text.startsWith('$') && field.name === 'dph_total');

/** The field of the clause that ends where an operator begins. */
const fieldBefore = (tokens: readonly Token[], from: number): FilterField | undefined => {
  const index = tokens.findIndex((token) => token.from === from);
  const named = tokens[index - 3];
  const isClause = named?.kind === 'word' && operatorAt(tokens, index - 2)?.next === index - 1;
  const field = isClause ? findFilterField(named.text) : undefined;
  return field?.filter.kind === 'number' || field?.filter.kind === 'integer' ? field : undefined;
};

/** True where `value` can hardly be a word of its own behind `field`. */
const isSurelyValue = (field: FilterField, { kind, text }: Token): boolean => {
  if (kind === 'quoted') return false;
  if (field.filter.kind === 'country') return countryCode(text) !== undefined || regionNamed(text) !== undefined;
  return field.known?.includes(text.toLowerCase()) === true || /\d/.test(text);
};

const isValueAt = (tokens: readonly Token[], index: number): boolean => {
  const token = tokens[index];
  const isText = (token?.kind === 'word' || token?.kind === 'quoted') && token.isClosed;
  return isText && !isFieldAt(tokens, index) && operatorAt(tokens, index + 1) === undefined;
};

/** Of a version people want at least the one that they name. */
const usualSymbol = (field: FilterField): string =>
  field.name === 'driver_version' ? '>=' : spelling(usualOperators(field)[0] ?? 'eq').trim();

/** The piece from `index` to before `next`, for which `clause` is suggested. */
const pieceOf = (
  tokens: readonly Token[],
  index: number,
  next: number,
  clause: string,
  why: 'operator' | 'alone',
): Piece | undefined => {
  const [first, last] = [tokens[index], tokens[next - 1]];
  if (first === undefined || last === undefined) return undefined;
  const { from } = first;
  const { to } = last;
  const said = tokens
    .slice(index, next)
    .map(({ text }) => text)
    .join(' ');
  const problem =
    why === 'operator' ? problemTexts.operatorMeant(said, clause) : problemTexts.standsAlone(said, clause);
  return { from, to, next, meaning: problemAt({ from, to }, problem), growsUntil: to };
};
