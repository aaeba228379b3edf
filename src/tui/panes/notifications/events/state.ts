/** What the page of events knows: the events of the history's store, newest first. Pure. */
import { type Arrangement, type List, rowsReplaced } from '../../../state/list.ts';
import type { RowWords } from '../../../state/row-words.ts';
import { emptyWordList, type ListRow } from '../../../state/word-list.ts';
import type { Happened } from './happened.ts';

/** A row is known by what makes its event once. */
export type EventRow = ListRow & { readonly happened: Happened };

/** The page: `isRead` is false before the store was read for the first time, `problem` says why it cannot be. */
export type EventsState = {
  readonly list: List<EventRow>;
  readonly isRead: boolean;
  readonly problem?: string | undefined;
};

/** The page before the store was read. */
export const initialEvents: EventsState = { list: emptyWordList('at'), isRead: false };

/** The store was read: what has happened, in any order. The same state where that is what the page has. */
export const eventsRead = (
  state: EventsState,
  happened: readonly Happened[],
  words: (item: Happened) => RowWords,
  arrangement: Arrangement<EventRow>,
): EventsState => {
  const { list, isRead, problem } = state;
  const known = new Map(list.rows.map((row) => [row.key, row]));
  const rows = happened
    .toSorted((a, b) => b.atEpochMs - a.atEpochMs)
    .map((item) => {
      const row = known.get(keyOf(item));
      return row !== undefined && row.happened.outcome === item.outcome
        ? row
        : { key: keyOf(item), words: words(item), happened: item };
    });
  const isSame = rows.length === list.rows.length && rows.every((row, place) => row === list.rows[place]);
  if (isSame && isRead && problem === undefined) return state;
  return {
    list: isSame ? list : rowsReplaced(list, rows, arrangement, { isFirstKept: true }),
    isRead: true,
  };
};

/** The store cannot be read; what was read before stays. */
export const eventsUnread = (state: EventsState, problem: string): EventsState =>
  state.problem === problem ? state : { ...state, problem };

/** Another service is in use. */
export const eventsForgotten = (): EventsState => initialEvents;

const keyOf = ({ kind, id }: Happened): string => `${kind} ${id}`;
