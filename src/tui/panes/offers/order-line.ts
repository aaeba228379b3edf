/** Says what the offers are ordered by, over the table: also where the column is not in view, or the order is not the service's. Pure. */
import { grouped } from '../../../base/figures.ts';
import { lastArrived } from '../../state/remote.ts';
import { orderSegments } from '../../ui/list-words.ts';
import { cutSegments, plain, type Segment, segmentsWidth } from '../../ui/segments.ts';
import { EVERY_OFFER_COLUMN } from './columns.ts';
import { isCut, isOrderedHere, type OffersState } from './state.ts';

/** Cells that the words leave free at the right edge, and between what stands before them and themselves. */
const EDGE = 1;
const GAP = 3;

/** Cells that what stands before the order keeps at the least. */
const LEAST_BESIDE = 30;

/**
 * The order for the right end of a line of which `first` is taken, and else behind `second`, which stands in the line under it;
 * each of `width` cells.
 */
export const orderBeside = (
  state: OffersState,
  first: readonly Segment[],
  second: readonly Segment[],
  width: number,
): { readonly right: readonly Segment[]; readonly second: readonly Segment[] } => {
  const words = (taken: readonly Segment[]) => orderSegments(ordered(state), width - segmentsWidth(taken) - GAP - EDGE);
  const right = words(first);
  if (right.length > 0) return { right: [...right, plain(' '.repeat(EDGE))], second };
  const behind = words(second);
  if (behind.length > 0) return { right: [], second: [...second, plain(' '.repeat(GAP)), ...behind] };
  // Of a long line the end gives way: the order is said nowhere else where its column is not in view.
  const whole = orderSegments(ordered(state), width);
  const room = width - segmentsWidth(whole) - GAP - EDGE;
  if (room < LEAST_BESIDE) return { right: [], second };
  return { right: [], second: [...cutSegments(second, room), plain(' '.repeat(GAP)), ...whole] };
};

/** The service chose the first of a list that was cut, maybe by another order: what is best in this one may not be among them. */
const ordered = (state: OffersState) => ({
  order: state.list.order,
  columns: EVERY_OFFER_COLUMN,
  among:
    isOrderedHere(state) && isCut(state)
      ? `the first ${grouped(lastArrived(state.answer)?.value.count ?? 0)}`
      : undefined,
});
