/** What offers have in a field: counted here against a plain computation. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findFilterField } from '../src/catalogue/lookup.ts';
import type { Offer } from '../src/catalogue/values.ts';
import { fieldsInOrder, fieldsUsedIn } from '../src/filter/complete.ts';
import { histogramOf, seenIn } from '../src/filter/seen.ts';

const field = (name: string) => {
  const found = findFilterField(name);
  if (found === undefined) throw new Error(`no field ${name}`);
  return found;
};

const offersWith = (name: string, values: readonly unknown[]): readonly Offer[] =>
  values.map((value, place) => ({ id: place + 1, [name]: value }) as Offer);

const seen = (name: string, values: readonly unknown[], wire = name) => seenIn(offersWith(wire, values), field(name));

describe('what was seen', () => {
  test('of texts is each with its count, the most frequent first', () => {
    expect(seen('gpu_name', ['A', 'B', 'B', null, '', undefined, 7, 'B'])).toEqual({
      kind: 'values',
      offers: 8,
      known: 5,
      values: [
        ['B', 3],
        ['A', 1],
        ['7', 1],
      ],
    });
  });

  test('of places are the countries', () => {
    expect(seen('geolocation', ['Sweden, SE', 'Texas, US', 'US'])).toMatchObject({
      values: [
        ['US', 2],
        ['SE', 1],
      ],
    });
  });

  test('of truths is how often each holds', () => {
    expect(seen('verified', ['verified', 'unverified', 'verified'], 'verification')).toMatchObject({
      values: [
        ['true', 2],
        ['false', 1],
      ],
    });
  });

  test('of ids is each id, and not a range', () => {
    expect(seen('host_id', [1042, 977, 1042])).toMatchObject({
      kind: 'values',
      values: [
        ['1042', 2],
        ['977', 1],
      ],
    });
  });

  test('of figures is the range, the middle and how they spread', () => {
    expect(seen('num_gpus', [8, 1, 1, 2, null, Number.NaN, '4'])).toEqual({
      kind: 'figures',
      offers: 7,
      known: 4,
      smallest: 1,
      middle: 1,
      largest: 8,
      histogram: { counts: [2, 1, 0, 0, 0, 0, 0, 1] },
    });
  });

  test('of what no offer has is nothing, and so it is of no offers', () => {
    expect(seen('num_gpus', [null, undefined])).toBeUndefined();
    expect(seen('gpu_name', [])).toBeUndefined();
    expect(seen('target_reliability', [0.9], 'expected_reliability')).toBeUndefined();
  });

  test('of what is computed here is what the offers give', () => {
    const offers = [
      { id: 1, dph_total: 2, num_gpus: 4 },
      { id: 2, dph_total: 2, num_gpus: 1 },
      { id: 3, dph_total: 2, num_gpus: 0 },
    ] as readonly Offer[];
    expect(seenIn(offers, field('dph_gpu'))).toMatchObject({ offers: 3, known: 2, smallest: 0.5, largest: 2 });
  });
});

const figures = fc.array(fc.oneof(fc.integer({ min: -3, max: 30 }), fc.double({ min: 0, max: 1e6, noNaN: true })), {
  minLength: 1,
  maxLength: 300,
});

test('the middle has at most half of the figures on either side', () => {
  fc.assert(
    fc.property(figures, (values) => {
      const found = seen('inet_down', values);
      if (found?.kind !== 'figures') throw new Error('no figures');
      expect(values.filter((value) => value > found.middle).length).toBeLessThanOrEqual(values.length / 2);
      expect(values.filter((value) => value < found.middle).length).toBeLessThanOrEqual(values.length / 2);
    }),
  );
});

test('a histogram counts every figure once, each on its step', () => {
  fc.assert(
    fc.property(figures, fc.boolean(), (values, isWhole) => {
      const sorted = (isWhole ? values.map(Math.round) : [...values]).sort((a, b) => a - b);
      const { counts, tailFrom } = histogramOf(sorted, isWhole);
      expect(counts.length).toBeLessThanOrEqual(12);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(sorted.length);
      if (tailFrom === undefined) return;
      expect(counts.at(-1)).toBe(sorted.filter((value) => value > tailFrom).length);
      expect(counts.at(-1)).toBeLessThanOrEqual(sorted.length * 0.05 + 1);
    }),
  );
});

test('a few figures far beyond the others do not press them into one step', () => {
  // Steps of 0.94 / 11, from 1 up to 1.94.
  const prices = [...Array.from({ length: 99 }, (_, place) => 1 + place / 100), 60];
  expect(histogramOf(prices, false)).toEqual({
    counts: [9, 9, 8, 9, 8, 9, 8, 9, 8, 9, 9, 5],
    tailFrom: 1.94,
  });
});

describe('fields are offered in the order in which people use them', () => {
  test('the usual ones, then those of kept lines, the most used first, then the rest; each once', () => {
    const names = fieldsInOrder(['gpu_ram', 'mobo_name', 'cpu_ghz']).map(({ name }) => name);
    expect(names.slice(0, 2)).toEqual(['gpu_name', 'num_gpus']);
    expect(names.slice(20, 22)).toEqual(['mobo_name', 'cpu_ghz']);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(names)).toEqual(new Set(fieldsInOrder([]).map(({ name }) => name)));
  });

  test('a line counts once for a field, by any of its names, and the newer line first', () => {
    expect(fieldsUsedIn(['vram>=24 gpu_ram<=80', 'cpu_ghz>3', '!has_avx any:epyc', 'ghz>2 word'])).toEqual([
      'cpu_ghz',
      'has_avx',
      'gpu_ram',
    ]);
  });
});
