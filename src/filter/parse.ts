/** Reads a filter line, or the JSON of a search as API clients and `curl` write it: `{"num_gpus":{"gte":4}}`. Pure. */
import { parseJson } from '../base/json.ts';
import { findComputedField } from '../catalogue/computed-fields.ts';
import type { Operator, WireValue } from '../catalogue/field.ts';
import { findFilterField } from '../catalogue/lookup.ts';
import { type Cut, type Piece, problemAt, readClause } from './clause.ts';
import { eitherOf, hasValues, isAlternativeLink, isFieldAt, operatorAt } from './clause-parts.ts';

import {
  type Clause,
  type Condition,
  type FilterLine,
  LONGEST_LINE,
  type Problem,
  type Span,
  type Word,
} from './line.ts';
import { NO_SETS, type OwnSets } from './own-sets.ts';
import { pieceAt } from './piece.ts';
import { printClause } from './print.ts';
import { problemTexts } from './problems.ts';
import { hiddenByDefault, wordsHiddenByDefault } from './request.ts';
import { slipAt } from './slips.ts';
import { type Token, tokensOf } from './tokens.ts';
import { knownTexts, type SeenTexts } from './value.ts';

/** What the JSON says as conditions, and the names in it that are no filters. */
type PastedSearch = { readonly conditions: readonly Condition[]; readonly others: readonly string[] };

const OPERATORS: readonly Operator[] = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', 'notin'];

/** Undefined for a text that is no object of JSON, or that filters by nothing. */
const pastedSearch = (text: string): PastedSearch | undefined => {
  if (!text.trimStart().startsWith('{')) return undefined;
  const pasted = parseJson(text);
  if (!isObject(pasted)) return undefined;
  const named = Object.entries(pasted).map(([name, value]) => ({ name, conditions: conditionsOf(name, value) }));
  const conditions = named.flatMap((entry) => entry.conditions);
  const others = named.flatMap((entry) => (entry.conditions.length === 0 ? [entry.name] : []));
  return conditions.length === 0 ? undefined : { conditions, others };
};

