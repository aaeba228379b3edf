/**
 * The keys of a list (see `state/list.ts`), the same in every pane that shows one, and what they do to it; and those of rows seen
 * side by side.
 */

import { keyName } from '../../base/named-keys.ts';
import { cursorAt } from '../state/cursor.ts';
import { lineCount, nextRowLine } from '../state/groups.ts';
import type { LineEdit } from '../state/line.ts';
import {
  type Arrangement,
  chosenRows,
  columnChanged,
  currentRow,
  cursorChanged,
  type LineQuery,
  type List,
  markExtended,
  markedOnlyToggled,
  marksCleared,
  markToggled,
  orderChanged,
  pointedRows,
  type RowKey,
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
  onRow,
} from '../state/list-find.ts';
import { isDeparted } from '../state/list-places.ts';
import { type Order, orderKeyToggled, orderToggled } from '../state/order.ts';
import {
  comparedColumnMoved,
  comparedPlace,
  comparedRows,
  comparingRefusal,
  comparisonClosed,
  comparisonOpened,
  comparisonScrolled,
  differingTurned,
  openedFollowed,
  openedScrolled,
  rowClosed,
  rowOpened,
} from '../state/over-list.ts';
import { type Binding, bind, inFooter } from './binding.ts';
import { columnKeys, jumpKeys } from './columns.ts';
import { acceptKey, cancelKey, fieldLayer, SOUGHT_MAXIMUM } from './field.ts';
import { filterKeys, wholeKeys } from './list-filter.ts';
import type { ListKeysNeeds } from './list-needs.ts';
import { type ListMove, listBindings, SORT_FURTHER_HELP, SORT_HELP, scrollIn, scrollKeys } from './moving.ts';

/** The row that opens the comparison, and the rows of the table while it is open; undefined for a list whose rows are not compared. */
const comparingKeys = <Row, Query>(needs: ListKeysNeeds<Row, Query>) => {
  const { owner, noun, slice, arrangement, comparedExtent } = needs;
  if (comparedExtent === undefined) return undefined;

  const rowsHere = (keys: readonly RowKey[]) => comparedRows(keys, slice.get().rows, arrangement().keyOf);
  const here = (keys: readonly RowKey[]) => rowsHere(keys).flatMap((row) => arrangement().keyOf(row) ?? []);

  const refusal = () => {
    const { marked } = slice.get();
    // More than can be compared are not looked for: there may be thousands.
    const outright = comparingRefusal(marked.length, marked.length, noun);
    return outright ?? comparingRefusal(marked.length, rowsHere(marked).length, noun);
  };

  const scroll = (pages: number, lines: number) => {
    const { comparing } = slice.get();
    if (comparing === undefined) return;
    const by = scrollIn(comparedExtent(rowsHere(comparing.keys), comparing.isDifferingOnly), pages, lines);
    slice.change((list) => comparisonScrolled(list, ...by));
  };

  const goBeside = (steps: number) =>
    slice.change((list) => comparedColumnMoved(list, steps, here(list.comparing?.keys ?? [])));

  const currentHere = () => {
    const { comparing } = slice.get();
    if (comparing === undefined) return undefined;
    return rowsHere(comparing.keys)[comparedPlace(comparing, here(comparing.keys))];
  };

  /** Opens the row over the comparison, and puts the list's cursor on it where it is shown. */
  const openRow = () => {
    const row = currentHere();
    if (row === undefined) return;
    slice.change((list) => {
      const place = list.shown.indexOf(row);
      const on = place < 0 ? list : onRow(list, place, arrangement());
      return { ...on, opened: { row, page: 0, top: 0 } };
    });
  };

  const needsRow = () =>
    currentHere() === undefined
      ? `None of the compared ${noun}s is in the list ${slice.get().comparing?.isAwaited ? 'yet' : 'now'}.`
      : undefined;
  const close = () => slice.change(comparisonClosed);
  const id = (verb: string) => `${owner}.compare-${verb}`;
  return {
    open: bind(
      `${owner}.compare`,
      ['='],
      'compare',
      'Look',
      () => slice.change((list) => comparisonOpened(list, here(list.marked))),
      {
        help: `2 to 6 marked ${noun}s side by side`,
        tip: 'compares marked rows',
        words: ['what differs', 'versus', 'side by side'],
        refusal,
      },
    ),
    comparing: (): readonly Binding[] => [
      bind(id('close'), ['escape', 'q', '='], 'back', 'Compare', close, inFooter),
      bind(
        id('differing'),
        ['d'],
        slice.get().comparing?.isDifferingOnly ? 'all lines' : 'differences',
        'Compare',
        () => slice.change(differingTurned),
        { isInFooter: true, help: 'only lines that differ, or all' },
      ),
      bind(id('open'), ['enter'], 'detail', 'Compare', openRow, {
        isInFooter: true,
        help: `all details of this ${noun}`,
        refusal: needsRow,
      }),
      bind(id('right'), ['right', 'l'], 'next', 'Compare', () => goBeside(1), {
        isInFooter: true,
        help: `next ${noun}`,
      }),
      bind(id('left'), ['left', 'h'], `previous ${noun}`, 'Compare', () => goBeside(-1)),
      ...scrollKeys(id(''), 'Compare', scroll, { hasEnds: true }),
    ],
  };
};

