/** The columns of an instance that are told by others than the service's record of it: its lease, and what its host wants more. */
import { fixed } from '../base/figures.ts';
import { HOURS_A_MONTH } from '../base/time.ts';
import { type Column, columnOf } from './columns.ts';

/** What its host wants more: $/h that it costs now and then while it runs, and how much more that is; undefined where that is not known. */
export type Dearer = {
  readonly now?: number | undefined;
  readonly after?: number | undefined;
  readonly more?: number | undefined;
  /** From when on, Unix epoch seconds. */
  readonly fromS?: number | null | undefined;
};

type Beside = {
  /** When its lease ends and what is done then, as a cell and as the end of a sentence. */
  readonly lease?: { readonly cell: string; readonly until: string };
  readonly dearer?: Dearer;
};

/** What is said beside instances, by the id of each. */
export type BesideById = Readonly<Record<string, Beside>>;

/** What comes to so much an hour ($) costs a month; `?` where that is not known. */
export const aMonth = (hour: number | undefined): string => (hour === undefined ? '?' : fixed(hour * HOURS_A_MONTH, 2));

export const dearerColumn = (beside: BesideById): Column => ({
  ...columnOf({ name: 'dearer', group: 'price', label: 'Costs more a month', heading: 'More $/mo', width: 9 }),
  align: 'right',
  sortField: undefined,
  cell: ({ id }) => {
    const dearer = beside[String(id)]?.dearer;
    return dearer === undefined ? '' : aMonth(dearer.more);
  },
  tone: () => 'warning',
});

export const leaseColumn = (beside: BesideById): Column => ({
  ...columnOf({ name: 'lease', group: 'availability', label: 'Rented until', heading: 'Rented until', width: 17 }),
  sortField: undefined,
  cell: ({ id }) => beside[String(id)]?.lease?.cell ?? '',
  tone: ({ id }) => (beside[String(id)]?.lease?.cell.startsWith('!') ? 'danger' : undefined),
});
