/** The prices of a cohort as bars, with what stands out among them; of few each price for itself. Pure. */

import { grouped } from '../../../../base/figures.ts';
import { priceWords } from '../../../../pricing/place-words.ts';
import { histogramOf, PERCENTILES_FROM, type Step, stepOf } from '../../../../pricing/spread.ts';
import { type BarLook, barMost, lyingBar } from '../../../ui/gauge.ts';
import { dim, plain, type Segment, type Size } from '../../../ui/segments.ts';
import { leanRoles } from '../lean.ts';
import type { Standing } from './standing.ts';

/** Least and most lines of bars. */
const FEWEST_STEPS = 8;
const MOST_STEPS = 16;
const SHORTEST_BAR = 4;

/** Cells for what is marked behind a bar. */
const MARKS = 20;

/** Cells from which on a bar is labelled with both of its ends. */
const BOTH_ENDS_FROM = 60;

/** The bars in about `height` lines of `width` cells; `asked` are prices that are marked beside the offer's own, the median and p25. */
export const histogramLines = (
  { all, place, spread }: Pick<Standing, 'all' | 'place' | 'spread'>,
  asked: readonly number[],
  { width, height, bars = 'blocks' }: Size & { readonly bars?: BarLook },
): readonly (readonly Segment[])[] => {
  if (all.length === 0) return [];
  const told = [spread?.median, place?.price, ...asked].filter((price) => price !== undefined);
  const steps = stepsOf(all, told, height);
  const labels = labelsOf(steps, width);
  const labelRoom = Math.max(...labels.map(({ length }) => length));
  const highest = Math.max(...steps.map(({ count }) => count));
  const countRoom = grouped(highest).length;
  const longest = width - 3 - labelRoom - 2 - countRoom - 1 - MARKS;
  // Of few each has its cell.
  const bar = all.length < PERCENTILES_FROM ? highest : Math.max(SHORTEST_BAR, Math.min(barMost(width), longest));
  const marks = [
    ...(spread !== undefined && all.length >= PERCENTILES_FROM ? [['p25', spread.p25] as const] : []),
    ...(spread === undefined || all.length < 2 ? [] : [['median', spread.median] as const]),
    ...asked.map((price) => [priceWords(price), price] as const),
    ...(place === undefined ? [] : [['this', place.price] as const]),
  ].map(([words, price]) => ({ words, step: stepOf(price, steps) }));
  const own = marks.find(({ words }) => words === 'this')?.step;
  return steps.map(({ from, to = from, count }, index): readonly Segment[] => {
    const lean = spread === undefined ? 'chart' : leanRoles((from + to) / 2 / spread.median - 1).bar;
    const marked = marks.filter(({ step }) => step === index).map(({ words }) => words);
    return [
      dim(`   ${(labels[index] ?? '').padEnd(labelRoom)}  `),
      plain(`${grouped(count).padStart(countRoom)} `),
      { text: lyingBar(count / highest, bar, bars), role: index === own ? 'accent-bar' : lean },
      ...(marked.length === 0
        ? []
        : [{ text: ` < ${marked.join(', ')}`, role: index === own ? 'strong' : 'accent' } as const]),
    ];
  });
};

/** A few prices stand for themselves, and among them those that are `told` of. */
const stepsOf = (all: readonly number[], told: readonly number[], room: number): readonly Step[] => {
  if (new Set(all).size < FEWEST_STEPS)
    return [...new Set([...all, ...told])]
      .sort((a, b) => a - b)
      .map((price) => ({ from: price, to: price, count: all.filter((other) => other === price).length }));
  let steps: readonly Step[] = [];
  for (let more = 0; more < 2 * MOST_STEPS && steps.length < FEWEST_STEPS; more++)
    steps = histogramOf(all, Math.max(FEWEST_STEPS, Math.min(MOST_STEPS, room)) + more);
  return steps;
};

const labelsOf = (steps: readonly Step[], width: number): readonly string[] => {
  const [first] = steps;
  if (first !== undefined && first.from === first.to) return steps.map(({ from }) => priceWords(from));
  const decimals = decimalsOf(steps);
  const cells = Math.max(...steps.map(({ from }) => from.toFixed(decimals).length));
  return steps.map(({ from, to }) => {
    const start = from.toFixed(decimals).padStart(cells);
    if (width < BOTH_ENDS_FROM) return to === undefined ? `${start}+` : start;
    return `${start} ${to === undefined ? 'and more' : `to ${to.toFixed(decimals)}`}`;
  });
};

/** Decimals that tell the edges apart and write them exactly. */
const decimalsOf = (steps: readonly Step[]): number => {
  const edges = steps.slice(1).map(({ from }) => from);
  for (let decimals = 2; decimals < 8; decimals++)
    if (edges.every((edge) => Math.abs(Number(edge.toFixed(decimals)) - edge) < 1e-9)) return decimals;
  return 8;
};
