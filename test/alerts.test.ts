/** What alerts find in recorded answers, and that each firing is there once. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Alert, isOfMarket, isQuiet, type MarketAlert } from '../src/alerts/alert.ts';
import { type AlertsReading, alertOf } from '../src/alerts/alerts-file.ts';
import { FIRED, firingIn } from '../src/alerts/firing.ts';
import { backTest } from '../src/alerts/hold-against.ts';
import { runsOf, runWords } from '../src/alerts/runs.ts';
import { createAlertWatch, createEvaluator } from '../src/alerts/watch.ts';

import { systemClock } from '../src/base/clock.ts';
import type { Offer } from '../src/catalogue/values.ts';
import { NO_SETS } from '../src/filter/own-sets.ts';
import { parseLine } from '../src/filter/parse.ts';
import { wireFilters } from '../src/filter/request.ts';
import { keptOf } from '../src/history/kept-offer.ts';
import { openSqliteHistory } from '../src/history/sqlite-store.ts';
import type { HistoryStore } from '../src/history/store.ts';
import { stateOf } from '../src/storage/journal/process-mark.ts';

const SERVICE = 'https://market.example';
const MINUTE_MS = 60_000;
/** 2026-11-22T10:00:00Z. */
const START_MS = Date.UTC(2026, 10, 22, 10);

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gpudeck-alerts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const opened = (file = ':memory:'): HistoryStore => {
  const history = openSqliteHistory(file, START_MS);
  if ('problem' in history) throw new Error(history.problem);
  return history.store;
};

const alert = (sentence: string, more: Partial<AlertsReading['written'][number]> = {}): MarketAlert => {
  const read = alertOf(
    { id: 'mine', sentence, service: SERVICE, armed: new Date(START_MS).toISOString(), debounce: '0s', ...more },
    NO_SETS,
  );
  if ('problem' in read) throw new Error(read.problem);
  if (!isOfMarket(read.alert)) throw new Error('it is about the account');
  return read.alert;
};

/** The whole market of a small service, with everything that the defaults would hide. */
const EVERYTHING = 'verified=any rentable=any rented=any cpu_arch=any';
const askedBy = (line: string) =>
  ({ type: 'ondemand', storageGb: 8, filters: wireFilters(parseLine(line)).filters }) as const;

const FAIR: Offer = { verification: 'verified', rentable: true, rented: false, cpu_arch: 'amd64' };

const record = (
  store: HistoryStore,
  minute: number,
  rows: readonly Offer[],
  { isWhole = true, line = EVERYTHING } = {},
) =>
  store.record({
    service: SERVICE,
    asked: askedBy(line),
    atEpochMs: START_MS + minute * MINUTE_MS,
    isWhole,
    offers: rows.flatMap((row) => keptOf({ ...FAIR, ...row }) ?? []),
  });

const at = (minute: number) => START_MS + minute * MINUTE_MS;

