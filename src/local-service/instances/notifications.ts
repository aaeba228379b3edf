/** The notification types that the account's life has set off (docs/interface.md, Events), recorded one by one and sent to webhooks. */
import type { Database } from '../database/database.ts';
import { enqueue } from '../deliveries/enqueue.ts';

/** One event. `event` is that of a known type, for renters unless `group` says otherwise; both ids are absent where it is about the account. */
export type Notice = {
  readonly group?: 'host';
  readonly event: string;
  readonly contractId?: number;
  readonly machineId?: number;
  readonly message: string;
  readonly atS: number;
};

/** Writes them down in their order. */
export const recordNotices = (database: Database, userId: number, notices: readonly Notice[]): void => {
  const insert = database.prepare(
    'INSERT INTO notifications (user_id, type, contract_id, message, created_at) VALUES (?, ?, ?, ?, ?)',
  );
  for (const { group = 'client', event, contractId, machineId, message, atS } of notices) {
    const type = `${group}:${event}`;
    insert.run(userId, type, contractId ?? null, message, atS);
    enqueue(database, userId, { type, message, atS, instanceId: contractId, machineId });
  }
};
