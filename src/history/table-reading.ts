/** What is read of a store on tables, and its events and batons. */
import { askedIn } from './asked.ts';
import { standingIn } from './market-at.ts';
import { kindsIn, offersIn, type PricedMarkets, type PricedOffers, priced, pricedOffers } from './priced-market.ts';
import { ENDINGS } from './round-difference.ts';
import {
  EVENTS_KEPT,
  type EventStore,
  type HistoryStore,
  type Interval,
  LONGEST_BODY,
  type Question,
} from './store.ts';
import type { Engine, Row, Steps } from './table-engine.ts';

/** Columns of an interval, in the order of `intervalOf`. */
const COLUMNS = 'i.question, i.offer, i.from_ms, i.until_ms, i.ending, i.price, i.min_bid, i.traits';

const TRAITS_COLUMN = 7;
const MACHINE_COLUMN = 8;

/** Where an interval ends, or else the last answer came. */
const KNOWN_UNTIL = 'coalesce(i.until_ms, (SELECT max(r.at_ms) FROM gpudeck.rounds r WHERE r.question = i.question))';

const OF_SERVICE =
  'i.question IN (SELECT q.id FROM gpudeck.questions q JOIN gpudeck.services s ON s.id = q.service WHERE s.address = $1)';

/** The reads of a store. */
export const createReads = (engine: Engine): Omit<HistoryStore, 'record' | 'close' | keyof EventStore> => {
  const { query, run, listOf, numbersIn } = engine;

  /** Traits are read once for each set of them, however many intervals have it. */
  const textsOf = async (rows: readonly Row[]): Promise<ReadonlyMap<unknown, string>> => {
    const ids = listOf([...new Set(rows.map((row) => Number(row[TRAITS_COLUMN])))]);
    const found = await query(`SELECT id, content FROM gpudeck.traits WHERE id IN (${numbersIn(1)})`, [ids]);
    return new Map(found.map(([id, content]) => [id, String(content)]));
  };
  const intervalsIn = async (rows: readonly Row[]): Promise<readonly Interval[]> => {
    const texts = await textsOf(rows);
    return rows.map((row) => intervalOf(row, texts.get(row[TRAITS_COLUMN]) ?? '[]'));
  };

  const questions = async (service: string): Promise<readonly Question[]> => {
    const rows = await query(
      'SELECT q.id, q.asked, q.recorder_until_ms FROM gpudeck.questions q JOIN gpudeck.services s ON s.id = q.service WHERE s.address = $1 ORDER BY q.id',
      [service],
    );
    return rows.map(([id, asked, untilMs]) => ({
      id: Number(id),
      asked: askedIn(String(asked)),
      ...(untilMs !== null && { recorderUntilEpochMs: Number(untilMs) }),
    }));
  };

  return {
    isEmpty: async () => (await query('SELECT 1 FROM gpudeck.questions LIMIT 1')).length === 0,
    questions,
    rounds: async (question, { fromEpochMs, toEpochMs }) => {
      const rows = await query(
        'SELECT at_ms, offers, is_whole FROM gpudeck.rounds WHERE question = $1 AND at_ms >= $2 AND at_ms < $3 ORDER BY at_ms',
        [question, fromEpochMs, toEpochMs],
      );
      return rows.map(([atMs, offers, isWhole]) => ({
        atEpochMs: Number(atMs),
        offers: Number(offers),
        isWhole: Boolean(isWhole),
      }));
    },
    intervals: async (question, stretch, only = {}) =>
      intervalsIn(await query(...engine.intervals(COLUMNS, question, stretch, only))),
    intervalsByMachine: async function* (questions, { fromEpochMs, toEpochMs }, isEndedWithin) {
      if (questions.length === 0) return;
      const within = (ended: string): string =>
        `SELECT ${COLUMNS}, coalesce(t.machine_id, 0) AS machine FROM gpudeck.intervals i JOIN gpudeck.traits t ON t.id = i.traits
         WHERE i.question IN (${questions.join()}) AND i.from_ms < ${toEpochMs} AND i.until_ms ${ended}`;
      const ended = within(`> ${fromEpochMs}${isEndedWithin ? ` AND i.until_ms <= ${toEpochMs}` : ''}`);
      const all = isEndedWithin ? ended : `${ended} UNION ALL ${within('IS NULL')}`;
      for await (const rows of engine.stream(`${all} ORDER BY machine, from_ms, offer, question`)) {
        const texts = await textsOf(rows);
        yield rows.map((row) => ({
          ...intervalOf(row, texts.get(row[TRAITS_COLUMN]) ?? '[]'),
          machineId: Number(row[MACHINE_COLUMN]),
        }));
      }
    },
    answered: async (service) => {
      const asked = await questions(service);
      const rows = await query(
        `SELECT question, min(at_ms), max(at_ms) FROM gpudeck.rounds WHERE question IN (${numbersIn(1)}) GROUP BY question`,
        [listOf(asked.map(({ id }) => id))],
      );
      const times = new Map(rows.map(([question, ...both]) => [Number(question), both.map(Number)]));
      return asked.flatMap((question) => {
        const [firstEpochMs, lastEpochMs] = times.get(question.id) ?? [];
        if (firstEpochMs === undefined || lastEpochMs === undefined) return [];
        return [{ ...question, firstEpochMs, lastEpochMs }];
      });
    },
    intervalsOf: async (service, whose) =>
      intervalsIn(
        'offerId' in whose
          ? await query(
              `SELECT ${COLUMNS} FROM gpudeck.intervals i WHERE ${OF_SERVICE} AND i.offer = $2 ORDER BY i.from_ms, i.offer`,
              [service, whose.offerId],
            )
          : await query(`${engine.ofMachine(COLUMNS, OF_SERVICE)} ORDER BY i.from_ms, i.offer`, [
              service,
              whose.machineId,
            ]),
      ),
    pricesOfMachines: async (questions, machineIds, { fromEpochMs, toEpochMs }) => {
      const rows = await query(
        // Named in this order, SQLite goes from the few traits to their intervals.
        `SELECT t.machine_id, t.num_gpus, i.price, i.from_ms, ${KNOWN_UNTIL} FROM gpudeck.traits t CROSS JOIN gpudeck.intervals i
         WHERE t.machine_id IN (${numbersIn(1)}) AND i.traits = t.id AND i.question IN (${numbersIn(2)})
           AND (i.until_ms IS NULL OR i.until_ms > $3) AND i.from_ms < $4 AND t.num_gpus > 0 AND i.price IS NOT NULL`,
        [listOf(machineIds), listOf(questions), fromEpochMs, toEpochMs],
      );
      return rows.map((row) => {
        const [machineId = 0, gpus = 0, price = 0, from = 0, to = 0] = row.map(Number);
        return { machineId, gpus, price, fromEpochMs: from, toEpochMs: to };
      });
    },
    intervalsSinceEpochMs: async (service) => {
      const [[sinceMs] = []] = await query(
        `SELECT min(r.at_ms) FROM gpudeck.rounds r JOIN gpudeck.questions q ON q.id = r.question
         JOIN gpudeck.services s ON s.id = q.service WHERE s.address = $1`,
        [service],
      );
      return typeof sinceMs === 'number' ? sinceMs : undefined;
    },
    lastMoments: async (question, { fromEpochMs, toEpochMs }, stepMs, of) => {
      const rows = await query(
        `SELECT max(at_ms) FROM gpudeck.${of === 'hours' ? 'hours' : 'rounds'}
         WHERE question = $1 AND at_ms >= $2 AND at_ms < $3 ${of === 'hours' ? '' : 'AND is_whole'}
         GROUP BY at_ms / CAST($4 AS bigint) ORDER BY 1`,
        [question, fromEpochMs, toEpochMs, stepMs],
      );
      return rows.map(([atMs]) => Number(atMs));
    },
    hours: async (question, moments) => {
      const rows = await query(
        `SELECT at_ms, gpu_name, n, min, p10, p25, median, p75, p90, max FROM gpudeck.hours
         WHERE question = $1 AND at_ms IN (${numbersIn(2)}) ORDER BY at_ms, gpu_name ${engine.byModel}`,
        [question, listOf(moments)],
      );
      return rows.map(([atMs, gpuName, ...figures]) => {
        const [n = 0, min = 0, p10 = 0, p25 = 0, median = 0, p75 = 0, p90 = 0, max = 0] = figures.map(Number);
        const spread = { n, min, p10, p25, median, p75, p90, max };
        return { question, atEpochMs: Number(atMs), gpuName: gpuName as string | null, spread };
      });
    },
    markets: (question, moments, { models } = {}) => run(marketsAt(engine, question, moments, models)),
  };
};

