/** Maintenance windows (docs/interface.md, Schedule maintenance and Hosts): read from the body, stored, counted out to the machine's renters, listed, withdrawn. */
import * as z from 'zod';
import { parseJson } from '../../base/json.ts';
import { MAINTENANCE_CATEGORIES, type MaintenanceCategory } from '../../catalogue/window-fields.ts';
import { numeric, type Refusal, readBody, refused, storableText, wholeNumber } from '../answer.ts';
import { type Database, insertRow } from '../database.ts';
import { countRenters, findMachine } from '../market/holdings.ts';
import { readNumber } from '../search/operands.ts';
import { recordNotices } from './deliveries.ts';

/** Numbers outside of the years 1973 to 9999 are no epoch seconds: smaller ones are years or days, larger ones milliseconds. */
const FIRST_EPOCH_S = 100_000_000;
const LAST_EPOCH_S = 253_402_300_799;

/** What other clients send where no category was chosen. */
const NOT_PROVIDED = 'not provided';

/** What a window is: a notice to the machine's renters; it stops and unlists nothing. */
type MaintenanceWindow = {
  readonly startsAtEpochS: number;
  readonly durationHours: number;
  readonly category: MaintenanceCategory | undefined;
  readonly reason: string;
};

/**
 * The window that `body` describes, or a 400. `sdate` and `duration` are required; a category
 * may be left out, a reason left out is empty. Epoch seconds and numbers written as text are tolerated (docs/interface.md, Decisions).
 */
export const readWindow = (body: unknown): { ok: true; value: MaintenanceWindow } | Refusal =>
  readBody(windowBody, body);

/** Stores the window and answers with how many renters were told; refused when the machine is unknown or another host's. */
export const announceWindow = (
  database: Database,
  announcement: {
    readonly userId: number;
    readonly machineId: number;
    readonly window: MaintenanceWindow;
    readonly nowS: number;
  },
): { ok: true; youSent: string } | Refusal => {
  const { userId, machineId, window, nowS } = announcement;
  const refusal = refusalOfMachine(database, userId, machineId);
  if (refusal !== undefined) return refusal;
  const renters = countRenters(database, machineId);
  insertRow(database, 'maintenance_windows', {
    machine_id: machineId,
    user_id: userId,
    starts_at: window.startsAtEpochS,
    duration_hours: window.durationHours,
    category: window.category ?? '',
    reason: window.reason,
    notifications_sent: renters,
    created_at: nowS,
  });
  const message = `Machine ${machineId}: maintenance from ${new Date(window.startsAtEpochS * 1000).toISOString()} for ${window.durationHours} h`;
  recordNotices(database, userId, [{ group: 'host', event: 'maintenance_scheduled', machineId, message, atS: nowS }]);
  return { ok: true, youSent: `${renters} notifications sent` };
};

/** The windows that `userId` has announced, of `machineIds` or of all machines, as they go out; the earliest first, withdrawn ones too. */
export const listWindows = (
  database: Database,
  { userId, machineIds }: { readonly userId: number; readonly machineIds: readonly number[] | undefined },
): readonly object[] =>
  database
    .prepare(
      `SELECT id, machine_id, starts_at AS start_time, starts_at + duration_hours * 3600 AS end_time, duration_hours,
         category AS maintenance_category, reason AS maintenance_reason, created_at, cancelled_at
       FROM maintenance_windows WHERE user_id = ? ORDER BY starts_at, id`,
    )
    .all(userId)
    .filter((row) => machineIds === undefined || machineIds.includes(Number(row.machine_id)))
    .map((row) => ({ ...row }));

/** The ids in `machine_ids`, a JSON list; undefined without any, which means all machines. */
export const readMachineIds = (
  text: string | undefined,
): { ok: true; value: readonly number[] | undefined } | Refusal => {
  if (text === undefined) return { ok: true, value: undefined };
  const ids = z.array(z.int()).safeParse(parseJson(text));
  if (ids.success) return { ok: true, value: ids.data };
  return refused(400, 'invalid_args', 'machine_ids: must be a JSON list of ids, for example [1206, 1209]');
};

