/** Rents an offer (docs/interface.md, Create instance). */
import * as z from 'zod';
import { ACCOUNT_VARIABLES } from '../account/account-lists.ts';
import { recordNotices } from '../account/deliveries.ts';
import { type Refusal, refused } from '../answer.ts';
import { type Database, insertRow } from '../database.ts';
import { prepareRentalInsert } from '../market/rentals.ts';
import { makeVolume } from '../storage/volumes.ts';
import { findTemplate } from '../templates/templates.ts';
import { balanceAt, type Moment, recordPhase, settleNow } from './account.ts';
import { noCoverOfBid, nothingLeft, slaDph } from './commands.ts';
import type { StoredRequest } from './contract.ts';
import type { Creation, VolumeRequest } from './create-body.ts';
import { copyKeysTo, listKeys } from './ssh-keys.ts';

/** An instance; `isStopped` where its GPUs were not free, so that it was created stopped. */
type Created = { readonly ok: true; readonly id: number; readonly isStopped: boolean };

/** Creates the instance and returns its id, as part of a transaction, or why it cannot be had; stopped where its GPUs are not free. */
export const createInstance = (
  database: Database,
  moment: Moment,
  { askId, creation }: { readonly askId: number; readonly creation: Creation },
): Created | Refusal => {
  const { userId, nowS } = moment;
  if (balanceAt(settleNow(database, moment), nowS) <= 0) return nothingLeft('insufficient_credit');
  const template =
    creation.templateHashId === undefined
      ? undefined
      : findTemplate(database, userId, { hash: creation.templateHashId });
  if (creation.templateHashId !== undefined && template === undefined) {
    return refused(404, 'not_found', `there is no template ${creation.templateHashId}`);
  }
  const offer = findOffer(database, userId, askId);
  if (offer === undefined) return refused(410, 'no_such_ask', `offer ${askId} is gone: search again`);
  const isStopped = !offer.isFree;
  if (isStopped && !creation.isRentedStopped)
    return refused(410, 'no_such_ask', `offer ${askId} is rented already: choose another one`);
  const problem = problemWith(database, userId, offer, creation);
  if (problem !== undefined) return problem;
  const volumes = volumesFor(database, moment, offer, creation.volume);
  if ('ok' in volumes) return volumes;
  const request: StoredRequest = {
    image: creation.image ?? '',
    templateName: template?.name ?? null,
    ...(template !== undefined && { templateId: template.id }),
    runtype: creation.runtype,
    env: creation.env.map(([name, value]) => [name, value]),
    variables: Object.keys(ACCOUNT_VARIABLES),
    onstart: creation.onstart,
    args: [...creation.args],
    volumes: [...volumes],
  };
  const phase = isStopped ? 'stopped' : 'provisioning';
  const dphBase = creation.bid ?? offer.dph_base;
  const id = insertRow(database, 'contracts', {
    user_id: userId,
    ask_id: askId,
    machine_id: offer.machine_id,
    offer_place: offer.place,
    num_gpus: offer.num_gpus,
    label: creation.label,
    request: JSON.stringify(request),
    disk_gb: creation.diskGb,
    is_bid: Number(creation.bid !== undefined),
    dph_base: dphBase,
    target_reliability: creation.targetReliability ?? null,
    dph_sla: slaDph(dphBase, offer.reliability, creation.targetReliability),
    created_at: nowS,
    ...{
      phase,
      phase_began_at: nowS,
      intended: isStopped ? 'stopped' : creation.targetState,
      has_run: 0,
      message: null,
    },
    ...{ charged: 0, charged_until: nowS },
  });
  const rental = { id, renterId: userId, firstGpu: offer.first_gpu, gpus: offer.num_gpus, status: 'loading' as const };
  prepareRentalInsert(database)(offer.machine_id, rental);
  recordPhase(database, id, { phase, beganAtS: nowS, message: null });
  copyKeysTo(database, { userId, contractId: id, nowS });
  const message = `${creation.label ?? id}: created on machine ${offer.machine_id}`;
  recordNotices(database, userId, [{ event: 'instance_created', contractId: id, message, atS: nowS }]);
  return { ok: true, id, isStopped };
};

