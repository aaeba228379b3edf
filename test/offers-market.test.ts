import { expect, test } from 'vitest';
import { standings } from '../src/tui/panes/offers/detail.ts';

const offer = (gpu_name: string, num_gpus: number, dph_total: number | null) => ({ gpu_name, num_gpus, dph_total });

test('an offer is compared with as many of the same GPU, and per GPU with all of the same', () => {
  const own = offer('RTX 4090', 4, 2);
  const offers = [
    own,
    offer('RTX 4090', 4, 1),
    offer('RTX 4090', 4, 2),
    offer('RTX 4090', 4, 4),
    offer('RTX 4090', 1, 0.2),
    offer('RTX 4090', 4, null),
    offer('RTX 5090', 4, 0.1),
  ];
  expect(standings(own, offers)).toEqual([
    { like: '4× RTX 4090', rank: 2, count: 4, lowest: 1, median: 2, own: 2 },
    { like: 'RTX 4090, per GPU', rank: 3, count: 5, lowest: 0.2, median: 0.5, own: 0.5 },
  ]);
});

test('the median of an even number lies between the two in the middle', () => {
  const offers = [1, 2, 4, 9].map((price) => offer('H100 SXM', 1, price));
  expect(offers.flatMap((own) => standings(own, offers)[0] ?? []).map(({ median, rank }) => [median, rank])).toEqual([
    [3, 1],
    [3, 2],
    [3, 3],
    [3, 4],
  ]);
});

test('an offer without a price, a model or a count is compared with nothing', () => {
  const offers = [offer('RTX 4090', 4, 1)];
  expect(standings(offer('RTX 4090', 4, null), offers)).toEqual([]);
  expect(standings({ num_gpus: 4, dph_total: 1 }, offers)).toEqual([]);
  expect(standings({ gpu_name: 'RTX 4090', num_gpus: null, dph_total: 1 }, offers)).toEqual([]);
});
