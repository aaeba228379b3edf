/** The models whose prices moved most in a week, and the medians that prices are compared with. Pure. */
import { fixed } from '../base/figures.ts';
import { printableStart } from '../base/text.ts';
import { displayText } from '../catalogue/format.ts';
import type { BarLook } from '../drawing/bars.ts';
import { leanSegments } from '../drawing/lean.ts';
import { dim, piece, plain, type Segment } from '../drawing/segments.ts';
import { weekChange, weekSegments } from '../drawing/week.ts';
import type { MarketWeek, OverviewFacts } from './facts.ts';
import {
  doorLine,
  type FewColumn,
  fewRows,
  type Line,
  type Part,
  type PartPlace,
  partBand,
  quietLine,
} from './part.ts';

type Model = MarketWeek['models'][number];

/** What a GPU of the model cost on the last day that is known, $/hour; undefined where none is. */
export const medianOf = (market: MarketWeek | undefined, model: unknown): number | undefined =>
  lastOf(market?.models.find((it) => it.model === model));

const lastOf = (model: Model | undefined): number | undefined =>
  model?.week.findLast((price) => price !== undefined && price > 0);

/** How far the price of a GPU is from the median of its model; nothing where one of them is not known. */
export const medianColumn = <Row>(
  rank: number,
  market: MarketWeek | undefined,
  bars: BarLook,
  pricedOf: (row: Row) => { readonly price: number | null | undefined; readonly model: unknown },
): FewColumn<Row> => ({
  ...{ heading: 'vs model', rank },
  cell: (row) => {
    const { price, model } = pricedOf(row);
    const median = medianOf(market, model);
    return typeof price !== 'number' || median === undefined ? [] : leanSegments(price / median - 1, bars);
  },
});

/** Present once the past was read; where it is empty it says how prices are kept. */
export const marketPart = ({ market }: OverviewFacts, place: PartPlace): Part | undefined => {
  if (market === undefined) return undefined;
  const moved = market.models
    .map((model) => ({ ...model, change: weekChange(model.week) ?? 0 }))
    .filter(({ change }) => Math.round(Math.abs(change) * 100) > 0)
    .sort((one, other) => one.change - other.change);
  const told: readonly Segment[] =
    market.models.length === 0
      ? []
      : [dim(`${market.models.length} models${market.generatedUntilEpochMs === undefined ? '' : ', generated'}`)];
  const isKnown = market.models.some(({ week }) => weekChange(week) !== undefined);
  const half = Math.max(1, Math.floor(place.most / 2));
  const sides = [
    { name: 'cheaper', role: 'cheap', models: moved.filter(({ change }) => change < 0).slice(0, half) },
    {
      name: 'dearer',
      role: 'dear',
      models: moved
        .filter(({ change }) => change > 0)
        .toReversed()
        .slice(0, half),
    },
  ] as const;
  return {
    name: 'market',
    lines: [
      partBand('Market, 7 days', [told], place.width),
      ...(isKnown
        ? sides.flatMap(({ name, role, models }) => moversOf(piece(name, role), models, place))
        : NOTHING_KEPT.map((words) => doorLine([dim(words)], { to: 'market' }))),
      ...(isKnown && moved.length === 0
        ? [doorLine([dim('No price has moved by a hundredth.')], { to: 'market' })]
        : []),
    ],
  };
};

const NOTHING_KEPT = ['No prices of the last week are kept here.', 'gpudeck record keeps them from now on.'];

const moversOf = (title: Segment, models: readonly Model[], place: PartPlace) => {
  if (models.length === 0) return [];
  const { heading, lines } = fewRows(models, columnsOf(title, place), place.width);
  const [first, ...others] = heading;
  return [
    quietLine([...(first === undefined ? [] : [{ ...first, role: title.role }]), ...others]),
    ...lines.map((line, index) => doorLine(line, { to: 'market', key: models[index]?.model })),
  ];
};

const columnsOf = ({ text }: Segment, { bars }: PartPlace): readonly FewColumn<Model>[] => [
  { heading: text, rank: 0, most: 18, cell: ({ model }): Line => [plain(printableStart(displayText(model)))] },
  {
    heading: '$/GPU/h',
    rank: 1,
    isRight: true,
    cell: (model) => {
      const last = lastOf(model);
      return [last === undefined ? dim('-') : plain(fixed(last, 4))];
    },
  },
  { heading: '7 days', rank: 2, cell: ({ week }) => weekSegments(week, bars === 'blocks') },
];
