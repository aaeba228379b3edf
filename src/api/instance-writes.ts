import { rentBody } from './bodies.ts';
import { writeCall } from './call-row.ts';
import { cleanInstanceReceipt, cleanManyReceipt, cleanRental } from './records/clean.ts';
import { coverReply, instanceReply, manyReply, rentReply, startReply } from './records/reply-schema.ts';

import type {
  CoverRequest,
  ImageRequest,
  InstanceBidRequest,
  InstanceRequest,
  ManyRequest,
  RentRequest,
} from './requests.ts';

const askPath = (offerId: number): string => `/api/v0/asks/${offerId}/`;

const MANY_PATH = '/api/v0/instances/';

/** The rows by name. */
export const INSTANCE_WRITES = {
  /** Creates an instance of an offer, which costs from then on (docs/interface.md, Create instance). */
  rent: writeCall({
    method: 'POST',
    mayCostMore: true,
    path: ({ offerId }: RentRequest) => askPath(offerId),
    body: rentBody,
    purpose: 'rent the offer',
    minimumSeconds: 4.5,
    schema: rentReply,
    clean: cleanRental,
  }),

  /** As `rent`, at a service that creates with PUT: only an instance that it names is a yes. */
  rentByPut: writeCall({
    method: 'PUT',
    mayCostMore: true,
    path: ({ offerId }: RentRequest) => askPath(offerId),
    body: rentBody,
    purpose: 'rent the offer',
    minimumSeconds: 4.5,
    schema: () => rentReply().refine(({ contract }) => contract !== undefined),
    clean: cleanRental,
  }),

  /** Covers what is rented of an offer by the SLA target that it was rented with (docs/interface.md, SLA cover). Without an image it creates nothing. */
  cover: writeCall({
    method: 'PUT',
    // Its cost is in that of the rental, which was held against the limits.
    mayCostMore: false,
    path: ({ offerId }: CoverRequest) => askPath(offerId),
    body: ({ slaTarget }) => ({ target_reliability: slaTarget }),
    purpose: 'enable the SLA cover',
    minimumSeconds: 4.5,
    schema: coverReply,
    clean: (reply) => reply,
  }),

  /** Starts or stops an instance, or gives it a label (docs/interface.md, Change instance). */
  changeInstance: writeCall({
    method: 'PUT',
    mayCostMore: (request) => 'state' in request && request.state === 'running',
    path: ({ instanceId }: InstanceRequest) => `/api/v0/instances/${instanceId}/`,
    body: (request) => ('state' in request ? { state: request.state } : { label: request.label }),
    purpose: 'change the instance',
    minimumSeconds: 1,
    schema: (request) =>
      request !== undefined && 'state' in request && request.state === 'running' ? startReply() : instanceReply(),
    clean: cleanInstanceReceipt,
  }),

  /** Starts or stops several instances at once (docs/interface.md, Several at once). */
  changeInstances: writeCall({
    method: 'PUT',
    mayCostMore: ({ state }: ManyRequest) => state === 'running',
    path: MANY_PATH,
    body: ({ instanceIds, state }: ManyRequest) => ({ state, ids: instanceIds }),
    purpose: 'change the instances',
    minimumSeconds: 1,
    schema: manyReply,
    clean: cleanManyReceipt,
  }),

  /** Ends several instances at once, with everything on their disks (docs/interface.md, Several at once). */
  destroyInstances: writeCall({
    method: 'DELETE',
    mayCostMore: false,
    path: MANY_PATH,
    body: ({ instanceIds }: ManyRequest) => ({ instance_ids: instanceIds }),
    purpose: 'destroy the instances',
    minimumSeconds: 3,
    schema: manyReply,
    clean: cleanManyReceipt,
  }),

  /** Restarts an instance: what runs on it ends, its disk stays (docs/interface.md, Change instance). */
  rebootInstance: writeCall({
    method: 'PUT',
    mayCostMore: false,
    path: ({ instanceId }: { readonly instanceId: number }) => `/api/v0/instances/reboot/${instanceId}/`,
    purpose: 'reboot the instance',
    minimumSeconds: 1,
    schema: instanceReply,
    clean: cleanInstanceReceipt,
  }),

  /** Gives an instance another image or template in place: its container is made anew (docs/interface.md, Change instance). */
  changeImage: writeCall({
    method: 'PUT',
    mayCostMore: true,
    path: ({ instanceId }: ImageRequest) => `/api/v0/instances/update_template/${instanceId}/`,
    body: ({ instanceId, ...request }) => ({
      id: instanceId,
      ...('image' in request ? { image: request.image } : { template_hash_id: request.template }),
    }),
    purpose: 'change what the instance runs',
    minimumSeconds: 1,
    schema: instanceReply,
    clean: cleanInstanceReceipt,
  }),

  /** Makes the container of an instance anew from its image: files outside of volumes are lost (docs/interface.md, Change instance). */
  recycleInstance: writeCall({
    method: 'PUT',
    mayCostMore: false,
    path: ({ instanceId }: { readonly instanceId: number }) => `/api/v0/instances/recycle/${instanceId}/`,
    purpose: 'recycle the instance',
    minimumSeconds: 1,
    schema: instanceReply,
    clean: cleanInstanceReceipt,
  }),

  /** Bids another price for an instance, $/hour (docs/interface.md, Change instance). */
  bidForInstance: writeCall({
    method: 'PUT',
    mayCostMore: true,
    path: ({ instanceId }: InstanceBidRequest) => `/api/v0/instances/bid_price/${instanceId}/`,
    body: ({ price }) => ({ client_id: 'me', price }),
    purpose: 'change the bid',
    minimumSeconds: 5.5,
    schema: instanceReply,
    clean: cleanInstanceReceipt,
  }),

  /** Ends an instance, with everything on its disk (docs/interface.md, Change instance). */
  destroyInstance: writeCall({
    method: 'DELETE',
    mayCostMore: false,
    path: ({ instanceId }: { readonly instanceId: number }) => `/api/v0/instances/${instanceId}/`,
    purpose: 'destroy the instance',
    minimumSeconds: 3,
    schema: instanceReply,
    clean: cleanInstanceReceipt,
  }),
};
