/**
 * The history in a SQLite file, which several programs may write and read at once. It is kept within bounds: single offers for a month,
 * figures of hours for two years, and all of it below a size.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { inTransaction, openDatabaseFile } from '../storage/files/database-file.ts';
import { primaryCodeOf } from '../storage/files/set-aside.ts';
import { holderOf } from './file-facts.ts';
import { traitsOf } from './kept-offer.ts';
import { kindOf } from './priced-market.ts';
import { ENDINGS } from './round-difference.ts';
import { SQLITE_STEPS } from './sqlite-tables.ts';
import { type HistoryStore, HOURS_KEPT_MS, INTERVALS_KEPT_MS } from './store.ts';
import {
  type Engine,
  MOST_REMEMBERED,
  type NewRow,
  ROWS_AT_A_TIME,
  type Row,
  type Steps,
  type Values,
} from './table-engine.ts';
import { createTableStore } from './table-store.ts';

const DAY_MS = 86_400_000;

/** Bytes that the file may have in use. */
const MOST_BYTES = 1_000_000_000;

/** The same where no recorder wrote: with what one answer brings the file stays below 100 MB. */
const MOST_BYTES_UNRECORDED = 80_000_000;

/** Takes out what is too old at `nowMs`, and, as long as the rest is more than `mostBytes`, the oldest day of what is left. */
export const prune = (database: DatabaseSync, nowMs: number, mostBytes = mostBytesAt(database, nowMs)): void => {
  const oldest = database.prepare(
    'SELECT min(ms) AS ms FROM (SELECT min(until_ms) AS ms FROM intervals WHERE until_ms IS NOT NULL UNION ALL SELECT min(at_ms) FROM rounds)',
  );

  drop(database, nowMs - INTERVALS_KEPT_MS);
  database.prepare('DELETE FROM hours WHERE at_ms < ?').run(nowMs - HOURS_KEPT_MS);
  while (usedBytes(database) > mostBytes) {
    const ms = oldest.get()?.ms;
    if (typeof ms !== 'number' || ms >= nowMs) return;
    drop(database, Math.min(ms + DAY_MS, Math.ceil((ms + nowMs) / 2)));
  }
};

/** The same once the file is full, and nothing before; true where something was taken out. */
const pruneFull = (database: DatabaseSync, nowMs: number): boolean => {
  const mostBytes = mostBytesAt(database, nowMs);
  if (usedBytes(database) <= mostBytes) return false;
  prune(database, nowMs, mostBytes);
  return true;
};

const usedBytes = (database: DatabaseSync): number => {
  const figure = (pragma: string): number =>
    Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0] ?? 0);
  return (figure('page_count') - figure('freelist_count')) * figure('page_size');
};

/** Bytes that the file may have at `nowMs`: as long as something of a recorder's may be there, its room. */
export const mostBytesAt = (database: DatabaseSync, nowMs: number): number => {
  const untilMs = database.prepare('SELECT max(recorder_until_ms) AS ms FROM questions').get()?.ms;
  return typeof untilMs === 'number' && untilMs > nowMs - INTERVALS_KEPT_MS ? MOST_BYTES : MOST_BYTES_UNRECORDED;
};

/**
 * Takes out intervals that ended before `beforeMs`, all of the questions that were last asked before it, the answers and markets of that time,
 * and traits and kinds that nothing has any more. What stood at a moment had traits that an interval of a later end has.
 */
const drop = (database: DatabaseSync, beforeMs: number): void => {
  const forgotten = 'SELECT question FROM rounds GROUP BY question HAVING max(at_ms) < ?';
  database.prepare(`DELETE FROM intervals WHERE until_ms < ? OR question IN (${forgotten})`).run(beforeMs, beforeMs);
  database.prepare('DELETE FROM markets WHERE at_ms < ?').run(beforeMs);
  const { changes } = database.prepare('DELETE FROM rounds WHERE at_ms < ?').run(beforeMs);
  if (Number(changes) > 0)
    database.exec(`
      DELETE FROM traits WHERE NOT EXISTS (SELECT 1 FROM intervals WHERE intervals.traits = traits.id);
      DELETE FROM kinds WHERE NOT EXISTS (SELECT 1 FROM traits WHERE traits.kind = kinds.id)`);
};

/** An open store, or in words why there is none. `setAside` is where a damaged file lies now. */
type OpenedHistory = { readonly store: HistoryStore; readonly setAside?: string } | { readonly problem: string };

const SQLITE_CONSTRAINT = 19;

