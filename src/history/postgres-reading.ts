/** What is read of a history in PostgreSQL. */
import { askedIn } from './asked.ts';
import type { Query, Row } from './postgres-connection.ts';
import { databaseText } from './postgres-traits.ts';
import { ENDINGS } from './round-difference.ts';
import type { EventStore, HistoryStore, Interval, MarketReads } from './store.ts';

/** Columns of an interval, in the order of `intervalOf`. */
const COLUMNS = 'i.question, i.offer, i.from_ms, i.until_ms, i.ending, i.price, i.min_bid, i.traits';

/** Of a question those that reach into a stretch: from $2, before $3. */
export const REACHING = 'i.question = $1 AND i.from_ms < $3 AND (i.until_ms IS NULL OR i.until_ms > $2)';

/** Those that stood at one of the moments $4, ascending: a number of them before an interval ends, and fewer before it begins. */
export const STOOD =
  '(i.until_ms IS NULL OR width_bucket(i.until_ms - 1, (SELECT $4::text::bigint[])) > width_bucket(i.from_ms - 1, (SELECT $4::text::bigint[])))';

/** Those of the models in a parameter. */
export const ofModels = (
  parameter: number,
): string => `i.traits IN (SELECT t.id FROM gpudeck.traits t JOIN json_array_elements_text($${parameter}::text::json) m (name)
  ON left(t.gpu_name, 100) = left(m.name, 100) AND t.gpu_name = m.name)`;

/** Names of models as that takes them. */
export const namesOf = (models: readonly string[]): string => JSON.stringify(models.map(databaseText));

/** Numbers as PostgreSQL takes a list of them. */
export const listOf = (numbers: readonly number[]): string => `{${numbers.join()}}`;

const OF_SERVICE =
  'i.question IN (SELECT q.id FROM gpudeck.questions q JOIN gpudeck.services s ON s.id = q.service WHERE s.address = $1)';

/** The reads of a store. */
export const createReads = (
  query: Query,
): Omit<HistoryStore, 'record' | 'close' | keyof MarketReads | keyof EventStore> => {
  /** Traits are read once for each set of them, however many intervals have it. */
  const intervalsIn = async (rows: readonly Row[]): Promise<readonly Interval[]> => {
    const ids = JSON.stringify([...new Set(rows.map((row) => row[TRAITS_COLUMN]))]);
    const texts = new Map<unknown, string>();
    for (const [id, content] of await query(
      'SELECT id, content FROM gpudeck.traits WHERE id IN (SELECT value::integer FROM json_array_elements_text($1::text::json))',
      [ids],
    ))
      texts.set(id, String(content));
    return rows.map((row) => intervalOf(row, texts.get(row[TRAITS_COLUMN]) ?? '[]'));
  };

  return {
    questions: async (service) => {
      const rows = await query(
        'SELECT q.id, q.asked, q.recorder_until_ms FROM gpudeck.questions q JOIN gpudeck.services s ON s.id = q.service WHERE s.address = $1 ORDER BY q.id',
        [service],
      );
      return rows.map(([id, asked, untilMs]) => ({
        id: Number(id),
        asked: askedIn(String(asked)),
        ...(untilMs !== null && { recorderUntilEpochMs: Number(untilMs) }),
      }));
    },
    rounds: async (question, { fromEpochMs, toEpochMs }) => {
      const rows = await query(
        'SELECT at_ms, offers, is_whole FROM gpudeck.rounds WHERE question = $1 AND at_ms >= $2 AND at_ms < $3 ORDER BY at_ms',
        [question, fromEpochMs, toEpochMs],
      );
      return rows.map(([atMs, offers, isWhole]) => ({
        atEpochMs: Number(atMs),
        offers: Number(offers),
        isWhole: isWhole === true,
      }));
    },
    intervals: async (question, { fromEpochMs, toEpochMs }, { models, moments } = {}) => {
      const values = [
        question,
        fromEpochMs,
        toEpochMs,
        ...(moments === undefined ? [] : [listOf(moments)]),
        ...(models === undefined ? [] : [namesOf(models)]),
      ];
      return intervalsIn(
        await query(
          `SELECT ${COLUMNS} FROM gpudeck.intervals i WHERE ${REACHING}
           ${moments === undefined ? '' : `AND ${STOOD}`} ${models === undefined ? '' : `AND ${ofModels(values.length)}`} ${moments === undefined ? 'ORDER BY i.from_ms' : ''}`,
          values,
        ),
      );
    },
    intervalsOf: async (service, whose) =>
      intervalsIn(
        'offerId' in whose
          ? await query(
              `SELECT ${COLUMNS} FROM gpudeck.intervals i WHERE ${OF_SERVICE} AND i.offer = $2 ORDER BY i.from_ms, i.offer`,
              [service, whose.offerId],
            )
          : await query(
              `SELECT ${COLUMNS} FROM gpudeck.intervals i WHERE ${OF_SERVICE}
               AND i.traits IN (SELECT id FROM gpudeck.traits WHERE machine_id = $2) ORDER BY i.from_ms, i.offer`,
              [service, whose.machineId],
            ),
      ),
    intervalsSinceEpochMs: async (service) => {
      const [[sinceMs] = []] = await query(
        `SELECT min(r.at_ms) FROM gpudeck.rounds r JOIN gpudeck.questions q ON q.id = r.question
         JOIN gpudeck.services s ON s.id = q.service WHERE s.address = $1`,
        [service],
      );
      return typeof sinceMs === 'number' ? sinceMs : undefined;
    },
  };
};

const TRAITS_COLUMN = 7;

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
