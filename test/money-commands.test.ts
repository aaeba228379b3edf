/** The commands about money: what is left and how long it lasts, what was charged, paid and earned. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { impatientClock, TIME_LIMITS_MS } from './support/impatient-clock.ts';
import { temporaryFolder } from './support/local-service.ts';
import { gpudeck } from './support/one-shot.ts';
import { json, type ScriptedReply, type ScriptedServer, startScriptedServer } from './support/scripted-server.ts';

const NOON = Date.UTC(2026, 10, 22, 12);

/** Runs a command about money against `server`; what is kept is in `folder`. */
const run = async (server: ScriptedServer, args: readonly string[], folder = temporaryFolder()) => {
  const progress: string[] = [];
  const ending = await gpudeck([...args, '--config', folder], {
    environment: { GPUDECK_BASE_URL: server.url, GPUDECK_API_KEY: 'key-0123456789' },
    clock: impatientClock(NOON, TIME_LIMITS_MS),
    onProgress: (text) => void progress.push(text),
  });
  return { ...ending, progress };
};

/** The days that were asked for, by the queries. */
const daysAsked = ({ requests }: ScriptedServer) =>
  requests.map(({ path }) => {
    const filters = JSON.parse(new URL(path, 'http://x').searchParams.get('select_filters') ?? '{}');
    const { gte, lte } = filters.day ?? filters.when;
    return [gte, lte].map((s: number) => new Date(s * 1000).toISOString().slice(0, 19)).join(' ');
  });

const INSTANCES = [
  {
    ...{ id: 5, actual_status: 'running' },
    instance: { gpuCostPerHour: 0.4, diskHour: 0.05, slaPremiumPerHour: 0.05, totalHour: 0.5 },
  },
];
const LIST = json(200, { success: true, instances: INSTANCES, instances_found: 1 });
const VOLUMES = json(200, { volumes: [{ id: 21, storage_total_cost: 0.05 }] });
const RATE = json(200, {
  ...{ success: true, gpu_cost_per_hour: 0.4, container_storage_cost_per_hour: 0.05 },
  ...{ volume_storage_cost_per_hour: 0, has_active_resources: true },
});

describe('gpudeck balance', () => {
  const balanceOf = async (user: object | undefined, isRateTold: boolean, args: readonly string[] = []) => {
    await using server = await startScriptedServer(LIST, VOLUMES);
    if (user !== undefined) server.offer('users/current/', json(200, { ...user, api_key: 'k-secret-key-of-user' }));
    if (isRateTold) server.offer('users/spend-rate/', RATE);
    return await run(server, ['balance', ...args]);
  };

  test('tells for a script what is left, what is spent by what it is for, and until when', async () => {
    const { out, code, errors } = await balanceOf({ id: 7, credit: 12, balance: 3 }, true, ['--json']);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(JSON.parse(out)).toEqual({
      ...{ credit: 12, balance: 3 },
      burn_per_hour: { gpu: 0.4, disk: 0.05, volumes: 0, sla: 0.05, total: 0.5, source: 'service' },
      runway: { hours: 24, until: '2026-11-23T12:00:00Z', hours_if_stopped: 240 },
      as_of: '2026-11-22T12:00:00Z',
    });
    expect(out).not.toContain('secret');
    const csv = await balanceOf({ id: 7, credit: 12, balance: 3 }, true, ['--csv']);
    expect(csv.out.split('\n')[1]).toBe(
      '12,3,0.4,0.05,0,0.05,0.5,service,24,2026-11-23T12:00:00Z,240,2026-11-22T12:00:00Z',
    );
  });

  test('tells a person the same, with what happens then', async () => {
    expect((await balanceOf({ credit: 12, balance: 3, has_billing: false }, true)).out).toBe(
      [
        'Left    $12.00 credit; balance $3.00',
        'Burn    $0.5000/h: GPUs $0.4000, disks $0.0500, volumes $0.00, SLA $0.0500, as the service tells it; traffic is not in it',
        'Runway  until Mon 23 Nov 12:00, if nothing changes, without traffic',
        '        If everything is stopped now: at most until Wed 2 Dec 12:00 (disk may cost more while stopped).',
        '        Then GPUs are stopped; disks and volumes go on costing.',
        '',
      ].join('\n'),
    );
  });

  test('adds up the records where the service does not tell the rate, and tells of the card', async () => {
    const { out } = await balanceOf({ credit: 5.5, last4: '4242' }, false);
    expect(out).toContain('volumes $0.0500, SLA $0.0500, added up from the records');
    expect(out).toContain('Runway  until Sun 22 Nov 22:00, if nothing changes');
    expect(out).toContain('Then the card is charged.');
  });

  test('takes no list for all of it of which an entry cannot be read; waste and a review neither', async () => {
    const damaged = json(200, { success: true, instances: [...INSTANCES, 'none'] });
    await using server = await startScriptedServer(damaged, VOLUMES, damaged, VOLUMES, damaged);
    server.offer('users/current/', json(200, { credit: 12 }));
    const { out } = await run(server, ['balance']);
    expect(out).toContain('Burn    at least $0.0500/h: volumes $0.0500, added up from the records; not known: GPUs');
    expect(out).toContain('at the latest, if nothing changes');
    expect((await run(server, ['waste'])).errors).toContain('a list came without all of its entries');
    expect((await run(server, ['instance', 'stop', '5', '--dry-run'])).errors).toContain(
      'Burn and runway are not known',
    );
  });

  test.each([
    [
      { credit: -1.25 },
      true,
      'Left    -$1.25 credit, below zero',
      'Runway  over: nothing is left. Now GPUs are stopped, unless',
    ],
    [undefined, true, 'Left    not known: the service does not tell it', 'Runway  not known: the service does not'],
    [
      { email: 'x' },
      true,
      'Left    not known: the service does not tell it',
      'Runway  not known: the service does not',
    ],
  ] as const)('guesses nothing: %j', async (user, isRateTold, left, runway) => {
    const { out } = await balanceOf(user, isRateTold);
    expect(out).toContain(left);
    expect(out).toContain(runway);
  });
});

