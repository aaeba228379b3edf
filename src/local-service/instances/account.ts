/**
 * The account by the clock: each contract's life, what is spent on it, and the balance that this runs down. A pure function of what
 * was written last and of the moment, which `settle` reads and writes.
 */
import * as z from 'zod';
import { inTransaction } from '../../storage/files/database-file.ts';
import { type Notice, recordNotices } from '../account/deliveries.ts';
import { type Database, insertRow } from '../database.ts';
import { type Contract, changedAt, presentDph, readContracts, spentAt, writeContract } from './contract.ts';
import { changesOf, type Life, type World } from './life.ts';

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
type Advanced = {
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

/** What the account is looked at with. */
export type Moment = { readonly userId: number; readonly nowS: number; readonly world: World };

/** When nothing happened, it is written down so often that nothing did. */
const QUIET_S = 60;

/** The account at a moment, without writing anything: lives follow from the clock, not from who wrote them down. */
export const accountAt = (database: Database, moment: Moment): Account => lookAt(database, moment).account;

/** Brings the account up to the moment; writes nothing when nothing has happened for a while. */
export const settle = (database: Database, moment: Moment): void => {
  if (isQuiet(database, moment)) return;
  inTransaction(database, () => settleNow(database, moment));
};

/** The same as part of a transaction, and to the second: what is changed now must not be judged by what was before. */
export const settleNow = (database: Database, moment: Moment): Account => {
  const before = readAccount(database, moment);
  const { account, lives, notices } = advanced(before, moment.nowS, moment.world);
  const changed = new Set(lives.map(({ contractId }) => contractId));
  for (const contract of account.contracts) {
    if (changed.has(contract.id)) writeContract(database, contract);
  }
  for (const { contractId, life } of lives) recordPhase(database, contractId, life);
  recordNotices(database, moment.userId, notices);
  writeAccount(database, moment.userId, account);
  return account;
};

/** Writes down that an instance has entered a phase, for the volumes' list and for its log. */
export const recordPhase = (
  database: Database,
  contractId: number,
  { phase, beganAtS, message }: Pick<Life, 'phase' | 'beganAtS' | 'message'>,
): void => {
  insertRow(database, 'contract_phases', { contract_id: contractId, phase, began_at: beganAtS, message });
  database.prepare('UPDATE instances SET actual_status = ? WHERE id = ?').run(STATUS[phase] ?? 'loading', contractId);
};

/** `actual_status` of each phase (docs/interface.md, States). */
export const STATUS: Readonly<Record<Life['phase'], string | null>> = {
  provisioning: null,
  loading: 'loading',
  running: 'running',
  rebooting: 'rebooting',
  // It runs until it has stopped.
  stopping: 'running',
  stopped: 'stopped',
  exited: 'exited',
  unknown: 'unknown',
  offline: 'offline',
};

/** Takes $ off the account for what is no more, and remembers how far it is settled. */
export const writeAccount = (
  database: Database,
  userId: number,
  { credit, isLow, settledAtS }: Pick<Account, 'credit' | 'isLow' | 'settledAtS'>,
): void => {
  database
    .prepare('INSERT OR REPLACE INTO accounts (user_id, credit, is_low, settled_at) VALUES (?, ?, ?, ?)')
    .run(userId, credit, Number(isLow), settledAtS);
};

const isQuiet = (database: Database, moment: Moment): boolean => {
  const { settledAtS } = readAccountRow(database, moment);
  if (moment.nowS <= settledAtS) return true;
  const { lives, notices } = lookAt(database, moment);
  return lives.length === 0 && notices.length === 0 && moment.nowS - settledAtS < QUIET_S;
};

const lookAt = (database: Database, moment: Moment): Advanced =>
  advanced(readAccount(database, moment), moment.nowS, moment.world);

const readAccount = (database: Database, moment: Moment): Account => ({
  ...readAccountRow(database, moment),
  contracts: readContracts(database, moment.userId),
});

const readAccountRow = (database: Database, { userId }: Moment) => {
  const row = database
    .prepare('SELECT credit, is_low AS isLow, settled_at AS settledAtS FROM accounts WHERE user_id = ?')
    .get(userId);
  return accountRow.parse(row);
};

const accountRow = z
  .object({ credit: z.number(), isLow: z.number(), settledAtS: z.number() })
  .transform(({ isLow, ...row }) => ({ ...row, isLow: isLow === 1 }));
