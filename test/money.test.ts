/** Money: amounts that add without drift, what is burned, and how long it lasts. */
import { describe, expect, test } from 'vitest';
import { CALLS } from '../src/api/calls.ts';
import type { Charge, Earnings, Invoice } from '../src/api/records/money-shapes.ts';
import { costSoFar, instanceColumns } from '../src/catalogue/instance-columns.ts';
import { amountOf, inDollars, sumOf } from '../src/money/amount.ts';
import { burnOf, burnTold } from '../src/money/burn.ts';
import { chargedSince } from '../src/money/charges.ts';
import { costChangeWords } from '../src/money/cost-change.ts';
import { dayAt } from '../src/money/days.ts';
import type { MoneyTold } from '../src/money/runway.ts';
import { runwayOf } from '../src/money/runway.ts';
import { standingOf } from '../src/money/standing.ts';
import { runwayLines } from '../src/money/told.ts';
import { urgencyOf } from '../src/money/urgency.ts';
import { dayChart } from '../src/tui/panes/page/days-chart.ts';
import { clientFor } from './support/api-client.ts';
import { json, startScriptedServer } from './support/scripted-server.ts';

describe('an amount', () => {
  test.each([
    [0, 0n],
    [0.1, 100_000_000_000n],
    [-12.345, -12_345_000_000_000n],
    [1e-7, 100_000n],
    [1.5e-12, 2n],
    [-1.5e-12, -2n],
    [4e-13, 0n],
    [123_456.789, 123_456_789_000_000_000n],
    [1e21, 10n ** 33n],
  ])('of %d dollars is %d units of 1e-12 $', (dollars, units) => {
    expect(amountOf(dollars)).toBe(units);
  });

  test('is added without drift, a million times, and is the nearest figure again', () => {
    expect(inDollars(sumOf(Array.from({ length: 1_000_000 }, () => 0.000_000_1)))).toBe(0.1);
    expect(inDollars(sumOf([0.1, 0.2]))).toBe(0.3);
    expect(inDollars(sumOf([12_345.678, -45.7]))).toBe(12_299.978);
    expect(inDollars(-5n)).toBe(-5e-12);
  });
});

const running = {
  actual_status: 'running',
  instance: { gpuCostPerHour: 0.4, diskHour: 0.01, slaPremiumPerHour: 0.02, totalHour: 0.43 },
};
const stopped = {
  actual_status: 'stopped',
  instance: { gpuCostPerHour: 0, diskHour: 0.005, totalHour: 0.005 },
};

describe('what is burned', () => {
  test('is added up from the records by what it is for', () => {
    expect(burnOf([running, stopped], [{ storage_total_cost: 0.002 }, { storage_total_cost: 0.001 }])).toEqual({
      ...{ gpu: 0.4, disk: 0.015, volumes: 0.003, sla: 0.02, total: 0.438 },
      ...{ source: 'records', isWhole: true },
    });
  });

  test('is its disk alone where a record without such prices rests, and all where it runs', () => {
    const record = { dph_total: 0.5, storage_total_cost: 0.1 };
    expect(burnOf([{ ...record, actual_status: 'exited' }], [])).toMatchObject({ gpu: 0, disk: 0.1, total: 0.1 });
    expect(burnOf([{ ...record, actual_status: 'running' }], [])).toMatchObject({ gpu: 0.4, disk: 0.1, total: 0.5 });
  });

  test('is nothing of what is offline, but for what has SLA cover', () => {
    const offline = { actual_status: 'offline', dph_total: 0.5, storage_total_cost: 0.1 };
    expect(burnOf([offline], [])).toMatchObject({ gpu: 0, disk: 0, total: 0, isWhole: true });
    const search = { diskHour: 0.1, slaPremiumPerHour: 0.05, totalHour: 0.55 };
    expect(burnOf([{ ...offline, search }], [])).toMatchObject({ gpu: 0.4, disk: 0.1, sla: 0.05, total: 0.55 });
  });

  test('is not whole where a price or a list is missing, and what was not read is no zero', () => {
    expect(burnOf([running, { actual_status: 'running' }], [])).toMatchObject({ total: 0.43, isWhole: false });
    expect(burnOf([running], [{}])).toMatchObject({ volumes: 0, isWhole: false });
    expect(burnOf([running], undefined)).toMatchObject({ volumes: undefined, total: 0.43, isWhole: false });
    expect(burnOf(undefined, [])).toMatchObject({ gpu: undefined, disk: undefined, sla: undefined, isWhole: false });
  });

  test('is what the service tells, with the premiums of the records; undefined where it does not tell all', () => {
    const told = { gpu: 0.4, disk: 0.01, volumes: 0.2 };
    expect(burnTold(told, [running])).toEqual({
      ...{ ...told, sla: 0.02, total: 0.63 },
      ...{ source: 'service', isWhole: true },
    });
    expect(burnTold(told, undefined)).toMatchObject({ sla: undefined, total: 0.61, isWhole: true });
    expect(burnTold({ ...told, volumes: undefined }, [running])).toBeUndefined();
    expect(burnTold(undefined, [running])).toBeUndefined();
  });
});