test.each([[{ balance: 512.5 }], [{ credit: 0, balance: 512.5 }]])(
  'what is owed to a host is no credit, in the balance and a review: %j',
  async (user) => {
    const none = json(200, { success: false, count: 0 });
    await using server = await startScriptedServer(LIST, none);
    server.offer('users/current/', json(200, { id: 7, ...user }));
    server.offer('users/spend-rate/', RATE);
    const { out } = await run(server, ['balance']);
    expect(out).toContain('Left    $512.50 balance, which is owed to you');
    expect(out).toContain('Runway  none: the balance is owed to you');
    server.script(LIST, none);
    const review = await run(server, ['instance', 'stop', '5', '--dry-run']);
    expect(review.errors).toContain('Burn: ');
    expect(review.errors).not.toContain('Runway');
  },
);

const contract = (source: string, amount: number, more: object = {}) => ({
  ...{ start: 0, end: 0, type: source.split('-')[0], source, amount, metadata: {}, items: [] },
  ...more,
});
const CHARGES = [
  contract('instance-5', 1.001, {
    metadata: { label: 'train' },
    items: [
      { type: 'gpu', amount: 0.9 },
      { type: 'disk', amount: 0.1 },
    ],
  }),
  contract('instance-6', 0.1, { items: [{ type: 'gpu', amount: 0.1 }] }),
  contract('volume-21', 0.2, { metadata: { label: 'train' }, items: [{ type: 'disk', amount: 0.2 }] }),
];
const page = (
  results: readonly (object | null)[],
  next_token: string | null = null,
  total = results.length,
): ScriptedReply => json(200, { success: true, count: results.length, total, results, next_token });

