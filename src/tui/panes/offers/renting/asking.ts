/** Asks what a review stands on: the offers as they are now, and the account's SSH keys. */
import { CALLS } from '../../../../api/calls.ts';
import { optionally } from '../../../../api/errors/missing-call.ts';
import { createQuestion, type QuestionParts } from '../../../../api/question.ts';
import type { SearchRequest } from '../../../../api/requests.ts';
import type { Offer } from '../../../../catalogue/values.ts';
import { arrived, asked, failed } from '../../../state/remote.ts';
import type { KeysTold, Review } from './page.ts';

/** The two questions. */
type ReviewAsking = {
  /** Asks anew; what was asked before is dropped. */
  readonly ask: (offers: SearchRequest) => void;
  readonly drop: () => void;
  /** Ends the waiting for another try. */
  readonly giveUp: () => void;
};

export const createReviewAsking = (
  needs: QuestionParts & { readonly change: (transition: (review: Review) => Review) => void },
): ReviewAsking => {
  const { change } = needs;
  let request: SearchRequest | undefined;
  const onOffers = (transition: (remote: Review['offers']) => Review['offers']) =>
    change(({ waitS: _, ...review }) => ({ ...review, offers: transition(review.offers) }));
  const onKeys = (transition: (remote: Review['keys']) => Review['keys']) =>
    change((review) => ({ ...review, keys: transition(review.keys) }));

  const offers = createQuestion<readonly Offer[]>({
    ...needs,
    read: 'search',
    ask: async (client, _ticket, options) =>
      request === undefined ? [] : (await client.searchOffers(request, options)).records,
    onAsked: (ticket) => onOffers((remote) => asked(remote, ticket)),
    onWait: (_ticket, waitS) => change((review) => ({ ...review, waitS })),
    onAnswer: (ticket, records, at) => onOffers((remote) => arrived(remote, ticket, records, at)),
    onFailure: (ticket, failure) => onOffers((remote) => failed(remote, ticket, failure)),
  });
  const keys = createQuestion<KeysTold>({
    ...needs,
    read: 'sshKeys',
    ask: async (client, _ticket, options) => {
      const told = await optionally(() => client.list(CALLS.sshKeys, options));
      return { count: told?.records.filter(({ deleted_at: deletedAt }) => !deletedAt).length };
    },
    onAsked: (ticket) => onKeys((remote) => asked(remote, ticket)),
    onAnswer: (ticket, told, at) => onKeys((remote) => arrived(remote, ticket, told, at)),
    onFailure: (ticket, failure) => onKeys((remote) => failed(remote, ticket, failure)),
  });
  const drop = () => {
    offers.drop();
    keys.drop();
  };
  return {
    ask: (next) => {
      drop();
      request = next;
      offers.ask();
      keys.ask();
    },
    drop,
    giveUp: () => {
      offers.giveUp();
      keys.giveUp();
    },
  };
};
