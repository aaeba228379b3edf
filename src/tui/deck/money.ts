/** The account's money for all panes: asked for when somebody wants to see it, and from time to time while somebody looks. */
import { CALLS } from '../../api/calls.ts';
import { createQuestion, type QuestionParts } from '../../api/question.ts';
import type { Losses } from '../../api/records/replies.ts';
import type { Clock } from '../../base/clock.ts';
import type { Instance, Volume } from '../../catalogue/values.ts';
import type { DeckState, DeckStore } from '../frame/deck-state.ts';
import type { AccountMoney } from '../panes/pane.ts';
import { accountUnasked, type Held, hostLearned, moneyOf } from '../state/money.ts';
import { askedNoted, isKept, lastArrived, progressOf, type Remote } from '../state/remote.ts';
import { partOf } from '../state/slice.ts';
import { sliceOf } from './panes.ts';

/** From one answer to the next question while somebody looks, ms. */
const EVERY_MS = 5 * 60_000;

/** Asks, and tells what is known. Nothing is asked before somebody does. `later` is a timer that the program does not wait for. */
export const createMoney = (
  needs: QuestionParts & { readonly later: Clock['after'] },
  store: DeckStore,
): AccountMoney & { readonly serviceChanged: () => void } => {
  const slice = sliceOf(store, 'account');
  const user = createQuestion({
    ...needs,
    read: 'user',
    ask: (service, _ticket, options) => service.read(CALLS.user, undefined, options),
    ...askedNoted(partOf(slice, 'user').change),
  });
  const spendRate = createQuestion({
    ...needs,
    read: 'spendRate',
    ask: (service, _ticket, options) => service.read(CALLS.spendRate, undefined, options),
    ...askedNoted(partOf(slice, 'spendRate').change),
  });
  const ask = (): void => {
    user.ask();
    spendRate.ask();
  };
  return {
    ask,
    watch: () => {
      let stop = (): void => {};
      const look = (): void => {
        ask();
        stop = needs.later(EVERY_MS, look);
      };
      look();
      return () => stop();
    },
    now: () => moneyIn(store.getState()),
    hostLearned: (isHost) => slice.change((state) => hostLearned(state, isHost)),
    serviceChanged: () => {
      user.drop();
      spendRate.drop();
      slice.change(() => accountUnasked);
    },
  };
};

/** What is known of it by the whole state. */
const moneyIn = (state: DeckState) => moneyOf(state.account, heldIn(state));

type Listed<Kept> = {
  readonly answer: Remote<Losses, unknown>;
  readonly list: { readonly rows: readonly { readonly record: Kept }[] };
};

const heldIn = ({ instances, volumes }: DeckState): Held => ({
  instances: wholeOf<Instance>(instances.list),
  volumes: wholeOf<Volume>(volumes),
});

/** The records of a list that has come whole, in this run. */
const wholeOf = <Kept>({ answer, list }: Listed<Kept>): readonly Kept[] | undefined => {
  const came = lastArrived(answer)?.value;
  const isWhole = came !== undefined && came.isTruncated !== true && came.malformedRecords === 0;
  return isWhole && !isKept(answer) && progressOf(answer) === undefined
    ? list.rows.map(({ record }) => record)
    : undefined;
};
