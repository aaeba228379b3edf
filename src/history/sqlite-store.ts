/** The history in a SQLite file, which several programs may write and read at once. */
import type { DatabaseSync } from 'node:sqlite';
import { openDatabaseFile } from '../storage/files/database-file.ts';
import { primaryCodeOf } from '../storage/files/set-aside.ts';
import { inTransaction } from '../storage/files/transaction.ts';
import { askedText } from './asked.ts';
import { traitsOf } from './kept-offer.ts';
import { kindOf, QUARTER_MS } from './priced-market.ts';
import { prune, pruneFull } from './prune.ts';
import { ENDINGS, LONGEST_GAP_MS, roundDifference, type Standing } from './round-difference.ts';
import { createEvents } from './sqlite-events.ts';
import { createMarkets } from './sqlite-markets.ts';
import { createReading } from './sqlite-reading.ts';
import { SQLITE_STEPS } from './sqlite-tables.ts';
import { type HistoryStore, MOST_STANDING, RECORDER_PATIENCE, type Recorded, type Round } from './store.ts';

/** An open store, or in words why there is none. `setAside` is where a damaged file lies now. */
type OpenedHistory = { readonly store: HistoryStore; readonly setAside?: string } | { readonly problem: string };

const HOUR_MS = 3_600_000;

const SQLITE_CONSTRAINT = 19;

/** Opens the history in `file`, made when it is missing; `:memory:` is one that ends with the program. */
export const openSqliteHistory = (file: string, nowEpochMs: number): OpenedHistory => {
  const opened = openDatabaseFile(file, nowEpochMs, {
    name: 'history',
    steps: SQLITE_STEPS,
    isSmall: false,
    // Readers go on while somebody writes; the last answers may be lost to a power cut, and are asked for again.
    settings: 'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON',
    prove: (database) => database.prepare('SELECT question, until_ms, ending FROM intervals LIMIT 0'),
    elsewhere: 'name another file with --history',
  });
  if ('problem' in opened) return opened;
  const { database, setAside } = opened;
  return { store: createStore(database), ...(setAside !== undefined && { setAside }) };
};

/** What stood after the last answer that this program recorded: good as long as nobody else has recorded one since. */
type Kept = { readonly lastMs: number; readonly standing: Map<number, Standing> };

