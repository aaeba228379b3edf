/** The endpoints of hosts (docs/interface.md, Hosts): their machines, announcing windows for them, and withdrawing those. */
import {
  announceWindow,
  cancelWindows,
  listWindows,
  readMachineIds,
  readWindow,
  readWithdrawal,
} from '../account/maintenance.ts';
import { type Refusal, refused } from '../answer.ts';
import { listMachinesOf } from '../market/holdings.ts';
import { type Call, type Endpoint, idIn, nowS, paced, readWrite, refuse } from './endpoint.ts';
import type { Threshold } from './thresholds.ts';

/** `GET /api/v0/machines/`. */
export const listMachines: Endpoint = (backend) => (context) => {
  backend.catchUp();
  backend.settle();
  return (
    refusalOfOtherOwner(context) ??
    paced(backend, context, { endpoint: 'machines', thresholdS: 2.5 }, () =>
      context.json({ machines: listMachinesOf(backend.database, context.var.caller.userId, nowS(backend)) }),
    )
  );
};

/** `GET /api/v0/machines/maintenances`: a bare list. */
export const listMaintenances: Endpoint = (backend) => (context) => {
  const machineIds = readMachineIds(context.req.query('machine_ids'));
  if (!machineIds.ok) return refuse(context, machineIds);
  const { userId } = context.var.caller;
  return (
    refusalOfOtherOwner(context) ??
    context.json(listWindows(backend.database, { userId, machineIds: machineIds.value }))
  );
};

/** The published threshold of announcements (docs/interface.md, Limits). */
const ANNOUNCEMENTS: Threshold = { endpoint: 'maintenance', thresholdS: 2.5, isWrite: true };

/** `PUT /api/v0/machines/{machine_id}/dnotify`. */
export const scheduleMaintenance: Endpoint = (backend) => async (context) => {
  const body = await readWrite(context);
  return paced(backend, context, ANNOUNCEMENTS, () => {
    const machineId = idIn(context, 'machine_id');
    if (machineId === undefined) return refuse(context, noSuchMachine(context));
    const window = body.ok ? readWindow(body.value) : body;
    if (!window.ok) return refuse(context, window);
    const { userId } = context.var.caller;
    const sent = announceWindow(backend.database, { userId, machineId, window: window.value, nowS: nowS(backend) });
    return sent.ok ? context.json({ success: true, you_sent: sent.youSent }) : refuse(context, sent);
  });
};

/** `PUT /api/v0/machines/{id}/cancel_maint/`. */
export const withdrawMaintenance: Endpoint = (backend) => async (context) => {
  const machineId = idIn(context, 'machine_id');
  if (machineId === undefined) return refuse(context, noSuchMachine(context));
  const body = await readWrite(context, true);
  const wanted = body.ok ? readWithdrawal(body.value, machineId) : body;
  if (!wanted.ok) return refuse(context, wanted);
  const { userId } = context.var.caller;
  const work = () => cancelWindows(backend.database, { userId, machineId, nowS: nowS(backend) });
  const cancelled = await backend.write(work, context.req.raw.signal);
  return cancelled.ok
    ? context.json({ success: true, machine_id: machineId, msg: cancelled.msg })
    : refuse(context, cancelled);
};

const noSuchMachine = (context: Call): Refusal =>
  refused(404, 'no_such_machine', `there is no machine ${context.req.param('machine_id')}`);

/** Whose things are asked for: only one's own can be. */
const refusalOfOtherOwner = (context: Call): Response | undefined => {
  const owner = context.req.query('owner') ?? 'me';
  return owner === 'me' ? undefined : refuse(context, refused(400, 'invalid_args', 'owner: must be me'));
};
