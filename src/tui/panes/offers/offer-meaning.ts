/**
 * What the fields of an offer mean, as parts of its page beside them: where its price stands and was, what it costs, the offers nearest to
 * it, and what is to be minded. Pure.
 */

import { grouped } from '../../../base/figures.ts';
import { keyName } from '../../../base/named-keys.ts';
import { padCell, printableStart } from '../../../base/text.ts';
import { pricePerGpu } from '../../../catalogue/computed-fields.ts';
import { formatCell } from '../../../catalogue/format.ts';
import { findOfferField } from '../../../catalogue/lookup.ts';
import type { Offer } from '../../../catalogue/values.ts';
import { priceWords } from '../../../pricing/place-words.ts';
import { rankOf } from '../../../pricing/spread.ts';
import type { BarLook } from '../../ui/gauge.ts';
import type { RecordLine } from '../../ui/record-lines.ts';
import { band, dim, plain } from '../../ui/segments.ts';
import { placeLines } from '../page/place-chart.ts';
import { costTable, costTermsOf, jobWords } from './job-costs.ts';
import { alikeTo, leanSegments } from './lean.ts';
import { offerWeekParts } from './market/offer-week.ts';
import { mindGroup } from './offer-groups.ts';
import { isCut, type OffersState } from './state.ts';

type Part = readonly RecordLine[];

/** Where the parts are drawn: the cells of their lines. They have as many lines in each look, and in words. */
export type MeaningPlace = {
  readonly width: number;
  readonly timeZone: string;
  readonly look: BarLook;
  readonly isInWords: boolean;
  /** Lines are read aloud. */
  readonly isPlain: boolean;
  /** A message with the keys that it names as they are by now. */
  readonly named: (message: string) => string;
};

/** Those that there are. */
export const meaningParts = (offer: Offer, state: OffersState, place: MeaningPlace): readonly Part[] =>
  [
    placeGroup(offer, state, place.isPlain ? 'told' : place.look, place.width),
    mindGroup(state, offer, place.width),
    ...offerWeekParts(state.past, place, place.look),
    costsPart(offer, state, place),
    nearestPart(offer, state, place),
  ].filter(({ length }) => length > 0);

/** Lines of the chart where there is room for them. */
const PLACE_LINES = 8;

/** Where the price stands among those received, in a chart of so many lines of `width` cells; nothing where it cannot be compared. */
export const placeGroup = (
  offer: Offer,
  state: OffersState,
  style: BarLook | 'told',
  width: number,
  lines = PLACE_LINES,
): Part => {
  const price = pricePerGpu(offer);
  const { prices } = alikeTo(offer, state.list.rows) ?? {};
  if (price === undefined || prices === undefined) return [];
  const what = printableStart(`${offer.verification ?? ''} ${offer.gpu_name ?? ''}`.trim());
  const among = isCut(state) ? ' received' : '';
  const rank = `${grouped(rankOf(price, prices))} of ${grouped(prices.length)}${among} ${what}`;
  return [band('Place', [dim(rank)]), ...placeLines(prices, price, { width, height: lines }, style)];
};

/** What it costs line by line, for the job where there is one. */
export const costsPart = (
  offer: Offer,
  state: OffersState,
  { width, look, named }: Pick<MeaningPlace, 'width' | 'look' | 'named'>,
): Part => {
  const { workload } = state;
  const answer = workload === undefined ? named(`${keyName('offers.workload')} for a job`) : jobWords(workload);
  return [band('Costs', [dim(answer)]), ...costTable(offer, costTermsOf(state), width, look)];
};

/** How many offers are named beside this one. */
const NEAREST = 5;

/** Those of its cohort, with as many GPUs, whose price is the nearest to its own, the cheapest first. */
export const nearestTo = (offer: Offer, rows: readonly Offer[]): readonly Offer[] => {
  const own = pricePerGpu(offer) ?? 0;
  const distance = (other: Offer): number => Math.abs((pricePerGpu(other) ?? 0) - own);
  return (alikeTo(offer, rows)?.offers ?? [])
    .filter(({ id, num_gpus: gpus }) => gpus === offer.num_gpus && id !== offer.id)
    .sort((one, other) => distance(one) - distance(other))
    .slice(0, NEAREST)
    .sort((one, other) => (pricePerGpu(one) ?? 0) - (pricePerGpu(other) ?? 0));
};

const nearestPart = (offer: Offer, { list }: OffersState, { look, named }: MeaningPlace): Part => {
  const median = alikeTo(offer, list.rows)?.median ?? 0;
  const nearest = nearestTo(offer, list.rows);
  if (nearest.length === 0 || median <= 0) return [];
  return [
    band('Nearest to it', [dim(named(`${keyName('offers.compare-nearest')} compares`))]),
    ...nearest.map((other): RecordLine => {
      const price = pricePerGpu(other) ?? 0;
      return [
        plain(`${padCell(String(other.id ?? '?'), 9)} ${priceWords(price)} `),
        ...leanSegments(price / median - 1, look),
        dim(`  ${padCell(cellOf('geolocation', other), 3)} ${cellOf('reliability', other).padStart(6)} %`),
      ];
    }),
  ];
};

const cellOf = (name: string, offer: Offer): string => {
  const field = findOfferField(name);
  return field === undefined ? '' : printableStart(formatCell(field, offer[name]));
};
