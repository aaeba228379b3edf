/** The fields of an offer that say how far its machine and its host can be relied on, and what follows for prices. */
import type { Offer } from '../../catalogue/values.ts';
import type { Host } from './hosts.ts';
import type { Random } from './random.ts';
import { rounded } from './rounding.ts';

/** The states of a machine (docs/interface.md, Offer, `verification`). */
export type Verification = 'verified' | 'unverified' | 'deverified';

const VERIFICATION_CODES: Readonly<Record<Verification, number>> = { verified: 1, unverified: 0, deverified: 2 };

/** Seven machines of ten are verified, one of twenty lost it; datacenters do better. */
export const pickVerification = (random: Random, host: Host): Verification => {
  if (random.chance(0.05)) return 'deverified';
  return random.chance(host.isDatacenter ? 0.87 : 0.69) ? 'verified' : 'unverified';
};

/** The fields of a machine in that state. */
export const trustFields = (random: Random, host: Host, verification: Verification): Offer => {
  const isVerified = verification === 'verified';
  const reliability = pickReliability(random, host, isVerified);
  const hasClaim = isVerified && random.chance(host.isDatacenter ? 0.5 : 0.06);
  return {
    host_id: host.id,
    hosting_type: host.isDatacenter ? 1 : 0,
    verification,
    vericode: VERIFICATION_CODES[verification],
    reliability,
    reliability2: reliability,
    reliability_mult: rounded(0.6 + 0.4 * reliability ** 8, 6),
    expected_reliability: hasClaim ? random.pick([0.95, 0.98, 0.99, 0.99, 0.995, 0.999]) : null,
    discount_rate: isVerified ? random.pick([0, 0.1, 0.2, 0.25, 0.3, 0.4]) : null,
    credit_discount_max: random.pick([0, 0.1, 0.4]),
    external: random.pickShare([{ is: null, share: 96 }, ...SOMETIMES]).is,
    cluster_id: host.isDatacenter && random.chance(0.03) ? random.integer(1, 40) : null,
    bundled_results: random.chance(0.01) ? random.integer(2, 9) : null,
    resource_type: 'gpu',
    webpage: host.webpage,
    logo: host.logo,
    time_remaining: '',
    time_remaining_isbid: '',
    // Words that are not published, as the service also sends.
    host_run_time: rounded(random.between(0, 900) * 86_400, 1),
    inet_down_billed: null,
    inet_up_billed: null,
    ...(random.chance(0.1) ? { tags: ['benchmarked'] } : {}),
  };
};

const SOMETIMES = [
  { is: true, share: 2 },
  { is: false, share: 2 },
] as const;

/** 0 to 1, with the seven decimals that the service gives. */
const pickReliability = (random: Random, host: Host, isVerified: boolean): number => {
  const failures = 0.0004 * (host.isDatacenter ? 60 : 160) ** random.fraction();
  return rounded(Math.max(0.5, 1 - failures * (isVerified ? 1 : 3.2)), 7);
};
