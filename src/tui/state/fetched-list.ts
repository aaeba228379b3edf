/** A list, or a log, that the service is asked for as a whole: the question, the wait for its turn, and the newest good answer. */

import {
  type Arrangement,
  heightChanged,
  type LineQuery,
  type List,
  type RowsFacts,
  rowsForgotten,
  rowsReplaced,
} from './list.ts';
import {
  arrived,
  asked,
  failed,
  foundAgain,
  idle,
  isAwaited,
  isUnasked,
  lastArrived,
  type Progress,
  progressed,
  putOff,
  type Remote,
  type RetryWords,
} from './remote.ts';
import { emptyWordList, type ListRow } from './row-words.ts';
import { partOf, type Slice } from './slice.ts';

/** How something was come by: `Facts` are what is known of an answer beside its rows or lines. */
export type Fetched<Facts, Failure> = {
  readonly answer: Remote<Facts, Failure>;
  /** Seconds left until the question is sent; present while it waits for its turn, or to be asked again. */
  readonly waitS?: number | undefined;
};

/** The list, and how it was come by. The rows of the last good answer stay while another one is awaited or has failed. */
export type FetchedList<Row, Facts, Failure, Query = LineQuery> = Fetched<Facts, Failure> & {
  readonly list: List<Row, Query>;
};

/** Anything that was asked for, with whatever else its pane knows. */
type Any = Fetched<unknown, unknown>;

/** A list that was never asked for, its column cursor on `column`. */
export const neverAsked = <Row extends ListRow>(column: string): FetchedList<Row, never, never> => ({
  answer: idle,
  list: emptyWordList(column),
});

/** That the program asks by itself, and when. */
type AskedHow = readonly [isQuiet?: boolean, atEpochMs?: number];

/** It was asked for. */
export const listAsked = <State extends Any>(state: State, ticket: number, ...how: AskedHow): State => ({
  ...state,
  waitS: undefined,
  answer: asked(state.answer, ticket, ...how),
});

/** The question waits for its turn for `waitS` more seconds; undefined when it was sent. A stale ticket changes nothing. */
export const turnAwaited = <State extends Any>(state: State, ticket: number, waitS: number | undefined): State =>
  !isAwaited(state.answer, ticket) || state.waitS === waitS ? state : { ...state, waitS };

/** The question failed and will be asked again; the rows that are here stay. A stale ticket changes nothing. */
export const listPutOff = <State extends Any>(state: State, ticket: number, retry: RetryWords): State =>
  isAwaited(state.answer, ticket) ? { ...state, answer: putOff(state.answer, ticket, retry) } : state;

/** The answer is here; a stale ticket changes nothing. */
export const listArrived = <Row, Facts, Query, State extends FetchedList<Row, Facts, unknown, Query>>(
  state: State,
  ticket: number,
  reply: { readonly rows: readonly Row[]; readonly facts: Facts; readonly atEpochMs: number },
  arrangement: Arrangement<Row, Query>,
  about?: RowsFacts<Row>,
): State =>
  isAwaited(state.answer, ticket)
    ? {
        ...state,
        waitS: undefined,
        answer: arrived(state.answer, ticket, reply.facts, reply.atEpochMs),
        list: rowsReplaced(state.list, reply.rows, arrangement, about),
      }
    : state;

/** `rows`, and behind them those of `known` that are not among them. */
const withKnown = <Row extends ListRow>(rows: readonly Row[], known: readonly Row[]): readonly Row[] => {
  const keys = new Set(rows.map(({ key }) => key));
  return [...rows, ...known.filter(({ key }) => !keys.has(key))];
};

/** A page of the answer is here: its rows stand before those that are known from before. A stale ticket changes nothing. */
export const pageArrived = <Row extends ListRow, Query, State extends FetchedList<Row, unknown, unknown, Query>>(
  state: State,
  ticket: number,
  { rows, progress }: { readonly rows: readonly Row[]; readonly progress: Progress },
  arrangement: Arrangement<Row, Query>,
): State =>
  isAwaited(state.answer, ticket)
    ? {
        ...state,
        answer: progressed(state.answer, ticket, progress),
        list: rowsReplaced(state.list, withKnown(rows, state.list.rows), arrangement),
      }
    : state;

