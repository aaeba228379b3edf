/** What a job costs on an offer: computed, filtered, sorted and printed with `--workload`. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Offer } from '../src/catalogue/values.ts';
import { parseLine } from '../src/filter/parse.ts';
import { jobCost } from '../src/pricing/job-cost.ts';
import { call, startTestService } from './support/local-service.ts';
import { EVERYTHING, type Row } from './support/market.ts';
import { at, gpudeck } from './support/one-shot.ts';
import { json, startScriptedServer } from './support/scripted-server.ts';

const PRICED = {
  dph_total: 0.5,
  storage_total_cost: 0.02,
  storage_cost: 0.18,
  inet_down_cost: 0.01,
  inet_up_cost: 0.02,
};

describe('the cost of a job', () => {
  test('is rent without the disk of the search, the disk of the job, and traffic', () => {
    // 72 x (0.5 - 0.02 + 0.18 x 200 / 720) = 72 x 0.53 = 38.16; 50 x 0.01 + 5 x 0.02 = 0.6
    const { job_total: total, job_hour: hour } = jobCost(PRICED, { hours: 72, diskGb: 200, downGb: 50, upGb: 5 });
    expect(total).toBeCloseTo(38.76, 10);
    expect(hour).toBeCloseTo(38.76 / 72, 10);
  });

  const price = fc.double({ min: 0, max: 10, noNaN: true });
  const size = fc.double({ min: 0, max: 5000, noNaN: true });
  const workloads = fc.record({
    hours: fc.double({ min: 0.25, max: 5000, noNaN: true }),
    diskGb: size,
    downGb: size,
    upGb: size,
  });
  const priced = fc.record({
    dph_total: price,
    storage_total_cost: price,
    storage_cost: price,
    inet_down_cost: price,
    inet_up_cost: price,
  });

  test('equals a plain sum, whatever the prices and the job', () => {
    fc.assert(
      fc.property(priced, workloads, (offer, job) => {
        const rent = job.hours * (offer.dph_total - offer.storage_total_cost);
        const disk = (job.hours * offer.storage_cost * job.diskGb) / 720;
        const sum = rent + disk + job.downGb * offer.inet_down_cost + job.upGb * offer.inet_up_cost;
        const { job_total: total, job_hour: hour } = jobCost(offer, job);
        const tolerance = 1e-9 * (1 + job.hours * 10 + disk + job.downGb * 10 + job.upGb * 10);
        expect(Math.abs((total ?? Number.NaN) - sum)).toBeLessThan(tolerance);
        expect(Math.abs((hour ?? Number.NaN) * job.hours - sum)).toBeLessThan(tolerance);
      }),
    );
  });

  test('is unknown, not zero, where a part of the price is, also one that the job does not use', () => {
    fc.assert(
      fc.property(
        priced,
        workloads,
        fc.constantFrom(...Object.keys(PRICED)),
        fc.boolean(),
        (offer, job, part, isNull) => {
          const { [part]: _, ...rest }: Offer = offer;
          const lacking: Offer = isNull ? { ...rest, [part]: null } : rest;
          const unused = { ...job, diskGb: 0, downGb: 0, upGb: 0 };
          expect([jobCost(lacking, job), jobCost(lacking, unused)]).toEqual([
            { job_total: null, job_hour: null },
            { job_total: null, job_hour: null },
          ]);
        },
      ),
    );
  });
});

const OFFERS: readonly object[] = [
  { id: 1, machine_id: 7, gpu_name: 'A', num_gpus: 1, ...PRICED },
  { id: 2, machine_id: 7, gpu_name: 'A', num_gpus: 1, ...PRICED, dph_total: 0.22 },
  { id: 3, machine_id: 8, gpu_name: 'A', num_gpus: 1, ...PRICED, inet_up_cost: null },
];

const run = async (...args: readonly string[]) => {
  await using server = await startScriptedServer(json(200, { offers: OFFERS }));
  const ending = await gpudeck(args, at(server));
  return { ...ending, requests: server.requests };
};

const JOB = ['--workload', 'hours=100,disk=40,down=10,up=5'];

describe('gpudeck search --workload', () => {
  test('prints what the job costs, cheapest first, unknown last', async () => {
    const { out, errors, requests } = await run(
      ...['search', ...JOB, '--order', 'job_total', '--ndjson', '--fields', 'id,job_total,job_hour'],
    );
    expect(errors).toBe('');
    const records = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(records).toEqual([
      { id: 2, job_total: expect.closeTo(21.2, 9), job_hour: expect.closeTo(0.212, 9) },
      { id: 1, job_total: expect.closeTo(49.2, 9), job_hour: expect.closeTo(0.492, 9) },
      { id: 3, job_total: null, job_hour: null },
    ]);
    expect(requests[0]?.body).not.toContain('job');
  });

  test('filters by it here: an unknown cost meets no clause', async () => {
    const { out, errors } = await run('search', 'job<50', ...JOB, '--ndjson', '--fields', 'id');
    expect(out).toBe('{"id":1}\n{"id":2}\n');
    expect(errors).toBe('gpudeck: applied to the answer: job_total<50; 2 of 3 offers left\n');
    const hourly = await run('search', 'job_hour=0.2..0.3', ...JOB, '--ndjson', '--fields', 'id');
    expect(hourly.out).toBe('{"id":2}\n');
  });

  test('adds the cost to whole records, in every format', async () => {
    const { out } = await run('search', ...JOB, '--json');
    expect(JSON.parse(out)[2]).toEqual({ ...OFFERS[2], job_total: null, job_hour: null });
    const csv = await run('search', ...JOB, '--csv');
    expect(csv.out.split('\n')[0]).toMatch(/,job_total,job_hour$/);
    const table = await run('search', ...JOB, '--table');
    expect(table.out).toMatch(/^ *=\$\/job +=job \$\/h +\$\/h +GPU/);
    expect(table.out).toMatch(/\n +49\.20 +0\.4920 +0\.5000 +1x A/);
  });

  test('takes the disk of --storage where the job names none', async () => {
    const { out } = await run(
      'search',
      '--workload',
      'hours=10',
      '--storage',
      '72',
      '--ndjson',
      '--fields',
      'job_total',
    );
    // 10 x (0.5 - 0.02 + 0.18 x 72 / 720) = 4.98
    expect(JSON.parse(out.split('\n')[0] ?? '')).toEqual({ job_total: expect.closeTo(4.98, 10) });
  });

  test('counts in --explain', async () => {
    const { out } = await run('search', 'job_total<30', ...JOB, '--explain');
    expect(JSON.parse(out).clauses[0]).toEqual({
      text: 'job_total<30',
      alone: 1,
      after: 1,
      without: 3,
      evaluated: true,
    });
  });

  test.each([
    ['hours=0', 'A job of 0 hours has no price: write how long it runs, such as 72 or 3d.'],
    ['hours=-1', '"-1" is not a number of hours: write a number above 0, such as 72, or 3d.'],
    ['hours=', '"" is not a number of hours'],
    ['disk=200', 'A job needs hours, as in hours=72,disk=200,down=50,up=5.'],
    ['hours=1,hours=2', 'hours is given twice: remove one.'],
    ['hours=1,ram=2', '"ram" is not a part of a job: write hours, disk, down, up or sla, as in'],
    ['hours=1,down=much', '"much" is not a size: write 0 or a size in GB, such as 50 or 2TB.'],
    ['hours=1,,up=2', 'Expected words separated by single commas.'],
  ])('%s is bad usage: %s', async (workload, message) => {
    const { code, out, errors, requests } = await run('search', '--workload', workload);
    expect({ code, out, sent: requests.length }).toEqual({ code: 2, out: '', sent: 0 });
    expect(errors).toContain(message);
  });
});

describe('an SLA target', () => {
  const COVERED: readonly object[] = [
    { ...OFFERS[0], search: { slaPremiumPerHour: 0.1 } },
    { ...OFFERS[1], search: { slaPremiumPerHour: null } },
  ];
  const priced = async (...args: readonly string[]) => {
    await using server = await startScriptedServer(json(200, { offers: COVERED }));
    const ending = await gpudeck(args, at(server));
    return { ...ending, requests: server.requests };
  };

  test('is sent, so that the price has the premium in it; where the service names none, the cost is unknown', async () => {
    const job = ['--workload', 'hours=100,disk=40,down=10,up=5,sla=99%'];
    const { out, requests } = await priced('search', ...job, '--ndjson', '--fields', 'id,job_total');
    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({ target_reliability: { eq: 0.99 } });
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { id: 1, job_total: expect.closeTo(49.2, 9) },
      { id: 2, job_total: null },
    ]);
    const market = await priced('market', ...job, '--json');
    expect(JSON.parse(market.requests[0]?.body ?? '')).toMatchObject({ target_reliability: { eq: 0.99 } });
  });

  test.each([
    [['search', '--workload', 'hours=1,sla=100%'], '"100%" is not an SLA target: write a share below 100 %'],
    [['search', '--workload', 'hours=1,sla=99%', '--explain'], 'so that no premium is known: leave out sla'],
    [['search', 'target_reliability=95%', '--workload', 'hours=1,sla=99%'], 'target_reliability is given twice'],
  ])('%j is bad usage', async (args, message) => {
    const { code, errors, requests } = await priced(...args);
    expect({ code, sent: requests.length }).toEqual({ code: 2, sent: 0 });
    expect(errors.replace(/\s+/g, ' ')).toContain(message);
  });
});

const MISSING =
  'is what a job costs, and no job is known: describe one with $ in the offers pane, or with --workload hours=72';

test.each([
  ['search', '--fields', 'id,job_total'],
  ['search', '--order', 'job_hour'],
  ['search', 'job_total<50'],
  ['search', 'job<50', '--explain'],
  ['offers', '--order', 'job'],
  ['market', 'job_hour<1'],
  ['market', '--machine', '7', '--fields', 'job_total'],
])('without a job: gpudeck %s %s %s', async (...args) => {
  const { code, errors, requests } = await run(...args.filter((word) => word !== undefined));
  expect({ code, sent: requests.length }).toEqual({ code: 2, sent: 0 });
  expect(errors.replace(/\s+/g, ' ')).toContain(MISSING);
});

test('in a filter of the screen too, where the line says how', () => {
  const { problems } = parseLine('num_gpus=1 job_total<50');
  expect(problems).toMatchObject([{ from: 11, to: 23, message: expect.stringContaining(MISSING) }]);
});

test('gpudeck market counts the offers whose job is cheap enough, and prints its cost for a machine', async () => {
  const counted = await run('market', 'job_total<30', ...JOB, '--json', '--fields', 'gpu_name,n');
  expect(JSON.parse(counted.out)).toEqual([{ gpu_name: 'A', n: 1 }]);
  const placed = await run('market', '--machine', '7', ...JOB, '--json', '--fields', 'id,job_total,rank');
  expect(JSON.parse(placed.out)).toEqual([
    { id: 1, job_total: expect.closeTo(49.2, 9), rank: 2 },
    { id: 2, job_total: expect.closeTo(21.2, 9), rank: 1 },
  ]);
});

test('the cheapest jobs of the local market are those of a plain computation', async () => {
  const service = await startTestService();
  const { out } = await gpudeck(
    [
      'search',
      '-n',
      '--limit',
      '100000',
      '--storage',
      '30',
      ...JOB,
      '--order',
      'job_total',
      '--ndjson',
      '--fields',
      'id,job_total',
    ],
    at(service),
  );
  const body = { ...EVERYTHING, limit: 100_000, allocated_storage: 30 };
  const answer = await call(service, 'POST', '/api/v0/bundles', { key: service.apiKey, body });
  const { offers } = answer.body as { offers: readonly Row[] };
  const costs = offers
    .map(({ dph_total, storage_total_cost, storage_cost, inet_down_cost, inet_up_cost }) => {
      const parts = [dph_total, storage_total_cost, storage_cost, inet_down_cost, inet_up_cost];
      if (parts.some((part) => typeof part !== 'number')) return null;
      const [total = 0, searched = 0, disk = 0, down = 0, up = 0] = parts.map(Number);
      return 100 * (total - searched + (disk * 40) / 720) + 10 * down + 5 * up;
    })
    .sort((a, b) => (a ?? Number.POSITIVE_INFINITY) - (b ?? Number.POSITIVE_INFINITY));
  const printed = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).job_total);
  expect(printed).toEqual(costs.map((cost) => (cost === null ? null : expect.closeTo(cost, 9))));
});
