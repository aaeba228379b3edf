/** The endpoints of instances and SSH keys (docs/interface.md, Instances): what each takes from its request and sends back. */
import { inTransaction } from '../../storage/files/database-file.ts';
import { type Refusal, refused } from '../answer.ts';
import { answerIncrease, listIncreases } from '../hosting/increases.ts';
import { accountAt, type Moment } from '../instances/account.ts';
import {
  asksForCover,
  bidForInstance,
  changeInstance,
  coverInstance,
  destroyInstance,
  type Outcome,
  readTarget,
  rebootInstance,
  recycleInstance,
  type Target,
} from '../instances/commands.ts';
import { createInstance } from '../instances/create.ts';
import { readCreation } from '../instances/create-body.ts';
import { pageOf, readListQuery } from '../instances/list.ts';
import { fetchLog, requestLog } from '../instances/logs.ts';
import { RECORD_FIELDS, recordOf } from '../instances/record.ts';
import { runCommand } from '../instances/run-command.ts';
import {
  addInstanceKey,
  addKey,
  listInstanceKeys,
  listKeys,
  removeInstanceKey,
  removeKey,
  replaceKey,
} from '../instances/ssh-keys.ts';
import { CALLER_USER_ID } from '../market/caller.ts';
import { filledByTemplate } from '../templates/templates.ts';
import { filesTold } from './copy-endpoints.ts';
import { type Backend, type Call, type Endpoint, idIn, nowS, paced, readWrite, refuse, replyTo } from './endpoint.ts';
import type { Threshold } from './thresholds.ts';

type Body = Readonly<Record<string, unknown>>;

/** Creations are counted together, whichever way they come, and so are changes and destructions. */
export const CREATIONS: Threshold = { endpoint: 'instances-create', thresholdS: 4.5, isWrite: true };
export const CHANGES: Threshold = { endpoint: 'instance-change', thresholdS: 1, isWrite: true };
export const DESTRUCTIONS: Threshold = { endpoint: 'instance-destroy', thresholdS: 3, isWrite: true };

/** `GET /api/v1/instances/`: one page. */
export const listInstances: Endpoint = (backend) => (context) => {
  backend.settle();
  return paced(backend, context, { endpoint: 'instances', thresholdS: 1 }, () => {
    const query = readListQuery(context.req.query(), RECORD_FIELDS);
    if (!query.ok) return refuse(context, query);
    const all = recordsOf(backend, context);
    const paged = pageOf(all, query.value);
    if (!paged.ok) return refuse(context, paged);
    const { instances, found, nextToken } = paged.page;
    const labels = Object.entries(Object.groupBy(all, ({ label }) => String(label ?? '')));
    return context.json({
      success: true,
      instances,
      instances_found: found,
      total_instances: all.length,
      ...(nextToken !== undefined && { next_token: nextToken }),
      label_counts: Object.fromEntries(labels.map(([label, group = []]) => [label, group.length])),
    });
  });
};

/** `GET /api/v0/instances/`: the older list, as a whole. */
export const listAllInstances: Endpoint = (backend) => (context) => {
  backend.settle();
  return paced(backend, context, { endpoint: 'instances-all', thresholdS: 20 }, () =>
    context.json({ instances: recordsOf(backend, context) }),
  );
};

/** `GET /api/v0/instances/{id}/`: one object, or null. */
export const showInstance: Endpoint = (backend) => (context) => {
  const id = idIn(context, 'id');
  if (id === undefined) return refuse(context, noSuch('instance', context));
  backend.settle();
  return paced(backend, context, { endpoint: 'instance', thresholdS: 2 }, () => {
    const moment = momentOf(backend, context);
    const contract = accountAt(backend.database, moment).contracts.find((rented) => rented.id === id);
    const told = filesTold(backend, context);
    return context.json({ instances: contract === undefined ? null : told(recordOf(contract, moment.nowS)) });
  });
};

/** `POST` and `PUT /api/v0/asks/{id}/`: creation, or with PUT and a target alone SLA cover. */
export const rentOffer: Endpoint = (backend) => async (context) => {
  const askId = idIn(context, 'id');
  if (askId === undefined) return refuse(context, noSuch('offer', context));
  const body = await readWrite(context);
  if (!body.ok) return refuse(context, body);
  backend.catchUp();
  if (context.req.method === 'PUT' && asksForCover(body.value)) return coverOffer(backend, context, askId, body.value);
  return paced(backend, context, CREATIONS, () => {
    const creation = readCreation(filledByTemplate(backend.database, context.var.caller.userId, body.value));
    if (!creation.ok) return refuse(context, creation);
    const created = createInstance(backend.database, momentOf(backend, context), { askId, creation: creation.value });
    return created.ok
      ? context.json({ success: !created.isStopped, new_contract: created.id })
      : refuse(context, created);
  });
};

