/** The market of a host's machines: what others offer that is comparable, as `gpudeck market` compares it. */
import type { CallOptions, Client } from '../api/client.ts';
import { USUAL_SEARCH } from '../api/requests.ts';
import type { HostMachine, Offer } from '../catalogue/values.ts';
import { likenessKeys, type Subject, subjectOf, USUAL_LIKENESS } from '../pricing/likeness.ts';
import { type Place, placeAt } from '../pricing/place.ts';
import { ascending } from '../pricing/spread.ts';
import { modelsRequest, readOffers } from './model-offers.ts';

/** What comparable offers of others cost. */
export type MachineMarket = {
  /** $/h for one GPU, without disk, as hosts set it; ascending. */
  readonly others: readonly number[];
  /** False where the service has cut its answer, or part of it could not be read. */
  readonly isWhole: boolean;
  /** Unix epoch milliseconds. */
  readonly readAtEpochMs: number;
};

/** What is compared of `machine`, as its price is listed; undefined where not even its model is known. */
export const subjectOfMachine = (machine: HostMachine): Subject | undefined => {
  const { gpu_name: model, verification, listed_gpu_cost: price } = machine;
  if (typeof model !== 'string') return undefined;
  return {
    model,
    ...(typeof verification === 'string' && { verification }),
    ...(typeof price === 'number' && price > 0 && { price }),
  };
};

/** The place that its price has there; undefined for one that is not listed, or of which that is not known. */
export const placeIn = (
  market: MachineMarket | undefined,
  { listed, listed_gpu_cost: price }: HostMachine,
): Place | undefined =>
  market === undefined || listed === false || typeof price !== 'number' ? undefined : placeAt(price, market.others);

/** By the id of each machine of which the model is known. Offers of the host's own never count, on whichever of `all` his machines they are. */
export const marketsOf = (
  machines: readonly HostMachine[],
  offers: readonly Offer[],
  told: Omit<MachineMarket, 'others'>,
  all = machines,
): ReadonlyMap<number, MachineMarket> => {
  const ids = new Set(all.map(({ id }) => id));
  const own = new Set(offers.flatMap(({ machine_id: id, host_id: host }) => (ids.has(id) ? (host ?? []) : [])));
  const keyOf = likenessKeys(USUAL_LIKENESS);
  const prices = new Map<string, number[]>();
  for (const offer of offers) {
    const { machine_id: id, host_id: host } = offer;
    const subject = subjectOf(offer);
    const price = gpuPrice(offer);
    // Of whom it is nobody knows where it says no machine.
    const isOther = id != null && !ids.has(id) && (host == null || !own.has(host));
    if (subject === undefined || price === undefined || !isOther) continue;
    const key = keyOf(subject);
    const alike = prices.get(key);
    if (alike === undefined) prices.set(key, [price]);
    else alike.push(price);
  }
  const sorted = new Map([...prices].map(([key, alike]) => [key, ascending(alike)]));
  return new Map(
    machines.flatMap((machine) => {
      const subject = subjectOfMachine(machine);
      if (typeof machine.id !== 'number' || subject === undefined) return [];
      return [[machine.id, { others: sorted.get(keyOf(subject)) ?? [], ...told }] as const];
    }),
  );
};

/** $/h of an offer for one GPU, without disk. */
const gpuPrice = ({ dph_base: base, num_gpus: gpus }: Offer): number | undefined =>
  typeof base === 'number' && typeof gpus === 'number' && gpus > 0 ? base / gpus : undefined;

/**
 * Reads them, with one search. Of machines whose model nobody knows there is no market. `all` are the host's, where these are only some of
 * them. `onOwn` is given what renters find of the machines.
 */
export const readMarkets = async (
  machines: readonly HostMachine[],
  client: Pick<Client, 'searchOffers'>,
  {
    now,
    all = machines,
    onOwn,
    ...options
  }: CallOptions & {
    readonly now: () => number;
    readonly all?: readonly HostMachine[];
    readonly onOwn?: (offer: Offer) => void;
  },
): Promise<ReadonlyMap<number, MachineMarket>> => {
  const models = [...new Set(machines.flatMap(({ gpu_name: model }) => model ?? []))];
  if (models.length === 0) return new Map();
  const { allocatedStorageGb: storageGb } = USUAL_SEARCH;
  const offers: Offer[] = [];
  const isCut = await readOffers(modelsRequest({ type: 'ondemand', storageGb, models }), client, options, (offer) =>
    offers.push(offer),
  );
  const ids = new Set(machines.map(({ id }) => id));
  for (const offer of offers) if (ids.has(offer.machine_id)) onOwn?.(offer);
  return marketsOf(machines, offers, { isWhole: !isCut, readAtEpochMs: now() }, all);
};