/** The rows of the key table, the one that is there while a text is looked for, and the layer in force while one is typed. */
const findKeys = <Row, Query>({ owner, noun, slice, arrangement, onChanged }: ListKeysNeeds<Row, Query>) => {
  const step = (direction: 1 | -1) => slice.change((list) => matchStepped(list, direction, arrangement()));
  const edit = (to: LineEdit) => slice.change((list) => findEdited(list, to, arrangement()));
  const open = () => {
    slice.change(findOpened);
    onChanged?.('sought');
  };

  const refusal = () => {
    const list = slice.get();
    const text = list.find?.line.text ?? '';
    if (text.trim() === '') return `Nothing to go to yet: press ${keyName(`${owner}.find`)} and type a text to find.`;
    return matchPlaces(list, text, arrangement()).length === 0
      ? `No ${noun} that is shown has "${text}": ${keyName(`${owner}.find`)} finds another text.`
      : undefined;
  };
  const needsRows = () => (slice.get().shown.length === 0 ? `There is no ${noun} to find a text in.` : undefined);

  return {
    keys: [
      bind(`${owner}.find`, ['f'], 'find', 'Find', open, {
        tip: 'finds a text',
        help: 'find a text in the rows shown',
        refusal: needsRows,
        words: ['look for', 'go to', 'where is'],
      }),
      bind(`${owner}.find-next`, ['n'], 'next match', 'Find', () => step(1), { refusal }),
      bind(`${owner}.find-before`, ['N'], 'previous match', 'Find', () => step(-1), { refusal }),
    ],
    end: bind(
      `${owner}.find-end`,
      ['escape', 'ctrl-c'],
      'end the find',
      'Find',
      () => slice.change(findEnded),
      inFooter,
    ),
    typing: fieldLayer({
      owner,
      line: () => slice.get().find?.line,
      change: edit,
      maximum: SOUGHT_MAXIMUM,
      accept: acceptKey(`${owner}.find-keep`, 'accept', () => slice.change(findKept)),
      cancel: cancelKey(`${owner}.find-cancel`, () => slice.change((list) => findCancelled(list, arrangement()))),
    }),
  };
};

/** Why actions on marked rows have nothing to work on, which happens when the filter hides them all. */
const hiddenMarksRefusal = (
  marked: number,
  { owner, noun }: { readonly owner: string; readonly noun: string },
): string => {
  const key = keyName(`${owner}.unmark`);
  return marked === 1
    ? `The marked ${noun} is hidden by the filter: change the filter, or clear the mark with ${key}.`
    : `All ${marked} marked ${noun}s are hidden by the filter: change the filter, or clear the marks with ${key}.`;
};

