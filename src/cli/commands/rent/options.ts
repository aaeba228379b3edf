/** What `gpudeck rent` is asked to do. */
import type { RentRequest } from '../../../api/requests.ts';

/** What is to be rented, and on what terms. */
export type RentOptions = Pick<RentRequest, 'offerId' | 'image' | 'diskGb' | 'runType' | 'bid' | 'slaTarget'> & {
  /** Absent: one is made. */
  readonly label: string | undefined;
  /** $/hour; absent: any price. */
  readonly atMostPerHour: number | undefined;
  /** `dry-run` prints the requests only; `ask` rents when the user, who is asked, types the price. */
  readonly consent: 'dry-run' | 'ask' | 'given';
  /** True when an offer or a label may be rented whose earlier outcome is unknown. */
  readonly isRepeatWanted: boolean;
};
