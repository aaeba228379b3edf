/** What stands between the rows of grouped offers: the band of a group with how many there are and what they cost, and what is left out. */
import { grouped as figure, fixed, plural } from '../../../base/figures.ts';
import { cellText } from '../../../base/text.ts';
import { pricePerGpu } from '../../../catalogue/computed-fields.ts';
import { LEAST_ALIKE, PERCENTILES_FROM, quantile } from '../../../pricing/spread.ts';
import type { GroupLine } from '../../state/groups.ts';
import { dim, plain, type Segment, segmentsWidth } from '../../ui/segments.ts';
import { alikeTo } from './lean.ts';
import { isCut, type OffersState } from './state.ts';

/**
 * What a GPU costs in a group, $/hour, ascending: of all offers received that those of the group are compared with, so that the median is
 * theirs; or where they are compared with different ones, or with few, or grouped by something else, the lowest alone.
 */
type Prices = { readonly isAlike: boolean; readonly prices: readonly number[] };

/** Found once for a line, which is another one as soon as its list has changed. */
const PRICES = new WeakMap<GroupLine, Prices>();

const pricesOf = (line: GroupLine, { list }: Pick<OffersState, 'list'>): Prices =>
  PRICES.getOrInsertComputed(line, () => {
    const offers = list.shown.slice(line.from, line.from + line.count);
    const [first] = offers;
    const isOne = list.groups?.by === 'gpu_name' && offers.every((offer) => offer.verification === first?.verification);
    const alike = first !== undefined && isOne ? (alikeTo(first, list.rows)?.prices ?? []) : [];
    if (alike.length >= LEAST_ALIKE) return { isAlike: true, prices: alike };
    const prices = offers.flatMap((offer) => pricePerGpu(offer) ?? []);
    return { isAlike: false, prices: prices.toSorted((one, other) => one - other).slice(0, 1) };
  });

/** Where a line stands: the cells of the screen, and those up to where the price of a GPU ends. */
type Where = { readonly width: number; readonly priceEnd: number; readonly isCurrent: boolean };

/** Cells of a name. */
const NAME = 30;

/** The line as it is drawn. */
export const groupSegments = (
  line: GroupLine,
  state: OffersState,
  { width, priceEnd, isCurrent }: Where,
): readonly Segment[] => {
  if (line.is === 'gap') return [];
  const title = (text: string): Segment => ({
    text: `${isCurrent ? ' > ' : '   '}${text}`,
    role: isCurrent || line.is === 'band' ? 'strong' : 'dim',
    ...(isCurrent && { ground: 'selection' }),
  });
  if (line.is === 'more') return [title(`… ${figure(line.from + line.count - line.at)} more`)];
  const { isAlike, prices } = pricesOf(line, state);
  const sign = state.list.groups?.seen[line.key] === 'none' ? '▸' : '▾';
  const count = `${figure(line.count)}${isAlike && prices.length > line.count ? ` of ${figure(prices.length)}` : ''}`;
  const noun = isCut(state) ? 'received' : plural(isAlike ? prices.length : line.count, 'offer');
  const pieces = [title(`${sign} ${cellText(line.key, NAME)}`), dim(`  ${count} ${noun}`)];
  for (const fact of figureSegments(prices, isAlike, priceEnd - segmentsWidth(pieces))) {
    if (segmentsWidth([...pieces, ...fact]) <= width) pieces.push(...fact);
  }
  return pieces;
};

/** Each figure with its name. The first ends `room` cells further on. */
const figureSegments = (prices: readonly number[], isAlike: boolean, room: number): readonly (readonly Segment[])[] => {
  const price = (share: number): string => fixed(quantile(prices, share) ?? 0, 4);
  if (prices.length === 0) return [];
  if (!isAlike) return [[dim('  from '.padStart(room - price(0).length)), plain(price(0)), dim(' $/GPU/h')]];
  const median: readonly Segment[] = [{ text: `  ${price(0.5)}`.padStart(room), role: 'strong' }, dim(' median')];
  if (prices.length < PERCENTILES_FROM) return [median];
  return [
    median,
    [dim('   p10 '), { text: price(0.1), role: 'cheap' }],
    [dim('   p90 '), { text: price(0.9), role: 'dear' }],
  ];
};
