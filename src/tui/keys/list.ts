/** The keys of a list (see `state/list.ts`), the same in every pane that shows one, and what they do to it. */

import { cursorMoved } from '../state/cursor.ts';
import type { LineEdit } from '../state/line.ts';
import {
  type Arrangement,
  chosenRows,
  columnChanged,
  currentRow,
  cursorChanged,
  type List,
  markExtended,
  markedOnlyToggled,
  marksCleared,
  markToggled,
  orderChanged,
  pointedRows,
  shownTurned,
} from '../state/list.ts';
import {
  findCancelled,
  findEdited,
  findEnded,
  findKept,
  findOpened,
  matchPlaces,
  matchStepped,
} from '../state/list-find.ts';
import { isDeparted } from '../state/list-places.ts';
import { hiddenMarksRefusal } from '../state/marks.ts';
import { type Order, orderKeyToggled, orderToggled } from '../state/order.ts';
import { openedFollowed, openedScrolled, rowClosed, rowOpened } from '../state/over-list.ts';
import type { Slice } from '../state/slice.ts';
import { type Binding, bind, inFooter, type Layer } from './binding.ts';
import { type ColumnKeysNeeds, columnKeys, jumpKeys } from './columns.ts';
import { type ListMove, listBindings, SORT_FURTHER_HELP, SORT_HELP } from './cursor.ts';
import { acceptKey, cancelKey, fieldLayer } from './field.ts';
import { type FilterChange, type FilterKeysNeeds, filterKeys, type WholeKeysNeeds, wholeKeys } from './list-filter.ts';
import { scrollKeys } from './scrolling.ts';

/** Most characters of a text to find: a row shows fewer. */
const TEXT_MAXIMUM = 200;

/** What these keys work on. */
type FindKeysNeeds<Row, Query> = {
  /** What the ids of the keys start with. */
  readonly owner: string;
  /** What one row is called: `volume`. */
  readonly noun: string;
  readonly slice: Slice<List<Row, Query>>;
  readonly arrangement: () => Arrangement<Row, Query>;
};

/** The rows of the key table, the one that is there while a text is looked for, and the layer in force while one is typed. */
const findKeys = <Row, Query>(
  needs: FindKeysNeeds<Row, Query>,
): { readonly keys: readonly Binding[]; readonly end: Binding; readonly typing: Layer } => {
  const { owner, noun, slice, arrangement } = needs;
  const step = (direction: 1 | -1) => slice.change((list) => matchStepped(list, direction, arrangement()));
  const edit = (to: LineEdit) => slice.change((list) => findEdited(list, to, arrangement()));

  const refusal = () => {
    const list = slice.get();
    const text = list.find?.line.text ?? '';
    if (text.trim() === '') return 'Nothing to go to yet: press f and type a text to find.';
    return matchPlaces(list, text, arrangement()).length === 0
      ? `No ${noun} that is shown has "${text}": f finds another text.`
      : undefined;
  };
  const needsRows = () => (slice.get().shown.length === 0 ? `There is no ${noun} to find a text in.` : undefined);

  return {
    keys: [
      bind(`${owner}.find`, ['f'], 'find', 'Find', () => slice.change(findOpened), {
        help: 'find a text in the rows shown',
        refusal: needsRows,
        words: ['look for', 'go to'],
      }),
      bind(`${owner}.find-next`, ['n'], 'next match', 'Find', () => step(1), { refusal }),
      bind(`${owner}.find-before`, ['N'], 'previous match', 'Find', () => step(-1), { refusal }),
    ],
    end: bind(`${owner}.find-end`, ['escape'], 'end the find', 'Find', () => slice.change(findEnded), inFooter),
    typing: fieldLayer({
      owner,
      line: () => slice.get().find?.line,
      change: edit,
      maximum: TEXT_MAXIMUM,
      accept: acceptKey(`${owner}.find-keep`, 'accept', () => slice.change(findKept)),
      cancel: cancelKey(`${owner}.find-cancel`, () => slice.change((list) => findCancelled(list, arrangement()))),
    }),
  };
};

/** What these keys work on. */
type MarkKeysNeeds<Row, Query> = {
  /** What the ids of the keys start with. */
  readonly owner: string;
  /** What one row is called: `volume`. */
  readonly noun: string;
  readonly slice: Slice<List<Row, Query>>;
  readonly arrangement: () => Arrangement<Row, Query>;
  /** Why there is no row that could be marked; undefined when there is. */
  readonly needsRow: () => string | undefined;
};

