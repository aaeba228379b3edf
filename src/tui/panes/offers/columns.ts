/** The columns of the offers table, and those of them that are in view. */
import {
  type Column,
  type ColumnSet,
  columnSequence,
  columnsBeyond,
  columnsInView,
  columnsWidth,
} from '../../../catalogue/columns.ts';

import {
  OFFER_COLUMNS,
  OFFER_COLUMNS_KEPT_LONGEST,
  offerColumn,
  SCALAR_OFFER_COLUMNS,
} from '../../../catalogue/offer-columns.ts';
import { JOB_FIELDS } from '../../../pricing/job-cost.ts';
import type { ColumnsHere } from '../../state/columns.ts';
import { isNarrow } from '../../ui/segments.ts';
import { tableRoom } from '../../ui/table.tsx';
import { chosenSet, columnsOf, contentWidth } from '../list-pane/columns.ts';
import type { OfferList } from './list.ts';

/** Columns that are only reached by moving sideways, whatever the width. */
const FURTHER: readonly Column[] = [
  'cuda_max_good',
  'total_flops',
  'min_bid',
  'storage_cost',
  'disk_bw',
  'pcie_bw',
  'direct_port_count',
].flatMap((name) => offerColumn(name) ?? []);

const COLUMNS: ColumnSet = {
  columns: [...OFFER_COLUMNS, ...FURTHER],
  keptLongest: OFFER_COLUMNS_KEPT_LONGEST,
  pinned: 2,
  hidden: SCALAR_OFFER_COLUMNS.filter(({ id }) => ![...OFFER_COLUMNS, ...FURTHER].some((column) => column.id === id)),
};

const PINNED = COLUMNS.columns.slice(0, COLUMNS.pinned);

/** The same while a job is known: what it costs stands beside the price, and leaves a narrow table late. */
const COLUMNS_WITH_JOB: ColumnSet = {
  ...COLUMNS,
  columns: [
    ...PINNED,
    ...JOB_FIELDS.flatMap((name) => offerColumn(name) ?? []),
    ...COLUMNS.columns.slice(COLUMNS.pinned),
  ],
  keptLongest: [...PINNED.map(({ id }) => id), ...JOB_FIELDS, ...COLUMNS.keptLongest.slice(COLUMNS.pinned)],
};

/** Cells of a model on the narrowest screen: `8x A100 SXM4`. */
const NARROW_GPU = 12;

/** Cells from which on a place has room for its usual heading beside `4x RTX 5070 Ti`, and what it has before: a country. */
const ROOM_FOR_WHERE = 39;
const COUNTRY = { heading: 'In', width: 3 };

/** The chief columns of `set` on a narrow screen of `width` cells: which GPU, what it costs, where it is, and whose. */
const narrowSet = (set: ColumnSet, width: number): ColumnSet => {
  const [price, gpu] = set.columns;
  const chief = ['gpu_name', ...set.keptLongest.filter((id) => id === 'dph_total' || isJobField(id)), ...PLACE];
  const { width: room, gap } = tableRoom(width);
  const others = chief
    .slice(1)
    .flatMap((id) => set.columns.find((column) => column.id === id) ?? [])
    .map((column) => (column.id === 'geolocation' && room < ROOM_FOR_WHERE ? { ...column, ...COUNTRY } : column));
  if (price === undefined || gpu === undefined) return set;
  const free = room - columnsWidth(others, gap) - gap;
  const cells = Math.max(NARROW_GPU, Math.min(gpu.width, free));
  const rest = set.columns.filter(({ id }) => !chief.includes(id));
  return {
    ...set,
    columns: [{ ...gpu, width: cells }, ...others, ...rest],
    keptLongest: [...chief, ...set.keptLongest.filter((id) => !chief.includes(id))],
    pinned: 1,
  };
};

const PLACE = ['geolocation', 'machine_id'];
const isJobField = (id: string): boolean => JOB_FIELDS.some((name) => name === id);

/** Every column that the table may have. */
export const EVERY_OFFER_COLUMN: readonly Column[] = [...COLUMNS_WITH_JOB.columns, ...(COLUMNS_WITH_JOB.hidden ?? [])];

/** What decides about the columns of the list. */
type Chosen = Pick<OfferList, 'rows' | 'columns'> & { readonly query?: Pick<OfferList['query'], 'hasWorkload'> };

const usualSet = (width: number, query: Chosen['query']): ColumnSet => {
  const set = query?.hasWorkload ? COLUMNS_WITH_JOB : COLUMNS;
  return isNarrow(width) ? narrowSet(set, width) : set;
};

/** The columns on a screen of `width` cells as the user has chosen them. */
const offerColumnSet = (width: number, { rows, columns, query }: Chosen): ColumnSet =>
  chosenSet(usualSet(width, query), columns, width, (column) => contentWidth(rows, column));

/** Every column in the order in which the column cursor meets them on a screen of `width` cells. */
export const offerColumnSequence = (width: number, list: Chosen): readonly Column[] =>
  columnSequence(offerColumnSet(width, list), tableRoom(width));

/** The columns in view on a screen of `width` cells, of which others have `taken` some, the column cursor among them, and whether there are others to either side. */
export const offerColumnsInView = (width: number, list: Chosen & Pick<OfferList, 'column'>, taken = 0) => {
  // A narrow screen has columns of its own, which follow its width.
  const set = offerColumnSet(isNarrow(width) ? width - taken : width, list);
  const room = tableRoom(width - taken);
  const inView = columnsInView(set, room, list.column);
  return { inView, beyond: columnsBeyond(set, room, inView) };
};

/** The columns on a screen of `width` cells for the page on which they are chosen; without a choice the usual ones. */
export const offerColumnsHere = (width: number, { columns, query }: Omit<Chosen, 'rows'>): ColumnsHere<Column> =>
  columnsOf(usualSet(width, query), columns, width);
