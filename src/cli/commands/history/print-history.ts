/** Prints how prices spread in the past, bucket by bucket. */
import { findOfferField } from '../../../catalogue/lookup.ts';
import { defaultClauses } from '../../../filter/defaults.ts';
import type { FilterLine } from '../../../filter/line.ts';
import { wireFilters } from '../../../filter/request.ts';
import { KEPT_FIELDS } from '../../../history/kept-offer.ts';
import { pastFigures } from '../../../history/past-figures.ts';
import { INTERVALS_KEPT_MS } from '../../../history/store.ts';
import type { CommonOptions } from '../../common-options.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import type { CommandIo } from '../../io.ts';
import { type Subject, writeRecords } from '../../print.ts';

import { withHistory } from '../../with-history.ts';
import { spreadSubject } from '../market/figures.ts';
import { moment, momentField } from './moments.ts';
import type { HistoryOptions } from './options.ts';

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
    const { buckets } = figures;
    const records = buckets.flatMap(({ fromEpochMs, toEpochMs, cohorts }) =>
      cohorts.map(({ like, spread }) => ({ from: moment(fromEpochMs), to: moment(toEpochMs), ...like, ...spread })),
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
    const since = await store.intervalsSinceEpochMs(io.setup.service);
    if (backMs > INTERVALS_KEPT_MS && since !== undefined)
      say(`before ${moment(since)} only the figures of whole filters by gpu_name are kept`);
    return EXIT.done;
  });
};

const unkeptWords = (names: readonly string[]): string =>
  `the history does not keep ${names.join(', ')}; it keeps ${KEPT_FIELDS.join(', ')}`;

const subjectOf = (by: readonly string[]): Subject =>
  spreadSubject([
    momentField('from', 'From'),
    momentField('to', 'To'),
    ...by.flatMap((name) => findOfferField(name) ?? []),
  ]);
