/**
 * Asking the service for offers: when it is asked, and how what comes of a search changes the pane: sent, waiting, offers coming in, the
 * answer, a failure. A stale ticket changes nothing.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Explanation } from '../../../api/errors/explain.ts';
import { createQuestion } from '../../../api/question.ts';
import type { SearchReply } from '../../../api/records/replies.ts';
import type { SearchRequest } from '../../../api/requests.ts';
import type { Clock } from '../../../base/clock.ts';
import { asRecords } from '../../../catalogue/record-table.ts';
import type { Offer } from '../../../catalogue/values.ts';
import { readWords } from '../../../filter/evaluate.ts';
import { printLine } from '../../../filter/print.ts';
import type { Workload } from '../../../pricing/job-cost.ts';
import { ofModel } from '../../../pricing/same-model.ts';
import { KEPT_RECORDS, type KeptAnswer, type KeptOffers } from '../../../storage/files/answer-files.ts';
import {
  listArrived,
  listAsked,
  listFailed,
  listFoundAgain,
  listPutOff,
  turnAwaited,
} from '../../state/fetched-list.ts';
import { rowsReplaced } from '../../state/list.ts';
import { inOrder } from '../../state/order.ts';
import { isAskedQuietly, isAwaited, isUnasked, lastArrived, type RetryWords, retryOf } from '../../state/remote.ts';
import { partOf } from '../../state/slice.ts';
import { typingPaused } from './filter/filter-query.ts';
import { withCosts, withoutCosts } from './job-rows.ts';
import { OFFER_RANKING, type OfferList, offersArranged } from './list.ts';
import type { OffersNeeds, Searching } from './needs.ts';
import { pricingOf } from './pricing.ts';
import { isAnswered, isSameRequest, type OffersState, type SearchFacts, searchRequest, widerKept } from './state.ts';
import { countedView } from './views.ts';
import { keptAhead, keptOfWatch, watchAnswered } from './watch.ts';
import { isWholeBy } from './watch-changes.ts';

/** Longest stretch of work before a key gets its turn. */
const STEP_MS = 4;

/** Offers between two looks at the clock. */
const STEP = 50;

/**
 * Writes the figures of offers before words are looked for, a few at a time, in place of what it was writing before: the first digit
 * that is typed would take a tenth of a second over 25,000 offers. What is not written in time is written when it is looked for.
 */
export const createReadingAhead = (clock: Clock): ((list: Pick<OfferList, 'rows' | 'columns'>) => void) => {
  let cancel = (): void => {};
  const read = (list: Pick<OfferList, 'rows' | 'columns'>, from: number): void => {
    const endsMs = clock.ticks() + STEP_MS;
    for (let at = from; at < list.rows.length; at += STEP) {
      readWords(list.rows.slice(at, at + STEP), list.columns?.shown);
      if (clock.ticks() < endsMs) continue;
      cancel = clock.after(0, () => read(list, at + STEP));
      return;
    }
  };
  return (list) => {
    cancel();
    cancel = clock.after(0, () => read(list, 0));
  };
};

/** True while offers that come are going to be looked through: words are in force, or a line is typed. */
const areWordsSought = ({ editing, query }: OfferList): boolean =>
  editing !== undefined || query.applied.words.length > 0;

/** A search was sent; with `isQuiet` by the program itself, while the newest answer stands. */
export const searchSent = (
  state: OffersState,
  ticket: number,
  request: SearchRequest,
  isQuiet = false,
  atEpochMs?: number,
): OffersState => listAsked({ ...withoutProgress(state), sent: request }, ticket, isQuiet, atEpochMs);

/**
 * The offers of an earlier run's last search were found; they are shown while there are none of this one. Prices follow type
 * and storage, so that offers asked for with others are not shown.
 */