const coverOffer = (backend: Backend, context: Call, askId: number, body: Body) =>
  paced(backend, context, { endpoint: 'instances-cover', thresholdS: 4.5, isWrite: true }, () => {
    const target = readTarget(body);
    const covered = target.ok
      ? coverInstance(backend.database, momentOf(backend, context), { askId, target: target.value })
      : target;
    return replyTo(context, covered);
  });

/** What a write does with one instance. */
type Act = (database: Backend['database'], target: Target, body: Body) => Outcome;

/** An endpoint that changes the instance whose id is in the path. */
const writeOnInstance =
  (threshold: Omit<Threshold, 'isWrite'>, act: Act, hasBody = true): Endpoint =>
  (backend) =>
  async (context) => {
    const id = idIn(context, 'id');
    if (id === undefined) return refuse(context, noSuch('instance', context));
    const body = await readWrite(context, !hasBody);
    if (!body.ok) return refuse(context, body);
    const answer = () =>
      replyTo(context, act(backend.database, { moment: momentOf(backend, context), id }, body.value));
    return paced(backend, context, { ...threshold, isWrite: true }, answer);
  };

/** `PUT /api/v0/instances/{id}/`. */
export const changeState = writeOnInstance(CHANGES, changeInstance);
/** `PUT /api/v0/instances/reboot/{id}/`. */
export const reboot = writeOnInstance({ endpoint: 'instance-reboot', thresholdS: 1 }, rebootInstance, false);
/** The same for what makes its container anew: nothing is left of its files. */
export const writeAnew =
  (threshold: Omit<Threshold, 'isWrite'>, act: Act, hasBody?: boolean): Endpoint =>
  (backend) => {
    const emptied: Act = (database, target, body) => {
      const outcome = act(database, target, body);
      if (outcome.ok) backend.trees.empty({ kind: 'instances', id: target.id });
      return outcome;
    };
    return writeOnInstance(threshold, emptied, hasBody)(backend);
  };

/** `PUT /api/v0/instances/recycle/{id}/`. */
export const recycle = writeAnew({ endpoint: 'instance-recycle', thresholdS: 1 }, recycleInstance, false);
/** `PUT /api/v0/instances/bid_price/{id}/`. */
export const changeBid = writeOnInstance({ endpoint: 'instance-bid', thresholdS: 5.5 }, bidForInstance);
/** `DELETE /api/v0/instances/{id}/`. */
export const destroy = writeOnInstance(DESTRUCTIONS, destroyInstance, false);

/** An endpoint that answers with the address at which what `ask` is asked for lies in a moment. */
const resultOf =
  (ask: typeof requestLog): Endpoint =>
  (backend) =>
  async (context) => {
    const id = idIn(context, 'id');
    if (id === undefined) return refuse(context, noSuch('instance', context));
    const body = await readWrite(context, true);
    if (!body.ok) return refuse(context, body);
    const asked = { body: body.value, nowMs: backend.clock.now() };
    const target = { moment: momentOf(backend, context), id };
    const work = () => inTransaction(backend.database, () => ask(backend.database, target, asked));
    const requested = await backend.write(work, context.req.raw.signal);
    if (!requested.ok) return refuse(context, requested);
    return context.json({ success: true, result_url: `${new URL(context.req.url).origin}/logs/${requested.token}` });
  };

/** `PUT /api/v0/instances/request_logs/{id}/`: the address of a log that is there in a moment. */
export const askForLog: Endpoint = resultOf(requestLog);

/** `PUT /api/v0/instances/command/{id}/`: the address of what a command prints. */
export const command: Endpoint = (backend) =>
  resultOf((database, target, asked) => runCommand(database, backend.trees, target, asked))(backend);

/** `GET /logs/{token}`: for whoever has the address. */
export const giveLog: Endpoint = (backend) => (context) => {
  const token = context.req.param('token') ?? '';
  const text = fetchLog(backend.database, { userId: CALLER_USER_ID, token, nowMs: backend.clock.now() });
  if (text === undefined) return refuse(context, refused(404, 'not_found', 'there is no such log, or not yet'));
  return context.text(text);
};

