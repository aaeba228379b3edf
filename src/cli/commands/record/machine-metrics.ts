/** The figures of a host's machines, of each by its id, as what others watch machines with knows them. */
import { printableStart } from '../../../base/printable.ts';
import { occupancyMarks } from '../../../catalogue/machine-fields.ts';
import type { HostMachine } from '../../../catalogue/values.ts';
import { type MachineMarket, placeIn } from '../../../hosting/machine-market.ts';
import type { Place } from '../../../pricing/place.ts';
import { type Family, gauge } from './open-metrics.ts';

/** The machines as they are listed, and the market of each, as far as it is known. */
export type MachineFigures = {
  readonly machines: readonly HostMachine[];
  readonly markets: ReadonlyMap<number, MachineMarket>;
};

/** Machines with figures of their own: more have nothing but what is told of all. */
const MOST_MACHINES = 1000;

const LONGEST_NAME = 100;

/** How GPUs are let, by their letters; any other letter is `other`. */
const KINDS: readonly (readonly [letter: string, kind: string])[] = [
  ['D', 'on_demand'],
  ['R', 'reserved'],
  ['I', 'interruptible'],
  ['·', 'free'],
];

/** Behind `gpudeck_machine_`. */
const OF_RECORDS: readonly (readonly [name: string, help: string, figure: (machine: HostMachine) => unknown])[] = [
  ['listed', '1 where it is listed, 0 where not.', ({ listed }) => (listed == null ? listed : Number(listed))],
  ['gpu_price_dollars_per_hour', 'What one GPU is listed for.', ({ listed_gpu_cost: price }) => price],
  ['smallest_bid_dollars_per_hour', 'The smallest bid for one GPU.', ({ min_bid_price: price }) => price],
  ['disk_price_dollars_per_gigabyte_month', 'What disk is listed for.', ({ listed_storage_cost: price }) => price],
  ['earned_last_hour_dollars', 'What it has earned in the last hour.', ({ earn_hour: dollars }) => dollars],
  ['earned_last_day_dollars', 'What it has earned in the last day.', ({ earn_day: dollars }) => dollars],
  ['reliability_ratio', 'Its reliability, from 0 to 1.', ({ reliability2: share }) => share],
  ['reports', 'Reports of renters about it.', ({ num_reports: count }) => count],
  ['end_timestamp_seconds', 'When its offer ends; absent where it never does.', ({ end_date: endS }) => endS],
  ['last_heard_age_seconds', 'Time since it was last heard of, 0 while it is online.', ({ timeout }) => timeout],
];

const OF_MARKET: readonly (readonly [name: string, help: string, figure: (place: Place) => number | undefined])[] = [
  ['market_rank', 'Place of its price among comparable offers of others, from the cheapest.', ({ rank }) => rank],
  ['market_offers', 'Offers that its price is compared with, itself among them.', ({ count }) => count],
  ['market_median_dollars_per_hour', 'What one GPU costs at the median of those.', ({ median }) => median],
  ['market_gap_ratio', 'How far its price is from that median: -0.08 is 8 % under it.', (place) => place.fromMedian],
];

/** Of the first machines. What is not known of one is left out. */
export const machineFamilies = ({ machines, markets }: MachineFigures): readonly Family[] => {
  const told = machines.flatMap((machine) => {
    const { id } = machine;
    if (typeof id !== 'number') return [];
    const market = markets.get(id);
    // Among a part of the others its place is not known.
    const isKnown = market?.isWhole && market.others.length > 0;
    return [{ machine, place: isKnown ? placeIn(market, machine) : undefined, labels: { machine_id: String(id) } }];
  });
  const first = told.slice(0, MOST_MACHINES);
  const family = (name: string, help: string, figureOf: (one: (typeof told)[number]) => unknown): Family =>
    gauge(
      `gpudeck_machine_${name}`,
      help,
      first.flatMap((one) => {
        const value = figureOf(one);
        return typeof value === 'number' && Number.isFinite(value) ? [{ labels: one.labels, value }] : [];
      }),
    );
  return [
    gauge(
      'gpudeck_machine_gpus',
      'GPUs of a machine, by how they are let.',
      first.flatMap(({ machine, labels }) =>
        gpusByKind(machine).map((gpus) => ({ ...gpus, labels: { ...labels, ...gpus.labels } })),
      ),
    ),
    ...OF_RECORDS.map(([name, help, figure]) => family(name, help, ({ machine }) => figure(machine))),
    ...OF_MARKET.map(([name, help, figure]) => family(name, help, ({ place }) => place && figure(place))),
  ];
};

/** All kinds, so that what was let once goes to 0 and not away. */
const gpusByKind = ({ gpu_occupancy: letters, gpu_name: model }: HostMachine) => {
  if (typeof letters !== 'string') return [];
  const marks = [...occupancyMarks(letters)];
  const known = KINDS.map(([letter, kind]) => ({ kind, count: marks.filter((mark) => mark === letter).length }));
  const other = marks.length - known.reduce((sum, { count }) => sum + count, 0);
  return [...known, ...(other === 0 ? [] : [{ kind: 'other', count: other }])].map(({ kind, count: value }) => ({
    labels: { gpu_name: typeof model === 'string' ? printableStart(model, LONGEST_NAME) : 'unknown', kind },
    value,
  }));
};
