/** Filter lines at random: whatever a person can mean with the filters of a search (docs/interface.md, filter parameters). */
import fc from 'fast-check';
import type { Operator, WireValue } from '../../src/catalogue/field.ts';
import { FILTER_FIELDS, type FilterField, findFilterField } from '../../src/catalogue/lookup.ts';
import type { Condition, Word } from '../../src/filter/line.ts';

type Single = string | number | boolean;

/** Words that mean something by themselves. */
const RESERVED = [
  ...['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', 'notin', 'not', 'any', 'and', 'or'],
  ...['order', 'sort', 'limit', 'type', 'bid', 'spot', 'storage'],
];

/** What stands for itself without quotes: letters, digits and some signs; no option, no set, no count, no measure, nothing of double width. */
const PLAIN = /^(?!-|@|x\d|[\d.]+(?:[gmt]i?b|[mg]bps|\/h)|.*[！-～])[\p{L}\p{N}#@._+/-]+$/iu;

/** Any number that a filter can compare with, whole where the field is. */
const numberFor = ({ filter }: FilterField): fc.Arbitrary<number> => {
  if (filter.kind === 'integer') return fc.oneof(fc.integer(), fc.integer({ min: 0, max: 200_000 }));
  const range = filter.range;
  if (range !== undefined) {
    const bounds = {
      min: range.minimum,
      max: range.maximum,
      minExcluded: range.isExclusive,
      maxExcluded: range.isExclusive,
    };
    return fc.double({ ...bounds, noNaN: true }).map((value) => value + 0);
  }
  const usual = fc.tuple(fc.integer({ min: -9999, max: 999_999 }), fc.constantFrom(1, 10, 100, 1000));
  return fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
    usual.map(([digits, divisor]) => digits / divisor + 0),
  );
};

const versions = fc
  .array(fc.integer({ min: 0, max: 999_999_999 }), { minLength: 2, maxLength: 3 })
  .map((parts) => parts.join('.'));

const texts = fc.oneof(
  fc.constantFrom(
    'RTX 4090',
    'ROME_D8',
    'any',
    'a "quoted" text',
    "it's",
    '',
    ' ',
    'in',
    'static_ip',
    'RTX_4090 D',
    '4',
    '\\',
  ),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
);

const valueFor = (field: FilterField): fc.Arbitrary<Single> => {
  switch (field.filter.kind) {
    case 'number':
    case 'integer':
      return numberFor(field);
    case 'boolean':
      return fc.boolean();
    case 'version':
      return versions;
    case 'country':
      return fc.constantFrom('US', 'DE', 'GB', 'SE', 'AX', 'EU', 'NORTH_AMERICA');
    case 'text':
      return texts;
  }
};

/** A condition with a value from `values`; a list where the operator takes one. */
const conditionOn = (name: string, operator: Operator, values: fc.Arbitrary<Single>): fc.Arbitrary<Condition> => {
  const isList = operator === 'in' || operator === 'notin';
  const value: fc.Arbitrary<WireValue> = isList ? fc.array(values, { minLength: 1, maxLength: 4 }) : values;
  return value.map((wanted) => ({ field: name, operator, value: wanted }));
};

/** A condition on `field` with any of its operators, or what lifts its default. */
export const conditionsOn = (
  field: FilterField,
  values: fc.Arbitrary<Single> = valueFor(field),
): fc.Arbitrary<Condition> => {
  const compared = field.filter.operators.map((operator) => conditionOn(field.name, operator, values));
  const lifted: fc.Arbitrary<Condition> = fc.constant({ field: field.name, operator: 'any' });
  return fc.oneof(...compared, ...(field.filter.initial === undefined ? [] : [lifted]));
};

/** A part of a text of `field`, where it has parts to look for; it is never sent. */
const partsOn = ({ name, filter }: FilterField): readonly fc.Arbitrary<Condition>[] =>
  filter.kind === 'text' && !filter.isClosed
    ? [texts.filter((part) => part !== '').map((value) => ({ field: name, operator: 'contains', value }))]
    : [];

/** Some conditions, several on one field too; only a coverage target can be given once. */
export const conditions: fc.Arbitrary<readonly Condition[]> = fc
  .array(
    fc.constantFrom(...FILTER_FIELDS).chain((field) => fc.oneof(conditionsOn(field), ...partsOn(field))),
    { maxLength: 6 },
  )
  .map((all) => all.filter(({ field }, index) => field !== 'target_reliability' || isFirst(all, field, index)));

const isFirst = (all: readonly Condition[], name: string, index: number): boolean =>
  all.findIndex(({ field }) => field === name) === index;

/**
 * Some bare and quoted words to look for in the rows, or with `any:` in every field, and quoted ones that rows must not show.
 * No two bare ones with digits are side by side: they can be a count and a model, or two models, which is a problem.
 */
export const words: fc.Arbitrary<readonly Word[]> = fc
  .array(
    fc
      .oneof(
        fc.string({ unit: 'binary' }).map((text) => ({ text, isExact: true })),
        fc
          .oneof(
            fc.constantFrom('4090', 'rtx_4090', 'H100', 'epyc', 'é'),
            fc.string({ minLength: 1, unit: 'grapheme' }),
          )
          .filter((text) => PLAIN.test(text) && !RESERVED.includes(text.toLowerCase()) && !findFilterField(text))
          .map((text) => ({ text, isExact: false })),
      )
      .chain((word) =>
        fc.constantFrom<Word>(
          word,
          { ...word, isEverywhere: true },
          word.isExact ? { ...word, isExcluded: true } : { text: 'epyc', isExact: false, isExcluded: true },
        ),
      ),
    { maxLength: 3 },
  )
  .map((all) => all.filter((word, index) => !hasBareDigit(word) || !hasBareDigit(all[index - 1])));

const hasBareDigit = (word: Word | undefined): boolean => word?.isExact === false && /\d/.test(word.text);
