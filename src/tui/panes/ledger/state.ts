/** What the ledger knows: every call of this run with its bodies, newest first, and the repetition under way. Pure. */
import type { Exchange } from '../../../api/http/exchange.ts';
import { type Arrangement, type List, rowsReplaced } from '../../state/list.ts';
import { emptyWordList, type ListRow, type RowWords } from '../../state/row-words.ts';

/** Most calls that are kept, and how many of the newest keep their bodies: a reply's may take 64 KB. */
const KEPT_CALLS = 500;
const KEPT_BODIES = 50;

/** One call. `hasBodies` is false once its bodies were dropped because so many calls came after it. */
export type LedgerRow = ListRow & { readonly exchange: Exchange; readonly hasBodies: boolean };

export type LedgerState = {
  readonly list: List<LedgerRow>;
  /** Calls noted so far, those that are not kept any more among them. */
  readonly count: number;
  /** Present while a call is made again: its number, and the seconds that it still waits for its turn. */
  readonly repetition?: { readonly ticket: number; readonly waitS?: number | undefined } | undefined;
};

/** The ledger before the first call. */
export const initialLedger: LedgerState = { list: emptyWordList('startedAtEpochMs'), count: 0 };

/** What became of a call, in a word or two. */
export const outcomeWords = ({ outcome, isOutcomeUnknown }: Exchange): string =>
  isOutcomeUnknown ? 'outcome unknown' : outcome.replaceAll('-', ' ');

/**
 * A call has ended. It stands on top, because the call that somebody looks for here is most often the last one; a cursor on
 * the top row stays there, any other one stays on its call.
 */
export const exchangeNoted = (
  state: LedgerState,
  exchange: Exchange,
  words: RowWords,
  arrangement: Arrangement<LedgerRow>,
): LedgerState => {
  const { list } = state;
  const newest: LedgerRow = {
    key: `call ${state.count}`,
    words,
    exchange,
    hasBodies: true,
  };
  const rows = [newest, ...list.rows.slice(0, KEPT_CALLS - 1)].map((row, place) =>
    place === KEPT_BODIES ? withoutBodies(row) : row,
  );
  return { ...state, count: state.count + 1, list: rowsReplaced(list, rows, arrangement, { isFirstKept: true }) };
};

const withoutBodies = (row: LedgerRow): LedgerRow => ({
  ...row,
  exchange: { ...row.exchange, requestText: undefined, replyText: undefined },
  hasBodies: false,
});
