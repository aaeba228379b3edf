/**
 * Measures what a key does with all rows, without a screen, beside the plain way of doing it. The time is that of the processor,
 * so that what else the machine does counts for little.
 */
import type { Offer } from '../../src/catalogue/values.ts';
import { compileLine } from '../../src/filter/evaluate.ts';
import { offerOrder } from '../../src/filter/offer-order.ts';
import { parseLine } from '../../src/filter/parse.ts';
import { createWaterfall } from '../../src/filter/waterfall.ts';
import { textsSeen } from '../../src/tui/panes/offers/filter/filter-query.ts';
import { OFFER_RANKING } from '../../src/tui/panes/offers/list.ts';
import { inOrder, type Order } from '../../src/tui/state/order.ts';
import { type Figure, median } from './figure.ts';

const ROUNDS = 9;
/** The first are not counted: they compile what all of them use. */
const FIRST_WARM = 2;

const LINES: Readonly<Record<string, string>> = {
  'a word': 'h100',
  'a figure': '4090',
  'three clauses': 'gpu_name=RTX_4090 dph<1 num_gpus>=2',
  'a region': 'geolocation in EU',
};

const ORDERS: Readonly<Record<string, Order>> = {
  price: [['dph_total', 'asc']],
  'model, then price': [
    ['gpu_name', 'asc'],
    ['dph_total', 'desc'],
  ],
  driver: [['driver_version', 'desc']],
};

const COUNTED = 'gpu_name=RTX_4090 num_gpus>=2 geolocation in EU dph<';

/** Times over as many of `offers` as each of `sizes`, ms. Each is measured in turn with its plain way. */
export const measureWork = (offers: readonly Offer[], sizes: readonly number[]): readonly Figure[] =>
  sizes.flatMap((size) => {
    const rows = offers.slice(0, size);
    return [
      ...Object.entries(LINES).map(([name, text]) => {
        const line = parseLine(text);
        return figure(`narrow by ${name}`, rows, () => rows.filter(compileLine(line)));
      }),
      ...Object.entries(ORDERS).map(([name, order]) =>
        figure(
          `sort by ${name}`,
          rows,
          () => inOrder(rows, order, OFFER_RANKING),
          () => rows.toSorted(offerOrder(order)),
        ),
      ),
      // A line was opened over offers that came since the last one.
      figure('texts counted for a line', rows, () => textsSeen([...rows], {})),
      figure(
        'waterfall, a bound moved',
        rows,
        (round) => count(rows, round),
        // A copy is not known, so that every part of the line is held against every offer.
        (round) => count([...rows], round),
      ),
    ];
  });

const count = (rows: readonly Offer[], round: number): void => {
  const waterfall = createWaterfall(parseLine(`${COUNTED}${1 + round / 100}`));
  waterfall.add(rows);
  waterfall.steps();
};

type Run = (round: number) => unknown;

const figure = (name: string, { length }: readonly Offer[], ours: Run, plain?: Run): Figure => {
  const [ourMs, plainMs]: [number[], number[]] = [[], []];
  for (let round = 0; round < FIRST_WARM + ROUNDS; round++) {
    ourMs.push(processorMs(() => ours(round)));
    if (plain !== undefined) plainMs.push(processorMs(() => plain(round)));
  }
  const middle = (times: readonly number[]): number => median(times.slice(FIRST_WARM));
  return {
    name,
    rows: length,
    ours: middle(ourMs),
    ...(plain !== undefined && { plain: middle(plainMs) }),
    unit: 'CPU ms',
  };
};

/** What all threads of this process took for `run`. */
const processorMs = (run: () => unknown): number => {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};
