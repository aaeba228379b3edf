/** What the service does not know and this program computes: filtered, sorted and printed here, and never sent. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Offer } from '../src/catalogue/values.ts';
import { completionAt } from '../src/filter/complete.ts';
import { compileLine } from '../src/filter/evaluate.ts';
import { offerOrder } from '../src/filter/offer-order.ts';
import { parseLine } from '../src/filter/parse.ts';
import { printClause, printLine } from '../src/filter/print.ts';
import { wireFilters } from '../src/filter/request.ts';
import { createWaterfall } from '../src/filter/waterfall.ts';
import { OFFER_RANKING } from '../src/tui/panes/offers/list.ts';
import { inOrder } from '../src/tui/state/order.ts';
import { at, gpudeck } from './support/one-shot.ts';
import { json, startScriptedServer } from './support/scripted-server.ts';

const keptBy = (line: string, offers: readonly Offer[]) =>
  offers.filter(compileLine(parseLine(line))).map(({ id }) => id);

const FOUR: readonly Offer[] = [
  { id: 1, num_gpus: 1, dph_total: 0.5, gpu_name: 'B' },
  { id: 2, num_gpus: 4, dph_total: 1.2, gpu_name: 'A' },
  { id: 3, num_gpus: 2, dph_total: null, gpu_name: 'A' },
  { id: 4, num_gpus: 8, dph_total: 3.2, gpu_name: 'B' },
];

describe('$/hour for one GPU in a filter line', () => {
  test.each([
    ['dph_gpu<0.5', [2, 4]],
    ['dph_gpu<=$0.5/h', [1, 2, 4]],
    ['dph_gpu=0.35..0.5', [1, 4]],
    ['dph_gpu in [0.3, 0.4]', [2, 4]],
    ['dph_gpu!=0.3', [1, 4]],
    ['$/gpu/h<0.4', [2]],
  ])('%s is met by %j', (line, ids) => {
    expect(parseLine(line).problems).toEqual([]);
    expect(keptBy(line, FOUR)).toEqual(ids);
  });

  test('is never sent, and the rest of the line is', () => {
    const line = parseLine('dph_gpu<0.5 num_gpus>=2');
    const { filters, local } = wireFilters(line);
    expect(Object.keys(filters)).toEqual(['num_gpus', 'verified', 'rentable', 'rented', 'cpu_arch']);
    expect(local.map(printClause)).toEqual(['dph_gpu<0.5']);
  });

  test('a clause on it is printed as it is read', () => {
    fc.assert(
      fc.property(fc.constantFrom('<', '>=', '='), fc.integer({ min: 1, max: 99_999 }), (operator, digits) => {
        const text = `dph_gpu${operator}${digits / 1000}`;
        expect(printLine(parseLine(text))).toBe(text);
      }),
    );
  });

  test('is offered while typing, behind what the service has', () => {
    const offered = (text: string) => completionAt(text, text.length, () => []).candidates.map((each) => each.text);
    expect(offered('dph')).toEqual(['dph_total', 'dph_gpu', ...DPH_CLAUSES]);
    expect(offered('dph_gpu')).toContain('dph_gpu<');
  });

  test('counts in the waterfall like any other part', () => {
    const waterfall = createWaterfall(parseLine('dph_gpu<0.45 num_gpus>=8'));
    waterfall.add(FOUR.map((offer) => ({ ...offer, verification: 'verified', rentable: true, cpu_arch: 'amd64' })));
    expect(waterfall.steps().slice(0, 2)).toEqual([
      { text: 'dph_gpu<0.45', alone: 2, after: 2, without: 1, isEvaluated: true },
      { text: 'num_gpus>=8', alone: 1, after: 1, without: 2, isEvaluated: true },
    ]);
  });

  test('a slip is mended with its name', () => {
    expect(parseLine('dph_gpus<1').problems[0]?.message).toContain('dph_gpu');
  });
});

const DPH_CLAUSES = ['dph<=', 'dph<', 'dph>=', 'dph>', 'dph=', 'dph!=', 'dph in ', 'dph notin '];

const offers: fc.Arbitrary<readonly Offer[]> = fc.array(
  fc.record({
    id: fc.integer({ min: 1, max: 5 }),
    num_gpus: fc.constantFrom(0, 1, 2, 4, null),
    dph_total: fc.constantFrom(null, 0.5, 1, 2),
    gpu_name: fc.constantFrom('A', 'B', null),
    driver_version: fc.constantFrom('535.9', '535.86', '570.1'),
    static_ip: fc.boolean(),
  }),
  { maxLength: 30 },
);

const orders = fc.uniqueArray(
  fc.tuple(
    fc.constantFrom('dph_gpu', 'dph_total', 'gpu_name', 'driver_version', 'static_ip'),
    fc.constantFrom('asc' as const, 'desc' as const),
  ),
  { selector: ([field]) => field, maxLength: 3 },
);

test('a script gets the same order as the screen, whatever the offers and the keys', () => {
  fc.assert(
    fc.property(offers, orders, (all, order) => {
      expect(all.toSorted(offerOrder(order))).toEqual(inOrder(all, order, OFFER_RANKING));
    }),
  );
});

describe('gpudeck search', () => {
  const search = async (...args: readonly string[]) => {
    await using server = await startScriptedServer(json(200, { offers: FOUR }));
    const ending = await gpudeck(['search', ...args], at(server));
    return { ...ending, body: JSON.parse(server.requests[0]?.body ?? '{}') };
  };

  test('prints the price for one GPU as a field, null where it is not known', async () => {
    const { out, errors } = await search('--ndjson', '--fields', 'id,dph_gpu');
    expect(errors).toBe('');
    expect(out).toBe(
      '{"id":1,"dph_gpu":0.5}\n{"id":2,"dph_gpu":0.3}\n{"id":3,"dph_gpu":null}\n{"id":4,"dph_gpu":0.4}\n',
    );
    const csv = await search('--csv', '--fields', 'dph_gpu,id');
    expect(csv.out).toBe('dph_gpu,id\n0.5,1\n0.3,2\n,3\n0.4,4\n');
    const table = await search('--table', '--fields', 'id,dph_gpu');
    expect(table.out).toMatch(/=\$\/GPU\/h\n +1 +0\.5000\n +2 +0\.3000\n +3 +-\n/);
  });

  test('sorts by it after receiving, and asks the service for the usual order', async () => {
    const { out, errors, body } = await search('--order', 'gpu,dph_gpu:desc', '--ndjson', '--fields', 'id');
    expect(out).toBe('{"id":2}\n{"id":3}\n{"id":1}\n{"id":4}\n');
    expect(errors).toBe('');
    expect(body.order).toEqual([['gpu_name', 'asc']]);
    const alone = await search('--order', 'dph_gpu', '--ndjson', '--fields', 'id');
    expect(alone.out).toBe('{"id":2}\n{"id":4}\n{"id":1}\n{"id":3}\n');
    expect(alone.body.order).toEqual([['dlperf_per_dphtotal', 'desc']]);
  });

  test('says of a cut list that only a part of the market is sorted', async () => {
    const { errors } = await search('--order', 'dph_gpu', '--limit', '4', '--fields', 'id');
    expect(errors).toBe(
      'gpudeck: dph_gpu is computed by gpudeck, so only these 4 offers are sorted by it; others may come before them\n',
    );
  });

  test('filters by it here, and says so', async () => {
    const { out, errors, body } = await search('dph_gpu<0.5', '--ndjson', '--fields', 'id');
    expect(out).toBe('{"id":2}\n{"id":4}\n');
    expect(errors).toBe('gpudeck: applied to the answer: dph_gpu<0.5; 2 of 4 offers left\n');
    expect(body).not.toHaveProperty('dph_gpu');
  });

  test('the market is not grouped by it', async () => {
    const { code, errors } = await gpudeck(['market', '--by', 'dph_gpu']);
    expect({ code, errors }).toMatchObject({
      code: 2,
      errors: expect.stringContaining('dph_gpu is computed by gpudeck'),
    });
  });
});
