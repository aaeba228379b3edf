/** What the header of a list says of its order. */
import { expect, test } from 'vitest';
import { orderSegments } from '../src/tui/ui/list-words.ts';

const COLUMNS = [
  { heading: '$/h', sortField: 'dph_total' },
  { heading: 'Days', sortField: 'duration' },
  { heading: 'No order', sortField: undefined },
];

const said = (...[facts, room = 80]: [Omit<Parameters<typeof orderSegments>[0], 'columns'>, number?]) =>
  orderSegments({ ...facts, columns: COLUMNS }, room)
    .map(({ text }) => text)
    .join('');

test('every key is named as its column is headed, or as the service calls it', () => {
  expect(said({ order: [['dph_total', 'asc']] })).toBe('by $/h ↑');
  expect(
    said({
      order: [
        ['dph_total', 'asc'],
        ['duration', 'desc'],
        ['cpu_ghz', 'desc'],
      ],
    }),
  ).toBe('by $/h ↑, Days ↓, cpu_ghz ↓');
  expect(said({ order: [['evil\u001b[2J', 'asc']] })).not.toContain('\u001b');
});

test('what does not fit becomes a number, and then nothing, but never a part of a word', () => {
  const order = [
    ['dph_total', 'asc'],
    ['duration', 'desc'],
  ] as const;
  expect(said({ order }, 16)).toBe('by $/h ↑, Days ↓');
  expect(said({ order }, 15)).toBe('by $/h ↑ +1');
  expect(said({ order }, 11)).toBe('by $/h ↑ +1');
  expect(said({ order }, 10)).toBe('');
});

test('an order that rows had by earlier values is told as that', () => {
  expect(said({ order: [['dph_total', 'asc']], isEarlier: true })).toBe('as it was by $/h ↑');
});

test('a list that nobody has sorted says how it came, and one that was cut what of it was sorted', () => {
  expect(said({ order: [] })).toBe('as received');
  expect(said({ order: [], unsorted: 'newest first' })).toBe('newest first');
  expect(said({ order: [] }, 5)).toBe('');
  expect(said({ order: [['dph_total', 'asc']], among: 'the first 1,000' })).toBe(
    'by $/h ↑, sorted here among the first 1,000',
  );
});
