/** What a script gets from `gpudeck market`: how prices spread, and where a machine stands. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quantile, rankOf, spreadOf } from '../src/pricing/spread.ts';
import { startTestService } from './support/local-service.ts';
import { EVERYTHING, type Row } from './support/market.ts';
import { at, gpudeck } from './support/one-shot.ts';
import { cutOff, json, startScriptedServer } from './support/scripted-server.ts';

const offers = (...rows: readonly object[]) => json(200, { offers: rows });

const FIVE = [
  { id: 1, machine_id: 7, gpu_name: 'RTX 4090', num_gpus: 1, dph_total: 0.4, verification: 'verified' },
  { id: 2, machine_id: 8, gpu_name: 'RTX 4090', num_gpus: 4, dph_total: 1.2, verification: 'verified' },
  { id: 3, machine_id: 7, gpu_name: 'RTX 4090', num_gpus: 2, dph_total: 0.6, verification: 'unverified' },
  { id: 4, machine_id: 9, gpu_name: 'A100 SXM4', num_gpus: 1, dph_total: 1.1, verification: 'verified' },
  { id: 5, machine_id: 9, gpu_name: 'RTX 4090', num_gpus: 1, dph_total: 0.5, verification: 'verified' },
];

const marketOf = async (args: readonly string[], ...rows: readonly object[]) => {
  await using server = await startScriptedServer(offers(...rows));
  const ending = await gpudeck(['market', ...args], at(server));
  return { ...ending, requests: server.requests };
};

describe('figures of prices', () => {
  test('lie at rank share x (n - 1), between two prices in proportion', () => {
    expect(spreadOf([1, 2, 3, 4])).toEqual({
      n: 4,
      min: 1,
      p10: 1.3,
      p25: 1.75,
      median: 2.5,
      p75: 3.25,
      p90: 3.7,
      max: 4,
    });
    expect(spreadOf([5])).toEqual({ n: 1, min: 5, p10: 5, p25: 5, median: 5, p75: 5, p90: 5, max: 5 });
    expect(spreadOf([])).toBeUndefined();
  });

  const prices = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 40 });
  const sorted = (list: readonly number[]) => list.toSorted((a, b) => a - b);

  test('of an even number of prices the median is the mean of the middle two', () => {
    fc.assert(
      fc.property(prices, (list) => {
        const all = sorted([...list, ...list.map((price) => price + 1)]);
        const middle = all.length / 2;
        expect(quantile(all, 0.5)).toBe(((all[middle - 1] ?? 0) + (all[middle] ?? 0)) / 2);
      }),
    );
  });

  test('a rank counts the cheaper ones, also of a price that is not there', () => {
    fc.assert(
      fc.property(prices, fc.integer({ min: -1, max: 51 }), (list, price) => {
        expect(rankOf(price, sorted(list))).toBe(1 + list.filter((other) => other < price).length);
      }),
    );
  });
});

describe('the market', () => {
  test('by model, $/hour for one GPU', async () => {
    const { code, out, errors } = await marketOf(['--json'], ...FIVE);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(JSON.parse(out)).toEqual([
      { gpu_name: 'A100 SXM4', n: 1, min: 1.1, p10: 1.1, p25: 1.1, median: 1.1, p75: 1.1, p90: 1.1, max: 1.1 },
      {
        gpu_name: 'RTX 4090',
        ...{ n: 4, min: 0.3, p10: 0.3, p25: 0.3, p75: expect.closeTo(0.425, 12), p90: expect.closeTo(0.47, 12) },
        ...{ median: 0.35, max: 0.5 },
      },
    ]);
  });

  test('asks for all offers that the filter lets through, with its pricing and disk', async () => {
    const { requests } = await marketOf(
      ['num_gpus=2..4', '4090', '--type', 'bid', '--storage', '50', '--json'],
      ...FIVE,
    );
    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({
      num_gpus: { gte: 2 },
      verified: { eq: true },
      limit: 100_000,
      type: 'bid',
      allocated_storage: 50,
    });
  });

  test('leaves out here what the service could not be asked to leave out, and says so', async () => {
    const { out, errors } = await marketOf(['gpu_name~4090', 'num_gpus=1..2', '--json'], ...FIVE);
    expect(JSON.parse(out)).toMatchObject([{ gpu_name: 'RTX 4090', n: 3 }]);
    expect(errors).toBe('gpudeck: applied to the 5 offers received: gpu_name~4090 num_gpus<=2\n');
    const one = await marketOf(['gpu_name~4090', '--json'], ...FIVE.slice(0, 1));
    expect(one.errors).toContain('gpudeck: applied to the 1 offer received: gpu_name~4090\n');
  });

  test('by several fields, of which an offer may lack some', async () => {
    const { out } = await marketOf(['--by', 'gpu,num_gpus', '--ndjson', '--fields', 'gpu_name,num_gpus,n'], ...FIVE, {
      id: 6,
      gpu_name: null,
      num_gpus: 1,
      dph_total: 1,
    });
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { gpu_name: 'A100 SXM4', num_gpus: 1, n: 1 },
      { gpu_name: 'RTX 4090', num_gpus: 1, n: 2 },
      { gpu_name: 'RTX 4090', num_gpus: 2, n: 1 },
      { gpu_name: 'RTX 4090', num_gpus: 4, n: 1 },
      { gpu_name: null, num_gpus: 1, n: 1 },
    ]);
  });

  test('where a machine stands among its like: rank from the cheapest, equal prices sharing one', async () => {
    const { out } = await marketOf(['--machine', '7', '--json'], ...FIVE);
    expect(JSON.parse(out)).toMatchObject([
      { gpu_name: 'RTX 4090', id: 1, dph_gpu: 0.4, rank: 3, n: 4 },
      { gpu_name: 'RTX 4090', id: 3, dph_gpu: 0.3, rank: 1, n: 4 },
    ]);
    const nowhere = await marketOf(['--machine', '70', '--json'], ...FIVE);
    expect(nowhere).toMatchObject({ code: 0, errors: 'gpudeck: none of the 5 offers received is from machine 70\n' });
    expect(JSON.parse(nowhere.out)).toEqual([]);
  });

  test('as a table and as CSV', async () => {
    expect((await marketOf(['--table'], ...FIVE)).out).toBe(
      [
        'GPU              Offers       min       p10       p25    median       p75       p90       max',
        'A100 SXM4             1    1.1000         -         -    1.1000         -         -    1.1000',
        'RTX 4090              4    0.3000         -         -    0.3500         -         -    0.5000',
        '',
      ].join('\n'),
    );
    expect((await marketOf(['--csv', '--fields', 'gpu_name,n,median'], ...FIVE)).out).toBe(
      'gpu_name,n,median\nA100 SXM4,1,1.1\nRTX 4090,4,0.35\n',
    );
  });

  test('keeps the median and the ends in a narrow table', async () => {
    await using server = await startScriptedServer(offers(...FIVE));
    const { out } = await gpudeck(['market', '--machine', '7'], { ...at(server), columns: 80 });
    const [head = ''] = out.split('\n');
    const headings = head
      .replaceAll(/\u001b\[\d+m/g, '')
      .trim()
      .split(/ +/);
    expect(headings).toEqual(expect.arrayContaining(['GPU', '=$/GPU/h', 'Rank', 'Offers', 'min', 'median']));
    expect(headings).not.toContain('p10');
  });

  test('agrees with a plain computation over the whole local market', async () => {
    const service = await startTestService({ offers: 800, seed: 5 });
    const response = await fetch(`${service.url}/api/v0/bundles`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.apiKey}` },
      body: JSON.stringify({ ...EVERYTHING, limit: 100_000 }),
    });
    const { offers: rows } = (await response.json()) as { offers: Row[] };
    const { out } = await gpudeck(['market', '-n', '--json'], at(service));
    const models = [...new Set(rows.map(({ gpu_name }) => gpu_name))];
    const found = JSON.parse(out) as { gpu_name: string; n: number; min: number; median: number }[];
    expect(found.map(({ gpu_name }) => gpu_name).sort()).toEqual(models.sort());
    for (const { gpu_name, n, min, median } of found) {
      const prices = rows
        .filter((row) => row.gpu_name === gpu_name)
        .map((row) => Number(row.dph_total) / Number(row.num_gpus))
        .sort((a, b) => a - b);
      const half = Math.floor(prices.length / 2);
      const middle = prices.length % 2 === 1 ? prices[half] : ((prices[half - 1] ?? 0) + (prices[half] ?? 0)) / 2;
      expect([n, min, median]).toEqual([prices.length, prices[0], expect.closeTo(middle ?? 0, 12)]);
    }
  });

  test('says what it leaves out, and that nothing matches', async () => {
    const { errors } = await marketOf(['--json'], { id: 1, gpu_name: 'A40', num_gpus: 0, dph_total: 1 });
    expect(errors).toBe('gpudeck: 1 offer without a price or a GPU count is left out\n');
    expect((await marketOf(['--json'])).errors).toBe('gpudeck: no offer matches\n');
  });

  test('of a machine that is not there no empty table is printed', async () => {
    await using server = await startScriptedServer(offers(...FIVE), offers(...FIVE));
    const inTerminal = await gpudeck(['market', '--machine', '99'], { ...at(server), columns: 100 });
    expect(inTerminal).toMatchObject({
      code: 0,
      out: '',
      errors: 'gpudeck: none of the 5 offers received is from machine 99\n',
    });
    expect((await gpudeck(['market', '--machine', '99', '--json'], at(server))).out).toBe('[\n]\n');
  });

  test('a reply that breaks off is asked for again, and nothing is counted twice', async () => {
    await using server = await startScriptedServer(
      cutOff(200, `{"offers":[${FIVE.map((row) => JSON.stringify(row)).join(',')}`),
      offers(...FIVE),
    );
    const { code, out } = await gpudeck(['market', '--json', '--fields', 'n'], at(server));
    expect({ code, counts: JSON.parse(out) }).toEqual({ code: 0, counts: [{ n: 1 }, { n: 4 }] });
  });

  test.each([
    [['--by', 'gpus_name'], 'gpus_name is not a field of an offer. Did you mean gpu_name'],
    [['--by', 'search'], 'search holds no single value to group by.'],
    [['--fields', 'medium'], 'There is no field medium. The fields are gpu_name, id, dph_gpu, rank, n, min, p10'],
    [['--machine', 'x'], 'Expected a whole number, 1 or more.'],
    [['num_gpu>=4'], 'did you mean num_gpus'],
  ])('bad usage says what is wrong: %j', async (args, message) => {
    const { code, errors } = await gpudeck(['market', ...args]);
    expect(code).toBe(2);
    expect(errors).toContain(message);
  });
});
