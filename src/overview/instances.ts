/** The instances, what is wrong first. Pure. */
import { fixed } from '../base/figures.ts';
import { printableStart } from '../base/text.ts';
import { displayText } from '../catalogue/format.ts';
import { IDLE_WORDS, isDiskAlone, presentRate, pressingOf, standingOf } from '../catalogue/instance-columns.ts';
import { alignedGpus } from '../catalogue/offer-columns.ts';
import { SPAN_TONES, toneOf } from '../catalogue/tones.ts';
import type { Instance } from '../catalogue/values.ts';
import { gaugeSegment } from '../drawing/bars.ts';
import { dim, piece, plain } from '../drawing/segments.ts';
import type { OverviewFacts } from './facts.ts';
import {
  type FewColumn,
  figureColumn,
  type Line,
  opens,
  type Part,
  type PartPlace,
  partBand,
  rowLines,
} from './part.ts';

const DAY_S = 86_400;

/** Cells of the bar of how much of its GPUs is in use. */
const GAUGE = 9;

/** What an instance is called: its label, else its id. */
export const instanceName = ({ id, label }: Instance): string =>
  printableStart(displayText(typeof label === 'string' && label.trim() !== '' ? label : String(id ?? '?')));

/** Present where there is an instance. */
export const instancesPart = ({ instances }: OverviewFacts, place: PartPlace): Part | undefined => {
  if (instances === undefined || instances.value.length === 0) return undefined;
  const rows = instances.value.toSorted(
    (one, other) => pressingOf(one) - pressingOf(other) || (presentRate(other) ?? 0) - (presentRate(one) ?? 0),
  );
  const least = instances.isPartial ? [[dim('  at least')]] : [];
  return {
    name: 'instances',
    lines: [
      partBand('Instances', [...least, ...standings(rows), opens('frame.instances', place)], place.width),
      ...rowLines(rows, columnsOf(place), place, ({ id }) => ({ to: 'instances', key: id ?? undefined }), {
        to: 'instances',
      }),
    ],
  };
};

/** `! 2 exited  5 running`: how many there are of each standing, in the order of the rows. */
const standings = (rows: readonly Instance[]): readonly Line[] =>
  [...Map.groupBy(rows, (row) => standingOf(row).words)].map(([words, those]) => {
    const [sign = '', ...name] = words.split(' ');
    const { role = 'plain' } = standingOf(those[0] ?? {});
    return [piece(`  ${sign === '+' ? '' : `${sign} `}${those.length} ${name.join(' ')}`, role)];
  });

const columnsOf = ({ nowEpochMs, bars }: PartPlace): readonly FewColumn<Instance>[] => [
  {
    heading: 'state',
    rank: 0,
    cell: (row) => [piece(printableStart(standingOf(row).words), standingOf(row).role ?? 'plain')],
  },
  { heading: 'label', rank: 1, most: 14, cell: (row) => [plain(instanceName(row))] },
  { heading: '   GPU', rank: 3, most: 22, cell: (row) => [plain(printableStart(alignedGpus(row)))] },
  {
    heading: '',
    rank: 8,
    cell: ({ gpu_util: percent }) =>
      typeof percent === 'number' && bars !== 'blank' ? [gaugeSegment(percent / 100, GAUGE, bars)] : [],
  },
  {
    heading: 'GPU %',
    rank: 6,
    isRight: true,
    cell: (row) => [
      typeof row.gpu_util === 'number'
        ? piece(fixed(row.gpu_util, 0), standingOf(row).words === IDLE_WORDS ? 'warning' : 'plain')
        : dim('-'),
    ],
  },
  figureColumn('$/h', 2, 4, presentRate),
  figureColumn('$ a day', 4, 2, dayOf),
  {
    heading: 'left days',
    rank: 5,
    isRight: true,
    cell: ({ end_date: endS }) => {
      const leftS = typeof endS === 'number' ? Math.max(0, endS - nowEpochMs / 1000) : undefined;
      if (leftS === undefined) return [dim('-')];
      // Rounded down: what is left is never said to be more.
      return [piece(fixed(Math.floor((leftS / DAY_S) * 10) / 10, 1), toneOf(SPAN_TONES, leftS) ?? 'plain')];
    },
  },
  {
    heading: '',
    rank: 7,
    cell: (row) =>
      standingOf(row).words === IDLE_WORDS ? [piece('wasted', 'warning')] : isDiskAlone(row) ? [dim('disk')] : [],
  },
];

const dayOf = (row: Instance): number | undefined => {
  const rate = presentRate(row);
  return rate === undefined ? undefined : 24 * rate;
};
