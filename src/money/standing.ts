/** What there is: the credit of a renter, or what is owed to a host. Pure. */
import type { UserMoney } from '../api/records/money-shapes.ts';

/** What there is, named as the service names it. */
export type Standing = {
  readonly what: 'credit' | 'balance';
  /** $; below zero where disks have cost more than there was. */
  readonly dollars: number;
  /** A card is charged where nothing is left: the service says that one is on record, or that it tops up by itself. Undefined where it says neither. */
  readonly hasCard: boolean | undefined;
  /** True for a host, to whom the service tells no charges: the money is owed to him. Undefined where that was not asked. */
  readonly isHost: boolean | undefined;
};

/** What of the user's record it is made of. */
export type MoneyOfUser = Partial<Pick<UserMoney, 'credit' | 'balance' | 'autobillThreshold' | 'hasCard'>>;

/** Credit where the service has it, else the balance; undefined where it tells none. `isHost` is what its charges have shown. */
export const standingOf = (user: MoneyOfUser | undefined, isHost?: boolean): Standing | undefined => {
  if (user === undefined) return undefined;
  const { credit, balance } = user;
  const isCredit = credit !== undefined && isHost !== true;
  const dollars = isCredit ? credit : (balance ?? credit);
  if (dollars === undefined) return undefined;
  const hasCard = (user.autobillThreshold ?? 0) > 0 ? true : user.hasCard;
  return { what: isCredit || balance === undefined ? 'credit' : 'balance', dollars, hasCard, isHost };
};
