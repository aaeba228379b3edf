/** The state of the page on which offers are rented, and how its keys change it. */
import type { Slice } from '../../../state/slice.ts';
import { pageShown } from '../pages.ts';
import type { OffersState } from '../state.ts';
import type { RentForm } from './form.ts';
import { type RentPage, type Review, reviewChanged } from './page.ts';

/** The page, its form and its review, each where it is there. */
export type RentDesk = {
  readonly state: () => OffersState;
  readonly page: () => RentPage | undefined;
  readonly review: () => Review | undefined;
  readonly change: (transition: (page: RentPage) => RentPage) => void;
  readonly changeForm: (transition: (form: RentForm) => RentForm) => void;
  readonly changeReview: (transition: (review: Review) => Review) => void;
};

export const createRentDesk = (slice: Slice<OffersState>): RentDesk => {
  const page = (): RentPage | undefined => {
    const { page: shown } = slice.get();
    return shown?.kind === 'rent' ? shown : undefined;
  };
  const change = (transition: (page: RentPage) => RentPage) =>
    slice.change((now) => (now.page?.kind === 'rent' ? pageShown(now, transition(now.page)) : now));
  return {
    state: slice.get,
    page,
    review: () => {
      const { stage } = page() ?? {};
      return stage?.kind === 'review' ? stage : undefined;
    },
    change,
    changeForm: (transition) =>
      slice.change((now) => (now.rentForm === undefined ? now : { ...now, rentForm: transition(now.rentForm) })),
    changeReview: (transition) => change((now) => reviewChanged(now, transition)),
  };
};