describe('what an alert would have found', () => {
  type Row = { readonly id: number; readonly price: number; readonly machine: number; readonly isFree: boolean };
  type PlainAnswer = { readonly minute: number; readonly isWhole: boolean; readonly rows: readonly Row[] };

  const answers = fc
    .array(
      fc.record({
        gap: fc.constantFrom(1, 4, 9, 30),
        isWhole: fc.boolean(),
        rows: fc.uniqueArray(
          fc.record({
            id: fc.integer({ min: 1, max: 4 }),
            price: fc.constantFrom(0.2, 0.27, 0.3),
            machine: fc.constantFrom(7, 8),
            isFree: fc.boolean(),
          }),
          { selector: ({ id }) => id },
        ),
      }),
      { minLength: 1, maxLength: 12 },
    )
    .map((rounds) => {
      let minute = 0;
      return rounds.map(({ gap, ...round }): PlainAnswer => {
        minute += gap;
        return { ...round, minute };
      });
    });

  /** When each sentence is so, by the plain reading of its words; undefined where an answer does not tell. */
  const SENTENCES: Readonly<Record<string, (all: readonly PlainAnswer[], place: number) => boolean | undefined>> = {
    'when dph_gpu<0.28 is gone': (all, place) => {
      const cheap = all[place]?.rows.some(({ price, isFree }) => price < 0.28 && isFree);
      return cheap ? false : all[place]?.isWhole ? true : undefined;
    },
    'when machine 7 is back': (all, place) =>
      all[place]?.rows.some(({ machine }) => machine === 7) ? true : all[place]?.isWhole ? false : undefined,
    'when my machine 7 is rented': (all, place) => {
      const own = all[place]?.rows.filter(({ machine }) => machine === 7) ?? [];
      if (own.some(({ isFree }) => !isFree)) return true;
      return own.length > 0 && all[place]?.isWhole ? false : undefined;
    },
    'when my machine 7 is free': (all, place) => {
      const own = all[place]?.rows.filter(({ machine }) => machine === 7) ?? [];
      if (own.some(({ isFree }) => !isFree)) return false;
      return own.length > 0 && all[place]?.isWhole ? true : undefined;
    },
    'when min(rentable=any) falls below 0.25': (all, place) => {
      const figure = lowest(all[place]);
      return figure === undefined ? undefined : figure < 0.25;
    },
    'when min(rentable=any) falls 10% in 10m': (all, place) => {
      const figure = lowest(all[place]);
      if (figure === undefined) return undefined;
      const since = (all[place]?.minute ?? 0) - 10;
      return all.slice(0, place).some((before) => {
        const was = before.minute >= since ? lowest(before) : undefined;
        return was !== undefined && figure <= was * 0.9 + 1e-9;
      });
    },
    'when max(rentable=any) rises 5% in 35m': (all, place) => {
      const figure = highest(all[place]);
      if (figure === undefined) return undefined;
      const since = (all[place]?.minute ?? 0) - 35;
      return all.slice(0, place).some((before) => {
        const was = before.minute >= since ? highest(before) : undefined;
        return was !== undefined && figure >= was * 1.05 - 1e-9;
      });
    },
  };

  const lowest = (answer: PlainAnswer | undefined) =>
    answer?.isWhole && answer.rows.length > 0 ? Math.min(...answer.rows.map(({ price }) => price)) : undefined;
  const highest = (answer: PlainAnswer | undefined) =>
    answer?.isWhole && answer.rows.length > 0 ? Math.max(...answer.rows.map(({ price }) => price)) : undefined;

  /** It fires where it is so and was not when it was last known, and had not been so for less than the debounce. */
  const plainTurns = (all: readonly PlainAnswer[], isSo: (typeof SENTENCES)[string], debounce: number) => {
    const fired: number[] = [];
    let was: boolean | undefined;
    let ended = Number.NEGATIVE_INFINITY;
    for (const [place, { minute }] of all.entries()) {
      const now = isSo(all, place);
      if (now === undefined) continue;
      if (now && was === false && minute - ended >= debounce) fired.push(minute);
      if (!now && was) ended = minute;
      was = now;
    }
    return fired;
  };

  /** An offer appears where the last answer that could tell did not hold it. */
  const plainComers = (all: readonly PlainAnswer[], debounce: number) => {
    const meant = ({ rows }: PlainAnswer) =>
      rows.filter(({ price, isFree }) => price < 0.28 && isFree).map(({ id }) => id);
    return all.flatMap((answer, place) => {
      const before = all.slice(0, place);
      const come = meant(answer).filter((id) => {
        const last = before.findLastIndex((it) => it.isWhole || meant(it).includes(id));
        const lastThere = before.findLastIndex((it) => meant(it).includes(id));
        const isMissing = before.some(({ isWhole }) => isWhole) && last !== lastThere;
        if (!isMissing || lastThere < 0) return isMissing;
        const went = before.find((it, at) => at > lastThere && it.isWhole)?.minute ?? 0;
        return answer.minute - went >= debounce;
      });
      return come.length === 0 ? [] : [`${answer.minute}: ${come.toSorted().join(',')}`];
    });
  };

  const recordAll = async (store: HistoryStore, all: readonly PlainAnswer[]) => {
    for (const { minute, isWhole, rows } of all) {
      const offers = rows.map(({ id, price, machine, isFree }) => ({
        ...{ id, machine_id: machine, dph_total: price, num_gpus: 1, rentable: isFree },
      }));
      await record(store, minute, offers, { isWhole });
    }
  };

  test('equals a plain computation over the answers', () =>
    fc.assert(
      fc.asyncProperty(answers, fc.constantFrom(0, 5, 20), async (all, debounce) => {
        const store = opened();
        await recordAll(store, all);
        const back = { nowMs: at(9999), backMs: at(9999) - START_MS };
        for (const [sentence, isSo] of Object.entries(SENTENCES)) {
          const { findings } = await backTest(store, alert(sentence, { debounce: `${debounce}m` }), back);
          const minutes = findings.map(({ atEpochMs }) => (atEpochMs - START_MS) / MINUTE_MS);
          expect([sentence, minutes]).toEqual([sentence, plainTurns(all, isSo, debounce)]);
        }
        const sentence = 'when dph_gpu<0.28 appears';
        const { findings, found } = await backTest(store, alert(sentence, { debounce: `${debounce}m` }), back);
        const told = findings.map(
          ({ atEpochMs, offers }) =>
            `${(atEpochMs - START_MS) / MINUTE_MS}: ${offers
              .map(({ id }) => id)
              .sort()
              .join(',')}`,
        );
        expect(told).toEqual(plainComers(all, debounce));
        expect(found).toBe(told.length);
        await store.close();
      }),
      { numRuns: 60 },
    ));

  /** Another program looks from here on: the last whole answer says nothing of the machine, an earlier one does. */
  const handedOver: [PlainAnswer[], number[]] = (() => {
    const row = (isFree: boolean) => [{ id: 1, price: 0.2, machine: 7, isFree }];
    const all = [
      { minute: 3, isWhole: true, rows: row(true) },
      { minute: 5, isWhole: true, rows: [] },
      { minute: 35, isWhole: false, rows: [] },
      { minute: 36, isWhole: false, rows: row(false) },
    ];
    return [all, [1, 1, 1, 0]];
  })();

  test('is what it finds when it looks after each answer, whoever looks, whatever was asked besides', () =>
    fc.assert(
      fc.asyncProperty(answers, fc.array(fc.constantFrom(0, 1), { minLength: 12, maxLength: 12 }), async (all, who) => {
        const store = opened();
        const sentences = [...Object.keys(SENTENCES), 'when dph_gpu<0.28 appears'];
        const alerts = sentences.map((sentence, place) => alert(sentence, { id: `a${place}`, debounce: '5m' }));
        let nowMs = START_MS;
        const clock = { ...systemClock, now: () => nowMs };
        const looking = ['one', 'other'].map((holder) =>
          createEvaluator({ store, service: SERVICE, holder, clock, timeZone: 'UTC' }),
        );
        for (const [place, answer] of all.entries()) {
          nowMs = at(answer.minute);
          await recordAll(store, [answer]);
          // An answer that tells of one machine alone is no answer for the others.
          await record(store, answer.minute, [], { line: `machine_id=9 ${EVERYTHING}` });
          await looking[who[place] ?? 0]?.evaluate(alerts);
        }
        // Nobody may have looked at the last ones yet, and looking twice finds nothing twice.
        for (const one of looking) await one.evaluate(alerts);
        for (const one of alerts) {
          const { findings } = await backTest(store, one, { nowMs, backMs: nowMs - START_MS });
          const events = await store.events({ service: SERVICE, kind: FIRED, idBegins: `${one.id}@`, most: 99 });
          const fired = events.map((event) => firingIn(event)?.finding);
          expect([one.text, fired]).toEqual([one.text, findings]);
        }
        await store.close();
      }),
      { numRuns: Number(process.env.GPUDECK_PAIRS ?? 25), examples: [handedOver] },
    ));
});

