/**
 * The history in a PostgreSQL, which recorders and readers on several machines share. Intervals that ended are in partitions of a day (UTC):
 * made when one is needed, dropped when it is too old.
 */
import { createHash } from 'node:crypto';
import type { Clock } from '../base/clock.ts';
import type { PostgresAddress } from '../storage/files/history-name.ts';
import { traitsOf } from './kept-offer.ts';
import { type Connection, createConnection } from './postgres-connection.ts';
import { bringUpToDate, ONE_AT_A_TIME } from './postgres-tables.ts';
import { kindOf } from './priced-market.ts';
import { ENDINGS } from './round-difference.ts';
import { type HistoryStore, HistoryTrouble, HOURS_KEPT_MS, INTERVALS_KEPT_MS, isAway } from './store.ts';
import {
  type Engine,
  MOST_REMEMBERED,
  type NewRow,
  type Query,
  ROWS_AT_A_TIME,
  type Row,
  type Steps,
} from './table-engine.ts';
import { createTableStore } from './table-store.ts';

const DAY_MS = 86_400_000;

const PREFIX = 'ended_';

/**
 * Makes sure that there are partitions for `momentsMs`, unless an engine keeps the table in its own way. `known` are the days of which that
 * is known.
 */
const addDays = function* (known: Set<number>, momentsMs: readonly number[]): Steps<void> {
  for (const day of new Set(momentsMs.map((ms) => Math.floor(ms / DAY_MS)))) {
    if (known.has(day)) continue;
    const table = `gpudeck.${PREFIX}${day}`;
    const [[isNeeded] = []] = yield [
      `SELECT relkind = 'p' AND to_regclass($1) IS NULL FROM pg_class WHERE oid = 'gpudeck.ended'::regclass`,
      [table],
    ];
    if (isNeeded === true) {
      // Two programs that begin a day at once would hinder each other.
      yield [ONE_AT_A_TIME];
      yield [
        `CREATE TABLE IF NOT EXISTS ${table} PARTITION OF gpudeck.ended FOR VALUES FROM (${day * DAY_MS}) TO (${(day + 1) * DAY_MS})`,
      ];
    }
    known.add(day);
  }
};

/**
 * Takes out what is too old at `nowMs`: tells whether there was something. It can be done by the next one who records where somebody is in
 * the way.
 */
