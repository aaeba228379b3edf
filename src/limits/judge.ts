/** Holds one act against the limits: what would be over, with the figures. What is not known counts as over. Pure. */
import { groupedDollars, hourly } from '../money/money.ts';
import type { Limits, PlacedLimits, SpendingAct } from '../storage/files/limits-file.ts';
import type { Reserved } from '../storage/journal/reservations.ts';

/** What an act takes up. `undefined` is what nobody knows. */
export type Spending = {
  readonly act: SpendingAct;
  /** $/h more than now. */
  readonly perHour: number | undefined;
  /** $/h that the rental costs afterwards, with its disk, SLA and volumes; absent where the act is of no rental. */
  readonly rentalPerHour?: { readonly total: number | undefined };
  /** Instances more than now. */
  readonly instances: 0 | 1;
  /** Of a rental that begins: hours until its lease ends; `none` without one. Absent for other acts. */
  readonly lease?: number | 'none';
  /** Of what runs anew: its image, or the hash of the template that says which. Absent where none is chosen. */
  readonly image?: { readonly name: string | undefined; readonly template?: string };
  readonly machineId?: number | undefined;
  /** Of what a host lists: each model with its price, $/h a GPU. */
  readonly listed?: readonly { readonly model: string | undefined; readonly pricePerGpu: number }[];
};

/** What the service tells of the account, as far as a limit wants it; undefined where it does not. */
export type Figures = {
  /** $/h, with disks, SLA and volumes; what is on its way to run counts as if it ran. */
  readonly burnPerHour?: number | undefined;
  readonly instances?: number | undefined;
  /** $ since 00:00 UTC. */
  readonly spentToday?: number | undefined;
  /** $ that are left; Infinity where nothing is paid from it. */
  readonly credit?: number | undefined;
};

/** What takes up the room of limits at a moment. */
export type Standing = {
  readonly figures: Figures;
  /** By acts that are not in the figures yet. */
  readonly reserved: readonly Reserved[];
  readonly nowEpochMs: number;
};

/** A limit that would be broken. */
export type Broken = {
  readonly member: keyof Limits;
  /** What it would come to, what is allowed, and where that is said. */
  readonly words: string;
  /** True where somebody may go over it by saying the amount. */
  readonly isOfMoney: boolean;
};

/** Members that take a figure of the service. */
export const WANTED_FIGURES: Readonly<Partial<Record<keyof Limits, readonly (keyof Figures)[]>>> = {
  burn_per_hour: ['burnPerHour'],
  per_day: ['burnPerHour', 'spentToday'],
  instances: ['instances'],
  least_runway_hours: ['burnPerHour', 'credit'],
};

/** Sums of fractions that differ by less are the same, $. */
const ROUNDING = 1e-6;

/** That a lease may be longer, in hours: it is judged a little after it was reckoned. */
const A_MINUTE = 1 / 60;

const DAY_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;

/** Hours until 00:00 UTC. */
export const hoursLeftToday = (nowEpochMs: number): number => (DAY_MS - (nowEpochMs % DAY_MS)) / HOUR_MS;

/** Undefined where a part is not known. */
export const totalOf = (parts: readonly (number | undefined)[]): number | undefined =>
  parts.includes(undefined) ? undefined : parts.reduce<number>((sum, part) => sum + (part ?? 0), 0);

/** What would be spent, counted and left with the act: $/h, $ until midnight UTC, instances, hours. */
export const comingTo = (spending: Pick<Spending, 'perHour' | 'instances'>, standing: Standing) => {
  const { figures, reserved, nowEpochMs } = standing;
  const held = totalOf(reserved.map(({ perHour }) => perHour));
  const burn = totalOf([figures.burnPerHour, held, spending.perHour]);
  const ahead = burn === undefined ? undefined : burn * hoursLeftToday(nowEpochMs);
  const taken = reserved.reduce((sum, { instances }) => sum + instances, 0);
  const { credit } = figures;
  return {
    burn,
    today: totalOf([figures.spentToday, ahead]),
    instances: totalOf([figures.instances, taken, spending.instances]),
    runwayHours:
      credit === Number.POSITIVE_INFINITY || burn === 0
        ? Number.POSITIVE_INFINITY
        : credit === undefined || burn === undefined
          ? undefined
          : Math.max(0, credit) / burn,
  };
};

const isImageAllowed = (image: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => {
    const parts = pattern.split('*');
    let at = 0;
    return parts.every((part, place) => {
      if (place === 0) {
        at = part.length;
        return image.startsWith(part) && (parts.length > 1 || image === part);
      }
      const found = place === parts.length - 1 ? image.length - part.length : image.indexOf(part, at);
      const isThere = found >= at && image.startsWith(part, found);
      at = found + part.length;
      return isThere;
    });
  });

/** False for what costs no more than before, whatever is spent. */
const costsMore = ({ perHour }: Spending): boolean => perHour === undefined || perHour > ROUNDING;

type Judging = (limits: Limits, spending: Spending, standing: Standing) => string | undefined;

/** `it would come to X, and N allows Y` where it is over, or not known. */
const over = (what: string, value: number | undefined, most: number | undefined, words: (amount: number) => string) => {
  if (most === undefined || (value !== undefined && value <= most + ROUNDING)) return undefined;
  return value === undefined
    ? `${what} is not known, and at most ${words(most)} is allowed`
    : `${what} would be ${words(value)}, and at most ${words(most)} is allowed`;
};

