/**
 * The account by the clock: each contract's life, what is spent on it, and the balance that this runs down. A pure function of what
 * was written last and of the moment; `settle.ts` reads and writes.
 */
import { type Contract, changedAt, presentDph, spentAt } from './contract.ts';
import { changesOf, type Life, type World } from './life.ts';
import type { Notice } from './notifications.ts';

/** What a user has and owes. */
export type Account = {
  /** $ paid in, less what was spent on contracts that are no more. */
  readonly credit: number;
  /** True when the user was told that the balance is low, and it has not risen since. */
  readonly isLow: boolean;
  /** Up to here everything is known. */
  readonly settledAtS: number;
  readonly contracts: readonly Contract[];
};

/** An account at a later moment, and what happened until then, oldest first. */
export type Advanced = {
  readonly account: Account;
  readonly lives: readonly { readonly contractId: number; readonly life: Life }[];
  readonly notices: readonly Notice[];
};

/** Below this the user is told, $. */
const LOW_BALANCE = 5;
/** What the account's card pays in when nothing is left, $. */
const TOP_UP = 50;

/** $ that are left at `atS`, which is no earlier than the last change. */
export const balanceAt = ({ credit, contracts }: Account, atS: number): number =>
  credit - contracts.reduce((sum, contract) => sum + spentAt(contract, atS), 0);

/** The account at `toS`; as it is when that is past already. */
export const advanced = (account: Account, toS: number, world: World): Advanced => {
  const fromS = account.settledAtS;
  if (toS <= fromS) return { account, lives: [], notices: [] };
  const versions = account.contracts.map((contract) => versionsUntil(contract, fromS, toS, world));
  const lives = versions
    .flatMap((all) => all.slice(1).map(({ contract: { id, life } }) => ({ contractId: id, life })))
    .sort((one, other) => one.life.beganAtS - other.life.beganAtS);
  const balance = runDown(account, versions, toS);
  const notices = [...versions.flatMap((all) => all.flatMap(({ notice }) => notice ?? [])), ...balance.notices];
  const contracts = versions.map((all, place) => all.at(-1)?.contract ?? account.contracts[place]);
  return {
    account: {
      credit: balance.credit,
      isLow: balance.isLow,
      settledAtS: toS,
      contracts: contracts.filter((contract) => contract !== undefined),
    },
    lives,
    notices: notices.sort((one, other) => one.atS - other.atS),
  };
};

/** A contract as it was from some moment on. */
type Version = { readonly contract: Contract; readonly notice?: Notice };

/** The contract as it was, and after each change until `toS`. */
const versionsUntil = (contract: Contract, fromS: number, toS: number, world: World): readonly Version[] => {
  const versions: Version[] = [{ contract }];
  let present = contract;
  for (const { life, event } of changesOf(contract.tenancy, contract.life, fromS, toS, world)) {
    present = changedAt(present, life.beganAtS, { life });
    const name = contract.label ?? String(contract.id);
    const message = `${name}: ${life.message ?? life.phase}`;
    const notice = event && { event, contractId: contract.id, message, atS: life.beganAtS };
    versions.push({ contract: present, ...(notice && { notice }) });
  }
  return versions;
};

/** What the versions cost until `toS`: whole seconds at which the balance is low, and at which the card pays. */
const runDown = (account: Account, versions: readonly (readonly Version[])[], toS: number) => {
  const turns = versions
    .flatMap((all) => all.slice(1).map(({ contract }, place) => ({ before: all[place]?.contract, after: contract })))
    .sort((one, other) => one.after.life.beganAtS - other.after.life.beganAtS);
  const notices: Notice[] = [];
  let { credit, isLow } = account;
  // What is spent at a moment t is `fixed + perSecond * t`.
  let fixed = 0;
  let perSecond = 0;
  const count = (contract: Contract | undefined, sign: 1 | -1) => {
    if (contract === undefined) return;
    const rate = presentDph(contract) / 3600;
    fixed += sign * (contract.charged - rate * contract.chargedUntilS);
    perSecond += sign * rate;
  };
  for (const contract of account.contracts) count(contract, 1);
  const pass = (untilS: number) => {
    while (perSecond > 0) {
      const limit = isLow ? 0 : LOW_BALANCE;
      const atS = Math.max(account.settledAtS, Math.ceil((credit - fixed - limit) / perSecond));
      if (atS > untilS) return;
      if (isLow) {
        credit += TOP_UP;
        notices.push({ event: 'payment_receipt', message: `The card on file paid ${TOP_UP} $`, atS });
      } else notices.push({ event: 'low_credit', message: `The balance is below ${LOW_BALANCE} $`, atS });
      isLow = !isLow;
    }
  };
  for (const { before, after } of turns) {
    pass(after.life.beganAtS);
    count(before, -1);
    count(after, 1);
  }
  pass(toS);
  return { credit, isLow, notices };
};
