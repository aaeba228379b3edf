/**
 * The page on which offers are rented: the form, the review and what it comes to, the sending, and what became of it. Pure.
 * Holds no secret.
 */

import type { Names } from '../../../../account/carried.ts';
import type { Explanation } from '../../../../api/errors/explain.ts';
import type { RentRequest, SearchType } from '../../../../api/requests.ts';
import type { Offer } from '../../../../catalogue/values.ts';
import type { ReadEnd } from '../../../../leases/until.ts';
import type { OverLimit } from '../../../../limits/allowance.ts';
import type { Workload } from '../../../../pricing/job-cost.ts';
import { planOn, planProblems } from '../../../../rentals/plan.ts';
import { type RentalCost, rentalCost } from '../../../../rentals/price.ts';
import type { CoverToAsk, RentalStage } from '../../../../rentals/rent-one.ts';
import type { Rental } from '../../../../storage/journal/rentals.ts';
import type { Paragraph } from '../../../../writes/write-kind.ts';
import type { Line } from '../../../state/line.ts';
import { type Asked, idle, lastArrived } from '../../../state/remote.ts';

/** Most offers that are rented at once. */
export const MOST_OFFERS = 8;

/** What is read to its end and then confirmed by a price: the lines scrolled out above, and what is typed, while it is. */
type Confirming = { readonly top: number; readonly typed?: Line | undefined };

/** Everything that is to be seen before something is rented. */
export type Review = Confirming & {
  /** What is rented, for each offer alike: its environment and its script are masked. */
  readonly masked: Omit<RentRequest, 'offerId' | 'label'>;
  /** The label for each offer. */
  readonly labels: readonly string[];
  /** Characters of the script in its file, and whether it is packed. */
  readonly script?: { readonly fileCharacters: number; readonly sentCharacters: number; readonly isPacked: boolean };
  /** Until when they are wanted; absent: until they are destroyed. */
  readonly until?: ReadEnd | undefined;
  /** The offers as they are now, those of them that there are. */
  readonly offers: Asked<readonly Offer[], Explanation>;
  /** What of the account goes in. */
  readonly sshKeys: Asked<Names, Explanation>;
  readonly variables: Asked<Names, Explanation>;
  /** What the journal knows of these offers and labels. */
  readonly standing: readonly Rental[];
  readonly isRevealed: boolean;
  /** What is to be read before anything else. */
  readonly note?: string | undefined;
  /** A limit was in the way of the last try: the price that is typed goes over it. */
  readonly over?: OverLimit | undefined;
};

/** A cover that is asked for only where the user says so, and the $/hour of the second instance that the call may rent. */
export type CoverOffer = { readonly toAsk: CoverToAsk; readonly perHour: number };

/** What became of one offer, in words. */
export type Ended = {
  readonly offerId: number;
  readonly label: string;
  /** The instance, where there is one and its id is known. */
  readonly contract?: number | undefined;
  readonly isUnknown: boolean;
  readonly cover?: CoverOffer | undefined;
  readonly told: readonly Paragraph[];
};

/** The offers that are rented, one after the other, and what became of them. */
type Sent = Confirming & {
  readonly labels: readonly string[];
  readonly ends: readonly Ended[];
  /** How far the call is that is out; absent while none is. */
  readonly reached?: RentalStage | undefined;
  /** The place of the one whose cover is to be asked for, which is reviewed like a rental of its own. */
  readonly cover?: number | undefined;
};

type Stage =
  | { readonly kind: 'form'; readonly problem?: string | undefined }
  | ({ readonly kind: 'review' } & Review)
  | ({ readonly kind: 'sent' } & Sent);

/** The offers as the list had them when the page was opened, and what their prices were for. */
export type ListPrices = {
  readonly offers: readonly Offer[];
  readonly pricing: { readonly type: SearchType; readonly storageGb: number; readonly slaTarget?: number };
  /** When they came. */
  readonly atEpochMs: number | undefined;
};

/** The open page. */
export type RentPage = {
  readonly kind: 'rent';
  readonly offerIds: readonly number[];
  readonly stage: Stage;
  /** Absent where a later run has opened it. */
  readonly list?: ListPrices | undefined;
};

/** The page as it is opened. */
export const rentOpened = (offerIds: readonly number[], list?: ListPrices): RentPage => ({
  kind: 'rent',
  offerIds,
  stage: { kind: 'form' },
  ...(list && { list }),
});

/** The form is there again, with what was found wrong with it as a whole. */
export const formShown = (page: RentPage, problem?: string): RentPage => ({
  ...page,
  stage: { kind: 'form', ...(problem !== undefined && { problem }) },
});

/** What is to be rented is looked at before it is. */
export const reviewOpened = (
  page: RentPage,
  seen: Pick<Review, 'masked' | 'labels' | 'script' | 'standing' | 'note' | 'over' | 'until'>,
): RentPage => ({
  ...page,
  stage: {
    kind: 'review',
    ...seen,
    offers: { answer: idle },
    sshKeys: { answer: idle },
    variables: { answer: idle },
    isRevealed: false,
    top: 0,
  },
});

