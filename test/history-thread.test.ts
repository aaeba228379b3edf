/** The history in its worker thread: what panes read of it, and what happens to it on bad days. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../src/base/clock.ts';
import type { Offer } from '../src/catalogue/values.ts';
import { historyOf, sayingOnce } from '../src/history/history.ts';
import { type KeptOffer, keptOf, TRAITS } from '../src/history/kept-offer.ts';
import { marketAt } from '../src/history/market-at.ts';
import type { Round } from '../src/history/store.ts';
import { createHistoryThread } from '../src/history-thread/start-history.ts';

const MINUTE_MS = 60_000;
const START_MS = Date.UTC(2026, 10, 22, 10);
const SERVICE = 'https://market.example';
const ALWAYS = { fromEpochMs: 0, toEpochMs: Number.MAX_SAFE_INTEGER };

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gpudeck-history-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const threadOn = (file: string, onNotice: (text: string) => void = () => {}) => {
  const thread = createHistoryThread({
    entry: new URL('../src/history-thread/history-worker.ts', import.meta.url),
    name: { kind: 'sqlite', file, isUsual: true },
    environment: {},
    onNotice,
    after: systemClock.after,
  });
  return { ...thread, [Symbol.asyncDispose]: thread.close };
};

const offer = (id: number, price: number): Offer => ({
  id,
  dph_total: price,
  gpu_name: 'H100',
  num_gpus: 1,
  machine_id: id * 10,
});

const kept = (offers: readonly Offer[]): readonly KeptOffer[] => offers.flatMap((it) => keptOf(it) ?? []);

const round = (service: string, minute: number, offers: readonly Offer[], isWhole = true): Round => ({
  service,
  asked: { type: 'ondemand', storageGb: 8, filters: {} },
  atEpochMs: START_MS + minute * MINUTE_MS,
  isWhole,
  offers: kept(offers),
});

const byId = (one: KeptOffer, other: KeptOffer): number => one.offerId - other.offerId;

const answers = fc.array(
  fc.record({
    offers: fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 6 }), price: fc.constantFrom(0.1, 0.2) }), {
      selector: ({ id }) => id,
    }),
    isWhole: fc.boolean(),
    gap: fc.constantFrom(1, 50, 400),
  }),
  { minLength: 1, maxLength: 8 },
);

test('answers that crossed into the thread are put together again as they were', async () => {
  await using thread = threadOn(join(folder, 'history.db'));
  let run = 0;
  await fc.assert(
    fc.asyncProperty(answers, async (rounds) => {
      const service = `${SERVICE}/${run++}`;
      let minute = 0;
      const recorded = rounds.map(({ offers, isWhole, gap }) => {
        minute += gap;
        return round(
          service,
          minute,
          offers.map(({ id, price }) => offer(id, price)),
          isWhole,
        );
      });
      // Not awaited one by one: the thread takes them in the order in which they were given.
      await Promise.all(
        recorded.map(({ offers: _, ...facts }, place) => {
          const texts = rounds[place]?.offers.map(({ id, price }) => JSON.stringify(offer(id, price))) ?? [];
          const half = Math.floor(texts.length / 2);
          void thread.offersCame(place, texts.slice(0, half));
          void thread.offersCame(place, texts.slice(half));
          return thread.answerEnded(place, facts);
        }),
      );
      const [question] = await thread.questions(service);
      const intervals = await thread.intervals(question?.id ?? 0, ALWAYS);
      const moments = recorded.map(({ atEpochMs }) => atEpochMs);
      const rebuilt = [...marketAt(intervals, moments, () => true, TRAITS)];
      expect(rebuilt.map(({ offers }) => kept(offers).toSorted(byId))).toEqual(
        recorded.map(({ offers }) => offers.toSorted(byId)),
      );
      for (const { ending, untilEpochMs } of intervals)
        if (ending === 'absent') expect(recorded.find((it) => it.atEpochMs === untilEpochMs)?.isWhole).toBe(true);
      expect(await thread.rounds(question?.id ?? 0, ALWAYS)).toHaveLength(recorded.length);
    }),
    { numRuns: 40 },
  );
});

test('figures are worked out in the thread', async () => {
  await using thread = threadOn(join(folder, 'history.db'));
  await thread.record(round(SERVICE, 0, [offer(1, 0.2), offer(2, 0.4)]));
  const figures = await thread.figures({
    service: SERVICE,
    asked: { type: 'ondemand', storageGb: 8, filters: {} },
    conditions: [],
    local: [],
    by: ['machine_id'],
    stretch: { fromEpochMs: START_MS, toEpochMs: START_MS + MINUTE_MS },
    stepMs: 60 * MINUTE_MS,
  });
  expect(figures).toMatchObject({ buckets: [{ fromEpochMs: START_MS, cohorts: [{}, {}] }] });
});

test('what was asked before the end is written, and reading begins no history', async () => {
  const file = join(folder, 'history.db');
  const thread = threadOn(file);
  expect(await thread.questions(SERVICE)).toEqual([]);
  expect(existsSync(file)).toBe(false);
  const recorded = thread.record(round(SERVICE, 0, [offer(1, 0.2)]));
  await thread.close();
  expect(await recorded).toMatchObject({ kind: 'recorded' });
  await using again = threadOn(file);
  expect(await again.questions(SERVICE)).toHaveLength(1);
});

test('a damaged history is put aside and said; one of a newer program is left alone, and said once', async () => {
  const file = join(folder, 'history.db');
  writeFileSync(file, 'no database at all');
  const notices: string[] = [];
  await using thread = threadOn(file, (text) => notices.push(text));
  await thread.record(round(SERVICE, 0, [offer(1, 0.2)]));
  expect(notices).toEqual([
    expect.stringMatching(/^The history was damaged: it lies in .*\.corrupt-\d+T\d+Z now, and a new one begins\.$/),
  ]);

  const newer = join(folder, 'newer.db');
  const database = new DatabaseSync(newer);
  database.exec('PRAGMA user_version = 99');
  database.close();
  await using other = threadOn(newer);
  const told: string[] = [];
  const history = historyOf(
    SERVICE,
    other,
    sayingOnce((problem) => told.push(problem)),
  );
  for (const _ of [1, 2])
    expect(await history.read((reads) => reads.questions(SERVICE))).toEqual({
      problem: expect.stringContaining('it was changed by a newer version of gpudeck'),
    });
  expect(told).toHaveLength(1);
});

test('a thread of which nothing is asked ends and begins again, but none into which an answer is on its way', async () => {
  const url = new URL('../src/history-thread/history-worker.ts', import.meta.url).href;
  const waits = new Set<() => void>();
  let begun = 0;
  const thread = createHistoryThread({
    entry: () => {
      begun++;
      return { source: `import(${JSON.stringify(url)})` };
    },
    name: { kind: 'sqlite', file: join(folder, 'history.db') },
    environment: {},
    onNotice: () => {},
    after: (_, run) => {
      waits.add(run);
      return () => waits.delete(run);
    },
  });
  const isQuiet = (): void => {
    for (const run of waits) run();
    waits.clear();
  };
  const { offers: _, ...facts } = round(SERVICE, 1, []);
  await thread.record(round(SERVICE, 0, [offer(1, 0.2)]));
  isQuiet();
  expect(await thread.questions(SERVICE)).toHaveLength(1);
  expect(begun).toBe(2);
  await thread.offersCame(1, [JSON.stringify(offer(1, 0.3))]);
  isQuiet();
  expect(await thread.answerEnded(1, facts)).toMatchObject({ kind: 'recorded' });
  expect(begun).toBe(2);
  isQuiet();
  expect(await thread.questions(SERVICE)).toHaveLength(1);
  expect(begun).toBe(3);
  await thread.close();
});

test('a thread that dies fails what waits for it and what comes later, and never the program', async () => {
  const source = `require('node:worker_threads').parentPort.on('message', () => { throw new Error('gone'); })`;
  const thread = createHistoryThread({
    entry: () => ({ source }),
    name: { kind: 'sqlite', file: join(folder, 'history.db') },
    environment: {},
    onNotice: () => {},
    after: systemClock.after,
  });
  await expect(thread.questions(SERVICE)).rejects.toThrow('start gpudeck again');
  await expect(thread.questions(SERVICE)).rejects.toThrow('start gpudeck again');
  await thread.close();
});
