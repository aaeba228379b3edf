/**
 * What is said in words as one would speak: `4 gpus`, `in europe`, `price per hour`, `us, canada`, `4090 or a100`: a problem that
 * suggests the clause.
 */
import { countryCode } from '../catalogue/countries.ts';
import { type FilterField, findFilterField } from '../catalogue/lookup.ts';
import { type Piece, problemAt } from './clause.ts';
import { isAlternativeLink, operatorAt, type TypedOperator, valueAfter } from './clause-parts.ts';
import type { Known } from './own-sets.ts';
import { problemTexts } from './problems.ts';
import type { Token } from './tokens.ts';
import { printValue } from './value.ts';
import { placeClause, placeNamed, problemOfName } from './word.ts';

/** Most models that one suggestion names, and most words that are taken for them: a line may be nothing but such words. */
const MODELS_MAXIMUM = 8;
const TOKEN_WORDS = 32;

/** The number of a model, which is no count: of two words that have one, no model has both. */
const MODEL_NUMBER = /\d{3}|[a-z]\d{2}/i;

/**
 * The problem of the words from `index` on; undefined where one is part of no model or of many, or where no bar joins them and
 * one model may be meant.
 */
export const eitherModelAt = (tokens: readonly Token[], index: number, known: Known): Piece | undefined => {
  const models = new Set<string>();
  let count = 0;
  let link: string | undefined;
  let next = index;
  for (;;) {
    const token = tokens[next];
    if (token?.kind !== 'word' || operatorAt(tokens, next + 1) !== undefined) return undefined;
    const words = token.text.split(/[|/]+/);
    count += words.length;
    if (count > TOKEN_WORDS) return undefined;
    for (const word of words) {
      const named = modelsNamed(word, known);
      if (named.length === 0) return undefined;
      for (const model of named) models.add(model);
    }
    if (models.size > MODELS_MAXIMUM) return undefined;
    if (words.length > 1) link ??= token.text.includes('|') ? '|' : '/';
    next++;
    const joining = tokens[next];
    if (isAlternativeLink(joining)) {
      link = joining.text;
      next++;
    } else {
      const behind = tokens[next]?.kind === 'comma' ? next + 1 : next;
      if (!isAnotherModel(tokens, behind, models, known) || !MODEL_NUMBER.test(token.text)) break;
      next = behind;
    }
  }
  const [first, last] = [tokens[index], tokens[next - 1]];
  if (count < 2 || first === undefined || last === undefined) return undefined;
  const { from } = first;
  const { to } = last;
  const clause = `gpu_name in [${[...models].join(', ')}]`;
  const problem =
    link === undefined ? problemTexts.oneOfThem('models', clause) : problemTexts.eitherModel(link, clause);
  return { from, to, next, meaning: problemAt({ from, to }, problem), growsUntil: to };
};

/** True where the word at `index` has the number of a model that none of `models` is. */
const isAnotherModel = (
  tokens: readonly Token[],
  index: number,
  models: ReadonlySet<string>,
  known: Known,
): boolean => {
  const token = tokens[index];
  if (token?.kind !== 'word' || !MODEL_NUMBER.test(token.text) || operatorAt(tokens, index + 1) !== undefined)
    return false;
  const named = modelsNamed(token.text, known);
  return named.length > 0 && !named.some((model) => models.has(model));
};

/** The models that `word` names or is a part of, as a line writes them. */
const modelsNamed = (word: string, known: Known): readonly string[] => {
  const field = findFilterField('gpu_name');
  if (field === undefined || word === '') return [];
  const likeness = known.likeness(field, word.replaceAll('_', ' '));
  switch (likeness.kind) {
    case 'known':
      return [printValue(field, likeness.text)];
    case 'part':
      return likeness.of.map((text) => printValue(field, text));
    case 'unknown':
      return [];
  }
};

/** Values of one field, as a line writes them, and where their words end. */
type NamedValues = {
  readonly field: 'geolocation' | 'gpu_name';
  readonly values: readonly string[];
  /** How many things were named: a model's name may be that of several. */
  readonly count: number;
  /** Words of the longest name. */
  readonly words: number;
  /** What joins them where it says that any will do. */
  readonly link: string | undefined;
  /** False where places are codes alone, which are also texts that rows show. */
  readonly isNamed: boolean;
  readonly to: number;
  readonly next: number;
};

/** The fields whose values are looked for; both where nothing is said. */
type Fields = readonly NamedValues['field'][];

const BOTH: Fields = ['geolocation', 'gpu_name'];

type Item = Pick<NamedValues, 'field' | 'values' | 'isNamed'> & { readonly words: number };

const LINKS = ['or', 'and', 'nor', '|', '||', '/', '&'];

/** Most words of a name, and most things that one suggestion names. */
const VALUE_WORDS = 3;
const VALUES_MAXIMUM = 8;

/** A line may be nothing but such names. */
const NAMED_MAXIMUM = 16;

