/** Completes a filter line at the cursor: names of fields, operators behind a whole name, and values of texts (docs/filter-line.md, While typing). */
import { countryName } from '../catalogue/countries.ts';
import { type FilterField, findFilterField, LINE_FIELDS } from '../catalogue/lookup.ts';
import { REGIONS } from '../catalogue/regions.ts';
import { operatorAt } from './clause-parts.ts';
import { LONGEST_LINE, type Span } from './line.ts';
import { comparisonsOf, spelling } from './operators.ts';
import { type Token, tokensOf } from './tokens.ts';
import { printValue } from './value.ts';

/** A stretch of the line before the cursor, and the texts that may stand there instead, the likeliest first. */
type Completion = Span & {
  readonly candidates: readonly string[];
  /** What every candidate begins with; the stretch as it stands when they have no more in common. */
  readonly shared: string;
};

/** Values of a filter that were seen in offers, the most frequent first. */
type SeenValues = (field: FilterField) => readonly string[];

/** Values that can still be gone through one by one. */
const MANY = 10;

/** What may be meant by the text before `at`, a place in `text` in UTF-16 units. */
export const completionAt = (text: string, at: number, seen: SeenValues): Completion => {
  if (text.length > LONGEST_LINE) return { from: at, to: at, candidates: [], shared: '' };
  const tokens = tokensOf(text.slice(0, at));
  const last = tokens.at(-1);
  const begun = last?.to === at && (last.kind === 'word' || last.kind === 'quoted') ? last : undefined;
  const before = begun === undefined ? tokens : tokens.slice(0, -1);
  const from = begun?.from ?? at;
  const field = operandField(before);
  const values = field === undefined ? [] : valuesOf(field, begun?.text ?? '', seen);
  const isInList = before.at(-1)?.kind === 'comma';
  const candidates = field === undefined || (isInList && values.length === 0) ? namesAt(before, begun) : values;
  return { from, to: at, candidates, shared: sharedBeginning(candidates, text.slice(from, at)) };
};

/** The field whose value is typed behind `tokens`: behind its operator, or further on in a list. */
const operandField = (tokens: readonly Token[]): FilterField | undefined => {
  let index = tokens.length - 1;
  const nearest = tokens[index]?.kind;
  const isInList = nearest === 'comma' || nearest === 'open';
  for (; index > 0; index--) {
    const operator = operatorAt(tokens, index)?.operator;
    if (operator !== undefined && (!isInList || operator === 'in' || operator === 'notin')) {
      const isTwoWords = operator === 'in' && tokens[index - 1]?.text.toLowerCase() === 'not';
      const named = tokens[isTwoWords ? index - 2 : index - 1];
      return named?.kind === 'word' ? findFilterField(named.text) : undefined;
    }
    if (!isInList || operator !== undefined || tokens[index]?.kind === 'close') return undefined;
  }
  return undefined;
};

const valuesOf = (field: FilterField, begun: string, seen: SeenValues): readonly string[] => {
  const { kind, initial } = field.filter;
  const lifting = initial === undefined ? [] : ['any'];
  if (kind === 'boolean') return matching(['true', 'false', ...lifting], begun);
  if (kind === 'number' || kind === 'integer') return [];
  const inAnswers = seen(field);
  const known = kind === 'country' ? Object.keys(REGIONS) : (field.known ?? []);
  const here = valuesLike(inAnswers, begun);
  // Of all models there are too many to go through while some are for rent.
  const values =
    here.length > 0 && known.length > MANY ? here : valuesLike([...new Set([...inAnswers, ...known])], begun);
  return [...values.map((value) => printValue(field, value)), ...matching(lifting, begun)];
};

/** Those of `values` that begin with `begun`, by themselves or as a country's name; where none does, those that hold it. */
const valuesLike = (values: readonly string[], begun: string): readonly string[] => {
  const wanted = begun.replaceAll('_', ' ').toLowerCase();
  const wordsOf = (value: string) => [value, countryName(value) ?? ''].map((word) => word.toLowerCase());
  const beginning = values.filter((value) => wordsOf(value).some((word) => word.startsWith(wanted)));
  return beginning.length > 0
    ? beginning
    : values.filter((value) => wordsOf(value).some((word) => word.includes(wanted)));
};

/** Names that `begun` may become, and what may follow where it is one already; behind `!` only yes-or-no fields. */
const namesAt = (before: readonly Token[], begun: Token | undefined): readonly string[] => {
  if (begun?.kind === 'quoted') return [];
  const word = begun?.text ?? '';
  const previous = before.at(-1);
  const isDenied = previous?.text === '!' && begun !== undefined && previous.to === begun.from;
  const fields = isDenied ? LINE_FIELDS.filter(({ filter }) => filter.kind === 'boolean') : LINE_FIELDS;
  const whole = isDenied ? undefined : findFilterField(word);
  const names = [
    ...matching(
      fields.map(({ name }) => name),
      word,
    ),
    ...fields.filter(({ aliases = [] }) => matching(aliases, word, true).length > 0).map(({ name }) => name),
  ];
  return [
    ...new Set([...names.filter((name) => name !== word), ...(whole === undefined ? [] : clausesOf(word, whole))]),
  ];
};

/** `word`, which names `field`, with each operator that the field takes; one that is a clause by itself lacks nothing. */
const clausesOf = (word: string, field: FilterField): readonly string[] => {
  const { filter } = field;
  if (filter.kind !== 'boolean') return comparisonsOf(field).map((operator) => `${word}${spelling(operator)}`);
  return filter.initial === undefined ? [] : [`${word}=any`];
};

/** The words that begin with `begun` in any letter case; where none does, and not `isStrict`, those that hold it. */
const matching = (words: readonly string[], begun: string, isStrict = false): readonly string[] => {
  const wanted = begun.toLowerCase();
  const beginning = words.filter((word) => word.toLowerCase().startsWith(wanted));
  if (beginning.length > 0 || isStrict) return beginning;
  return words.filter((word) => word.toLowerCase().includes(wanted));
};

const sharedBeginning = (candidates: readonly string[], typed: string): string => {
  const [first = '', ...others] = candidates;
  let length = first.length;
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length--;
  const shared = first.slice(0, length);
  return shared.length > typed.length && shared.toLowerCase().startsWith(typed.toLowerCase()) ? shared : typed;
};