const pruneShared = async ({ query, change }: Connection, nowMs: number): Promise<boolean> => {
  const beforeMs = nowMs - INTERVALS_KEPT_MS;
  try {
    const days = await query(
      `SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'gpudeck.ended'::regclass`,
    );
    const old = days.flatMap(([name]) => {
      const day = Number(String(name).slice(PREFIX.length));
      return (day + 1) * DAY_MS <= beforeMs ? [day] : [];
    });
    const forgotten = await query('SELECT question FROM gpudeck.rounds GROUP BY question HAVING max(at_ms) < $1', [
      beforeMs,
    ]);
    // Without days of ours it is the rows that tell.
    const others = await query(
      `SELECT 1 FROM gpudeck.ended WHERE until_ms < $1
       AND (SELECT relkind FROM pg_class WHERE oid = 'gpudeck.ended'::regclass) <> 'p' LIMIT 1`,
      [beforeMs],
    );
    if (old.length + forgotten.length + others.length === 0) return false;
    for (const day of old)
      await change(async (inside) => {
        await inside("SET LOCAL lock_timeout = '5s'");
        await inside(`DROP TABLE IF EXISTS gpudeck.${PREFIX}${day}`);
      });
    await change(async (inside) => {
      // Nobody begins an interval meanwhile, so that no traits go away that one is about to have.
      await inside("SET LOCAL lock_timeout = '5s'");
      await inside('LOCK TABLE gpudeck.standing IN SHARE MODE');
      await inside(
        `DELETE FROM gpudeck.standing WHERE question IN
         (SELECT question FROM gpudeck.rounds GROUP BY question HAVING max(at_ms) < $1)`,
        [beforeMs],
      );
      // In a table without days of its own all of it is still there.
      await inside('DELETE FROM gpudeck.ended WHERE until_ms < $1', [beforeMs]);
      await inside('DELETE FROM gpudeck.rounds WHERE at_ms < $1', [beforeMs]);
      await inside('DELETE FROM gpudeck.markets WHERE at_ms < $1', [beforeMs]);
      await inside('DELETE FROM gpudeck.hours WHERE at_ms < $1', [nowMs - HOURS_KEPT_MS]);
      await inside(
        `DELETE FROM gpudeck.traits t WHERE NOT EXISTS (SELECT 1 FROM gpudeck.standing s WHERE s.traits = t.id)
         AND NOT EXISTS (SELECT 1 FROM gpudeck.ended e WHERE e.traits = t.id)`,
      );
      await inside('DELETE FROM gpudeck.kinds k WHERE NOT EXISTS (SELECT 1 FROM gpudeck.traits t WHERE t.kind = k.id)');
    });
    return true;
  } catch (error) {
    if (error instanceof HistoryTrouble && error.kind !== 'refused') return true;
    throw error;
  }
};

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
    return { store: createTableStore(createEngine(connection)) };
  } catch (error) {
    if (wishes.mayBeAway && isAway(error))
      return { store: createTableStore(createEngine(broughtUpToDateFirst(connection))) };
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

const createEngine = (connection: Connection): Engine => {
  const { query, change, close } = connection;
  /** Traits by their texts, those of a run. */
  const known = new Map<string, number>();
  const days = new Set<number>();
  const forget = (): void => {
    known.clear();
    days.clear();
  };
  return {
    query,
    stream: async function* (text) {
      // The server holds the rows, so that others can be asked for meanwhile on the one connection.
      await query(`DECLARE gpudeck_rows CURSOR WITH HOLD FOR ${text}`);
      try {
        let rows: readonly Row[] = [];
        do {
          rows = await query(`FETCH ${ROWS_AT_A_TIME} FROM gpudeck_rows`);
          yield rows;
        } while (rows.length === ROWS_AT_A_TIME);
      } finally {
        // With a connection that is lost it is gone.
        await query('CLOSE gpudeck_rows').catch(() => undefined);
      }
    },
    run: (steps) => runWith(query, steps),
    record: async (write, { atEpochMs }) => {
      const written = await change(async (inside) => {
        try {
          return await runWith(inside, write());
        } catch (error) {
          // It may be that what this program knows by a number is no longer there.
          forget();
          throw error;
        }
      });
      if (written.isNewHour && (await pruneShared(connection, atEpochMs))) forget();
      return written;
    },
    close,
    listOf,
    numbersIn: (parameter) => `SELECT unnest($${parameter}::text::bigint[])`,
    namesOf,
    namesIn: (parameter) => `SELECT json_array_elements_text($${parameter}::text::json)`,
    byModel: 'COLLATE "C" NULLS FIRST',
    // Numbers are given in the order in which they can be seen only where one waits for the other.
    noteEvent: `WITH turn AS (${ONE_AT_A_TIME})
      INSERT INTO gpudeck.events (service, kind, id, at_ms, body) SELECT $1, $2, $3, $4, $5 FROM turn
      ON CONFLICT DO NOTHING RETURNING number`,
    standing: 'SELECT offer, traits, price, min_bid FROM gpudeck.standing WHERE question = $1',
    ofMachine: (columns, ofService) =>
      `SELECT ${columns} FROM gpudeck.intervals i WHERE ${ofService}
       AND i.traits IN (SELECT id FROM gpudeck.traits WHERE machine_id = $2)`,
    intervals: (columns, question, { fromEpochMs, toEpochMs }, { models, moments }) => {
      const values = [question, fromEpochMs, toEpochMs];
      const more = [
        ...(moments === undefined ? [] : [listOf(moments)]),
        ...(models === undefined ? [] : [namesOf(models)]),
      ];
      return [
        `SELECT ${columns} FROM gpudeck.intervals i WHERE ${REACHING}
         ${moments === undefined ? '' : `AND ${STOOD}`} ${models === undefined ? '' : `AND ${ofModels(values.length + more.length)}`} ${moments === undefined ? 'ORDER BY i.from_ms' : ''}`,
        [...values, ...more],
      ];
    },
    stoodAt: function* (question, moments, models) {
      const [first = 0] = moments;
      const rows = yield [
        `SELECT i.from_ms, i.until_ms, i.price, i.traits FROM gpudeck.intervals i
         WHERE ${REACHING} AND ${STOOD} ${models === undefined ? '' : `AND ${ofModels(5)}`}`,
        [
          ...[question, first, (moments.at(-1) ?? first) + 1, listOf(moments)],
          ...(models === undefined ? [] : [namesOf(models)]),
        ],
      ];
      // Joined there, the server may go through all traits that there are for the few that are meant.
      const traits = listOf([...new Set(rows.map((row) => Number(row[TRAITS_COLUMN])))]);
      const found = yield [
        'SELECT id, kind FROM gpudeck.traits WHERE id IN (SELECT unnest($1::text::integer[]))',
        [traits],
      ];
      const kinds = new Map(found.map(([id, kind]) => [id, kind]));
      return rows.map(([fromMs, untilMs, price, id]): Row => [fromMs, untilMs, price, kinds.get(id)]);
    },
    questionOf,
    makeReady: (momentsMs) => addDays(days, momentsMs),
    traitsOf: function* (offers) {
      const unknown = new Map<string, string>();
      for (const { traits } of offers) if (!known.has(traits)) unknown.set(digestOf(traits), traits);
      if (known.size + unknown.size > MOST_REMEMBERED) {
        known.clear();
        for (const { traits } of offers) unknown.set(digestOf(traits), traits);
      }
      for (const [text, number] of yield* traitsNumbers(unknown)) known.set(text, number);
      return known;
    },
    end: function* (question, untilMs, ended) {
      if (ended.length === 0) return;
      yield [
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
      ];
    },
    insert: function* (table, added) {
      const [first] = added;
      if (first === undefined) return;
      const names = Object.keys(first);
      const types = names.map((name) => `${name} ${TYPES[name] ?? 'double precision'}`);
      const values = names.map((name) => (name === 'offers' ? "decode(offers, 'base64')" : name));
      yield [
        `INSERT INTO gpudeck.${table} (${names.join()}) SELECT ${values.join()}
         FROM json_to_recordset($1::text::json) AS added (${types.join()})`,
        [JSON.stringify(added.map(rowText))],
      ];
    },
  };
};

const runWith = async <Result>(query: Query, steps: Steps<Result>): Promise<Result> => {
  let step = steps.next();
  while (!step.done) step = steps.next(await query(...step.value));
  return step.value;
};

const TRAITS_COLUMN = 3;

/** Of a question those that reach into a stretch: from $2, before $3. */
const REACHING = 'i.question = $1 AND i.from_ms < $3 AND (i.until_ms IS NULL OR i.until_ms > $2)';

/** Those that stood at one of the moments $4, ascending: a number of them before an interval ends, and fewer before it begins. */
const STOOD =
  '(i.until_ms IS NULL OR width_bucket(i.until_ms - 1, (SELECT $4::text::bigint[])) > width_bucket(i.from_ms - 1, (SELECT $4::text::bigint[])))';

/** Those of the models in a parameter. */
const ofModels = (
  parameter: number,
): string => `i.traits IN (SELECT t.id FROM gpudeck.traits t JOIN json_array_elements_text($${parameter}::text::json) m (name)
  ON left(t.gpu_name, 100) = left(m.name, 100) AND t.gpu_name = m.name)`;

const listOf = (numbers: readonly number[]): string => `{${numbers.join()}}`;

const namesOf = (models: readonly string[]): string => JSON.stringify(models.map(databaseText));

/** Types of columns that are written, but for prices. */
const TYPES: Readonly<Record<string, string>> = {
  ...{ question: 'integer', offer: 'bigint', traits: 'integer', n: 'integer' },
  ...{ at_ms: 'bigint', from_ms: 'bigint', gpu_name: 'text', offers: 'text' },
};

/** A row as JSON takes it. */
const rowText = (row: NewRow) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' ? databaseText(value) : Buffer.isBuffer(value) ? value.toString('base64') : value,
    ]),
  );

