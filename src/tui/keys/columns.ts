/**
 * The keys for the columns of a list (see `state/columns.ts`), the same in every list: going to one by its name, widening one, and
 * the page on which they are chosen.
 */
import { keyName } from '../../base/named-keys.ts';
import {
  choosingClosed,
  choosingMoved,
  choosingOpened,
  choosingOrdered,
  chosenColumn,
  columnMoved,
  columnToggled,
  firstOnlyShown,
  listedColumns,
  pinToggled,
  searchEdited,
  searchEnded,
  searchKept,
  searchOpened,
  usualTurned,
  widthToggled,
} from '../state/columns.ts';
import { cursorMoved } from '../state/cursor.ts';
import { arranged, type List } from '../state/list.ts';
import { jumpCancelled, jumpEdited, jumpKept, jumpOpened, jumpStepped } from '../state/list-find.ts';
import type { Slice } from '../state/slice.ts';
import { type Binding, bind, inFooter, type Layer } from './binding.ts';
import { acceptKey, cancelKey, EDITING, fieldLayer } from './field.ts';
import type { ListKeysNeeds } from './list-needs.ts';
import { type ListMove, listBindings } from './moving.ts';

/** Most characters of what is looked for: no column is called so. */
const SEARCH_MAXIMUM = 60;

const GROUP = 'Columns';

