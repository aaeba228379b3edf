/** What the keys of renting do: the form is read and reviewed, and what was confirmed is rented. */
import type { QuestionParts } from '../../../../api/question.ts';
import { priceProblem } from '../../../../rentals/price.ts';
import { offerSearch } from '../../../../rentals/rent-one.ts';
import type { RentingParts } from '../../../../rentals/renting-parts.ts';
import type { JournalAccess } from '../../../../storage/journal/profile-journal.ts';
import { createReviewAsking } from './asking.ts';
import type { RentDesk } from './desk.ts';
import { type Confirmed, rentAll } from './ended.ts';
import { fieldOpened, noted, readForm } from './form.ts';
import { offersOf } from './lines.ts';
import { labelsFor, labelUsed, rememberImage, standingOf } from './opening.ts';
import {
  confirmationClosed,
  formShown,
  type JudgedOffer,
  judgedOffers,
  maskedPlan,
  offerEnded,
  reviewOpened,
  sendingBegun,
  sendingEnded,
  stageReached,
  totalOf,
} from './page.ts';
import { createValueHolder, fieldLeft } from './values.ts';

/** What renting needs from outside. */
export type RentNeeds = QuestionParts & {
  /** What the profile in use keeps on this machine. */
  readonly journal: () => JournalAccess;
  readonly renting: RentingParts;
  /** Why nothing may be sent that costs anything; undefined when it may. */
  readonly readOnlyReason: string | undefined;
  /** The key of the pane in which a call is made. */
  readonly digitOfCall: (call: 'instances') => string;
};

/** Why a review cannot be confirmed as long as the service has not said what it costs. */
export const PRICE_UNKNOWN = 'It cannot be confirmed: the price is not known.';

/** The effects of renting. */
export type RentActions = {
  /** Reads the form, with its files, and opens the review where nothing is wrong. */
  readonly review: () => void;
  /** Asks for the prices as they are now. */
  readonly ask: () => void;
  /** Ends the waiting for another try. */
  readonly giveUp: () => void;
  /** Takes the typed confirmation: the offers are rented, or it is said why not. */
  readonly confirm: () => void;
  /** Keeps what has not been sent from being sent, and ends looking for what was. */
  readonly stop: () => void;
  readonly backToForm: () => void;
  /** Forgets the values that were read, and what was asked. */
  readonly forget: () => void;
  readonly judged: () => readonly JudgedOffer[] | undefined;
  /** The body with the values in it while the user has them revealed. */
  readonly revealed: () => string | undefined;
};

export const createRentActions = (needs: RentNeeds, desk: RentDesk): RentActions => {
  const { journal, renting } = needs;
  const { state, change, changeForm, changeReview } = desk;
  const values = createValueHolder(renting.places);
  const asking = createReviewAsking({ ...needs, change: changeReview });
  let stopping: AbortController | undefined;

  const forget = () => {
    asking.drop();
    values.drop();
  };
  const backToForm = () => {
    forget();
    change((page) => formShown(page));
  };

  const ask = () => {
    const { offerIds = [] } = desk.page() ?? {};
    const seen = desk.review();
    if (seen === undefined) return;
    const search = offerSearch(maskedPlan(seen, offerIds));
    asking.ask({ ...search, filters: { ...search.filters, id: { in: [...offerIds] } }, limit: offerIds.length });
  };

  const review = () => {
    changeForm((form) => fieldLeft(form, renting));
    const page = desk.page();
    const { rentForm } = state();
    if (page === undefined || rentForm === undefined) return;
    const offers = offersOf(page, state());
    const read = readForm(rentForm, offers.length === 1 ? offers[0] : undefined);
    const taken = 'field' in read ? read : { ...values.take(read), label: read.label };
    if ('field' in taken) {
      const note = { text: taken.message, isProblem: true };
      changeForm((form) => noted(fieldOpened(form, taken.field), taken.field, note));
      return;
    }
    const { label, ...masked } = taken;
    const labels = labelsFor(page.offerIds.length, label, needs.random);
    const standing = standingOf(journal(), page.offerIds, labels);
    if ('problem' in standing) change((now) => formShown(now, standing.problem));
    else {
      change((now) => reviewOpened(now, { ...masked, labels, standing }));
      ask();
    }
  };

  const judged = () => {
    const page = desk.page();
    const seen = desk.review();
    return page === undefined || seen === undefined ? undefined : judgedOffers(page, seen, state().workload);
  };

  /** The offers with their values, each at the price that was shown. */
  const confirmed = (): readonly Confirmed[] =>
    (judged() ?? []).flatMap(({ plan, cost }) => {
      const whole = values.whole(plan);
      return whole === undefined || cost?.perHour === undefined ? [] : [{ plan: whole, atMostPerHour: cost.perHour }];
    });

  const confirm = () => {
    const seen = desk.review();
    const access = journal();
    const service = needs.client();
    const total = totalOf(judged());
    const offers = confirmed();
    if (seen === undefined) return;
    const problem =
      needs.readOnlyReason ??
      ('problem' in access ? access.problem : undefined) ??
      (service === undefined ? 'The service is not ready.' : undefined) ??
      (total === undefined || offers.length === 0 ? PRICE_UNKNOWN : priceProblem(total, seen.confirmation.text));
    if (problem !== undefined || 'problem' in access || service === undefined) {
      changeReview((now) => confirmationClosed(now, problem ?? ''));
      return;
    }
    asking.drop();
    rememberImage(access, seen.masked.image);
    const own = new AbortController();
    stopping = own;
    change((now) => sendingBegun(now, seen.labels));
    needs.run(async () => {
      await rentAll(offers, {
        client: service,
        clock: needs.clock,
        random: needs.random,
        rentals: access.rentals,
        known: seen.standing.map(({ id }) => id),
        signal: own.signal,
        instancesKey: needs.digitOfCall('instances'),
        onStage: (reached) => change((now) => stageReached(now, reached)),
        onEnded: (end) => change((now) => offerEnded(now, end)),
      });
      values.drop();
      change(sendingEnded);
      changeForm(labelUsed);
    });
  };

  return {
    review,
    ask,
    giveUp: asking.giveUp,
    confirm,
    stop: () => stopping?.abort(),
    backToForm,
    forget,
    judged,
    revealed: () => {
      const seen = desk.review();
      return seen?.isRevealed ? values.bodyText(maskedPlan(seen, desk.page()?.offerIds ?? [])) : undefined;
    },
  };
};
