/** What a machine would bring at other prices, in words and figures, for its page and its command. Pure. */
import { counted } from '../base/figures.ts';
import { momentWords } from '../base/time.ts';
import { dollars, groupedDollars, priceText } from '../money/money.ts';
import { type Advice, type AdvicePoint, LEAST_CASES } from '../pricing/advice.ts';

/** The advice, and when the last answer came that tells of it. */
type Told = Advice & { readonly untilEpochMs: number | undefined };

const DAY_MS = 86_400_000;

/** A step of prices. */
const ABOUT = 0.05;

const KEEPS =
  "gpudeck record 'rentable=any rented=any' keeps what tells it; of your own machines it is kept whenever gpudeck lists them.";

const boundsWords = ({ low, high }: AdvicePoint['income']): string =>
  `${groupedDollars(low)} to ${groupedDollars(high)}`;

/** The same price, but for what nobody sets apart. */
const isAbout = (one: number, other: number): boolean => Math.abs(one / other - 1) < ABOUT;

/** What would bring the most, and what the present price does; `price` is that, $/hour for one GPU. */
export const adviceWords = ({ best, present, curve }: Told, price: number | undefined): readonly string[] => {
  if (curve.length === 0) return [`Nothing is recorded of how long such machines were rented. ${KEEPS}`];
  if (best === undefined)
    return [
      `Too few cases: at no price were ${LEAST_CASES} rentals seen to begin. The more is recorded, the more can be told.`,
    ];
  const most = `About ${dollars(best.price)} for a GPU would bring the most: ${groupedDollars(best.income.expected)} a day, likely ${boundsWords(best.income)}.`;
  if (price === undefined) return [most];
  if (isAbout(price, best.price)) return [most, `It costs about that now: ${dollars(price)}.`];
  if (present === undefined) return [most, `No machine was recorded at about ${dollars(price)}, which it costs now.`];
  const isOpen = present.income.high >= best.income.low;
  const isFew = present.cases < LEAST_CASES;
  const doubt = isOpen
    ? ' It may well be as good: the bounds overlap.'
    : isFew
      ? ' Its cases are too few to go by.'
      : '';
  return [
    most,
    `The ${dollars(price)} of now would bring ${groupedDollars(present.income.expected)}, likely ${boundsWords(present.income)}.${doubt}`,
  ];
};

/** By what it is judged, and what is not in it. */
export const basisWords = ({ machines, knownMs, cases, untilEpochMs }: Told, timeZone: string): readonly string[] =>
  untilEpochMs === undefined || machines === 0
    ? []
    : [
        `By ${counted(machines, 'machine')}, known for ${(knownMs / DAY_MS).toFixed(1)} days on average, up to ${momentWords(untilEpochMs, timeZone)}: ${counted(cases.all, 'rental')} began, ${cases.own} on this one. Bids, disk and traffic are not in it. It takes for granted that renters go on as they did, and that others do not answer.`,
      ];

/** A price of the table: a step of the curve, the present one, or the median. */
type AdviceRow = { readonly words: string; readonly isBest: boolean; readonly isNow: boolean };

type Cell = { readonly heading: string; readonly of: (point: AdvicePoint) => string };

const PRICE = { heading: '$/GPU/h', width: 8 };

/** Behind the price; the last of them leave a narrow place first. */
const CELLS: readonly Cell[] = [
  { heading: 'a day', of: ({ income }) => groupedDollars(income.expected) },
  { heading: 'rented', of: ({ share }) => `${Math.round(share.expected * 100)} %` },
  { heading: 'likely', of: ({ income }) => boundsWords(income) },
  { heading: 'cases', of: ({ cases }) => String(cases) },
];

/** Cells of what a price is, behind the figures. */
const WHAT_WIDTH = 22;

/** Each price with what is expected at it, the lowest first, and the heading before them, in `width` cells. */
export const adviceTable = (
  { curve, present, median, medianPrice, best }: Advice,
  nowPrice: number | undefined,
  width: number,
): { readonly heading: string; readonly rows: readonly AdviceRow[] } => {
  const told: readonly { readonly price: number; readonly point: AdvicePoint | undefined; readonly what: string }[] = [
    ...curve.map((point) => ({ price: point.price, point, what: point === best ? 'the most' : '' })),
    ...(nowPrice === undefined ? [] : [{ price: nowPrice, point: present, what: 'now' }]),
    ...(medianPrice === undefined ? [] : [{ price: medianPrice, point: median, what: 'median' }]),
  ];
  const points = told.flatMap(({ point }) => point ?? []);
  const all = CELLS.map((cell) => ({
    ...cell,
    width: Math.max(cell.heading.length, ...points.map((point) => cell.of(point).length)),
  }));
  const cells = all.filter((_, place) => {
    const room = all.slice(0, place + 1).reduce((sum, cell) => sum + cell.width + 2, PRICE.width + WHAT_WIDTH);
    return place === 0 || room <= width;
  });
  const rowOf = ([price, same]: readonly [string, typeof told]): AdviceRow => {
    const point = same.find((it) => it.point !== undefined)?.point;
    const isFew = point !== undefined && point.cases < LEAST_CASES;
    const lacking =
      point === undefined ? 'not recorded' : isFew ? (cells.length > 1 ? 'too few cases' : 'too few') : '';
    const whats = same.map(({ what }) => what);
    const figures = cells.map(({ width: room, of }) => (point === undefined ? '-' : of(point)).padStart(room));
    const what = [...whats, lacking].filter(Boolean).join(', ');
    return {
      words: [price.padStart(PRICE.width), ...figures, what].join('  ').trimEnd(),
      isBest: whats.includes('the most'),
      isNow: whats.includes('now'),
    };
  };
  const inOrder = told.toSorted((one, other) => one.price - other.price);
  return {
    heading: [PRICE, ...cells].map((cell) => cell.heading.padStart(cell.width)).join('  '),
    rows: [...Map.groupBy(inOrder, ({ price }) => priceText(price))].map(rowOf),
  };
};
