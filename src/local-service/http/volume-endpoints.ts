/** The endpoints that find, rent, clone and delete volumes (docs/interface.md, Volumes). */
import { inTransaction } from '../../storage/files/database-file.ts';
import type { Refusal } from '../answer.ts';
import { searchVolumeOffers } from '../storage/volume-offers.ts';
import { cloneVolume, deleteVolume, rentVolume } from '../storage/volumes.ts';
import {
  type Backend,
  type Call,
  type Endpoint,
  nowS,
  paced,
  readJsonObject,
  readWrite,
  refuse,
  replyTo,
} from './endpoint.ts';
import { momentOf } from './instance-endpoints.ts';

/** The published threshold of both (docs/interface.md, Limits). */
const THRESHOLD_S = 5.5;

/** `POST /api/v0/volumes/search/`. */
export const findVolumes: Endpoint = (backend) => async (context) => {
  const body = await readJsonObject(context.req.raw);
  if (!body.ok) return refuse(context, body);
  backend.catchUp();
  return paced(backend, context, { endpoint: 'volume-search', thresholdS: THRESHOLD_S }, () => {
    const found = searchVolumeOffers(backend.database, body.value, nowS(backend));
    return found.ok ? context.json({ offers: found.offers }) : refuse(context, found);
  });
};

/** `PUT /api/v0/volumes/`. */
export const rentNewVolume: Endpoint = (backend) => async (context) => {
  const body = await readWrite(context);
  if (!body.ok) return refuse(context, body);
  backend.catchUp();
  return paced(backend, context, { endpoint: 'volume-rent', thresholdS: THRESHOLD_S, isWrite: true }, () =>
    replyOfMade(context, rentVolume(backend.database, momentOf(backend, context), body.value)),
  );
};

/** `POST /api/v0/volumes/copy/`. */
export const copyVolume: Endpoint = (backend) => async (context) => {
  const body = await readWrite(context);
  if (!body.ok) return refuse(context, body);
  return replyOfMade(
    context,
    await written(backend, context, () => cloneVolume(backend.database, momentOf(backend, context), body.value)),
  );
};

/** `DELETE /api/v0/volumes/`: its id stands in the body, in the query, or in both. */
export const removeVolume: Endpoint = (backend) => async (context) => {
  const body = await readWrite(context, true);
  if (!body.ok) return refuse(context, body);
  const ids = [body.value.id, context.req.query('id')];
  return replyTo(
    context,
    await written(backend, context, () => deleteVolume(backend.database, momentOf(backend, context), ids)),
  );
};

const written = <Outcome>(backend: Backend, context: Call, work: () => Outcome): Promise<Outcome> => {
  backend.catchUp();
  return backend.write(() => inTransaction(backend.database, work), context.req.raw.signal);
};

const replyOfMade = (context: Call, made: { readonly ok: true; readonly volumeId: number } | Refusal): Response =>
  made.ok ? context.json({ success: true, volume_name: `V.${made.volumeId}` }) : refuse(context, made);
