/** Asking the service for offers: when it is asked, and how what comes back reaches the pane. The pane's only effect beside copying. */

import { createQuestion, type QuestionParts } from '../../../api/question.ts';
import type { Offer } from '../../../catalogue/values.ts';
import { printLine } from '../../../filter/print.ts';
import { readWords } from '../../../filter/row-words.ts';
import { putJobCost, type Workload } from '../../../pricing/job-cost.ts';
import { type AnswerCache, KEPT_RECORDS, type KeptOffers } from '../../../storage/files/answer-files.ts';

import { listSlice } from '../../state/list.ts';
import { lastArrived } from '../../state/remote.ts';
import type { Slice } from '../../state/slice.ts';
import { typingPaused } from './filter-query.ts';
import { pricingOf } from './pricing.ts';
import { areWordsSought } from './reading-ahead.ts';
import {
  offersArrived,
  offersFoundAgain,
  offersReceived,
  searchFailed,
  searchPutOff,
  searchSent,
  searchWaited,
} from './search.ts';
import { isAnswered, type OffersState, searchRequest } from './state.ts';
import { countedView } from './views/views.ts';
import { isPricedFor } from './workload/costs.ts';

/** Silence after the last key before a search is sent, ms (docs/interface.md, Decisions). */
const TYPING_PAUSE_MS = 300;

/** The same where the line to the terminal is slow: each list costs it kilobytes, and keys arrive in bursts. */
const SLOW_TYPING_PAUSE_MS = 900;

export type SearchingNeeds = QuestionParts & {
  readonly slice: Slice<OffersState>;
  /** Where the answers are kept for a later run; undefined where none are. */
  readonly cache: AnswerCache<KeptOffers> | undefined;
  /** Rows of the table that are visible. */
  readonly height: () => number;
  /** Shows one line to the user. */
  readonly notify: (text: string) => void;
  /** True when the line to the user's terminal has shown itself to be slow. */
  readonly isLinkSlow: () => boolean;
  /** Told when a search was answered, and when one has failed for good. */
  readonly onAnswered: () => void;
  readonly onFailed: () => void;
};

/** The ways in which the pane asks. */
export type Searching = {
  /** Asks anew, whatever was asked before. */
  readonly search: () => void;
  /** The same by the program itself: the newest answer stands meanwhile, and nothing is said of it. */
  readonly searchQuietly: () => void;
  /** Asks at once, unless the same was asked before. */
  readonly searchNow: () => void;
  /** The same once the typing pauses. */
  readonly searchSoon: () => void;
  /** The same after an edit of the filter: what the beginning of a line seemed to ask is not asked once the line is wrong. */
  readonly searchAsTyped: () => void;
  /** The pane was opened: asks unless it was asked before, or what was asked failed meanwhile. */
  readonly open: () => void;
  /** Another pane was opened: what failed is not tried again by itself. */
  readonly leave: () => void;
  /** Ends the waiting for another try. */
  readonly giveUp: () => void;
};

export const createSearching = (needs: SearchingNeeds): Searching => {
  const { slice, clock } = needs;
  const question = createSearchQuestion(needs);
  let cancelPause: (() => void) | undefined;

  const search = () => {
    question.drop();
    question.ask();
  };

  const searchNow = () => {
    cancelPause?.();
    cancelPause = undefined;
    if (!isAnswered(slice.get())) search();
  };

  const searchSoon = () => {
    cancelPause?.();
    cancelPause = clock.after(needs.isLinkSlow() ? SLOW_TYPING_PAUSE_MS : TYPING_PAUSE_MS, () => {
      listSlice(slice).change((list) => {
        const query = typingPaused(list.query, list.filter);
        return query === list.query ? list : { ...list, query };
      });
      searchNow();
    });
  };

  return {
    search,
    searchQuietly: question.askQuietly,
    searchNow,
    searchSoon,
    searchAsTyped: () => {
      const state = slice.get();
      if (state.list.query.parsed.problems.length > 0 && !isAnswered(state)) question.drop();
      searchSoon();
    },
    open: () => {
      question.comeBack();
      if (slice.get().answer.stage === 'idle') search();
    },
    leave: question.leave,
    giveUp: question.giveUp,
  };
};

