/** How the facts of a search change the pane: sent, waiting, offers coming in, the answer, a failure. A stale ticket changes nothing. Pure. */
import type { Explanation } from '../../../api/errors/explain.ts';
import type { SearchReply } from '../../../api/records/replies.ts';
import type { SearchRequest } from '../../../api/requests.ts';
import type { Offer } from '../../../catalogue/values.ts';
import type { Workload } from '../../../pricing/job-cost.ts';
import type { KeptAnswer, KeptOffers } from '../../../storage/files/answer-files.ts';
import {
  listArrived,
  listAsked,
  listFailed,
  listFoundAgain,
  listPutOff,
  turnAwaited,
} from '../../state/fetched-list.ts';
import { rowsReplaced } from '../../state/list.ts';
import { isAwaited, type RetryWords, retryOf } from '../../state/remote.ts';
import { offersArranged } from './list.ts';
import { pricingOf } from './pricing.ts';
import { isSameRequest, type OffersState, type SearchFacts, searchRequest } from './state.ts';
import { isWholeBy, keptOfWatch, watchAnswered } from './watch/state.ts';
import { withCosts, withoutCosts } from './workload/costs.ts';

/** A search was sent; with `isQuiet` by the program itself, while the newest answer stands. */
export const searchSent = (state: OffersState, ticket: number, request: SearchRequest, isQuiet = false): OffersState =>
  listAsked({ ...withoutProgress(state), sent: request }, ticket, isQuiet);

/**
 * The offers of an earlier run's last search were found; they are shown while there are none of this one. Prices follow type
 * and storage, so that offers asked for with others are not shown.
 */
export const offersFoundAgain = (
  state: OffersState,
  { answer, ...times }: KeptAnswer<KeptOffers>,
  height: number,
): OffersState => {
  const { filter, request, count, records } = answer;
  const asked = searchRequest(state);
  const isPricedSo = request.type === asked.type && request.allocatedStorageGb === asked.allocatedStorageGb;
  if (!isPricedSo || state.list.rows.length > 0) return state;
  const { length } = records;
  // Of a longer list only the first offers were kept: it may be cut.
  const facts = factsOf(answer, length < count ? length : request.limit);
  const found = listFoundAgain(
    state,
    { rows: withCosts(records, state.workload, pricingOf(request)), facts, ...times },
    offersArranged(height),
    {
      areFirst: true,
      isFirstKept: true,
    },
  );
  if (found === state) return state;
  const isSameFilter = JSON.stringify(request.filters) === JSON.stringify(asked.filters);
  return { ...found, ...askedWith(request), ...(!isSameFilter && { keptFilter: filter }) };
};

/** What the offers of an answer to `request` are judged by. */
const askedWith = (request: SearchRequest): Pick<OffersState, 'pricing' | 'chosenBy'> => ({
  pricing: pricingOf(request),
  chosenBy: request.order,
});

/** The search failed and will be sent again; what is on screen stays, the part of an answer that came among it. */
export const searchPutOff = (state: OffersState, ticket: number, retry: RetryWords): OffersState =>
  isAwaited(state.answer, ticket) ? listPutOff(withoutProgress(state), ticket, retry) : state;

/**
 * The search that was put off goes out in `waitS` seconds; undefined when it was sent. The short wait of a search for its turn
 * changes nothing: it is not worth a repaint.
 */
export const searchWaited = (state: OffersState, ticket: number, waitS: number | undefined): OffersState =>
  retryOf(state.answer) === undefined ? state : turnAwaited(state, ticket, waitS);

/** Some offers of the answer came in; while there are none on screen, the first of them are shown. */
export const offersReceived = (
  state: OffersState,
  ticket: number,
  first: Came,
  receivedSoFar: number,
  height: number,
): OffersState => {
  if (!isAwaited(state.answer, ticket) || isAskedQuietly(state)) return state;
  const next = { ...state, receivedSoFar };
  if (state.list.rows.length > 0) return next;
  return {
    ...next,
    ...(state.sent && askedWith(state.sent)),
    list: rowsReplaced(state.list, costs(state, first), offersArranged(height), { areFirst: true, isFirstKept: true }),
  };
};

const isAskedQuietly = ({ answer }: OffersState): boolean => answer.stage === 'loading' && answer.isQuiet === true;

/** Offers as they came, and the job whose cost was put into each of them, where one was known then. */
type Came = { readonly records: readonly Offer[]; readonly pricedFor?: Workload | undefined };

/** The whole answer is here. */
export const offersArrived = (
  state: OffersState,
  ticket: number,
  answer: Pick<SearchReply, 'malformedValues' | 'isTruncated'> &
    Pick<SearchFacts, 'malformedRecords'> &
    Came & { readonly atEpochMs: number; readonly characters?: number },
  height: number,
): OffersState => {
  if (!isAwaited(state.answer, ticket)) return state;
  const { sent, answered, limit } = state;
  const { atEpochMs } = answer;
  const facts = factsOf(answer, sent?.limit ?? limit);
  const rows = costs(state, answer);
  const kept = keptOfWatch(state, rows, isWholeBy(facts));
  const arrived = listArrived(
    {
      ...withoutProgress(state),
      keptFilter: undefined,
      ...(sent && { answered: sent, ...askedWith(sent) }),
    },
    ticket,
    { rows, facts, atEpochMs },
    offersArranged(height),
    { isFirstKept: !isSameRequest(answered, sent), ...(kept && { kept }) },
  );
  return watchAnswered(arrived, kept !== undefined);
};

/** The offers with what the job costs, priced as they were asked for. */
const costs = ({ sent, workload, pricing }: OffersState, { records, pricedFor }: Came): readonly Offer[] => {
  if (pricedFor === workload) return records;
  if (workload === undefined) return withoutCosts(records);
  return withCosts(records, workload, sent === undefined ? pricing : pricingOf(sent));
};

/** The search failed; what is on screen stays. The same question may be asked again. */
export const searchFailed = (state: OffersState, ticket: number, failure: Explanation): OffersState =>
  isAwaited(state.answer, ticket) ? listFailed({ ...withoutProgress(state), sent: undefined }, ticket, failure) : state;

const factsOf = (
  {
    records,
    malformedValues,
    malformedRecords = 0,
    isTruncated,
    characters,
  }: Pick<SearchReply, 'records' | 'malformedValues' | 'isTruncated'> &
    Pick<SearchFacts, 'malformedRecords' | 'characters'>,
  limit: number,
): SearchFacts => ({
  count: records.length,
  limit,
  malformedValues,
  ...(malformedRecords > 0 && { malformedRecords }),
  ...(isTruncated && { isTruncated }),
  ...(characters !== undefined && { characters }),
});

const withoutProgress = (state: OffersState): OffersState => ({
  ...state,
  receivedSoFar: undefined,
  waitS: undefined,
});
