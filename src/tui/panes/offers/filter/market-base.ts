/**
 * The whole market, which is asked for by a key and never by itself, to count what a filter keeps of it: the question under way, and
 * the offers of the newest answer, for as long as they are of use.
 */
import type { Explanation } from '../../../../api/errors/explain.ts';

import type { Question } from '../../../../api/question.ts';
import { createQuestion } from '../../../../api/question.ts';
import { LARGEST_LIMIT, searchOf } from '../../../../api/requests.ts';

import { findComputedField } from '../../../../catalogue/computed-fields.ts';
import { filtersByDefault } from '../../../../filter/request.ts';
import type { LinePart } from '../../../../filter/waterfall.ts';
import { askedNoted, askedStopped, idle, isAwaited, lastArrived } from '../../../state/remote.ts';
import { isPricedFor, withCosts } from '../job-rows.ts';
import type { OffersTools } from '../needs.ts';
import type { AskedBase, MarketBase } from '../pages.ts';
import { pricingOf } from '../pricing.ts';
import type { OffersState } from '../state.ts';

/** How long the offers are kept, ms. */
const KEPT_MS = 600_000;

/** Most offers that are kept while newer ones come in: 25,000 offers take 60 MB. */
const MOST_BESIDE = 50_000;

const NONE: AskedBase = { answer: idle };

/** The base of the pane, empty before one was asked for. */
export const baseOf = ({ base = NONE }: Pick<OffersState, 'base'>): AskedBase => base;

/** True while the market is on its way. */
export const isBaseAsked = (state: OffersState): boolean => baseOf(state).answer.stage === 'loading';

/** The market on its way, stopped by the user or because nobody looks any more. */
export const baseStopped = (state: OffersState): OffersState => baseChanged(state, askedStopped);

/** The offers are forgotten. */
export const baseForgotten = (state: OffersState): OffersState =>
  state.base === undefined ? state : { ...state, base: undefined };

/** True once the offers have been here for as long as they are kept, at `nowEpochMs`. */
export const isBaseOld = (state: OffersState, nowEpochMs: number): boolean => {
  const last = isBaseAsked(state) ? undefined : lastArrived(baseOf(state).answer);
  return last !== undefined && nowEpochMs - last.atEpochMs > KEPT_MS;
};

/** The market and when it came, where it is priced as the pane asks now; undefined where nothing can be counted. */
export const baseInUse = (state: OffersState): (MarketBase & { readonly atEpochMs: number }) | undefined => {
  const last = lastArrived(baseOf(state).answer);
  const { type, storageGb } = last?.value.pricing ?? {};
  return last === undefined || type !== state.type || storageGb !== state.storageGb
    ? undefined
    : { ...last.value, atEpochMs: last.atEpochMs };
};

const baseChanged = (state: OffersState, transition: (base: AskedBase) => AskedBase): OffersState => {
  const before = baseOf(state);
  const base = transition(before);
  return base === before ? state : { ...state, base };
};

/** The question, whose answers and failures are noted in the pane's state. */
export const createBaseQuestion = (needs: OffersTools): Question => {
  const { slice, clock, tickMs } = needs;
  const note = (transition: (base: AskedBase) => AskedBase) => slice.change((state) => baseChanged(state, transition));
  // What has come so far goes with the stage of the question.
  const noted = askedNoted<MarketBase, Explanation>((transition) =>
    note(({ received: _, ...base }) => transition(base)),
  );
  return createQuestion<MarketBase>({
    ...needs,
    ...noted,
    read: 'search',
    ask: async (service, ticket, options) => {
      const state = slice.get();
      // Defaults lifted, no filter, as many as there are.
      const request = searchOf(
        filtersByDefault(() => false),
        state,
        { order: state.list.order },
      );
      let [count, characters] = [0, 0];
      let shownAtMs = Number.NEGATIVE_INFINITY;
      const reply = await service.searchOffers(request, {
        ...options,
        onRecords: (batch) => {
          count += batch.length;
          for (const { text } of batch) characters += text.length;
          if (clock.ticks() - shownAtMs < tickMs()) return;
          shownAtMs = clock.ticks();
          const received = { count, characters };
          note((base) => (isAwaited(base.answer, ticket) ? { ...base, received } : base));
        },
      });
      const isCut = reply.isTruncated === true || count >= LARGEST_LIMIT;
      return { offers: reply.records, pricing: pricingOf(request), count, characters, isCut };
    },
    onAsked: (...asked) => {
      // A very large market is not kept beside the next one.
      note((base) => ((lastArrived(base.answer)?.value.offers.length ?? 0) > MOST_BESIDE ? NONE : base));
      noted.onAsked(...asked);
    },
  });
};

/** The market, the parts that can be held against it with the others off, and which those are; undefined where it is not here. */
export const marketHeld = <Part extends LinePart>(state: OffersState, parts: readonly Part[]) => {
  const base = baseInUse(state);
  if (base === undefined) return undefined;
  const { offers, pricing } = base;
  const { workload } = state;
  // The market is asked for without an SLA target: what a job with one costs there is not known, and keeps nothing away.
  const isUnpriced = workload !== undefined && !isPricedFor(workload, pricing);
  const isHeld = (part: Part) => !(isUnpriced && isOnJob(part));
  return {
    offers: parts.some(isOnJob) ? withCosts(offers, workload, pricing) : offers,
    parts: parts.map((part) => (isHeld(part) ? part : { ...part, isOff: true })),
    isHeld,
  };
};

/** True for a part that compares what a job costs. */
const isOnJob = (part: LinePart): boolean =>
  'condition' in part && findComputedField(part.condition.field)?.needsWorkload === true;
