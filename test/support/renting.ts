/** What a service answers when an offer is rented, written down for a scripted server. */
import type { RentRequest } from '../../src/api/requests.ts';
import { json, type ScriptedReply } from './scripted-server.ts';

/** An offer with every part of a price: 0.50 $/h for the GPUs, and 7.20 $ for 100 GB in 720 hours. */
export const OFFER = {
  id: 5,
  machine_id: 8207,
  num_gpus: 2,
  gpu_name: 'RTX 4090',
  dph_base: 0.5,
  dph_total: 0.504,
  min_bid: 0.3,
  storage_cost: 0.072,
  storage_total_cost: 0.004,
  disk_space: 500,
  avail_vol_ask_id: 9100,
  inet_down_cost: 0.01,
  inet_up_cost: 0.02,
};

/** 40 GB of it, which is 0.504 $/h. */
export const PLAN: RentRequest = {
  offerId: 5,
  image: 'ubuntu:24.04',
  diskGb: 40,
  label: 'train',
  runType: 'ssh',
  environment: {},
};

/** The search that asks for the offer again. */
export const offers = (...found: readonly object[]): ScriptedReply => json(200, { offers: found });

/** The list of instances. */
export const instances = (...rented: readonly object[]): ScriptedReply =>
  json(200, { success: true, instances: rented });

/** The service's yes to a creation. */
export const created = (contract: number): ScriptedReply => json(200, { success: true, new_contract: contract });

/** What is rented by `PLAN`, as the list shows it. */
export const rented = (id: number, change: object = {}) => ({ id, machine_id: 8207, label: 'train', ...change });

/** The instance 7 with a record that says that no cover is paid for. */
export const UNCOVERED = rented(7, { instance: { slaPremiumPerHour: 0 } });
