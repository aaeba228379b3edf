/** An instance that does not come back by itself, rented anew: the search for another offer like it, and what is rented of that. Pure. */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { cheapestOf, type RentRequest, type RunType, type SearchRequest } from '../api/requests.ts';
import { once } from '../base/once.ts';
import { statusOf } from '../catalogue/instance-columns.ts';
import type { Instance, Offer } from '../catalogue/values.ts';
import { filtersByDefault } from '../filter/request.ts';
import { rentalCost } from '../rentals/price.ts';

/** What of the plan does not depend on the offer. */
type AnewPlan = Omit<RentRequest, 'offerId'>;

const FINAL = ['exited', 'unknown', 'offline'];

/** Why `instance` is not rented anew; undefined when it can be. */
export const anewRefusal = (instance: Instance): string | undefined => {
  const status = statusOf(instance);
  const { id, image_uuid: image, gpu_name: model, num_gpus: count, disk_space: disk } = instance;
  if (!FINAL.includes(status)) return `Not rented anew: ${id ?? '?'} is ${status}, not exited, unknown or offline.`;
  const isKnown = Boolean(image) && Boolean(model) && typeof count === 'number' && typeof disk === 'number';
  return isKnown
    ? undefined
    : 'The service does not say which image, GPUs and disk it has, so it cannot be rented anew.';
};

/** What an instance is started with, and what nobody sees. */
export type StartedWith = Pick<RentRequest, 'environment' | 'onStart'>;

/** True where `instance` has any of that, or does not say so. */
export const isStartedWith = ({ extra_env: environment, onstart }: Instance): boolean =>
  Boolean(onstart) || !isNothing(environment);

/** What the record `instance` has of it, with its values; undefined where they are in a form that is not known. */
export const startedWith = ({ extra_env: environment, onstart }: Instance): StartedWith | undefined => {
  const read = isNothing(environment) ? {} : environmentForms().safeParse(environment).data;
  return read && { environment: read, ...(onstart && { onStart: onstart }) };
};

const isNothing = (environment: unknown): boolean => (environment ?? '') === '' || isDeepStrictEqual(environment, []);

const environmentForms = once(() => {
  const value = z.union([z.string(), z.number().transform(String)]);
  return z.union([
    z.array(z.tuple([z.string(), value])).transform((pairs) => Object.fromEntries(pairs)),
    z.record(z.string(), value),
  ]);
});

/** What is rented: the same image, disk, label and way to run, on demand. `label` is that of one without. */
export const anewPlan = (instance: Instance, label: string, started: StartedWith): AnewPlan => ({
  image: instance.image_uuid ?? '',
  diskGb: Math.max(8, Math.ceil(instance.disk_space ?? 0)),
  label: instance.label || label,
  runType: runTypeOf(instance.image_runtype),
  ...started,
});

/** Those that give most first: Jupyter includes SSH, and a direct way in is one beside the proxy. */
const BY_REACH: readonly RunType[] = [
  'jupyter_direct',
  'jupyter',
  'jupyter_proxy',
  'ssh_direct',
  'ssh',
  'ssh_proxy',
  'args',
];

/** The run type for the words of a record, which may be several, as in `jupyter_direc ssh_direc ssh_proxy`. */
const runTypeOf = (text: string | null | undefined): RunType => {
  const words = (text ?? '').split(' ').map((word) => word.replace(/_direc$/, '_direct'));
  return BY_REACH.find((known) => words.includes(known)) ?? 'ssh';
};

/** The search for offers of as many GPUs of the same model, with the usual conditions, the cheapest first. */
export const anewSearch = ({ gpu_name: model, num_gpus: count }: Instance, { diskGb }: AnewPlan): SearchRequest => {
  const filters = {
    ...filtersByDefault(() => true),
    gpu_name: { eq: model ?? '' },
    num_gpus: { eq: count ?? 0 },
    disk_space: { gte: diskGb },
  };
  return cheapestOf(filters, diskGb, 20);
};

/** The cheapest of `offers` on another machine, with what it costs in $/hour; undefined where there is none whose price is known, and not below zero. */
export const cheapestAnew = (
  offers: readonly Offer[],
  plan: AnewPlan,
  { machine_id: machineId }: Instance,
): { readonly offer: Offer & { readonly id: number }; readonly perHour: number } | undefined => {
  const priced = offers.flatMap((offer) => {
    const { perHour = -1 } = rentalCost(offer, plan);
    const { id } = offer;
    const isOther = offer.machine_id !== machineId;
    return isOther && typeof id === 'number' && perHour >= 0 ? [{ offer: { ...offer, id }, perHour }] : [];
  });
  return priced.sort((one, other) => one.perHour - other.perHour)[0];
};
