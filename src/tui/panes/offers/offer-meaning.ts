/** What the fields of an offer mean, as groups of lines beside them: where its price stands, and what it was, costs and is to be minded. Pure. */

import { grouped } from '../../../base/figures.ts';
import { printableStart } from '../../../base/text.ts';
import { pricePerGpu } from '../../../catalogue/computed-fields.ts';
import type { Offer } from '../../../catalogue/values.ts';
import { rankOf } from '../../../pricing/spread.ts';
import type { BarLook } from '../../ui/gauge.ts';
import type { RecordLine } from '../../ui/record-lines.ts';
import { band, dim } from '../../ui/segments.ts';
import { alikeTo } from './lean.ts';
import { placeLines } from './market/place-chart.ts';

/** What it depends on beside the offer: those that came with it. */
export type Meant = {
  readonly offers: readonly Offer[];
  readonly style: BarLook;
};

/** The groups that there are, in lines of `width` cells, as many in each style. */
export const meaningGroups = (offer: Offer, meant: Meant, width: number): readonly (readonly RecordLine[])[] =>
  [placeGroup(offer, meant, width)].filter(({ length }) => length > 0);

/** Lines of the chart where there is room for them. */
const PLACE_LINES = 8;

/** Where the price stands, in a chart of so many lines of `width` cells; nothing where it cannot be compared. */
export const placeGroup = (
  offer: Offer,
  { offers, style }: Meant,
  width: number,
  lines = PLACE_LINES,
): readonly RecordLine[] => {
  const price = pricePerGpu(offer);
  const alike = alikeTo(offer, offers);
  if (price === undefined || alike === undefined) return [];
  const { prices } = alike;
  const what = printableStart(`${offer.verification ?? ''} ${offer.gpu_name ?? ''}`.trim());
  const rank = `${grouped(rankOf(price, prices))} of ${grouped(prices.length)} ${what}`;
  return [band('Place', [dim(rank)]), ...placeLines(prices, price, { width, height: lines }, style)];
};
