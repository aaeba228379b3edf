/** Reads all offers that a filter lets through, and prints how their prices spread. */
import { LARGEST_LIMIT, searchOf } from '../../../api/requests.ts';
import { counted, plural } from '../../../base/figures.ts';
import { printable } from '../../../base/printable.ts';
import type { Field } from '../../../catalogue/field.ts';
import { findOfferField } from '../../../catalogue/lookup.ts';
import type { Offer } from '../../../catalogue/values.ts';
import type { FilterLine } from '../../../filter/line.ts';
import { printLine } from '../../../filter/print.ts';
import { wireFilters } from '../../../filter/request.ts';
import { createSieve } from '../../../filter/sieve.ts';
import { type Cohort, createCohorts, type Position } from '../../../pricing/cohorts.ts';
import { JOB_FIELDS, type Workload, withJobCost } from '../../../pricing/job-cost.ts';
import type { CommonOptions } from '../../common-options.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import type { CommandIo } from '../../io.ts';
import { CAUSE_UNKNOWN, type Subject, tellLosses, writeRecords } from '../../print.ts';
import type { SearchStart } from '../../search-options.ts';
import type { Output } from '../../shared-options.ts';
import { readWholeMarket, withService } from '../../with-service.ts';
import { positionFigures, spreadSubject } from './figures.ts';

export type MarketOptions = {
  readonly start: SearchStart;
  readonly output: Output;
  /** Wire names of the fields that offers of one cohort agree in. */
  readonly by: readonly string[];
  readonly machineId?: number;
  readonly workload: Workload | undefined;
};

/** Prints the cohorts, or where a machine stands in them; resolves to the exit code, every message written. */
export const printMarket = (
  line: FilterLine,
  options: MarketOptions & CommonOptions,
  io: CommandIo,
): Promise<ExitCode> =>
  withService(io, async ({ client }) => {
    const { by, machineId, start, workload } = options;
    const { filters, local } = wireFilters(line);
    const request = searchOf(filters, start, { order: start.order });
    const begin = () => {
      const cohorts = createCohorts(by, ({ machine_id }) => machineId !== undefined && machine_id === machineId);
      const sieve = createSieve({ clauses: local, words: line.words });
      let received = 0;
      const add = (batch: readonly Offer[]): void => {
        received += batch.length;
        cohorts.add(batch.map((offer) => withJobCost(offer, workload)).filter(sieve.keeps));
      };
      return { ...cohorts, add, received: () => received, sieve };
    };
    const { counter: cohorts, losses } = await readWholeMarket(request, begin, client, io);
    const received = cohorts.received();
    const positions = cohorts.positions();
    const records =
      machineId === undefined
        ? cohorts.all().map(cohortRecord)
        : positions.map((position) => positionRecord(position, workload));
    const subject = subjectOf(by, machineId === undefined ? [] : positionFigures(workload));
    if (!(await writeRecords(records, subject, options, io))) return EXIT.done;
    const say = (text: string): void => io.writeError(`gpudeck: ${text}\n`);
    if (losses.isTruncated || received >= LARGEST_LIMIT)
      say(
        `the list was cut after ${counted(received, 'offer')}, so these figures cover only part of the market: narrow the filter`,
      );
    const applied = printable(printLine({ clauses: local, words: line.words }));
    if (applied !== '') say(`applied to the ${counted(received, 'offer')} received: ${applied}`);
    const unpriced = cohorts.unpriced();
    if (unpriced > 0)
      say(
        `${unpriced} ${plural(unpriced, 'offer')} without a price or a GPU count ${plural(unpriced, 'is', 'are')} left out`,
      );
    if (received === 0) {
      say('no offer matches');
      if (line.clauses.length > 0) io.writeError(CAUSE_UNKNOWN);
    } else if (records.length === 0 && machineId === undefined)
      for (const text of [...cohorts.sieve.barren(), cohorts.sieve.cause() ?? []].flat())
        say(`of the offers received, ${printable(text)}`);
    if (received > 0 && machineId !== undefined && positions.length === 0)
      say(`none of the ${received} offers received ${unpriced > 0 ? 'with a price ' : ''}is from machine ${machineId}`);
    tellLosses(losses, io);
    return EXIT.done;
  });

const cohortRecord = ({ like, spread }: Cohort) => ({ ...like, ...spread });

const positionRecord = ({ like, offer, price, rank, spread }: Position, workload: Workload | undefined) => ({
  ...like,
  id: offer.id ?? null,
  dph_gpu: price,
  rank,
  ...(workload !== undefined && Object.fromEntries(JOB_FIELDS.map((name) => [name, offer[name] ?? null]))),
  ...spread,
});

const subjectOf = (by: readonly string[], figures: readonly Field[]): Subject =>
  spreadSubject([...by.map(findOfferField).filter((field) => field !== undefined), ...figures]);
