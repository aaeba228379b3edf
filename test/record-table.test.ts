/** That records in columns are the records: each member of each, whatever a service sends. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asRecords, createRecordTable, keepApart, placeOf, withMembers } from '../src/catalogue/record-table.ts';
import type { Offer } from '../src/catalogue/values.ts';
import { compileLine, compileWords } from '../src/filter/evaluate.ts';
import { parseLine } from '../src/filter/parse.ts';

const NAMES = [
  'id',
  'dph_total',
  'gpu_name',
  'geolocation',
  'search',
  'gpu_ids',
  '__proto__',
  'toString',
  '7',
  'place',
];

const single = fc.oneof(
  fc.constantFrom(
    null,
    undefined,
    true,
    false,
    0,
    -0,
    1,
    4090,
    0.1 + 0.2,
    2 ** 53,
    5e-324,
    -1.7e308,
    '',
    'RTX 4090',
    'DE',
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string(),
);

const value = fc.oneof(
  { weight: 6, arbitrary: single },
  fc.array(single, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom(...NAMES), single, { maxKeys: 3, noNullPrototype: true }),
  fc.dictionary(fc.string(), fc.dictionary(fc.string(), single, { noNullPrototype: true }), {
    maxKeys: 20,
    noNullPrototype: true,
  }),
);

/** Objects with members of those names, and now and then of others. */
const record = fc
  .array(fc.tuple(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...NAMES) }, fc.string()), value), { maxLength: 12 })
  .map((members): Offer => Object.fromEntries(members));

const namesIn = (offer: Offer): readonly string[] => Object.keys(offer).sort();

/** That nobody can tell `seen` from `meant`. */
const expectSame = (seen: readonly Offer[], meant: readonly Offer[]): void => {
  expect(seen).toHaveLength(meant.length);
  for (const [place, offer] of meant.entries()) {
    const row = seen[place] ?? {};
    expect(namesIn(row)).toEqual(namesIn(offer));
    for (const name of [...NAMES, ...Object.keys(offer)]) {
      expect(row[name]).toStrictEqual(offer[name]);
      expect(Object.is(row[name], -0)).toBe(Object.is(offer[name], -0));
      expect(name in row).toBe(name in offer);
      expect(Object.hasOwn(row, name)).toBe(Object.hasOwn(offer, name));
    }
    expect({ ...row }).toStrictEqual({ ...offer });
    expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
  }
};

describe('records in columns', () => {
  test('are the records, as they are handed on and in the end', () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 40 }), (records) => {
        const table = createRecordTable<Offer>();
        const rows = records.map((offer) => table.add(offer));
        expectSame(rows, records);
        expect(table.rows).toEqual(rows);
        expect(asRecords(rows)).toBe(rows);
      }),
    );
  });

  test('have the members that were put into them, or not those that were taken out', () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 10 }), fc.array(single, { maxLength: 10 }), (records, costs) => {
        const rows = asRecords(records);
        const members = records.map((_, index) => ({ place: costs[index], job_total: index }));
        let index = 0;
        const changed = withMembers(rows, ['place', 'job_total'], () => members[index++] ?? {});
        const without = records.map(({ place: _, ...offer }) => offer);
        expectSame(
          changed,
          without.map((offer, at) => ({ ...offer, ...members[at] })),
        );
        expectSame(withMembers(changed, ['place', 'job_total']), without);
        expectSame(rows, records);
      }),
    );
  });

  test('stay what they are where they are kept apart from the others', () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 20 }), fc.array(record, { maxLength: 20 }), (former, newer) => {
        const rows = [...asRecords(former), ...asRecords(newer)];
        const kept = rows.filter((_, place) => place % 3 === 0);
        const tables = new Set(rows.map((row) => placeOf(row)?.columns));
        keepApart(kept);
        expectSame(rows, [...former, ...newer]);
        for (const row of kept) expect(tables).not.toContain(placeOf(row)?.columns);
      }),
    );
  });

  test('are all there where each has members of other names, and as many as there are', () => {
    const records = Array.from(
      { length: 300 },
      (_, place): Offer => ({
        id: place,
        [`a${place}`]: place,
        [`b${place}`]: { [`c${place}`]: 'text' },
        wide: Object.fromEntries(Array.from({ length: place % 30 }, (__, index) => [`w${index}`, index])),
        text: `of ${place}`,
      }),
    );
    expectSame(asRecords(records), records);
  });

  test('are the records where thousands have small, large, broken and negative figures, and none', () => {
    const figures: readonly ((place: number) => number)[] = [
      (place) => place % 7,
      (place) => 1000 * place,
      (place) => place / 7,
      (place) => -place,
      (place) => place * 2 ** 30,
    ];
    const records = Array.from(
      { length: 2200 },
      (_, place): Offer => ({
        id: place,
        ...Object.fromEntries(figures.map((figure, index) => [`f${index}`, figure(place)])),
        ...(place % 2090 === 0 ? { f0: null, f1: -0, text: 'first' } : { text: `${place % 300}` }),
        ...(place === 2199 && { late: { totalHour: 1 } }),
      }),
    );
    const rows = asRecords(records);
    for (const [place, offer] of records.entries()) expect({ ...rows[place] }).toStrictEqual(offer);
    const costs = withMembers(rows.toReversed(), ['f0'], ({ id }) => ({ f0: Number(id) / 3 }));
    expect(costs.map(({ f0 }) => f0)).toEqual(records.map(({ id }) => Number(id) / 3).toReversed());
  });

  test('cannot be written to', () => {
    const [row = {}] = asRecords<Offer>([{ id: 1 }]);
    expect(() => Object.assign(row, { id: 2 })).toThrow(TypeError);
    expect(() => Reflect.deleteProperty(row, 'id')).not.toThrow();
    expect(row).toEqual({ id: 1 });
  });

  test('are those that a line leaves of the records', () => {
    const lines = [
      '4090',
      '"RTX 4090"',
      'any:text',
      'any:4',
      '!rtx',
      'gpu_name=RTX_4090',
      'dph<1',
      'geolocation in DE',
      '1 de',
    ];
    const tests = lines.map((line) => compileLine(parseLine(line)));
    const chosen = compileWords([{ text: '0', isExact: false, columns: ['search.totalHour', 'score', 'nobody'] }]);
    fc.assert(
      fc.property(fc.array(record, { maxLength: 20 }), (records) => {
        const rows = asRecords(records);
        for (const keeps of [...tests, chosen]) expect(rows.map(keeps)).toEqual(records.map(keeps));
        // The same rows in another order, as a list has them.
        const turned = rows.toReversed();
        for (const keeps of [...tests, chosen])
          expect(turned.filter(keeps)).toEqual(records.toReversed().filter((offer) => keeps(offer)));
      }),
    );
  });
});
