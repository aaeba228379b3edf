/** What is said in two words as one would speak, such as `4 gpus`, `in europe` or `ram 64`: a problem that suggests the clause. */
import { countryCode } from '../catalogue/countries.ts';
import { findFilterField } from '../catalogue/lookup.ts';
import { type Piece, problemAt } from './clause.ts';
import { operatorAt, type TypedOperator, valueAfter } from './clause-parts.ts';
import { namedClause, namedValuesAt } from './named-values.ts';
import type { Known } from './own-sets.ts';
import { problemTexts } from './problems.ts';
import type { Token } from './tokens.ts';
import { placeClause, placeNamed, problemOfName } from './word.ts';

const COUNT = /^(\d{1,2})(?:-(\d{1,2}))?x?$/i;

const COUNT_WORDS: Readonly<Record<string, string>> = {
  one: '1',
  single: '1',
  two: '2',
  dual: '2',
  three: '3',
  four: '4',
  quad: '4',
  eight: '8',
};

const COUNTED = ['gpu', 'gpus'];

/** Most GPUs that a number before a model is taken to count. */
const COUNT_MAXIMUM = 16;

/** `4 gpus` or `2-4 gpus`, of which `token`, at `index`, is the number. */
export const countAt = (tokens: readonly Token[], token: Token, index: number): Piece | undefined => {
  const named = tokens[index + 1];
  const [count, least, most] = COUNT.exec(countOf(token.text)) ?? [];
  const isCount = named?.kind === 'word' && COUNTED.includes(named.text.toLowerCase());
  if (count === undefined || !isCount || operatorAt(tokens, index + 2) !== undefined) return undefined;
  const { from } = token;
  const { to } = named;
  const clause = `num_gpus=${most === undefined ? least : `${least}..${most}`}`;
  const meaning = problemAt({ from, to }, problemTexts.standsAlone(`${token.text} ${named.text}`, clause));
  return { from, to, next: index + 2, meaning, growsUntil: to };
};

/** `8 h100`, `2 x 4090` and `dual 4090`, of which `token`, at `index`, is the number: what is asked for with clauses. */
export const countOfModelAt = (
  tokens: readonly Token[],
  token: Token,
  index: number,
  known: Known,
): Piece | undefined => {
  const count = countOf(token.text);
  if (!/^\d{1,2}$/.test(count) || Number(count) > COUNT_MAXIMUM) return undefined;
  const isApart = /^[x×*]$/i.test(tokens[index + 1]?.text ?? '');
  const model = namedValuesAt(tokens, isApart ? index + 2 : index + 1, known, ['gpu_name']);
  if (model === undefined) return undefined;
  const { from } = token;
  const { to, next } = model;
  const clauses = `num_gpus=${count} ${namedClause(model)}`;
  const said = tokens
    .slice(index, next)
    .map(({ text }) => text)
    .join(' ');
  return { from, to, next, meaning: problemAt({ from, to }, problemTexts.standsAlone(said, clauses)) };
};

/** `2 or 4 gpus`, `2/4/8 gpus`: several counts, of which any will do. */
export const countsAt = (tokens: readonly Token[], token: Token, index: number): Piece | undefined => {
  let next = index;
  const counts: string[] = [];
  for (;;) {
    const parts = tokens[next]?.text.split('/') ?? [];
    if (counts.length > COUNT_MAXIMUM || !parts.every((part) => /^\d{1,2}$/.test(part))) break;
    counts.push(...parts);
    next++;
    const begins = next;
    while (tokens[next]?.kind === 'comma' || tokens[next]?.text.toLowerCase() === 'or') next++;
    if (next === begins) break;
  }
  const named = tokens[next];
  const isCount = named?.kind === 'word' && COUNTED.includes(named.text.toLowerCase());
  if (counts.length < 2 || !isCount || operatorAt(tokens, next + 1) !== undefined) return undefined;
  const { from } = token;
  const { to } = named;
  const clause = `num_gpus in [${counts.join(', ')}]`;
  return { from, to, next: next + 1, meaning: problemAt({ from, to }, problemTexts.eitherModel('or', clause)) };
};

const countOf = (word: string): string =>
  (Object.hasOwn(COUNT_WORDS, word.toLowerCase()) ? COUNT_WORDS[word.toLowerCase()] : undefined) ?? word;

/** `in europe` behind `token`, or where `token` is the `in` itself. */
export const placeAt = (tokens: readonly Token[], token: Token, sign: TypedOperator): Piece | undefined => {
  const isThe = tokens[sign.next]?.text.toLowerCase() === 'the';
  const isLeftOut = sign.operator === 'notin';
  const typed =
    sign.operator === 'in' || isLeftOut
      ? valueAfter(tokens, isThe ? { ...sign, next: sign.next + 1 } : sign, token)
      : undefined;
  const [item] = typed?.items ?? [];
  const place = item === undefined ? undefined : (placeNamed(item.text) ?? countryCode(item.text));
  if (typed === undefined || place === undefined || typed.items.length > 1) return undefined;
  if (typed.isBracketed || findFilterField(token.text) !== undefined) return undefined;
  const at = { from: sign.from, to: typed.to };
  const clause = placeClause(place, isLeftOut ? '!=' : '=');
  const said = problemTexts.standsAlone(`${sign.text} ${item?.text ?? ''}`, clause);
  return { from: token.from, to: typed.to, next: typed.next, meaning: problemAt(at, said), growsUntil: typed.to };
};

/** `united states`, `north america`: a place of which each word alone says nothing. */
export const placeOfWordsAt = (tokens: readonly Token[], index: number): Piece | undefined => {
  for (const count of [3, 2]) {
    const words = tokens.slice(index, index + count);
    const [first, last] = [words[0], words.at(-1)];
    const isFree =
      words.length === count && words.every(({ kind, text }) => kind === 'word' && findFilterField(text) === undefined);
    if (!isFree || first === undefined || last === undefined || operatorAt(tokens, index + count) !== undefined)
      continue;
    const said = words.map(({ text }) => text).join(' ');
    const place = placeNamed(said);
    if (place === undefined) continue;
    const { from } = first;
    const { to } = last;
    const meaning = problemAt({ from, to }, problemTexts.standsAlone(said, placeClause(place)));
    return { from, to, next: index + count, meaning, growsUntil: to };
  }
  return undefined;
};

/** `ram 64`, where the word can mean several fields. */
export const measureAt = (tokens: readonly Token[], { from, text }: Token, index: number): Piece | undefined => {
  const figure = tokens[index + 1];
  if (figure?.kind !== 'word' || !/^\d/.test(figure.text)) return undefined;
  const problem = problemOfName(text);
  const kind = findFilterField(problem?.suggestion ?? '')?.filter.kind;
  if (problem === undefined || (kind !== 'number' && kind !== 'integer')) return undefined;
  const { to } = figure;
  const said = { ...problem, suggestion: `${problem.suggestion}>=${figure.text}` };
  return { from, to, next: index + 2, meaning: problemAt({ from, to }, said), growsUntil: to };
};
