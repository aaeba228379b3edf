/** Which columns of the offers table are in view: those that fit, and those that the column cursor has moved to. */
import { type Column, columnsWidth, fittingColumns } from '../../catalogue/columns.ts';
import { OFFER_COLUMNS, OFFER_COLUMNS_KEPT_LONGEST, offerColumn } from '../../catalogue/offer-columns.ts';
import { COLUMN_GAP, GUTTER } from '../../ui/table.tsx';

/** Columns pinned at the left when the table scrolls sideways. */
const PINNED = 2;

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

const ALL: readonly Column[] = [...OFFER_COLUMNS, ...FURTHER];

/** Every column in the order in which the column cursor meets them: those that fit `width`, then the rest. */
export const columnSequence = (width: number): readonly Column[] => {
  const chosen = fittingColumns(ALL, OFFER_COLUMNS_KEPT_LONGEST, width - GUTTER, COLUMN_GAP);
  return [...chosen, ...ALL.filter((column) => !chosen.includes(column))];
};

/** The columns in view in `width` cells with the column cursor on `current`: the pinned ones, and as many as fit up to it. */
export const columnsInView = (width: number, current: string): readonly Column[] => {
  const sequence = columnSequence(width);
  const pinned = sequence.slice(0, PINNED);
  const target = sequence.findIndex(({ id }) => id === current);
  for (let start = PINNED; ; start++) {
    const shown = leading([...pinned, ...sequence.slice(start)], width);
    const isInView = target < PINNED || shown.some(({ id }) => id === current);
    if (isInView || start >= sequence.length - 1) return shown;
  }
};

/** The column with this id, or undefined. */
export const findColumn = (id: string): Column | undefined => ALL.find((column) => column.id === id);

/** As many of the first columns as fit. */
const leading = (columns: readonly Column[], width: number): readonly Column[] => {
  let count = columns.length;
  while (count > 1 && columnsWidth(columns.slice(0, count), COLUMN_GAP) > width - GUTTER) count--;
  return columns.slice(0, count);
};