describe('gpudeck charges', () => {
  const SPAN = ['--from', '2026-11-01', '--to', '2026-11-03'];
  const rowsOf = async (args: readonly string[], ...replies: readonly ScriptedReply[]) => {
    await using server = await startScriptedServer(...replies);
    const ending = await run(server, ['charges', ...SPAN, '--json', ...args]);
    return { ...ending, told: JSON.parse(ending.out || '{}'), asked: daysAsked(server) };
  };

  test('reads all pages of whole days in UTC, a row for each contract, the dearest first', async () => {
    const { told, asked } = await rowsOf([], page(CHARGES.slice(1), 'more', 3), page(CHARGES.slice(0, 1), null, 3));
    expect(asked).toEqual(Array(2).fill('2026-11-01T00:00:00 2026-11-03T23:59:59'));
    const none = { gpu: null, disk: null, bwd: null, bwu: null };
    expect(told).toEqual({
      rows: [
        { ...none, source: 'instance-5', type: 'instance', label: 'train', amount: 1.001, gpu: 0.9, disk: 0.1 },
        { ...none, source: 'volume-21', type: 'volume', label: 'train', amount: 0.2 },
        { ...none, source: 'instance-6', type: 'instance', label: null, amount: 0.1, gpu: 0.1 },
      ],
      ...{ total: 1.301, from: '2026-11-01', to: '2026-11-03', complete: true },
    });
  });

  test.each([
    ['kind', ['gpu 1', 'disk 0.1', 'volume 0.2', 'other 0.001']],
    ['label', ['train 1.201', ' 0.1']],
  ])('puts them together by %s, and all of it is there', async (by, rows) => {
    const { told } = await rowsOf(['--by', by], page(CHARGES));
    expect(told.rows.map((row: Record<string, unknown>) => `${row[by]} ${row.amount}`)).toEqual(rows);
    expect(told.total).toBe(1.301);
  });

  test.each([
    ['fewer come than the service counts', page(CHARGES, null, 9)],
    ['one of them is none', page([...CHARGES, null], null, 3)],
  ])('is not complete where %s', async (_, reply) => {
    expect((await rowsOf([], reply)).told).toMatchObject({ total: 1.301, complete: false });
  });

  test('is not complete where an amount is missing, or the last day is not over', async () => {
    const untold = await rowsOf([], page([{ ...CHARGES[0], amount: null }, CHARGES[1] ?? {}]));
    expect(untold.told).toMatchObject({
      rows: [{ source: 'instance-6' }, { source: 'instance-5', amount: null, gpu: null }],
      ...{ total: 0.1, complete: false },
    });
    const kinds = await rowsOf(['--by', 'kind'], page([{ ...CHARGES[0], amount: '1.001' }, CHARGES[1] ?? {}]));
    expect(kinds.told.rows).toEqual([{ kind: 'gpu', amount: 0.1 }]);
    expect((await rowsOf(['--to', '2026-11-22'], page(CHARGES))).told.complete).toBe(false);
  });

  test.each([
    [json(200, { success: false, count: 0 }), 'whom the service tells no charges'],
    [json(404, { detail: 'Not Found' }), 'no call that tells the charges: they are not known'],
  ])('says that there is none, which is no zero', async (reply, why) => {
    const { code, out, errors } = await rowsOf([], reply);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(errors).toContain(why);
  });

  test('day by day asks once a day, keeps settled days for this account, and marks the one that goes on', async () => {
    const folder = temporaryFolder();
    const args = ['charges', '--by', 'day', '--from', '2026-11-19', '--to', '2026-11-22'];
    await using server = await startScriptedServer(...CHARGES.map((one) => page([one])), page([]));
    server.offer('users/current/', json(200, { id: 7 }));
    const first = await run(server, args, folder);
    expect(daysAsked(server).map((days) => days.slice(0, 10))).toEqual([22, 21, 20, 19].map((day) => `2026-11-${day}`));
    expect(first.progress).toEqual(['day 1 of 4', 'day 2 of 4', 'day 3 of 4', 'day 4 of 4', '']);
    expect(first.out.split('\n').map((line) => line.trimEnd())).toEqual([
      'Day (UTC)        Amount          GPU         Disk         Down           Up      Volumes',
      '2026-11-19       $0.000            -            -            -            -            -',
      '2026-11-20       $0.200            -            -            -            -       $0.200',
      '2026-11-21       $0.100       $0.100            -            -            -            -',
      '2026-11-22       $1.001       $0.900       $0.100            -            -            -  not over yet',
      '',
      '$1.301 from 2026-11-19 to 2026-11-22, whole days in UTC: not all yet',
      'The last day is not over: its charges are not all yet.',
      'SLA premiums are in neither the charges nor the burn.',
      '',
    ]);

    server.script(page([]), page([]), page([]));
    const again = await run(server, [...args, '--json'], folder);
    expect(daysAsked(server).slice(4)).toHaveLength(3);
    expect(JSON.parse(again.out).rows.map(({ amount }: { amount: number }) => amount)).toEqual([0, 0, 0, 0]);

    server.offer('users/current/', json(200, { id: 8 }));
    server.script(page([]), page([]), page([]), page([CHARGES[0] ?? {}]));
    const other = await run(server, [...args, '--json'], folder);
    expect(JSON.parse(other.out).rows[0].amount).toBe(1.001);

    const charges = join(folder, 'state', 'charges');
    for (const file of readdirSync(charges)) writeFileSync(join(charges, file), 'no such thing');
    server.script(page([]), page([]), page([]), page([]));
    expect(JSON.parse((await run(server, [...args, '--json'], folder)).out).total).toBe(0);
  });

  test.each([
    [['--from', '2026-11-30'], 'That is in the future.'],
    [['--from', 'soonish'], 'This is not a moment.'],
    [['--from', '2026-11-03', '--to', '2026-11-01'], '--from 2026-11-03 is after --to 2026-11-01'],
  ])('refuses days that mean nothing: %j', async (args, why) => {
    await using server = await startScriptedServer();
    const { code, errors } = await run(server, ['charges', ...args]);
    expect(code).toBe(2);
    expect(errors).toContain(why);
    expect(server.requests).toEqual([]);
  });
});

