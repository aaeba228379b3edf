/** A store on tables, whatever engine keeps them: how an answer is recorded, and what of it is kept for later questions. */
import { askedText } from './asked.ts';
import { hourFiguresOf, partsOf, QUARTER_MS, QUARTERS_KEPT_MS } from './priced-market.ts';
import { LONGEST_GAP_MS, roundDifference, type Standing } from './round-difference.ts';
import { type HistoryStore, MOST_STANDING, RECORDER_PATIENCE, type Round } from './store.ts';
import type { Engine, Kept, Steps, Written } from './table-engine.ts';
import { createEvents, createReads, marketsAt } from './table-reading.ts';

const HOUR_MS = 3_600_000;

/** The store that `engine` keeps. */
export const createTableStore = (engine: Engine): HistoryStore => {
  const kept = new Map<number, Kept>();

  const standingAt = function* (question: number, lastMs: number): Steps<Map<number, Standing>> {
    const own = kept.get(question);
    // What is written into it is lost with a change that is undone.
    if (own?.lastMs === lastMs) return new Map(own.standing);
    const rows = yield [engine.standing, [question]];
    return new Map(
      rows.map(([offer, traits, price, minimumBid]) => [
        Number(offer),
        { traits: Number(traits), price: price as number | null, minimumBid: minimumBid as number | null },
      ]),
    );
  };

  const write = function* (round: Round): Steps<Written> {
    const { service, asked, atEpochMs: atMs, isWhole, offers, nextInMs, isGenerated = false } = round;
    const question = yield* engine.questionOf(service, askedText(asked));
    const [[newest] = []] = yield ['SELECT max(at_ms) FROM gpudeck.rounds WHERE question = $1', [question]];
    const lastMs = typeof newest === 'number' ? newest : undefined;
    if (lastMs !== undefined && lastMs >= atMs) return { recorded: { kind: 'overtaken', lastEpochMs: lastMs } };
    // Before anything that ended is written or read: two who wait for each other would get nowhere.
    if (engine.makeReady !== undefined) yield* engine.makeReady([atMs, ...(lastMs === undefined ? [] : [lastMs + 1])]);
    const standing = lastMs === undefined ? new Map<number, Standing>() : yield* standingAt(question, lastMs);
    let lost = 0;
    if (lastMs !== undefined && atMs - lastMs > LONGEST_GAP_MS) {
      lost = standing.size;
      const unseen = [...standing.keys()].map((offerId) => ({ offerId, ending: 'unseen' as const }));
      yield* engine.end(question, lastMs + 1, unseen);
      standing.clear();
    }
    const isNew = (lengthMs: number) =>
      !isGenerated && lastMs !== undefined && Math.floor(lastMs / lengthMs) < Math.floor(atMs / lengthMs);
    const isNewHour = isNew(HOUR_MS);
    // A host's own machines are no market that anybody asks about.
    if (lastMs !== undefined && asked.type !== 'machines') {
      if (isNew(QUARTER_MS)) yield* keepMarket(engine, question, lastMs, QUARTER_MS);
      if (isNewHour) yield* keepHour(engine, question, lastMs);
    }
    const numbers = yield* engine.traitsOf(offers);
    const seen = offers.map(({ offerId, price, minimumBid, traits }) => ({
      offerId,
      price,
      minimumBid,
      traits: numbers.get(traits) ?? 0,
    }));
    const { ended, begun } = roundDifference(standing, seen, isWhole);
    yield* engine.end(question, atMs, ended);
    for (const { offerId } of ended) standing.delete(offerId);
    yield* engine.insert(
      'standing',
      begun.map(({ offerId: offer, traits, price, minimumBid }) => ({
        ...{ question, offer, traits, price },
        min_bid: minimumBid,
        from_ms: atMs,
      })),
    );
    for (const { offerId, ...moving } of begun) standing.set(offerId, moving);
    yield [
      'INSERT INTO gpudeck.rounds (question, at_ms, offers, is_whole) VALUES ($1, $2, $3, $4)',
      [question, atMs, offers.length, isWhole],
    ];
    if (nextInMs !== undefined)
      yield [
        'UPDATE gpudeck.questions SET recorder_until_ms = $1 WHERE id = $2',
        [Math.ceil(atMs + nextInMs * RECORDER_PATIENCE), question],
      ];
    const recorded = { kind: 'recorded' as const, begun: begun.length, ended: ended.length + lost };
    return { recorded, kept: { question, lastMs: atMs, standing }, isNewHour };
  };

  return {
    record: async (round) => {
      const written = await engine.record(() => write(round), round);
      if (written.kept !== undefined) {
        if (kept.size >= MOST_STANDING) kept.clear();
        kept.set(written.kept.question, written.kept);
      }
      return written.recorded;
    },
    ...createReads(engine),
    ...createEvents(engine),
    close: engine.close,
  };
};

/** Keeps what stood at the last whole answer of the stretch of `lengthMs` in which `lastMs` lies; tells when that was. */
const keepMarket = function* (
  engine: Engine,
  question: number,
  lastMs: number,
  lengthMs: number,
): Steps<number | undefined> {
  const [[atMs] = []] = yield [
    'SELECT max(at_ms) FROM gpudeck.rounds WHERE question = $1 AND is_whole AND at_ms BETWEEN $2 AND $3',
    [question, Math.floor(lastMs / lengthMs) * lengthMs, lastMs],
  ];
  if (typeof atMs !== 'number') return undefined;
  const there = yield ['SELECT 1 FROM gpudeck.markets WHERE question = $1 AND at_ms = $2 LIMIT 1', [question, atMs]];
  if (there.length > 0) return atMs;
  const { markets, kinds } = yield* marketsAt(engine, question, [atMs]);
  const parts = partsOf(markets.get(atMs) ?? [], kinds);
  yield* engine.insert(
    'markets',
    parts.map(({ model, bytes }) => ({ question, at_ms: atMs, gpu_name: model, offers: bytes })),
  );
  return atMs;
};

/** The same of an hour, and the figures of it; and forgets the quarters of yesterday. */
const keepHour = function* (engine: Engine, question: number, lastMs: number): Steps<void> {
  const atMs = yield* keepMarket(engine, question, lastMs, HOUR_MS);
  yield [
    `DELETE FROM gpudeck.markets WHERE question = $1 AND at_ms < $2
     AND at_ms NOT IN (SELECT max(at_ms) FROM gpudeck.markets WHERE question = $1 GROUP BY at_ms / ${HOUR_MS})`,
    [question, lastMs - QUARTERS_KEPT_MS],
  ];
  if (atMs === undefined) return;
  const there = yield ['SELECT 1 FROM gpudeck.hours WHERE question = $1 AND at_ms = $2 LIMIT 1', [question, atMs]];
  if (there.length > 0) return;
  const figures = hourFiguresOf(yield* marketsAt(engine, question, [atMs]));
  yield* engine.insert(
    'hours',
    figures.map(({ gpuName, spread }) => ({ question, at_ms: atMs, gpu_name: gpuName, ...spread })),
  );
};
