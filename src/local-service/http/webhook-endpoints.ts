/** The endpoints of webhooks (docs/interface.md, Create notification webhook and Webhooks). */
import { inTransaction } from '../../storage/files/database-file.ts';
import { enqueueTest, listDeliveries } from '../account/deliveries.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  findWebhook,
  listWebhooks,
  noSuchWebhook,
  readWebhook,
  readWebhookChange,
  rotateSecret,
} from '../account/webhooks.ts';
import type { Refusal } from '../answer.ts';
import { type Backend, type Call, type Endpoint, idIn, nowS, readWrite, refuse, replyTo } from './endpoint.ts';

/** `GET /api/v0/webhooks`. */
export const giveWebhooks: Endpoint = (backend) => (context) =>
  context.json({ webhooks: listWebhooks(backend.database, context.var.caller.userId) });

/** `POST /api/v0/webhooks`. */
export const addWebhook: Endpoint = (backend) => async (context) => {
  const body = await readWrite(context);
  const request = body.ok ? readWebhook(body.value) : body;
  if (!request.ok) return refuse(context, request);
  const webhook = { ...momentOf(backend, context), seal: backend.seal, request: request.value };
  const created = await backend.write(() => createWebhook(backend.database, webhook), context.req.raw.signal);
  if (!created.ok) return refuse(context, created);
  return context.json({
    success: true,
    webhook: created.webhook,
    enabled_notification_preferences: created.enabled,
  });
};

type Body = Readonly<Record<string, unknown>>;
type Outcome = ({ readonly ok: true } & object) | Refusal;

/** An endpoint that does something with the webhook whose id is in the path; what it says goes out beside `success`. */
const writeOnWebhook =
  (act: (backend: Backend, context: Call, id: number, body: Body) => () => Outcome): Endpoint =>
  (backend) =>
  async (context) => {
    const body = await readWrite(context, context.req.method !== 'PUT');
    const id = idIn(context, 'id');
    if (id === undefined) return refuse(context, noSuchWebhook(context.req.param('id')));
    if (!body.ok) return refuse(context, body);
    return replyTo(context, await backend.write(act(backend, context, id, body.value), context.req.raw.signal));
  };

/** `PUT /api/v0/webhooks/{id}`. */
export const changeOneWebhook = writeOnWebhook((backend, context, id, body) => {
  const change = readWebhookChange(body);
  return () =>
    change.ok ? changeWebhook(backend.database, { ...momentOf(backend, context), id, change: change.value }) : change;
});

/** `DELETE /api/v0/webhooks/{id}`. */
export const removeWebhook = writeOnWebhook(
  (backend, context, id) => () => deleteWebhook(backend.database, { userId: context.var.caller.userId, id }),
);

/** `POST /api/v0/webhooks/{id}/rotate-secret`. */
export const rotateWebhookSecret = writeOnWebhook(
  (backend, context, id) => () =>
    rotateSecret(backend.database, { ...momentOf(backend, context), seal: backend.seal, id }),
);

/** `POST /api/v0/webhooks/{id}/test`: one delivery, which is not tried again. */
export const testWebhook = writeOnWebhook((backend, context, id) => () => {
  const { userId, nowS: atS } = momentOf(backend, context);
  if (findWebhook(backend.database, userId, id) === undefined) return noSuchWebhook(id);
  inTransaction(backend.database, () => enqueueTest(backend.database, userId, id, atS));
  // Once the answer is out.
  setImmediate(backend.deliver);
  return { ok: true, msg: 'a test is being sent' };
});

/** `GET /api/v0/webhooks/{id}/deliveries`. */
export const giveDeliveries: Endpoint = (backend) => (context) => {
  const id = idIn(context, 'id');
  if (id === undefined) return refuse(context, noSuchWebhook(context.req.param('id')));
  const listed = listDeliveries(backend.database, context.var.caller.userId, id);
  return listed.ok ? context.json({ deliveries: listed.deliveries }) : refuse(context, listed);
};

const momentOf = (backend: Backend, context: Call) => ({ userId: context.var.caller.userId, nowS: nowS(backend) });
