/** Whether an offer can hold a job at all: it stays available only so long, and its disk has only so much room. Pure. */
import type { Offer } from '../catalogue/values.ts';
import { isKnown, type Workload } from './job-cost.ts';

const SECONDS_AN_HOUR = 3600;

/** What an offer has where that is less than a job needs: the hours that it stays available, its free disk in GB. */
type Shortfall = { readonly hours?: number; readonly diskGb?: number };

/** What `offer` has too little of for `workload`; undefined where nothing is known to lack. */
export const shortfallOf = (offer: Offer, { hours, diskGb }: Workload): Shortfall | undefined => {
  const { duration, disk_space: free } = offer;
  const isTooShort = isKnown(duration) && duration < hours * SECONDS_AN_HOUR;
  const isTooSmall = isKnown(free) && free < diskGb;
  if (!isTooShort && !isTooSmall) return undefined;
  return {
    ...(isTooShort && { hours: Math.max(0, duration / SECONDS_AN_HOUR) }),
    ...(isTooSmall && { diskGb: free }),
  };
};