/** The rows of the key table. */
const markKeys = <Row, Query>(needs: MarkKeysNeeds<Row, Query>): readonly Binding[] => {
  const { owner, noun, slice, arrangement, needsRow } = needs;
  const change = (transition: (list: List<Row, Query>, by: Arrangement<Row, Query>) => List<Row, Query>) =>
    slice.change((list) => transition(list, arrangement()));

  const needsStart = () => {
    const { marked, shown } = slice.get();
    const { keyOf } = arrangement();
    const last = marked.at(-1);
    const isShown = last !== undefined && shown.some((row) => keyOf(row) === last);
    return isShown ? undefined : `Mark the first ${noun} with Space, go to the last one, and press v there.`;
  };
  const needsMark = () => {
    const { marked, gone } = slice.get();
    return marked.length === 0 && gone === undefined ? `No ${noun} is marked.` : undefined;
  };
  const needsMarkToShow = () =>
    slice.get().marked.length === 0 ? `No ${noun} is marked: Space marks one, * marks all that are shown.` : undefined;

  /** Marks, and goes on to the next row, unless the row has left the list with its mark: then the next one is here. */
  const mark = () =>
    change((list, by) => {
      const next = markToggled(list, by);
      return list.isMarkedOnly
        ? next
        : cursorChanged(next, cursorMoved(next.cursor, 1, { count: next.shown.length, height: by.height }));
    });

  return [
    bind(`${owner}.mark`, ['space'], 'mark', 'Mark', mark, {
      ...inFooter,
      help: 'mark, and go down',
      refusal: needsRow,
    }),
    bind(`${owner}.mark-range`, ['v'], 'mark from the last mark to here', 'Mark', () => change(markExtended), {
      help: 'mark all from the last mark',
      refusal: needsStart,
    }),
    bind(`${owner}.mark-shown`, ['*'], 'mark all that are shown', 'Mark', () => change(shownTurned), {
      help: 'mark all shown; again: unmark',
      refusal: () => (currentRow(slice.get()) === undefined ? `There is no ${noun} to mark.` : undefined),
      words: ['select all', 'everything'],
    }),
    bind(`${owner}.marked-only`, ['M'], 'marked only', 'Mark', () => change(markedOnlyToggled), {
      help: 'show marked rows only, or all again',
      refusal: needsMarkToShow,
    }),
    bind(`${owner}.unmark`, ['u'], 'clear marks', 'Mark', () => change(marksCleared), {
      isDestructive: true,
      refusal: needsMark,
    }),
  ];
};

/** What these keys work on. */
type OpenedKeysNeeds<Row, Query> = {
  /** What the ids of the keys start with. */
  readonly owner: string;
  /** What one row is called: `volume`. */
  readonly noun: string;
  readonly slice: Slice<List<Row, Query>>;
  readonly arrangement: () => Arrangement<Row, Query>;
  /** Lines of the open row's page, and how many of them are visible. */
  readonly openedExtent: (row: Row, page: number) => { readonly length: number; readonly height: number };
};

/** The rows of the key table. */
const openedKeys = <Row, Query>({
  owner,
  noun,
  slice,
  arrangement,
  openedExtent,
}: OpenedKeysNeeds<Row, Query>): readonly Binding[] => {
  const scroll = (pages: number, lines: number) => {
    const { opened } = slice.get();
    if (opened === undefined) return;
    const { length, height } = openedExtent(opened.row, opened.page);
    const step = pages * Math.max(1, height - 1) + lines;
    slice.change((list) => openedScrolled(list, step, Math.max(0, length - height)));
  };

  const goBeside = (steps: number) =>
    slice.change((list) => {
      const extent = { count: list.shown.length, height: arrangement().height };
      return openedFollowed(cursorChanged(list, cursorMoved(list.cursor, steps, extent)));
    });

  return [
    bind(`${owner}.close`, ['escape', 'q', 'enter'], 'back', 'Detail', () => slice.change(rowClosed), inFooter),
    ...scrollKeys(`${owner}.scroll-`, 'Detail', scroll, { hasEnds: true }),
    bind(`${owner}.next`, ['J', 'right', 'l'], `next ${noun}`, 'Detail', () => goBeside(1), inFooter),
    bind(`${owner}.before`, ['K', 'left', 'h'], `previous ${noun}`, 'Detail', () => goBeside(-1)),
  ];
};

/** What the keys of a list work on. */
type ListKeysNeeds<Row, Query = string> = Omit<FilterKeysNeeds<Row, Query>, 'onChanged'> &
  OpenedKeysNeeds<Row, Query> &
  WholeKeysNeeds<Row, Query> &
  Pick<ColumnKeysNeeds<Row, Query>, 'columnsHere' | 'columnsVisible'> & {
    /** The columns in the order in which the column cursor meets them; one that cannot be ordered has no `sortField`. */
    readonly columns: () => readonly {
      readonly id: string;
      readonly heading: string;
      readonly width: number;
      readonly sortField: string | undefined;
      readonly firstDirection: 'asc' | 'desc';
    }[];
    /** What `?` says of opening a row; absent: that everything is there. */
    readonly openHelp?: string;
    /** The order of a list that nobody has sorted; absent: rows stand as they came. */
    readonly usualOrder?: Order;
    /** Why nothing works on these rows, which newer answers do not have; a list without it has no such rows. */
    readonly departedWords?: (rows: readonly Row[]) => string;
    /** Told of everything by which the list may have to be asked for anew, once it is done. */
    readonly onChanged?: (change: ListChange) => void;
  };

