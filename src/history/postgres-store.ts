/** The history in a PostgreSQL, which recorders and readers on several machines share. */
import type { Clock } from '../base/clock.ts';
import type { PostgresAddress } from '../storage/files/history-name.ts';
import { askedText } from './asked.ts';
import { type Connection, createConnection, type Query } from './postgres-connection.ts';
import { addDays, pruneShared } from './postgres-days.ts';
import { createSharedEvents } from './postgres-events.ts';
import { createMarketReads, keepHour, keepMarket } from './postgres-markets.ts';
import { createReads } from './postgres-reading.ts';
import { bringUpToDate } from './postgres-tables.ts';
import { createTraits, digestOf } from './postgres-traits.ts';
import { QUARTER_MS } from './priced-market.ts';
import { ENDINGS, LONGEST_GAP_MS, roundDifference, type Standing } from './round-difference.ts';
import {
  type HistoryStore,
  HistoryTrouble,
  isAway,
  MOST_STANDING,
  RECORDER_PATIENCE,
  type Recorded,
  type Round,
} from './store.ts';

const HOUR_MS = 3_600_000;

/** What it is opened with; a history that is only read is not begun. */
type Wishes = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly after: Clock['after'];
  readonly isOnlyRead: boolean;
  /** One that is away is opened too: each use asks whether it is back. */
  readonly mayBeAway?: boolean;
};

/** An open store, or in words why there is none. */
type Opened = { readonly store: HistoryStore } | { readonly problem: string; readonly isMissing?: true };

/** Opens the history at `address`, and brings its tables up to date. */
export const openPostgresHistory = async (address: PostgresAddress, wishes: Wishes): Promise<Opened> => {
  const connection = createConnection(address, wishes);
  try {
    await bringUpToDate(connection, wishes.isOnlyRead);
    return { store: createStore(connection) };
  } catch (error) {
    if (wishes.mayBeAway && isAway(error)) return { store: createStore(broughtUpToDateFirst(connection)) };
    await connection.close();
    if (error instanceof HistoryTrouble)
      return { problem: error.message, ...(error.kind === 'missing' && { isMissing: true }) };
    throw error;
  }
};

/** `connection`, whose tables are brought up to date before it is used. */
const broughtUpToDateFirst = (connection: Connection): Connection => {
  let isUpToDate = false;
  const ready = async (): Promise<void> => {
    if (!isUpToDate) await bringUpToDate(connection, false);
    isUpToDate = true;
  };
  return {
    ...connection,
    query: async (text, values) => {
      await ready();
      return connection.query(text, values);
    },
    change: async (work) => {
      await ready();
      return connection.change(work);
    },
  };
};

/** What stood after the last answer that this program recorded: good as long as nobody else has recorded one since. */
type Kept = { readonly lastMs: number; readonly standing: Map<number, Standing> };

const createStore = (connection: Connection): HistoryStore => {
  const kept = new Map<number, Kept>();
  const traits = createTraits();
  const days = new Set<number>();

  const write = async (
    query: Query,
    { service, asked, atEpochMs: atMs, isWhole, offers, nextInMs }: Round,
  ): Promise<Written> => {
    const question = await questionOf(query, service, askedText(asked));
    const lastMs = (await query('SELECT max(at_ms) FROM gpudeck.rounds WHERE question = $1', [question]))[0]?.[0] as
      | number
      | null;
    if (lastMs !== null && lastMs >= atMs) return { recorded: { kind: 'overtaken', lastEpochMs: lastMs } };
    // Before anything that ended is written or read: two who wait for each other would get nowhere.
    await addDays(query, days, [atMs, ...(lastMs === null ? [] : [lastMs + 1])]);
    const standing = lastMs === null ? new Map<number, Standing>() : await standingAt(query, question, lastMs);
    let lost = 0;
    if (lastMs !== null && atMs - lastMs > LONGEST_GAP_MS) {
      lost = standing.size;
      await end(
        query,
        question,
        lastMs + 1,
        [...standing.keys()].map((offerId) => ({ offerId, ending: 'unseen' })),
      );
      standing.clear();
    }
    const isNew = (lengthMs: number) => lastMs !== null && Math.floor(lastMs / lengthMs) < Math.floor(atMs / lengthMs);
    const isNewHour = isNew(HOUR_MS);
    if (lastMs !== null && isNew(QUARTER_MS)) await keepMarket(query, question, lastMs, QUARTER_MS);
    if (lastMs !== null && isNewHour) await keepHour(query, question, lastMs);
    const numbers = await traits.numbersOf(query, offers);
    const seen = offers.map(({ offerId, price, minimumBid, traits: content }) => ({
      offerId,
      price,
      minimumBid,
      traits: numbers.get(content) ?? 0,
    }));
    const { ended, begun } = roundDifference(standing, seen, isWhole);
    await end(query, question, atMs, ended);
    for (const { offerId } of ended) standing.delete(offerId);
    await begin(query, question, atMs, begun);
    for (const { offerId, ...moving } of begun) standing.set(offerId, moving);
    await query('INSERT INTO gpudeck.rounds (question, at_ms, offers, is_whole) VALUES ($1, $2, $3, $4)', [
      question,
      atMs,
      offers.length,
      isWhole,
    ]);
    if (nextInMs !== undefined)
      await query('UPDATE gpudeck.questions SET recorder_until_ms = $1 WHERE id = $2', [
        Math.ceil(atMs + nextInMs * RECORDER_PATIENCE),
        question,
      ]);
    return {
      recorded: { kind: 'recorded', begun: begun.length, ended: ended.length + lost },
      kept: { question, lastMs: atMs, standing },
      isNewHour,
    };
  };

  const standingAt = async (query: Query, question: number, lastMs: number): Promise<Map<number, Standing>> => {
    const own = kept.get(question);
    // What is written into it is lost with a change that is undone.
    if (own?.lastMs === lastMs) return new Map(own.standing);
    const rows = await query('SELECT offer, traits, price, min_bid FROM gpudeck.standing WHERE question = $1', [
      question,
    ]);
    return new Map(
      rows.map(([offer, number, price, minimumBid]) => [
        Number(offer),
        { traits: Number(number), price: price as number | null, minimumBid: minimumBid as number | null },
      ]),
    );
  };

  return {
    record: async (round) => {
      const written = await connection.change(async (query) => {
        try {
          return await write(query, round);
        } catch (error) {
          // It may be that what this program knows by a number is no longer there.
          traits.forget();
          days.clear();
          throw error;
        }
      });
      if ('kept' in written) {
        if (kept.size >= MOST_STANDING) kept.clear();
        kept.set(written.kept.question, written.kept);
        if (written.isNewHour && (await pruneShared(connection, round.atEpochMs))) {
          traits.forget();
          days.clear();
        }
      }
      return written.recorded;
    },
    ...createReads(connection.query),
    ...createMarketReads(connection.query),
    ...createSharedEvents(connection),
    close: connection.close,
  };
};