const offerRow = z
  .object({
    place: z.number(),
    machine_id: z.number(),
    first_gpu: z.number(),
    num_gpus: z.number(),
    disk_space: z.number(),
    dph_base: z.number(),
    min_bid: z.number(),
    reliability: z.number(),
    expected_reliability: z.number().nullable(),
    avail_vol_ask_id: z.number().nullable(),
    avail_vol_size: z.number().nullable(),
    vms_enabled: z.number(),
    rentable: z.number(),
    is_taken: z.number(),
  })
  .transform((row) => ({ ...row, isFree: row.rentable === 1 && row.is_taken === 0 }));

type FoundOffer = z.infer<typeof offerRow>;

/** An offer that is listed; it is free when neither others nor the caller rent one of its GPUs. */
const findOffer = (database: Database, userId: number, askId: number): FoundOffer | undefined => {
  const row = database
    .prepare(
      `SELECT o.*, EXISTS (SELECT 1 FROM instances i WHERE i.machine_id = o.machine_id AND i.renter_id = ?
         AND i.first_gpu < o.first_gpu + o.num_gpus AND o.first_gpu < i.first_gpu + i.num_gpus) AS is_taken
       FROM offers o WHERE o.id = ? AND o.is_listed`,
    )
    .get(userId, askId);
  return row && offerRow.parse(row);
};

/** What of the creation does not go with the offer. */
const problemWith = (
  database: Database,
  userId: number,
  offer: FoundOffer,
  { diskGb, bid, targetReliability }: Creation,
): Refusal | undefined => {
  if (diskGb > offer.disk_space) {
    return refused(400, 'invalid_args', `disk: ${diskGb} GB are asked for and ${offer.disk_space} GB are free`);
  }
  if (bid !== undefined && bid < offer.min_bid) {
    return refused(400, 'invalid_price', `price: the smallest bid is ${offer.min_bid} $/h`);
  }
  if (bid !== undefined && targetReliability !== undefined) return noCoverOfBid();
  const claim = offer.expected_reliability ?? 0;
  if (targetReliability !== undefined && targetReliability > claim) {
    return refused(400, 'invalid_args', `target_reliability: the host claims ${claim || 'none'}`);
  }
  if (offer.vms_enabled === 1 && listKeys(database, userId).length === 0) {
    const msg = 'this machine runs virtual machines, which take no SSH key later: add one to your account first';
    return refused(400, 'no_ssh_key_for_vm', msg);
  }
  return undefined;
};

/** The volume that the instance gets, which is made when it is new; none when none is asked for. */
const volumesFor = (
  database: Database,
  moment: Moment,
  offer: FoundOffer,
  volume: VolumeRequest | undefined,
): StoredRequest['volumes'] | Refusal => {
  if (volume === undefined) return [];
  const { mountPath } = volume;
  if (volume.newGb !== undefined) {
    if (volume.newGb > (offer.avail_vol_size ?? 0)) {
      const free = `${offer.avail_vol_size ?? 0} GB are free for volumes`;
      return refused(400, 'invalid_args', `volume_info: ${volume.newGb} GB are asked for and ${free}`);
    }
    if (volume.volumeId !== offer.avail_vol_ask_id) {
      const msg = `volume_info: a new volume here is of the volume offer ${offer.avail_vol_ask_id}`;
      return refused(400, 'invalid_args', msg);
    }
    const wanted = { offerId: volume.volumeId, gb: volume.newGb, label: null, readyAtS: () => null };
    const made = makeVolume(database, moment, wanted);
    return made.ok ? [{ volume_id: made.volumeId, size: volume.newGb, mount_path: mountPath }] : made;
  }
  const row = database
    .prepare('SELECT id, disk_space AS size FROM volumes WHERE id = ? AND owner_id = ? AND machine_id = ?')
    .get(volume.volumeId, moment.userId, offer.machine_id);
  if (row === undefined) {
    const msg = `volume_info: you have no volume ${volume.volumeId} on machine ${offer.machine_id}`;
    return refused(400, 'invalid_args', msg);
  }
  return [{ volume_id: Number(row.id), size: Number(row.size), mount_path: mountPath }];
};