test('gpudeck invoices tells payments as their effect on the credit', async () => {
  const invoice = (type: string, amount: number, end: number | null) => ({
    ...{ start: 1_795_000_000, end, type, amount, metadata: { invoice_id: 8, service: 'card' } },
  });
  await using server = await startScriptedServer(
    json(200, {
      results: [invoice('credit', -25, 1_795_000_100), invoice('payout', 30, null), invoice('refund', 5, 0)],
    }),
  );
  const { out, code } = await run(server, ['invoices', '--json', '--to', '2026-11-21']);
  expect(code).toBe(0);
  expect(daysAsked(server)).toEqual(['2025-11-22T00:00:00 2026-11-21T23:59:59']);
  const { rows, ...rest } = JSON.parse(out);
  expect(rows.map((row: Record<string, unknown>) => [row.type, row.amount, row.paid])).toEqual([
    ['credit', 25, '2026-11-18T11:08:20Z'],
    ['payout', 30, null],
    ['refund', -5, '1970-01-01T00:00:00Z'],
  ]);
  expect(rest).toEqual({ total: 50, from: '2025-11-22', to: '2026-11-21', complete: true });
});

test('what no date can hold is not known, and no amount is cut', async () => {
  const far = { start: 1e17, end: 1e17, type: 'payout', amount: 123_456.789 };
  await using server = await startScriptedServer(
    json(200, { results: [far] }),
    json(200, { per_machine: [], per_day: [{ day: 1e15, gpu_earn: -1_234_567 }] }),
  );
  const invoices = (await run(server, ['invoices'])).out;
  expect(invoices).toContain('not all yet\nThe last day is not over: its payments are not all yet.\n');
  const [, paid] = invoices.split('\n');
  expect(paid).toMatch(/^- +\$123,456\.789 +payout +- /);
  const [, earned] = (await run(server, ['earnings'])).out.split('\n');
  expect(earned).toMatch(/^- +-\$1,234,567\.000 /);
});

test('gpudeck earnings tells what machines earned, by day and by machine, and what is not paid out', async () => {
  const reply = json(200, {
    per_machine: [{ machine_id: 3, gpu_earn: 1, sto_earn: 0.5, bwu_earn: 0, bwd_earn: 0, sla_earn: -0.25 }],
    per_day: [
      { day: 20_778, gpu_earn: 1.25 },
      { day: 20_779, gpu_earn: 0 },
    ],
    current: { balance: 12.5 },
  });
  await using server = await startScriptedServer(reply, reply);
  const byDay = await run(server, ['earnings', '--from', '2026-11-21']);
  expect(server.requests[0]?.path).toContain('sday=20778&eday=20779');
  expect(byDay.out.split('\n').map((line) => line.trimEnd())).toEqual([
    'Day (UTC)        Earned          GPU      Storage           Up         Down          SLA',
    '2026-11-21       $1.250       $1.250            -            -            -            -',
    '2026-11-22       $0.000       $0.000            -            -            -            -',
    '',
    '$1.250 from 2026-11-21 to 2026-11-22, whole days in UTC: not all yet',
    'The last day is not over: its earnings are not all yet.',
    'The service did not tell all of it: the list was cut, or an amount is missing.',
    '$12.50 not paid out yet.',
    expect.stringMatching(/^Paid out on Fridays/),
    '',
  ]);
  const byMachine = await run(server, ['earnings', '--from', '2026-11-21', '--by', 'machine', '--json']);
  expect(JSON.parse(byMachine.out)).toMatchObject({
    rows: [{ machine_id: 3, amount: 1.25, gpu: 1, disk: 0.5, sla: -0.25 }],
    ...{ total: 1.25, pending: 12.5, complete: false },
  });
  server.script(reply);
  const untold = await run(server, ['earnings', '--to', '2026-11-21', '--json']);
  expect(JSON.parse(untold.out).complete).toBe(false);
});

const EARNED = { gpu_earn: 1, sto_earn: 0.5, bwu_earn: 0, bwd_earn: 0 };

test.each([
  ['day', [{ day: null, machine_id: 3, amount: 1.5 }], false],
  ['machine', [{ machine_id: 3, amount: 1.5 }], true],
])('gpudeck earnings by %s tells what is there where the days are not told', async (by, rows, complete) => {
  const reply = json(200, { per_machine: [{ machine_id: 3, ...EARNED }], current: {} });
  await using server = await startScriptedServer(reply, reply);
  const args = ['earnings', '--to', '2026-11-21', '--by', by];
  expect(JSON.parse((await run(server, [...args, '--json'])).out)).toMatchObject({ rows, total: 1.5, complete });
  const { out } = await run(server, args);
  expect(out.includes('The service does not tell what was earned by day.')).toBe(!complete);
});

test('gpudeck earnings is not complete where a row is none', async () => {
  await using server = await startScriptedServer(json(200, { per_day: [{ day: 20_778, ...EARNED }, null] }));
  const { out } = await run(server, ['earnings', '--to', '2026-11-21', '--json']);
  expect(JSON.parse(out)).toMatchObject({ rows: [{ amount: 1.5 }, { day: null, amount: null }], complete: false });
});