/** The row that opens the page, and what makes the layers in force while it is open; `widen` works on the column named. */
const choosingKeys = <Row, Query>(
  { owner, columnsHere, columnsVisible }: ListKeysNeeds<Row, Query>,
  slice: Slice<List<Row, Query>>,
  widen: (id: string) => void,
): { readonly open: Binding; readonly choosing: () => Layer } => {
  /** The column that the keys act on, and its place in the table; below 0 where it has none. */
  const current = () => {
    const { choosing } = slice.get();
    return choosing && chosenColumn(choosing, columnsHere());
  };
  const place = () => columnsHere().inTable.findIndex(({ id }) => id === current()?.id);
  /** Why there is no column to act on, or none of the table; undefined when there is. */
  const noColumn = () =>
    current() === undefined
      ? `No column has that: ${keyName(`${owner}.columns-search`)} changes it, Esc ends the search.`
      : undefined;
  const notInTable = () =>
    noColumn() ??
    (place() < 0
      ? `Only a column of the table has a place in it: ${keyName(`${owner}.columns-toggle`)} shows this one.`
      : undefined);
  const columns = () => ({ here: columnsHere(), usual: columnsHere(true), height: columnsVisible() });
  const move = (to: ListMove) =>
    slice.change((list) => {
      if (list.choosing === undefined) return list;
      const extent = { count: listedColumns(list.choosing, columnsHere()).length, height: columnsVisible() };
      return choosingMoved(list, (cursor) => to(cursor, extent));
    });
  const endSearch = () => slice.change((list) => searchEnded(list, columns()));

  const searching = (): Layer => {
    const step = (rows: 1 | -1) => move((cursor, extent) => cursorMoved(cursor, rows, extent));
    return fieldLayer({
      owner,
      line: () => slice.get().choosing?.search?.line,
      change: (edit) => slice.change((list) => searchEdited(list, edit)),
      maximum: SEARCH_MAXIMUM,
      accept: acceptKey(`${owner}.columns-search-keep`, 'accept', () => slice.change(searchKept)),
      cancel: cancelKey(`${owner}.columns-search-cancel`, endSearch),
      own: [
        bind(`${owner}.columns-search-next`, ['down', 'tab'], 'next', EDITING, () => step(1)),
        bind(`${owner}.columns-search-before`, ['up', 'shift-tab'], 'previous', EDITING, () => step(-1)),
      ],
    });
  };

  const leavingKeys = (): readonly Binding[] => {
    const close = () => slice.change((list) => choosingClosed(list, columnsHere()));
    return [
      slice.get().choosing?.search === undefined
        ? bind(`${owner}.columns-back`, ['escape', 'ctrl-c'], 'back', GROUP, close, inFooter)
        : bind(`${owner}.columns-search-end`, ['escape', 'ctrl-c'], 'all columns', GROUP, endSearch, inFooter),
      bind(`${owner}.columns-close`, ['q', 'c', 'enter'], 'back to the table', GROUP, close),
    ];
  };

  /** The keys that change which columns there are, and where. */
  const placingKeys = (): readonly Binding[] => {
    const { inTable, pinned } = columnsHere();
    const at = place();
    const toggle = () => slice.change((list) => columnToggled(list, columns()));
    const moveColumn = (step: 1 | -1) => () => slice.change((list) => columnMoved(list, step, columns()));
    const ids = inTable.map(({ id }) => id);
    const hideRest = () => slice.change((list) => firstOnlyShown(list, ids, pinned));
    const pin = () => slice.change((list) => pinToggled(list, columns()));
    return [
      bind(`${owner}.columns-toggle`, ['space'], at >= 0 ? 'hide' : 'show', GROUP, toggle, {
        ...inFooter,
        help: 'hide the column, or show it',
        refusal: () => noColumn() ?? (at >= 0 && inTable.length === 1 ? 'One column has to stay.' : undefined),
      }),
      bind(`${owner}.columns-first-only`, ['x'], 'hide rest', GROUP, hideRest, {
        ...inFooter,
        help: 'hide all columns but those pinned, or the first',
        refusal: () => (inTable.length <= Math.max(1, pinned) ? 'No other column is shown.' : undefined),
      }),
      bind(`${owner}.columns-later`, ['J'], 'move down', GROUP, moveColumn(1), {
        ...inFooter,
        help: 'move the column to the right',
        refusal: () => notInTable() ?? (at === inTable.length - 1 ? 'This is the last column.' : undefined),
      }),
      bind(`${owner}.columns-earlier`, ['K'], 'move up', GROUP, moveColumn(-1), {
        help: 'move the column to the left',
        refusal: () => notInTable() ?? (at === 0 ? 'This is the first column.' : undefined),
      }),
      bind(`${owner}.columns-pin`, ['p'], at >= 0 && at < pinned ? 'unpin' : 'pin', GROUP, pin, {
        ...inFooter,
        help: 'keep the column at the left, or not',
        refusal: noColumn,
      }),
    ];
  };

  /** The keys that look for a column, make it wide, and bring the usual ones back. */
  const lookingKeys = (): readonly Binding[] => {
    const { columns: choice, choosing } = slice.get();
    const isFormer = choice === undefined && choosing?.former !== undefined;
    const turnUsual = () => {
      const id = current()?.id;
      slice.change(usualTurned);
      slice.change((list) => choosingOrdered(list, id, columns()));
    };
    return [
      bind(`${owner}.columns-search`, ['/'], 'search', GROUP, () => slice.change(searchOpened), {
        ...inFooter,
        help: 'list only columns with these words',
        words: ['find', 'filter'],
      }),
      bind(`${owner}.columns-usual`, ['u'], isFormer ? 'chosen' : 'usual', GROUP, turnUsual, {
        ...inFooter,
        help: 'the usual columns; again: the chosen ones',
        words: ['default', 'reset'],
        refusal: () => (choice === undefined && !isFormer ? 'These are the usual columns.' : undefined),
      }),
      bind(`${owner}.columns-widen`, ['z'], 'widen', GROUP, () => widen(current()?.id ?? ''), {
        help: 'column as wide as its content, or back',
        refusal: notInTable,
      }),
    ];
  };

  const open = () => slice.change((list) => choosingOpened(list, columns()));
  return {
    open: bind(`${owner}.columns`, ['c'], 'choose columns', 'Arrange', open, {
      tip: 'chooses columns',
      help: 'choose, move and pin the columns',
      words: ['hide', 'show', 'pin', 'field', 'move', 'order'],
    }),
    choosing: () =>
      slice.get().choosing?.search?.isTyped
        ? searching()
        : {
            bindings: [...leavingKeys(), ...placingKeys(), ...lookingKeys(), ...listBindings(`${owner}.columns`, move)],
          },
  };
};