describe('an alert that fires', () => {
  const CHEAP = 'when gpu_name=RTX_4090 dph_gpu<0.25 appears';
  const cheap = (id: number, price = 0.2) => ({
    ...{ id, gpu_name: 'RTX 4090', num_gpus: 1, dph_total: price, machine_id: id * 10 },
  });

  /** A program that looks at alerts, with what it says. */
  const program = (
    store: HistoryStore,
    holder = 'one',
    environment: Record<string, string | undefined> = process.env,
  ) => {
    const said: string[] = [];
    let nowMs = START_MS;
    const clock = { ...systemClock, now: () => nowMs };
    const watch = createAlertWatch({
      ...{ store, service: SERVICE, holder, clock, timeZone: 'UTC', environment },
      say: (text) => said.push(text),
    });
    return {
      said,
      watch,
      setMinute: (minute: number) => {
        nowMs = at(minute);
      },
      /** Records an answer and looks. */
      answer: async (minute: number, rows: readonly Offer[], alerts: readonly Alert[]) => {
        nowMs = at(minute);
        await record(store, minute, rows);
        await watch.look(alerts);
        await watch.quiet();
      },
    };
  };

  /** A command that writes what it is given, and its environment, into a file. */
  const writing = (name: string) => [
    'sh',
    '-c',
    `cat >> ${join(folder, name)}; env >> ${join(folder, name)}; echo written`,
  ];

  test('is told once to every program that was open then, and kept for the others', async () => {
    const file = join(folder, 'h.db');
    const [one, other] = [program(opened(file), 'one'), program(opened(file), 'other')];
    await other.watch.news();
    await one.answer(1, [cheap(1, 0.5)], [alert(CHEAP)]);
    await one.answer(2, [cheap(1, 0.5), cheap(2), cheap(3, 0.22)], [alert(CHEAP)]);
    await other.watch.look([alert(CHEAP)]);
    for (const { watch } of [one, other]) {
      const words = '2 offers appeared, the cheapest: 1x RTX 4090, $0.2/h, offer 2, machine 20';
      expect((await watch.news()).map((firing) => [firing.words, firing.tell])).toEqual([[words, ['line', 'bell']]]);
      expect(await watch.news()).toEqual([]);
    }
    expect(await program(opened(file), 'late').watch.news()).toEqual([]);
    expect([...one.said, ...other.said]).toEqual([]);
  });

  test('is left to the program that recorded it, where another one was started right after that', async () => {
    const store = opened();
    let nowMs = START_MS;
    const waiting: (() => void)[] = [];
    const clock = {
      ...systemClock,
      now: () => nowMs,
      after: (_delayMs: number, then: () => void) => {
        waiting.push(then);
        return () => {};
      },
    };
    const looking = (holder: string) => createEvaluator({ store, service: SERVICE, holder, clock, timeZone: 'UTC' });
    const wanted = [alert(CHEAP, { command: ['true'] })];
    const recorder = looking('recorder');
    await record(store, 0, []);
    await recorder.evaluate(wanted);
    nowMs = at(1);
    await record(store, 1, [cheap(1)]);
    nowMs += 100;
    const second = looking('second').evaluate(wanted);
    while (waiting.length === 0) await setImmediate();
    expect(await recorder.evaluate(wanted)).toMatchObject({ fired: [{ mayRun: true }] });
    waiting.shift()?.();
    expect(await second).toEqual({ kind: 'evaluated', fired: [] });

    // Nobody else is there: it is told, late.
    nowMs = at(2);
    await record(store, 2, [cheap(1), cheap(2)]);
    nowMs += 100;
    const third = looking('third').evaluate(wanted);
    while (waiting.length === 0) await setImmediate();
    nowMs += 6000;
    waiting.shift()?.();
    expect(await third).toMatchObject({ fired: [{ mayRun: false, firing: { isLate: true } }] });
    await store.close();
  });

  test('runs its command once, with what fired and without what is this program’s, until it is armed again', async () => {
    const store = opened();
    const environment = { ...process.env, GPUDECK_API_KEY: 'secret-key', PGPASSWORD: 'secret-word', KEPT: 'kept' };
    const { answer, said } = program(store, 'one', environment);
    const first = alert(CHEAP, { command: writing('out') });
    await answer(1, [], [first]);
    await answer(2, [cheap(1)], [first]);
    await answer(3, [cheap(1), cheap(2)], [first]);
    const text = readFileSync(join(folder, 'out'), 'utf8');
    expect(JSON.parse(text.split('\n')[0] ?? '')).toMatchObject({
      alert: 'mine',
      sentence: CHEAP,
      service: SERVICE,
      at: '2026-11-22T10:02:00.000Z',
      count: 1,
      offers: [{ id: 1, machine_id: 10, dph_total: 0.2 }],
    });
    expect(text.match(/"alert"/g)).toHaveLength(1);
    expect(text).toContain('KEPT=kept');
    expect(text).not.toMatch(/GPUDECK|^PG|secret/m);
    expect(said).toEqual([
      'mine: its command ran',
      'mine: its command has run as often as it may; gpudeck alerts arm mine lets it run again',
    ]);
    expect((await runsOf(store, SERVICE, { most: 9 })).map(({ end }) => end)).toEqual([
      { kind: 'exited', code: 0, output: 'written\n' },
    ]);
    const again = alert(CHEAP, { command: writing('again'), armed: new Date(at(3)).toISOString(), repeat: 2 });
    for (const minute of [4, 5, 6]) await answer(minute, [cheap(minute * 10)], [again]);
    expect(readFileSync(join(folder, 'again'), 'utf8').match(/"alert"/g)).toHaveLength(2);
  });

  test('ends a command that hangs with its children, and says of one that fails or is not there how it ended', async () => {
    const store = opened();
    const { answer, said } = program(store);
    const hanging = alert(CHEAP, {
      id: 'hanging',
      timeout: '1s',
      command: [
        'sh',
        '-c',
        `(trap "" TERM; sleep 30; echo late > ${join(folder, 'late')}) & echo $! > ${join(folder, 'pid')}; wait`,
      ],
    });
    const failing = alert(CHEAP, {
      id: 'failing',
      command: ['sh', '-c', 'echo no credit; head -c 99999 /dev/zero; exit 3'],
    });
    const missing = alert(CHEAP, { id: 'missing', command: ['/nowhere/to/be/found'] });
    await answer(1, [], [hanging, failing, missing]);
    await answer(2, [cheap(1)], [hanging, failing, missing]);
    expect(said.toSorted()).toEqual([
      'failing: its command failed with exit code 3: no credit',
      'hanging: its command took too long and was ended',
      'missing: its command could not be started: there is no such program',
    ]);
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
    await vi.waitFor(() => expect(stateOf({ host: hostname(), pid, began: '' })).toBe('ended'));
    const [run] = await runsOf(store, SERVICE, { most: 9, arming: `failing@${START_MS}` });
    expect(run?.end?.output.length).toBe(2000);
  });

  test('runs nothing for what came true while nobody looked, in the quiet time, or at another service', async () => {
    const store = opened();
    await record(store, 1, []);
    await record(store, 2, [cheap(1)]);
    const alerts = [
      alert(CHEAP, { id: 'missed', command: writing('missed') }),
      alert(CHEAP, { id: 'quiet', command: writing('quiet'), quiet: '10:40-10:42' }),
      alert(CHEAP, { id: 'foreign', command: writing('foreign'), service: 'https://other.example' }),
      { ...alert(CHEAP, { id: 'disarmed', command: writing('disarmed') }), armedAtMs: undefined },
    ];
    const { watch, answer } = program(store, 'two');
    await answer(40, [cheap(1)], alerts.slice(0, 1));
    const told = (await watch.news()).map(({ alert: id, isLate, tell }) => [id, isLate, tell]);
    expect(told).toEqual([['missed', true, ['line', 'bell']]]);
    await answer(41, [cheap(1), cheap(2)], alerts.slice(1));
    await answer(50, [cheap(1), cheap(2), cheap(3)], alerts.slice(1));
    expect((await watch.news()).map(({ alert: id, tell, isQuiet }) => [id, tell, isQuiet])).toEqual([
      ['quiet', [], true],
      ['quiet', ['line', 'bell'], false],
    ]);
    expect(readdirSync(folder)).toEqual(['quiet']);
    expect(readFileSync(join(folder, 'quiet'), 'utf8').match(/"at":"[^"]*/g)).toEqual([
      '"at":"2026-11-22T10:50:00.000Z',
    ]);
  });

  test('is not run a second time where the program was killed between its claim and its end', async () => {
    const store = opened();
    const mine = alert(CHEAP, { command: writing('out') });
    await store.noteEvent({
      ...{ service: SERVICE, kind: 'alert-run', id: `mine@${START_MS}#1`, atEpochMs: at(1) },
      body: JSON.stringify({ firing: 'x', timeoutMs: 30_000, by: { host: hostname(), pid: 1, began: 'long ago' } }),
    });
    const { answer, said } = program(store);
    await answer(1, [], [mine]);
    await answer(2, [cheap(1)], [mine]);
    expect(said).toEqual([expect.stringContaining('its command has run as often as it may')]);
    expect(existsSync(join(folder, 'out'))).toBe(false);
    const [run] = await runsOf(store, SERVICE, { most: 9 });
    expect(run && runWords(run, at(1))).toBe('the outcome of its command is unknown');
  });

  test('fires for nothing from before it was armed, but knows what was there then', async () => {
    const store = opened();
    const { answer, watch } = program(store);
    const early = alert(CHEAP, { id: 'early' });
    await answer(1, [], []);
    await answer(2, [cheap(1)], []);
    await answer(
      3,
      [cheap(1), cheap(2)],
      [alert(CHEAP, { armed: new Date(at(2) + 1).toISOString(), debounce: '10m' }), early],
    );
    const told = (await watch.news()).map((it) => `${it.alert} ${it.finding.offers.map(({ id }) => id).join()}`);
    expect(told).toEqual(['mine 2', 'early 1', 'early 2']);
  });

  test('is there once where a program ended between its firing and what it noted of that', async () => {
    const store = opened();
    const ending: HistoryStore = { ...store, writeBaton: () => Promise.reject(new Error('ended')) };
    const mine = alert(CHEAP, { command: writing('out'), repeat: 2 });
    const [first, second] = [program(ending, 'one'), program(store, 'two')];
    await first.answer(1, [], [mine]);
    await first.answer(2, [cheap(1)], [mine]);
    second.setMinute(2);
    await second.watch.look([mine]);
    await second.watch.quiet();
    expect(await store.events({ service: SERVICE, kind: FIRED, most: 9 })).toHaveLength(1);
    expect(existsSync(join(folder, 'out'))).toBe(false);
  });

  test('says once that the store is away, and fires once when it is back', async () => {
    const store = opened();
    let isAway = false;
    const shaky: HistoryStore = {
      ...store,
      takeBaton: (wish) => (isAway ? Promise.reject(new Error('the history is away')) : store.takeBaton(wish)),
    };
    const { answer, said, watch } = program(shaky);
    await answer(1, [], [alert(CHEAP)]);
    isAway = true;
    await answer(2, [cheap(1)], [alert(CHEAP)]);
    await answer(3, [cheap(1)], [alert(CHEAP)]);
    expect(said).toEqual(['alerts cannot be looked at: the history is away']);
    isAway = false;
    await answer(4, [cheap(1)], [alert(CHEAP)]);
    expect((await watch.news()).map(({ finding }) => finding.atEpochMs)).toEqual([at(2)]);
    expect(said).toHaveLength(1);
  });

  test('goes on when the clock was set back, and fires nothing twice', async () => {
    const store = opened();
    const mine = alert('when machine 10 is gone', { armed: new Date(at(0)).toISOString() });
    const { answer, watch, setMinute } = program(store);
    await answer(1000, [cheap(1)], [mine]);
    await answer(1001, [], [mine]);
    setMinute(500);
    await record(store, 500, [cheap(1)], { line: `machine_id=10 ${EVERYTHING}` });
    await watch.look([mine]);
    await record(store, 501, [], { line: `machine_id=10 ${EVERYTHING}` });
    setMinute(501);
    await watch.look([mine]);
    setMinute(1002);
    await watch.look([mine]);
    const fired = (await watch.news()).map(({ finding }) => (finding.atEpochMs - START_MS) / MINUTE_MS);
    expect(fired[0]).toBe(1001);
    expect(new Set(fired).size).toBe(fired.length);
  });
});

test('the quiet time is that of the user’s clock, also over midnight', () => {
  const quiet = (from: number, to: number) => ({ quiet: { from: from * 60, to: to * 60 } });
  const told = (hours: object & Parameters<typeof isQuiet>[0], zone: string) =>
    [0, 6, 7, 12, 21, 22, 23].filter((hour) => isQuiet(hours, Date.UTC(2026, 10, 22, hour, 0), zone));
  expect(told(quiet(22, 7), 'UTC')).toEqual([0, 6, 22, 23]);
  expect(told(quiet(7, 12), 'UTC')).toEqual([7]);
  // Berlin is an hour ahead in November.
  expect(told(quiet(22, 7), 'Europe/Berlin')).toEqual([0, 21, 22, 23]);
  expect(told({ quiet: undefined }, 'UTC')).toEqual([]);
});
