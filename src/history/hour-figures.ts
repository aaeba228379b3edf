/** Figures of the market as it stood at one moment, by model: what is left of an hour when its single offers are no longer kept. Pure. */
import { createCohorts } from '../pricing/cohorts.ts';
import type { Spread } from '../pricing/spread.ts';

/** What is needed of an offer: its price in $/hour. */
type PricedModel = {
  readonly gpuName: string | null;
  readonly gpus: number | null;
  readonly price: number | null;
};

/** What hours are counted by. */
export const HOUR_FIELD = 'gpu_name';

/** How the prices of each model spread, $/hour for one GPU. */
export const hourFiguresOf = (
  offers: readonly PricedModel[],
): readonly { readonly gpuName: string | null; readonly spread: Spread }[] => {
  const cohorts = createCohorts([HOUR_FIELD], () => false);
  cohorts.add(offers.map(({ gpuName, gpus, price }) => ({ gpu_name: gpuName, num_gpus: gpus, dph_total: price })));
  return cohorts.all().map(({ like, spread }) => ({ gpuName: like[HOUR_FIELD] as string | null, spread }));
};
