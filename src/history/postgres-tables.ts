/**
 * The tables of the history in PostgreSQL. They are those of the SQLite file (sqlite-tables.ts), but for the intervals: those that
 * stand are a small table of their own, and those that ended are only added to, in partitions of a day, so that what is too old
 * goes away with its partition. `intervals` shows both as one. One program brings them up to date, the others wait; and whoever asks what
 * they are like changes nothing.
 */
import type { PostgresAddress } from '../storage/files/history-name.ts';
import { type Connection, createConnection, type Surroundings } from './postgres-connection.ts';
import { HistoryTrouble } from './store.ts';
import type { Query } from './table-engine.ts';

/** Where the traits of a kind stand among all of them (`KIND_FIELDS`, `TRAITS`). */
const KIND = `'[' || concat_ws(',', ${[2, 3, 4, 16, 29, 36, 37, 35, 41, 42, 43]
  .map((place) => `coalesce((content::json -> ${place})::text, 'null')`)
  .join()}) || ']'`;

/**
 * What brings a database up to date, oldest first: they are only ever added to. A digest is SHA-256 of the text beside it, which may be
 * longer than an index takes.
 */
const STEPS: readonly string[] = [
  `
  CREATE TABLE gpudeck.services (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, address text NOT NULL UNIQUE);
  CREATE TABLE gpudeck.questions (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    service integer NOT NULL REFERENCES gpudeck.services (id),
    digest bytea NOT NULL,
    asked text NOT NULL,
    recorder_until_ms bigint,
    UNIQUE (service, digest)
  );
  CREATE TABLE gpudeck.rounds (
    question integer NOT NULL,
    at_ms bigint NOT NULL,
    offers integer NOT NULL,
    is_whole boolean NOT NULL,
    PRIMARY KEY (question, at_ms)
  );
  CREATE TABLE gpudeck.traits (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    digest bytea NOT NULL UNIQUE,
    machine_id bigint,
    num_gpus double precision,
    gpu_name text,
    content text NOT NULL
  );
  CREATE INDEX traits_of_machine ON gpudeck.traits (machine_id);
  CREATE INDEX traits_of_model ON gpudeck.traits (left(gpu_name, 100));
  CREATE TABLE gpudeck.standing (
    offer bigint NOT NULL,
    price double precision,
    min_bid double precision,
    from_ms bigint NOT NULL,
    question integer NOT NULL,
    traits integer NOT NULL REFERENCES gpudeck.traits (id),
    PRIMARY KEY (question, offer)
  );
  CREATE INDEX standing_with_traits ON gpudeck.standing (traits);
  CREATE TABLE gpudeck.ended (
    offer bigint NOT NULL,
    price double precision,
    min_bid double precision,
    from_ms bigint NOT NULL,
    until_ms bigint NOT NULL,
    question integer NOT NULL,
    traits integer NOT NULL,
    ending smallint NOT NULL
  ) PARTITION BY RANGE (until_ms);
  CREATE INDEX ended_of_offer ON gpudeck.ended (offer);
  CREATE INDEX ended_with_traits ON gpudeck.ended (traits);
  CREATE VIEW gpudeck.intervals AS
    SELECT question, offer, from_ms, until_ms, ending, price, min_bid, traits FROM gpudeck.ended
    UNION ALL
    SELECT question, offer, from_ms, NULL, NULL, price, min_bid, traits FROM gpudeck.standing;
  CREATE TABLE gpudeck.hours (
    question integer NOT NULL,
    at_ms bigint NOT NULL,
    gpu_name text,
    n integer NOT NULL,
    min double precision NOT NULL,
    p10 double precision NOT NULL,
    p25 double precision NOT NULL,
    median double precision NOT NULL,
    p75 double precision NOT NULL,
    p90 double precision NOT NULL,
    max double precision NOT NULL
  );
  CREATE INDEX hours_of_question ON gpudeck.hours (question, at_ms);
  CREATE TABLE gpudeck.events (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    service text NOT NULL,
    kind text NOT NULL,
    id text NOT NULL,
    at_ms bigint NOT NULL,
    body text NOT NULL,
    UNIQUE (service, kind, id)
  );
  CREATE INDEX events_of_kind ON gpudeck.events (service, kind, number);
  CREATE TABLE gpudeck.leases (
    service text NOT NULL,
    name text NOT NULL,
    holder text NOT NULL,
    until_ms bigint NOT NULL,
    content text NOT NULL,
    PRIMARY KEY (service, name)
  )`,
  `
  CREATE TABLE gpudeck.kinds (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    digest bytea NOT NULL UNIQUE,
    content text NOT NULL
  );
  INSERT INTO gpudeck.kinds (digest, content) SELECT sha256(convert_to(kind, 'UTF8')), kind
    FROM (SELECT DISTINCT ${KIND} AS kind FROM gpudeck.traits) AS k;
  ALTER TABLE gpudeck.traits ADD COLUMN kind integer REFERENCES gpudeck.kinds (id);
  UPDATE gpudeck.traits t SET kind = k.id FROM gpudeck.kinds k WHERE k.digest = sha256(convert_to(${KIND.replaceAll('content', 't.content')}, 'UTF8'));
  CREATE INDEX traits_of_kind ON gpudeck.traits (kind);
  CREATE TABLE gpudeck.markets (
    question integer NOT NULL,
    at_ms bigint NOT NULL,
    gpu_name text,
    offers bytea NOT NULL
  );
  CREATE INDEX markets_of_question ON gpudeck.markets (question, at_ms)`,
];

