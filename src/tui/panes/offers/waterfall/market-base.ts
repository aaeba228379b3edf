/**
 * The whole market as it was asked for to count what a filter keeps of it: the question under way, and the offers of the newest
 * answer, for as long as they are of use. Pure.
 */
import type { Explanation } from '../../../../api/errors/explain.ts';
import { LARGEST_LIMIT, type SearchRequest, type SortKey, sentOrder } from '../../../../api/requests.ts';
import type { Offer } from '../../../../catalogue/values.ts';
import { filtersByDefault } from '../../../../filter/defaults.ts';
import {
  arrived,
  asked,
  failed,
  idle,
  isAwaited,
  lastArrived,
  putOff,
  type Remote,
  type RetryWords,
} from '../../../state/remote.ts';
import type { Pricing } from '../pricing.ts';

/** How long the offers are kept, ms. */
const KEPT_MS = 600_000;

/** Most offers that are kept while newer ones come in. */
const MOST_BESIDE = 50_000;

/** What is known of an answer beside its offers. */
type BaseFacts = {
  readonly count: number;
  readonly isCut: boolean;
  /** Characters of the records as they came, before compression. */
  readonly characters: number;
};

/** The market, and how it was come by. */
export type MarketBase = {
  readonly answer: Remote<BaseFacts, Explanation>;
  /** Seconds until the question goes out; present while it waits for its turn, or to be asked again. */
  readonly waitS?: number | undefined;
  /** What has come of the answer so far. */
  readonly received?: Pick<BaseFacts, 'count' | 'characters'> | undefined;
  /** The offers of the newest answer, and what their prices are for. */
  readonly offers: readonly Offer[];
  readonly pricing?: Pricing;
};

/** A pane that may have a base. */
type Based = { readonly base?: MarketBase | undefined };

/** The one request: defaults lifted, no filter, as many as there are. */
export const baseRequest = ({ type, storageGb }: Pricing, order: readonly SortKey[]): SearchRequest => ({
  filters: filtersByDefault(() => false),
  order: sentOrder(order),
  type,
  limit: LARGEST_LIMIT,
  allocatedStorageGb: storageGb,
});

const NONE: MarketBase = { answer: idle, offers: [] };

/** The base of the pane, empty before one was asked for. */
export const baseOf = ({ base = NONE }: Based): MarketBase => base;

/** True while the market is on its way. */
export const isBaseAsked = ({ base }: Based): boolean => base?.answer.stage === 'loading';

/** The market was asked for. A very large one is not kept beside the next one: 25,000 offers take 60 MB. */
export const baseAsked = <State extends Based>(state: State, ticket: number): State =>
  changed(state, (base) =>
    base.offers.length > MOST_BESIDE
      ? { ...NONE, answer: asked(NONE.answer, ticket) }
      : { ...withoutProgress(base), answer: asked(base.answer, ticket) },
  );

/** The question waits for `waitS` more seconds; undefined when it was sent. */
export const baseAwaited = <State extends Based>(state: State, ticket: number, waitS: number | undefined): State => {
  const base = baseOf(state);
  return isAwaited(base.answer, ticket) && base.waitS !== waitS ? { ...state, base: { ...base, waitS } } : state;
};

/** The question failed and will be asked again. */
export const basePutOff = <State extends Based>(state: State, ticket: number, retry: RetryWords): State =>
  changed(state, (base) => ({ ...base, received: undefined, answer: putOff(base.answer, ticket, retry) }));

/** A part of the answer came in. */
export const baseReceived = <State extends Based>(
  state: State,
  ticket: number,
  received: Pick<BaseFacts, 'count' | 'characters'>,
): State => changed(state, (base) => (isAwaited(base.answer, ticket) ? { ...base, received } : base));

/** The market is here. */
export const baseArrived = <State extends Based>(
  state: State,
  ticket: number,
  {
    offers,
    pricing,
    facts,
    atEpochMs,
  }: {
    readonly offers: readonly Offer[];
    readonly pricing: Pricing;
    readonly facts: BaseFacts;
    readonly atEpochMs: number;
  },
): State =>
  changed(state, (base) =>
    isAwaited(base.answer, ticket) ? { answer: arrived(base.answer, ticket, facts, atEpochMs), offers, pricing } : base,
  );

/** The question failed; the last good answer stays. */
export const baseFailed = <State extends Based>(state: State, ticket: number, failure: Explanation): State =>
  changed(state, (base) =>
    isAwaited(base.answer, ticket) ? { ...withoutProgress(base), answer: failed(base.answer, ticket, failure) } : base,
  );

/** The user stopped the question. */
export const baseStopped = <State extends Based>(state: State): State =>
  changed(state, (base) => {
    if (base.answer.stage !== 'loading') return base;
    const { last, ticket } = base.answer;
    return { ...withoutProgress(base), answer: last === undefined ? idle : { stage: 'loaded', ticket, last } };
  });

/** The offers are forgotten. */
export const baseForgotten = <State extends Based>(state: State): State =>
  state.base === undefined ? state : { ...state, base: undefined };

/** True once the offers have been here for as long as they are kept, at `nowEpochMs`. */
export const isBaseOld = ({ base }: Based, nowEpochMs: number): boolean => {
  const last = base === undefined || base.answer.stage === 'loading' ? undefined : lastArrived(base.answer);
  return last !== undefined && nowEpochMs - last.atEpochMs > KEPT_MS;
};

/** The offers and when they came, where they are priced as the pane asks now; undefined where nothing can be counted. */
export const baseInUse = (
  state: Based & Pricing,
): { readonly offers: readonly Offer[]; readonly facts: BaseFacts; readonly atEpochMs: number } | undefined => {
  const { answer, offers, pricing } = baseOf(state);
  const last = lastArrived(answer);
  if (last === undefined || pricing?.type !== state.type || pricing.storageGb !== state.storageGb) return undefined;
  return { offers, facts: last.value, atEpochMs: last.atEpochMs };
};

const changed = <State extends Based>(state: State, change: (base: MarketBase) => MarketBase): State => {
  const before = baseOf(state);
  const base = change(before);
  return base === before ? state : { ...state, base };
};

const withoutProgress = ({ waitS: _, received: __, ...base }: MarketBase): MarketBase => base;
