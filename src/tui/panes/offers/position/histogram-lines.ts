/** How the prices of a cohort lie, as bars: a line for each step, this offer's own marked. Pure. */
import { grouped } from '../../../../base/figures.ts';
import { histogramOf, type Step, stepOf } from '../../../../pricing/histogram.ts';
import { dim, plain, type Segment } from '../../../ui/segments.ts';
import { priceWords } from './figures.ts';
import type { Standing } from './standing.ts';

/** Least and most lines of bars. */
const FEWEST_STEPS = 5;
const MOST_STEPS = 16;
const LONGEST_BAR = 40;

/** Cells for what is marked behind a bar. */
const MARKS = 18;

/** The bars of a cohort in about `room` lines of `width` cells; `asked` are prices that are marked beside the offer's own. */
export const histogramLines = (
  { all, place }: Pick<Standing, 'all' | 'place'>,
  asked: readonly number[],
  width: number,
  room: number,
): readonly (readonly Segment[])[] => {
  const steps = histogramOf(all, Math.max(FEWEST_STEPS, Math.min(MOST_STEPS, room)));
  if (steps.length === 0) return [];
  const decimals = decimalsOf(steps);
  const cells = Math.max(...steps.map(({ from }) => from.toFixed(decimals).length));
  const labels = steps.map((step) => stepWords(step, decimals, cells));
  const labelRoom = Math.max(...labels.map(({ length }) => length));
  const highest = Math.max(...steps.map(({ count }) => count));
  const countRoom = grouped(highest).length;
  const longest = Math.max(4, Math.min(LONGEST_BAR, width - 3 - labelRoom - 2 - countRoom - 1 - MARKS));
  const own = place === undefined ? undefined : stepOf(place.price, steps);
  const wanted = asked.map((price) => ({ price, step: stepOf(price, steps) }));
  return steps.map(({ count }, index): readonly Segment[] => {
    const cells = count === 0 ? 0 : Math.max(1, Math.round((count / highest) * longest));
    return [
      dim(`   ${(labels[index] ?? '').padEnd(labelRoom)}  `),
      plain(`${grouped(count).padStart(countRoom)} `),
      { text: '#'.repeat(cells), role: index === own ? 'good' : 'dim' },
      ...(index === own ? [{ text: ' < this', role: 'strong' } as const] : []),
      ...wanted
        .filter(({ step }) => step === index)
        .map(({ price }): Segment => ({ text: ` < ${priceWords(price)}`, role: 'accent' })),
    ];
  });
};

/** Decimals that tell the edges apart and write them exactly. */
const decimalsOf = (steps: readonly Step[]): number => {
  const edges = steps.slice(1).map(({ from }) => from);
  for (let decimals = 2; decimals < 8; decimals++)
    if (edges.every((edge) => Math.abs(Number(edge.toFixed(decimals)) - edge) < 1e-9)) return decimals;
  return 8;
};

const stepWords = ({ from, to }: Step, decimals: number, cells: number): string =>
  `${from.toFixed(decimals).padStart(cells)} ${to === undefined ? 'and more' : `to ${to.toFixed(decimals)}`}`;
