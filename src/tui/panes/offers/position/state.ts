/** The page of where an offer stands in its market: whom it is compared with, and what is asked about a price. Pure. */
import type { SearchType } from '../../../../api/requests.ts';
import { type AlikeIn, type Likeness, likenessTurned, USUAL_LIKENESS } from '../../../../pricing/likeness.ts';
import type { Subject } from '../../../../pricing/peer.ts';
import { type Line, lineOf } from '../../../state/line.ts';
import type { OwnMachinesPage } from '../own-machines/state.ts';
import { type Span, spanAfter } from '../past/spans.ts';

/** Which offers are looked at: all that the service has of the model, or those of it in the list. */
export type Basis = 'market' | 'list';

/** The open page. */
export type PositionPage = {
  readonly kind: 'position';
  /** The offer, and its price as it was when the page was opened, priced in the way of `subjectType`. */
  readonly subject: Subject;
  readonly subjectType: SearchType;
  /** It is one of the user's own. */
  readonly isOwn: boolean;
  readonly type: SearchType;
  readonly basis: Basis;
  readonly likeness: Likeness;
  /** How far back is looked; absent: at the present. */
  readonly span?: Span | undefined;
  /** What is asked about a price, or a price about a place. */
  readonly wish: Line;
  readonly isAsking: boolean;
  /** Lines scrolled out above. */
  readonly top: number;
  /** The page that it was opened from. */
  readonly back?: OwnMachinesPage;
};

/** The page of `subject` as it is opened. */
export const positionOpened = (
  subject: Subject,
  type: SearchType,
  isOwn: boolean,
  from: { readonly likeness?: Likeness; readonly back?: OwnMachinesPage } = {},
): PositionPage => ({
  kind: 'position',
  subject,
  subjectType: type,
  isOwn,
  type,
  basis: 'market',
  likeness: USUAL_LIKENESS,
  wish: lineOf(''),
  isAsking: false,
  top: 0,
  ...from,
});

/** One thing is asked of the cohort in another way. */
export const cohortTurned = (page: PositionPage, name: AlikeIn): PositionPage => ({
  ...page,
  likeness: likenessTurned(page.likeness, name),
});

/** The same place in another way of pricing. */
export const positionRepriced = (page: PositionPage, type: SearchType): PositionPage => ({ ...page, type });

/** Other offers are looked at. */
export const basisTurned = (page: PositionPage): PositionPage => ({
  ...page,
  basis: page.basis === 'market' ? 'list' : 'market',
});

/** All that the service has are looked at. */
export const marketLookedAt = (page: PositionPage): PositionPage =>
  page.basis === 'market' ? page : { ...page, basis: 'market' };

/** Another stretch of the past is looked at, or the present again. */
export const spanTurned = (page: PositionPage): PositionPage => ({ ...page, span: spanAfter(page.span)?.name, top: 0 });
