/**
 * What may stand at the cursor of a filter line: names of fields, operators behind a whole name, values, and sets
 * (docs/filter-line.md, While typing). Fields come in the order of use: everybody's, this user's, the rest. Pure.
 */
import { COMPUTED_FIELDS } from '../catalogue/computed-fields.ts';
import { continentLike, countryName, REGIONS } from '../catalogue/countries.ts';
import { type FilterField, findFilterField, LINE_FIELDS } from '../catalogue/lookup.ts';

import { isAlternativeLink, isFieldAt, operatorAt, type ValuePlace, valuePlace } from './clause-parts.ts';

import { type Comparison, LONGEST_LINE, type SetMember, type Span } from './line.ts';
import { spelling } from './operators.ts';
import { NO_SETS, type OwnSets, setsFor } from './own-sets.ts';
import { hasNamedValues, usualOperators } from './seen.ts';
import { SET_SIGN, type Token, tokensOf } from './tokens.ts';

import { printValue } from './value.ts';

/** Without letter case, and with a space for `_`. */
const squeezed = (text: string): string => text.replaceAll('_', ' ').toLowerCase();

/** The words that begin with `begun` in any letter case; where none does, and not `isStrict`, those that hold it. */
const matching = (words: readonly string[], begun: string, isStrict = false): readonly string[] => {
  const wanted = begun.toLowerCase();
  const beginning = words.filter((word) => word.toLowerCase().startsWith(wanted));
  if (beginning.length > 0 || isStrict) return beginning;
  return words.filter((word) => word.toLowerCase().includes(wanted));
};

/** A set, with what it holds. */
type SetCandidate = { readonly kind: 'set'; readonly members: readonly SetMember[] };

type Placed = { readonly text: string; readonly field: string };

/** The sets that may stand there: behind their sign, and where ids are typed, of which nobody knows many by heart. */
const setsAt = ({ field, operator, begun, listed }: ValuePlace, sets: OwnSets): readonly (SetCandidate & Placed)[] => {
  const isBegun = begun.startsWith(SET_SIGN);
  const takesSets = operator === 'eq' || operator === 'neq' || operator === 'in' || operator === 'notin';
  if (!takesSets || !field.filter.operators.includes('in')) return [];
  if (!isBegun && (begun !== '' || field.quantity !== 'identifier')) return [];
  const fitting = new Map(setsFor(field, sets).map(([name, members]) => [SET_SIGN + name, members]));
  const isListed = new Set(listed.map(squeezed));
  return matching([...fitting.keys()], begun)
    .filter((text) => !isListed.has(squeezed(text)))
    .map((text) => ({ kind: 'set', field: field.name, members: fitting.get(text) ?? [], text }));
};

/** What sets are mostly of. */
const OFTEN_IN_SETS = ['machine_id', 'host_id', 'gpu_name'];

/** Clauses with a set that is begun without a field. */
const setClauses = (begun: string, { sets, find }: Offerable): readonly (SetCandidate & Placed)[] =>
  OFTEN_IN_SETS.flatMap((name) => {
    const field = find(name);
    const place = { begun, begunLength: begun.length, listed: [], isFurther: false, operator: 'in' } as const;
    const candidates = field === undefined ? [] : setsAt({ ...place, field }, sets);
    return candidates.map((candidate) => ({ ...candidate, text: `${name} in ${candidate.text}` }));
  });

/** The fields that people search by most, the most used first. */
const OFTEN_USED = [
  'gpu_name',
  'num_gpus',
  'dph_total',
  'gpu_ram',
  'reliability',
  'geolocation',
  'inet_down',
  'disk_space',
  'cuda_max_good',
  'dph_gpu',
  'cpu_ram',
  'cpu_cores_effective',
  'verified',
  'static_ip',
  'direct_port_count',
  'inet_up',
  'duration',
  'datacenter',
  'dlperf',
  'compute_cap',
];