const intervalOf = ([question, offer, fromMs, untilMs, ending, price, minimumBid]: Row, traits: string): Interval => ({
  question: Number(question),
  offerId: Number(offer),
  fromEpochMs: Number(fromMs),
  untilEpochMs: untilMs === null ? undefined : Number(untilMs),
  ending: ending === null ? undefined : ENDINGS[Number(ending)],
  price: price as number | null,
  minimumBid: minimumBid as number | null,
  traits,
});

/** What stood at the moments: as it is kept, and otherwise put together from intervals. */
export const marketsAt = function* (
  { listOf, numbersIn, namesOf, namesIn, stoodAt }: Engine,
  question: number,
  moments: readonly number[],
  models?: readonly string[],
): Steps<PricedMarkets> {
  const markets = new Map<number, PricedOffers[]>();
  const kept = yield [
    `SELECT at_ms, offers FROM gpudeck.markets WHERE question = $1 AND at_ms IN (${numbersIn(2)})
     ${models === undefined ? '' : `AND (gpu_name IS NULL OR gpu_name IN (${namesIn(3)}))`}`,
    [question, listOf(moments), ...(models === undefined ? [] : [namesOf(models)])],
  ];
  for (const [atMs, bytes] of kept)
    markets.getOrInsertComputed(Number(atMs), () => []).push(offersIn(bytes as Uint8Array));
  const others = moments.filter((moment) => !markets.has(moment));
  if (others.length > 0) {
    const intervals = (yield* stoodAt(question, others, models)).map(([fromMs, untilMs, price, kind]) => ({
      fromEpochMs: Number(fromMs),
      untilEpochMs: untilMs === null ? undefined : Number(untilMs),
      price: price as number | null,
      kind: Number(kind),
    }));
    for (const [moment, offers] of standingIn(intervals, others, priced)) markets.set(moment, [pricedOffers(offers)]);
  }
  const texts = yield [
    `SELECT id, content FROM gpudeck.kinds WHERE id IN (${numbersIn(1)})`,
    [listOf(kindsIn(markets))],
  ];
  return { markets, kinds: new Map(texts.map(([id, text]) => [Number(id), String(text)])) };
};

