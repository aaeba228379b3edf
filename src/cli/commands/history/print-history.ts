/** Prints how prices spread in the past, bucket by bucket, or the times in which an offer, or those of a machine, were seen the same. */
import { utcMoment, utcTime } from '../../../base/time.ts';
import { type Column, columnOf } from '../../../catalogue/columns.ts';
import type { Field } from '../../../catalogue/field.ts';
import { findOfferField } from '../../../catalogue/lookup.ts';
import type { FilterLine } from '../../../filter/line.ts';
import { printLine } from '../../../filter/print.ts';
import { defaultClauses, wireFilters } from '../../../filter/request.ts';
import { type Asked, clausesOf } from '../../../history/asked.ts';
import { KEPT_FIELDS } from '../../../history/kept-offer.ts';
import { offerOf } from '../../../history/market-at.ts';
import { pastFigures } from '../../../history/past-figures.ts';
import { INTERVALS_KEPT_MS } from '../../../history/store.ts';
import type { CommonOptions } from '../../common-options.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import type { CommandIo } from '../../io.ts';
import { formatFor, type Subject, writeRecords } from '../../print.ts';
import type { SearchStart } from '../../search-options.ts';
import type { Output } from '../../shared-options.ts';
import { sayGenerated, withHistory } from '../../with-history.ts';
import { PARTIAL, spreadSubject } from './figures.ts';

/** What of the past is printed. */
export type HistoryOptions = {
  readonly start: SearchStart;
  readonly output: Output;
  /** Wire names of the fields that offers of one cohort agree in. */
  readonly by: readonly string[];
  /** How far back, and how long a bucket is. */
  readonly backMs: number;
  readonly stepMs: number;
};

/** Of whom the intervals are printed. */
export type Whose = { readonly offerId: number } | { readonly machineId: number };

/** Prints the figures; resolves to the exit code, every message written. Asks no service. */
export const printHistory = (
  line: FilterLine,
  options: HistoryOptions & CommonOptions,
  io: CommandIo,
): Promise<ExitCode> => {
  const say = (text: string): void => io.writeError(`gpudeck: ${text}\n`);
  const { by, start, stepMs, backMs } = options;
  const unkept = by.filter((name) => !KEPT_FIELDS.includes(name));
  if (unkept.length > 0) {
    say(unkeptWords(unkept));
    return Promise.resolve(EXIT.badUsage);
  }
  if (line.words.length > 0) {
    say('the history cannot be searched for words: write clauses instead, such as gpu_name=RTX_4090');
    return Promise.resolve(EXIT.badUsage);
  }
  return withHistory({ isOnlyRead: true }, io, async (store) => {
    const { filters, local } = wireFilters(line);
    const nowMs = io.clock.now();
    const figures = await pastFigures(store, {
      service: io.setup.service,
      asked: { type: start.type, storageGb: start.storageGb, filters },
      conditions: [...line.clauses, ...defaultClauses(line)],
      local,
      by,
      stretch: { fromEpochMs: Math.floor((nowMs - backMs) / stepMs) * stepMs, toEpochMs: nowMs + 1 },
      stepMs,
    });
    if ('unkept' in figures) {
      say(unkeptWords(figures.unkept));
      return EXIT.badUsage;
    }
    const { buckets, isBegunWithin } = figures;
    const records = buckets.flatMap(({ fromEpochMs, toEpochMs, cohorts }, place) =>
      cohorts.map(({ like, spread }) => ({
        from: utcTime(fromEpochMs),
        to: utcTime(Math.min(toEpochMs, nowMs)),
        ...like,
        ...spread,
        [PARTIAL]: (place === 0 && isBegunWithin) || toEpochMs > nowMs,
      })),
    );
    if (!(await writeRecords(records, subjectOf(by), options, io))) return EXIT.done;
    if (buckets.length === 0) {
      const asked = (await store.questions(io.setup.service)).length > 0;
      say(
        asked
          ? 'nothing that answers this was recorded in this time: gpudeck record keeps it from now on, and --type and --storage must be those that were recorded'
          : 'nothing was recorded of this service: gpudeck record keeps what offers cost',
      );
    } else if (records.length === 0) say('no offer matches');
    if (records.length > 0) await sayGenerated(store, nowMs - backMs, io);
    const since = await store.intervalsSinceEpochMs(io.setup.service);
    if (backMs > INTERVALS_KEPT_MS && since !== undefined)
      say(`before ${utcTime(since)} only the figures of whole filters by gpu_name are kept`);
    return EXIT.done;
  });
};

