/** What each list keeps for a later run and finds again there: between its answers and the files that hold them. */
import { CALLS, type ListCall } from '../api/calls.ts';
import type { ListReply } from '../api/records/replies.ts';
import type { Clock } from '../base/clock.ts';
import type { AnswerToKeep, FoundAnswer } from '../storage/files/answer-file.ts';
import type { AnswerAccess, KeptList } from '../storage/files/answer-files.ts';
import type { AnswerCache, KeptOffers } from '../storage/files/kept-answer.ts';
import { listFound, listToKeep } from './kept-list.ts';
import { offersFound, offersToKeep } from './kept-offers.ts';

/** What the caches are made with. */
type AnswerCacheParts = {
  readonly access: AnswerAccess;
  readonly clock: Pick<Clock, 'now'>;
  /** The mark of the key in use now, and what takes it and secrets out of a text; undefined while no key is. */
  readonly keyInUse: () => { readonly keyMark: string; readonly redact: (text: string) => string } | undefined;
  /** Runs something that the program must wait for before it is idle. */
  readonly run: (task: () => Promise<void>) => void;
  /** Says one thing to the user; false when something else is being said, which must be seen first. */
  readonly say: (text: string) => boolean;
};

/** The cache of each list. */
type AnswerCaches = {
  readonly offers: AnswerCache<KeptOffers>;
  /** The cache of a list that is asked for as a whole. */
  readonly of: <T>(call: ListCall<T>) => AnswerCache<ListReply<T>>;
};

/** Builds them. That answers cannot be kept is said once. */
export const createAnswerCaches = ({ access, clock, keyInUse, run, say }: AnswerCacheParts): AnswerCaches => {
  let isSaid = false;
  const complain = (problem: string | undefined): void => {
    if (problem === undefined || isSaid) return;
    isSaid = say(`Answers cannot be kept for offline use. ${problem}`);
  };

  const cacheOf = <T, Answer>(
    call: KeptList<T>,
    toKeep: (answer: Answer) => Omit<AnswerToKeep, 'atEpochMs'>,
    fromKept: (found: FoundAnswer<T>) => Answer | undefined,
  ): AnswerCache<Answer> => ({
    keep: (answer, atEpochMs) => {
      if ('problem' in access) {
        complain(access.problem);
        return;
      }
      const key = keyInUse();
      if (key === undefined) return;
      const kept = { ...toKeep(answer), atEpochMs };
      run(async () => complain(await access.keep(call, key.keyMark, kept, key.redact)));
    },
    find: async () => {
      const key = keyInUse();
      if ('problem' in access || key === undefined) return undefined;
      const found = await access.find(call, key.keyMark);
      if (found === undefined) return undefined;
      if ('setAside' in found) {
        say(`The kept copy of the last answer was damaged. It was renamed to ${found.setAside}.`);
        return undefined;
      }
      const answer = fromKept(found);
      return answer && { answer, atEpochMs: found.atEpochMs, foundAtEpochMs: clock.now() };
    },
  });

  return {
    offers: cacheOf(CALLS.search, offersToKeep, offersFound),
    of: (call) => cacheOf(call, listToKeep, listFound),
  };
};