/** Every field that a line may name, in that order, what a job costs only `hasWorkload`; `used` are names, the most used first. */
export const fieldsInOrder = (used: readonly string[], hasWorkload = false): readonly FilterField[] => {
  const places = new Map([...new Set([...OFTEN_USED, ...used])].map((name, place) => [name, place] as const));
  const placeOf = ({ name }: FilterField): number => places.get(name) ?? places.size;
  const jobs = hasWorkload ? COMPUTED_FIELDS.filter(({ needsWorkload }) => needsWorkload) : [];
  return [...LINE_FIELDS, ...jobs].sort((a, b) => placeOf(a) - placeOf(b));
};

/** Names of the fields that stand in `lines`, the one in most of them first; of two in as many, the one in the newer line, which is later. */
export const fieldsUsedIn = (lines: readonly string[]): readonly string[] => {
  const counts = new Map<string, number>();
  for (const line of lines.toReversed()) {
    const words = tokensOf(line).filter(({ kind }) => kind === 'word');
    const names = new Set(words.flatMap(({ text }) => findFilterField(text)?.name ?? []));
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name);
};

/** A text that may stand in the line; `field` is the name of the one that it names, compares or is a value of. */
export type Candidate = { readonly text: string; readonly field: string } & (
  | { readonly kind: 'field' }
  | { readonly kind: 'operator'; readonly operator: Comparison }
  /** `value` is the value itself, without quotes; absent for `any`, which lifts a default. */
  | { readonly kind: 'value'; readonly value?: string }
  | SetCandidate
);

/** One text that may stand there, and how many of the rows at hand have it. */
export type Offered = Candidate & { readonly count?: number };

/** All of them, the likeliest first. Each goes in the place of the line from `from` to the cursor. */
export type Offering = {
  readonly from: number;
  readonly items: readonly Offered[];
  /** Name of the field of which a value is typed. */
  readonly valueField?: string;
  /** How many rows were counted through. */
  readonly offers: number;
};

/** The same while it is gone through; `chosen` is the place of the one that stands in the line now. */
export type Walk = Offering & { readonly chosen: number };

type ValueCandidate = Candidate & { readonly kind: 'value' };

/** A stretch of the line before the cursor, and what may stand there instead, the likeliest first. */
type Completion = Span & {
  readonly candidates: readonly Candidate[];
  /** The field of which a value stands there, or is to be typed. */
  readonly valueField?: FilterField;
};

/** Values of a filter that were seen in offers, the most frequent first. */
type SeenValues = (field: FilterField) => readonly string[];

/** Values that can still be gone through one by one. */
const MANY = 10;

/** Values that are offered at the most: of some fields each offer has its own. */
export const MOST_VALUES = 1000;

/** Letters from which on a word that begins no name is looked for among places and models. */
const VALUE_BEGUN = 2;

/** A count as rows show it: `4x`. */
const COUNT = /^(\d{1,2})x$/i;

/** What there is to offer: fields in the order in which they are offered, how one is found by a name, values that were seen, and sets. */
type Offerable = {
  readonly seen: SeenValues;
  readonly fields: readonly FilterField[];
  readonly sets: OwnSets;
  readonly find: typeof findFilterField;
};

/**
 * What may be meant by the text before `at`, a place in `text` in UTF-16 units; `fields`, which `find` knows by their names, are in the
 * order in which they are offered.
 */
export const completionAt = (
  text: string,
  at: number,
  seen: SeenValues,
  fields: readonly FilterField[] = fieldsInOrder([]),
  sets: OwnSets = NO_SETS,
  find = findFilterField,
): Completion => {
  if (text.length > LONGEST_LINE || isInsideWord(text, at)) return { from: at, to: at, candidates: [] };
  const offerable = { seen, fields, sets, find };
  const tokens = tokensOf(text.slice(0, at), find);
  const last = tokens.at(-1);
  const begun = last?.to === at && (last.kind === 'word' || last.kind === 'quoted') ? last : undefined;
  const before = begun === undefined ? tokens : tokens.slice(0, -1);
  const from = begun?.from ?? at;
  const place = valuePlace(before, begun);
  const words = () => {
    const isCompared = operatorAt(tokensOf(text.slice(at)), 0) !== undefined;
    // An operator stands behind the cursor already.
    return wordsAt(before, begun, offerable).filter(({ kind }) => !isCompared || kind !== 'operator');
  };
  if (place === undefined) return { from, to: at, candidates: words() };
  const values = [...setsAt(place, sets), ...valuesOf(place, seen)].filter(({ text: value }) => value !== place.begun);
  const mayBeName = place.isFurther && values.length === 0;
  if (mayBeName) return { from, to: at, candidates: words() };
  return { from: at - place.begunLength, to: at, candidates: values, valueField: place.field };
};

