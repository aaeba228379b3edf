/**
 * Records what a data set tells into a history, answer by answer, as if all had been asked again: whatever the store keeps beside intervals comes
 * about as it did. What midnight cut is one again, as nothing changes between its rows.
 */
import { join } from 'node:path';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { z } from 'zod';
import { findOfferField } from '../../catalogue/lookup.ts';
import { askedIn } from '../asked.ts';
import { type KeptOffer, TRAITS } from '../kept-offer.ts';
import { standingIn } from '../market-at.ts';
import { type HistoryStore, HistoryTrouble } from '../store.ts';
import { MONEY_DIGITS, TABLES, type TableColumn, type TableName } from './columns.ts';
import { readManifest, StrangeDataSet } from './manifest.ts';

type ImportWish = {
  /** One that is empty. */
  readonly store: Pick<HistoryStore, 'record'>;
  readonly folder: string;
  readonly signal: AbortSignal;
};

type ImportedDay = {
  /** Such as 2026-11-26. */
  readonly day: string;
  readonly answers: number;
};

/** A store that is away keeps back some answers and drops the others. */
const BROKEN_OFF =
  'The history was away, or somebody else recorded into it: what was imported is not all. Import again, into an empty one.';

type FileRow = Readonly<Record<string, unknown>>;

const moment = z.date().transform(Number);
const price = z
  .number()
  .optional()
  .transform((value) => (value === undefined ? null : Number(value.toFixed(MONEY_DIGITS))));

/** What is taken from rows; of one that is not so the file is damaged. */
const ANSWER = z.object({
  question: z.string(),
  service: z.string(),
  asked: z.string().transform(askedIn),
  observed_at: moment,
  whole: z.boolean(),
});
const INTERVAL = z.object({
  question: z.string(),
  id: z.bigint().transform(Number),
  seen_from: moment,
  seen_until: moment,
  dph_total: price,
  min_bid: price,
});

/** Records it all, and gives the days that are recorded. Throws a StrangeDataSet, and what file system and store throw. */
export const importDays = async function* ({ store, folder, signal }: ImportWish): AsyncGenerator<ImportedDay> {
  const manifest = readManifest(folder);
  if (manifest === undefined)
    throw new StrangeDataSet(
      `${folder} has no manifest.json: name the folder that gpudeck history export has written. A day is in it once the day is over.`,
    );
  for (const [day, { files }] of Object.entries(manifest.days).sort(([one], [other]) => (one < other ? -1 : 1))) {
    const rowsOf = async <Made>(table: TableName, madeOf: (row: FileRow) => Made): Promise<readonly Made[]> => {
      const made: Made[] = [];
      for (const file of files)
        if (file.table === table) for await (const rows of rowsIn(join(folder, file.path), madeOf)) made.push(...rows);
      return made;
    };
    const answers = await rowsOf('observations', (row) => ANSWER.parse(row));
    const intervals = Map.groupBy(await rowsOf('offers', createIntervals()), ({ question }) => question);
    for (const [question, own] of Map.groupBy(answers, (answer) => answer.question)) {
      const rounds = new Map(own.map((answer) => [answer.observed_at, answer]));
      const moments = [...rounds.keys()].sort((one, other) => one - other);
      for (const [atEpochMs, offers] of standingIn(intervals.get(question) ?? [], moments, (interval) => interval)) {
        const answer = rounds.get(atEpochMs);
        if (signal.aborted || answer === undefined) return;
        const { service, asked, whole: isWhole } = answer;
        // The store keeps more of what a recorder recorded.
        const { kind } = await store.record({ service, asked, atEpochMs, isWhole, offers, nextInMs: 0 });
        if (kind !== 'recorded') throw new HistoryTrouble('failed', BROKEN_OFF);
      }
    }
    yield { day, answers: answers.length };
  }
};

/** What `madeOf` makes of the rows of the file at `path`, a group of them at a time. */
const rowsIn = async function* <Made>(path: string, madeOf: (row: FileRow) => Made): AsyncGenerator<readonly Made[]> {
  try {
    const file = await asyncBufferFromFile(path);
    const metadata = await parquetMetadataAsync(file);
    let rowStart = 0;
    for (const { num_rows } of metadata.row_groups) {
      const rowEnd = rowStart + Number(num_rows);
      yield (await parquetReadObjects({ file, metadata, rowStart, rowEnd })).map(madeOf);
      rowStart = rowEnd;
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw error;
    throw new StrangeDataSet(`${path} is damaged, or no file of an exported history: export it anew.`, {
      cause: error,
    });
  }
};

type FileInterval = KeptOffer & {
  readonly question: string;
  readonly fromEpochMs: number;
  readonly untilEpochMs: number;
};

/** Makes intervals of rows of `offers`; traits that are the same are kept once. */
const createIntervals = (): ((row: FileRow) => FileInterval) => {
  const known = new Map<string, string>();
  return (row) => {
    const { question, id, seen_from, seen_until, dph_total, min_bid } = INTERVAL.parse(row);
    const text = JSON.stringify(TRAITS.map((name) => keptValue(name, row[name])));
    const traits = known.getOrInsertComputed(text, () => text);
    return {
      ...{ question, offerId: id, price: dph_total, minimumBid: min_bid, traits },
      ...{ fromEpochMs: seen_from, untilEpochMs: seen_until },
    };
  };
};

const KINDS = new Map<string, TableColumn['kind']>(TABLES.offers.map(({ name, kind }) => [name, kind]));

/** The value of a trait as the service has it; null for none. */
const keptValue = (name: string, value: unknown): unknown => {
  if (value === undefined || value === null) return null;
  const kind = KINDS.get(name);
  if (kind === 'id') return Number(value);
  if (kind === 'money') return Number(Number(value).toFixed(MONEY_DIGITS));
  return kind === 'truth' && findOfferField(name)?.wire === 'flag' ? Number(value) : value;
};
