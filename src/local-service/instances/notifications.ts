/** The notification types that the account's life has set off (docs/interface.md, Events), recorded one by one. */
import type { Database } from '../database/database.ts';

/** One event. `type` is one of the known types' events for renters; `contractId` is absent where it is about the account. */
export type Notice = {
  readonly event: string;
  readonly contractId?: number;
  readonly message: string;
  readonly atS: number;
};

/** Writes them down in their order. */
export const recordNotices = (database: Database, userId: number, notices: readonly Notice[]): void => {
  const insert = database.prepare(
    'INSERT INTO notifications (user_id, type, contract_id, message, created_at) VALUES (?, ?, ?, ?, ?)',
  );
  for (const { event, contractId, message, atS } of notices) {
    insert.run(userId, `client:${event}`, contractId ?? null, message, atS);
  }
};
