/**
 * What may be spent: `limits.json`, written by hand and checked here. The one in the user's usual config folder holds whatever folder
 * `--config` names; what stands in another folder, or in a profile, only narrows it.
 */
import { join } from 'node:path';
import * as z from 'zod';
import { once } from '../../base/once.ts';
import { readHandWritten } from './hand-written.ts';
import type { Places } from './places.ts';

/** Acts that raise what is spent, or what others pay. */
const SPENDING_ACTS = [
  ...(['rent', 'start', 'bid', 'change-image', 'accept-increase'] as const),
  ...(['list', 'rent-volume', 'clone-volume'] as const),
];

/** What `acts` names: those, and all else that is sent, as `gpudeck journal` calls it. From that an agent alone is kept. */
export const ACTS = [
  ...SPENDING_ACTS,
  ...(['stop', 'reboot', 'recycle', 'destroy', 'label', 'reject-increase', 'announce', 'withdraw'] as const),
  ...(['unlist', 'min-bid', 'clean-up', 'delete-volume', 'add-key', 'delete-key', 'attach-key', 'detach-key'] as const),
  ...(['create-template', 'edit-template', 'delete-template', 'copy', 'cloud-copy', 'cloud-trial'] as const),
  ...(['volume-copy', 'end-copies', 'end-cloud-copies', 'end-volume-copies'] as const),
  ...(['create', 'change', 'delete', 'rotate', 'test'] as const),
];

export type SpendingAct = (typeof SPENDING_ACTS)[number];

const PRICES = 'prices by model are written as {"RTX 4090": 0.25}, in $/h a GPU';

const amount = () => z.number('is an amount in dollars').min(0, 'is an amount in dollars, 0 or more');
const hours = () => z.number('is a number of hours').positive('is a number of hours above 0');
const prices = () => z.record(z.string().min(1), amount(), PRICES);

/** The members of a limit, as they are written: $/h, $ or hours; absent: no limit. */
export const limitMembers = once(() => ({
  per_rental_per_hour: amount().optional(),
  burn_per_hour: amount().optional(),
  per_day: amount().optional(),
  instances: z.int('is a number of instances').min(0, 'is a number of instances, 0 or more').optional(),
  lease_required: z.boolean().optional(),
  longest_lease_hours: hours().optional(),
  least_runway_hours: hours().optional(),
  acts: z.array(z.enum(ACTS, `names one of ${ACTS.join(', ')}`)).optional(),
  images: z.array(z.string().min(1)).optional(),
  never_machines: z.array(z.int()).optional(),
  price_floor: prices().optional(),
  price_ceiling: prices().optional(),
}));

/** What is written in the file. */
export const limitsSchema = once(() => z.strictObject({ ...limitMembers(), over_limit: z.boolean().optional() }));

/** One set of limits, as written. */
export type Limits = Readonly<z.infer<ReturnType<typeof limitsSchema>>>;

/** Sets of limits that all hold, each with where it stands. */
export type PlacedLimits = { readonly place: string; readonly limits: Limits };

/** Where limits may stand. */
export type LimitSources = {
  /** The user's usual folders. */
  readonly usual: Places;
  /** The folder in use, which `--config` may name. */
  readonly configFolder: string;
  /** What the profile in use says. */
  readonly ofProfile: PlacedLimits | undefined;
};

/** What a profile says. */
export const limitsOfProfile = (name: string, limits: Limits | undefined): PlacedLimits | undefined =>
  limits && { place: `the profile ${name}`, limits };

const MAXIMUM_BYTES = 128 * 1024;

const NAME = 'limits.json';

/** The file that holds for everything. */
export const limitsFile = ({ configFolder }: Pick<Places, 'configFolder'>): string => join(configFolder, NAME);

/** Every problem of the files that there are. */
export const checkLimits = ({ usual, configFolder }: Pick<LimitSources, 'usual' | 'configFolder'>) =>
  [...new Set([limitsFile(usual), limitsFile({ configFolder })])].map((file) =>
    readHandWritten(file, limitsSchema, MAXIMUM_BYTES),
  );

/** The limits that hold now, none where none are written; or what is wrong with one of the files: then nothing is known to be allowed. */
export const readLimits = (sources: LimitSources): readonly PlacedLimits[] | { readonly problem: string } => {
  const found: PlacedLimits[] = [];
  for (const { file, value, problem } of checkLimits(sources)) {
    if (problem !== undefined) return { problem };
    if (value !== undefined) found.push({ place: file, limits: value });
  }
  if (sources.ofProfile !== undefined) found.push(sources.ofProfile);
  return found;
};

/** The acts that the file that holds for everything names, and nothing narrows: an agent may do them. */
export const namedActs = (sources: LimitSources): readonly string[] => {
  const { acts = [] } = readHandWritten(limitsFile(sources.usual), limitsSchema, MAXIMUM_BYTES).value ?? {};
  const all = readLimits(sources);
  if ('problem' in all) return [];
  return acts.filter((act) => all.every(({ limits }) => limits.acts === undefined || limits.acts.includes(act)));
};

/** True where the file that holds for everything lets a command go over a limit by `--over-limit`. */
export const mayCommandGoOver = (sources: LimitSources): boolean => {
  const usual = readHandWritten(limitsFile(sources.usual), limitsSchema, MAXIMUM_BYTES);
  return usual.value?.over_limit === true;
};
