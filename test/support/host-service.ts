/** A service that has a host's machines and lists, prices and unlists them: what it holds follows the calls, and faults are put into single ones. */
import type { HostMachine, Offer } from '../../src/catalogue/values.ts';
import { json, type RecordedRequest, type ScriptedReply, startScriptedServer } from './scripted-server.ts';

/** A machine that is listed, with all that is known of one. */
export const listedMachine = (id: number, more: HostMachine = {}) =>
  ({
    ...{ id, hostname: `node-${id}`, num_gpus: 4, gpu_name: 'RTX 4090', verification: 'verified', listed: true },
    ...{ listed_gpu_cost: 0.4, listed_storage_cost: 0.1, listed_inet_up_cost: 0.01, listed_inet_down_cost: 0.02 },
    ...{ min_bid_price: 0.2, min_chunk: 1, end_date: 1_800_000_000, credit_discount_max: 0.3, listed_volume_cost: 0.1 },
    ...more,
  }) satisfies HostMachine;

/** Offers of others at these prices a GPU. */
export const othersAt = (...prices: readonly number[]): readonly Offer[] =>
  prices.map((price, at) => ({
    ...{ id: 100 + at, machine_id: 900 + at, host_id: 77, num_gpus: 1, dph_base: price, dph_total: price },
    ...{ gpu_name: 'RTX 4090', verification: 'verified' },
  }));

/** `unheard`: the call is carried out, and its answer is another. */
type Fault = { readonly reply: ScriptedReply; readonly isCarriedOut: boolean };

const WIRE = [
  ['price_gpu', 'listed_gpu_cost'],
  ['price_disk', 'listed_storage_cost'],
  ['price_inetu', 'listed_inet_up_cost'],
  ['price_inetd', 'listed_inet_down_cost'],
  ['price_min_bid', 'min_bid_price'],
  ['min_chunk', 'min_chunk'],
  ['end_date', 'end_date'],
  ['credit_discount_max', 'credit_discount_max'],
  ['vol_price', 'listed_volume_cost'],
] as const;

/** It at work; close it with `await using`. */
export const startHostService = async (
  machines: readonly HostMachine[],
  offers: readonly (Offer | number)[] = [],
  { truncated = false, status = 200 } = {},
) => {
  const held = new Map(machines.map((machine) => [machine.id, machine]));
  const faults: Fault[] = [];
  const change = (id: number | undefined, more: HostMachine) => void held.set(id, { ...held.get(id), ...more });
  const carryOut = ({ method, path, body }: RecordedRequest): void => {
    const sent = body === '' ? {} : JSON.parse(body);
    const id = sent.machine ?? Number(path.split('/')[4]);
    if (path.endsWith('/create_asks/'))
      change(id, {
        listed: true,
        ...Object.fromEntries(WIRE.flatMap(([from, to]) => (from in sent ? [[to, sent[from]]] : []))),
      });
    else if (method === 'DELETE') change(id, { listed: false });
    else if (path.endsWith('/minbid/')) change(id, { min_bid_price: sent.price });
  };
  const write: ScriptedReply = (response, request) => {
    if (request.path.startsWith('/api/v0/bundles')) return json(status, { offers, truncated })(response, request);
    const fault = faults.shift();
    if (fault?.isCarriedOut !== false) carryOut(request);
    (fault?.reply ?? json(200, { success: true, extended: 0 }))(response, request);
  };
  const server = await startScriptedServer(...Array.from({ length: 40 }, () => write));
  const list: ScriptedReply = (response, request) => json(200, { machines: [...held.values()] })(response, request);
  server.offer('machines/?owner=me', list);
  return {
    ...server,
    list,
    held,
    /** Puts faults into the next calls that write. */
    fail: (...next: readonly Fault[]) => void faults.push(...next),
    /** What was sent that writes: method, path and body. */
    writes: () =>
      server.requests
        .filter(({ path }) => !path.startsWith('/api/v0/bundles'))
        .map(({ method, path, body }) => [method, path, body === '' ? undefined : JSON.parse(body)]),
  };
};