const NOBODY = {
  ...{ id: 7, keyId: 1, credit: undefined, balance: undefined, balanceThreshold: undefined },
  ...{ isBalanceThresholdOn: undefined, autobillThreshold: undefined, hasCard: undefined, hasPayout: undefined },
};

describe('what an instance has cost so far', () => {
  const at = Date.UTC(2026, 10, 22, 12);
  const rented = { ...running, start_date: at / 1000 - 36_000 };

  test('is reckoned by what it costs now, marked so, and unknown without a price or a beginning', () => {
    expect(costSoFar(rented, at)).toBeCloseTo(4.3, 9);
    expect(costSoFar(running, at)).toBeUndefined();
    expect(costSoFar({ start_date: 5, actual_status: 'running' }, at)).toBeUndefined();
    expect(costSoFar({ ...rented, start_date: at }, at)).toBe(0);
    expect(costSoFar({ ...rented, actual_status: 'offline', instance: null }, at)).toBeUndefined();
    const cellOf = (id: string) =>
      instanceColumns(at)
        .columns.find((column) => column.id === id)
        ?.cell(rented);
    expect([cellOf('so_far'), cellOf('day_cost')]).toEqual(['~4.30', '10.32']);
  });

  test('is what was charged on the days that are kept, as long as none is missing, and reckoned from then on', () => {
    const today = dayAt(at);
    const row = (source: string, amount: number) => ({ type: 'instance', source, amount, items: [] });
    const days = new Map(
      [today - 9, today - 5, today - 4, today - 3, today - 1].map((day) => [
        day,
        [row('instance-5', day - today), row('instance-6', 9)],
      ]),
    );
    const since = (back: number) => chargedSince((day) => days.get(day), 'instance-5', (today - back) * 86_400 + 7200);
    expect(since(5)).toEqual({ dollars: -12, untilS: (today - 2) * 86_400 });
    expect([since(6), since(2)]).toEqual([undefined, undefined]);
    // Two days and a half at 0.43 $/h.
    expect(costSoFar(rented, at, { dollars: 12, untilS: (today - 2) * 86_400 })).toBeCloseTo(12 + 60 * 0.43, 9);
    expect(costSoFar({ ...rented, actual_status: 'offline', instance: null }, at, since(5))).toBe(-12);
  });
});

describe('what there is', () => {
  test('is the credit, else the balance, and of a host what is owed to him', () => {
    expect(standingOf({ ...NOBODY, credit: -3, balance: 0 })).toMatchObject({ what: 'credit', dollars: -3 });
    expect(standingOf({ ...NOBODY, balance: 8 })).toMatchObject({ what: 'balance', dollars: 8 });
    expect(standingOf({ ...NOBODY, credit: 0, balance: 8 }, true)).toMatchObject({ what: 'balance', dollars: 8 });
    expect(standingOf(NOBODY)).toBeUndefined();
    expect(standingOf(undefined)).toBeUndefined();
  });

  test('has a card where one is on record or the service tops up; undefined where it says neither', () => {
    const user = { ...NOBODY, credit: 1 };
    expect(standingOf(user)?.hasCard).toBeUndefined();
    expect(standingOf({ ...user, hasCard: false, autobillThreshold: 0 })?.hasCard).toBe(false);
    expect(standingOf({ ...user, hasCard: false, autobillThreshold: 5 })?.hasCard).toBe(true);
  });
});

