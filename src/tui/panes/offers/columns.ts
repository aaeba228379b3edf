/** The columns of the offers table, and those of them that are in view. */
import { type ColumnSet, columnSequence, columnsBeyond, columnsInView } from '../../../catalogue/column-window.ts';
import type { Column } from '../../../catalogue/columns.ts';
import { OFFER_COLUMNS, OFFER_COLUMNS_KEPT_LONGEST, offerColumn } from '../../../catalogue/offer-columns.ts';
import { tableRoom } from '../../ui/table.tsx';

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
};

/** Every column in the order in which the column cursor meets them on a screen of `width` cells. */
export const offerColumnSequence = (width: number): readonly Column[] => columnSequence(COLUMNS, tableRoom(width));

/** The columns in view on a screen of `width` cells with the column cursor on `current`. */
export const offerColumnsInView = (width: number, current: string): readonly Column[] =>
  columnsInView(COLUMNS, tableRoom(width), current);

/** Whether there are columns to either side of those in view. */
export const offerColumnsBeyond = (width: number, inView: readonly Column[]) =>
  columnsBeyond(COLUMNS, tableRoom(width), inView);
