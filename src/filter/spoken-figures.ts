/** Figures and values beside a field or alone, as one speaks: `vram 24`, `200gb disk`, `under 0.4`, `<0.4`: a problem that suggests the clause. */
import { countryCode } from '../catalogue/countries.ts';
import { type FilterField, findFilterField } from '../catalogue/lookup.ts';
import { regionNamed } from '../catalogue/regions.ts';
import { type Piece, problemAt } from './clause.ts';
import { isFieldAt, operatorAt, type TypedOperator } from './clause-parts.ts';
import { type Figure, figureAt, hourly, pricedAt } from './figures.ts';
import { isDetachedUnit } from './number.ts';
import { comparisonsOf, spelling, symbolOperator } from './operators.ts';
import { problemTexts } from './problems.ts';
import { nameSaidAt } from './spoken-names.ts';
import { operatorBehindAt, spokenOperatorAt } from './spoken-operators.ts';
import { isBare, quoted, type Token } from './tokens.ts';
import { usualOperators } from './usual-operators.ts';
import { measureOf, problemOfName } from './word.ts';

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
const COUNTED = ['cores', 'cpus', 'vcpus', 'threads', 'ports'];

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
  const priced = pricedAt(tokens, figure.next);
  const measure = measureOf(figure.text);
  if (measure !== undefined && measure[0] !== 'dph_total' && (sign !== undefined || figure.isDetached)) {
    const [named, usual] = measure;
    return { text: `${named}${sign ?? usual}${figure.text}`, next: figure.next };
  }
  const text = hourly(figure.text, priced.hours);
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
  const name = said?.name ?? token.text;
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
  return priced.isRate || isSaid
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

const usualSymbol = (field: FilterField): string => spelling(usualOperators(field)[0] ?? 'eq').trim();

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
