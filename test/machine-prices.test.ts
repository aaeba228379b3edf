/** What a host's price is made of, and where it stands: places in the market, words for prices, and what is sent for a machine. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HostMachine, Offer } from '../src/catalogue/values.ts';
import { consequencesOf, farOffs, listingLines } from '../src/hosting/list-consequences.ts';
import { planOf } from '../src/hosting/list-plan.ts';
import { differenceOf, isNotedAs, notedPrice } from '../src/hosting/list-write.ts';
import { listingOf } from '../src/hosting/machine.ts';
import { type MachineMarket, marketsOf } from '../src/hosting/machine-market.ts';
import { priceOf, readPriceWord } from '../src/hosting/price-word.ts';

const NOW_EPOCH_MS = Date.UTC(2026, 10, 22, 12);
const SPRING_S = Date.UTC(2027, 2, 1) / 1000;

const MACHINE = {
  ...{ id: 7, hostname: 'node-7', num_gpus: 8, gpu_name: 'RTX 4090', verification: 'verified', listed: true },
  ...{ listed_gpu_cost: 0.4, listed_storage_cost: 0.1, listed_inet_up_cost: 0.01, listed_inet_down_cost: 0.02 },
  ...{ min_bid_price: 0.2, min_chunk: 2, end_date: SPRING_S, credit_discount_max: 0.3, listed_volume_cost: 0.12 },
  current_rentals_resident: 3,
} satisfies HostMachine;

const offer = (id: number, base: number, more: Offer = {}): Offer => ({
  ...{ id, machine_id: 1000 + id, host_id: 50, gpu_name: 'RTX 4090', num_gpus: 2, verification: 'verified' },
  ...{ dph_base: base, dph_total: base + 1, ...more },
});

const told = { isWhole: true, readAtEpochMs: NOW_EPOCH_MS };

const marketOf = (...others: readonly number[]): MachineMarket => ({ others, ...told });

describe('the market of a machine', () => {
  test('is what comparable offers of others cost, for a GPU and without disk, the cheapest first', () => {
    const offers = [
      offer(1, 1),
      offer(2, 0.6),
      offer(3, 0.7, { verification: 'unverified' }),
      offer(4, 0.8, { gpu_name: 'H100 SXM' }),
      offer(5, 0.9, { dph_base: null }),
    ];
    expect(marketsOf([MACHINE], offers, told)).toEqual(new Map([[7, marketOf(0.3, 0.5)]]));
  });

  test('has no offer of the host’s own, on whichever machine it is', () => {
    const offers = [
      offer(1, 1),
      offer(2, 0.6, { machine_id: 7, host_id: 60 }),
      offer(3, 0.7, { machine_id: 8, host_id: 60 }),
      offer(4, 0.8, { machine_id: 9, host_id: null }),
      offer(5, 0.9, { machine_id: null, host_id: null }),
      offer(6, 1.2, { machine_id: 6, host_id: null }),
    ];
    expect(marketsOf([MACHINE], offers, told, [MACHINE, { id: 6 }]).get(7)?.others).toEqual([0.4, 0.5]);
  });

  test('is not known of a machine whose model nobody knows', () => {
    expect(marketsOf([{ ...MACHINE, gpu_name: null }, { id: null }], [offer(1, 1)], told)).toEqual(new Map());
  });
});

describe('a price that is typed', () => {
  const MARKET = marketOf(0.3, 0.4, 0.5, 0.6, 0.7);

  test.each([
    ['0.42', 0.42, ''],
    ['$.5', 0.5, ''],
    ['0.123456', 0.123456, ''],
    ['median', 0.5, 'median of 5 comparable offers of others'],
    ['p25', 0.4, 'p25 of 5 comparable offers of others'],
    ['p0', 0.3, 'p0 of 5 comparable offers of others'],
    ['p100', 0.7, 'p100 of 5 comparable offers of others'],
    ['MEDIAN -5%', 0.475, 'median-5% of 5 comparable offers of others'],
    ['p25+2.5%', 0.41, 'p25+2.5% of 5 comparable offers of others'],
    ['2nd', 0.4, '2nd of 5 comparable offers of others'],
    ['+10%', 0.44, '+10% of $0.4000'],
    ['\u221233.33%', 0.2667, '-33.33% of $0.4000'],
  ])('%s is %d', (text, price, basis) => {
    const wish = readPriceWord(text);
    expect('problem' in wish ? wish : priceOf(wish, { present: 0.4, market: MARKET })).toEqual({ price, basis });
  });

  test.each(['', '0', '-1', '10%', 'p101', 'p25%', 'cheap', 'median-100%', '-100%', '0.4.2', '1e3', '0th', 'p-5'])(
    '%j is none',
    (text) => expect(readPriceWord(text)).toHaveProperty('problem'),
  );

  test.each([
    [
      'median',
      { present: 0.4, market: undefined },
      'What others ask is not known, so there is no median: write a figure.',
    ],
    ['p25', { present: 0.4, market: marketOf() }, 'No price is p25 among 0 comparable offers of others.'],
    [
      '+10%',
      { present: null, market: MARKET },
      'Its present price is not known, so nothing is +10% of it: write a figure.',
    ],
    ['-99.999%', { present: 0.4, market: MARKET }, '-99.999% of $0.4000 is under $0.0001: write a figure.'],
  ])('%s says why it is none for this machine', (text, machine, problem) => {
    const wish = readPriceWord(text);
    expect('problem' in wish ? wish : priceOf(wish, machine)).toEqual({ problem });
  });

  test('a share of the market is never outside of it, and a higher share is never cheaper', () => {
    const prices = fc.array(fc.double({ min: 0.01, max: 50, noNaN: true }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(prices, fc.integer({ min: 0, max: 99 }), (unsorted, percent) => {
        const market = marketOf(...unsorted.toSorted((a, b) => a - b));
        const [one, next] = [percent, percent + 1].map((share) => {
          const priced = priceOf(
            { kind: 'market', word: '', at: { share: share / 100 }, factor: 1 },
            { present: null, market },
          );
          return 'price' in priced ? priced.price : Number.NaN;
        });
        expect(one).toBeGreaterThanOrEqual((market.others[0] ?? 0) - 5e-5);
        expect(next).toBeLessThanOrEqual((market.others.at(-1) ?? 0) + 5e-5);
        expect(next).toBeGreaterThanOrEqual(one ?? 0);
      }),
    );
  });
});

const plan = (machine: typeof MACHINE | HostMachine, wish: Partial<Parameters<typeof planOf>[1]> = {}) =>
  planOf({ ...machine, id: 7 }, { volumeGb: 0, ...wish }, { market: undefined, nowEpochMs: NOW_EPOCH_MS });

describe('what is sent for a machine', () => {
  const SENT = {
    ...{ machineId: 7, pricePerGpu: 0.4, diskPrice: 0.1, upPrice: 0.01, downPrice: 0.02, minBid: 0.2, minChunk: 2 },
    ...{ end: SPRING_S, discount: 0.3, volumeGb: 0, volumePrice: 0.12 },
  };

  test('is all that is known of it, changed or not', () => {
    expect(plan(MACHINE)).toEqual({ sent: SENT, basis: '', market: undefined });
    const wish = {
      price: { kind: 'figure', price: 0.5 },
      minBid: null,
      end: null,
      discount: 0,
      volumeGb: 100,
    } as const;
    expect(plan(MACHINE, wish)).toMatchObject({
      sent: { ...SENT, pricePerGpu: 0.5, minBid: null, end: null, discount: 0, volumeGb: 100 },
    });
  });

  test('lacks a smallest bid and a price of volumes that nobody knows; none is sent as none', () => {
    const { min_bid_price: _, listed_volume_cost: __, ...unknown } = MACHINE;
    const { minBid, volumePrice, ...sent } = SENT;
    expect([minBid, volumePrice]).toEqual([0.2, 0.12]);
    expect(plan(unknown)).toHaveProperty('sent', sent);
    expect(plan({ ...MACHINE, min_bid_price: null, end_date: null })).toHaveProperty('sent', {
      ...{ ...SENT, minBid: null, end: null },
    });
  });

  test.each([
    ['min_chunk', 'minChunk'],
    ['end_date', 'end'],
    ['credit_discount_max', 'discount'],
    ['listed_storage_cost', 'diskPrice'],
    ['listed_inet_up_cost', 'upPrice'],
    ['listed_inet_down_cost', 'downPrice'],
    ['listed_gpu_cost', 'pricePerGpu'],
  ] as const)('is nothing where %s is not known, unless it is said', (field, term) => {
    const { [field]: _, ...machine } = MACHINE;
    expect(plan(machine)).toEqual({ lacking: [term], hasEnded: false });
    const said = term === 'pricePerGpu' ? { price: { kind: 'figure', price: 1 } as const } : { [term]: 1 };
    expect(plan(machine, said)).toHaveProperty('sent');
  });

  test('never has an end that is past, unless it is said', () => {
    const past = { ...MACHINE, end_date: NOW_EPOCH_MS / 1000 };
    expect(plan(past)).toEqual({ lacking: ['end'], hasEnded: true });
    expect(plan(past, { end: 5 })).toMatchObject({ sent: { end: 5 } });
  });

  test('of a machine that is not listed, no end is not none', () => {
    const machine = { ...MACHINE, listed: false, end_date: null, min_bid_price: null };
    expect(plan(machine)).toEqual({ lacking: ['end'], hasEnded: false });
    expect(plan(machine, { end: null })).toHaveProperty('sent', { ...SENT, minBid: undefined, end: null });
  });

  test('has no slice that is larger than the machine', () => {
    expect(plan(MACHINE, { minChunk: 9 })).toEqual({ problem: 'It has 8 GPUs: no slice is larger.' });
  });
});

test('what a machine cannot be listed with is not known', () => {
  const odd = { ...MACHINE, listed_gpu_cost: -1, min_chunk: 0, credit_discount_max: 1.5, min_bid_price: null };
  expect(listingOf(odd)).toMatchObject({
    pricePerGpu: undefined,
    minChunk: undefined,
    discount: undefined,
    minBid: null,
  });
});

const listed = (machine: HostMachine, wish: Partial<Parameters<typeof planOf>[1]>, market?: MachineMarket) => {
  const planned = planOf({ ...machine, id: 7 }, { volumeGb: 0, ...wish }, { market, nowEpochMs: NOW_EPOCH_MS });
  if (!('sent' in planned)) throw new Error(JSON.stringify(planned));
  return { target: { id: 7, machine }, planned };
};
const at = (price: number) => ({ price: { kind: 'figure', price } }) as const;

describe('what comes of it', () => {
  const words = (...all: Parameters<typeof consequencesOf>[0]) =>
    consequencesOf(all, NOW_EPOCH_MS)
      .map(({ text }) => text)
      .join('\n');

  test('a higher price of any kind makes pending increases, and lengthens nothing', () => {
    expect(words(listed(MACHINE, { ...at(0.5), end: SPRING_S + 1 }))).toMatch(
      /pending increase.* 3 instances are there\./,
    );
    expect(words(listed(MACHINE, { diskPrice: 0.2 }))).toContain('pending increase');
    expect(words(listed(MACHINE, { ...at(0.5), end: SPRING_S + 1 }))).not.toContain('lengthened');
    expect(words(listed(MACHINE, at(0.4)))).not.toContain('pending increase');
    const untold = { ...MACHINE, listed_gpu_cost: null };
    expect(words(listed(untold, at(0.4)))).toContain('What it was offered at is not known');
    expect(words(listed({ ...untold, current_rentals_resident: 0 }, at(0.4)))).not.toContain('pending increase');
  });

  test('a later end lengthens contracts where nothing costs more', () => {
    expect(words(listed(MACHINE, { ...at(0.3), end: SPRING_S + 1 }))).toContain(
      'contracts that run and cost no less are lengthened to it',
    );
    expect(words(listed(MACHINE, { end: SPRING_S }))).not.toContain('lengthened');
  });

  test('an end that is past, none, and what becomes of the disk are said', () => {
    expect(words(listed(MACHINE, { end: 5 }))).toContain('The end is past: the offer ends at once.');
    expect(words(listed(MACHINE, { end: null }))).toContain('The offer never ends by itself.');
    expect(words(listed(MACHINE, {}))).toContain(
      'No disk is offered as volumes; unsaid, half of what is free would be.',
    );
    expect(words(listed(MACHINE, { volumeGb: 100 }))).toContain('100 GB of disk are offered as volumes');
  });

  test('what holds for some of them names them', () => {
    const other = { ...listed(MACHINE, at(0.5)), target: { id: 8, machine: MACHINE } };
    expect(words(listed(MACHINE, at(0.4)), other)).toContain('Of 8: A price rises.');
  });

  test.each([
    [4, undefined, '$4.0000/GPU/h is 10 times its present price, $0.4000.'],
    [0.04, undefined, '$0.0400/GPU/h is a tenth of, or less, its present price, $0.4000.'],
    [3.9, undefined, undefined],
    [0.5, marketOf(0.04, 0.05, 0.06), '$0.5000/GPU/h is 10 times the median of comparable offers, $0.0500.'],
    [0.5, marketOf(0.4), undefined],
  ])('%d is a slip of the finger or not', (price, market, said) => {
    expect(farOffs(listed(MACHINE, at(price), market))[0]?.words).toBe(said);
  });

  test('a slip in any other price is told too, and nothing for nothing is none', () => {
    const wish = { diskPrice: 10, upPrice: 0, minBid: 2.5, volumeGb: 5 };
    expect(farOffs(listed({ ...MACHINE, listed_storage_cost: 0.1, min_bid_price: 0.2 }, wish))).toEqual([
      { words: 'disk $10.0000/GB/month is 100 times what it is now, $0.1000.', price: 10 },
      { words: 'smallest bid $2.5000/GPU/h is 13 times what it is now, $0.2000.', price: 2.5 },
    ]);
    expect(farOffs(listed({ ...MACHINE, listed_gpu_cost: 0.07 }, at(0.7)))).toHaveLength(1);
  });

  test('each machine is told with its price, its place and what else changes', () => {
    const one = listed(MACHINE, { ...at(0.5), minChunk: 1, end: null }, marketOf(0.3, 0.45, 0.6));
    expect(listingLines(one, 'UTC').map(({ text }) => text)).toEqual([
      '7  8× RTX 4090  node-7: 0.4000 to $0.5000/GPU/h',
      '3rd of 4 comparable offers, 11 % over the median of $0.4500 (now 2nd of 4).',
      'smallest slice 2 GPUs to 1 GPU; end 2027-03-01 00:00:00 to none.',
    ]);
    expect(listingLines(listed(MACHINE, {}), 'UTC').map(({ text }) => text)).toEqual([
      '7  8× RTX 4090  node-7: $0.4000/GPU/h',
      'Where it stands in the market is not known.',
    ]);
  });
});

describe('what the list says afterwards', () => {
  const { planned } = listed(MACHINE, { ...at(0.5), minBid: null });
  const holds = { ...MACHINE, listed_gpu_cost: 0.5, min_bid_price: null };
  const difference = (machine: HostMachine) => differenceOf(planned.sent, machine, NOW_EPOCH_MS);

  test('is as sent, also where the service rounds or does not tell', () => {
    expect(difference(holds)).toBeUndefined();
    expect(difference({ ...holds, listed_gpu_cost: 0.5000000001, end_date: SPRING_S + 0.4 })).toBeUndefined();
    const { min_chunk: _, listed_volume_cost: __, ...untold } = holds;
    expect(difference(untold)).toBeUndefined();
    expect(difference({ ...holds, min_chunk: null, credit_discount_max: null })).toBeUndefined();
    expect(difference({ ...holds, end_date: null })).toContain('end none in place of 2027-03-01 00:00:00');
  });

  test.each([
    [MACHINE, 'price $0.4000/GPU/h in place of $0.5000/GPU/h, smallest bid $0.2000/GPU/h in place of none'],
    [{ ...holds, min_chunk: 1 }, 'smallest slice 1 GPU in place of 2 GPUs'],
    [{ ...holds, end_date: SPRING_S + 86_400 }, 'end 2027-03-02 00:00:00 in place of 2027-03-01 00:00:00'],
    [{ ...holds, listed: false }, 'is not listed'],
    [{ ...holds, listed_gpu_cost: null }, 'tells no price'],
  ])('is another thing', (machine, words) => expect(difference(machine)).toContain(words));

  test('the journal keeps the figure that a word came to', () => {
    const { planned: raised } = listed(MACHINE, { price: { kind: 'change', word: '+10%', factor: 1.1 } });
    const value = '0.44, +10%, volume 0 GB';
    expect([isNotedAs(value, raised), notedPrice(value, '+10%'), notedPrice(value, '+5%')]).toEqual([
      true,
      0.44,
      undefined,
    ]);
    expect([isNotedAs('0.44, volume 0 GB', raised), notedPrice('0.44, volume 0 GB', '+10%')]).toEqual([
      false,
      undefined,
    ]);
  });
});