/** The refusal of an id in the path that is no number. */
const noSuch = (what: string, context: Call, name = 'id'): Refusal =>
  refused(404, 'not_found', `there is no ${what} ${context.req.param(name)}`);

const recordsOf = (backend: Backend, context: Call) => {
  const moment = momentOf(backend, context);
  const told = filesTold(backend, context);
  return accountAt(backend.database, moment).contracts.map((contract) => told(recordOf(contract, moment.nowS)));
};

export const momentOf = (backend: Backend, context: Call): Moment => ({
  userId: context.var.caller.userId,
  nowS: nowS(backend),
  world: backend.world(),
});

/** `GET /api/v0/instances/{id}/ssh/`. */
export const listKeysOfInstance: Endpoint = (backend) => (context) =>
  paced(backend, context, { endpoint: 'instance-keys', thresholdS: 2 }, () => {
    const id = idIn(context, 'id');
    if (id === undefined) return refuse(context, noSuch('instance', context));
    return replyTo(context, listInstanceKeys(backend.database, { moment: momentOf(backend, context), id }));
  });

/** `POST /api/v0/instances/{id}/ssh/`. */
export const addKeyToInstance = writeOnInstance({ endpoint: 'instance-keys-add', thresholdS: 2 }, addInstanceKey);

/** `DELETE /api/v0/instances/{id}/ssh/{key}/`. */
export const removeKeyFromInstance: Endpoint = (backend) => (context) => {
  const keyId = idIn(context, 'key');
  const remove: Act = (database, target) =>
    keyId === undefined ? noSuch('SSH key', context, 'key') : removeInstanceKey(database, target, keyId);
  return writeOnInstance({ endpoint: 'instance-keys-remove', thresholdS: 2 }, remove, false)(backend)(context);
};

/** `GET /api/v0/ssh/`: a bare list. */
export const listAccountKeys: Endpoint = (backend) => (context) =>
  paced(backend, context, { endpoint: 'ssh-keys', thresholdS: 1 }, () =>
    context.json(listKeys(backend.database, context.var.caller.userId)),
  );

/** `POST /api/v0/ssh/`. */
export const addAccountKey: Endpoint = (backend) => async (context) => {
  const body = await readWrite(context);
  return paced(backend, context, { endpoint: 'ssh-keys-add', thresholdS: 1, isWrite: true }, () => {
    const { userId } = context.var.caller;
    return replyTo(
      context,
      body.ok ? addKey(backend.database, { userId, nowS: nowS(backend), body: body.value }) : body,
    );
  });
};

/** `PUT /api/v0/ssh/{id}/`. */
export const replaceAccountKey: Endpoint = (backend) => async (context) => {
  const id = idIn(context, 'id');
  if (id === undefined) return refuse(context, noSuch('SSH key', context));
  const body = await readWrite(context);
  if (!body.ok) return refuse(context, body);
  return paced(backend, context, { endpoint: 'ssh-keys-change', thresholdS: 1, isWrite: true }, () =>
    replyTo(context, replaceKey(backend.database, { userId: context.var.caller.userId, id, body: body.value })),
  );
};

/** `DELETE /api/v0/ssh/{id}/`. */
export const removeAccountKey: Endpoint = (backend) => async (context) =>
  paced(backend, context, { endpoint: 'ssh-keys-remove', thresholdS: 1, isWrite: true }, () => {
    const id = idIn(context, 'id');
    return replyTo(
      context,
      id === undefined ? noSuch('SSH key', context) : removeKey(backend.database, context.var.caller.userId, id),
    );
  });

/** `GET /api/v0/instances/pending-price-increases/`. */
export const listPriceIncreases: Endpoint = (backend) => (context) => {
  backend.catchUp();
  backend.settle();
  const increases = listIncreases(backend.database, momentOf(backend, context));
  return context.json({ success: true, count: increases.length, truncated: false, pending_price_increases: increases });
};

/** `PUT /api/v0/instances/accept-price-increase/` and `.../reject-price-increase/`. */
export const answerPriceIncrease =
  (answer: 'accepted' | 'rejected'): Endpoint =>
  (backend) =>
  async (context) => {
    const body = await readWrite(context);
    if (!body.ok) return refuse(context, body);
    const { database } = backend;
    const work = () =>
      inTransaction(database, () => answerIncrease(database, momentOf(backend, context), answer, body.value));
    return replyTo(context, await backend.write(work, context.req.raw.signal));
  };
