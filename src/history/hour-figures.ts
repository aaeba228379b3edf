/** Figures of the market as it stood at one moment, by model: what is left of an hour when its single offers are no longer kept. Pure. */
import type { Spread } from '../pricing/spread.ts';
import { cohortsOfMarkets, type PricedMarkets } from './priced-market.ts';

/** What hours are counted by. */
export const HOUR_FIELD = 'gpu_name';

/** How the prices of each model spread, $/hour for one GPU, in the one market that is given. */
export const hourFiguresOf = (
  market: PricedMarkets,
): readonly { readonly gpuName: string | null; readonly spread: Spread }[] =>
  [...cohortsOfMarkets(market, [HOUR_FIELD]).values()]
    .flat()
    .map(({ like, spread }) => ({ gpuName: like[HOUR_FIELD] as string | null, spread }));
