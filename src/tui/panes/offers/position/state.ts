/** The page of where an offer stands in its market: whom it is compared with, and what is asked about a price. Pure. */

import type { SearchType } from '../../../../api/requests.ts';
import { type AlikeIn, type Likeness, likenessTurned, USUAL_LIKENESS } from '../../../../pricing/likeness.ts';
import type { Subject } from '../../../../pricing/peer.ts';
import { lineOf } from '../../../state/line.ts';
import type { OwnMachinesPage, PositionPage } from '../pages.ts';
import { spanAfter } from '../past/spans.ts';

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

/** One thing is asked of the cohorts in another way. */
export const cohortTurned = <Open extends { readonly likeness: Likeness }>(page: Open, name: AlikeIn): Open => ({
  ...page,
  likeness: likenessTurned(page.likeness, name),
});

/** Other offers are looked at. */
export const basisTurned = (page: PositionPage): PositionPage => ({
  ...page,
  basis: page.basis === 'market' ? 'list' : 'market',
});

/** Another stretch of the past is looked at, or the present again. */
export const spanTurned = (page: PositionPage): PositionPage => ({ ...page, span: spanAfter(page.span)?.name, top: 0 });
