/** What the keys of a list work on, the same for all of them. */
import type { ColumnsHere } from '../state/columns.ts';
import type { LanguageEntry, LanguageSection, Placed } from '../state/language-help.ts';
import type { Arrangement, LineQuery, List } from '../state/list.ts';
import type { Order } from '../state/order.ts';
import type { Slice } from '../state/slice.ts';
import type { Binding } from './binding.ts';
import type { TextExtent } from './moving.ts';

/** What a user did to a list that the rows here may not be enough for, or are to be made ready for: `sought`, where a text is going to be typed. */
export type ListChange = 'sought' | 'opened' | 'typed' | 'recalled' | 'kept' | 'restored' | 'sorted';

/** What one list says of its language; without it the list takes words. */
export type Language<Row, Query> = {
  readonly sections: (list: List<Row, Query>) => readonly LanguageSection[];
  /** The name of the entry that the line's cursor stands in or behind. */
  readonly begun: (list: List<Row, Query>) => string | undefined;
  /** Where what an entry puts into the line begins, and what it puts there. */
  readonly placed: (list: List<Row, Query>, entry: LanguageEntry) => Placed;
};

export type ListKeysNeeds<Row, Query = LineQuery> = {
  /** What the ids of the keys start with. */
  readonly owner: string;
  /** What one row is called: `volume`. */
  readonly noun: string;
  readonly slice: Slice<List<Row, Query>>;
  readonly arrangement: () => Arrangement<Row, Query>;
  /** Lines that were kept before, the newest last, and a way to keep more. */
  readonly lines: { readonly list: () => readonly string[]; readonly keep: (line: string) => void };
  /** Shows one line to the user. */
  readonly notify: (text: string) => void;
  /** Told of everything by which the list may have to be asked for anew, once it is done. */
  readonly onChanged?: (change: ListChange) => void;
  /** What `?` says of narrowing, absent: by words; and of opening a row, absent: that everything is there. */
  readonly filterHelp?: string;
  readonly openHelp?: string;
  /** Keys that only this list has while its line is edited. */
  readonly ownEditing?: readonly Binding[];
  readonly language?: Language<Row, Query>;
  /** Lines of the page of its language that entries are seen in. */
  readonly languageHeight: () => number;
  /** Lines that the whole filter takes on screen, a page of the open row, and, where rows are compared, the comparison of `rows`. */
  readonly wholeExtent: () => TextExtent;
  readonly openedExtent: (row: Row, page: number) => TextExtent;
  readonly comparedExtent?: ((rows: readonly Row[], isDifferingOnly: boolean) => TextExtent) | undefined;
  /**
   * The columns in the order in which the column cursor meets them, as wide as they are on this screen; one that cannot be ordered has no
   * `sortField`.
   */
  readonly columns: () => readonly {
    readonly id: string;
    readonly heading: string;
    readonly width: number;
    readonly sortField: string | undefined;
    readonly firstDirection: 'asc' | 'desc';
  }[];
  /** The columns as they are, or as they are usually, and how many of them the page shows at once on which they are chosen. */
  readonly columnsHere: (isUsual?: boolean) => ColumnsHere;
  readonly columnsVisible: () => number;
  /** The order of a list that nobody has sorted; absent: rows stand as they came. */
  readonly usualOrder?: Order;
  /** Why nothing works on more than one row that the line chose; a list without it takes no line that is wrong. */
  readonly mistakeRefusal?: () => string | undefined;
  /** Why nothing works on these rows, which newer answers do not have; a list without it has no such rows. */
  readonly departedWords?: (rows: readonly Row[]) => string;
};
