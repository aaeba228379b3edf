/**
 * A filter line over another list than offers (docs/filter-line.md, Other lists): the same clauses over the fields of that list, held
 * against records here alone, with `*` in a text for any characters. What is not known of a record meets no clause. Pure.
 */
import { nearestWords } from '../base/nearest-words.ts';
import type { ServiceRecord } from '../catalogue/columns.ts';
import { countryOfPlace } from '../catalogue/countries.ts';
import { type Field, OPERATORS } from '../catalogue/field.ts';
import { type FilterField, filterRowsOf } from '../catalogue/lookup.ts';
import { type Cut, type Piece, placeOf, problemAt, readClause } from './clause.ts';
import { operatorAt } from './clause-parts.ts';
import { type Compare, comparison, compileTest } from './evaluate.ts';
import { type Condition, type FilterLine, LONGEST_LINE } from './line.ts';
import { NO_SETS, type OwnSets } from './own-sets.ts';
import { piecesRead } from './parse.ts';
import { wireFilter } from './print.ts';
import { listProblems, problemTexts } from './problems.ts';
import { type Token, tokensOf } from './tokens.ts';
import { knownTexts } from './value.ts';

/** The fields that a line over one list may name, by names and aliases. */
type ListFields = {
  readonly all: readonly FilterField[];
  readonly find: (word: string) => FilterField | undefined;
};

/** A line as it was read, and what tells of a record whether it meets every clause. */
export type ListLine = Pick<FilterLine, 'clauses' | 'problems' | 'unfinished'> & {
  readonly isMet: (record: ServiceRecord) => boolean;
};

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

/** What `text` says of records with those fields; a word that is no clause is a problem. With `cursor` somebody is typing there. */
export const readListLine = (text: string, fields: ListFields, sets: OwnSets = NO_SETS, cursor?: number): ListLine => {
  const { length } = text;
  if (length > LONGEST_LINE) {
    const problem = { from: LONGEST_LINE, to: length, ...problemTexts.lineTooLong(length, LONGEST_LINE) };
    return { clauses: [], problems: [problem], isMet: () => false };
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
  const { clauses, problems, unfinished } = piecesRead(line, (...at) => pieceAt(...at, fields), cursor);
  const tests = clauses.map((clause) => testOf(clause, find(clause.field)));
  return {
    clauses,
    problems: problems.toSorted((a, b) => a.from - b.from),
    isMet: (record) => tests.every((test) => test(record)),
    ...(unfinished && { unfinished }),
  };
};

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

/** Tells of a record whether it meets `condition` on `field`. */
const testOf = (condition: Condition, field: FilterField | undefined): ListLine['isMet'] => {
  const kind = field?.filter.kind;
  const valueIn = (record: ServiceRecord): unknown => {
    const value = record[condition.field];
    if (kind === 'country') return typeof value === 'string' ? countryOfPlace(value) : undefined;
    return kind === 'boolean' && typeof value === 'number' ? value !== 0 : value;
  };
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
