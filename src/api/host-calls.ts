/** The calls of a host, and those of his renters about his prices, a row each (docs/interface.md, Hosts). */
import { INCREASE_FIELDS } from '../catalogue/increase-fields.ts';
import { MACHINE_FIELDS } from '../catalogue/machine-fields.ts';
import { WINDOW_FIELDS } from '../catalogue/window-fields.ts';
import { listingBody, maintenanceBody } from './bodies.ts';
import { listCall, readCall, writeCall } from './call-row.ts';
import { cleanInstanceReceipt, cleanReceipt } from './records/clean.ts';
import {
  cleanedReply,
  cleanReports,
  listedReply,
  reportsReply,
  settleIncrease,
  settleMachine,
} from './records/host-shapes.ts';
import { instanceReply, maintenanceReply } from './records/reply-schema.ts';

import type { IncreaseRequest, ListingRequest, MaintenanceRequest, MinBidRequest, OneMachine } from './requests.ts';

const MACHINES = '/api/v0/machines';

/** A change that is answered with a yes and what the service says of it. */
const change = { method: 'PUT', schema: instanceReply, clean: cleanInstanceReceipt } as const;

const answer = {
  ...change,
  body: ({ increaseId }: IncreaseRequest) => ({ pending_price_increase_id: increaseId }),
};

/** The rows by name. */
export const HOST_CALLS = {
  /** The machines that the caller hosts (docs/interface.md, List machines). */
  machines: listCall({
    path: `${MACHINES}/?owner=me`,
    member: 'machines',
    fields: MACHINE_FIELDS,
    settle: settleMachine,
    purpose: 'list your machines',
    minimumSeconds: 2.5,
    optional: 'path-without-id',
  }),

  /** The maintenance windows that the caller has announced, as a bare array (docs/interface.md, List windows); the client names the machines. */
  windows: listCall({
    path: `${MACHINES}/maintenances?owner=me`,
    fields: WINDOW_FIELDS,
    purpose: 'list the announced windows',
    minimumSeconds: 1,
    optional: 'path-without-id',
  }),

  /**
   * Announces a maintenance window (docs/interface.md, Schedule maintenance): renters of the machine are notified, each time that it
   * is called.
   */
  maintenance: writeCall({
    method: 'PUT',
    mayCostMore: false,
    path: ({ machineId }: MaintenanceRequest) => `${MACHINES}/${machineId}/dnotify`,
    body: maintenanceBody,
    purpose: 'schedule the maintenance window',
    minimumSeconds: 2.5,
    schema: maintenanceReply,
    clean: cleanReceipt,
  }),

  /** Withdraws every window of the caller on the machine (docs/interface.md, Withdraw windows). */
  withdraw: writeCall({
    mayCostMore: false,
    ...change,
    path: ({ machineId }: OneMachine) => `${MACHINES}/${machineId}/cancel_maint/`,
    body: ({ machineId }) => ({ client_id: 'me', machine_id: machineId }),
    purpose: 'withdraw the windows',
  }),

  /** Offers a machine for rent, at once, or anew with other prices and another end (docs/interface.md, List a machine). */
  listMachine: writeCall({
    mayCostMore: true,
    ...change,
    path: `${MACHINES}/create_asks/`,
    body: (request: ListingRequest) => listingBody(request),
    purpose: 'list the machine',
    schema: listedReply,
  }),

  /** Takes the offers of a machine off the market; what is rented goes on (docs/interface.md, Unlist a machine). */
  unlistMachine: writeCall({
    mayCostMore: false,
    ...change,
    method: 'DELETE',
    path: ({ machineId }: OneMachine) => `${MACHINES}/${machineId}/asks/`,
    purpose: 'unlist the machine',
    minimumSeconds: 1.8,
  }),

  /** Sets the smallest bid of a machine alone (docs/interface.md, Smallest bid). */
  minBid: writeCall({
    mayCostMore: false,
    ...change,
    path: ({ machineId }: MinBidRequest) => `${MACHINES}/${machineId}/minbid/`,
    body: ({ price }) => ({ client_id: 'me', price }),
    purpose: 'set the smallest bid',
    minimumSeconds: 1.5,
  }),

  /** Deletes what renters whose time is over have left on a machine, for good (docs/interface.md, Clean up). */
  cleanUp: writeCall({
    mayCostMore: false,
    ...change,
    path: ({ machineId }: OneMachine) => `${MACHINES}/${machineId}/cleanup/`,
    body: () => ({}),
    purpose: 'clean the machine up',
    minimumSeconds: 8,
    schema: cleanedReply,
  }),

  /** What renters have reported of a machine of the caller's, the newest 20 (docs/interface.md, Reports). */
  reports: readCall({
    path: ({ machineId }: OneMachine) => `${MACHINES}/${machineId}/reports/`,
    purpose: 'read the reports',
    minimumSeconds: 1.2,
    optional: 'path-with-id',
    schema: reportsReply,
    clean: cleanReports,
  }),

  /** Prices that hosts want to raise for what the caller rents (docs/interface.md, Price increases). */
  priceIncreases: listCall({
    path: '/api/v0/instances/pending-price-increases/',
    member: 'pending_price_increases',
    fields: INCREASE_FIELDS,
    settle: settleIncrease,
    purpose: 'list the price increases',
    minimumSeconds: 1,
    optional: 'path-without-id',
  }),

  /** Takes on the new prices, from the end of the contract on (docs/interface.md, Price increases). */
  acceptIncrease: writeCall({
    mayCostMore: true,
    ...answer,
    path: '/api/v0/instances/accept-price-increase/',
    purpose: 'accept the price increase',
  }),

  /** Turns them down: the contract ends at its end (docs/interface.md, Price increases). */
  rejectIncrease: writeCall({
    mayCostMore: false,
    ...answer,
    path: '/api/v0/instances/reject-price-increase/',
    purpose: 'reject the price increase',
  }),
};