/** The question, whose answers and failures are noted in the pane's state. */
const createSearchQuestion = (needs: SearchingNeeds) => {
  const { slice, cache, height } = needs;
  const change = (transition: (state: OffersState) => OffersState) => slice.change(transition);
  let askedFilter = '';
  let isQuiet = false;

  const question = createQuestion<
    KeptOffers & { readonly characters: number; readonly pricedFor: Workload | undefined }
  >({
    ...needs,
    read: 'search',
    ask: async (service, ticket, options) => {
      const request = slice.get().sent ?? searchRequest(slice.get());
      const { workload: pricedFor } = slice.get();
      const isCovered = pricedFor !== undefined && isPricedFor(pricedFor, pricingOf(request));
      const texts: string[] = [];
      let characters = 0;
      const count = countReceived(needs, ticket, pricedFor);
      const reply = await service.searchOffers(request, {
        ...options,
        onRecords: (batch) => {
          if (cache !== undefined && texts.length < KEPT_RECORDS) texts.push(...batch.map(({ text }) => text));
          for (const { text } of batch) characters += text.length;
          if (pricedFor !== undefined) for (const { record } of batch) putJobCost(record, pricedFor, isCovered);
          const { list } = slice.get();
          if (areWordsSought(list)) for (const { record } of batch) readWords(record, list.columns?.shown);
          count(batch);
        },
      });
      return { ...reply, texts, request, pricedFor, filter: askedFilter, count: reply.records.length, characters };
    },
    onAsked: (ticket) => {
      askedFilter = printLine({ words: [], clauses: slice.get().list.query.applied.clauses });
      change((state) => searchSent(state, ticket, searchRequest(state), isQuiet));
    },
    onWait: (ticket, waitS) => change((state) => searchWaited(state, ticket, waitS)),
    onRetry: (ticket, retry) => change((state) => searchPutOff(state, ticket, retry)),
    onAnswer: (ticket, reply, atEpochMs) => {
      const { answer } = slice.get();
      const wasQuiet = answer.stage === 'loading' && answer.isQuiet === true;
      change((state) => countedView(offersArrived(state, ticket, { ...reply, atEpochMs }, height())));
      cache?.keep(reply, atEpochMs);
      needs.onAnswered();
      if (reply.malformedValues > 0 && !wasQuiet)
        needs.notify(`${reply.malformedValues} values of an unexpected type are shown as "?".`);
    },
    onFailure: (ticket, failure) => {
      change((state) => searchFailed(state, ticket, failure));
      needs.onFailed();
    },
    fill: () => {
      if (cache === undefined || lastArrived(slice.get().answer) !== undefined) return undefined;
      return async () => {
        const kept = await cache.find();
        if (kept !== undefined) change((state) => offersFoundAgain(state, kept, height()));
      };
    },
  });
  return {
    ...question,
    askQuietly: () => {
      isQuiet = true;
      question.ask();
      isQuiet = false;
    },
  };
};

/** Shows the first offers of an answer at once, and then how many have come, a tick after the other. */
const countReceived = (
  { slice, clock, tickMs, height }: SearchingNeeds,
  ticket: number,
  pricedFor: Workload | undefined,
) => {
  let received = 0;
  let shownAtMs = Number.NEGATIVE_INFINITY;
  return (batch: readonly { readonly record: Offer }[]) => {
    received += batch.length;
    if (clock.ticks() - shownAtMs < tickMs()) return;
    shownAtMs = clock.ticks();
    const first = { records: batch.map(({ record }) => record), pricedFor };
    slice.change((state) => offersReceived(state, ticket, first, received, height()));
  };
};