/** What a withdrawal says of itself must be what its path says: a 400 otherwise. */
export const readWithdrawal = (body: unknown, machineId: number): { ok: true } | Refusal => {
  const read = readBody(withdrawalBody, body);
  if (!read.ok) return read;
  const named = read.value.machine_id ?? machineId;
  return named === machineId ? { ok: true } : refused(400, 'invalid_args', 'machine_id: is another than in the path');
};

/** Withdraws every window of the host on the machine that is not over; those that were withdrawn before stay as they are. */
export const cancelWindows = (
  database: Database,
  { userId, machineId, nowS }: { readonly userId: number; readonly machineId: number; readonly nowS: number },
): { ok: true; msg: string } | Refusal => {
  const refusal = refusalOfMachine(database, userId, machineId);
  if (refusal !== undefined) return refusal;
  const { changes } = database
    .prepare(
      `UPDATE maintenance_windows SET cancelled_at = ?
       WHERE machine_id = ? AND user_id = ? AND cancelled_at IS NULL AND starts_at + duration_hours * 3600 > ?`,
    )
    .run(nowS, machineId, userId, nowS);
  return { ok: true, msg: `${changes} maintenance ${changes === 1 ? 'window' : 'windows'} withdrawn` };
};

/** Withdraws one of the host's windows, over or not; a 400 where there is no such window that stands. */
export const cancelWindow = (
  database: Database,
  { userId, body, nowS }: { readonly userId: number; readonly body: unknown; readonly nowS: number },
): { ok: true } | Refusal => {
  const read = readBody(z.object({ maintenance_id: wholeNumber() }), body);
  if (!read.ok) return read;
  const { maintenance_id: id } = read.value;
  const { changes } = database
    .prepare('UPDATE maintenance_windows SET cancelled_at = ? WHERE id = ? AND user_id = ? AND cancelled_at IS NULL')
    .run(nowS, id, userId);
  return changes > 0 ? { ok: true } : refused(400, 'invalid_args', `you have no maintenance window ${id} that stands`);
};

const withdrawalBody = z.object({
  client_id: z.literal('me', 'must be me').optional(),
  machine_id: z.int('must be a whole number').optional(),
});

/** Why `userId` may not act for the machine. */
export const refusalOfMachine = (database: Database, userId: number, machineId: number): Refusal | undefined => {
  const machine = findMachine(database, machineId);
  if (machine === undefined) return refused(404, 'no_such_machine', `there is no machine ${machineId}`);
  return machine.hostId === userId
    ? undefined
    : refused(403, 'not_your_machine', `machine ${machineId} belongs to another host`);
};

/** Epoch seconds of an ISO 8601 instant with its zone, or of epoch seconds; undefined when the value is neither. */
const epochSecondsOf = (value: unknown): number | undefined => {
  const epochS = readNumber(value);
  if (epochS !== undefined) return epochS >= FIRST_EPOCH_S && epochS <= LAST_EPOCH_S ? Math.floor(epochS) : undefined;
  if (typeof value !== 'string') return undefined;
  try {
    return Math.floor(Temporal.Instant.from(value.trim()).epochMilliseconds / 1000);
  } catch {
    return undefined;
  }
};

const startsAtEpochS = z.unknown().transform((value, context) => {
  const epochS = epochSecondsOf(value);
  if (epochS !== undefined) return epochS;
  context.addIssue('must be an ISO 8601 UTC datetime, for example 2026-12-01T02:00:00Z');
  return z.NEVER;
});

const durationHours = numeric((hours) => hours > 0, 'must be a number of hours greater than 0');

const windowBody = z
  .object({
    sdate: startsAtEpochS,
    duration: durationHours,
    maintenance_category: z
      .enum([...MAINTENANCE_CATEGORIES, NOT_PROVIDED], `must be one of ${MAINTENANCE_CATEGORIES.join(', ')}`)
      .nullish(),
    maintenance_reason: storableText.nullish(),
  })
  .transform((body) => ({
    startsAtEpochS: body.sdate,
    durationHours: body.duration,
    category: body.maintenance_category === NOT_PROVIDED ? undefined : (body.maintenance_category ?? undefined),
    reason: body.maintenance_reason ?? '',
  }));
