/** What a pending price increase comes to for the instance that it is of. Pure. */
import { HOURS_A_MONTH } from '../base/time.ts';
import type { BesideById } from '../catalogue/instance-beside.ts';
import { runningRate } from '../catalogue/instance-columns.ts';
import type { Instance, PriceIncrease } from '../catalogue/values.ts';

/** How much more is asked for; nothing where a price stays, undefined where one is not told. */
const raised = (before: number | null | undefined, after: number | null | undefined): number | undefined => {
  if (after === null) return 0;
  return typeof before === 'number' && typeof after === 'number' ? after - before : undefined;
};

/**
 * $/hour that it costs more while it runs, without traffic; undefined where a price is not told, or that of the disk rises and its size
 * (GB) is not known.
 */
export const moreAnHour = (increase: PriceIncrease, diskGb: unknown): number | undefined => {
  const gpus = raised(increase.old_gpu_cost, increase.new_gpu_cost);
  const disk = raised(increase.old_disk_cost, increase.new_disk_cost);
  if (gpus === undefined || disk === undefined) return undefined;
  if (disk === 0) return gpus;
  return typeof diskGb === 'number' ? gpus + (disk * diskGb) / HOURS_A_MONTH : undefined;
};

/** A price increase beside its instance, of those that are known. Amounts in $/hour while it runs. */
export const increaseOf = (increase: PriceIncrease, instances: readonly Instance[]) => {
  const instance = instances.find(({ id }) => id === increase.contract_id);
  const now = instance && runningRate(instance);
  const more = moreAnHour(increase, instance?.disk_space);
  return { increase, instance, now, after: now === undefined || more === undefined ? undefined : now + more, more };
};

/** What the hosts of `instances` want more, beside what is said of them already. */
export const withIncreases = (
  beside: BesideById,
  increases: readonly PriceIncrease[],
  instances: readonly Instance[],
): BesideById => ({
  ...beside,
  ...Object.fromEntries(
    increases.map((increase) => {
      const { contract_id: id, contract_end_date: fromS } = increase;
      const { now, after, more } = increaseOf(increase, instances);
      return [id, { ...beside[String(id)], dearer: { now, after, more, fromS } }];
    }),
  ),
});
