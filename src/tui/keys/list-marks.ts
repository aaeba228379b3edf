/** The keys that mark rows of a list (see `state/list-marks.ts`), the same in every list. */
import { cursorMoved } from '../state/cursor.ts';
import { type Arrangement, currentRow, cursorChanged, type List } from '../state/list.ts';
import { markExtended, markedOnlyToggled, marksCleared, markToggled, shownTurned } from '../state/list-marks.ts';
import type { Slice } from '../state/slice.ts';
import { type Binding, bind, inFooter } from './binding.ts';

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
export const markKeys = <Row, Query>(needs: MarkKeysNeeds<Row, Query>): readonly Binding[] => {
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
