/**
 * The offers of some models as the service has them, asked for beside the list, whose filter would give a misleading place: what is asked,
 * and what came of it for each way of pricing. Of each offer only what is compared is kept.
 */

import type { Client } from '../../../../api/client.ts';
import type { Explanation } from '../../../../api/errors/explain.ts';
import type { CallOptions } from '../../../../api/http/caller.ts';
import { createQuestion } from '../../../../api/question.ts';
import type { SearchType } from '../../../../api/requests.ts';
import { printableStart } from '../../../../base/text.ts';
import { modelsRequest, ownRequest, readOffers } from '../../../../hosting/model-offers.ts';
import type { Peer, Subject } from '../../../../pricing/likeness.ts';
import { peerOf, subjectOf } from '../../../../pricing/likeness.ts';
import {
  type Asked,
  askedNoted,
  askedStopped,
  idle,
  lastArrived,
  type Remote,
  retryOf,
} from '../../../state/remote.ts';

import { waitSegments } from '../../../ui/list-words.ts';
import { piece, type Segment } from '../../../ui/segments.ts';
import type { Drawn } from '../../page/page.ts';
import type { OffersTools } from '../needs.ts';
import type { AskedMarket, MarketAnswer, MarketQuestion } from '../pages.ts';
import type { OffersState } from '../state.ts';

/** Age from which an answer is asked for anew when somebody looks, ms. */
const OLD_MS = 10 * 60 * 1000;

/** The newest answer for `type` that has every model of `wanted` at its disk, and the user's own offers where those are wanted. */
export const answerAtHand = (
  market: AskedMarket | undefined,
  wanted: MarketQuestion,
): { readonly value: MarketAnswer; readonly atEpochMs: number } | undefined => {
  const last = lastOfType(market, wanted.type);
  if (last === undefined) return undefined;
  const { models, storageGb, hostId } = last.value;
  const isHere =
    storageGb === wanted.storageGb &&
    (wanted.hostId === undefined || wanted.hostId === hostId) &&
    hasModels(models, wanted.models);
  return isHere ? last : undefined;
};

/** Whether what was asked of `asked` tells of all of `wanted`; undefined is every model that there is. */
const hasModels = (asked: MarketQuestion['models'], wanted: MarketQuestion['models']): boolean =>
  asked === undefined || (wanted?.every((model) => asked.includes(model)) ?? false);

/** The newest answer for a way of pricing, whatever it was asked for. */
export const lastOfType = (market: AskedMarket | undefined, type: SearchType) =>
  lastArrived(market?.byType[type]?.answer ?? idle);

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
    ((wanted.hostId !== undefined && wanted.models !== undefined) || hasModels(asking.models, wanted.models));
  return isIt ? market?.byType[wanted.type]?.answer : undefined;
};

/** True where nothing is to be drawn anew of a page of the market. */
export const isSameMarket = (before: Drawn<OffersState, unknown>, now: Drawn<OffersState, unknown>): boolean =>
  (['page', 'width', 'height'] as const).every((name) => before[name] === now[name]) &&
  (['market', 'past'] as const).every((name) => before.state[name] === now.state[name]);

/** Why newer offers did not come, in one line; undefined where that is not so. */
export const failedLine = (remote: ReturnType<typeof remoteOf>): readonly Segment[] | undefined => {
  if (remote?.stage !== 'failed') return undefined;
  const { whatCameBack, whatToDo } = remote.failure;
  return [piece(`   ${printableStart(`${whatCameBack} ${whatToDo}`)}`, 'danger')];
};

/** What the message line says of the question: when it goes out, or goes out again. */
export const marketStatus = ({ market }: OffersState): readonly Segment[] => {
  const { answer, waitS } = partOf(market, market?.question);
  return waitSegments(waitS, retryOf(answer), 'ask');
};

/** What came of `question`, and of others in its way of pricing. */
const partOf = (market: AskedMarket | undefined, question: MarketQuestion | undefined): AskedAnswer =>
  (question && market?.byType[question.type]) ?? { answer: idle };

type AskedAnswer = Asked<MarketAnswer, Explanation>;

/** Asks for the market; a new question takes the place of one under way. `onAnswer` is called once the answer is in the state. */
export const createMarketAsking = ({ slice, ...needs }: OffersTools, onAnswer: () => void) => {
  let wanted: MarketQuestion | undefined;
  const noted = askedNoted<MarketAnswer, Explanation>((transition) =>
    slice.change((state) => (wanted === undefined ? state : marketChanged(state, wanted, transition))),
  );
  const question = createQuestion<MarketAnswer>({
    ...needs,
    ...noted,
    read: 'search',
    ask: (client, _, options) =>
      wanted === undefined ? Promise.reject(new Error('no market is wanted')) : readMarket(wanted, client, options),
    onAnswer: (...answer) => {
      noted.onAnswer(...answer);
      onAnswer();
    },
  });
  /** Nobody looks any more: what is under way is dropped. */
  const drop = () => {
    question.drop();
    slice.change(marketDropped);
  };
  return {
    drop,
    giveUp: question.giveUp,
    /** Asks, unless what is at hand is new enough and newer is not wanted whatever there is. */
    ask: (next: MarketQuestion, isAlways: boolean) => {
      const answer = answerAtHand(slice.get().market, next);
      if (!isAlways && answer !== undefined && needs.clock.now() - answer.atEpochMs <= OLD_MS) return;
      drop();
      wanted = next;
      question.ask();
    },
  };
};

const marketChanged = (
  state: OffersState,
  question: MarketQuestion,
  transition: (asked: AskedAnswer) => AskedAnswer,
): OffersState => {
  const { market } = state;
  return {
    ...state,
    market: { byType: { ...market?.byType, [question.type]: transition(partOf(market, question)) }, question },
  };
};

/** Nobody waits for the answer any more. */
const marketDropped = (state: OffersState): OffersState => {
  const { question } = state.market ?? {};
  if (question === undefined || partOf(state.market, question).answer.stage !== 'loading') return state;
  const { question: _, ...market } = marketChanged(state, question, askedStopped).market ?? { byType: {} };
  return { ...state, market };
};

/** The offers of a host come first: they tell which models are compared. */
const readMarket = async (
  { type, ...wanted }: MarketQuestion,
  client: Client,
  options: CallOptions,
): Promise<MarketAnswer> => {
  const { hostId, storageGb } = wanted;
  const own: Subject[] = [];
  if (hostId !== undefined)
    await readOffers(ownRequest(hostId, { type, storageGb }), client, options, (offer) =>
      own.push(...[subjectOf(offer)].filter((subject) => subject !== undefined)),
    );
  const models = wanted.models && [...new Set([...wanted.models, ...own.map(({ model }) => model)])];
  const peers: Peer[] = [];
  let unpriced = 0;
  const isCut =
    models?.length !== 0 &&
    (await readOffers(modelsRequest({ type, storageGb, ...(models && { models }) }), client, options, (offer) => {
      const peer = peerOf(offer);
      if (peer === undefined) unpriced++;
      else peers.push(peer);
    }));
  return { ...wanted, ...(models && { models }), own, isCut, peers, unpriced };
};
