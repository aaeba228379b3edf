/** The keys of a list (see `state/list.ts`), the same in every pane that shows one, and what they do to it. */
import { cursorMoved } from '../state/cursor.ts';
import type { LineEdit } from '../state/line.ts';
import {
  type Arrangement,
  chosenRows,
  columnChanged,
  currentRow,
  cursorChanged,
  filterEdited,
  filterKept,
  filterOpened,
  filterRecalled,
  filterRestored,
  type Listing,
  markExtended,
  marksCleared,
  markToggled,
  openedScrolled,
  orderChanged,
  rowClosed,
  rowOpened,
} from '../state/list.ts';
import { hiddenMarksRefusal } from '../state/marks.ts';
import { type Order, orderKeyToggled, orderToggled } from '../state/order.ts';
import type { Slice } from '../state/slice.ts';
import { type Binding, bind, inFooter, type Layer } from './binding.ts';
import { type ListMove, listBindings, SORT_FURTHER_HELP, SORT_HELP } from './cursor.ts';
import { acceptKey, cancelKey, FILTER_MAXIMUM, fieldLayer } from './field.ts';
import { EDITING } from './readline.ts';

/** Lines that were kept before, the newest last, and a way to keep more. */
type EarlierLines = { readonly list: () => readonly string[]; readonly keep: (line: string) => void };

/** What the keys of a list work on. */
type ListKeysNeeds<Row, Query = string> = {
  /** What the ids of the keys start with. */
  readonly owner: string;
  /** What one row is called: `volume`. */
  readonly noun: string;
  readonly slice: Slice<Listing<Row, Query>>;
  readonly arrangement: () => Arrangement<Row, Query>;
  /** The words that were kept before, the newest last, and a way to keep more. */
  readonly lines: EarlierLines;
  /** The columns in the order in which the column cursor meets them; one that cannot be ordered has no `sortField`. */
  readonly columns: () => readonly {
    readonly id: string;
    readonly sortField: string | undefined;
    readonly firstDirection: 'asc' | 'desc';
  }[];
  /** Lines of the open row's page, and how many of them are visible. */
  readonly openedExtent: (row: Row, page: number) => { readonly length: number; readonly height: number };
  /** Keys that only this list has while its line is edited. */
  readonly ownEditing?: readonly Binding[];
  /** What `?` says of narrowing; absent: by words. */
  readonly filterHelp?: string;
  /** What `?` says of opening a row; absent: that everything is there. */
  readonly openHelp?: string;
  /** Why a column without `sortField` is not sorted by. */
  readonly unsortableWords?: string;
  /** The order of a list that nobody has sorted; absent: rows stand as they came. */
  readonly usualOrder?: Order;
  /** Told of everything by which the list may have to be asked for anew, once it is done. */
  readonly onChanged?: (change: ListChange) => void;
};

/** What a user did to a list that the rows here may not be enough for. */
export type ListChange = 'typed' | 'recalled' | 'kept' | 'restored' | 'sorted';

/** The key rows of a list by what they are for, and the layer in force while its words are edited. */
type ListKeys = {
  readonly find: readonly Binding[];
  readonly look: readonly Binding[];
  readonly mark: readonly Binding[];
  readonly move: readonly Binding[];
  /** The keys of an open row. */
  readonly opened: readonly Binding[];
  readonly editing: Layer;
  /** Why there is nothing that an action on chosen rows works on; undefined when there is. */
  readonly needsChosen: () => string | undefined;
};

/** A list without sort keys shows its rows as they came. */
const AS_THEY_CAME: Order = [];