/** True where the characters on both sides of `at` belong to a word. */
const isInsideWord = (text: string, at: number): boolean => [text.charAt(at - 1), text.charAt(at)].every(isOfWord);

const isOfWord = (character: string): boolean => character.trim() !== '' && !SEPARATORS.includes(character);

/** What parts words beside spaces. */
const SEPARATORS = ',[]()=<>:!~|';

const valuesOf = ({ field, operator, begun, listed }: ValuePlace, seen: SeenValues): readonly ValueCandidate[] => {
  const { kind, initial } = field.filter;
  const candidate = (value: string): ValueCandidate => ({ kind: 'value', field: field.name, value, text: value });
  const lifting = initial === undefined || operator !== 'eq' ? [] : ['any'];
  const any = (text: string): ValueCandidate => ({ kind: 'value', field: field.name, text });
  if (kind === 'boolean') {
    return matching(['true', 'false', ...lifting], begun).map((text) => (text === 'any' ? any(text) : candidate(text)));
  }
  if (!hasNamedValues(field)) return [];
  const inAnswers = seen(field);
  const known = kind === 'country' ? Object.keys(REGIONS) : (field.known ?? []);
  const here = valuesLike(inAnswers, begun, kind === 'country');
  // Of all models there are too many to go through while some are for rent.
  const values =
    here.length > 0 && known.length > MANY && kind !== 'country'
      ? here
      : valuesLike([...new Set([...inAnswers, ...known])], begun, kind === 'country');
  const isListed = new Set(listed.map(squeezed));
  // Who types the code of a country that looks like a continent is told of that; it comes before names that hold the letters.
  const continent = kind === 'country' ? continentLike(begun.toUpperCase()) : undefined;
  return [
    ...[...new Set([...(continent === undefined ? [] : [continent]), ...values])]
      .filter((value) => !isListed.has(squeezed(value)))
      .slice(0, MOST_VALUES)
      .map((value) => ({ ...candidate(value), text: kind === 'integer' ? value : printValue(field, value) })),
    ...matching(lifting, begun).map(any),
  ];
};

/** Those of `values` that begin with `begun`, by themselves or as a country's name (`areCodes`); where none does, those that hold it. */
const valuesLike = (values: readonly string[], begun: string, areCodes: boolean): readonly string[] => {
  const wanted = squeezed(begun);
  if (wanted === '') return values;
  // Who has typed a whole code, as `de`, does not mean the other countries whose names begin so.
  const isWhole = areCodes && values.some((value) => squeezed(value) === wanted);
  const wordsOf = (value: string) => (areCodes && !isWhole ? [value, countryName(value) ?? ''] : [value]).map(squeezed);
  const beginning = values.filter((value) => wordsOf(value).some((word) => word.startsWith(wanted)));
  return beginning.length > 0
    ? beginning
    : values.filter((value) => wordsOf(value).some((word) => word.includes(wanted)));
};

/** Operators behind a field and a blank, else names; a word that begins none may begin a place's, or be a part of a model's. */
const wordsAt = (before: readonly Token[], begun: Token | undefined, offerable: Offerable): readonly Candidate[] => {
  const { fields } = offerable;
  const previous = before.at(-1);
  if (begun?.kind === 'quoted' || (previous?.kind === 'symbol' && previous.text !== '!')) return [];
  if (begun?.text.startsWith(SET_SIGN)) return setClauses(begun.text, offerable);
  const compared = comparedField(before);
  const operators = compared === undefined ? [] : operatorsBehind(compared, begun?.text ?? '');
  if (operators.length > 0) return operators;
  const names = namesAt(before, begun, fields);
  const word = begun?.text ?? '';
  // Behind a bar that joins words, what a problem suggests takes all of them in.
  const isAfterWords = previous?.kind === 'symbol' || isAlternativeLink(previous);
  if (word.length < VALUE_BEGUN || isAfterWords || beginsName(word, begun, fields)) return names;
  const count = COUNT.exec(word)?.[1];
  if (count !== undefined && offerable.find('num_gpus') !== undefined)
    return [{ kind: 'value', field: 'num_gpus', value: count, text: `num_gpus=${count}` }];
  const places = clausesWith('geolocation', word, offerable).filter(({ value = '' }) => isPlaceBegun(value, word));
  return [...places, ...names, ...(names.length > 0 ? [] : clausesWith('gpu_name', word, offerable))];
};

