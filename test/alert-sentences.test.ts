/** What an alert waits for, as people write it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mended, readSentence } from '../src/alerts/read-sentence.ts';
import { FIGURES, printSentence, type Sentence } from '../src/alerts/sentence.ts';
import { wireFilters } from '../src/filter/request.ts';
import { isKeptFilter } from '../src/history/kept-offer.ts';
import { conditions } from './support/filter-lines.ts';

/** The sentence that `text` is, printed; or what is wrong with it: what is marked, the message, the suggestion. */
const reading = (text: string) => {
  const read = readSentence(text);
  return 'sentence' in read
    ? printSentence(read.sentence)
    : read.problems.map(({ from, to, suggestion }) => [text.slice(from, to), suggestion]);
};

describe('a sentence', () => {
  test.each([
    ['when gpu_name=RTX_4090 dph_gpu<0.25 appears', 'when gpu_name=RTX_4090 dph_gpu<0.25 appears'],
    ['when machine 8207 is gone', 'when machine 8207 is gone'],
    ['when my machine 8207 is rented', 'when machine 8207 is rented'],
    ['when my machine 8207 is free', 'when machine 8207 is free'],
    ['when median(gpu_name=RTX_4090) falls 10% in 1d', 'when median(gpu_name=RTX_4090) falls 10% in 1d'],
    ['when median(gpu_name=RTX_4090) falls below 0.30', 'when median(gpu_name=RTX_4090) falls below 0.3'],
    ['if gpu_name=RTX_4090 appears', 'when gpu_name=RTX_4090 appears'],
    ['notify me when gpu_name=RTX_4090 appears', 'when gpu_name=RTX_4090 appears'],
    ['Please let me know as soon as gpu_name=RTX_4090 is available!', 'when gpu_name=RTX_4090 appears'],
    ['WHEN GPU_NAME=RTX_4090 APPEARS', 'when gpu_name=RTX_4090 appears'],
    ['gpu_name=RTX_4090 disappears', 'when gpu_name=RTX_4090 is gone'],
    ['machine #8207 goes offline', 'when machine 8207 is gone'],
    ['machine 8207 comes back online', 'when machine 8207 is back'],
    ['P25(gpu_name=H100_SXM) climbs by 5 % within 6 hours', 'when p25(gpu_name=H100_SXM) rises 5% in 6h'],
    [
      'when the median price of gpu_name=RTX_4090 drops 10 percent in a day',
      'when median(gpu_name=RTX_4090) falls 10% in 1d',
    ],
    ['cheapest(gpu_name=RTX_4090) < $0.25/h', 'when min(gpu_name=RTX_4090) falls below 0.25'],
    ['median (gpu_name=RTX_4090) falls in 1d by 10%', 'when median(gpu_name=RTX_4090) falls 10% in 1d'],
  ])('%j has its meaning', (text, printed) => expect(reading(text)).toBe(printed));

  test.each([
    ['notify me when 4090 under 0.25', 'when gpu_name=RTX_4090 dph_total<0.25 appears'],
    ['when a RTX 4090 under $0.25 appears', 'when gpu_name=RTX_4090 dph_total<0.25 appears'],
    ['RTX 4090 appears below $0.25', 'when gpu_name=RTX_4090 dph_total<0.25 appears'],
    ['a cheap 4090 below 0.25', 'when gpu_name=RTX_4090 dph_total<0.25 appears'],
    ['4090s appear', 'when gpu_name=RTX_4090 appears'],
    ['2x 4090 < 0.6 available', 'when num_gpus=2 gpu_name=RTX_4090 dph_total<0.6 appears'],
    ['gpu_nam=RTX_4090 apears', 'when gpu_name=RTX_4090 appears'],
    ['gpu_name=RTX_4090 apears', 'when gpu_name=RTX_4090 appears'],
    ['price of 4090 falls below 0.25', 'when min(gpu_name=RTX_4090) falls below 0.25'],
    ['average(gpu_name=RTX_4090) falls 10% in 1d', 'when median(gpu_name=RTX_4090) falls 10% in 1d'],
    ['gpu_name=RTX_4090 falls 10% in 1d', 'when median(gpu_name=RTX_4090) falls 10% in 1d'],
    ['median(gpu_name=RTX_4090) falls 10%', 'when median(gpu_name=RTX_4090) falls 10% in 1d'],
    ['median(gpu_name=RTX_4090) falls 10 in 1d', 'when median(gpu_name=RTX_4090) falls 10% in 1d'],
    ['median(gpu_name=RTX_4090) falls below 0,30', 'when median(gpu_name=RTX_4090) falls below 0.3'],
    ['median(gpu_name=RTX_4090) falls below 30 cents', 'when median(gpu_name=RTX_4090) falls below 0.3'],
    ['median(gpu_name=RTX_4090 falls 10% in 1d', 'when median(gpu_name=RTX_4090) falls 10% in 1d'],
    ['machine 8207', 'when machine 8207 is gone'],
    ['my machines 8207, 8208 are rented', 'when machine 8207 is rented'],
    ['machine 8207 is available', 'when machine 8207 is free'],
    ['gpu_name=RTX_4090 is rented', 'when gpu_name=RTX_4090 is gone'],
    ['offer 12 is gone', 'when id=12 is gone'],
  ])('%j is a problem that says what may be meant', (text, better) => {
    const read = readSentence(text);
    expect('problems' in read && read.problems.length).toBeGreaterThan(0);
    expect(mended(text)).toBe(better);
  });

  test.each([
    ['', [['', undefined]]],
    ['when', [['when', undefined]]],
    ['when appears', [['appears', undefined]]],
    ['when machine is gone', [['machine', undefined]]],
    ['when machine abc is gone', [['abc', undefined]]],
    ['when instance 12 is gone', [['instance 12 is gone', undefined]]],
    ['when mobo_name~asus appears', [['mobo_name~asus', undefined]]],
    ['when median(gpu_name=RTX_4090) falls 200% in 1d', [['200%', undefined]]],
    ['when median(gpu_name=RTX_4090) falls 10% in 2 months', [['2 months', undefined]]],
    ['when median(gpu_name=RTX_4090) falls 10% in 90d', [['90d', undefined]]],
    ['when median() falls 10% in 1d', [['', undefined]]],
    ['when gpu_name=RTX_4090 quickly appears', [['quickly', undefined]]],
    ['when gpu_nam=RTX_4090 appears', [['gpu_nam', 'gpu_name']]],
  ])('%j is a problem at its place', (text, places) => expect(reading(text)).toEqual(places));

  /** Conditions that a line can hold together: what would be left to the client must be kept. */
  const filters = conditions.filter((clauses) => {
    const { local } = wireFilters({ clauses: clauses.map((clause) => ({ ...clause, from: 0, to: 0 })) });
    return clauses.length > 0 && local.every(({ field }) => isKeptFilter(field));
  });

  const decimals = (least: number, most: number) =>
    fc.integer({ min: least * 100, max: most * 100 - 1 }).map((hundredths) => hundredths / 100);

  const sentences: fc.Arbitrary<Sentence> = fc.oneof(
    fc.record({ kind: fc.constant('offers'), filter: filters, becomes: fc.constantFrom('there', 'gone') }),
    fc.record({
      kind: fc.constant('machine'),
      machineId: fc.integer({ min: 1 }),
      becomes: fc.constantFrom('gone', 'back', 'rented', 'free'),
    }),
    fc.record({
      kind: fc.constant('figure'),
      figure: fc.constantFrom(...FIGURES),
      filter: filters,
      move: fc.oneof(
        fc.record({ direction: fc.constantFrom('falls', 'rises'), price: decimals(0.01, 100) }),
        fc.record({
          direction: fc.constantFrom('falls', 'rises'),
          percent: decimals(0.01, 100),
          withinMs: fc.integer({ min: 1, max: 31 * 24 * 60 }).map((minutes) => minutes * 60_000),
        }),
      ),
    }),
  );

  test('that is printed is read as the same, in any case of its own words', () =>
    fc.assert(
      fc.property(sentences, fc.boolean(), (sentence, isLoud) => {
        const text = printSentence(sentence);
        const read = readSentence(isLoud ? text.replace(/^when/, 'NOTIFY ME WHEN') : text);
        expect(read).toMatchObject({ sentence });
        expect('sentence' in read && printSentence(read.sentence)).toBe(text);
      }),
      { numRuns: 100 },
    ));

  test('of any text is a sentence or problems with places in it', () =>
    fc.assert(
      fc.property(
        fc
          .array(
            fc.oneof(
              fc.constantFrom(
                'when',
                'machine',
                '8207',
                'median(',
                ')',
                'falls',
                'below',
                '10%',
                'in',
                '1d',
                'is',
                'gone',
                'gpu_name=RTX_4090',
                'appears',
                '"',
                '4090',
                '<',
                'my',
                'of',
              ),
              fc.string({ maxLength: 6 }),
            ),
            { maxLength: 9 },
          )
          .map((words) => words.join(' ')),
        (text) => {
          const read = readSentence(text);
          if ('sentence' in read) return;
          expect(read.problems.length).toBeGreaterThan(0);
          for (const { from, to, message } of read.problems) {
            expect(0 <= from && from <= to && to <= text.length).toBe(true);
            expect(message).toMatch(/[.?]$/);
          }
          mended(text);
        },
      ),
      { numRuns: 200 },
    ));
});