/** The review changed as follows; any other stage stays as it is. */
export const reviewChanged = (page: RentPage, change: (review: Review) => Review): RentPage => {
  const { stage } = page;
  return stage.kind === 'review' ? { ...page, stage: { ...change(stage), kind: 'review' } } : page;
};

/** What confirms the review, or the call for a cover, is typed, or no more. */
export const confirmationTyped = (page: RentPage, typed: Line | undefined): RentPage =>
  page.stage.kind === 'form' ? page : { ...page, stage: { ...page.stage, typed } };

/** So many lines are scrolled out above. */
export const rentScrolled = (page: RentPage, top: number): RentPage =>
  page.stage.kind === 'form' ? page : { ...page, stage: { ...page.stage, top } };

/** The offers are rented from now on. */
export const sendingBegun = (page: RentPage, labels: readonly string[]): RentPage => ({
  ...page,
  stage: { kind: 'sent', labels, ends: [], reached: 'asking', top: 0 },
});

const sentChanged = (page: RentPage, change: (sent: Sent) => Partial<Sent>): RentPage =>
  page.stage.kind === 'sent' ? { ...page, stage: { ...page.stage, ...change(page.stage) } } : page;

/** Renting the present offer has come so far; undefined when no other is rented. */
export const stageReached = (page: RentPage, reached: RentalStage | undefined): RentPage =>
  sentChanged(page, () => ({ reached }));

/** One offer is done with, and the next one is begun. */
export const offerEnded = (page: RentPage, end: Ended): RentPage =>
  sentChanged(page, ({ ends }) => ({ ends: [...ends, end], reached: 'asking' }));

/** Nothing is rented any more, and what became of it is told. */
export const isOver = ({ stage }: RentPage): boolean => stage.kind === 'sent' && stage.reached === undefined;

/** The first cover that may be asked for is reviewed. */
export const coverOpened = (page: RentPage): RentPage =>
  sentChanged(page, ({ ends }) => ({ cover: ends.findIndex(({ cover }) => cover !== undefined), top: 0 }));

/** The cover is being asked for. */
export const coverSent = (page: RentPage): RentPage =>
  sentChanged(page, () => ({ typed: undefined, reached: 'sending' }));

/** What became of the offers again, with what `change` makes of the one whose cover was reviewed. */
export const coverLeft = (page: RentPage, change: (ended: Ended) => Ended = (ended) => ended): RentPage =>
  sentChanged(page, ({ ends, cover }) => ({
    ...LEFT,
    ends: ends.map((end, place) => (place === cover ? change(end) : end)),
  }));

/** No cover can be asked for any more: the service is another. */
export const coversDropped = (page: RentPage): RentPage =>
  sentChanged(page, ({ ends, reached }) =>
    reached === undefined ? { ...LEFT, ends: ends.map((end) => ({ ...end, cover: undefined })) } : {},
  );

const LEFT = { cover: undefined, typed: undefined, reached: undefined, top: 0 } as const;

/** One offer of a review; it has no `offer` while that is not known, and when it is gone. */
export type JudgedOffer = {
  readonly plan: RentRequest;
  readonly offer: Offer | undefined;
  readonly cost: RentalCost | undefined;
  /** What is wrong with it, in words. */
  readonly problems: readonly string[];
};

/** The request for the offer at `place`; its environment and its script are masked. */
export const maskedPlan = ({ masked, labels, offers }: Review, offerIds: readonly number[], place = 0): RentRequest => {
  const offerId = offerIds[place] ?? 0;
  const offer = lastArrived(offers.answer)?.value.find(({ id }) => id === offerId);
  return planOn({ ...masked, offerId, label: labels[place] ?? '' }, offer);
};

/** Each offer; undefined as long as the service has not said what they are now. */
export const judgedOffers = (
  { offerIds }: Pick<RentPage, 'offerIds'>,
  review: Review,
  job: Workload | undefined,
): readonly JudgedOffer[] | undefined => {
  const { answer } = review.offers;
  const now = lastArrived(answer)?.value;
  if (now === undefined || answer.stage !== 'loaded') return undefined;
  return offerIds.map((offerId, place) => {
    const plan = maskedPlan(review, offerIds, place);
    const offer = now.find(({ id }) => id === offerId);
    if (offer === undefined) return { plan, offer, cost: undefined, problems: [GONE] };
    const cost = rentalCost(offer, plan, job);
    const problems = planProblems(plan, offer).map(({ message }) => message);
    return { plan, offer, cost, problems: cost.perHour === undefined ? [...problems, NO_PRICE] : problems };
  });
};

const GONE = 'It is gone: taken, or with less disk or SLA than is asked for. Go back with Esc, and search again.';
const NO_PRICE = 'The service does not name all parts of its price, so that it cannot be confirmed.';

/** $/hour of all of them; undefined where one cannot be rented, and as long as that is not known. */
export const totalOf = (offers: readonly JudgedOffer[] | undefined): number | undefined => {
  if (offers === undefined || offers.some(({ problems }) => problems.length > 0)) return undefined;
  return offers.reduce((sum, { cost }) => sum + (cost?.perHour ?? 0), 0);
};