/** A filter by its wire name: `{"gte":4}`, or a value that is meant to be equal. None for what is no filter. */
const conditionsOf = (name: string, value: unknown): readonly Condition[] => {
  const field = findFilterField(name);
  if (field === undefined) return [];
  const lifting = field.filter.initial?.any;
  if (lifting?.eq === undefined && lifting !== undefined && JSON.stringify(lifting) === JSON.stringify(value))
    return [{ field: field.name, operator: 'any' }];
  if (isSingle(value)) return [{ field: field.name, operator: 'eq', value }];
  if (!isObject(value)) return [];
  const compared = Object.entries(value).map(([sign, against]) => {
    const operator = OPERATORS.find((known) => known === sign);
    return operator === undefined || !isWireValue(against)
      ? undefined
      : { field: field.name, operator, value: against };
  });
  // What is not understood in part is not understood.
  return compared.every((condition) => condition !== undefined) ? compared : [];
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSingle = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const isWireValue = (value: unknown): value is WireValue =>
  isSingle(value) || (Array.isArray(value) && value.every(isSingle));

/** What a line is read with. Texts are compared with those that were `seen` in answers, besides those of the catalogue. */
export type LineKnown = {
  readonly seen?: SeenTexts;
  /** True where a workload is known, so that what a job costs can be compared. */
  readonly hasWorkload?: boolean;
  /** Those that can be named. */
  readonly sets?: OwnSets | undefined;
  /** True where a mistyped word is a problem, and no text. */
  readonly areSlipsWrong?: boolean;
};

/** `text` as its pieces are read. */
export const cutOf = (text: string, { seen = nothingSeen, sets = NO_SETS, areSlipsWrong = false }: LineKnown): Cut => ({
  tokens: tokensOf(text),
  end: text.length,
  known: {
    ...knownTexts(seen),
    sets,
    ...(areSlipsWrong && { slipAt: (tokens, index) => slipAt(tokens, index, seen) }),
  },
});

/**
 * What `text` says. With `cursor`, a place in UTF-16 units, somebody is typing there: what stands at it and may still become a
 * field or a finished clause is left out and reported as `unfinished`, not as a problem. Words are texts
 * that rows show (`readLine` reads them as people mean them).
 */
export const parseLine = (
  text: string,
  cursor?: number,
  { hasWorkload = false, sets = NO_SETS, ...known }: LineKnown = {},
): FilterLine => {
  const { length } = text;
  if (length > LONGEST_LINE)
    return wrongAsAWhole(text, { from: LONGEST_LINE, to: length, ...problemTexts.lineTooLong(length, LONGEST_LINE) });
  const pasted = pastedProblem(text, sets);
  if (pasted !== undefined) return wrongAsAWhole(text, pasted);
  const line = cutOf(text, { ...known, sets });
  const { clauses, words, hints, problems, leftOut, unfinished } = piecesRead(line, pieceAt, cursor);
  const wrong = [...repetitions(clauses), ...(hasWorkload ? [] : jobClauses(clauses))];
  const held = clauses.filter(({ from }) => [...leftOut, ...wrong].every((part) => part.from !== from));
  return {
    clauses: held,
    words,
    problems: [...problems, ...wrong].sort(byPlace),
    leftOut: [...leftOut, ...wrong.map(({ from, to }) => ({ from, to }))].sort(byPlace),
    hints: [...hints, ...hiddenByDefault(held), ...wordsHiddenByDefault(words, held)].sort(byPlace),
    ...(unfinished !== undefined && { unfinished }),
  };
};

/** What the pieces of `line` say, each of which `read` reads from a token on, with the alternatives that bars join to a clause. */
export const piecesRead = (
  line: Cut,
  read: (line: Cut, token: Token, index: number) => Piece,
  cursor?: number,
): FilterLine => {
  const { tokens } = line;
  const clauses: Clause[] = [];
  const hints: Problem[] = [];
  const words: (Word & Span)[] = [];
  const problems: Problem[] = [];
  const leftOut: Span[] = [];
  const refused = (problem: Problem, { from, to }: Span): void => {
    problems.push(problem);
    leftOut.push({ from, to });
  };
  let unfinished: Span | undefined;
  let index = 0;
  for (let token = tokens[index]; token !== undefined; token = tokens[index]) {
    if (token.kind === 'comma') {
      index++;
      continue;
    }
    const { from, to, next, meaning, growsUntil } = read(line, token, index);
    index = next;
    if (isAt(cursor, from, growsUntil)) unfinished = { from, to };
    else if ('clauses' in meaning) {
      hints.push(...meaning.hints);
      let [first, ...others] = meaning.clauses;
      // Each further value that a bar joins to a clause becomes a part of it.
      for (;;) {
        const further = first && others.length === 0 ? alternativeAt(line, first, index) : undefined;
        if (first === undefined || further === undefined) break;
        index = further.next;
        if (isAt(cursor, further.from, further.growsUntil)) unfinished = { from: further.from, to: further.to };
        else if ('clauses' in further.meaning) {
          const [added] = further.meaning.clauses;
          if (added !== undefined) first = eitherOf(first, added);
          hints.push(...further.meaning.hints);
        } else if ('problem' in further.meaning) refused(further.meaning.problem, further);
      }
      clauses.push(...(first === undefined ? [] : [first, ...others]));
    } else if ('word' in meaning) words.push(meaning.word);
    else refused(meaning.problem, { from, to });
  }
  return { clauses, words, hints, problems, leftOut, ...(unfinished !== undefined && { unfinished }) };
};

/** JSON in the place of a line: a problem that suggests the line, where one says the same. */
const pastedProblem = (text: string, sets: OwnSets): Problem | undefined => {
  const pasted = pastedSearch(text);
  if (pasted === undefined) return undefined;
  const better = pasted.conditions.map(printClause).join(' ');
  const { problems } = parseLine(better, undefined, { hasWorkload: true, sets });
  return problems.length > 0 ? undefined : { from: 0, to: text.length, ...problemTexts.json(better, pasted.others) };
};

const wrongAsAWhole = ({ length }: string, problem: Problem): FilterLine => ({
  clauses: [],
  words: [],
  hints: [],
  problems: [problem],
  leftOut: [{ from: 0, to: length }],
});

/** The one filter that is neither sent twice nor applied to rows, so that a second clause on it would do nothing. */
const ONCE = 'target_reliability';

const repetitions = (clauses: readonly Clause[]): readonly Problem[] =>
  clauses
    .filter(({ field }) => field === ONCE)
    .slice(1)
    .map(({ from, to, field }) => ({ from, to, ...problemTexts.repeated(field) }));

const jobClauses = (clauses: readonly Clause[]): readonly Problem[] =>
  clauses
    .filter(({ field }) => findComputedField(field)?.needsWorkload)
    .map(({ from, to, field }) => ({ from, to, ...problemTexts.workloadMissing(field) }));

const byPlace = (a: Span, b: Span): number => a.from - b.from;

const isAt = (cursor: number | undefined, from: number, growsUntil: number | undefined): boolean =>
  cursor !== undefined && growsUntil !== undefined && from < cursor && cursor <= growsUntil;

const nothingSeen: SeenTexts = () => [];

/** What `|` joins to `clause`, which ends before the token at `index`: another clause on its field, or a value alone. */
const alternativeAt = ({ tokens, end, known }: Cut, clause: Clause, index: number): Piece | undefined => {
  const link = tokens[index];
  const field = (known.list?.find ?? findFilterField)(clause.field);
  if (!isAlternativeLink(link) || !field?.filter.operators.includes('in') || !hasValues(clause)) return undefined;
  const { from, to } = link;
  const next = index + 1;
  const following = tokens[next];
  if (following === undefined) {
    return { from, to, next, meaning: problemAt(link, problemTexts.valueMissing(field, link.text)), growsUntil: end };
  }
  const operator = operatorAt(tokens, next + 1);
  const isClause = operator !== undefined && following.kind === 'word';
  if (isClause || isFieldAt(tokens, next)) {
    const refused = { from, to, next, meaning: problemAt(link, problemTexts.link(link.text)) };
    if (operator === undefined || following.field !== field) return refused;
    const piece = { ...readClause(tokens, following, operator, end, known), from };
    const isFit =
      !('clauses' in piece.meaning) || (piece.meaning.clauses.length === 1 && piece.meaning.clauses.every(hasValues));
    return isFit ? piece : refused;
  }
  const sign = { from, to, text: '=', operator: 'eq', next } as const;
  return readClause(tokens, { kind: 'word', from, to, text: field.name, isClosed: true, field }, sign, end, known);
};
