/** The calls that find, rent, clone and delete volumes, a row each (docs/interface.md, Volumes). */
import { VOLUME_OFFER_FIELDS } from '../catalogue/volume-offer-fields.ts';
import { listCall, writeCall } from './call-row.ts';
import { cleanInstanceReceipt } from './records/clean.ts';
import { instanceReply, volumeReply } from './records/reply-schema.ts';
import type { OneVolume, VolumeCloneRequest, VolumeRequest } from './requests.ts';

const VOLUMES = '/api/v0/volumes';

/** Most offers that are asked for: all that there are, as far as is known. */
const MOST_OFFERS = 10_000;

/** The rows by name. */
export const VOLUME_CALLS = {
  /** Disk that can be rented as a volume, each GB priced (docs/interface.md, Volumes), the cheapest first. */
  volumeOffers: listCall({
    method: 'POST',
    path: `${VOLUMES}/search/`,
    body: () => ({ limit: MOST_OFFERS, order: [['storage_cost', 'asc']], allocated_storage: 1 }),
    member: 'offers',
    fields: VOLUME_OFFER_FIELDS,
    purpose: 'search volume offers',
    minimumSeconds: 5.5,
    optional: 'path-without-id',
  }),

  /** Rents a volume, which costs from then on (docs/interface.md, Volumes). */
  rentVolume: writeCall({
    method: 'PUT',
    path: `${VOLUMES}/`,
    body: ({ offerId, gb, name }: VolumeRequest) => ({ id: offerId, size: gb, ...(name !== undefined && { name }) }),
    purpose: 'rent the volume',
    mayCostMore: true,
    minimumSeconds: 5.5,
    schema: volumeReply,
    clean: (reply) => reply,
  }),

  /** Rents one and has it filled with what is on another (docs/interface.md, Volumes). */
  cloneVolume: writeCall({
    method: 'POST',
    path: `${VOLUMES}/copy/`,
    body: ({ sourceId, offerId, gb }: VolumeCloneRequest) => ({ src_id: sourceId, dst_id: offerId, size: gb }),
    purpose: 'clone the volume',
    mayCostMore: true,
    schema: volumeReply,
    clean: (reply) => reply,
  }),

  /** Deletes a volume with everything on it (docs/interface.md, Volumes); services differ in where they look for its id. */
  deleteVolume: writeCall({
    method: 'DELETE',
    path: ({ volumeId }: OneVolume) => `${VOLUMES}/?id=${volumeId}`,
    body: ({ volumeId }) => ({ id: volumeId }),
    purpose: 'delete the volume',
    mayCostMore: false,
    schema: instanceReply,
    clean: cleanInstanceReceipt,
  }),
};
