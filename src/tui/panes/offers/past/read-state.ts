/** What is wanted of the past, and what was read. Pure. */
import type { SearchType } from '../../../../api/requests.ts';
import type { Condition } from '../../../../filter/line.ts';
import type { OfferPast, OfferPastWanted } from '../../../../history/offer-past.ts';
import type { RentedShares, SharesWanted } from '../../../../history/rented-shares.ts';
import type { TimeRange } from '../../../ui/chart.ts';
import type { Span } from './spans.ts';

/** What is to be read. */
export type PastWanted = CohortWanted | OfferWanted | MachinesWanted;

/** How long the user's own machines were rented. */
export type MachinesWanted = { readonly kind: 'machines' } & Omit<SharesWanted, 'service' | 'stretch'>;

/** The price of an offer that is open, and what became of its machine. */
export type OfferWanted = { readonly kind: 'offer' } & Omit<OfferPastWanted, 'service' | 'stretch' | 'timeZone'>;

/** Prices of a cohort. */
export type CohortWanted = {
  readonly kind: 'cohort';
  /** What the offers of the cohort agree in; absent where it is not known what that is. */
  readonly conditions?: readonly Condition[] | undefined;
  readonly type: SearchType;
  readonly storageGb: number;
  readonly span: Span;
};

/** Prices of a cohort in one bucket, $/hour for one GPU. */
export type PastBucket = TimeRange & {
  readonly n: number;
  readonly p25: number;
  readonly median: number;
  readonly p75: number;
};

/** What was read. */
export type PastValue =
  | {
      readonly kind: 'cohort';
      readonly range: TimeRange;
      readonly buckets: readonly PastBucket[];
      /** Length of a bucket. */
      readonly stepMs: number;
    }
  | { readonly kind: 'machines'; readonly shares: RentedShares }
  | { readonly kind: 'offer'; readonly past: OfferPast }
  /** There is nothing that answers it: nothing at all where `isEmpty`, or these filters are of fields that are not kept. */
  | { readonly kind: 'nothing'; readonly isEmpty: boolean; readonly unkept: readonly string[] };

/** What is wanted, and how far the reading has come; what was read before stays while newer answers are looked for. */
export type PastReadState = {
  readonly wanted: PastWanted;
  /** When the answer came that is shown beside it: with a newer one, more may be known. */
  readonly answeredEpochMs: number | undefined;
  readonly stage: 'reading' | 'read';
  readonly value?: PastValue | undefined;
  /** Why nothing could be read. */
  readonly problem?: string | undefined;
};