/** Events from one look for what is too old to the next. */
const FORGETTING_EVERY = 100;

/** The events and batons of a store. */
export const createEvents = ({ query, noteEvent }: Engine): EventStore => ({
  noteEvent: async ({ service, kind, id, atEpochMs, body }) => {
    if (body.length > LONGEST_BODY) throw new Error(`An event has ${LONGEST_BODY} characters at most.`);
    const [[number] = []] = await query(noteEvent, [service, kind, id, atEpochMs, body]);
    if (typeof number !== 'number') return false;
    if (number % FORGETTING_EVERY === 0)
      await query(
        `DELETE FROM gpudeck.events WHERE service = $1 AND kind = $2 AND number <= (
           SELECT number FROM gpudeck.events WHERE service = $1 AND kind = $2 ORDER BY number DESC LIMIT 1 OFFSET ${EVENTS_KEPT})`,
        [service, kind],
      );
    return true;
  },
  events: async ({ service, kind, idBegins = '', afterNumber = 0, most }) => {
    const rows = await query(
      `SELECT number, id, at_ms, body FROM gpudeck.events WHERE service = $1 AND kind = $2 AND number > $3
         AND substr(id, 1, length(CAST($4 AS text))) = $4 ORDER BY number DESC LIMIT $5`,
      [service, kind, afterNumber, idBegins, most],
    );
    return rows.toReversed().map(([number, id, atMs, body]) => ({
      number: Number(number),
      service,
      kind,
      id: String(id),
      atEpochMs: Number(atMs),
      body: String(body),
    }));
  },
  takeBaton: async ({ service, name, holder, nowEpochMs, forMs }) => {
    const [[content] = []] = await query(
      `INSERT INTO gpudeck.leases AS l (service, name, holder, until_ms, content) VALUES ($1, $2, $3, $4, '')
       ON CONFLICT (service, name) DO UPDATE SET holder = excluded.holder, until_ms = excluded.until_ms
         WHERE l.holder = excluded.holder OR l.until_ms <= $5 OR l.until_ms > excluded.until_ms
       RETURNING content`,
      [service, name, holder, nowEpochMs + forMs, nowEpochMs],
    );
    return content as string | undefined;
  },
  writeBaton: async ({ service, name, holder }, content) => {
    const rows = await query(
      'UPDATE gpudeck.leases SET content = $1 WHERE service = $2 AND name = $3 AND holder = $4 RETURNING 1',
      [content, service, name, holder],
    );
    return rows.length === 1;
  },
  endBaton: async ({ service, name, holder }) => {
    await query('UPDATE gpudeck.leases SET until_ms = 0 WHERE service = $1 AND name = $2 AND holder = $3', [
      service,
      name,
      holder,
    ]);
  },
});