const beginsName = (word: string, begun: Token | undefined, fields: readonly FilterField[]): boolean =>
  begun?.field !== undefined ||
  fields.some(({ name, aliases = [] }) => matching([name, ...aliases], word, true).length > 0);

const isPlaceBegun = (value: string, word: string): boolean =>
  [value, countryName(value) ?? ''].some((name) => squeezed(name).startsWith(squeezed(word)));

/** Clauses on the field called `name` whose value `word` may become. */
const clausesWith = (name: string, word: string, { seen, find }: Offerable): readonly ValueCandidate[] => {
  const field = find(name);
  if (field === undefined) return [];
  const place = { field, operator: 'eq', begun: word, begunLength: word.length, listed: [], isFurther: false } as const;
  return valuesOf(place, seen).map((candidate) => ({ ...candidate, text: `${name}=${candidate.text}` }));
};

/** The field that the last of `tokens` names, and that needs an operator. */
const comparedField = (tokens: readonly Token[]): FilterField | undefined => {
  const index = tokens.length - 1;
  const named = tokens[index];
  if (named === undefined || !isFieldAt(tokens, index)) return undefined;
  const isValue = index > 0 && operatorAt(tokens, index - 1) !== undefined;
  const { field } = named;
  return isValue || field?.filter.kind === 'boolean' ? undefined : field;
};

/** The operators of `field`, as they are written behind a blank. */
const operatorsBehind = (field: FilterField, begun: string): readonly Candidate[] =>
  usualOperators(field).flatMap((operator): readonly Candidate[] => {
    const sign = spelling(operator).trimStart();
    const isWord = operator === 'in' || operator === 'notin';
    const isMeant = begun === '' || (isWord && sign.startsWith(begun.toLowerCase()) && sign !== begun);
    return isMeant ? [{ kind: 'operator', operator, field: field.name, text: sign }] : [];
  });

/** Names that the begun word may become, and what may follow where it is one already; behind `!` only yes-or-no fields. */
const namesAt = (
  before: readonly Token[],
  begun: Token | undefined,
  fields: readonly FilterField[],
): readonly Candidate[] => {
  const word = begun?.text ?? '';
  const previous = before.at(-1);
  const isDenied = previous?.text === '!' && (begun === undefined || previous.to === begun.from);
  const offered = isDenied ? fields.filter(({ filter }) => filter.kind === 'boolean') : fields;
  const whole = isDenied ? undefined : begun?.field;
  const byName = matching(
    offered.map(({ name }) => name),
    word,
  );
  const byAlias = offered
    .filter(({ aliases = [] }) => matching(aliases, word, true).length > 0)
    .map(({ name }) => name);
  const names = [...new Set([...byName, ...byAlias])]
    .filter((name) => name !== word)
    .map((name): Candidate => ({ kind: 'field', field: name, text: name }));
  if (whole === undefined) return names;
  const clauses = clausesOf(word, whole);
  // Who has typed a whole name wants to compare by it; an alias may be the beginning of another name.
  return whole.name === word ? [...clauses, ...names] : [...names, ...clauses];
};

/** `word`, which names `field`, with each operator that the field takes; one that is a clause by itself lacks nothing. */
const clausesOf = (word: string, field: FilterField): readonly Candidate[] => {
  const { name, filter } = field;
  if (filter.kind === 'boolean')
    return filter.initial === undefined ? [] : [{ kind: 'value', field: name, text: `${word}=any` }];
  return usualOperators(field).map((operator) => ({
    kind: 'operator',
    operator,
    field: name,
    text: `${word}${spelling(operator)}`,
  }));
};