describe('how long it lasts', () => {
  const standing = standingOf({ ...NOBODY, credit: 12 });
  const burn = burnTold({ gpu: 0.4, disk: 0.05, volumes: 0.05 }, []);

  test('is credit by burn, also if everything were stopped', () => {
    expect(runwayOf(standing, burn, 1_000_000)).toEqual({
      ...{ hours: 24, untilMs: 1_000_000 + 86_400_000, hoursIfStopped: 120, isDiskPriceOpen: true, isShorter: false },
    });
  });

  test('is over below zero, has no end where nothing burns, and no date beyond what one can hold', () => {
    expect(runwayOf(standingOf({ ...NOBODY, credit: -1 }), burn, 5)).toMatchObject({ hours: 0, untilMs: 5 });
    const nothing = burnTold({ gpu: 0, disk: 0, volumes: 0 }, []);
    expect(runwayOf(standing, nothing, 5)).toMatchObject({ hours: Number.POSITIVE_INFINITY, untilMs: undefined });
    const little = burnTold({ gpu: 1e-12, disk: 0, volumes: 0 }, []);
    expect(runwayOf(standing, little, 5)).toMatchObject({ hours: 1.2e13, untilMs: undefined });
  });

  test('is not known without credit or burn, or for a host, and shorter than said where the burn is not whole', () => {
    expect(runwayOf(undefined, burn, 5)).toBeUndefined();
    expect(runwayOf(standing, undefined, 5)).toBeUndefined();
    expect(runwayOf(standing, burnOf(undefined, undefined), 5)).toBeUndefined();
    expect(runwayOf(standing, burnOf([{ actual_status: 'running' }], []), 5)).toBeUndefined();
    expect(
      runwayOf(standing, burnOf([{ ...running, instance: { ...running.instance, diskHour: 0 } }, {}], []), 5),
    ).toMatchObject({
      ...{ hoursIfStopped: undefined, isShorter: true },
    });
    expect(runwayOf(standingOf({ ...NOBODY, balance: 9 }, true), burn, 5)).toBeUndefined();
    expect(runwayOf(standing, burnOf([running], undefined), 5)).toMatchObject({
      ...{ isShorter: true, hoursIfStopped: undefined },
    });
  });
});

test('how pressing it is that little is left is said in a word', () => {
  const burn = burnTold({ gpu: 1, disk: 0, volumes: 0 }, []);
  const wordOf = (credit: number) => {
    const standing = standingOf({ ...NOBODY, credit });
    return standing && urgencyOf(standing, runwayOf(standing, burn, 5))?.word;
  };
  expect([-1, 0, 2, 20, 30].map(wordOf)).toEqual(['below zero', 'over', 'ending', 'low', undefined]);
});

test('what it lasts if all is stopped is no more than an upper end while GPUs run', () => {
  const standing = standingOf({ ...NOBODY, credit: 12 });
  const told = (gpu: number) => {
    const burn = burnTold({ gpu, disk: 0.5, volumes: 0 }, []);
    return runwayLines({ standing, burn, runway: runwayOf(standing, burn, 0) }, 0, 'UTC')[1];
  };
  expect(told(1)).toBe(
    'If everything is stopped now: at most until Fri 2 Jan 00:00 (disk may cost more while stopped).',
  );
  expect(told(0)).toBe('If everything is stopped now: until Fri 2 Jan 00:00.');
});

describe('what a change does to it', () => {
  const told = { standing: standingOf({ ...NOBODY, credit: 12 }), atEpochMs: Date.UTC(2026, 10, 21, 12) };
  const burn = burnTold({ gpu: 0.4, disk: 0.1, volumes: 0 }, []);
  const changed = (money: Partial<MoneyTold>, perHour: number | undefined) =>
    costChangeWords({ ...told, burn, ...money }, perHour, 'UTC');

  test('is told as burn and runway before and after', () => {
    expect(changed({}, 0.5)).toBe(
      'Burn: $0.5000/h now, $1.00/h afterwards. Runway: until Sun 22 Nov 12:00 now, until Sun 22 Nov 00:00 afterwards.',
    );
    expect(changed({}, -0.5)).toContain('Burn: $0.5000/h now, $0.00/h afterwards.');
    expect(changed({}, -0.5)).toContain('without an end afterwards.');
    expect(changed({ standing: standingOf({ ...NOBODY, credit: -1 }) }, -0.1)).toContain('over now, over afterwards.');
  });

  test('is said to be not known where it is not', () => {
    expect(changed({}, undefined)).toContain(
      'now, not known afterwards. Runway: until Sun 22 Nov 12:00 now, not known',
    );
    expect(changed({ standing: undefined }, 0.5)).toContain('The runway is not known: what is left is not told.');
    expect(changed({ burn: undefined }, 0.5)).toBe(
      'Burn and runway are not known: what is spent per hour is not told.',
    );
    expect(changed({ burn: burnOf([running], undefined) }, 0.5)).toMatch(
      /^Burn: at least \$0\.4300\/h now.* at the latest/,
    );
    expect(changed({ burn: burnOf([running], []) }, 0.5)).toMatch(
      /^Burn: \$0\.4300\/h now, \$0\.9300\/h afterwards, added up from the records\. Runway: until/,
    );
    expect(changed({ standing: standingOf({ ...NOBODY, balance: 5 }, true) }, 0.5)).toBe(
      'Burn: $0.5000/h now, $1.00/h afterwards.',
    );
  });
});