/** What a change did, and what is known after it. */
type Written =
  | { readonly recorded: Recorded }
  | { readonly recorded: Recorded; readonly kept: Kept & { readonly question: number }; readonly isNewHour: boolean };

/** The number of a question. Until the change ends nobody else records an answer to it. */
const questionOf = async (query: Query, address: string, asked: string): Promise<number> => {
  const digest = digestOf(asked);
  const find = async (): Promise<number | undefined> =>
    (
      await query(
        `SELECT q.id FROM gpudeck.questions q JOIN gpudeck.services s ON s.id = q.service
         WHERE s.address = $1 AND q.digest = decode($2, 'hex') FOR UPDATE OF q`,
        [address, digest],
      )
    )[0]?.[0] as number | undefined;
  const found = await find();
  if (found !== undefined) return found;
  await query('INSERT INTO gpudeck.services (address) VALUES ($1) ON CONFLICT DO NOTHING', [address]);
  await query(
    `INSERT INTO gpudeck.questions (service, digest, asked)
     SELECT id, decode($2, 'hex'), $3 FROM gpudeck.services WHERE address = $1 ON CONFLICT DO NOTHING`,
    [address, digest, asked],
  );
  return Number(await find());
};

const end = async (
  query: Query,
  question: number,
  untilMs: number,
  ended: ReturnType<typeof roundDifference>['ended'],
): Promise<void> => {
  if (ended.length === 0) return;
  await query(
    `WITH gone AS (SELECT offer, ending FROM json_to_recordset($3::text::json) AS g (offer bigint, ending smallint)),
       was AS (DELETE FROM gpudeck.standing s USING gone WHERE s.question = $1 AND s.offer = gone.offer
         RETURNING s.offer, s.price, s.min_bid, s.from_ms, s.question, s.traits, gone.ending)
     INSERT INTO gpudeck.ended (offer, price, min_bid, from_ms, until_ms, question, traits, ending)
     SELECT offer, price, min_bid, from_ms, $2, question, traits, ending FROM was`,
    [
      question,
      untilMs,
      JSON.stringify(ended.map(({ offerId: offer, ending }) => ({ offer, ending: ENDINGS.indexOf(ending) }))),
    ],
  );
};

const begin = async (
  query: Query,
  question: number,
  fromMs: number,
  begun: ReturnType<typeof roundDifference>['begun'],
): Promise<void> => {
  if (begun.length === 0) return;
  await query(
    `INSERT INTO gpudeck.standing (question, from_ms, offer, traits, price, min_bid)
     SELECT $1, $2, offer, traits, price, bid
     FROM json_to_recordset($3::text::json) AS b (offer bigint, traits integer, price double precision, bid double precision)`,
    [
      question,
      fromMs,
      JSON.stringify(begun.map(({ offerId: offer, minimumBid: bid, ...rest }) => ({ offer, bid, ...rest }))),
    ],
  );
};
