/** What is read of a history in PostgreSQL. */
import { askedIn } from './asked.ts';
import { hourFiguresOf } from './hour-figures.ts';
import type { Query, Row } from './postgres-connection.ts';
import { databaseText } from './postgres-traits.ts';
import { ENDINGS } from './round-difference.ts';
import type { EventStore, HistoryStore, Interval } from './store.ts';

const HOUR_MS = 3_600_000;

/** Columns of an interval, in the order of `intervalOf`. */
const COLUMNS = 'i.question, i.offer, i.from_ms, i.until_ms, i.ending, i.price, i.min_bid, i.traits';

/** Of a question those that reach into a stretch. */
const REACHING = 'i.question = $1 AND i.from_ms < $3 AND (i.until_ms IS NULL OR i.until_ms > $2)';

const OF_SERVICE =
  'i.question IN (SELECT q.id FROM gpudeck.questions q JOIN gpudeck.services s ON s.id = q.service WHERE s.address = $1)';

const SPREAD = 'n, min, p10, p25, median, p75, p90, max';

/** The reads of a store. */
export const createReads = (query: Query): Omit<HistoryStore, 'record' | 'close' | keyof EventStore> => {
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
        ...(moments === undefined ? [] : [`{${moments.join()}}`]),
        ...(models === undefined ? [] : [JSON.stringify(models.map(databaseText))]),
      ];
      // A number of moments before an interval ends, and fewer before it begins.
      const stood = `AND (i.until_ms IS NULL OR width_bucket(i.until_ms - 1, $4::text::bigint[]) > width_bucket(i.from_ms - 1, $4::text::bigint[]))`;
      const ofModels = `AND i.traits IN (SELECT t.id FROM gpudeck.traits t JOIN json_array_elements_text($${values.length}::text::json) m (name)
        ON left(t.gpu_name, 100) = left(m.name, 100) AND t.gpu_name = m.name)`;
      return intervalsIn(
        await query(
          `SELECT ${COLUMNS} FROM gpudeck.intervals i WHERE ${REACHING}
           ${moments === undefined ? '' : stood} ${models === undefined ? '' : ofModels} ${moments === undefined ? 'ORDER BY i.from_ms' : ''}`,
          values,
        ),
      );
    },
    hours: async (question, { fromEpochMs, toEpochMs }) => {
      const rows = await query(
        `SELECT at_ms, gpu_name, ${SPREAD} FROM gpudeck.hours WHERE question = $1 AND at_ms >= $2 AND at_ms < $3
         ORDER BY at_ms, gpu_name COLLATE "C" NULLS FIRST`,
        [question, fromEpochMs, toEpochMs],
      );
      return rows.map(([atMs, gpuName, ...figures]) => {
        const [n = 0, min = 0, p10 = 0, p25 = 0, median = 0, p75 = 0, p90 = 0, max = 0] = figures.map(Number);
        return {
          question,
          atEpochMs: Number(atMs),
          gpuName: gpuName as string | null,
          spread: { n, min, p10, p25, median, p75, p90, max },
        };
      });
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

/** Keeps the figures of the hour in which `lastMs` lies, as of its last whole answer. */
export const keepHour = async (query: Query, question: number, lastMs: number): Promise<void> => {
  const [[atMs] = []] = await query(
    'SELECT max(at_ms) FROM gpudeck.rounds WHERE question = $1 AND is_whole AND at_ms BETWEEN $2 AND $3',
    [question, Math.floor(lastMs / HOUR_MS) * HOUR_MS, lastMs],
  );
  if (typeof atMs !== 'number') return;
  const kept = await query('SELECT 1 FROM gpudeck.hours WHERE question = $1 AND at_ms = $2 LIMIT 1', [question, atMs]);
  if (kept.length > 0) return;
  const rows = await query(
    `SELECT t.gpu_name, t.num_gpus, i.price FROM gpudeck.intervals i JOIN gpudeck.traits t ON t.id = i.traits WHERE ${REACHING}`,
    [question, atMs, atMs + 1],
  );
  const figures = hourFiguresOf(
    rows.map(([gpuName, gpus, price]) => ({
      gpuName: gpuName as string | null,
      gpus: gpus as number | null,
      price: price as number | null,
    })),
  );
  await query(
    `INSERT INTO gpudeck.hours (question, at_ms, gpu_name, ${SPREAD}) SELECT $1, $2, "gpuName", ${SPREAD}
     FROM json_to_recordset($3::text::json) AS h ("gpuName" text, n integer, min double precision, p10 double precision,
       p25 double precision, median double precision, p75 double precision, p90 double precision, max double precision)`,
    [question, atMs, JSON.stringify(figures.map(({ gpuName, spread }) => ({ gpuName, ...spread })))],
  );
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
