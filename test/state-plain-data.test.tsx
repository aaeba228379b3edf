/**
 * What stands in the store is plain data: it can be compared, written to the journal and printed, and nothing in it acts.
 *
 * @module-tag exhaustive
 */
import { describe, expect, test } from 'vitest';
import { tour } from './support/tour.tsx';

/** The places of values below `value` that are no plain data, by their names. */
const foreignIn = (value: unknown, place: string, seen = new Set<unknown>()): readonly string[] => {
  if (value === null || ['string', 'number', 'boolean', 'undefined'].includes(typeof value)) return [];
  if (typeof value !== 'object') return [`${place}: a ${typeof value}`];
  if (seen.has(value)) return [];
  seen.add(value);
  if (Array.isArray(value)) return value.flatMap((item, index) => foreignIn(item, `${place}.${index}`, seen));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return [`${place}: a ${value.constructor.name}`];
  return Object.entries(value).flatMap(([name, member]) => foreignIn(member, `${place}.${name}`, seen));
};

describe.each([
  ['when all goes well', false],
  ['when every call fails', true],
] as const)('on every screen %s', (_, isFailing) => {
  test('the state holds no Map, Set, Date, class, promise or function', async () => {
    const foreign = new Set<string>();
    const places = new Set<string>();
    await tour(
      { texts: ['Zürich, CH', 'x'], sentence: 'so it is', typed: 'typed', json: 'text', isFailing },
      (place, deck) => {
        places.add(place);
        for (const found of foreignIn(deck.deck.store.getState(), '')) foreign.add(found);
      },
    );
    expect([...foreign]).toEqual([]);
    expect(places.size).toBeGreaterThan(20);
  });
});