/** Until the change ends no other program does what this stands before. */
export const ONE_AT_A_TIME = 'SELECT version FROM gpudeck.history_version FOR UPDATE';

/** Every program of every version that changes the tables asks for this lock; the number has no meaning. */
const LOCK = 4_270_161_116;

/** Fails where the tables are not there and none are to be begun, and where a newer program has changed them. */
export const bringUpToDate = async ({ name, query, change }: Connection, isOnlyRead: boolean): Promise<void> => {
  const [[encoding] = []] = await query("SELECT current_setting('server_encoding')");
  if (encoding !== 'UTF8')
    throw new HistoryTrouble(
      'refused',
      `The history ${name} cannot be kept: that database holds ${String(encoding)}. Create one with createdb --encoding=UTF8 --template=template0.`,
    );
  const version = await versionOf(query);
  if (version === STEPS.length) return;
  if (version === undefined && isOnlyRead)
    throw new HistoryTrouble('missing', `There is no history in ${name}: gpudeck record begins one.`);
  if (version !== undefined && version > STEPS.length) throw newer(name);
  await change(async (inside) => {
    await inside('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    // Another program may have been here since.
    const found = await versionOf(inside);
    if (found !== undefined && found > STEPS.length) throw newer(name);
    if (found === undefined) {
      await inside('CREATE SCHEMA IF NOT EXISTS gpudeck');
      await inside('CREATE TABLE gpudeck.history_version (version integer NOT NULL)');
      await inside('INSERT INTO gpudeck.history_version VALUES (0)');
    }
    for (const step of STEPS.slice(found ?? 0)) await inside(step);
    await inside('UPDATE gpudeck.history_version SET version = $1', [STEPS.length]);
  });
};

/** How many of the steps the tables have seen; undefined where there are none. */
const versionOf = async (query: Query): Promise<number | undefined> => {
  const [[table] = []] = await query("SELECT to_regclass('gpudeck.history_version')::text");
  if (table === null) return undefined;
  const [[version] = []] = await query('SELECT version FROM gpudeck.history_version');
  return Number(version);
};

const newer = (name: string): HistoryTrouble =>
  new HistoryTrouble(
    'refused',
    `The history ${name} was changed by a newer version of gpudeck. Use that version, or name another history with --history.`,
  );

/** A history as it was found; `newer` is one that a newer gpudeck has changed, and that this one leaves alone. */
type SharedHistoryFacts =
  | { readonly state: 'sound'; readonly bytes: number; readonly sinceEpochMs?: number }
  | { readonly state: 'missing' | 'newer' }
  /** Why nothing is known of it, in a sentence. */
  | { readonly state: 'unreachable'; readonly problem: string };

/** Asks the database at `address`. */
export const sharedHistoryFacts = async (
  address: PostgresAddress,
  surroundings: Surroundings,
): Promise<SharedHistoryFacts> => {
  const { query, close } = createConnection(address, surroundings);
  try {
    const version = await versionOf(query);
    if (version === undefined) return { state: 'missing' };
    if (version > STEPS.length) return { state: 'newer' };
    const [[bytes] = []] = await query(
      `SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = 'gpudeck' AND c.relkind = 'r'`,
    );
    const [[since] = []] = await query(
      'SELECT min(ms) FROM (SELECT min(at_ms) AS ms FROM gpudeck.rounds UNION ALL SELECT min(at_ms) FROM gpudeck.hours) known',
    );
    return { state: 'sound', bytes: Number(bytes), ...(since !== null && { sinceEpochMs: Number(since) }) };
  } catch (error) {
    if (error instanceof HistoryTrouble) return { state: 'unreachable', problem: error.message };
    throw error;
  } finally {
    await close();
  }
};