const unkeptWords = (names: readonly string[]): string =>
  `the history does not keep ${names.join(', ')}; it keeps ${KEPT_FIELDS.join(', ')}`;

const subjectOf = (by: readonly string[]): Subject =>
  spreadSubject(
    [momentField('from', 'From'), momentField('to', 'To'), ...by.flatMap((name) => findOfferField(name) ?? [])],
    [{ name: PARTIAL, wire: 'boolean', group: 'identity', label: 'Partial', heading: 'partial', width: 7 }],
  );

/** A field that is a moment as text. */
const momentField = (name: string, heading: string): Field => ({
  name,
  wire: 'string',
  group: 'identity',
  label: heading,
  heading,
  width: 20,
});

/** Fields of the offer that are printed; JSON has all that are kept. */
const SHOWN = ['id', 'machine_id', 'gpu_name', 'num_gpus', 'dph_total', 'min_bid', 'rented', 'verification'];

/** Prints the intervals; resolves to the exit code, every message written. Asks no service. */
export const printIntervals = (
  whose: Whose,
  options: Omit<HistoryOptions, 'start'> & CommonOptions,
  io: CommandIo,
): Promise<ExitCode> =>
  withHistory({ isOnlyRead: true }, io, async (store) => {
    const { service } = io.setup;
    const intervals = await store.intervalsOf(service, whose);
    const questions = new Map((await store.questions(service)).map(({ id, asked }) => [id, asked]));
    // A table is read by people.
    const moment = formatFor(options.output, io.columns) === 'table' ? utcTime : utcMoment;
    const records = intervals.map((interval) => ({
      from: moment(interval.fromEpochMs),
      to: interval.untilEpochMs === undefined ? null : moment(interval.untilEpochMs),
      ended: interval.ending ?? null,
      question: interval.question,
      ...askedWords(questions.get(interval.question)),
      ...offerOf(interval),
    }));
    if (!(await writeRecords(records, SUBJECT, options, io))) return EXIT.done;
    const [first] = intervals;
    if (first !== undefined) await sayGenerated(store, first.fromEpochMs, io);
    else {
      const [kind, id] = 'offerId' in whose ? ['offer', whose.offerId] : ['machine', whose.machineId];
      io.writeError(`gpudeck: no recorded answer of this service holds ${kind} ${id}\n`);
    }
    return EXIT.done;
  });

/** What an answer was an answer to: intervals of one question follow each other, those of two may tell of the same time. */
const askedWords = (asked: Asked | undefined) => ({
  type: asked?.type ?? null,
  storage: asked?.storageGb ?? null,
  filter: asked === undefined ? null : printLine({ clauses: clausesOf(asked), words: [] }),
});

const FIELDS: readonly Field[] = [
  momentField('from', 'From'),
  momentField('to', 'To'),
  { name: 'ended', wire: 'string', group: 'identity', label: 'Ended', heading: 'Ended', width: 7 },
  { name: 'question', wire: 'number', group: 'identity', label: 'Question', heading: 'Question', width: 8 },
  { name: 'type', wire: 'string', group: 'identity', label: 'Type', heading: 'Type', width: 8 },
  { name: 'storage', wire: 'number', group: 'identity', label: 'Disk in the price, GB', heading: 'Disk GB', width: 7 },
  ...SHOWN.flatMap((name) => findOfferField(name) ?? []),
  { name: 'filter', wire: 'string', group: 'identity', label: 'Filter', heading: 'Filter', width: 40 },
];

const COLUMNS: readonly Column[] = FIELDS.map(columnOf);

const SUBJECT: Subject = {
  fields: FIELDS,
  columns: COLUMNS,
  keptLongest: COLUMNS.map(({ id }) => id),
  findColumn: (name) => COLUMNS.find(({ id }) => id === name),
};
