/**
 * What a list says of itself, as data, and what its pane knows: its rows, and, where the service is asked for them, how that goes.
 * Everything else about the pane is the same in every list.
 */

import type { Explanation } from '../../../api/errors/explain.ts';
import type { Column, ColumnSet } from '../../../catalogue/columns.ts';
import type { BesideById } from '../../../catalogue/instance-beside.ts';

import { naturalTextOrder } from '../../../filter/offer-order.ts';
import type { List, ListKind } from '../../state/list.ts';
import type { Order } from '../../state/order.ts';
import { lastArrived, type Remote } from '../../state/remote.ts';
import { type ListRow, wordListKind } from '../../state/row-words.ts';
import type { Band, BandPlace } from '../../ui/bands.ts';
import type { BarLook } from '../../ui/gauge.ts';
import type { TableKind } from '../../ui/list-page.tsx';
import type { Drawing } from '../../ui/over-list.tsx';
import type { Comparison } from '../../ui/over-list-lines.ts';
import type { RecordLine } from '../../ui/record-lines.ts';
import type { Segment } from '../../ui/segments.ts';
import type { PreviewPlace } from '../pane.ts';
import type { FieldLine } from './clauses.ts';
import type { CopySubject } from './copy-menu.ts';

/**
 * What columns and lines depend on besides the item: cells of the screen, the IANA name of the zone in which times are shown, and
 * when the newest answer came (Unix epoch milliseconds; 0 before the first).
 */
export type ListPlace = {
  readonly width: number;
  readonly timeZone: string;
  readonly answeredAtEpochMs: number;
  readonly beside?: BesideById | undefined;
  /** The order of the list; absent where no list is looked at. */
  readonly order?: Order;
  /** Lines of a body that are shown, which each cost bytes; absent: all. */
  readonly bodyLines?: number;
} & Partial<Drawing>;

/** One column; `cell` gives the item's value in display units, and may hold any character. */
export type ItemColumn<Item> = Column<Item> & {
  /** The value in pieces, in `width` cells, where it is more than a text. */
  readonly pieces?: (item: Item, width: number, bars: BarLook) => readonly Segment[];
};

/** A list whose rows hold one `Item` each. */
export type ListDescription<Row extends ListRow, Item> = {
  /** The pane's name, which the ids of its keys start with. */
  readonly name: string;
  /** What a row is called: `volume`. */
  readonly noun: string;
  readonly table: TableKind;
  readonly columns: (place: ListPlace) => ColumnSet<ItemColumn<Item>>;
  /** Id of the column that the column cursor is on at first. */
  readonly firstColumn: string;
  readonly itemOf: (row: Row) => Item;
  /** In words what has changed in a row since the user looked last; nothing where nothing has. */
  readonly changedIn?: (row: Row) => readonly string[];
  /** What matters of an item, for a screen of few lines; absent: what its columns say. */
  readonly brief?: (item: Item) => string;
  /** The order in words in which rows come; absent: as the service gave them. */
  readonly unsorted?: string;
  /** What rows are ordered by under a column's `sortField`. */
  readonly orderValue: (item: Item, field: string) => unknown;
  /** How its line is read, where it takes clauses beside words. */
  readonly line?: FieldLine<Row>;
  /** Texts beside those of its columns in which `any:` finds an item. */
  readonly textsOf: (item: Item) => readonly string[];
  /** What is said where there is no row: why, and what would be here. */
  readonly emptyWords: readonly string[];
  /** The title and the lines of the page of one row. */
  readonly title: (item: Item) => string;
  /** What stands behind the title: how the item is, in the colours of its column. */
  readonly beside?: (item: Item) => readonly Segment[];
  readonly lines: (row: Row, place: ListPlace) => readonly RecordLine[];
  /** What the preview of a row says below its title; absent: what its page says. */
  readonly preview?: (row: Row, place: ListPlace & Omit<PreviewPlace, 'timeZone'>) => readonly RecordLine[];
  /** What `y` does and copies of a row, and what so many of them are said to be. Several rows are copied as several lines. */
  readonly copy: {
    readonly label: string;
    readonly named: (count: number) => string;
    readonly text: (row: Row) => string;
    /** Present where `y` opens the menu of what can be copied: the record of a row, and its fields. */
    readonly menu?: Pick<CopySubject<Row>, 'recordOf' | 'fields' | 'own'>;
  };
  /** What `=` shows of rows side by side: every field, or those alone in which they differ; absent where rows are not compared. */
  readonly compared?: (rows: readonly Row[], isDifferingOnly: boolean) => Comparison;
  /** What sets off rows that are alike, on a screen of `width` cells; absent: nothing ever does. */
  readonly bands?: (list: List<Row>, place: BandPlace) => readonly Band[];
  /** What the footer says of the list besides; `isWhole` is false where rows of it may be missing. */
  readonly footnote?: (list: List<Row>, isWhole: boolean) => readonly Segment[];
};

/** The state of a list pane; `answer` and `waitS` are those of a fetched list (`state/fetched-list.ts`). */
export type ListPaneState<Row extends ListRow> = {
  readonly list: List<Row>;
  readonly answer?: Remote<unknown, Explanation>;
  readonly waitS?: number | undefined;
  readonly beside?: BesideById | undefined;
};

/** What columns and lines depend on, on a screen of `width` cells. */
export const placeOf = <Row extends ListRow>(
  { answer, beside, list }: ListPaneState<Row>,
  width: number,
  timeZone: string,
): ListPlace => ({
  width,
  timeZone,
  answeredAtEpochMs: (answer && lastArrived(answer)?.atEpochMs) ?? 0,
  beside,
  order: list.order,
});

/** How the rows of a list are told apart, narrowed and compared; texts compare as people sort them. */
export const kindOf = <Row extends ListRow, Item>({
  itemOf,
  orderValue,
  line,
}: ListDescription<Row, Item>): ListKind<Row> =>
  wordListKind(
    { valueOf: (row, field) => orderValue(itemOf(row), field), compareTexts: naturalTextOrder },
    line?.narrowing,
  );
