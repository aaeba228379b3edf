/** Brings the account in the database up to a moment: lives, charges, notifications. */
import * as z from 'zod';
import { inTransaction } from '../../storage/files/transaction.ts';
import type { Database } from '../database/database.ts';
import { type Account, type Advanced, advanced } from './account.ts';
import { readContracts, writeContract } from './contract.ts';
import type { Life, World } from './life.ts';
import { recordNotices } from './notifications.ts';

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
export const recordPhase = (database: Database, contractId: number, { phase, beganAtS, message }: Life): void => {
  database
    .prepare('INSERT INTO contract_phases (contract_id, phase, began_at, message) VALUES (?, ?, ?, ?)')
    .run(contractId, phase, beganAtS, message);
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
