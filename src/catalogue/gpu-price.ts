/** The price that the service does not tell but people compare: that of one GPU. */
import type { ServiceRecord } from './columns.ts';

/** $/hour for one GPU, unrounded: `dph_total` by `num_gpus`; undefined where one of them is not known. */
export const pricePerGpu = ({ dph_total: total, num_gpus: gpus }: ServiceRecord): number | undefined =>
  typeof total === 'number' && typeof gpus === 'number' && gpus > 0 ? total / gpus : undefined;