/** The number of a question. Until the change ends nobody else records an answer to it. */
const questionOf = function* (address: string, asked: string): Steps<number> {
  const digest = digestOf(asked);
  const find = [
    `SELECT q.id FROM gpudeck.questions q JOIN gpudeck.services s ON s.id = q.service
     WHERE s.address = $1 AND q.digest = decode($2, 'hex') FOR UPDATE OF q`,
    [address, digest],
  ] as const;
  const [found] = yield find;
  if (found !== undefined) return Number(found[0]);
  yield ['INSERT INTO gpudeck.services (address) VALUES ($1) ON CONFLICT DO NOTHING', [address]];
  yield [
    `INSERT INTO gpudeck.questions (service, digest, asked)
     SELECT id, decode($2, 'hex'), $3 FROM gpudeck.services WHERE address = $1 ON CONFLICT DO NOTHING`,
    [address, digest, asked],
  ];
  const [added] = yield find;
  return Number(added?.[0]);
};

/** The numbers of traits, which are given by their digests, by their texts; those that are new are added. */
const traitsNumbers = function* (byDigest: ReadonlyMap<string, string>): Steps<ReadonlyMap<string, number>> {
  if (byDigest.size === 0) return new Map();
  const sets = [...byDigest].map(([digest, content]) => ({ digest, content, traits: traitsOf(content) }));
  const kinds = yield* kindNumbers(new Set(sets.map(({ traits }) => kindOf(traits))));
  const rows = sets.map(({ digest, content, traits }) => {
    const { machine_id: machine, gpu_name: model, num_gpus: gpus } = traits;
    const kind = kinds.get(kindOf(traits)) ?? 0;
    return { digest, content, gpus, machine, kind, model: typeof model === 'string' ? databaseText(model) : null };
  });
  const found = yield [
    `WITH given AS (SELECT decode(digest, 'hex') AS digest, content, machine, gpus, model, kind
       FROM json_to_recordset($1::text::json)
       AS g (digest text, content text, machine bigint, gpus double precision, model text, kind integer)),
     added AS (INSERT INTO gpudeck.traits (digest, machine_id, num_gpus, gpu_name, content, kind)
       SELECT digest, machine, gpus, model, content, kind FROM given
       WHERE NOT EXISTS (SELECT 1 FROM gpudeck.traits t WHERE t.digest = given.digest)
       ORDER BY digest ON CONFLICT DO NOTHING RETURNING id, digest)
     SELECT id, encode(digest, 'hex') FROM added
     UNION ALL SELECT t.id, encode(t.digest, 'hex') FROM gpudeck.traits t JOIN given USING (digest)`,
    [JSON.stringify(rows)],
  ];
  return new Map(found.map(([id, digest]) => [byDigest.get(String(digest)) ?? '', Number(id)]));
};