const RULES: Readonly<
  Record<Exclude<keyof Limits, 'over_limit'>, { readonly isOfMoney: boolean; readonly judge: Judging }>
> = {
  per_rental_per_hour: {
    isOfMoney: true,
    judge: ({ per_rental_per_hour: most }, { rentalPerHour }) =>
      rentalPerHour && over('what the rental costs', rentalPerHour.total, most, hourly),
  },
  burn_per_hour: {
    isOfMoney: true,
    judge: ({ burn_per_hour: most }, spending, standing) =>
      costsMore(spending)
        ? over('what all costs together', comingTo(spending, standing).burn, most, hourly)
        : undefined,
  },
  per_day: {
    isOfMoney: true,
    judge: ({ per_day: most }, spending, standing) =>
      costsMore(spending)
        ? over('what is spent from 00:00 to 24:00 UTC', comingTo(spending, standing).today, most, groupedDollars)
        : undefined,
  },
  instances: {
    isOfMoney: true,
    judge: ({ instances: most }, spending, standing) =>
      spending.instances === 0
        ? undefined
        : over('the number of instances', comingTo(spending, standing).instances, most, String),
  },
  lease_required: {
    isOfMoney: false,
    judge: ({ lease_required: isRequired }, { lease }) =>
      isRequired && lease === 'none' ? 'a rental has to have a lease' : undefined,
  },
  longest_lease_hours: {
    isOfMoney: false,
    judge: ({ longest_lease_hours: most }, { lease }) =>
      lease === undefined || most === undefined
        ? undefined
        : lease === 'none'
          ? `a rental has to have a lease of at most ${most} h`
          : over(
              'its lease',
              lease <= most + A_MINUTE ? most : lease,
              most,
              (hours) => `${Math.round(hours * 100) / 100} h`,
            ),
  },
  least_runway_hours: {
    isOfMoney: true,
    judge: ({ least_runway_hours: least }, spending, standing) => {
      const { runwayHours } = comingTo(spending, standing);
      if (least === undefined || !costsMore(spending) || (runwayHours !== undefined && runwayHours >= least - ROUNDING))
        return undefined;
      return runwayHours === undefined
        ? `how long the credit lasts is not known, and at least ${least} h are wanted`
        : `the credit would last ${runwayHours.toFixed(1)} h, and at least ${least} h are wanted`;
    },
  },
  acts: {
    isOfMoney: false,
    judge: ({ acts }, { act }) =>
      acts === undefined || acts.includes(act) ? undefined : `${act} is not among the acts that are allowed`,
  },
  images: {
    isOfMoney: false,
    judge: ({ images }, { image }) => {
      if (images === undefined || image === undefined) return undefined;
      if (image.name === undefined) return 'which image it runs is not known, and not every image is allowed';
      return isImageAllowed(image.name, images)
        ? undefined
        : `the image ${image.name} is not among those that are allowed`;
    },
  },
  never_machines: {
    isOfMoney: false,
    judge: ({ never_machines: never }, { act, machineId }) => {
      if (never === undefined || act === 'list') return undefined;
      if (machineId === undefined) return 'its machine is not known, and some machines are never to be rented';
      return never.includes(machineId) ? `machine ${machineId} is never to be rented` : undefined;
    },
  },
  price_floor: {
    isOfMoney: true,
    judge: ({ price_floor: floor }, { listed }) => listed && offPrices(listed, floor, -1),
  },
  price_ceiling: {
    isOfMoney: true,
    judge: ({ price_ceiling: ceiling }, { listed }) => listed && offPrices(listed, ceiling, 1),
  },
};

/** Prices beyond those of their model, above them by 1, below by -1. */
const offPrices = (
  listed: NonNullable<Spending['listed']>,
  bounds: Readonly<Record<string, number>> | undefined,
  side: 1 | -1,
): string | undefined => {
  if (bounds === undefined) return undefined;
  const words = listed.flatMap(({ model, pricePerGpu }) => {
    if (model === undefined) return ['the model of a machine is not known'];
    const bound = Object.hasOwn(bounds, model) ? bounds[model] : undefined;
    if (bound === undefined || (pricePerGpu - bound) * side <= ROUNDING) return [];
    return [`${hourly(pricePerGpu)} a GPU of ${model} is ${side > 0 ? 'more than' : 'less than'} ${hourly(bound)}`];
  });
  return words[0];
};

/** The limits that the act would break, of every set. */
export const brokenBy = (placed: readonly PlacedLimits[], spending: Spending, standing: Standing): readonly Broken[] =>
  placed.flatMap(({ place, limits }) =>
    Object.entries(RULES).flatMap(([name, { isOfMoney, judge }]) => {
      // The keys of RULES are members of limits.
      const member = name as keyof typeof RULES;
      const words = judge(limits, spending, standing);
      return words === undefined ? [] : [{ member, isOfMoney, words: `${words} (${member} in ${place})` }];
    }),
  );

const LEASE_MEMBERS: readonly (keyof Limits)[] = ['lease_required', 'longest_lease_hours'];

/** The limits of leases that one of so many hours, or none, would break. */
export const brokenByLease = (placed: readonly PlacedLimits[], lease: number | 'none'): readonly Broken[] =>
  brokenBy(
    placed,
    { act: 'rent', perHour: 0, instances: 0, lease },
    { figures: {}, reserved: [], nowEpochMs: 0 },
  ).filter(({ member }) => LEASE_MEMBERS.includes(member));
