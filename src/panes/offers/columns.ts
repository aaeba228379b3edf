/** The columns of the offers table: their order, which leave first when the terminal narrows, and which are in view. */
import { type Field, isRightAligned, isSortable } from '../../catalogue/field.ts';
import { formatCell, headingOf } from '../../catalogue/format.ts';
import { findOfferField } from '../../catalogue/lookup.ts';
import type { Offer } from '../../catalogue/values.ts';
import { COLUMN_GAP, GUTTER } from '../../ui/table.tsx';
import type { Align } from '../../ui/text.ts';

/** One column. `sortField` is the wire name it is ordered by; undefined when the service cannot order by it. */
export type OfferColumn = {
  readonly id: string;
  readonly heading: string;
  readonly width: number;
  readonly align: Align;
  readonly sortField: string | undefined;
  /** The offer's value as text; it may hold any character. */
  readonly cell: (offer: Offer) => string;
};

const columnOf = (field: Field): OfferColumn => {
  const heading = headingOf(field);
  return {
    id: field.name,
    heading,
    width: Math.max(heading.length, field.width ?? 10),
    align: isRightAligned(field) ? 'right' : 'left',
    sortField: isSortable(field) ? field.name : undefined,
    cell: (offer) => (isMisshapen(offer, field.name) ? '?' : formatCell(field, offer[field.name])),
  };
};

/** True when the field came with a value of a kind it cannot have; the client leaves its key without a value. */
const isMisshapen = (offer: Offer, name: string): boolean => offer[name] === undefined && name in offer;

const GPU_COLUMN: OfferColumn = {
  id: 'gpu_name',
  heading: 'GPU',
  width: 18,
  align: 'left',
  sortField: 'gpu_name',
  cell: (offer) => `${offer.num_gpus ?? '?'}x ${(offer.gpu_name ?? '?').trim()}`,
};

/** $/hour for one GPU: computed here, so the service knows no such word. */
const PER_GPU_COLUMN: OfferColumn = {
  id: 'dph_gpu',
  heading: '=$/GPU/h',
  width: 8,
  align: 'right',
  sortField: undefined,
  cell: ({ dph_total: total, num_gpus: count }) =>
    typeof total === 'number' && typeof count === 'number' && count > 0 ? (total / count).toFixed(4) : '-',
};

const SPECIAL: Readonly<Record<string, OfferColumn>> = { gpu_name: GPU_COLUMN, dph_gpu: PER_GPU_COLUMN };

const columnNamed = (id: string): readonly OfferColumn[] => {
  const special = SPECIAL[id];
  if (special !== undefined) return [special];
  const field = findOfferField(id);
  return field === undefined ? [] : [columnOf(field)];
};

/** Every column, in the order in which a wide terminal shows them. The first two stay in place when the table scrolls. */
const COLUMNS: readonly OfferColumn[] = [
  'dph_total',
  'gpu_name',
  'dph_gpu',
  'gpu_ram',
  'dlperf',
  'dlperf_per_dphtotal',
  'reliability',
  'geolocation',
  'cpu_cores_effective',
  'cpu_ram',
  'disk_space',
  'inet_down',
  'inet_up',
  'duration',
  'machine_id',
  'verification',
  'driver_version',
  'host_id',
  'id',
  'cuda_max_good',
  'total_flops',
  'min_bid',
  'storage_cost',
  'disk_bw',
  'pcie_bw',
  'direct_port_count',
].flatMap(columnNamed);

/** Columns pinned at the left. */
const PINNED = 2;

/** Which columns leave first when there is not room for all, from the last to leave to the first. */
const KEPT_LONGEST: readonly string[] = [
  'dph_total',
  'gpu_name',
  'gpu_ram',
  'reliability',
  'geolocation',
  'machine_id',
  'dlperf_per_dphtotal',
  'dlperf',
  'duration',
  'cpu_ram',
  'cpu_cores_effective',
  'disk_space',
  'inet_down',
  'inet_up',
  'dph_gpu',
  'verification',
  'driver_version',
  'host_id',
  'id',
];

const widthOf = (columns: readonly OfferColumn[]): number =>
  GUTTER + columns.reduce((sum, { width }) => sum + width + COLUMN_GAP, 0) - COLUMN_GAP;

/** The columns that are in view at once in `width` cells when nothing is scrolled, in their order. */
const chosenColumns = (width: number): readonly OfferColumn[] => {
  const chosen = new Set<string>();
  for (const id of KEPT_LONGEST) {
    const candidate = COLUMNS.filter((column) => chosen.has(column.id) || column.id === id);
    if (widthOf(candidate) > width) break;
    chosen.add(id);
  }
  return COLUMNS.filter(({ id }) => chosen.has(id));
};

/** Every column in the order in which the column cursor meets them: those chosen for `width`, then the rest. */
export const columnSequence = (width: number): readonly OfferColumn[] => {
  const chosen = chosenColumns(width);
  return [...chosen, ...COLUMNS.filter((column) => !chosen.includes(column))];
};

/** The columns in view in `width` cells with the column cursor on `current`: the pinned ones, and as many as fit up to it. */
export const columnsInView = (width: number, current: string): readonly OfferColumn[] => {
  const sequence = columnSequence(width);
  const pinned = sequence.slice(0, PINNED);
  const target = sequence.findIndex(({ id }) => id === current);
  for (let start = PINNED; ; start++) {
    const shown = fitting([...pinned, ...sequence.slice(start)], width);
    const reached = target < PINNED || shown.some(({ id }) => id === current);
    if (reached || start >= sequence.length - 1) return shown;
  }
};

const fitting = (columns: readonly OfferColumn[], width: number): readonly OfferColumn[] => {
  let count = columns.length;
  while (count > 1 && widthOf(columns.slice(0, count)) > width) count--;
  return columns.slice(0, count);
};

/** The column with this id, or undefined. */
export const findColumn = (id: string): OfferColumn | undefined => COLUMNS.find((column) => column.id === id);
