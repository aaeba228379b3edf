/** What renting costs as a table: an hour with its parts, a day, a month or the time until it ends, the job, and what is paid while it is stopped. Pure. */

import type { RentRequest } from '../../../../api/requests.ts';
import { grouped } from '../../../../base/figures.ts';
import { dollars, groupedDollars } from '../../../../money/money.ts';
import type { Workload } from '../../../../pricing/job-cost.ts';
import { costSpans, leftWords, soonestEnd } from '../../../../pricing/time-left.ts';
import type { RentalCost } from '../../../../rentals/price.ts';
import { labelled, paragraph, type RecordLine } from '../../../ui/record-lines.ts';
import { jobWords } from '../job-costs.ts';

/** One of the amounts of all of `costs` together; undefined where it is not known of one of them. */
export const costOfAll = (
  costs: readonly (RentalCost | undefined)[],
  part: Exclude<keyof RentalCost, 'hoursLeft'>,
): number | undefined =>
  costs.reduce<number | undefined>((all, cost) => {
    const amount = cost?.[part];
    return all === undefined || amount === undefined ? undefined : all + amount;
  }, 0);

type Told = {
  /** Of each offer that is rented. */
  readonly costs: readonly (RentalCost | undefined)[];
  readonly plan: Pick<RentRequest, 'diskGb' | 'bid'>;
  readonly job: Workload | undefined;
  /** When the prices were asked for, as a clock shows it. */
  readonly asOf?: string;
};

/** The lines of the table in `width` cells; what is not known is said so. */
export const costLines = ({ costs, plan, job, asOf }: Told, width: number): readonly RecordLine[] => {
  const total = costOfAll(costs, 'perHour');
  const stopped = costOfAll(costs, 'stoppedPerHour');
  const left = soonestEnd(costs.map((cost) => cost?.hoursLeft));
  const ends = left === undefined ? '' : `${costs.length === 1 ? 'it' : 'the first'} ends in ${leftWords(left)}`;
  const spans = costSpans(left).map(({ name, hours }) => {
    const amount = amountWords(total === undefined ? undefined : total * hours);
    if (name === 'end') return ['until then', `${amount}   ${ends}`] as const;
    return name === 'day' ? (['a day', amount] as const) : (['a month', `${amount}   30 days`] as const);
  });
  const isCut = job !== undefined && left !== undefined && left < job.hours;
  const gpus = plan.bid === undefined ? 'GPUs' : 'the bid';
  const gpusAnHour = hourlyWords(costOfAll(costs, 'gpusPerHour'));
  const each = costs.length === 1 ? '' : ' each';
  const parts = `${gpus} ${gpusAnHour} + disk of ${grouped(plan.diskGb)} GB${each} ${hourlyWords(stopped)}`;
  const figures: readonly (readonly [string, string])[] = [
    ['an hour', [hourlyWords(total), ...(asOf === undefined ? [] : [`as of ${asOf}`]), parts].join('   ')],
    ...spans,
    ...(job === undefined
      ? []
      : [[jobWords(job), `${amountWords(costOfAll(costs, 'job'))}${isCut ? `   but ${ends}` : ''}`] as const]),
    ['stopped', stopped === undefined ? UNKNOWN : `${dollars(stopped)} an hour for the disk, until it is destroyed`],
  ];
  return figures.flatMap(([name, amount], row) => {
    const label = `${name.padEnd(10)} `;
    return labelled(label, paragraph(amount, width - label.length, row === 0 ? 'strong' : 'plain'));
  });
};

const UNKNOWN = 'unknown';

const amountWords = (amount: number | undefined): string => (amount === undefined ? UNKNOWN : groupedDollars(amount));

const hourlyWords = (perHour: number | undefined): string => (perHour === undefined ? UNKNOWN : dollars(perHour));
