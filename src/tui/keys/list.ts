/** The keys of a list (see `state/listing.ts`), the same in every pane that shows one, and what they do to it. */
import { cursorMoved } from '../state/cursor.ts';
import type { LineEdit } from '../state/line.ts';
import {
  type Arrangement,
  columnChanged,
  currentRow,
  cursorChanged,
  filterEdited,
  filterKept,
  filterOpened,
  filterRecalled,
  filterRestored,
  type Listing,
  type ListRow,
  markExtended,
  marksCleared,
  markToggled,
  openedScrolled,
  orderChanged,
  rowClosed,
  rowOpened,
} from '../state/list.ts';
import { type Order, orderKeyToggled, orderToggled } from '../state/order.ts';
import type { Slice } from '../state/slice.ts';
import { type Binding, bind, inFooter, type Layer } from './binding.ts';
import { type ListMove, listBindings, SORT_FURTHER_HELP, SORT_HELP } from './cursor.ts';
import { acceptKey, cancelKey, FILTER_MAXIMUM, fieldLayer } from './field.ts';
import { EDITING } from './readline.ts';

/** Lines that were kept before, the newest last, and a way to keep more. */
type EarlierLines = { readonly list: () => readonly string[]; readonly keep: (line: string) => void };

/** What the keys of a list work on. */
export type ListKeysNeeds<Row extends ListRow> = {
  /** What the ids of the keys start with. */
  readonly owner: string;
  /** What one row is called: `volume`. */
  readonly noun: string;
  readonly slice: Slice<Listing<Row>>;
  readonly arrangement: () => Arrangement<Row>;
  /** The words that were kept before, the newest last, and a way to keep more. */
  readonly lines: EarlierLines;
  /** The columns in the order in which the column cursor meets them; one that cannot be ordered has no `sortField`. */
  readonly columns: () => readonly {
    readonly id: string;
    readonly sortField: string | undefined;
    readonly firstDirection: 'asc' | 'desc';
  }[];
  /** Lines of the open row, and how many of them are visible. */
  readonly openedExtent: (row: Row) => { readonly length: number; readonly height: number };
};

/** The key rows of a list by what they are for, and the layer in force while its words are edited. */
type ListKeys = {
  readonly find: readonly Binding[];
  readonly look: readonly Binding[];
  readonly mark: readonly Binding[];
  readonly move: readonly Binding[];
  /** The keys of an open row. */
  readonly opened: readonly Binding[];
  readonly editing: Layer;
};

/** A list without sort keys shows its rows as they came. */
const AS_THEY_CAME: Order = [];

/** The keys of one list. */
export const listKeys = <Row extends ListRow>(needs: ListKeysNeeds<Row>): ListKeys => {
  const { owner, noun, slice, arrangement, columns, lines } = needs;
  const change = (transition: (listing: Listing<Row>) => Listing<Row>) => slice.change(transition);
  const needsRow = () => (currentRow(slice.get()) === undefined ? `There is no ${noun} under the cursor.` : undefined);
  const needsMark = () => (slice.get().marked.length === 0 ? `No ${noun} is marked.` : undefined);

  const needsStart = () => {
    const { marked, shown } = slice.get();
    const isShown = shown.some(({ key }) => key === marked.at(-1));
    return isShown ? undefined : `Mark the first ${noun} with Space, go to the last one, and press v there.`;
  };

  const edit = (to: LineEdit) => change((listing) => filterEdited(listing, to(listing.filter), arrangement()));

  const recall = (steps: number) => {
    const earlier = lines.list();
    change((listing) => filterRecalled(listing, steps, earlier, arrangement()));
  };

  const keep = () => {
    change(filterKept);
    lines.keep(slice.get().filter.text.trim());
  };

  const restore = () => {
    const { editing, filter } = slice.get();
    // What was typed is found again with Up.
    if (editing !== undefined && filter.text !== filter.before) lines.keep(filter.text.trim());
    change((listing) => filterRestored(listing, arrangement()));
  };

  const sort = (toggle: typeof orderToggled) => {
    const column = columns().find(({ id }) => id === slice.get().column);
    if (column?.sortField === undefined) return;
    const choice = { field: column.sortField, first: column.firstDirection };
    change((listing) => orderChanged(listing, toggle(listing.order, choice, AS_THEY_CAME), arrangement()));
  };

  const mark = () => {
    change(markToggled);
    move((cursor, extent) => cursorMoved(cursor, 1, extent));
  };

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
    const { length, height } = needs.openedExtent(opened.row);
    const step = pages * Math.max(1, height - 1) + lines;
    change((listing) => openedScrolled(listing, step, Math.max(0, length - height)));
  };

  return {
    find: [
      bind(`${owner}.filter`, ['/'], 'filter', 'Find', () => change(filterOpened), {
        isInFooter: true,
        help: 'filter by words',
      }),
      bind(`${owner}.sort`, ['o'], 'sort', 'Find', () => sort(orderToggled), { isInFooter: true, help: SORT_HELP }),
      bind(`${owner}.sort-further`, ['O'], 'sort further', 'Find', () => sort(orderKeyToggled), {
        help: SORT_FURTHER_HELP,
      }),
    ],
    look: [
      bind(`${owner}.open`, ['enter'], 'detail', 'Look', () => change(rowOpened), {
        isInFooter: true,
        help: 'everything known of it',
        refusal: needsRow,
      }),
    ],
    mark: [
      bind(`${owner}.mark`, ['space'], 'mark', 'Mark', mark, {
        isInFooter: true,
        help: 'mark, and go down',
        refusal: needsRow,
      }),
      bind(`${owner}.mark-range`, ['v'], 'mark from the last mark to here', 'Mark', () => change(markExtended), {
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
      ],
    }),
  };
};