/** The keys that mark rows; `needsRow` tells why there is no row that could be marked. */
const markKeys = <Row, Query>(
  { owner, noun, slice, arrangement, mistakeRefusal }: ListKeysNeeds<Row, Query>,
  needsRow: () => string | undefined,
): readonly Binding[] => {
  const change = (transition: (list: List<Row, Query>, by: Arrangement<Row, Query>) => List<Row, Query>) =>
    slice.change((list) => transition(list, arrangement()));

  const needsStart = () => {
    const { marked, shown } = slice.get();
    const { keyOf } = arrangement();
    const last = marked.at(-1);
    const isShown = last !== undefined && shown.some((row) => keyOf(row) === last);
    return isShown
      ? undefined
      : `Mark the first ${noun} with ${keyName(`${owner}.mark`)}, go to the last one, and press ${keyName(`${owner}.mark-range`)} there.`;
  };
  const needsMark = () => {
    const { marked, gone } = slice.get();
    return marked.length === 0 && gone === undefined ? `No ${noun} is marked.` : undefined;
  };
  const needsMarkToShow = () =>
    slice.get().marked.length === 0
      ? `No ${noun} is marked: ${keyName(`${owner}.mark`)} marks one, ${keyName(`${owner}.mark-shown`)} marks all that are shown.`
      : undefined;

  /** Marks, and goes on to the next row, unless the row has left the list with its mark: then the next one is here. */
  const mark = () =>
    change((list, by) => {
      const next = markToggled(list, by);
      return list.isMarkedOnly
        ? next
        : cursorChanged(
            next,
            cursorAt(next.cursor, nextRowLine(next, next.cursor.row, 1), { count: lineCount(next), height: by.height }),
          );
    });

  return [
    bind(`${owner}.mark`, ['space'], 'mark', 'Choose', mark, {
      ...inFooter,
      help: 'mark, and go down',
      refusal: needsRow,
    }),
    bind(`${owner}.mark-range`, ['v'], 'mark from the last mark to here', 'Choose', () => change(markExtended), {
      help: 'mark all from the last mark',
      refusal: needsStart,
    }),
    bind(`${owner}.mark-shown`, ['*'], 'mark all that are shown', 'Choose', () => change(shownTurned), {
      help: 'mark all shown; again: unmark',
      refusal: () => (currentRow(slice.get()) === undefined ? `There is no ${noun} to mark.` : mistakeRefusal?.()),
      words: ['select all', 'everything'],
    }),
    bind(`${owner}.marked-only`, ['M'], 'marked only', 'Choose', () => change(markedOnlyToggled), {
      help: 'show marked rows only, or all again',
      refusal: needsMarkToShow,
    }),
    bind(`${owner}.unmark`, ['u'], 'clear marks', 'Choose', () => change(marksCleared), {
      isDestructive: true,
      refusal: needsMark,
    }),
  ];
};

/** The keys of an open row: scrolling its page, going to the rows beside it, and closing it. */
const openedKeys = <Row, Query>(needs: ListKeysNeeds<Row, Query>): readonly Binding[] => {
  const { owner, noun, slice, arrangement, openedExtent } = needs;
  const scroll = (pages: number, lines: number) => {
    const { opened } = slice.get();
    if (opened === undefined) return;
    const by = scrollIn(openedExtent(opened.row, opened.page), pages, lines);
    slice.change((list) => openedScrolled(list, ...by));
  };

  const goBeside = (direction: 1 | -1) =>
    slice.change((list) => {
      const extent = { count: lineCount(list), height: arrangement().height };
      const line = nextRowLine(list, list.cursor.row, direction);
      return openedFollowed(cursorChanged(list, cursorAt(list.cursor, line, extent)));
    });

  return [
    bind(`${owner}.close`, ['escape', 'q', 'enter'], 'back', 'Detail', () => slice.change(rowClosed), inFooter),
    ...scrollKeys(`${owner}.scroll-`, 'Detail', scroll, { hasEnds: true }),
    bind(`${owner}.next`, ['J', 'right', 'l'], `next ${noun}`, 'Detail', () => goBeside(1), inFooter),
    bind(`${owner}.before`, ['K', 'left', 'h'], `previous ${noun}`, 'Detail', () => goBeside(-1)),
  ];
};

/** A list without sort keys shows its rows as they came. */
const AS_THEY_CAME: Order = [];

export const listKeys = <Row, Query = LineQuery>(needs: ListKeysNeeds<Row, Query>) => {
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
    return marked.length > 0 ? hiddenMarksRefusal(marked.length, needs) : needsRow();
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
    change((list) => cursorChanged(list, to(list.cursor, { count: lineCount(list), height: arrangement().height })));

  const moveColumn = (steps: number) => {
    const sequence = columns();
    const place = sequence.findIndex(({ id }) => id === slice.get().column);
    const target = sequence[Math.max(0, Math.min(sequence.length - 1, place + steps))];
    if (target !== undefined) change((list) => columnChanged(list, target.id));
  };

  return {
    /** Why there is nothing that an action on chosen rows works on; undefined when there is. */
    needsChosen,
    /** What an earlier run has left is here again. */
    resumed: filter.resumed,
    /** The layers in force while the line is edited, while it is read what that can say, and while the whole of it is seen. */
    editing: filter.editing,
    reading: filter.reading,
    whole: whole.seen,
    finding,
    /** Those while the name of a column is typed, and while columns are chosen. */
    jumping: jump.typing,
    choosing: ownColumns.choosing,
    /** The keys of an open row, and of rows seen side by side, where they can be. */
    opened: openedKeys(needs),
    comparing: comparingKeys(needs),
    find: [
      filter.open,
      whole.open,
      filter.history,
      filter.language,
      ...finding.keys,
      bind(`${owner}.sort`, ['o'], 'sort', 'Find', () => sort(orderToggled), {
        isInFooter: true,
        help: SORT_HELP,
        words: ['order', 'rank', 'cheapest first', 'best'],
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
    mark: markKeys(needs, needsPresent),
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
