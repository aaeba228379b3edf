/** The keys of a list (see `state/list.ts`), the same in every pane that shows one, and what they do to it. */
import {
  chosenRows,
  columnChanged,
  currentRow,
  cursorChanged,
  type List,
  orderChanged,
  pointedRows,
} from '../state/list.ts';
import { isDeparted } from '../state/list-places.ts';
import { hiddenMarksRefusal } from '../state/marks.ts';
import { rowOpened } from '../state/opened-row.ts';
import { type Order, orderKeyToggled, orderToggled } from '../state/order.ts';
import { type Binding, bind, type Layer } from './binding.ts';
import { jumpKeys } from './column-jump.ts';
import { type ListMove, listBindings, SORT_FURTHER_HELP, SORT_HELP } from './cursor.ts';
import { type ColumnKeysNeeds, columnKeys } from './list-columns.ts';
import { type FilterChange, type FilterKeysNeeds, filterKeys } from './list-filter.ts';
import { findKeys } from './list-find.ts';
import { markKeys } from './list-marks.ts';
import { type OpenedKeysNeeds, openedKeys } from './opened-row.ts';
import { type WholeKeysNeeds, wholeKeys } from './whole-filter.ts';

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