const createStore = (database: DatabaseSync): HistoryStore => {
  const numbers = createNumbers(database);
  const markets = createMarkets(database);
  const kept = new Map<number, Kept>();
  const lastRound = database.prepare('SELECT at_ms AS atMs FROM rounds WHERE question = ? ORDER BY at_ms DESC LIMIT 1');
  const readStanding = database.prepare(
    'SELECT offer, traits, price, min_bid AS minimumBid FROM intervals WHERE question = ? AND until_ms IS NULL',
  );
  const end = database.prepare(
    'UPDATE intervals SET until_ms = ?, ending = ? WHERE question = ? AND offer = ? AND until_ms IS NULL',
  );
  const begin = database.prepare(
    'INSERT INTO intervals (question, offer, traits, price, min_bid, from_ms) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const expectRecorder = database.prepare('UPDATE questions SET recorder_until_ms = ? WHERE id = ?');
  const insertRound = database.prepare('INSERT INTO rounds (question, at_ms, offers, is_whole) VALUES (?, ?, ?, ?)');

  const standingAt = (question: number, lastMs: number): Map<number, Standing> => {
    const own = kept.get(question);
    if (own?.lastMs === lastMs) return own.standing;
    return new Map(
      readStanding
        .all(question)
        .map(({ offer, traits, price, minimumBid }) => [
          Number(offer),
          { traits: Number(traits), price: price as number | null, minimumBid: minimumBid as number | null },
        ]),
    );
  };

  const write = ({ service, asked, atEpochMs: atMs, isWhole, offers, nextInMs }: Round): Recorded => {
    const question = numbers.questionOf(service, askedText(asked));
    const lastMs = lastRound.get(question)?.atMs as number | undefined;
    if (lastMs !== undefined && lastMs >= atMs) return { kind: 'overtaken', lastEpochMs: lastMs };
    const standing = lastMs === undefined ? new Map<number, Standing>() : standingAt(question, lastMs);
    let lost = 0;
    if (lastMs !== undefined && atMs - lastMs > LONGEST_GAP_MS) {
      lost = standing.size;
      for (const offer of standing.keys()) end.run(lastMs + 1, ENDINGS.indexOf('unseen'), question, offer);
      standing.clear();
    }
    const isNew = (lengthMs: number) =>
      lastMs !== undefined && Math.floor(lastMs / lengthMs) < Math.floor(atMs / lengthMs);
    if (lastMs !== undefined && isNew(QUARTER_MS)) markets.keepMarket(question, lastMs, QUARTER_MS);
    if (lastMs !== undefined && isNew(HOUR_MS)) {
      markets.keepHour(question, lastMs);
      prune(database, atMs);
      numbers.forget();
    }
    const seen = offers.map(({ offerId, price, minimumBid, traits }) => ({
      offerId,
      price,
      minimumBid,
      traits: numbers.traitsOf(traits),
    }));
    const { ended, begun } = roundDifference(standing, seen, isWhole);
    for (const { offerId, ending } of ended) {
      end.run(atMs, ENDINGS.indexOf(ending), question, offerId);
      standing.delete(offerId);
    }
    for (const { offerId, traits, price, minimumBid } of begun) {
      begin.run(question, offerId, traits, price, minimumBid, atMs);
      standing.set(offerId, { traits, price, minimumBid });
    }
    insertRound.run(question, atMs, offers.length, Number(isWhole));
    if (nextInMs !== undefined) expectRecorder.run(Math.ceil(atMs + nextInMs * RECORDER_PATIENCE), question);
    if (kept.size >= MOST_STANDING) kept.clear();
    kept.set(question, { lastMs: atMs, standing });
    if (nextInMs === undefined && pruneFull(database, atMs)) {
      kept.clear();
      numbers.forget();
    }
    return { kind: 'recorded', begun: begun.length, ended: ended.length + lost };
  };

  const recordOnce = (round: Round): Recorded => {
    try {
      return inTransaction(database, () => write(round));
    } catch (error) {
      // What was undone in the file was not undone here.
      kept.clear();
      numbers.forget();
      throw error;
    }
  };

  return {
    record: async (round) => {
      try {
        return recordOnce(round);
      } catch (error) {
        // Traits that this program knows by a number may have been taken out by another one.
        if (primaryCodeOf(error) !== SQLITE_CONSTRAINT) throw error;
        return recordOnce(round);
      }
    },
    ...createReading(database),
    ...markets.reads,
    ...createEvents(database),
    close: async () => database.close(),
  };
};

/** The numbers under which services, questions and traits are kept; those of a run are remembered. */
const createNumbers = (database: DatabaseSync) => {
  const known = new Map<string, number>();
  const findService = database.prepare('SELECT id FROM services WHERE address = ?');
  const addService = database.prepare('INSERT INTO services (address) VALUES (?)');
  const findQuestion = database.prepare('SELECT id FROM questions WHERE service = ? AND asked = ?');
  const addQuestion = database.prepare('INSERT INTO questions (service, asked) VALUES (?, ?)');
  const findTraits = database.prepare('SELECT id FROM traits WHERE content = ?');
  const addTraits = database.prepare(
    'INSERT INTO traits (machine_id, gpu_name, num_gpus, content, kind) VALUES (?, ?, ?, ?, ?)',
  );
  const findKind = database.prepare('SELECT id FROM kinds WHERE content = ?');
  const addKind = database.prepare('INSERT INTO kinds (content) VALUES (?)');
  const serviceOf = (address: string): number =>
    Number(findService.get(address)?.id ?? addService.run(address).lastInsertRowid);
  const kindNumber = (kind: string): number => Number(findKind.get(kind)?.id ?? addKind.run(kind).lastInsertRowid);
  const add = (content: string): number | bigint => {
    const traits = traitsOf(content);
    const { machine_id: machine = null, gpu_name: model = null, num_gpus: gpus = null } = traits;
    return addTraits.run(machine, model, gpus, content, kindNumber(kindOf(traits))).lastInsertRowid;
  };
  return {
    questionOf: (service: string, asked: string): number => {
      const id = serviceOf(service);
      return Number(findQuestion.get(id, asked)?.id ?? addQuestion.run(id, asked).lastInsertRowid);
    },
    traitsOf: (content: string): number => {
      const met = known.get(content);
      if (met !== undefined) return met;
      const id = Number(findTraits.get(content)?.id ?? add(content));
      if (known.size >= MOST_REMEMBERED) known.clear();
      known.set(content, id);
      return id;
    },
    forget: () => known.clear(),
  };
};

/** Of 25,000 offers the traits take some 15 MB. */
const MOST_REMEMBERED = 60_000;
