/** What is known of the account's money: the newest answers, and what they come to. */
import type { Explanation } from '../../api/errors/explain.ts';
import type { SpendRate, UserMoney } from '../../api/records/money-shapes.ts';
import type { Instance, Volume } from '../../catalogue/values.ts';
import { type FoundMoney, moneyFrom } from '../../money/kept-money.ts';
import { type MoneyTold, moneyTold } from '../../money/runway.ts';
import { type Asked, idle, lastArrived } from './remote.ts';

/** The part of the store. An answer that is undefined says that the service has no such call. */
export type AccountState = {
  readonly user: Asked<UserMoney | undefined, Explanation>;
  readonly spendRate: Asked<SpendRate | undefined, Explanation>;
  /** What the charges have shown: a host is told none. Absent: they were not asked for. */
  readonly isHost?: boolean;
  /** What an earlier run was told, and when it was found, Unix epoch milliseconds: for the header, until the service tells more. */
  readonly kept?: FoundMoney & { readonly foundAtEpochMs: number };
};

/** Nothing was asked yet. */
export const accountUnasked: AccountState = { user: { answer: idle }, spendRate: { answer: idle } };

/** The charges have come, or were refused because the key is a host's. */
export const hostLearned = (state: AccountState, isHost: boolean): AccountState =>
  state.isHost === isHost ? state : { ...state, isHost };

/** The lists that were read whole; undefined where that is not so. */
export type Held = {
  readonly instances: readonly Instance[] | undefined;
  readonly volumes: readonly Volume[] | undefined;
};

/** What the account has, what it costs now and how long that lasts; undefined where it is not known. */
export type Money = MoneyTold & {
  readonly user: UserMoney | undefined;
  readonly held: Held;
  /** What an earlier run was told, as long as this one was told nothing. */
  readonly kept: (MoneyTold & { readonly foundAtEpochMs: number }) | undefined;
  /** Why the newest question for it failed; undefined where it did not. */
  readonly failure: Explanation | undefined;
};

/** By the newest answers. */
export const moneyOf = ({ user, spendRate, isHost, kept }: AccountState, held: Held): Money => {
  const told = lastArrived(user.answer);
  return {
    ...moneyTold(told?.value, isHost, lastArrived(spendRate.answer)?.value, held, told?.atEpochMs),
    ...{ user: told?.value, held },
    kept: told === undefined && kept ? { ...moneyFrom(kept), foundAtEpochMs: kept.foundAtEpochMs } : undefined,
    failure: user.answer.stage === 'failed' ? user.answer.failure : undefined,
  };
};
