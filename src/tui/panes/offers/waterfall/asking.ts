/** Asks for the whole market. It is asked for by a key and never by itself. */

import { createQuestion, type Question, type QuestionParts } from '../../../../api/question.ts';
import { LARGEST_LIMIT } from '../../../../api/requests.ts';
import type { Slice } from '../../../state/slice.ts';
import { pricingOf } from '../pricing.ts';
import type { OffersState } from '../state.ts';
import {
  baseArrived,
  baseAsked,
  baseAwaited,
  baseFailed,
  basePutOff,
  baseReceived,
  baseRequest,
} from './market-base.ts';

type AskingNeeds = QuestionParts & { readonly slice: Slice<OffersState> };

/** The question, whose answers and failures are noted in the pane's state. */
export const createBaseQuestion = (needs: AskingNeeds): Question => {
  const { slice, clock, tickMs } = needs;
  const change = (transition: (state: OffersState) => OffersState) => slice.change(transition);
  return createQuestion({
    ...needs,
    read: 'search',
    ask: async (service, ticket, options) => {
      const state = slice.get();
      const request = baseRequest(state, state.list.order);
      let [count, characters] = [0, 0];
      let shownAtMs = Number.NEGATIVE_INFINITY;
      const reply = await service.searchOffers(request, {
        ...options,
        onRecords: (batch) => {
          count += batch.length;
          for (const { text } of batch) characters += text.length;
          if (clock.ticks() - shownAtMs < tickMs()) return;
          shownAtMs = clock.ticks();
          change((now) => baseReceived(now, ticket, { count, characters }));
        },
      });
      const isCut = reply.isTruncated === true || count >= LARGEST_LIMIT;
      return { offers: reply.records, pricing: pricingOf(request), facts: { count, characters, isCut } };
    },
    onAsked: (ticket) => change((state) => baseAsked(state, ticket)),
    onWait: (ticket, waitS) => change((state) => baseAwaited(state, ticket, waitS)),
    onRetry: (ticket, retry) => change((state) => basePutOff(state, ticket, retry)),
    onAnswer: (ticket, answer, atEpochMs) => change((state) => baseArrived(state, ticket, { ...answer, atEpochMs })),
    onFailure: (ticket, failure) => change((state) => baseFailed(state, ticket, failure)),
  });
};
