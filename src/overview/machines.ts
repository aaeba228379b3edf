/** The user's own machines: how much of each is let, what it earns, how its price stands, and its next window. Pure. */
import { fixed } from '../base/figures.ts';
import { printableStart } from '../base/text.ts';
import { occupancyMarks } from '../catalogue/machine-fields.ts';
import { alignedGpus } from '../catalogue/offer-columns.ts';
import type { HostMachine } from '../catalogue/values.ts';
import { dim, piece, plain, type Segment } from '../drawing/segments.ts';
import { nextWindowWords, standingByMachine } from '../maintenance/standing-windows.ts';
import type { OverviewFacts, OwnLists } from './facts.ts';
import { medianColumn } from './market.ts';
import { type FewColumn, figureColumn, opens, type Part, type PartPlace, partBand, rowLines } from './part.ts';

/** What the machines have earned in the last day, $, and how many of their GPUs are let; a part that the service does not tell is undefined. */
export const earningsOf = ({ value: machines, isPartial = false }: NonNullable<OwnLists['machines']>) => {
  const earned = machines.flatMap(({ earn_day: day }) => (typeof day === 'number' ? [day] : []));
  const letters = machines.flatMap(lettersOf);
  return {
    dayDollars: earned.length === 0 ? undefined : earned.reduce((sum, day) => sum + day, 0),
    isWhole: !isPartial && earned.length === machines.length,
    gpus: letters.length,
    letGpus: letters.filter((letter) => letter !== FREE).length,
  };
};

const FREE = '·';

const lettersOf = ({ gpu_occupancy: letters }: HostMachine): readonly string[] =>
  typeof letters === 'string' ? [...occupancyMarks(letters)] : [];

/** Present where there is a machine. */
export const machinesPart = (facts: OverviewFacts, place: PartPlace): Part | undefined => {
  const { machines } = facts;
  if (machines === undefined || machines.value.length === 0) return undefined;
  const rows = machines.value.toSorted(
    (one, other) => Number(isUnlisted(other)) - Number(isUnlisted(one)) || (other.earn_day ?? 0) - (one.earn_day ?? 0),
  );
  const { dayDollars, isWhole } = earningsOf(machines);
  const least = isWhole ? '' : 'at least ';
  const earned =
    dayDollars === undefined ? [] : [piece(`${least}${fixed(dayDollars, 2)}`, 'good'), dim(' $ in the last day')];
  return {
    name: 'machines',
    lines: [
      partBand('Machines', [earned, opens('frame.machines', place)], place.width),
      ...rowLines(rows, columnsOf(facts, place), place, ({ id }) => ({ to: 'machines', key: id ?? undefined }), {
        to: 'machines',
      }),
    ],
  };
};

const isUnlisted = ({ listed }: HostMachine): boolean => listed === false;

const columnsOf = (facts: OverviewFacts, place: PartPlace): readonly FewColumn<HostMachine>[] => {
  const { nowEpochMs, timeZone, bars } = place;
  const windows = standingByMachine(facts.windows?.value ?? [], nowEpochMs);
  return [
    { heading: '', rank: 7, cell: (row) => (isUnlisted(row) ? [piece('! not listed', 'warning')] : []) },
    { heading: 'machine', rank: 0, cell: ({ id }) => [plain(String(id ?? '?'))] },
    { heading: '   GPU', rank: 2, most: 22, cell: (row) => [plain(printableStart(alignedGpus(row)))] },
    { heading: 'rented', rank: 1, cell: (row) => lettersOf(row).map((letter) => occupied(printableStart(letter))) },
    figureColumn('$/GPU/h', 5, 4, ({ listed_gpu_cost: price }) => price),
    medianColumn(6, facts.market, bars, ({ listed_gpu_cost: price, gpu_name: model }) => ({ price, model })),
    figureColumn('$ a day', 3, 2, ({ earn_day: day }) => (typeof day === 'number' && day > 0 ? day : undefined)),
    {
      heading: 'next window',
      rank: 4,
      cell: ({ id }) => {
        const next = windows.get(id)?.[0];
        return [next === undefined ? dim('-') : plain(nextWindowWords(next, timeZone, nowEpochMs))];
      },
    },
  ];
};

/** `D` and `R` earn what they were listed for, `I` a bid. */
const occupied = (letter: string): Segment =>
  piece(letter, letter === FREE ? 'dim' : letter === 'I' ? 'warning' : 'good');
