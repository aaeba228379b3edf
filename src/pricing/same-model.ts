/** Offers by the model of their GPUs: an answer is gone through once, however many models are asked for. */
import type { Offer } from '../catalogue/values.ts';

const BY_MODEL = new WeakMap<readonly Offer[], ReadonlyMap<string | undefined, readonly Offer[]>>();

/** None of them, and the same each time, so that what is made of it is kept. */
const NONE: readonly Offer[] = [];

/** Those of `offers` whose GPUs are of `model`, or of none that is known, in their order: the same list as long as `offers` are. */
export const ofModel = (offers: readonly Offer[], model: Offer['gpu_name']): readonly Offer[] =>
  BY_MODEL.getOrInsertComputed(offers, () => Map.groupBy(offers, ({ gpu_name: own }) => own ?? undefined)).get(
    model ?? undefined,
  ) ?? NONE;
