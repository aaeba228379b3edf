/** What instances and volumes cost per hour now. Traffic is in none of these figures. Pure. */
import type { SpendRate } from '../api/records/money-shapes.ts';
import { isDiskAlone, isUnderway, presentRate, runningRate } from '../catalogue/instance-columns.ts';
import type { Instance, Volume } from '../catalogue/values.ts';
import { type Amount, amountOf, inDollars, sumOf } from './amount.ts';

/** $/h by what it is for; a part is undefined where nobody has told it, and then in no sum. */
type Parts = {
  readonly gpu: number | undefined;
  /** Disks of the instances. */
  readonly disk: number | undefined;
  readonly volumes: number | undefined;
  /** SLA premiums, which only the records of instances tell. */
  readonly sla: number | undefined;
};

export type Burn = Parts & {
  /** $/h, the sum of the parts that are known. */
  readonly total: number;
  /** Whether the service has told it by itself, or it is added up from the records of instances and volumes. */
  readonly source: 'service' | 'records';
  /** False where an instance or a volume costs something that nobody has told: it burns more than `total`. Premiums apart. */
  readonly isWhole: boolean;
};

/** What an instance costs now, $/h; `undefined` where that is not known. */
type InstanceRate = { readonly gpu: Amount; readonly disk: Amount; readonly sla: Amount };

const partsOf = (instance: Instance): InstanceRate | undefined => {
  const total = presentRate(instance);
  if (total === undefined) return undefined;
  const { instance: paid, search, storage_total_cost: stored } = instance;
  if (isDiskAlone(instance)) return { gpu: 0n, disk: amountOf(total), sla: 0n };
  const all = amountOf(total);
  // Where its host is away it may be less than its disk and its premium.
  const disk = least(amountOf(paid?.diskHour ?? search?.diskHour ?? stored ?? 0), all);
  const sla = least(amountOf((paid ?? search)?.slaPremiumPerHour ?? 0), all - disk);
  return { gpu: all - disk - sla, disk, sla };
};

/** $/hour more than now that an instance will cost by itself, as it is on its way to run; undefined where nobody says. */
export const comingRate = (record: Instance): number | undefined => {
  if (!isUnderway(record) || record.intended_status === 'stopped') return 0;
  const running = runningRate(record);
  return running === undefined ? undefined : Math.max(0, running - (presentRate(record) ?? 0));
};

const least = (one: Amount, other: Amount): Amount => (one < other ? one : other);

const total = (parts: Parts): number => inDollars(sumOf(Object.values(parts).filter((part) => part !== undefined)));

/** Added up from the records; what was not read is undefined. */
export const burnOf = (instances: readonly Instance[] | undefined, volumes: readonly Volume[] | undefined): Burn => {
  const rates = instances?.map(partsOf);
  const sum = (name: keyof InstanceRate): number | undefined =>
    rates && inDollars(rates.reduce((all, rate) => all + (rate?.[name] ?? 0n), 0n));
  const stored = volumes?.map(({ storage_total_cost: cost }) => cost ?? undefined);
  const parts = {
    gpu: sum('gpu'),
    disk: sum('disk'),
    volumes: stored && inDollars(sumOf(stored.filter((cost) => cost !== undefined))),
    sla: sum('sla'),
  };
  const isWhole = rates?.every((rate) => rate !== undefined) && stored?.every((cost) => cost !== undefined);
  return { ...parts, total: total(parts), source: 'records', isWhole: isWhole === true };
};

/** As the service tells it; undefined where it does not tell all of it. Premiums are those of `instances`, where these were read. */
export const burnTold = (
  told: Partial<SpendRate> | undefined,
  instances: readonly Instance[] | undefined,
): Burn | undefined => {
  if (told?.gpu === undefined || told.disk === undefined || told.volumes === undefined) return undefined;
  const parts = { gpu: told.gpu, disk: told.disk, volumes: told.volumes, sla: burnOf(instances, undefined).sla };
  return { ...parts, total: total(parts), source: 'service', isWhole: true };
};
