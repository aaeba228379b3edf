/** What is known of the account's money: the newest answers, and what they come to. */
import type { Explanation } from '../../api/errors/explain.ts';
import type { SpendRate, UserMoney } from '../../api/records/money-shapes.ts';
import type { Instance, Volume } from '../../catalogue/values.ts';
import { type Burn, burnOf, burnTold } from '../../money/burn.ts';
import { type Runway, runwayOf } from '../../money/runway.ts';
import { type Standing, standingOf } from '../../money/standing.ts';
import { type Asked, idle, lastArrived } from './remote.ts';

/** The part of the store. An answer that is undefined says that the service has no such call. */
export type AccountState = {
  readonly user: Asked<UserMoney | undefined, Explanation>;
  readonly spendRate: Asked<SpendRate | undefined, Explanation>;
  /** What the charges have shown: a host is told none. Absent: they were not asked for. */
  readonly isHost?: boolean;
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
export type Money = {
  readonly user: UserMoney | undefined;
  readonly standing: Standing | undefined;
  readonly burn: Burn | undefined;
  readonly runway: Runway | undefined;
  readonly held: Held;
  /** When `standing` was told, Unix epoch milliseconds. */
  readonly atEpochMs: number | undefined;
  /** Why the newest question for it failed; undefined where it did not. */
  readonly failure: Explanation | undefined;
};

/** The service's own figure of what it costs, else what the lists come to, where one of them was read. */
export const moneyOf = ({ user, spendRate, isHost }: AccountState, held: Held): Money => {
  const told = lastArrived(user.answer);
  const standing = standingOf(told?.value, isHost);
  const hasRecords = held.instances !== undefined || held.volumes !== undefined;
  const burn =
    burnTold(lastArrived(spendRate.answer)?.value, held.instances) ??
    (hasRecords ? burnOf(held.instances, held.volumes) : undefined);
  const atEpochMs = told?.atEpochMs;
  return {
    ...{ user: told?.value, standing, burn, held, atEpochMs },
    runway: atEpochMs === undefined ? undefined : runwayOf(standing, burn, atEpochMs),
    failure: user.answer.stage === 'failed' ? user.answer.failure : undefined,
  };
};