/** What a user did to a list that the rows here may not be enough for. */
export type ListChange = FilterChange | 'sorted';

/** The key rows of a list by what they are for, and the layer in force while its words are edited. */
type ListKeys = {
  readonly find: readonly Binding[];
  readonly look: readonly Binding[];
  readonly mark: readonly Binding[];
  readonly move: readonly Binding[];
  /** The keys of an open row. */
  readonly opened: readonly Binding[];
  readonly editing: () => Layer;
  /** In force while it is read what the line can say. */
  readonly reading: () => Layer;
  /** What an earlier run has left is here again. */
  readonly resumed: () => void;
  /** In force while the whole filter is seen. */
  readonly whole: Layer;
  /** In force while the name of a column is typed. */
  readonly jumping: () => Layer;
  /** In force while columns are chosen. */
  readonly choosing: () => Layer;
  readonly finding: Pick<ReturnType<typeof findKeys>, 'end' | 'typing'>;
  /** Why there is nothing that an action on chosen rows works on; undefined when there is. */
  readonly needsChosen: () => string | undefined;
};

/** A list without sort keys shows its rows as they came. */
const AS_THEY_CAME: Order = [];

export const listKeys = <Row, Query = string>(needs: ListKeysNeeds<Row, Query>): ListKeys => {
  const { owner, noun, slice, arrangement, columns, usualOrder = AS_THEY_CAME, onChanged } = needs;
  const filter = filterKeys(needs);
  const whole = wholeKeys(needs, filter.open);
  const finding = findKeys(needs);
  const jump = jumpKeys(needs);
  const ownColumns = columnKeys(needs);
  const change = (transition: (list: List<Row, Query>) => List<Row, Query>) => slice.change(transition);
  const needsRow = () => (currentRow(slice.get()) === undefined ? `There is no ${noun} under the cursor.` : undefined);
  const needsPresent = () => {
    const row = currentRow(slice.get());
    return row !== undefined && isDeparted(slice.get(), row) ? needs.departedWords?.([row]) : needsRow();
  };
  const needsChosen = () => {
    const list = slice.get();
    if (chosenRows(list, arrangement()).length > 0) return undefined;
    const { marked } = list;
    const pointed = pointedRows(list, arrangement());
    if (pointed.length > 0) return needs.departedWords?.(pointed);
    return marked.length > 0 ? hiddenMarksRefusal(marked.length, noun) : needsRow();
  };

  const sortColumn = () => columns().find(({ id }) => id === slice.get().column);
  const needsSortable = () =>
    sortColumn()?.sortField === undefined ? `The ${noun}s cannot be sorted by this column.` : undefined;

  const sort = (toggle: typeof orderToggled) => {
    const column = sortColumn();
    if (column?.sortField === undefined) return;
    const choice = { field: column.sortField, first: column.firstDirection };
    change((list) => orderChanged(list, toggle(list.order, choice, usualOrder), arrangement()));
    onChanged?.('sorted');
  };

  const move = (to: ListMove) =>
    change((list) => cursorChanged(list, to(list.cursor, { count: list.shown.length, height: arrangement().height })));

  const moveColumn = (steps: number) => {
    const sequence = columns();
    const place = sequence.findIndex(({ id }) => id === slice.get().column);
    const target = sequence[Math.max(0, Math.min(sequence.length - 1, place + steps))];
    if (target !== undefined) change((list) => columnChanged(list, target.id));
  };

  return {
    needsChosen,
    opened: openedKeys(needs),
    editing: filter.editing,
    reading: filter.reading,
    resumed: filter.resumed,
    whole: whole.seen,
    finding,
    jumping: jump.typing,
    choosing: ownColumns.choosing,
    find: [
      filter.open,
      whole.open,
      filter.history,
      filter.language,
      ...finding.keys,
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
      bind(`${owner}.open`, ['enter'], 'detail', 'Look', () => change((list) => rowOpened(list)), {
        isInFooter: true,
        help: needs.openHelp ?? 'all details',
        refusal: needsRow,
      }),
    ],
    mark: markKeys({ owner, noun, slice, arrangement, needsRow: needsPresent }),
    move: [
      ...listBindings(owner, move),
      bind(`${owner}.column-left`, ['left', 'h'], 'column left', 'Move', () => moveColumn(-1)),
      bind(`${owner}.column-right`, ['right', 'l'], 'column right', 'Move', () => moveColumn(1)),
      jump.open,
      ownColumns.widen,
      ownColumns.open,
    ],
  };
};
