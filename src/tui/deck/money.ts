/** The account's money for all panes: asked for when somebody wants to see it, and from time to time while somebody looks. */
import { CALLS, type EndpointName } from '../../api/calls.ts';
import { type Explanation, unlessFailed } from '../../api/errors/explain.ts';
import type { Exchange } from '../../api/http/exchange.ts';
import { createQuestion } from '../../api/question.ts';
import { isListWhole, type Losses } from '../../api/records/replies.ts';
import { lastKept } from '../../base/once.ts';
import type { Instance, Volume } from '../../catalogue/values.ts';
import { readIsHost } from '../../money/charges.ts';
import { type FoundMoney, findMoney, keepMoney, moneyFrom } from '../../money/kept-money.ts';
import type { DeckState, DeckStore } from '../frame/deck-state.ts';
import type { AccountMoney } from '../panes/pane.ts';
import { accountUnasked, type Held, hostLearned, moneyOf } from '../state/money.ts';
import { askedNoted, isKept, lastArrived, progressOf, type Remote } from '../state/remote.ts';
import { partOf } from '../state/slice.ts';
import { keyInUseOf, linkSlownessOf, questionPartsOf, type Sources, sliceOf } from './panes.ts';

/** From one question to the next once it is known, ms: the header shows it wherever the user is. */
const EVERY_MS = 5 * 60_000;

/** An answer that is so young is good enough for who only looks, ms. */
const YOUNG_MS = 60_000;

/** So long after its first answer the program asks by itself, ms: what the first page shows has come by then. */
const BY_ITSELF_MS = 2000;

/** Calls that change what is spent. */
const SPENDING: readonly EndpointName[] = [
  ...([
    'rent',
    'rentByPut',
    'changeInstance',
    'changeInstances',
    'destroyInstance',
    'destroyInstances',
    'bidForInstance',
  ] as const),
  ...(['rentVolume', 'cloneVolume', 'deleteVolume'] as const),
];

/**
 * Asks, and tells what is known. It is asked for when somebody looks, or once by itself behind the first answer where the program may; from
 * then on every five minutes.
 */
export const createMoney = (sources: MoneySources, store: DeckStore): AccountMoney & Heard => {
  const needs = questionPartsOf(sources);
  const keeping = createKeeping(sources);
  const slice = sliceOf(store, 'account');
  /** The same, and what is known then is kept. */
  const kept = <Answer>(noted: ReturnType<typeof askedNoted<Answer, Explanation>>) => ({
    ...noted,
    onAnswer: (ticket: number, answer: Answer, atEpochMs: number) => {
      noted.onAnswer(ticket, answer, atEpochMs);
      const { user: told, spendRate: rate, isHost } = slice.get();
      const last = lastArrived(told.answer);
      if (last !== undefined)
        keeping?.keep({ ...last, money: { ...last.value, isHost, rate: lastArrived(rate.answer)?.value } });
    },
  });
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
    ...kept(askedNoted(partOf(slice, 'user').change)),
  });
  const spendRate = createQuestion({
    ...needs,
    read: 'spendRate',
    ask: (service, _ticket, options) => service.read(CALLS.spendRate, undefined, options),
    ...kept(askedNoted(partOf(slice, 'spendRate').change)),
  });
  let stop = (): void => {};
  let isBegun = false;
  const ask = (): void => {
    isBegun = true;
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
  /** Of which key it was looked for, what an earlier run was told. */
  let keptOf: string | undefined;
  let finding = Promise.resolve();
  const findKept = (): void => {
    const mark = keeping?.keyMark();
    if (mark === undefined || mark === keptOf) return;
    keptOf = mark;
    const find = async () => {
      const found = await keeping?.find();
      if (found === undefined || keeping?.keyMark() !== mark) return;
      slice.change((state) => ({ ...state, kept: { ...found, foundAtEpochMs: needs.clock.now() } }));
    };
    finding = find();
    needs.run(() => finding);
  };
  const askByItself = async (): Promise<void> => {
    await finding;
    const { kept: told } = slice.get();
    const isMissing = told !== undefined && moneyFrom(told).standing === undefined;
    if (!isMissing && !linkSlownessOf(sources.parts)()) look();
  };
  const leave = (): void => {
    stop();
    user.drop();
    spendRate.drop();
    isBegun = true;
  };
  // Each frame asks, and most of them after something else has changed.
  const moneyNow = lastKept((..._of: readonly unknown[]) => moneyIn(store.getState()));
  return {
    ask,
    look,
    now: () => {
      const { account, instances, volumes } = store.getState();
      return moneyNow(account, instances.list, volumes);
    },
    hostLearned: (isHost) => slice.change((state) => hostLearned(state, isHost)),
    showKept: findKept,
    callEnded: ({ endpoint }) => {
      if (!isBegun && sources.parts.asksMoney === true) stop = needs.later(BY_ITSELF_MS, () => needs.run(askByItself));
      isBegun = true;
      if (answered() !== undefined && SPENDING.includes(endpoint)) askAgain();
    },
    leave,
    serviceChanged: () => {
      leave();
      isBegun = false;
      slice.change(({ kept: told }) => ({
        ...accountUnasked,
        ...(told && keeping?.keyMark() === keptOf && { kept: told }),
      }));
      findKept();
    },
  };
};

type MoneySources = Pick<Sources, 'parts' | 'work' | 'access'>;

/** Where what was told is kept for a later run, by the key in use; undefined where nothing is. */
const createKeeping = (sources: MoneySources) => {
  const { answers } = sources.parts;
  const keyInUse = keyInUseOf(sources);
  const keyMark = () => keyInUse()?.keyMark;
  return (
    answers && {
      /** Undefined while no key is known. */
      keyMark,
      find: () => findMoney(answers, keyMark() ?? ''),
      keep: (told: FoundMoney): void => {
        const { keyMark: mark, redact } = keyInUse() ?? {};
        if (mark !== undefined && redact !== undefined) sources.work.run(() => keepMoney(answers, mark, told, redact));
      },
    }
  );
};

/** What it is told of the program. */
type Heard = {
  /** The service is not known yet, and its key may be. */
  readonly showKept: () => void;
  readonly callEnded: (exchange: Pick<Exchange, 'endpoint'>) => void;
  readonly serviceChanged: () => void;
  /** Nothing is asked any more. */
  readonly leave: () => void;
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
  return came !== undefined && isListWhole(came) && !isKept(answer) && progressOf(answer) === undefined
    ? list.rows.map(({ record }) => record)
    : undefined;
};
