/** The order of a list in words, for its header: it is said there whether or not the columns are in view. */
import { cellWidth, printable } from '../../base/text.ts';
import { type Order, orderArrow } from '../state/order.ts';
import { dim, type Segment, segmentsWidth } from './segments.ts';

/** What the words are made of. */
type Ordered = {
  readonly order: Order;
  /** Every column, those that are hidden among them. */
  readonly columns: readonly { readonly heading: string; readonly sortField: string | undefined }[];
  /** What is said of a list that nobody has sorted. */
  readonly unsorted?: string;
  /** The part of a list that was sorted, where the whole was not: `the first 1,000`. */
  readonly among?: string | undefined;
};

/**
 * `by DLP/$ ↓, $/h ↑` in at most `room` cells, else `by DLP/$ ↓ +1`; nothing where that does not fit either. What was sorted of a
 * list that was cut stands behind it.
 */
export const orderSegments = (
  { order, columns, unsorted = 'as received', among }: Ordered,
  room: number,
): readonly Segment[] => {
  const keys = order.map(([field, direction]) => {
    const { heading = field } = columns.find(({ sortField }) => sortField === field) ?? {};
    return `${printable(heading)} ${orderArrow(direction)}`;
  });
  const [first] = keys;
  if (first === undefined) return cellWidth(unsorted) <= room ? [dim(unsorted)] : [];
  const short = keys.length === 1 ? first : `${first} +${keys.length - 1}`;
  const behind: readonly Segment[] =
    among === undefined ? [] : [{ text: `, sorted here among ${among}`, role: 'warning' }];
  return (
    [keys.join(', '), short]
      .map((text) => [dim(`by ${text}`), ...behind])
      .find((line) => segmentsWidth(line) <= room) ?? []
  );
};
