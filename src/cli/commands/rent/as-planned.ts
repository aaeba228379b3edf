/** What of a rental stays as it is when its plan is applied: its offer, its label, and the moment at which its lease ends. */
import type { RentRequest } from '../../../api/requests.ts';
import { utcTime } from '../../../base/time.ts';
import type { readUntil } from '../../../leases/until.ts';
import type { LeaseEnd } from '../../../storage/journal/leases.ts';
import { inPlaceOf, isGiven, withWords } from '../../own-words.ts';

/** The words of a command that rents this very offer by this label, where it was to be found or made. */
export const argsOf = (words: readonly string[], { offerId, label }: RentRequest): readonly string[] => {
  const named = inPlaceOf(words, '--cheapest', String(offerId));
  return isGiven(named, '--label') ? named : withWords(named, '--label', label);
};

/** What the plan rests on of a lease: `18:00` is another moment at 18:01. */
export const leaseAsRead = (
  until: Exclude<ReturnType<typeof readUntil>, { problem: string }> | undefined,
  end: LeaseEnd,
) =>
  until && {
    lease: {
      ...('lengthMs' in until ? { hours: until.lengthMs / 3_600_000 } : { until: utcTime(until.untilMs) }),
      end,
    },
  };
