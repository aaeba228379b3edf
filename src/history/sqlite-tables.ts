/** The tables of the history in a SQLite file. */

/**
 * Times are Unix epoch milliseconds. `until_ms` is the time of the answer in which the offer was no more as in the line, null for one that
 * stands; of an offer and a question one line stands at the most, whoever writes. `ending` counts the endings of `ENDINGS` from 0.
 */
const HISTORY_TABLES = `
  CREATE TABLE services (id INTEGER PRIMARY KEY, address TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE questions (
    id INTEGER PRIMARY KEY,
    service INTEGER NOT NULL REFERENCES services (id),
    asked TEXT NOT NULL,
    UNIQUE (service, asked)
  ) STRICT;
  CREATE TABLE rounds (
    question INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    offers INTEGER NOT NULL,
    is_whole INTEGER NOT NULL,
    PRIMARY KEY (question, at_ms)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE traits (
    id INTEGER PRIMARY KEY,
    machine_id INTEGER,
    gpu_name TEXT,
    num_gpus REAL,
    content TEXT NOT NULL UNIQUE
  ) STRICT;
  CREATE INDEX traits_of_machine ON traits (machine_id);
  CREATE INDEX traits_of_model ON traits (gpu_name);
  CREATE TABLE intervals (
    question INTEGER NOT NULL,
    offer INTEGER NOT NULL,
    traits INTEGER NOT NULL REFERENCES traits (id),
    price REAL,
    min_bid REAL,
    from_ms INTEGER NOT NULL,
    until_ms INTEGER,
    ending INTEGER
  ) STRICT;
  CREATE UNIQUE INDEX standing_intervals ON intervals (question, offer) WHERE until_ms IS NULL;
  CREATE INDEX ended_intervals ON intervals (question, until_ms) WHERE until_ms IS NOT NULL;
  CREATE INDEX intervals_of_offer ON intervals (offer);
  CREATE INDEX intervals_with_traits ON intervals (traits);
  CREATE TABLE hours (
    question INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    gpu_name TEXT,
    n INTEGER NOT NULL,
    min REAL NOT NULL,
    p10 REAL NOT NULL,
    p25 REAL NOT NULL,
    median REAL NOT NULL,
    p75 REAL NOT NULL,
    p90 REAL NOT NULL,
    max REAL NOT NULL
  ) STRICT;
  CREATE INDEX hours_of_question ON hours (question, at_ms)`;

/** What is to be known once, and who may do what alone. Both outlive the answers that they are about. */
const EVENT_TABLES = `
  CREATE TABLE events (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    service TEXT NOT NULL,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (service, kind, id)
  ) STRICT;
  CREATE INDEX events_of_kind ON events (service, kind, number);
  CREATE TABLE leases (
    service TEXT NOT NULL,
    name TEXT NOT NULL,
    holder TEXT NOT NULL,
    until_ms INTEGER NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (service, name)
  ) STRICT, WITHOUT ROWID`;

/** Until when the recorder of a question will have recorded again, if it is still there. */
const RECORDER_COLUMN = 'ALTER TABLE questions ADD COLUMN recorder_until_ms INTEGER';

/** Where the traits of a kind stand among all of them (`KIND_FIELDS`, `TRAITS`). */
const KIND =
  "json_extract(content, '$[2]', '$[3]', '$[4]', '$[16]', '$[29]', '$[36]', '$[37]', '$[35]', '$[41]', '$[42]', '$[43]')";

/** Kinds of offers, and what stood at the last whole answer of an hour: offers with a price, by model, as `partsOf` gives them. */
const MARKET_TABLES = `
  CREATE TABLE kinds (id INTEGER PRIMARY KEY, content TEXT NOT NULL UNIQUE) STRICT;
  ALTER TABLE traits ADD COLUMN kind INTEGER REFERENCES kinds (id);
  INSERT INTO kinds (content) SELECT DISTINCT ${KIND} FROM traits;
  UPDATE traits SET kind = (SELECT id FROM kinds WHERE kinds.content = ${KIND.replace('content', 'traits.content')});
  CREATE INDEX traits_of_kind ON traits (kind);
  CREATE INDEX kinds_of_traits ON traits (id, kind);
  CREATE TABLE markets (
    question INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    gpu_name TEXT,
    offers BLOB NOT NULL
  ) STRICT;
  CREATE INDEX markets_of_question ON markets (question, at_ms, gpu_name)`;

/** What brings a file up to date, oldest first: they are only ever added to. */
export const SQLITE_STEPS: readonly string[] = [HISTORY_TABLES, EVENT_TABLES, RECORDER_COLUMN, MARKET_TABLES];