/** What an earlier run had as its last answer was found; it is shown while there is no answer of this run. */
export const listFoundAgain = <Row, Facts, Query, State extends FetchedList<Row, Facts, unknown, Query>>(
  state: State,
  kept: {
    readonly rows: readonly Row[];
    readonly facts: Facts;
    readonly atEpochMs: number;
    readonly foundAtEpochMs: number;
  },
  arrangement: Arrangement<Row, Query>,
  about?: RowsFacts<Row>,
): State => {
  const answer = foundAgain(state.answer, kept.facts, kept.atEpochMs, kept.foundAtEpochMs);
  return answer === state.answer
    ? state
    : { ...state, answer, list: rowsReplaced(state.list, kept.rows, arrangement, about) };
};

/** The question failed; the rows that are here stay. A stale ticket changes nothing. */
export const listFailed = <Failure, State extends Fetched<unknown, Failure>>(
  state: State,
  ticket: number,
  failure: Failure,
): State =>
  isAwaited(state.answer, ticket)
    ? { ...state, waitS: undefined, answer: failed(state.answer, ticket, failure) }
    : state;

/**
 * Another service or key is in use: what the former one said is forgotten. What the user has done stays: words, also half
 * typed, order and marks; a mark goes when the answer has no such row. What an earlier run has kept of the first service stays, too.
 */
export const listForgotten = <Row, Facts, Failure, Query>(
  state: FetchedList<Row, Facts, Failure, Query>,
): FetchedList<Row, Facts, Failure, Query> =>
  isUnasked(state.answer) ? state : { answer: idle, list: rowsForgotten(state.list) };

/** What keeps the last answer for a later run of the program. Times are Unix epoch milliseconds. */
type Cache<Answer> = {
  readonly keep: (answer: Answer, atEpochMs: number) => void;
  readonly find: () => Promise<
    { readonly answer: Answer; readonly atEpochMs: number; readonly foundAtEpochMs: number } | undefined
  >;
};

/** What is told of a question, noted in `slice` and `cache`: the callbacks of a question that is put to the service. */
export const notedIn = <Row, Facts, Failure, Answer, Query>(
  slice: Slice<FetchedList<Row, Facts, Failure, Query>>,
  read: (answer: Answer, atEpochMs: number) => { readonly rows: readonly Row[]; readonly facts: Facts },
  arrangement: () => Arrangement<Row, Query>,
  cache: Cache<Answer> | undefined,
) => ({
  onAsked: (ticket: number, ...how: AskedHow): void => slice.change((state) => listAsked(state, ticket, ...how)),
  onWait: (ticket: number, waitS: number | undefined): void =>
    slice.change((state) => turnAwaited(state, ticket, waitS)),
  onRetry: (ticket: number, retry: RetryWords): void => slice.change((state) => listPutOff(state, ticket, retry)),
  onAnswer: (ticket: number, answer: Answer, atEpochMs: number): void => {
    const reply = { ...read(answer, atEpochMs), atEpochMs };
    slice.change((state) => listArrived(state, ticket, reply, arrangement()));
    cache?.keep(answer, atEpochMs);
  },
  fill: () => {
    if (cache === undefined || lastArrived(slice.get().answer) !== undefined) return undefined;
    return async (): Promise<boolean> => {
      const kept = await cache.find();
      if (kept === undefined) return true;
      const { answer, ...times } = kept;
      slice.change((state) => listFoundAgain(state, { ...read(answer, times.atEpochMs), ...times }, arrangement()));
      // Over rows a failure takes lines away from them.
      partOf(slice, 'list').change((list) => heightChanged(list, arrangement().height));
      return true;
    };
  },
  onFailure: (ticket: number, failure: Failure): void => {
    slice.change((state) => listFailed(state, ticket, failure));
    // A failure takes lines away from the rows.
    partOf(slice, 'list').change((list) => heightChanged(list, arrangement().height));
  },
});