/**
 * Opens the history in `file`, made when it is missing; `:memory:` is one that ends with the program. A file of another program is not
 * touched, and only the usual one is put aside when it is damaged.
 */
export const openSqliteHistory = (file: string, nowEpochMs: number, isUsual = false): OpenedHistory => {
  const holder = holderOf(file);
  if (holder === 'foreign' || (holder === 'damaged' && !isUsual))
    return {
      problem: `${file} is no history of gpudeck: ${holder === 'foreign' ? 'it is the database of another program' : 'it is no database, or damaged'}. It was left as it is. Name another file with --history.`,
    };
  const opened = openDatabaseFile(file, nowEpochMs, {
    name: 'history',
    steps: SQLITE_STEPS,
    isLeftDamaged: !isUsual,
    // Readers go on while somebody writes; the last answers may be lost to a power cut, and are asked for again.
    settings: 'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON',
    prove: (database) => database.prepare('SELECT question, until_ms, ending FROM intervals LIMIT 0'),
    elsewhere: 'name another file with --history',
  });
  if ('problem' in opened) return opened;
  const { database, setAside } = opened;
  return { store: createTableStore(createEngine(database)), ...(setAside !== undefined && { setAside }) };
};

const createEngine = (database: DatabaseSync): Engine => {
  const rowsOf = createStatements(database);
  /** Traits by their texts, those of a run. */
  const known = new Map<string, number>();

  const runNow = <Result>(steps: Steps<Result>): Result => {
    let step = steps.next();
    while (!step.done) step = steps.next(rowsOf(...step.value));
    return step.value;
  };

  return {
    query: async (text, values) => rowsOf(text, values),
    stream: async function* (text) {
      let rows: Row[] = [];
      for (const row of prepared(database, text).iterate()) {
        rows.push(row as unknown as Row);
        if (rows.length < ROWS_AT_A_TIME) continue;
        yield rows;
        rows = [];
      }
      yield rows;
    },
    run: async (steps) => runNow(steps),
    record: async (write, { atEpochMs, nextInMs }) => {
      const once = () => {
        try {
          return inTransaction(database, () => {
            const written = runNow(write());
            if (written.isNewHour) prune(database, atEpochMs);
            const isFull = written.kept !== undefined && nextInMs === undefined && pruneFull(database, atEpochMs);
            if (written.isNewHour || isFull) known.clear();
            return written;
          });
        } catch (error) {
          // What was undone in the file was not undone here.
          known.clear();
          throw error;
        }
      };
      try {
        return once();
      } catch (error) {
        // Traits that this program knows by a number may have been taken out by another one.
        if (primaryCodeOf(error) !== SQLITE_CONSTRAINT) throw error;
        return once();
      }
    },
    close: async () => database.close(),
    listOf: JSON.stringify,
    numbersIn: valuesIn,
    namesOf: JSON.stringify,
    namesIn: valuesIn,
    byModel: '',
    noteEvent:
      'INSERT INTO events (service, kind, id, at_ms, body) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING number',
    standing: 'SELECT offer, traits, price, min_bid FROM intervals WHERE question = $1 AND until_ms IS NULL',
    ofMachine: (columns, ofService) =>
      `SELECT ${columns} FROM traits t CROSS JOIN intervals i ON i.traits = t.id WHERE ${ofService} AND t.machine_id = $2`,
    intervals: (columns, question, { fromEpochMs, toEpochMs }, { models, moments }) => {
      if (models !== undefined)
        return [
          `SELECT ${columns} FROM traits t CROSS JOIN intervals i ON i.traits = t.id
           WHERE t.gpu_name IN (${valuesIn(4)}) AND i.question = $1 AND i.from_ms < $3
             AND (i.until_ms IS NULL OR i.until_ms > $2) ORDER BY i.from_ms`,
          [question, fromEpochMs, toEpochMs, JSON.stringify(models)],
        ];
      if (moments !== undefined) return [standingAtMoments(columns), [question, ...momentValues(moments)]];
      return [
        `${REACHES.map((reach) => `SELECT ${columns} FROM intervals i WHERE i.question = $1 AND i.${reach} AND i.from_ms < $3`).join(' UNION ALL ')} ORDER BY from_ms`,
        [question, fromEpochMs, toEpochMs],
      ];
    },
    stoodAt: function* (question, moments) {
      return yield [STOOD_WITH_KIND, [question, ...momentValues(moments)]];
    },
    questionOf: function* (address, asked) {
      return yield* numberOf('questions', { service: yield* numberOf('services', { address }), asked });
    },
    traitsOf: function* (offers) {
      const numbers = new Map<string, number>();
      for (const { traits } of offers) {
        const number = known.get(traits) ?? (yield* traitsNumber(traits));
        if (known.size >= MOST_REMEMBERED && !known.has(traits)) known.clear();
        known.set(traits, number);
        numbers.set(traits, number);
      }
      return numbers;
    },
    end: function* (question, untilMs, ended) {
      for (const { offerId, ending } of ended)
        yield [
          'UPDATE intervals SET until_ms = $1, ending = $2 WHERE question = $3 AND offer = $4 AND until_ms IS NULL',
          [untilMs, ENDINGS.indexOf(ending), question, offerId],
        ];
    },
    insert: function* (table, added) {
      // What stands and what ended are one table here.
      for (const row of added) yield insertion(table === 'standing' ? 'intervals' : table, row);
    },
  };
};

