/**
 * A filter line over another list than offers (docs/filter-line.md, Other lists): the same clauses over the fields of that list, held
 * against records here alone, with `*` in a text for any characters. What is not known of a record meets no clause. In a pane, what is no clause
 * is a word; in a command it is a problem. Pure.
 */
import { nearestWords } from '../base/nearest-words.ts';
import type { ServiceRecord } from '../catalogue/columns.ts';
import { countryOfPlace } from '../catalogue/countries.ts';
import { type Field, OPERATORS } from '../catalogue/field.ts';
import { type FilterField, filterRowsOf } from '../catalogue/lookup.ts';
import { type Cut, type Piece, placeOf, problemAt, readClause } from './clause.ts';
import { operatorAt } from './clause-parts.ts';
import { type Compare, comparison, compileTest } from './evaluate.ts';
import { ANYWHERE, type Condition, type FilterLine, LONGEST_LINE, type Span } from './line.ts';
import { NO_SETS, type OwnSets } from './own-sets.ts';
import { piecesRead } from './parse.ts';
import { wireFilter } from './print.ts';
import { listProblems, problemTexts } from './problems.ts';
import { type Token, tokensOf } from './tokens.ts';
import { knownTexts } from './value.ts';

/** The fields that a line over one list may name, by names and aliases. */
export type ListFields = {
  readonly all: readonly FilterField[];
  readonly find: (word: string) => FilterField | undefined;
};

/** A line as it was read, and what tells of a record whether it meets every clause. */
export type ListLine = Pick<FilterLine, 'clauses' | 'problems' | 'leftOut' | 'unfinished'> & {
  readonly isMet: (record: ServiceRecord) => boolean;
  /** The line with blanks in the place of all that is read as clauses, where words are taken: what else stands in it. */
  readonly words: string;
};

/** `text` with blanks in the places of `spans`, and of commas that then stand alone. */
export const blanked = (text: string, spans: readonly Span[]): string =>
  spans
    .reduce((line, { from, to }) => {
      const end = to + (line[to] === ',' ? 1 : 0);
      return line.slice(0, from) + ' '.repeat(end - from) + line.slice(end);
    }, text)
    .replaceAll(LONE_COMMA, ' ');

const LONE_COMMA = /(?<=^|\s),(?=\s|$)/g;

/** What a line over a list of records with those `fields` may name. */
export const listFieldsOf = (fields: readonly Field[]): ListFields => {
  const all = filterRowsOf(fields);
  // A name goes before an alias of another field.
  const byWord = new Map(
    [
      ...all.flatMap((field) => (field.aliases ?? []).map((alias) => [alias, field] as const)),
      ...all.map((field) => [field.name, field] as const),
    ].map(([word, field]) => [word.toLowerCase(), field] as const),
  );
  return { all, find: (word) => byWord.get(word.toLowerCase()) };
};

/**
 * What `text` says of records with those fields; a word that is no clause is a problem, or one of its words where these are taken. With
 * `cursor` somebody is typing there.
 */
export const readListLine = (
  text: string,
  fields: ListFields,
  sets: OwnSets = NO_SETS,
  cursor?: number,
  areWordsTaken = false,
): ListLine => {
  const { length } = text;
  if (length > LONGEST_LINE) {
    const problem = { from: LONGEST_LINE, to: length, ...problemTexts.lineTooLong(length, LONGEST_LINE) };
    return { clauses: [], problems: [problem], leftOut: [], isMet: () => false, words: '' };
  }
  const { all, find } = fields;
  const unknownField = (word: string) =>
    listProblems.unknownField(
      word,
      nearestWords(
        word,
        all.flatMap(({ name, aliases = [] }) => [name, ...aliases]),
      ),
      all.map(({ name }) => name),
    );
  const known = { ...knownTexts(() => []), sets, hasWildcards: true, list: { find, unknownField } } as const;
  const line = { tokens: tokensOf(text, find), end: length, known };
  const { clauses, problems, leftOut, unfinished } = piecesRead(
    line,
    (...at) => (areWordsTaken ? wordAt(...at) : undefined) ?? pieceAt(...at, fields),
    cursor,
  );
  const tests = clauses.map((clause) => testOf(clause, find(clause.field)));
  return {
    clauses,
    problems: problems.toSorted((a, b) => a.from - b.from),
    leftOut,
    isMet: (record) => tests.every((test) => test(record)),
    ...(unfinished && { unfinished }),
    words: areWordsTaken ? blanked(text, [...clauses, ...leftOut, ...(unfinished ? [unfinished] : [])]) : '',
  };
};