const offersFoundAgain = (
  state: OffersState,
  { answer, ...times }: KeptAnswer<KeptOffers>,
  height: number,
): OffersState => {
  const { filter, request, count, records } = answer;
  const asked = searchRequest(state);
  const isPricedSo = request.type === asked.type && request.allocatedStorageGb === asked.allocatedStorageGb;
  if (!isPricedSo || (state.list.rows.length > 0 && lastArrived(state.answer) === undefined)) return state;
  const { length } = records;
  // Of a longer list only the first offers were kept: it may be cut.
  const facts = factsOf(answer, length < count ? length : request.limit);
  const found = listFoundAgain(
    state,
    { rows: withCosts(asRecords(records), state.workload, pricingOf(request)), facts, ...times },
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
const searchPutOff = (state: OffersState, ticket: number, retry: RetryWords): OffersState =>
  isAwaited(state.answer, ticket) ? listPutOff(withoutProgress(state), ticket, retry) : state;

/**
 * The search that was put off goes out in `waitS` seconds; undefined when it was sent. The short wait of a search for its turn
 * changes nothing: it is not worth a repaint.
 */
const searchWaited = (state: OffersState, ticket: number, waitS: number | undefined): OffersState =>
  retryOf(state.answer) === undefined ? state : turnAwaited(state, ticket, waitS);

/** Some offers of the answer came in; while there are none on screen, the first of them are shown. */
const offersReceived = (
  state: OffersState,
  ticket: number,
  first: Came,
  { receivedSoFar, isReadLong }: Pick<OffersState, 'receivedSoFar' | 'isReadLong'>,
  height: number,
): OffersState => {
  if (!isAwaited(state.answer, ticket) || isAskedQuietly(state.answer)) return state;
  const next = { ...state, receivedSoFar, isReadLong };
  if (state.list.rows.length > 0) return next;
  return {
    ...next,
    ...(state.sent && askedWith(state.sent)),
    list: rowsReplaced(state.list, costs(state, first), offersArranged(height), { areFirst: true, isFirstKept: true }),
  };
};

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
      wider: widerKept(state, sent),
      ...(sent && { answered: sent, ...askedWith(sent) }),
    },
    ticket,
    { rows, facts, atEpochMs },
    offersArranged(height),
    { isFirstKept: !isSameRequest(answered, sent), ...(kept && { kept }) },
  );
  return watchAnswered(arrived, kept !== undefined);
};

/**
 * Does what takes longest when offers are shown ahead of that, in parts, so that keys are read in between: which are of each model, and how
 * they stand in the order, or where each of them stands that stood here before. That is kept with the offers.
 */
const prepared = async (state: OffersState, records: readonly Offer[]): Promise<void> => {
  await nextTurn();
  ofModel(records, undefined);
  await nextTurn();
  if (state.watch.seen === undefined) inOrder(records, state.list.order, OFFER_RANKING);
  else for (const _ of keptAhead(state, records)) await nextTurn();
  await nextTurn();
};

/** The offers with what the job costs, priced as they were asked for. */
const costs = ({ sent, workload, pricing }: OffersState, { records, pricedFor }: Came): readonly Offer[] => {
  if (pricedFor === workload) return records;
  if (workload === undefined) return withoutCosts(records);
  return withCosts(records, workload, sent === undefined ? pricing : pricingOf(sent));
};

/** The search failed; what is on screen stays. The same question may be asked again. */
const searchFailed = (state: OffersState, ticket: number, failure: Explanation): OffersState =>
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
  isReadLong: undefined,
  waitS: undefined,
});

/** So long offers come in before it is said that there are more, and that they can be left, ms. */
const LONG_MS = 200;

/** Silence after the last key before a search is sent, ms (docs/interface.md, Decisions). */
const TYPING_PAUSE_MS = 300;

/** The same where the line to the terminal is slow: each list costs it kilobytes, and keys arrive in bursts. */
const SLOW_TYPING_PAUSE_MS = 900;

