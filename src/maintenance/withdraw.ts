/** Withdraws the windows of machines: each is claimed for that in the journal, and the call sent once (docs/promises.md, 1). */
import { type Call, callOf } from '../api/call.ts';
import { CALLS } from '../api/calls.ts';
import type { ApiError } from '../api/errors/error.ts';
import type { InstanceReceipt } from '../api/records/replies.ts';
import type { Changes, SeenLines, SentChange } from '../storage/journal/changes.ts';
import { changeLine } from '../writes/change-line.ts';
import { type SendEnd, type SendParts, sendOnce } from '../writes/send-once.ts';

/** What was sent for machines before. */
type SentWithdrawal = SentChange<'withdraw'>;

/** How it ended; `standing` are those that the user did not know of, the newest first. */
type WithdrawalEnd = SendEnd<InstanceReceipt, readonly SentWithdrawal[]>;

type WithdrawalParts = SendParts & {
  readonly withdrawals: Changes<'withdraw'>;
  /** What the user has seen of the journal. */
  readonly seen: SeenLines;
};

/** What the service cannot do otherwise, for whoever is about to confirm. */
export const ALL_ARE_WITHDRAWN = 'All of your windows on the machine are withdrawn, not one of them alone.';

/** True for a refusal by which the service shows that it has no such call (docs/interface.md, Rule for the client). */
export const isWithdrawalLacking = ({ kind, status, code }: ApiError): boolean =>
  kind === 'refused' && (status === 405 || status === 501 || (status === 404 && code === undefined));

/** The call, exactly as it is sent. */
export const callOfWithdrawal = (machineId: number): Call => callOf(CALLS.withdraw, { machineId });

/** Withdraws them. Rejects only with a programmer's error. */
export const withdraw = (machineId: number, parts: WithdrawalParts): Promise<WithdrawalEnd> => {
  const change = { instanceId: machineId, kind: 'withdraw', value: '' } as const;
  const line = changeLine<'withdraw', InstanceReceipt>(change, { changes: parts.withdrawals, seen: parts.seen });
  return sendOnce(CALLS.withdraw, { machineId }, line, parts);
};