describe('the calls about money', () => {
  const asked = async (reply: unknown) => {
    const server = await startScriptedServer(json(200, reply));
    return { server, client: clientFor(server.url) };
  };
  const DAY = { fromS: 0, toS: 86_399 };

  test('read charges, and know a host by what he is told', async () => {
    const row = {
      start: 0,
      end: 86_400,
      type: 'instance',
      source: 'instance-5',
      amount: 1.234,
      metadata: { label: 'x' },
    };
    const { server, client } = await asked({
      ...{ success: true, count: 2, total: 9, next_token: 'more' },
      results: [{ ...row, items: [{ type: 'gpu', amount: 1.2 }, 3] }, { type: 'volume', amount: 'much' }, 'none'],
    });
    await using _ = server;
    const charge: Charge = {
      ...{ startS: 0, endS: 86_400, type: 'instance', source: 'instance-5', amount: 1.234, label: 'x' },
      items: [{ type: 'gpu', amount: 1.2 }],
    };
    expect(await client.read(CALLS.charges, DAY)).toEqual({
      ...{ total: 9, nextToken: 'more', unread: 1, isRefusedToHost: false },
      rows: [charge, { type: 'volume', items: [] }],
    });
    server.script(json(200, { success: false, count: 0 }), json(200, { success: false, error: 'no', msg: 'bad day' }));
    expect(await client.read(CALLS.charges, DAY)).toMatchObject({ rows: [], isRefusedToHost: true });
    await expect(client.read(CALLS.charges, DAY)).rejects.toMatchObject({ kind: 'refused', text: 'bad day' });
    server.script(json(200, { success: false, count: 0, error: 'Invalid date range' }));
    await expect(client.read(CALLS.charges, DAY)).rejects.toMatchObject({ kind: 'refused' });
  });

  test('read payments and earnings, and take nothing private of these', async () => {
    const { server, client } = await asked({
      results: [{ start: 5, end: null, type: 'credit', amount: -25, metadata: { invoice_id: 8, service: 'card' } }],
      next_token: null,
    });
    await using _ = server;
    const paid: Invoice = { id: '8', startS: 5, endS: undefined, type: 'credit', amount: -25, service: 'card' };
    expect(await client.read(CALLS.invoices, DAY)).toMatchObject({ nextToken: undefined, rows: [paid] });
    server.script(
      json(200, {
        per_machine: [{ machine_id: 3, gpu_earn: 1, sto_earn: 0.5 }],
        per_day: [{ day: 20_000, gpu_earn: 1, sla_earn: -0.25 }],
        current: { balance: 4, address: 'Main St' },
      }),
    );
    const earnings: Earnings | undefined = await client.read(CALLS.earnings, { fromDay: 20_000, toDay: 20_000 });
    expect(earnings).toMatchObject({
      machines: [{ machineId: 3, gpu: 1, disk: 0.5, upload: undefined }],
      days: [{ day: 20_000, gpu: 1, sla: -0.25 }],
      current: { balance: 4 },
    });
    expect(JSON.stringify(earnings)).not.toContain('Main St');
  });

  test('are missing at a service that has none of them', async () => {
    await using server = await startScriptedServer();
    expect(await clientFor(server.url).read(CALLS.user, undefined)).toBeUndefined();
    expect(await clientFor(server.url).read(CALLS.spendRate, undefined)).toBeUndefined();
  });
});

test('a kind of charges with a long or hostile name takes no figure from the chart of days, and acts on nothing', () => {
  const kinds = { 'a kind that nobody has published': 1, '\u001B[2Jhush': 2 };
  const place = { width: 80, bars: 'blocks', isInWords: false } as const;
  const lines = dayChart('Days', [{ day: 20_000, isOpen: false, kinds }], {}, place).map((line) =>
    line.map(({ text }) => text).join(''),
  );
  expect(lines).toContainEqual(expect.stringMatching(/^a kind tha… .*\$1\.00, \$1\.00 a day$/));
  expect(lines).toContainEqual(expect.stringMatching(/^hush {8}.*\$2\.00, \$2\.00 a day$/));
});
