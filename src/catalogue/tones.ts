/** Which values stand out from the usual ones, by a role that a theme colours. Each is told by its word or figure too. */
import type { ColouredRole } from '../base/roles.ts';

/** By the word of a value, or by bounds in wire units: the first of those that the value is below, or at least. */
export type Tones =
  | { readonly words: Readonly<Record<string, ColouredRole>> }
  | { readonly below: readonly Bound[] }
  | { readonly from: readonly Bound[] };

type Bound = readonly [bound: number, role: ColouredRole];

/** The role of `value`; undefined for one that is as usual. */
export const toneOf = (tones: Tones, value: unknown): ColouredRole | undefined => {
  if ('words' in tones) {
    return typeof value === 'string' && Object.hasOwn(tones.words, value) ? tones.words[value] : undefined;
  }
  if (typeof value !== 'number') return undefined;
  return 'below' in tones
    ? tones.below.find(([bound]) => value < bound)?.[1]
    : tones.from.find(([bound]) => value >= bound)?.[1];
};

const DAY_S = 86_400;

/** How long something stays available, in seconds: an hour of work may be lost soon. */
export const SPAN_TONES: Tones = {
  below: [
    [DAY_S / 4, 'danger'],
    [DAY_S, 'warning'],
  ],
};

/** From 0 to 1. A tenth of the published offers is below. */
export const RELIABILITY_TONES: Tones = { below: [[0.97, 'warning']] };

export const VERIFICATION_TONES: Tones = { words: { verified: 'good', unverified: 'warning', deverified: 'danger' } };

/** Of volumes, connections, instances and deliveries. */
export const STATUS_TONES: Tones = {
  words: {
    active: 'good',
    running: 'good',
    delivered: 'good',
    creating: 'warning',
    deleting: 'warning',
    loading: 'warning',
    rebooting: 'warning',
    waiting: 'accent',
    sending: 'accent',
    'not sent': 'warning',
    offline: 'danger',
    exited: 'danger',
    failed: 'danger',
  },
};
