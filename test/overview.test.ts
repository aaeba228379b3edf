/** What the overview says, whatever is known and however wide the screen is; and what a start begins with. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { openJournals } from '../src/access/journals.ts';
import { readSetup } from '../src/access/setup.ts';
import type { HostMachine, Instance } from '../src/catalogue/values.ts';
import { segmentsWidth } from '../src/drawing/segments.ts';
import { keepMoney } from '../src/money/kept-money.ts';
import type { OverviewFacts } from '../src/overview/facts.ts';
import { overviewOf } from '../src/overview/layout.ts';
import { inWidth } from '../src/overview/part.ts';
import { overviewRecord } from '../src/overview/record.ts';
import { initialOverview, keptFound } from '../src/tui/panes/overview/state.ts';
import { frameAfter } from '../src/tui/saved/resume.ts';
import { foundAgain } from '../src/tui/state/remote.ts';
import { impatientClock } from './support/impatient-clock.ts';
import { startTestService, temporaryFolder } from './support/local-service.ts';
import { gpudeck } from './support/one-shot.ts';
import { json, startScriptedServer } from './support/scripted-server.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const DAY_S = 86_400;

const told = <Value>(value: Value) => ({ value, atEpochMs: NOW });

const instance = (id: number, more: Instance = {}): Instance => ({
  ...{ id, num_gpus: 1, gpu_name: 'RTX 5090', actual_status: 'running', gpu_util: 90, uptime_mins: 600 },
  ...{ dph_total: 0.25, end_date: NOW / 1000 + 3 * DAY_S },
  ...more,
});

const machine = (id: number, more: HostMachine = {}): HostMachine => ({
  ...{ id, num_gpus: 4, gpu_name: 'RTX 5090', gpu_occupancy: 'D R x x', earn_day: 12.5, listed_gpu_cost: 0.4 },
  ...more,
});

const BURN = { gpu: 0.5, disk: 0.1, volumes: 0, sla: 0, total: 0.6, source: 'service', isWhole: true } as const;

const moneyOf = (dollars: number, hours: number, hasCard = false) => ({
  standing: { what: 'credit', dollars, hasCard, isHost: undefined } as const,
  burn: BURN,
  runway: { hours, untilMs: NOW + hours * 3_600_000, hoursIfStopped: 100, isDiskPriceOpen: true, isShorter: false },
  atEpochMs: NOW,
});

const linesOf = (facts: OverviewFacts, width = 160, height = 45): readonly string[] =>
  overviewOf(facts, { width, height, timeZone: 'UTC', bars: 'blocks' }).lines.map((line) =>
    inWidth(line, width)
      .map(({ text }) => text)
      .join(''),
  );
const textOf = (...args: Parameters<typeof linesOf>) => linesOf(...args).join('\n');

const came = <Kept>(record: Kept) => ({ value: [record], isPartial: false });

const WEEK = [0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.2];

describe('the overview', () => {
  test.each([40, 60, 80, 100, 120, 160, 220])(
    'of 200 instances has no line beyond %i cells, and says how many more there are',
    (width) => {
      const facts: OverviewFacts = {
        instances: told(Array.from({ length: 200 }, (_, id) => instance(id, { label: `a rather long label ${id}` }))),
        machines: told(Array.from({ length: 30 }, (_, id) => machine(id))),
        money: moneyOf(12, 20),
        market: { models: [{ model: 'RTX 5090', week: WEEK }] },
      };
      const { lines, rows } = overviewOf(facts, {
        width,
        height: 20,
        timeZone: 'UTC',
        bars: 'blocks',
        named: (text) => text.replace(/\W/g, ''),
      });
      for (const line of lines)
        if (!line.some(({ isAtEnd }) => isAtEnd)) expect(segmentsWidth(line)).toBeLessThanOrEqual(width);
      expect(textOf(facts, width, 20)).toMatch(/… 1\d\d more/);
      expect(rows.at(0)?.door.to).toBe('money');
    },
  );

  test('has what hosts want more, what it comes to a month where that is known, and the way there', () => {
    const increase = { id: 77, contract_id: 1, contract_end_date: NOW / 1000 + 10 * DAY_S, old_gpu_cost: 0.2 };
    const raised = { ...increase, new_gpu_cost: 0.3, old_disk_cost: 0.1, new_disk_cost: 0.2 };
    const facts: OverviewFacts = {
      instances: told([instance(1, { label: 'train', disk_space: 72 })]),
      increases: told([raised, { ...raised, id: 78, contract_id: 2 }]),
    };
    expect(textOf(facts)).toMatch(/Price increases .*2 to answer/);
    expect(textOf(facts)).toMatch(/train +0\.2500 +0\.3600 +79\.20 +Tue 1 Dec 12:00/);
    expect(textOf(facts)).toMatch(/2 +- +- +\? +Tue 1 Dec 12:00/);
    const { rows } = overviewOf(facts, { width: 160, height: 45, timeZone: 'UTC', bars: 'blocks' });
    expect(rows.filter(({ part }) => part === 'increases').map(({ door }) => door.to)).toEqual([
      'increases',
      'increases',
    ]);
    expect(overviewRecord(facts).price_increases?.rows.map(({ more_per_hour: more }) => more)).toEqual([
      expect.closeTo(0.11, 9),
      null,
    ]);
  });

  test('has what is wrong first, then who is idle', () => {
    const text = textOf({
      instances: told([
        instance(1),
        instance(2, { gpu_util: 0 }),
        instance(3, { actual_status: 'exited', label: 'train' }),
      ]),
    });
    expect(text).toMatch(/! exited +train[\s\S]*\? idle +2[\s\S]*wasted[\s\S]*\+ running +1/);
    expect(text).toMatch(/Instances +! 1 exited {2}\? 1 idle {2}1 running/);
  });

  test('says what there is below zero, and that a card is charged, by words', () => {
    expect(textOf({ money: moneyOf(-3.5, 0) })).toMatch(/-3\.50 \$[\s\S]*below zero/);
    expect(textOf({ money: moneyOf(3.5, 5.8, true) })).toContain('then the card is charged');
    expect(textOf({ money: moneyOf(3.5, 5.8) })).toMatch(/5\.8 h[\s\S]*until Sat 21 Nov 17:48[\s\S]*then GPUs stop/);
  });

  test('says nothing of a runway that was told long ago and is over by now', () => {
    const ended = { ...moneyOf(12, 5), atEpochMs: NOW - 6 * 3_600_000 };
    const runway = { ...ended.runway, untilMs: NOW - 3_600_000 };
    expect(textOf({ money: { ...ended, runway }, instances: told([]) })).not.toContain('Runway');
    expect(textOf({ money: ended, instances: told([]) })).toContain('Runway');
  });

  test('counts what is left of both sides only where both are known', () => {
    const machines = told([machine(1), machine(2)]);
    expect(textOf({ machines, money: moneyOf(100, 160) })).toMatch(/Net[\s\S]*10\.60 \$ a day/);
    expect(textOf({ machines })).not.toContain('Net');
    expect(textOf({ machines: told([machine(1), machine(2, { earn_day: null })]), money: moneyOf(100, 160) })).toMatch(
      /^(?![\s\S]*Net)[\s\S]*at least 12\.50/,
    );
  });

  test('tells a script whether a sum is all of it', () => {
    const sums = (facts: OverviewFacts) => {
      const { burn_complete: burn, earned_complete: earned } = overviewRecord(facts).money;
      return { burn, earned };
    };
    const machines = told([machine(1), machine(2, { earn_day: null })]);
    expect(sums({})).toEqual({ burn: null, earned: null });
    expect(sums({ instances: told([instance(1)]), machines })).toEqual({ burn: false, earned: false });
    expect(sums({ money: moneyOf(5, 8), machines: told([machine(1)]) })).toEqual({ burn: true, earned: true });
  });

  test('lays two weeks on one axis where there is room: credit, ends, windows', () => {
    const facts: OverviewFacts = {
      money: moneyOf(100, 60),
      instances: told([instance(1, { label: 'train' }), instance(2, { end_date: NOW / 1000 + 40 * DAY_S })]),
      machines: told([machine(501)]),
      windows: told([{ id: 9, machine_id: 501, start_time: NOW / 1000 + DAY_S, end_time: NOW / 1000 + 1.5 * DAY_S }]),
    };
    const text = textOf(facts);
    expect(text).toMatch(/14 days +Sat 21 +Sun 22/);
    expect(text).toMatch(/Credit +█+ ends Tue 24 Nov 00:00/);
    expect(text).toMatch(/Rents end +◆ train *\n/);
    expect(text).toMatch(/Windows +█+ 501/);
    expect(text).toMatch(/501 .*Sun 22 12:00, 12 h/);
    expect(textOf(facts, 80)).not.toContain('14 days');
  });

  test('tells what is new, gone and otherwise since the user looked', () => {
    const before = { instances: told([instance(1), instance(2)]), machines: told([machine(501)]) };
    const text = textOf({
      instances: told([instance(1, { actual_status: 'exited' }), instance(3)]),
      machines: told([machine(501, { gpu_occupancy: 'D x x x' })]),
      before,
    });
    expect(text).toMatch(/1 {2}\+ running → ! exited/);
    expect(text).toMatch(/3 {2}new → \+ running/);
    expect(text).toMatch(/2 {2}\+ running → gone/);
    expect(text).toMatch(/machine 501, 4× RTX 5090 {2}1 on demand, 1 reserved, 2 free → 1 on demand, 3 free/);
  });

  test('says of a list that was cut that there may be more, and takes nothing that it lacks for gone or new', () => {
    const cut = <Value>(value: Value) => ({ ...told(value), isPartial: true });
    const facts: OverviewFacts = {
      ...{ instances: cut([instance(1), instance(3)]), machines: cut([machine(501)]), money: moneyOf(100, 160) },
      increases: cut([{ id: 77, contract_id: 1 }]),
      before: { instances: cut([instance(1), instance(2)]), machines: told([machine(501), machine(502)]) },
    };
    const text = textOf(facts);
    expect(text).toMatch(/Instances +at least {2}2 running/);
    expect(text).toMatch(/Price increases +at least 1 to answer/);
    expect(text).toMatch(/Machines +at least 12\.50 \$/);
    expect(text).not.toMatch(/Net|new →|→ gone/);
    const { instances, money, price_increases: increases } = overviewRecord(facts);
    expect([instances?.complete, increases?.complete, money.earned_complete]).toEqual([false, false, false]);
    expect(overviewRecord({ instances: told([]) }).instances?.complete).toBe(true);
  });

  test('keeps of each list how an earlier run has left it, in whichever order they are found', () => {
    const machines = { answer: foundAgain(initialOverview.machines.answer, came(machine(501)), NOW, NOW + 1) };
    const instances = { answer: foundAgain(initialOverview.instances.answer, came(instance(1)), NOW, NOW + 1) };
    const before = { instances: told([instance(1)]), machines: told([machine(501)]) };
    const first = keptFound({ ...initialOverview, instances });
    expect(keptFound({ ...first, machines }).before).toMatchObject(before);
    const second = keptFound({ ...initialOverview, machines });
    expect(keptFound({ ...second, instances }).before).toMatchObject(before);
    expect(keptFound(initialOverview).before).toEqual({});
  });

  test('marks an alert that fired since then, the newest first', () => {
    const firing = (atEpochMs: number, words: string) => ({
      ...{ key: words, alert: 'a', sentence: 'when RTX 5090 under 0.28', words, tell: [], isQuiet: false },
      ...{ isLate: false, hasCommand: false, finding: { atEpochMs, count: 1, offers: [] } },
    });
    const text = textOf({
      firings: [firing(NOW - 2000, 'offer 7 appeared'), firing(NOW + 60_000, 'offer 8 appeared')],
      instances: { value: [instance(1)], atEpochMs: NOW + 120_000 },
      before: { instances: told([instance(1)]) },
    });
    expect(text).toMatch(/Alerts that fired +1 new[\s\S]*12:01 < +when .*offer 8[\s\S]*11:59 +when .*offer 7/);
  });

  test('says how prices are kept where there are none, and compares with the last day where there are', () => {
    expect(textOf({ market: { models: [] } })).toContain('gpudeck record keeps them');
    const text = textOf({ market: { models: [{ model: 'RTX 5090', week: WEEK }] }, machines: told([machine(501)]) });
    expect(text).toMatch(/cheaper +\$\/GPU\/h[\s\S]*RTX 5090 +0\.2000.*-33%/);
    expect(text).toMatch(/501 .*0\.4000 .*\+100%/);
  });

  test('lists the offers that hold the job, the cheapest first, and none without one', () => {
    const job = { hours: 10, diskGb: 10, downGb: 0, upGb: 0 };
    const offer = (id: number, dph: number, more = {}) => ({
      ...{ id, num_gpus: 1, gpu_name: `GPU ${id}`, dph_total: dph, storage_total_cost: 0, storage_cost: 0 },
      ...{ inet_up_cost: 0, inet_down_cost: 0, duration: 90 * DAY_S, disk_space: 100, ...more },
    });
    const value = [offer(1, 0.5), offer(2, 0.3), offer(3, 0.1, { duration: 3600 })];
    const text = textOf({ searched: { job, value, atEpochMs: NOW } });
    expect(text).toMatch(/Best for you +job 10 h, 10 GB[\s\S]*GPU 2 +3\.00[\s\S]*GPU 1 +5\.00/);
    expect(text).not.toContain('GPU 3');
  });
});

test('a start begins with the overview where something was seen, unless the user says otherwise or names a pane', () => {
  const paneAfter = (look: object | undefined, isFree = true) =>
    frameAfter(look && JSON.stringify(look), false, isFree).pane;
  expect(paneAfter(undefined)).toBe(undefined);
  expect(paneAfter({ own: true })).toBe('overview');
  expect(paneAfter({ own: false })).toBe(undefined);
  expect(paneAfter({ own: true, begins: 'offers' })).toBe('offers');
  expect(paneAfter({ begins: 'overview' })).toBe('overview');
  expect(paneAfter({ own: true }, false)).toBe(undefined);
});

describe('gpudeck overview', () => {
  test('prints the same, and for scripts one object; later without the service what was kept, with its time', async () => {
    const service = await startTestService({ offers: 400, seed: 11 });
    const environment = { GPUDECK_BASE_URL: service.url, GPUDECK_API_KEY: service.apiKey };
    const config = ['--config', temporaryFolder()];
    const printed = await gpudeck([...config, 'overview'], { environment, columns: 100 });
    expect(printed).toMatchObject({ code: 0, errors: '' });
    expect(printed.out).toMatch(/Credit [\s\S]*Instances [\s\S]*Machines /);
    const { out } = await gpudeck([...config, 'overview', '--json'], { environment });
    const record = JSON.parse(out);
    expect(record.instances.rows.length).toBeGreaterThan(0);
    await service.close();
    const kept = await gpudeck([...config, 'overview', '--json'], { environment });
    expect(kept.code).toBe(0);
    expect(JSON.parse(kept.out).instances).toEqual(record.instances);
    expect(record.money.credit).toEqual(expect.any(Number));
    expect(JSON.parse(kept.out).money).toEqual(record.money);
    const unread = await startScriptedServer();
    onTestFinished(() => unread[Symbol.asyncDispose]());
    unread.offer('users/current/', json(200, { id: 7, credit: 10 }));
    const alone = { GPUDECK_BASE_URL: unread.url, GPUDECK_API_KEY: service.apiKey };
    const money = await gpudeck(['--config', temporaryFolder(), 'overview', '--json'], { environment: alone });
    expect(JSON.parse(money.out).money).toMatchObject({ credit: 10, burn_per_hour: null, burn_complete: null });
    // At the local service, which is not started for it, as a run that had it was told.
    const folder = temporaryFolder();
    const setup = readSetup({ configFolder: folder, isReadOnly: false }, 'UTC');
    if ('problem' in setup) throw new Error(setup.problem);
    const journals = openJournals(setup);
    const before = { money: { credit: 25, rate: { gpu: 0.5, disk: 0, volumes: 0 } }, atEpochMs: NOW - 86_400_000 };
    await keepMoney(journals.answersOf(setup).answers ?? { problem: '' }, 'local', before, (text) => text);
    await journals.close();
    const own = await gpudeck(['--config', folder, 'overview'], { columns: 100, clock: impatientClock(NOW) });
    expect(own.out.replace(/\x1b\[\d*m/g, '').replace(/ +/g, ' ')).toMatch(
      /^ as of 12:00 yesterday\n.*\n 25\.00 \$ 0\.5000 \$\/h 2 days\n as of 12:00 yesterday .*\n[\s\S]*14 days 21 22/,
    );
    const ascii = await gpudeck([...config, '--ascii', 'overview'], { environment, columns: 80 });
    expect(ascii.out).toMatch(/^[\x20-\x7e\n\x1b]*$/);
  });
});