/** Runs statements, each of which is prepared once. A month has millions of intervals: as lists they are read in half of the time. */
const createStatements = (database: DatabaseSync) => {
  const statements = new Map<string, StatementSync>();
  return (text: string, values: Values = []): readonly Row[] => {
    const statement = statements.getOrInsertComputed(text, () => prepared(database, text));
    // That these are arrays the types do not know.
    return statement.all(
      ...values.map((value) => (typeof value === 'boolean' ? Number(value) : value)),
    ) as unknown as readonly Row[];
  };
};

const prepared = (database: DatabaseSync, text: string): StatementSync => {
  const statement = database.prepare(text.replaceAll('gpudeck.', '').replaceAll(/\$(?=\d)/g, '?'));
  statement.setReturnArrays(true);
  return statement;
};

/** What is in the JSON list that a parameter holds. */
const valuesIn = (parameter: number): string => `SELECT value FROM json_each($${parameter})`;

/** Those that stand, and those that ended later than $2. */
const REACHES = ['until_ms IS NULL AND $2 IS NOT NULL', 'until_ms > $2'];

/**
 * Columns of the intervals of the question $1 that stood at one of some moments, ascending: $2 the last of them, $3 each with the next.
 * Each is found once: by the last of the moments that it stood at.
 */
const standingAtMoments = (columns: string, join = ''): string =>
  `WITH gaps (at_ms, next_ms) AS MATERIALIZED (SELECT value ->> 0, value ->> 1 FROM json_each($3))
   SELECT ${columns} FROM intervals i ${join} WHERE i.question = $1 AND i.until_ms IS NULL AND i.from_ms <= $2
   UNION ALL
   SELECT ${columns} FROM gaps CROSS JOIN intervals i ON i.question = $1 AND i.until_ms > gaps.at_ms
     AND i.until_ms <= gaps.next_ms AND i.from_ms <= gaps.at_ms ${join}`;

const STOOD_WITH_KIND = standingAtMoments(
  'i.from_ms, i.until_ms, i.price, t.kind',
  'JOIN traits t INDEXED BY kinds_of_traits ON t.id = i.traits',
);

/** The moments as those statements take them. */
const momentValues = (moments: readonly number[]): readonly [last: number, gaps: string] => [
  moments.at(-1) ?? 0,
  JSON.stringify(moments.map((moment, place) => [moment, moments[place + 1] ?? Number.MAX_SAFE_INTEGER])),
];

const insertion = (table: string, row: NewRow, more = ''): readonly [text: string, values: Values] => {
  const names = Object.keys(row);
  const values = names.map((_, place) => `$${place + 1}`).join(', ');
  return [`INSERT INTO ${table} (${names.join(', ')}) VALUES (${values}) ${more}`, Object.values(row)];
};

/** The number of the row of `table` that has these values, which is added where there is none. */
const numberOf = function* (table: string, row: NewRow): Steps<number> {
  const conditions = Object.keys(row).map((name, place) => `${name} = $${place + 1}`);
  const [found] = yield [`SELECT id FROM ${table} WHERE ${conditions.join(' AND ')}`, Object.values(row)];
  const [added] = found === undefined ? yield insertion(table, row, 'RETURNING id') : [found];
  return Number(added?.[0]);
};

const traitsNumber = function* (content: string): Steps<number> {
  const [found] = yield ['SELECT id FROM traits WHERE content = $1', [content]];
  if (found !== undefined) return Number(found[0]);
  const traits = traitsOf(content);
  const { machine_id = null, gpu_name = null, num_gpus = null } = traits;
  const kind = yield* numberOf('kinds', { content: kindOf(traits) });
  const [added] = yield insertion('traits', { machine_id, gpu_name, num_gpus, content, kind }, 'RETURNING id');
  return Number(added?.[0]);
};
