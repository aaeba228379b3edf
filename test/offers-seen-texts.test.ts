/** The texts that completion remembers of earlier answers. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asRecords } from '../src/catalogue/record-table.ts';
import type { Offer } from '../src/catalogue/values.ts';
import { textsOf, textsSeen } from '../src/tui/panes/offers/filter/filter-query.ts';

const offersNamed = (...names: readonly string[]): readonly Offer[] =>
  names.map((gpu_name, place) => ({ id: place + 1, gpu_name }));
const numbered = (count: number, letter: string) => Array.from({ length: count }, (_, place) => `${letter}${place}`);

test('a model that an earlier answer had is still offered', () => {
  const seen = textsSeen(offersNamed('RTX 4090', 'RTX 4090', 'H100 SXM'), {});
  expect(textsOf(textsSeen(offersNamed(), seen), 'gpu_name')).toEqual(['RTX 4090', 'H100 SXM']);
});

test('of a service that never repeats a name the newest 1,000 names are remembered', () => {
  let seen = textsSeen(offersNamed(...numbered(600, 'a')), {});
  seen = textsSeen(offersNamed(...numbered(600, 'b')), seen);
  seen = textsSeen(offersNamed('c'), seen);
  const names = textsOf(seen, 'gpu_name');
  expect(names).toHaveLength(1000);
  expect(names.filter((name) => name.startsWith('b'))).toHaveLength(600);
  expect(names).toContain('c');
});

test('texts come by how often offers have them, whatever the same offers were counted for before', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('A100', 'H100', 'L40S', 'RTX 4090'), { maxLength: 30 }), (names) => {
      const offers = offersNamed(...names);
      const inColumns = asRecords(offersNamed(...names));
      expect(textsSeen(inColumns, {})).toEqual(textsSeen(offers, {}));
      const some = inColumns.filter((_, place) => place % 2 === 0);
      expect(textsSeen(some, {})).toEqual(
        textsSeen(
          some.map((offer) => ({ ...offer })),
          {},
        ),
      );
      const counted = [...new Set(names)].map((name) => [name, names.filter((other) => other === name).length]);
      const earlier = textsSeen(offersNamed('T4'), {});
      expect(textsSeen(offers, {}).gpu_name).toEqual(counted);
      expect(textsSeen(offers, earlier).gpu_name).toEqual([...counted, ['T4', 1]]);
      expect(textsSeen(offers, {}).gpu_name).toEqual(counted);
    }),
  );
});
