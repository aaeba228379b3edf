/** The endpoints of SSH keys (docs/interface.md, SSH keys): those of the account, and those of an instance. */
import {
  addInstanceKey,
  addKey,
  listInstanceKeys,
  listKeys,
  removeInstanceKey,
  removeKey,
} from '../instances/ssh-keys.ts';
import { type Endpoint, idIn, nowS, paced, readWrite } from './endpoint.ts';
import { type Act, momentOf, noSuch, writeOnInstance } from './instance-endpoints.ts';
import { refuse } from './refusals.ts';

/** `GET /api/v0/instances/{id}/ssh/`. */
export const listKeysOfInstance: Endpoint = (backend) => (context) =>
  paced(backend, context, { endpoint: 'instance-keys', thresholdS: 2 }, () => {
    const id = idIn(context, 'id');
    if (id === undefined) return refuse(context, noSuch('instance', context));
    const listed = listInstanceKeys(backend.database, { moment: momentOf(backend, context), id });
    return listed.ok ? context.json({ success: true, ssh_keys: listed.ssh_keys }) : refuse(context, listed);
  });

/** `POST /api/v0/instances/{id}/ssh/`. */
export const addKeyToInstance = writeOnInstance({ endpoint: 'instance-keys-add', thresholdS: 2 }, addInstanceKey);

/** `DELETE /api/v0/instances/{id}/ssh/{key}/`. */
export const removeKeyFromInstance: Endpoint = (backend) => (context) => {
  const keyId = idIn(context, 'key');
  const remove: Act = (database, target) =>
    keyId === undefined ? noSuch('SSH key', context, 'key') : removeInstanceKey(database, target, keyId);
  return writeOnInstance({ endpoint: 'instance-keys-remove', thresholdS: 2 }, remove)(backend)(context);
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
    const added = body.ok ? addKey(backend.database, { userId, nowS: nowS(backend), body: body.value }) : body;
    return added.ok ? context.json({ success: true, key: added.key }) : refuse(context, added);
  });
};

/** `DELETE /api/v0/ssh/{id}/`. */
export const removeAccountKey: Endpoint = (backend) => async (context) =>
  paced(backend, context, { endpoint: 'ssh-keys-remove', thresholdS: 1, isWrite: true }, () => {
    const id = idIn(context, 'id');
    const removed =
      id === undefined ? noSuch('SSH key', context) : removeKey(backend.database, context.var.caller.userId, id);
    return removed.ok ? context.json({ success: true }) : refuse(context, removed);
  });