/** What the words from `index` on name; undefined where they name neither places nor models, or too many. */
export const namedValuesAt = (
  tokens: readonly Token[],
  index: number,
  known: Known,
  fields: Fields = BOTH,
): NamedValues | undefined => {
  const first = itemAt(tokens, index, known, fields);
  if (first === undefined) return undefined;
  const values = new Set(first.values);
  let { words, isNamed } = first;
  let next = index + words;
  let count = 1;
  let link: string | undefined;
  for (;;) {
    let at = next;
    while (tokens[at]?.kind === 'comma' || LINKS.includes(tokens[at]?.text.toLowerCase() ?? '')) at++;
    const item = at === next ? undefined : itemAt(tokens, at, known, [first.field]);
    if (item === undefined) break;
    const joining = tokens[at - 1];
    if (joining?.kind === 'word') link = joining.text;
    for (const value of item.values) values.add(value);
    isNamed ||= item.isNamed;
    words = Math.max(words, item.words);
    count++;
    next = at + item.words;
    if (count > NAMED_MAXIMUM || values.size > VALUES_MAXIMUM) return undefined;
  }
  const to = tokens[next - 1]?.to;
  if (to === undefined || values.size > VALUES_MAXIMUM) return undefined;
  return { field: first.field, values: [...values], count, words, link, isNamed, to, next };
};

/** The clause that lets any of them through, or none. */
export const namedClause = ({ field, values }: Pick<NamedValues, 'field' | 'values'>, isLeftOut = false): string => {
  const [first = '', second] = values;
  return second === undefined
    ? `${field}${isLeftOut ? '!=' : '='}${first}`
    : `${field} ${isLeftOut ? 'notin' : 'in'} [${values.join(', ')}]`;
};

const itemAt = (tokens: readonly Token[], index: number, known: Known, fields: Fields): Item | undefined => {
  for (let words = VALUE_WORDS; words > 0; words--) {
    const named = tokens.slice(index, index + words);
    const isFree = named.length === words && named.every(({ kind }) => kind === 'word');
    if (!isFree || operatorAt(tokens, index + words)?.operator !== undefined) continue;
    const text = named.map((token) => token.text).join(' ');
    if (fields.includes('geolocation')) {
      const place = placeNamed(text);
      const code = words === 1 && text.toLowerCase() !== 'no' ? countryCode(text) : undefined;
      if (place !== undefined || code !== undefined)
        return { field: 'geolocation', values: [place ?? code ?? ''], words, isNamed: place !== undefined };
    }
    const models = fields.includes('gpu_name') && MODEL_NUMBER.test(text) ? modelsNamed(text, known) : [];
    if (models.length > 0) return { field: 'gpu_name', values: models, words, isNamed: true };
  }
  return undefined;
};

const COUNT = /^(\d{1,2})(?:-(\d{1,2}))?x?$/i;

/** Words for how many. */
export const COUNT_WORDS: Readonly<Record<string, string>> = {
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

/** True for a field that a place may be a value of. */
export const canBePlace = ({ filter }: FilterField): boolean => filter.kind === 'country' || filter.kind === 'text';

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
  const field = findFilterField(token.text);
  if (typed.isBracketed || (field !== undefined && canBePlace(field))) return undefined;
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
  const said = { ...problem, suggestion: `${problem.suggestion}>=${figure.text}`, isReading: true } as const;
  return { from, to, next: index + 2, meaning: problemAt({ from, to }, said), growsUntil: to };
};

/** What a field is called in words, where they are not its name with spaces in the place of its underscores. */
const SAID: Readonly<Record<string, string>> = {
  'hourly price': 'dph_total',
  'total price': 'dph_total',
  'price per hour': 'dph_total',
  'cost per hour': 'dph_total',
  'dollars per hour': 'dph_total',
  'gpu price': 'dph_gpu',
  'price per gpu': 'dph_gpu',
  'cost per gpu': 'dph_gpu',
  'number of gpus': 'num_gpus',
  'video memory': 'gpu_ram',
  'video ram': 'gpu_ram',
  'memory bandwidth': 'gpu_mem_bw',
  'gpu memory bandwidth': 'gpu_mem_bw',
  'system memory': 'cpu_ram',
  'system ram': 'cpu_ram',
  'cpu memory': 'cpu_ram',
  'cuda version': 'cuda_max_good',
  'disk size': 'disk_space',
  'disk speed': 'disk_bw',
  'disk bandwidth': 'disk_bw',
  'download speed': 'inet_down',
  'upload speed': 'inet_up',
  'open ports': 'direct_port_count',
  'data center': 'datacenter',
  'data centre': 'datacenter',
};

/** Most words that a name has. */
const NAME_WORDS = 3;

/** The name that the words from `index` on say of a field, and how many of them do; undefined where they say none. */
export const nameSaidAt = (
  tokens: readonly Token[],
  index: number,
): { readonly name: string; readonly words: readonly Token[] } | undefined => {
  for (let count = NAME_WORDS; count > 1; count--) {
    const words = tokens.slice(index, index + count);
    const isApart = words.every(({ kind }, at) => kind === 'word' && operatorAt(tokens, index + at) === undefined);
    if (words.length < count || !isApart) continue;
    const said = words.map(({ text }) => text.toLowerCase());
    const meant = Object.hasOwn(SAID, said.join(' ')) ? SAID[said.join(' ')] : undefined;
    const name = (findFilterField(said.join('_')) ?? findFilterField(meant ?? ''))?.name;
    if (name !== undefined) return { name, words };
  }
  return undefined;
};
