/**
 * The offers of some models as the service has them, asked for beside the list, whose filter would give a misleading place: what is asked,
 * and what came of it for each way of pricing. Pure.
 */
import type { Explanation } from '../../../../api/errors/explain.ts';
import { LARGEST_LIMIT, type SearchRequest, type SearchType, USUAL_SEARCH } from '../../../../api/requests.ts';
import type { Condition } from '../../../../filter/line.ts';
import { wireFilters } from '../../../../filter/request.ts';
import type { Peer, Subject } from '../../../../pricing/peer.ts';
import {
  arrived,
  asked,
  failed,
  isAwaited,
  lastArrived,
  putOff,
  type Remote,
  type RetryWords,
  retryOf,
} from '../../../state/remote.ts';
import { waitSegments } from '../../../ui/list-words.ts';
import type { Segment } from '../../../ui/segments.ts';

/** What is asked: every offer of these models that can be rented, with `hostId` those of all models that this user offers. */
export type MarketQuestion = {
  readonly type: SearchType;
  /** Disk of the instance, GB, as part of the price. */
  readonly storageGb: number;
  readonly models: readonly string[];
  readonly hostId?: number;
};

/** What came. */
export type MarketAnswer = Omit<MarketQuestion, 'type'> & {
  /** Those with a known price. */
  readonly peers: readonly Peer[];
  /** How many came without one. */
  readonly unpriced: number;
  /** There are more than the service sent. */
  readonly isCut: boolean;
  /** All offers of the user `hostId`, also those that nobody can rent now. */
  readonly own: readonly Subject[];
};

/** What was asked and what came, for each way of pricing. */
export type AskedMarket = {
  readonly byType: Readonly<Partial<Record<SearchType, Remote<MarketAnswer, Explanation>>>>;
  /** The newest question, answered or not. */
  readonly question?: MarketQuestion;
  /** Seconds until it goes out, while it waits. */
  readonly waitS?: number | undefined;
};

/** What of the pane it is a part of. */
export type WithMarket = { readonly market?: AskedMarket };

/** Age from which an answer is asked for anew when somebody looks, ms. */
const OLD_MS = 10 * 60 * 1000;

/** The search for all offers of `models`. Verified and not, and of every platform: the cohort is chosen here. */
export const modelsRequest = ({ models, ...terms }: MarketQuestion): SearchRequest => {
  const model: Condition = { field: 'gpu_name', operator: 'in', value: models };
  return requestOf(terms, [model, ...LIFTED]);
};

/** The search for all offers of one host, also those that are rented. */
export const ownRequest = (hostId: number, terms: Omit<MarketQuestion, 'models'>): SearchRequest =>
  requestOf(terms, [
    { field: 'host_id', operator: 'eq', value: hostId },
    ...LIFTED,
    { field: 'rentable', operator: 'any' },
    { field: 'rented', operator: 'any' },
  ]);

const LIFTED: readonly Condition[] = [
  { field: 'verified', operator: 'any' },
  { field: 'cpu_arch', operator: 'any' },
];

const requestOf = (
  { type, storageGb }: Pick<MarketQuestion, 'type' | 'storageGb'>,
  conditions: readonly Condition[],
): SearchRequest => ({
  filters: wireFilters({ clauses: conditions.map((condition) => ({ ...condition, from: 0, to: 0 })) }).filters,
  limit: LARGEST_LIMIT,
  order: USUAL_SEARCH.order,
  type,
  allocatedStorageGb: storageGb,
});

/** The newest answer for `type` that has every model of `wanted` at its disk, and the user's own offers where those are wanted. */
export const answerAtHand = (
  market: AskedMarket | undefined,
  wanted: MarketQuestion,
): { readonly value: MarketAnswer; readonly atEpochMs: number } | undefined => {
  const remote = market?.byType[wanted.type];
  const last = remote === undefined ? undefined : lastArrived(remote);
  if (last === undefined) return undefined;
  const { models, storageGb, hostId } = last.value;
  const isHere =
    storageGb === wanted.storageGb &&
    (wanted.hostId === undefined || wanted.hostId === hostId) &&
    wanted.models.every((model) => models.includes(model));
  return isHere ? last : undefined;
};

