/**
 * The tables of the history in PostgreSQL. They are those of the SQLite file (sqlite-tables.ts), but for the intervals: those that
 * stand are a small table of their own, and those that ended are only added to, in partitions of a day, so that what is too old
 * goes away with its partition. `intervals` shows both as one.
 */

/** Where the traits of a kind stand among all of them (`KIND_FIELDS`, `TRAITS`). */
const KIND = `'[' || concat_ws(',', ${[2, 3, 4, 16, 29, 36, 37, 35, 41, 42, 43]
  .map((place) => `coalesce((content::json -> ${place})::text, 'null')`)
  .join()}) || ']'`;

/**
 * What brings a database up to date, oldest first: they are only ever added to. A digest is SHA-256 of the text beside it, which may be
 * longer than an index takes.
 */
export const STEPS: readonly string[] = [
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