export const listKeys = <Row, Query = string>(needs: ListKeysNeeds<Row, Query>): ListKeys => {
  const { owner, noun, slice, arrangement, columns, lines, usualOrder = AS_THEY_CAME, onChanged } = needs;
  const change = (transition: (listing: Listing<Row, Query>) => Listing<Row, Query>) => slice.change(transition);
  const needsRow = () => (currentRow(slice.get()) === undefined ? `There is no ${noun} under the cursor.` : undefined);
  const needsChosen = () => {
    if (chosenRows(slice.get(), arrangement()).length > 0) return undefined;
    const { marked } = slice.get();
    return marked.length > 0 ? hiddenMarksRefusal(marked.length, noun) : needsRow();
  };
  const needsMark = () => (slice.get().marked.length === 0 ? `No ${noun} is marked.` : undefined);

  const needsStart = () => {
    const { marked, shown } = slice.get();
    const { keyOf } = arrangement();
    const last = marked.at(-1);
    const isShown = last !== undefined && shown.some((row) => keyOf(row) === last);
    return isShown ? undefined : `Mark the first ${noun} with Space, go to the last one, and press v there.`;
  };

  const sortColumn = () => columns().find(({ id }) => id === slice.get().column);
  const needsSortable = () =>
    sortColumn()?.sortField === undefined
      ? (needs.unsortableWords ?? `The ${noun}s cannot be sorted by this column.`)
      : undefined;

  const open = () => change((listing) => filterOpened(listing, arrangement()));

  const edit = (to: LineEdit) => {
    change((listing) => filterEdited(listing, to(listing.filter), arrangement()));
    onChanged?.('typed');
  };

  const recall = (steps: number) => {
    const earlier = lines.list();
    change((listing) => filterRecalled(listing, steps, earlier, arrangement()));
    onChanged?.('recalled');
  };

  const keep = () => {
    change((listing) => filterKept(listing, arrangement()));
    const { editing, filter } = slice.get();
    if (editing === undefined) lines.keep(filter.text.trim());
    onChanged?.('kept');
  };

  const restore = () => {
    const { editing, filter } = slice.get();
    // What was typed is found again with Up.
    if (editing !== undefined && filter.text !== filter.before) lines.keep(filter.text.trim());
    change((listing) => filterRestored(listing, arrangement()));
    onChanged?.('restored');
  };

  const sort = (toggle: typeof orderToggled) => {
    const column = sortColumn();
    if (column?.sortField === undefined) return;
    const choice = { field: column.sortField, first: column.firstDirection };
    change((listing) => orderChanged(listing, toggle(listing.order, choice, usualOrder), arrangement()));
    onChanged?.('sorted');
  };

  const mark = () => {
    change((listing) => markToggled(listing, arrangement()));
    move((cursor, extent) => cursorMoved(cursor, 1, extent));
  };

  const extend = () => change((listing) => markExtended(listing, arrangement()));

  const move = (to: ListMove) =>
    change((listing) =>
      cursorChanged(listing, to(listing.cursor, { count: listing.shown.length, height: arrangement().height })),
    );

  const moveColumn = (steps: number) => {
    const sequence = columns();
    const place = sequence.findIndex(({ id }) => id === slice.get().column);
    const target = sequence[Math.max(0, Math.min(sequence.length - 1, place + steps))];
    if (target !== undefined) change((listing) => columnChanged(listing, target.id));
  };

  const scroll = (pages: number, lines: number) => {
    const { opened } = slice.get();
    if (opened === undefined) return;
    const { length, height } = needs.openedExtent(opened.row, opened.page);
    const step = pages * Math.max(1, height - 1) + lines;
    change((listing) => openedScrolled(listing, step, Math.max(0, length - height)));
  };

  return {
    needsChosen,
    find: [
      bind(`${owner}.filter`, ['/'], 'filter', 'Find', open, {
        isInFooter: true,
        help: needs.filterHelp ?? 'filter by words',
      }),
      bind(`${owner}.sort`, ['o'], 'sort', 'Find', () => sort(orderToggled), {
        isInFooter: true,
        help: SORT_HELP,
        refusal: needsSortable,
      }),
      bind(`${owner}.sort-further`, ['O'], 'sort further', 'Find', () => sort(orderKeyToggled), {
        help: SORT_FURTHER_HELP,
        refusal: needsSortable,
      }),
    ],
    look: [
      bind(`${owner}.open`, ['enter'], 'detail', 'Look', () => change((listing) => rowOpened(listing)), {
        isInFooter: true,
        help: needs.openHelp ?? 'everything known of it',
        refusal: needsRow,
      }),
    ],
    mark: [
      bind(`${owner}.mark`, ['space'], 'mark', 'Mark', mark, {
        isInFooter: true,
        help: 'mark, and go down',
        refusal: needsRow,
      }),
      bind(`${owner}.mark-range`, ['v'], 'mark from the last mark to here', 'Mark', extend, {
        help: 'mark all from the last mark',
        refusal: needsStart,
      }),
      bind(`${owner}.unmark`, ['u'], 'clear marks', 'Mark', () => change(marksCleared), { refusal: needsMark }),
    ],
    move: [
      ...listBindings(owner, move),
      bind(`${owner}.column-left`, ['left', 'h'], 'column left', 'Move', () => moveColumn(-1)),
      bind(`${owner}.column-right`, ['right', 'l'], 'column right', 'Move', () => moveColumn(1)),
    ],
    opened: [
      bind(`${owner}.close`, ['escape', 'q', 'enter'], 'back', 'Detail', () => change(rowClosed), inFooter),
      bind(`${owner}.scroll-down`, ['down', 'j'], 'scroll', 'Detail', () => scroll(0, 1), inFooter),
      bind(`${owner}.scroll-up`, ['up', 'k'], 'scroll up', 'Detail', () => scroll(0, -1)),
      bind(`${owner}.scroll-page-down`, ['pagedown', 'ctrl-f', 'ctrl-d', 'space'], 'page down', 'Detail', () =>
        scroll(1, 0),
      ),
      bind(`${owner}.scroll-page-up`, ['pageup', 'ctrl-b', 'ctrl-u'], 'page up', 'Detail', () => scroll(-1, 0)),
      bind(`${owner}.scroll-first`, ['g', 'home'], 'first', 'Detail', () => scroll(0, Number.NEGATIVE_INFINITY)),
      bind(`${owner}.scroll-last`, ['G', 'end'], 'last', 'Detail', () => scroll(0, Number.POSITIVE_INFINITY)),
    ],
    editing: fieldLayer({
      owner,
      line: () => slice.get().filter,
      change: edit,
      maximum: FILTER_MAXIMUM,
      accept: acceptKey(`${owner}.filter-keep`, 'accept', keep),
      cancel: cancelKey(`${owner}.filter-restore`, restore),
      own: [
        bind(`${owner}.filter-older`, ['up', 'ctrl-p'], 'older filter', EDITING, () => recall(-1), inFooter),
        bind(`${owner}.filter-newer`, ['down', 'ctrl-n'], 'newer filter', EDITING, () => recall(1)),
        ...(needs.ownEditing ?? []),
      ],
    }),
  };
};