/** True when `wanted` is not at hand, or so old that it is worth asking again. */
export const isWorthAsking = (market: AskedMarket | undefined, wanted: MarketQuestion, nowEpochMs: number): boolean => {
  const answer = answerAtHand(market, wanted);
  return answer === undefined || nowEpochMs - answer.atEpochMs > OLD_MS;
};

/** The question about `wanted.type`, as it is under way or failed; undefined where it was about something else. */
export const remoteOf = (
  market: AskedMarket | undefined,
  wanted: MarketQuestion,
): Remote<MarketAnswer, Explanation> | undefined => {
  const asking = market?.question;
  const isIt =
    asking?.type === wanted.type &&
    asking.storageGb === wanted.storageGb &&
    asking.hostId === wanted.hostId &&
    (wanted.hostId !== undefined || wanted.models.every((model) => asking.models.includes(model)));
  return isIt ? market?.byType[wanted.type] : undefined;
};

/** The offers were asked for. */
export const marketAsked = <State extends WithMarket>(
  state: State,
  ticket: number,
  question: MarketQuestion,
): State => {
  const { byType = {} } = state.market ?? {};
  return {
    ...state,
    market: { byType: { ...byType, [question.type]: asked(remoteIn(byType, question), ticket) }, question },
  };
};

/** The question goes out in `waitS` seconds; undefined when it was sent. */
export const marketWaited = <State extends WithMarket>(
  state: State,
  ticket: number,
  waitS: number | undefined,
): State =>
  isOfThis(state, ticket) && state.market?.waitS !== waitS
    ? { ...state, market: { ...marketOf(state), waitS } }
    : state;

/** The question failed and is put again. */
export const marketPutOff = <State extends WithMarket>(state: State, ticket: number, retry: RetryWords): State =>
  changed(state, (remote) => putOff(remote, ticket, retry));

/** The offers are here. */
export const marketArrived = <State extends WithMarket>(
  state: State,
  ticket: number,
  answer: MarketAnswer,
  atEpochMs: number,
): State => changed(state, (remote) => arrived(remote, ticket, answer, atEpochMs));

/** The question failed; what was here stays. */
export const marketFailed = <State extends WithMarket>(state: State, ticket: number, failure: Explanation): State =>
  changed(state, (remote) => failed(remote, ticket, failure));

/** Nobody waits for the answer any more: what was here before is as it was. */
export const marketDropped = <State extends WithMarket>(state: State): State => {
  const { question: _, waitS: __, ...market } = marketOf(state);
  const type = state.market?.question?.type;
  const remote = type === undefined ? undefined : market.byType[type];
  if (type === undefined || remote?.stage !== 'loading') return state;
  const { [type]: ___, ...others } = market.byType;
  const { last, ticket } = remote;
  return {
    ...state,
    market: { byType: last === undefined ? others : { ...others, [type]: { stage: 'loaded', ticket, last } } },
  };
};

const marketOf = ({ market = { byType: {} } }: WithMarket): AskedMarket => market;

const remoteIn = (byType: AskedMarket['byType'], { type }: MarketQuestion): Remote<MarketAnswer, Explanation> =>
  byType[type] ?? { stage: 'idle' };

const isOfThis = ({ market }: WithMarket, ticket: number): boolean =>
  market?.question !== undefined && isAwaited(remoteIn(market.byType, market.question), ticket);

const changed = <State extends WithMarket>(
  state: State,
  transition: (remote: Remote<MarketAnswer, Explanation>) => Remote<MarketAnswer, Explanation>,
): State => {
  const { market } = state;
  if (market?.question === undefined) return state;
  const { byType, question } = market;
  const before = remoteIn(byType, question);
  const remote = transition(before);
  if (remote === before) return state;
  const { waitS: _, ...rest } = market;
  return {
    ...state,
    market: { ...(remote.stage === 'loading' ? market : rest), byType: { ...byType, [question.type]: remote } },
  };
};

/** What the message line says of the question: when it goes out, or goes out again. */
export const marketStatus = ({ market }: WithMarket): readonly Segment[] =>
  market?.question === undefined ? [] : waitSegments(market.waitS, retryOf(remoteIn(market.byType, market.question)));