/** The numbers under which kinds are kept. One that somebody else is just adding has none: the change is made again. */
const kindNumbers = function* (kinds: ReadonlySet<string>): Steps<ReadonlyMap<string, number>> {
  const byDigest = new Map([...kinds].map((kind) => [digestOf(kind), kind]));
  const found = yield [
    `WITH given AS (SELECT decode(digest, 'hex') AS digest, content
       FROM json_to_recordset($1::text::json) AS g (digest text, content text)),
     added AS (INSERT INTO gpudeck.kinds (digest, content) SELECT digest, content FROM given
       WHERE NOT EXISTS (SELECT 1 FROM gpudeck.kinds k WHERE k.digest = given.digest)
       ORDER BY digest ON CONFLICT DO NOTHING RETURNING id, digest)
     SELECT id, encode(digest, 'hex') FROM added
     UNION ALL SELECT k.id, encode(k.digest, 'hex') FROM gpudeck.kinds k JOIN given USING (digest)`,
    [JSON.stringify([...byDigest].map(([digest, content]) => ({ digest, content })))],
  ];
  return new Map(found.map(([id, digest]) => [byDigest.get(String(digest)) ?? '', Number(id)]));
};

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** `text` as PostgreSQL takes it: it knows no NUL, and no half of a character. */
const databaseText = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');
