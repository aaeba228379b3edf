/**
 * Calls that do one thing to several at once (docs/interface.md, Several at once): to each on its own, all in one transaction. The answer is
 * 200 when it was done to one of them at least, and says of each what came of it.
 */
import * as z from 'zod';
import { type Refusal, readBody, refused } from '../answer.ts';
import { changeInstance, destroyInstance, nothingLeft } from '../instances/commands.ts';
import { createInstance } from '../instances/create.ts';
import { readCreation } from '../instances/create-body.ts';
import { filledByTemplate } from '../templates/templates.ts';
import { type Call, type Endpoint, paced, readWrite, refuse } from './endpoint.ts';
import { CHANGES, CREATIONS, DESTRUCTIONS, momentOf } from './instance-endpoints.ts';

/** Most ids of a call. */
const MOST_IDS = 64;

const id = z.union([
  z.int().positive(),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
]);

/** A body and the ids that it has under `name`, each once; or a 400. */
const readMany = async (context: Call, name: string) => {
  const body = await readWrite(context);
  if (!body.ok) return body;
  const problem = `must be a list of 1 to ${MOST_IDS} ids`;
  const read = readBody(z.object({ [name]: z.array(id, problem).min(1, problem).max(MOST_IDS, problem) }), body.value);
  return read.ok ? { ok: true as const, body: body.value, ids: [...new Set(read.value[name])] } : read;
};

/** What came of each id, in the order in which they were asked for. */
type Outcomes = ReadonlyMap<number, { readonly ok: true } | Refusal>;

/** The answer that holds `told`; where nothing came about, it is the first refusal besides. */
const replyOf = (context: Call, outcomes: Outcomes, told: object): Response => {
  const all = [...outcomes.values()];
  const refusal = all.every(({ ok }) => !ok) ? all.find((outcome) => !outcome.ok) : undefined;
  if (refusal === undefined) return context.json({ success: true, ...told });
  return context.json({ success: false, error: refusal.error, msg: refusal.msg, ...told }, refusal.status);
};

const wordsOf = (outcome: { readonly ok: true } | Refusal) =>
  outcome.ok ? { success: true } : { success: false, error: outcome.error, msg: outcome.msg };

/** What came of each instance, and which were changed and which not. */
const replyOfInstances = (context: Call, outcomes: Outcomes): Response => {
  const results = [...outcomes].map(([instanceId, outcome]) => ({ id: instanceId, ...wordsOf(outcome) }));
  return replyOf(context, outcomes, { results });
};

/** `POST /api/v0/asks/bulk/`: the same of several offers. */
export const rentOffers: Endpoint = (backend) => async (context) => {
  const asked = await readMany(context, 'ids');
  if (!asked.ok) return refuse(context, asked);
  backend.catchUp();
  return paced(backend, context, CREATIONS, () => {
    const creation = readCreation(filledByTemplate(backend.database, context.var.caller.userId, asked.body));
    if (!creation.ok) return refuse(context, creation);
    const beganMs = backend.clock.now();
    const created = new Map(
      asked.ids.map((askId) => [
        askId,
        createInstance(backend.database, momentOf(backend, context), { askId, creation: creation.value }),
      ]),
    );
    const results = [...created].map(([askId, outcome]) => ({
      ask_id: askId,
      new_contract: outcome.ok ? outcome.id : null,
      state: outcome.ok ? (outcome.isStopped ? 'stopped' : creation.value.targetState) : null,
      error: null,
      msg: null,
      ...wordsOf(outcome),
      ...(outcome.ok && outcome.isStopped && { success: false }),
    }));
    return replyOf(context, created, {
      results,
      created: results.flatMap(({ new_contract: contractId }) => contractId ?? []),
      failed: results.filter(({ new_contract: contractId }) => contractId === null).map(({ ask_id: askId }) => askId),
      elapsed: (backend.clock.now() - beganMs) / 1000,
    });
  });
};

/** `PUT /api/v0/instances/`: starts or stops several. */
export const changeStates: Endpoint = (backend) => async (context) => {
  const asked = await readMany(context, 'ids');
  if (!asked.ok) return refuse(context, asked);
  const { state } = asked.body;
  const outcomeOf = (instanceId: number) => {
    const target = { moment: momentOf(backend, context), id: instanceId };
    const outcome = changeInstance(backend.database, target, { state });
    // Published under another name here than of one instance.
    return !outcome.ok && outcome.error === 'missing_billing' ? nothingLeft('insufficient_credit') : outcome;
  };
  return paced(backend, context, CHANGES, () =>
    replyOfInstances(context, new Map(asked.ids.map((instanceId) => [instanceId, outcomeOf(instanceId)]))),
  );
};

/** `DELETE /api/v0/instances/`: ends several, with everything on their disks. */
export const destroySeveral: Endpoint = (backend) => async (context) => {
  const asked = await readMany(context, 'instance_ids');
  if (!asked.ok) return refuse(context, asked);
  const outcomeOf = (instanceId: number) =>
    destroyInstance(backend.database, { moment: momentOf(backend, context), id: instanceId });
  return paced(backend, context, DESTRUCTIONS, () => {
    const outcomes = new Map(asked.ids.map((instanceId) => [instanceId, outcomeOf(instanceId)]));
    if ([...outcomes.values()].some(({ ok }) => ok)) return replyOfInstances(context, outcomes);
    const msg = `you have none of the instances ${asked.ids.join(', ')}`;
    return refuse(context, refused(404, 'instances_not_found', msg));
  });
};
