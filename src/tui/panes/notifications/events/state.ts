/** What the page of events knows: what the history's store has, and what the service says that it has sent, newest first. Pure. */
import { type Arrangement, type List, rowsReplaced } from '../../../state/list.ts';
import { emptyWordList, type ListRow, type RowWords } from '../../../state/row-words.ts';
import { type Happened, type Sent, type SentReading, withSent } from './happened.ts';
import type { SentAnswer } from './reading.ts';

/** A row is known by what makes its event once. */
export type EventRow = ListRow & { readonly happened: Happened };

/** The page. */
export type EventsState = {
  readonly list: List<EventRow>;
  /** What the store has, in any order; undefined before it was read for the first time. */
  readonly kept?: readonly Happened[];
  /** Why the store cannot be read. */
  readonly problem?: string | undefined;
  readonly asked: SentReading;
  readonly sent: readonly Sent[];
};

/** The page before anything was read. */
export const initialEvents: EventsState = { list: emptyWordList('at'), asked: { kind: 'unasked' }, sent: [] };

/** How rows are made and arranged. */
type Making = {
  readonly words: (item: Happened) => RowWords;
  readonly arrangement: () => Arrangement<EventRow>;
};

/** The store was read: what has happened, in any order. The same state where that is what the page has. */
export const eventsRead = (state: EventsState, kept: readonly Happened[], making: Making): EventsState => {
  const list = listOf(state, kept, state.sent, making);
  if (list === state.list && state.kept !== undefined && state.problem === undefined) return state;
  return { ...state, list, kept, problem: undefined };
};

/** The service was asked what it has sent; where it has not said, what it said before stays. */
export const sentTold = (
  state: EventsState,
  { asked, sent = asked.kind === 'missing' ? [] : state.sent }: SentAnswer,
  making: Making,
): EventsState => {
  const list = listOf(state, state.kept ?? [], sent, making);
  return list === state.list && isSame(asked, state.asked) ? state : { ...state, list, asked, sent };
};

/** The list with its rows; the same where they are what it has. */
const listOf = (
  { list }: EventsState,
  kept: readonly Happened[],
  sent: readonly Sent[],
  { words, arrangement }: Making,
): List<EventRow> => {
  const known = new Map(list.rows.map((row) => [row.key, row]));
  const rows = withSent(kept, sent)
    .toSorted((a, b) => b.atEpochMs - a.atEpochMs)
    .map((item) => {
      const row = known.get(keyOf(item));
      const isKnown = row !== undefined && row.happened.outcome === item.outcome && row.happened.body === item.body;
      return isKnown ? row : { key: keyOf(item), words: words(item), happened: item };
    });
  const isAsItWas = rows.length === list.rows.length && rows.every((row, place) => row === list.rows[place]);
  return isAsItWas ? list : rowsReplaced(list, rows, arrangement(), { isFirstKept: true });
};

const isSame = (one: SentReading, other: SentReading): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The store cannot be read; what was read before stays. */
export const eventsUnread = (state: EventsState, problem: string): EventsState =>
  state.problem === problem ? state : { ...state, problem };

/** Another key is in use. */
export const eventsForgotten = (): EventsState => initialEvents;

const keyOf = ({ kind, id }: Happened): string => `${kind} ${id}`;
