/** The columns of the offers table, and those of them that are in view. */
import { cellText, cellWidth } from '../../../base/text.ts';
import {
  type Column,
  type ColumnSet,
  columnSequence,
  columnsBeyond,
  columnsInView,
  columnsWidth,
  MISSHAPEN,
} from '../../../catalogue/columns.ts';
import { ABSENT, displayText } from '../../../catalogue/format.ts';

import {
  alignedGpus,
  COUNT_CELLS,
  OFFER_COLUMNS,
  offerColumn,
  SCALAR_OFFER_COLUMNS,
} from '../../../catalogue/offer-columns.ts';
import type { Offer } from '../../../catalogue/values.ts';
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

/** What decides first: what it costs, of what, how good, how sure, where, how much and how long. */
const BY_WORTH: readonly string[] = [
  'dph_total',
  'gpu_name',
  'dph_gpu',
  'dlperf_per_dphtotal',
  'reliability',
  'verification',
  'geolocation',
  'gpu_ram',
  'duration',
  'machine_id',
];

/** What verification says, as one sign; of a value that the service did not send, nothing. */
const VERIFICATION_SIGNS: Readonly<Record<string, string>> = {
  verified: '✓',
  unverified: '-',
  deverified: 'x',
  [ABSENT]: '',
};

const verification = (word: string, width: number): string =>
  width < 'verified'.length ? (VERIFICATION_SIGNS[word] ?? MISSHAPEN) : word;

/** What of its columns is other on a screen, where there is little room. */
const ON_SCREEN: Readonly<Record<string, (column: Column) => Partial<Column>>> = {
  gpu_name: () => ({ drawn: alignedGpus }),
  dph_gpu: () => ({ short: '$/GPU/h', width: 7 }),
  dlperf_per_dphtotal: () => ({ width: 5 }),
  reliability: () => ({ hangs: true }),
  verification: ({ cell }) => ({
    short: '✓',
    width: 1,
    drawn: (offer, width) => verification(cell(offer), width),
  }),
  geolocation: () => ({ short: 'at', width: 3 }),
  gpu_ram: () => ({ short: 'VRAM', width: 5 }),
  duration: () => ({ width: 5, hangs: true }),
};

const onScreen = (column: Column): Column => ({ ...column, ...ON_SCREEN[column.id]?.(column) });

const asSaid = (column: Column): Column => OFFER_COLUMNS.find(({ id }) => id === column.id) ?? column;

/** How far down the order of worth a column stands. */
const worth = ({ id }: Column): number => (BY_WORTH.indexOf(id) + BY_WORTH.length + 1) % (BY_WORTH.length + 1);

const SHOWN_UNASKED = OFFER_COLUMNS.map(onScreen).toSorted((one, other) => worth(one) - worth(other));

const COLUMNS: ColumnSet = {
  columns: [...SHOWN_UNASKED, ...FURTHER],
  keptLongest: SHOWN_UNASKED.map(({ id }) => id),
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

/** Cells of count and model at least, as on the narrowest screen, and at most. */
const NARROW_GPU = 12;
const WIDEST_GPU = 19;

const GPU_WIDTHS = new WeakMap<readonly Offer[], number>();

/** As many as the longest model of `rows` takes; measured once for each answer. */
const gpuWidth = (rows: readonly Offer[]): number =>
  GPU_WIDTHS.getOrInsertComputed(rows, () => {
    const widths = [...new Set(rows.map((offer) => offer.gpu_name))].map((model) =>
      typeof model === 'string' ? COUNT_CELLS + cellWidth(cellText(displayText(model), WIDEST_GPU)) : 0,
    );
    return Math.min(WIDEST_GPU, Math.max(NARROW_GPU, ...widths));
  });

/** The chief columns of `set` on a narrow screen of `width` cells: which GPU, what it costs, where it is, and whose. */
const narrowSet = (set: ColumnSet, width: number): ColumnSet => {
  const [price, gpu] = set.columns;
  const chief = ['gpu_name', ...set.keptLongest.filter((id) => id === 'dph_total' || isJobField(id)), ...PLACE];
  const { width: room, gap } = tableRoom(width);
  const others = chief.slice(1).flatMap((id) => set.columns.find((column) => column.id === id) ?? []);
  if (price === undefined || gpu === undefined) return set;
  const free = room - columnsWidth(others, gap) - gap;
  const cells = Math.max(NARROW_GPU, Math.min(WIDEST_GPU, free));
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

/** With `areSaid` each value is there in words, for those who do not see the screen. */
const usualSet = (width: number, { query, rows }: Pick<Chosen, 'query' | 'rows'>, areSaid = false): ColumnSet => {
  const known = query?.hasWorkload ? COLUMNS_WITH_JOB : COLUMNS;
  const set = areSaid ? { ...known, columns: known.columns.map(asSaid) } : known;
  if (isNarrow(width)) return narrowSet(set, width);
  const columns = set.columns.map((column) =>
    column.id === 'gpu_name' ? { ...column, width: gpuWidth(rows) } : column,
  );
  return { ...set, columns };
};

/** The columns on a screen of `width` cells as the user has chosen them. */
const offerColumnSet = (width: number, list: Chosen, areSaid = false): ColumnSet =>
  chosenSet(usualSet(width, list, areSaid), list.columns, width, ({ id, cell, drawn }) =>
    contentWidth(list.rows, { id, cell: (offer) => drawn?.(offer, Number.POSITIVE_INFINITY) ?? cell(offer) }),
  );

/** Every column in the order in which the column cursor meets them on a screen of `width` cells. */
export const offerColumnSequence = (width: number, list: Chosen): readonly Column[] =>
  columnSequence(offerColumnSet(width, list), tableRoom(width));

/** The columns in view on a screen of `width` cells, of which others have `taken` some, the column cursor among them, and whether there are others to either side. */
export const offerColumnsInView = (
  width: number,
  list: Chosen & Pick<OfferList, 'column'>,
  taken = 0,
  areSaid = false,
) => {
  // A narrow screen has columns of its own, which follow its width.
  const set = offerColumnSet(isNarrow(width) ? width - taken : width, list, areSaid);
  const room = tableRoom(width - taken);
  const inView = columnsInView(set, room, list.column);
  return { inView, beyond: columnsBeyond(set, room, inView) };
};

/** The columns on a screen of `width` cells for the page on which they are chosen; without a choice the usual ones. */
export const offerColumnsHere = (width: number, list: Chosen): ColumnsHere<Column> =>
  columnsOf(usualSet(width, list), list.columns, width);