/** The slice with each change of the columns seen to. It is said how many rows are left where that differs. */
const columnsRead = <Row, Query>({
  slice,
  arrangement,
  noun,
  notify,
}: ListKeysNeeds<Row, Query>): Slice<List<Row, Query>> => ({
  get: slice.get,
  change: (transition) => {
    const before = slice.get();
    slice.change((list) => {
      const next = transition(list);
      return next.columns?.shown === list.columns?.shown ? next : arranged(next, arrangement(), false);
    });
    const { shown, rows } = slice.get();
    if (shown.length === before.shown.length) return;
    const [left, all] = [shown.length, rows.length].map((count) => count.toLocaleString('en-US'));
    notify(`Words are looked for in the columns of the table: ${left} of ${all} ${noun}s left.`);
  },
});

/** The rows of the key table, and the layer in force while columns are chosen. */
export const columnKeys = <Row, Query>(
  needs: ListKeysNeeds<Row, Query>,
): { readonly open: Binding; readonly widen: Binding; readonly choosing: () => Layer } => {
  const { owner, slice, columns, notify } = needs;
  const found = (id: string) => columns().find((column) => column.id === id);

  const widen = (id: string) => {
    const before = found(id);
    if (before === undefined) return;
    const isWide = slice.get().columns?.widened?.includes(id) ?? false;
    slice.change((list) => widthToggled(list, id));
    if (isWide || found(id)?.width !== before.width) return;
    slice.change((list) => widthToggled(list, id));
    notify(`Nothing is cut in the column ${before.heading}.`);
  };

  return {
    ...choosingKeys(needs, columnsRead(needs), widen),
    widen: bind(`${owner}.column-widen`, ['z'], 'widen the column', 'Arrange', () => widen(slice.get().column), {
      help: 'column as wide as its content, or back',
      words: ['width', 'wide', 'whole', 'full'],
      refusal: () => (found(slice.get().column) === undefined ? 'There is no column under the cursor.' : undefined),
    }),
  };
};

/** Most characters of a name: no column has a longer one. */
const NAME_MAXIMUM = 60;

/** The row that opens the field, and what makes the layer in force while it is open: its footer has what works now. */
export const jumpKeys = <Row, Query>({
  owner,
  slice,
  columns,
}: ListKeysNeeds<Row, Query>): { readonly open: Binding; readonly typing: () => Layer } => {
  const step = (steps: 1 | -1) => slice.change((list) => jumpStepped(list, steps, columns()));
  const noColumn = () =>
    slice.get().jump?.found === undefined ? 'No column has that name: type another part of it, or Esc.' : undefined;
  return {
    open: bind(`${owner}.column-jump`, ['C'], 'go to a column', 'Arrange', () => slice.change(jumpOpened), {
      help: 'go to a column by its name',
      words: ['jump'],
    }),
    typing: () =>
      fieldLayer({
        owner,
        line: () => slice.get().jump?.line,
        change: (edit) => slice.change((list) => jumpEdited(list, edit, columns())),
        maximum: NAME_MAXIMUM,
        accept: acceptKey(`${owner}.column-jump-keep`, 'go there', () => slice.change(jumpKept), noColumn),
        cancel: cancelKey(`${owner}.column-jump-cancel`, () => slice.change(jumpCancelled)),
        own: [
          bind(`${owner}.column-jump-next`, ['tab', 'down'], 'next column', EDITING, () => step(1), {
            ...inFooter,
            refusal: noColumn,
          }),
          bind(`${owner}.column-jump-before`, ['shift-tab', 'up'], 'previous column', EDITING, () => step(-1), {
            refusal: noColumn,
          }),
        ],
      }),
  };
};
