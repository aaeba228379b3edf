/** The account's money for all panes: asked for when somebody wants to see it, and from time to time while somebody looks. */
import { CALLS, type EndpointName } from '../../api/calls.ts';
import { unlessFailed } from '../../api/errors/explain.ts';
import type { Exchange } from '../../api/http/exchange.ts';
import { createQuestion, type QuestionParts } from '../../api/question.ts';
import type { Losses } from '../../api/records/replies.ts';
import type { Clock } from '../../base/clock.ts';
import type { Instance, Volume } from '../../catalogue/values.ts';
import { readIsHost } from '../../money/charges.ts';
import type { DeckState, DeckStore } from '../frame/deck-state.ts';
import type { AccountMoney } from '../panes/pane.ts';
import { accountUnasked, type Held, hostLearned, type Money, moneyOf } from '../state/money.ts';
import { askedNoted, isKept, lastArrived, progressOf, type Remote } from '../state/remote.ts';
import { partOf } from '../state/slice.ts';
import { sliceOf } from './panes.ts';

/** From one question to the next once it is known, ms: the header shows it wherever the user is. */
const EVERY_MS = 5 * 60_000;

/** An answer that is so young is good enough for who only looks, ms. */
const YOUNG_MS = 60_000;

/** Calls that change what is spent. */
const SPENDING: readonly EndpointName[] = [
  ...(['rent', 'rentByPut', 'changeInstance', 'destroyInstance', 'bidForInstance'] as const),
];

/**
 * Asks, and tells what is known. Nothing is asked before somebody does; from then on it is asked for every five minutes. `later` is a timer
 * that the program does not wait for.
 */
export const createMoney = (
  needs: QuestionParts & { readonly later: Clock['after'] },
  store: DeckStore,
): AccountMoney & Heard => {
  const slice = sliceOf(store, 'account');
  const user = createQuestion({
    ...needs,
    read: 'user',
    ask: async (service, _ticket, options) => {
      const told = await service.read(CALLS.user, undefined, options);
      // Before it is shown: what is owed to a host is no credit.
      const isHost =
        slice.get().isHost ??
        (await unlessFailed(() =>
          readIsHost((call, request) => service.read(call, request, options), told, needs.clock.now()),
        ));
      if (isHost !== undefined) slice.change((state) => hostLearned(state, isHost));
      return told;
    },
    ...askedNoted(partOf(slice, 'user').change),
  });
  const spendRate = createQuestion({
    ...needs,
    read: 'spendRate',
    ask: (service, _ticket, options) => service.read(CALLS.spendRate, undefined, options),
    ...askedNoted(partOf(slice, 'spendRate').change),
  });
  let stop = (): void => {};
  const ask = (): void => {
    user.ask();
    spendRate.ask();
    stop();
    stop = needs.later(EVERY_MS, askAgain);
  };
  const answered = () => lastArrived(slice.get().user.answer);
  /** A service that has no such call is not asked again by itself. */
  const askAgain = (): void => {
    const last = answered();
    if (last === undefined || last.value !== undefined) ask();
  };
  const look = (): void => {
    const last = answered();
    if (last === undefined || needs.clock.now() - last.atEpochMs > YOUNG_MS) askAgain();
  };
  let known: { readonly of: readonly unknown[]; readonly money: Money } | undefined;
  return {
    ask,
    look,
    now: () => {
      const { account, instances, volumes } = store.getState();
      const of = [account, instances.list, volumes];
      // Each frame asks, and most of them after something else has changed.
      if (known === undefined || known.of.some((part, place) => part !== of[place]))
        known = { of, money: moneyIn(store.getState()) };
      return known.money;
    },
    hostLearned: (isHost) => slice.change((state) => hostLearned(state, isHost)),
    callEnded: ({ endpoint }) => {
      if (answered() !== undefined && SPENDING.includes(endpoint)) askAgain();
    },
    serviceChanged: () => {
      stop();
      user.drop();
      spendRate.drop();
      slice.change(() => accountUnasked);
    },
  };
};

/** What it is told of the program. */
type Heard = {
  readonly callEnded: (exchange: Pick<Exchange, 'endpoint'>) => void;
  readonly serviceChanged: () => void;
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
