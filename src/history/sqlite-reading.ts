/** What is read of a history in SQLite. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { askedIn } from './asked.ts';
import { ENDINGS, type Ending } from './round-difference.ts';
import { momentParameters, standingAtMoments } from './sqlite-markets.ts';
import type { EventStore, HistoryStore, Interval, MarketReads } from './store.ts';

/** Columns of an interval, in the order of `intervalOf`. */
const COLUMNS = 'i.question, i.offer, i.from_ms AS fromMs, i.until_ms, i.ending, i.price, i.min_bid, i.traits';

/** Intervals of a question that reach beyond one time and begin before another: those that stand, and those that ended later. */
const reaching = (select: string, and = ''): string =>
  ['until_ms IS NULL AND ? IS NOT NULL', 'until_ms > ?']
    .map((reach) => `${select} WHERE i.question = ? AND i.${reach} AND i.from_ms < ? ${and}`)
    .join(' UNION ALL ');

/** Reads of `database`. */
export const createReading = (database: DatabaseSync) => {
  const reachingIntervals = database.prepare(`${reaching(`SELECT ${COLUMNS} FROM intervals i`)} ORDER BY fromMs`);
  const standingThen = database.prepare(standingAtMoments(COLUMNS));
  const reachingOfModels = database.prepare(
    `SELECT ${COLUMNS} FROM traits t CROSS JOIN intervals i ON i.traits = t.id
     WHERE t.gpu_name IN (SELECT value FROM json_each(?)) AND i.question = ? AND i.from_ms < ?
       AND (i.until_ms IS NULL OR i.until_ms > ?) ORDER BY fromMs`,
  );
  const contents = database.prepare('SELECT id, content FROM traits WHERE id IN (SELECT value FROM json_each(?))');
  const questions = database.prepare(
    'SELECT q.id, q.asked, q.recorder_until_ms AS untilMs FROM questions q JOIN services s ON s.id = q.service WHERE s.address = ? ORDER BY q.id',
  );
  const rounds = database.prepare(
    'SELECT at_ms AS atMs, offers, is_whole AS isWhole FROM rounds WHERE question = ? AND at_ms >= ? AND at_ms < ? ORDER BY at_ms',
  );
  const ofService =
    'i.question IN (SELECT q.id FROM questions q JOIN services s ON s.id = q.service WHERE s.address = ?)';
  const ofOffer = database.prepare(
    `SELECT ${COLUMNS} FROM intervals i WHERE ${ofService} AND i.offer = ? ORDER BY fromMs, offer`,
  );
  const ofMachine = database.prepare(
    `SELECT ${COLUMNS} FROM traits t CROSS JOIN intervals i ON i.traits = t.id
     WHERE ${ofService} AND t.machine_id = ? ORDER BY fromMs, offer`,
  );
  const since = database.prepare(
    `SELECT min(r.at_ms) AS atMs FROM rounds r JOIN questions q ON q.id = r.question JOIN services s ON s.id = q.service WHERE s.address = ?`,
  );

  // A month has millions of them: as lists they are read in half of the time.
  for (const statement of [reachingIntervals, standingThen, reachingOfModels, ofOffer, ofMachine])
    statement.setReturnArrays(true);

  /** Traits are read once for each set of them, however many intervals have it. */
  const intervalsOf = (rows: readonly unknown[]): readonly Interval[] => {
    const lists = rows as readonly (readonly SQLOutputValue[])[];
    const ids = JSON.stringify([...new Set(lists.map((row) => row[TRAITS_COLUMN]))]);
    const texts = new Map(contents.all(ids).map(({ id, content }) => [id, String(content)]));
    return lists.map((row) => intervalOf(row, texts.get(row[TRAITS_COLUMN] ?? null) ?? '[]'));
  };

  const reads: Omit<HistoryStore, 'record' | 'close' | keyof MarketReads | keyof EventStore> = {
    questions: async (service) =>
      questions.all(service).map(({ id, asked, untilMs }) => ({
        id: Number(id),
        asked: askedIn(String(asked)),
        ...(untilMs !== null && { recorderUntilEpochMs: Number(untilMs) }),
      })),
    rounds: async (question, { fromEpochMs, toEpochMs }) =>
      rounds.all(question, fromEpochMs, toEpochMs).map(({ atMs, offers, isWhole }) => ({
        atEpochMs: Number(atMs),
        offers: Number(offers),
        isWhole: isWhole === 1,
      })),
    intervals: async (question, { fromEpochMs, toEpochMs }, { models, moments } = {}) => {
      if (models !== undefined)
        return intervalsOf(reachingOfModels.all(JSON.stringify(models), question, toEpochMs, fromEpochMs));
      if (moments === undefined)
        return intervalsOf(reachingIntervals.all(question, fromEpochMs, toEpochMs, question, fromEpochMs, toEpochMs));
      return intervalsOf(standingThen.all(question, ...momentParameters(moments)));
    },
    intervalsOf: async (service, whose) =>
      intervalsOf('offerId' in whose ? ofOffer.all(service, whose.offerId) : ofMachine.all(service, whose.machineId)),
    intervalsSinceEpochMs: async (service) => since.get(service)?.atMs as number | undefined,
  };

  return reads;
};

const TRAITS_COLUMN = 7;

const intervalOf = (
  [question, offer, fromMs, untilMs, ending, price, minimumBid]: readonly SQLOutputValue[],
  traits: string,
): Interval => ({
  question: Number(question),
  offerId: Number(offer),
  fromEpochMs: Number(fromMs),
  untilEpochMs: untilMs === null ? undefined : Number(untilMs),
  ending: ending === null ? undefined : (ENDINGS[Number(ending)] satisfies Ending | undefined),
  price: price as number | null,
  minimumBid: minimumBid as number | null,
  traits,
});
