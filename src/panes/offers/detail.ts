/** The closer look at one offer as lines of text: every field by group, with its unit, and what the catalogue does not know. */
import { BREAKDOWN_FIGURES, type Breakdown } from '../../catalogue/breakdown.ts';
import { type Field, GROUPS, type Group } from '../../catalogue/field.ts';
import { formatValue, unitOf } from '../../catalogue/format.ts';
import { OFFER_FIELDS } from '../../catalogue/offer-fields.ts';
import type { Offer } from '../../catalogue/values.ts';
import { dim, plain, type Segment, segmentsWidth } from '../../ui/segments.ts';
import { cutCell, padCell, printable } from '../../ui/text.ts';
import type { Detail } from './state.ts';

/** One line of the detail page. */
export type DetailLine = readonly Segment[];

/** Cells of the longest label, and of the blanks between two columns of fields. */
const LABEL_WIDTH = 28;
const COLUMN_GAP = 3;
const COLUMN_WIDTH_MINIMUM = 56;

const TITLES: Readonly<Record<Group, string>> = {
  price: 'Price',
  gpu: 'GPU',
  processor: 'Processor and system',
  storage: 'Storage',
  network: 'Network and place',
  reliability: 'Reliability',
  availability: 'Availability',
  identity: 'Identity',
  other: 'Other',
};

const FIELDS: readonly Field[] = OFFER_FIELDS.filter(({ wire }) => wire !== 'breakdown');

/** The lines of the fields page in `width` cells: groups one below the other, their fields in as many columns as fit. */
export const detailLines = (offer: Offer, width: number): readonly DetailLine[] => {
  const count = Math.max(1, Math.floor((width + COLUMN_GAP) / (COLUMN_WIDTH_MINIMUM + COLUMN_GAP)));
  const cellsEach = Math.floor((width - COLUMN_GAP * (count - 1)) / count);
  const groups: readonly Section[] = GROUPS.map((group) => ({
    title: TITLES[group],
    entries: FIELDS.filter((field) => field.group === group).map((field) => entryOf(field, offer)),
  }));
  const unknown: Section = { title: 'Not in the published interface', entries: unknownEntries(offer) };
  return [...groups, ...(unknown.entries.length === 0 ? [] : [unknown])].flatMap(({ title, entries }, index) => [
    ...(index === 0 ? [] : [[]]),
    [{ text: title, role: 'accent' } as const],
    ...inColumns(entries, count, cellsEach),
  ]);
};

/** Lines that the open page takes in `width` cells. */
export const detailHeight = ({ offer, page }: Detail, width: number): number =>
  page === 'fields' ? detailLines(offer, width).length : 2 * BREAKDOWN_FIGURES.length + COSTS_FRAME_LINES;

/** Lines of the costs page that are no figure: ink-table's frame and heading, and the two lines under it. */
const COSTS_FRAME_LINES = 5;

/** One row of the cost table: a figure in the search view and in the instance view, $/hour. */
export type CostRow = { readonly '$/hour': string; readonly search: string; readonly instance: string };

/** The six figures of both breakdowns side by side. */
export const costRows = (offer: Offer): readonly CostRow[] =>
  BREAKDOWN_FIGURES.map(({ name, label }) => ({
    '$/hour': label,
    search: costOf(offer.search, name),
    instance: costOf(offer.instance, name),
  }));

const costOf = (breakdown: Breakdown | null | undefined, name: keyof Breakdown): string => {
  const figure = breakdown?.[name];
  return typeof figure === 'number' ? figure.toFixed(4).padStart(9) : '-'.padStart(9);
};

type Section = { readonly title: string; readonly entries: readonly Entry[] };

type Entry = { readonly label: string; readonly value: string; readonly unit: string };

const entryOf = (field: Field, offer: Offer): Entry => {
  const value = printable(formatValue(field, offer[field.name]));
  return { label: field.label, value, unit: value === '-' ? '' : unitOf(field) };
};

const unknownEntries = (offer: Offer): readonly Entry[] => {
  const known = new Set<string>(OFFER_FIELDS.map(({ name }) => name));
  return Object.entries(offer)
    .filter(([name, value]) => !known.has(name) && value !== undefined)
    .map(([name, value]) => ({ label: printable(name), value: printable(JSON.stringify(value)), unit: '' }));
};

const inColumns = (entries: readonly Entry[], count: number, width: number): readonly DetailLine[] => {
  const height = Math.ceil(entries.length / count);
  return Array.from({ length: height }, (_, line) =>
    Array.from({ length: count }, (__, column) => entries[column * height + line]).flatMap((entry, column) =>
      entry === undefined ? [] : entrySegments(entry, width, column > 0),
    ),
  );
};

const entrySegments = ({ label, value, unit }: Entry, width: number, isFurther: boolean): readonly Segment[] => {
  const start = dim(
    `${isFurther ? ' '.repeat(COLUMN_GAP) : ''}  ${padCell(cutCell(label, LABEL_WIDTH), LABEL_WIDTH)}  `,
  );
  const room = width - LABEL_WIDTH - 4 - (unit === '' ? 0 : unit.length + 1);
  const shown = plain(cutCell(value, room));
  const used = [shown, dim(unit === '' ? '' : ` ${unit}`)];
  return [start, ...used, plain(' '.repeat(Math.max(0, width - LABEL_WIDTH - 4 - segmentsWidth(used))))];
};