/** Asks the service for offers. `told.answered` is called when a search was answered, `told.failed` when one has failed for good. */
export const createSearching = (
  needs: OffersNeeds,
  told: { readonly answered: () => void; readonly failed: () => void },
): Searching => {
  const { slice, cache, clock, height } = needs;
  let cancelPause = (): void => {};
  let askedFilter = '';

  /** Shows the first offers of an answer at once, how many have come as soon as that takes long, and then a tick after the other. */
  const countReceived = (ticket: number) => {
    let received = 0;
    let shownAtMs: number | undefined;
    let isReadLong: true | undefined;
    return (batch: readonly { readonly record: Offer }[]) => {
      received += batch.length;
      const leastMs = isReadLong || needs.isLinkSlow() ? needs.tickMs() : LONG_MS;
      if (shownAtMs !== undefined && clock.ticks() - shownAtMs < leastMs) return;
      if (shownAtMs !== undefined) isReadLong = true;
      shownAtMs = clock.ticks();
      const first = { records: batch.map(({ record }) => record) };
      slice.change((state) => offersReceived(state, ticket, first, { receivedSoFar: received, isReadLong }, height()));
    };
  };

  const question = createQuestion<
    KeptOffers & { readonly characters: number; readonly pricedFor: Workload | undefined }
  >({
    ...needs,
    read: 'search',
    ask: async (service, ticket, options) => {
      const request = slice.get().sent ?? searchRequest(slice.get());
      const { workload: pricedFor } = slice.get();
      const texts: string[] = [];
      let characters = 0;
      const count = countReceived(ticket);
      const reply = await service.searchOffers(request, {
        ...options,
        onRecords: (batch) => {
          if (cache !== undefined && texts.length < KEPT_RECORDS) texts.push(...batch.map(({ text }) => text));
          for (const { text } of batch) characters += text.length;
          const { list } = slice.get();
          if (areWordsSought(list))
            readWords(
              batch.map(({ record }) => record),
              list.columns?.shown,
            );
          count(batch);
        },
      });
      const records = withCosts(reply.records, pricedFor, pricingOf(request));
      await prepared(slice.get(), records);
      return { ...reply, records, texts, request, pricedFor, filter: askedFilter, count: records.length, characters };
    },
    onAsked: (ticket, isQuiet, atEpochMs) => {
      askedFilter = printLine({ words: [], clauses: slice.get().list.query.applied.clauses });
      slice.change((state) => searchSent(state, ticket, searchRequest(state), isQuiet, atEpochMs));
    },
    onWait: (ticket, waitS) => slice.change((state) => searchWaited(state, ticket, waitS)),
    onRetry: (ticket, retry) => slice.change((state) => searchPutOff(state, ticket, retry)),
    onAnswer: (ticket, reply, atEpochMs) => {
      const wasQuiet = isAskedQuietly(slice.get().answer);
      slice.change((state) => countedView(offersArrived(state, ticket, { ...reply, atEpochMs }, height())));
      cache?.keep(reply, atEpochMs);
      told.answered();
      if (reply.malformedValues > 0 && !wasQuiet)
        needs.notify(`${reply.malformedValues} values of an unexpected type are shown as "?".`);
    },
    onFailure: (ticket, failure) => {
      slice.change((state) => searchFailed(state, ticket, failure));
      told.failed();
    },
    fill: () => {
      if (cache === undefined || lastArrived(slice.get().answer) !== undefined) return undefined;
      return async (isLate) => {
        const show = (kept: KeptAnswer<KeptOffers>): boolean => {
          const isSameSearch = isSameRequest(kept.answer.request, searchRequest(slice.get()));
          if (isSameSearch || isLate) slice.change((state) => offersFoundAgain(state, kept, height()));
          return isSameSearch;
        };
        const kept = await cache.find(show);
        return kept === undefined || show(kept);
      };
    },
  });

  const search = () => {
    question.drop();
    question.ask();
  };

  const searchNow = () => {
    cancelPause();
    if (!isAnswered(slice.get())) search();
  };

  const searchSoon = () => {
    cancelPause();
    cancelPause = clock.after(needs.isLinkSlow() ? SLOW_TYPING_PAUSE_MS : TYPING_PAUSE_MS, () => {
      partOf(slice, 'list').change((list) => {
        const query = typingPaused(list.query, list.filter);
        return query === list.query ? list : { ...list, query };
      });
      searchNow();
    });
  };

  return {
    search,
    searchQuietly: () => question.ask(true),
    searchNow,
    searchSoon,
    searchAsTyped: () => {
      const state = slice.get();
      if (state.list.query.parsed.problems.length > 0 && !isAnswered(state)) question.drop();
      searchSoon();
    },
    open: () => {
      question.comeBack();
      if (isUnasked(slice.get().answer)) search();
    },
    leave: question.leave,
    giveUp: question.giveUp,
    stop: question.stop,
  };
};