/** What stands together without a blank and is no clause: it is looked for as it stands, so that what is inside it says nothing more. */
const wordAt = ({ tokens, end, known }: Cut, token: Token, index: number): Piece | undefined => {
  const isDenied = token.text === '!' && token.kind === 'symbol';
  const place = isDenied ? index + 1 : index;
  const word = tokens[place];
  if (word !== undefined && beginsClause(tokens, place)) {
    const operator = operatorAt(tokens, place + 1);
    if (!isDenied || operator === undefined) return undefined;
    const { to, next } = readClause(tokens, word, operator, end, known);
    const whole = { from: token.from, to, next };
    return { ...whole, meaning: problemAt(whole, problemTexts.notMisplaced(word.text, true)) };
  }
  let next = place + 1;
  while (tokens[next] !== undefined && tokens[next]?.from === tokens[next - 1]?.to) next++;
  const whole = { from: token.from, to: tokens[next - 1]?.to ?? token.to };
  return { ...whole, next, meaning: { word: { ...whole, text: token.text, isExact: true } } };
};

/** True for a field that is compared or says yes or no, and for what looks like the name of one before the sign of an operator. */
const beginsClause = (tokens: readonly Token[], index: number): boolean => {
  const token = tokens[index];
  if (token?.kind !== 'word' && token?.kind !== 'quoted') return false;
  const sign = tokens[index + 1];
  const operator = operatorAt(tokens, index + 1);
  if (token.field !== undefined)
    return operator !== undefined || (token.kind === 'word' && token.field.filter.kind === 'boolean');
  if (token.kind === 'quoted' || operator === undefined || !NAME.test(token.text)) return false;
  if (sign?.kind !== 'symbol') return tokens[operator.next]?.kind === 'open';
  const isAddress = sign.text === ':' && tokens[index + 2]?.text.startsWith('/');
  return !isAddress && token.text.toLowerCase() !== ANYWHERE;
};

const NAME = /^[a-z_][\w.$]*$/i;

/** A clause, a yes-or-no field alone or behind `!`, or a problem. */
const pieceAt = ({ tokens, end, known }: Cut, token: Token, index: number, { all }: ListFields): Piece => {
  const isDenied = token.text === '!' && token.kind === 'symbol';
  const word = isDenied ? tokens[index + 1] : token;
  const next = isDenied ? index + 2 : index + 1;
  const operator = operatorAt(tokens, next);
  const isName = word?.kind === 'word' || word?.kind === 'quoted';
  if (isName && operator !== undefined && !isDenied) return readClause(tokens, word, operator, end, known);
  const whole = { from: token.from, to: word?.to ?? token.to, next: word === undefined ? index + 1 : next };
  const { field } = word ?? token;
  if (field?.filter.kind === 'boolean' && operator === undefined) {
    const clause = { ...whole, field: field.name, operator: 'eq', value: !isDenied } as const;
    return { ...whole, meaning: { clauses: [clause], hints: [] } };
  }
  if (LINKS.includes(token.text.toLowerCase()))
    return { ...whole, meaning: problemAt(token, problemTexts.link(token.text)) };
  const example = all.find(({ filter }) => filter.kind === 'text') ?? all[0];
  const problem =
    field === undefined || isDenied
      ? listProblems.noClause((word ?? token).text, example?.name ?? '')
      : problemTexts.operatorMissing(field);
  return { ...whole, meaning: problemAt(whole, problem), growsUntil: placeOf(tokens, whole.next, end) };
};

/** What joins clauses elsewhere. */
const LINKS = ['and', '&&', 'or', '|', '||'];

/** What of a record is compared under `field`. */
export const listValue = ({ name, filter: { kind } }: FilterField, { [name]: value }: ServiceRecord): unknown => {
  if (kind === 'country') return typeof value === 'string' ? countryOfPlace(value) : undefined;
  return kind === 'boolean' && typeof value === 'number' ? value !== 0 : value;
};

/** Tells of a record whether it meets `condition` on `field`. */
const testOf = (condition: Condition, field: FilterField | undefined): ListLine['isMet'] => {
  if (field === undefined) return () => false;
  const { kind } = field.filter;
  const valueIn = (record: ServiceRecord) => listValue(field, record);
  if (condition.operator === 'contains') {
    const part = condition.value.toLowerCase();
    return (record) => {
      const value = valueIn(record);
      return typeof value === 'string' && value.toLowerCase().includes(part);
    };
  }
  const filter = wireFilter(condition);
  const tests = OPERATORS.flatMap((operator) => {
    const wanted = filter[operator];
    return wanted === undefined
      ? []
      : [compileTest(operator, wanted, kind === 'text' ? compareTexts : comparison(kind))];
  });
  return (record) => tests.every((test) => test(valueIn(record)));
};

const compareTexts: Compare = (actual, wanted) => {
  if (typeof actual !== 'string' || typeof wanted !== 'string') return Number.NaN;
  return isLike(actual, wanted) ? 0 : 1;
};

/** True where `text` is `pattern`, in which `*` stands for any characters, none included. */
const isLike = (text: string, pattern: string): boolean => {
  const [first = '', ...parts] = pattern.split('*');
  const last = parts.pop();
  if (last === undefined) return text === pattern;
  let at = first.length;
  const end = text.length - last.length;
  if (end < at || !text.startsWith(first) || !text.endsWith(last)) return false;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= end;
};
