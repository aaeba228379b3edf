/** Prints the times in which an offer, or the offers of a machine, were seen the same. */
import { type Column, columnOf } from '../../../catalogue/columns.ts';
import type { Field } from '../../../catalogue/field.ts';
import { findOfferField } from '../../../catalogue/lookup.ts';
import { printLine } from '../../../filter/print.ts';
import { type Asked, clausesOf } from '../../../history/asked.ts';
import { offerOf } from '../../../history/market-at.ts';
import type { CommonOptions } from '../../common-options.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import type { CommandIo } from '../../io.ts';
import { type Subject, writeRecords } from '../../print.ts';

import { withHistory } from '../../with-history.ts';
import { moment, momentField } from './moments.ts';
import type { HistoryOptions, Whose } from './options.ts';

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
    const records = intervals.map((interval) => ({
      from: moment(interval.fromEpochMs),
      to: interval.untilEpochMs === undefined ? null : moment(interval.untilEpochMs),
      ended: interval.ending ?? null,
      question: interval.question,
      ...askedWords(questions.get(interval.question)),
      ...offerOf(interval),
    }));
    if (!(await writeRecords(records, SUBJECT, options, io))) return EXIT.done;
    if (records.length === 0) {
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
