/** How the caller's account is kept, and topped up by hand, whether or not the service runs. */
import { inTransaction } from '../../storage/files/database-file.ts';
import { recordNotices } from '../account/deliveries.ts';
import type { Database } from '../database.ts';
import { balanceAt, LOW_BALANCE, settleNow, writeAccount } from '../instances/account.ts';
import { CALLER_USER_ID } from '../market/caller.ts';
import { readMarketRow } from '../market/tables.ts';
import { recordPayment } from './payments.ts';

/** How the account fares from `nowS` on; what is left out stays. Up to then it fares as before. To be run in a transaction. */
export const keepAccount = (
  database: Database,
  nowS: number,
  { isStill, hasCard }: { readonly isStill: boolean; readonly hasCard?: boolean | undefined },
): void => {
  const kept = [Number(isStill), hasCard === undefined ? null : Number(hasCard), CALLER_USER_ID];
  const isSame = 'coalesce(is_still, 0) = ? AND coalesce(has_card, 1) = coalesce(?, has_card, 1)';
  // Where nothing changes, the first question settles it.
  if (database.prepare(`SELECT 1 FROM accounts WHERE ${isSame} AND user_id = ?`).get(...kept) !== undefined) return;
  settleAsKept(database, nowS);
  database.prepare('UPDATE accounts SET is_still = ?, has_card = coalesce(?, has_card) WHERE user_id = ?').run(...kept);
};

/** Pays in so many dollars. Gives what is left then; undefined where there is no account. */
export const topUp = (database: Database, nowS: number, dollars: number): number | undefined =>
  inTransaction(database, () => {
    const account = settleAsKept(database, nowS);
    if (account === undefined) return undefined;
    const credit = account.credit + dollars;
    const left = balanceAt({ ...account, credit }, account.settledAtS);
    writeAccount(database, CALLER_USER_ID, {
      ...account,
      credit,
      isLow: left < LOW_BALANCE,
      isOut: left <= 0 && account.isOut,
    });
    recordPayment(database, CALLER_USER_ID, { by: 'hand', dollars, atS: nowS });
    recordNotices(database, CALLER_USER_ID, [
      { event: 'credit_received', message: `${dollars} $ were paid in`, atS: nowS },
    ]);
    return left;
  });

/** The account up to now, on a market that moves as it did when the service ran last. */
const settleAsKept = (database: Database, nowS: number) => {
  const kept = database.prepare('SELECT is_still AS isStill FROM accounts WHERE user_id = ?').get(CALLER_USER_ID);
  const market = readMarketRow(database);
  if (kept === undefined || market === undefined) return undefined;
  return settleNow(database, { userId: CALLER_USER_ID, nowS, world: { ...market, isStill: kept.isStill === 1 } });
};
