/** The endpoints of hosts (docs/interface.md, Hosts): their machines, what these are listed with, and windows of maintenance. */

import { inTransaction } from '../../storage/files/database-file.ts';
import {
  announceWindow,
  cancelWindow,
  cancelWindows,
  listWindows,
  readMachineIds,
  readWindow,
  readWithdrawal,
} from '../account/maintenance.ts';
import { type Refusal, refused } from '../answer.ts';
import { currentFigures, pastFigures, placeFigures } from '../hosting/figures.ts';
import { readListingBody, readMinBid } from '../hosting/list-body.ts';
import { listMachines as listWith, ownMachine, setMinBid, unlistMachine } from '../hosting/list-machine.ts';
import { listMachinesOf } from '../hosting/machine-records.ts';
import { cleanUp } from '../hosting/occupants.ts';
import { reportsOf } from '../hosting/reports.ts';
import type { Moment } from '../instances/account.ts';
import type { Machine } from '../market/machines.ts';
import { type Backend, type Call, type Endpoint, idIn, nowS, paced, readWrite, refuse, replyTo } from './endpoint.ts';
import { momentOf } from './instance-endpoints.ts';
import type { Threshold } from './thresholds.ts';

/** `GET /api/v0/machines/`. */
export const listMachines: Endpoint = (backend) => (context) => {
  backend.catchUp();
  backend.settle();
  return (
    refusalOfOtherOwner(context) ??
    paced(backend, context, { endpoint: 'machines', thresholdS: 2.5 }, () =>
      context.json({ machines: listMachinesOf(backend.database, momentOf(backend, context)) }),
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

/** `DELETE /api/v0/machines/maintenances`: one window. */
export const withdrawWindow: Endpoint = (backend) => async (context) => {
  const body = await readWrite(context);
  if (!body.ok) return refuse(context, body);
  const { userId } = context.var.caller;
  const work = () => cancelWindow(backend.database, { userId, body: body.value, nowS: nowS(backend) });
  return replyTo(context, await backend.write(work, context.req.raw.signal));
};

/** `PUT /api/v0/machines/create_asks/`. */
export const listMachine: Endpoint = (backend) => async (context) => {
  const body = await readWrite(context);
  if (!body.ok) return refuse(context, body);
  const request = readListingBody(body.value);
  if (!request.ok) return refuse(context, request);
  backend.catchUp();
  const { database } = backend;
  const work = () => inTransaction(database, () => listWith(database, momentOf(backend, context), request.value));
  const done = await backend.write(work, context.req.raw.signal);
  if (!done.ok) return refuse(context, done);
  const results = [...done.listed].map(([machineId, { extended, created, updated }]) => ({
    ...{ machine_id: machineId, user_id: context.var.caller.userId },
    ...{ extended, new_contracts: created, upd_contracts: updated },
  }));
  const extended = results.reduce((sum, result) => sum + result.extended, 0);
  return context.json({ success: true, you_sent: body.value, extended, results });
};

/** What a write does with one machine of the caller's, as part of a transaction. */
type Act = (
  backend: Backend,
  target: { moment: Moment; machine: Machine; body: Body },
) => Refusal | ({ ok: true } & object);

type Body = Readonly<Record<string, unknown>>;

const writeOnMachine =
  (threshold: Omit<Threshold, 'isWrite'>, act: Act, hasBody = true): Endpoint =>
  (backend) =>
  async (context) => {
    const machineId = idIn(context, 'machine_id');
    if (machineId === undefined) return refuse(context, noSuchMachine(context));
    const body = await readWrite(context, !hasBody);
    if (!body.ok) return refuse(context, body);
    backend.catchUp();
    return paced(backend, context, { ...threshold, isWrite: true }, () => {
      const moment = momentOf(backend, context);
      const machine = ownMachine(backend.database, moment, machineId);
      return replyTo(context, 'ok' in machine ? machine : act(backend, { moment, machine, body: body.value }));
    });
  };

/** `DELETE /api/v0/machines/{id}/asks/`. */
export const unlist = writeOnMachine(
  { endpoint: 'machine-unlist', thresholdS: 1.8 },
  ({ database }, { moment, machine }) => {
    unlistMachine(database, moment, machine);
    return { ok: true, machine_id: machine.id, user_id: moment.userId };
  },
  false,
);

/** `PUT /api/v0/machines/{id}/minbid/`. */
export const changeMinBid = writeOnMachine(
  { endpoint: 'machine-min-bid', thresholdS: 1.5 },
  ({ database }, { moment, machine, body }) => {
    const bid = readMinBid(body, machine.model.teraflops);
    if (!bid.ok) return bid;
    setMinBid(database, moment, machine, bid.value);
    return { ok: true, you_sent: body };
  },
);

/** `PUT /api/v0/machines/{id}/cleanup/`. */
export const cleanUpMachine = writeOnMachine(
  { endpoint: 'machine-clean-up', thresholdS: 8 },
  ({ database }, { moment, machine }) => {
    const deleted = cleanUp(database, moment, machine);
    const msg = deleted === 0 ? 'nothing to clean up' : `storage of ${deleted} ended rentals deleted`;
    return { ok: true, success: deleted > 0, ctime: moment.nowS, num_deleted: deleted, msg };
  },
  false,
);

/** `GET /api/v0/machines/{id}/reports/`: a bare list. */
export const listReports: Endpoint = (backend) => (context) =>
  paced(backend, context, { endpoint: 'machine-reports', thresholdS: 1.2 }, () => {
    const moment = momentOf(backend, context);
    const machineId = idIn(context, 'machine_id');
    const machine = machineId === undefined ? noSuchMachine(context) : ownMachine(backend.database, moment, machineId);
    if ('ok' in machine) return refuse(context, machine);
    return context.json(reportsOf(machine.id, moment.world.filledMinute * 60));
  });

/** `GET /api/v0/metrics/gpu/{current,history,locations}/`: for hosts alone. */
export const giveFigures =
  (name: keyof typeof FIGURES): Endpoint =>
  (backend) =>
  (context) => {
    backend.catchUp();
    return paced(backend, context, { endpoint: `metrics-${name}`, thresholdS: 3 }, () => {
      const { userId, world } = momentOf(backend, context);
      const isHost = backend.database.prepare('SELECT 1 FROM machines WHERE host_id = ?').get(userId) !== undefined;
      if (!isHost) return context.json({ success: true, needs_machine: true, gpus: [] });
      return replyTo(context, FIGURES[name](backend.database, world, context.req.query()));
    });
  };

const FIGURES = { current: currentFigures, history: pastFigures, locations: placeFigures };

const noSuchMachine = (context: Call): Refusal =>
  refused(404, 'no_such_machine', `there is no machine ${context.req.param('machine_id')}`);

/** Whose things are asked for: only one's own can be. */
const refusalOfOtherOwner = (context: Call): Response | undefined => {
  const owner = context.req.query('owner') ?? 'me';
  return owner === 'me' ? undefined : refuse(context, refused(400, 'invalid_args', 'owner: must be me'));
};
