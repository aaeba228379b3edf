/** Asking the service for a whole market of some models; of each offer only what is compared is kept. */
import type { Client } from '../../../../api/client.ts';
import type { CallOptions } from '../../../../api/http/caller.ts';
import { createQuestion, type Question, type QuestionParts } from '../../../../api/question.ts';
import { LARGEST_LIMIT, type SearchRequest } from '../../../../api/requests.ts';
import type { Offer } from '../../../../catalogue/values.ts';
import { peerOf, type Subject, subjectOf } from '../../../../pricing/peer.ts';
import type { Slice } from '../../../state/slice.ts';
import {
  type MarketAnswer,
  type MarketQuestion,
  marketArrived,
  marketAsked,
  marketDropped,
  marketFailed,
  marketPutOff,
  marketWaited,
  modelsRequest,
  ownRequest,
  type WithMarket,
} from './asked-market.ts';

/** How the market is asked for; a new question takes the place of one under way. */
type MarketAsking = Pick<Question, 'giveUp'> & {
  readonly ask: (question: MarketQuestion) => void;
  /** Nobody looks any more: what is under way is dropped. */
  readonly drop: () => void;
};

export const createMarketAsking = <State extends WithMarket>(
  needs: QuestionParts & {
    readonly slice: Pick<Slice<State>, 'change'>;
    /** Shows the answer; called once it is in the state. */
    readonly onAnswer: () => void;
  },
): MarketAsking => {
  const { slice } = needs;
  let wanted: MarketQuestion | undefined;

  const question = createQuestion<MarketAnswer>({
    ...needs,
    read: 'search',
    ask: (client, _, options) =>
      wanted === undefined ? Promise.reject(new Error('no market is wanted')) : readMarket(wanted, client, options),
    onAsked: (ticket) => slice.change((state) => (wanted === undefined ? state : marketAsked(state, ticket, wanted))),
    onWait: (ticket, waitS) => slice.change((state) => marketWaited(state, ticket, waitS)),
    onRetry: (ticket, retry) => slice.change((state) => marketPutOff(state, ticket, retry)),
    onAnswer: (ticket, answer, atEpochMs) => {
      slice.change((state) => marketArrived(state, ticket, answer, atEpochMs));
      needs.onAnswer();
    },
    onFailure: (ticket, failure) => slice.change((state) => marketFailed(state, ticket, failure)),
  });

  const drop = () => {
    question.drop();
    slice.change(marketDropped);
  };

  return {
    ask: (next) => {
      drop();
      wanted = next;
      question.ask();
    },
    drop,
    giveUp: question.giveUp,
  };
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
      own.push(...subjectsOf(offer)),
    );
  const models = [...new Set([...wanted.models, ...own.map(({ model }) => model)])];
  const found = { peers: [] as NonNullable<ReturnType<typeof peerOf>>[], unpriced: 0 };
  const isCut =
    models.length > 0 &&
    (await readOffers(modelsRequest({ ...wanted, type, models }), client, options, (offer) => {
      const peer = peerOf(offer);
      if (peer === undefined) found.unpriced++;
      else found.peers.push(peer);
    }));
  return { ...wanted, models, own, isCut, ...found };
};

/** Hands over each offer; resolves to whether the service has more. */
const readOffers = async (
  request: SearchRequest,
  client: Client,
  options: CallOptions,
  take: (offer: Offer) => void,
): Promise<boolean> => {
  let received = 0;
  const { isTruncated = false } = await client.searchOffers(request, {
    ...options,
    onRecords: (batch) => {
      received += batch.length;
      for (const { record } of batch) take(record);
    },
    keepsRecords: false,
  });
  return isTruncated || received >= LARGEST_LIMIT;
};

const subjectsOf = (offer: Offer): readonly Subject[] => {
  const subject = subjectOf(offer);
  return subject === undefined ? [] : [subject];
};
