/** A list that the service is asked for as a whole: the question, the wait for its turn, and the newest good answer. */
import { type Arrangement, emptyListing, heightChanged, type Listing, type ListRow, rowsReplaced } from './listing.ts';
import { arrived, asked, failed, idle, isAwaited, type Remote } from './remote.ts';

/**
 * The list, and how it was come by: `Facts` are what is known of an answer beside its rows. The rows of the last good answer
 * stay while another one is awaited or has failed.
 */
export type AskedList<Row extends ListRow, Facts, Failure> = {
  readonly answer: Remote<Facts, Failure>;
  /** Seconds left until the question may be sent; present while it waits for its turn. */
  readonly waitS?: number;
  readonly list: Listing<Row>;
};

/** A list that was never asked for, its column cursor on `column`. */
export const neverAsked = <Row extends ListRow>(column: string): AskedList<Row, never, never> => ({
  answer: idle,
  list: emptyListing(column),
});

/** The list was asked for. */
export const listAsked = <Row extends ListRow, Facts, Failure>(
  state: AskedList<Row, Facts, Failure>,
  ticket: number,
): AskedList<Row, Facts, Failure> => ({ ...withoutWait(state), answer: asked(state.answer, ticket) });

/** The question waits for its turn for `waitS` more seconds; undefined when it was sent. A stale ticket changes nothing. */
export const turnAwaited = <Row extends ListRow, Facts, Failure>(
  state: AskedList<Row, Facts, Failure>,
  ticket: number,
  waitS: number | undefined,
): AskedList<Row, Facts, Failure> => {
  if (!isAwaited(state.answer, ticket) || state.waitS === waitS) return state;
  return waitS === undefined ? withoutWait(state) : { ...state, waitS };
};

/** The answer is here; a stale ticket changes nothing. */
export const listArrived = <Row extends ListRow, Facts, Failure>(
  state: AskedList<Row, Facts, Failure>,
  ticket: number,
  reply: { readonly rows: readonly Row[]; readonly facts: Facts; readonly atEpochMs: number },
  arrangement: Arrangement<Row>,
): AskedList<Row, Facts, Failure> =>
  isAwaited(state.answer, ticket)
    ? {
        answer: arrived(state.answer, ticket, reply.facts, reply.atEpochMs),
        list: rowsReplaced(state.list, reply.rows, arrangement),
      }
    : state;

/** The question failed; the rows that are here stay, in the `height` that is left to them. A stale ticket changes nothing. */
export const listFailed = <Row extends ListRow, Facts, Failure>(
  state: AskedList<Row, Facts, Failure>,
  ticket: number,
  failure: Failure,
  height: number,
): AskedList<Row, Facts, Failure> =>
  isAwaited(state.answer, ticket)
    ? { answer: failed(state.answer, ticket, failure), list: heightChanged(state.list, height) }
    : state;

const withoutWait = <Row extends ListRow, Facts, Failure>({
  waitS: _,
  ...state
}: AskedList<Row, Facts, Failure>): AskedList<Row, Facts, Failure> => state;
