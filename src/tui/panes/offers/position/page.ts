/** The page of where an offer stands in its market: a title, the field for a price or a place, and lines that scroll. */

import { ageSegment } from '../../../ui/list-words.ts';
import { linesPage } from '../../page/lines-page.tsx';
import type { PositionPage } from '../pages.ts';
import type { OffersState } from '../state.ts';
import { remoteOf } from './asked-market.ts';
import { positionLines, positionTitle } from './lines.ts';
import { questionOf } from './standing.ts';

export const POSITION = linesPage<OffersState, PositionPage>({
  owner: 'offers',
  name: 'position',
  group: 'Market position',
  title: positionTitle,
  aside: (state, page, timeZone) => {
    const remote = remoteOf(state.market, questionOf(page, state.storageGb));
    return remote?.stage === 'loading' ? [ageSegment(remote, timeZone)] : [];
  },
  field: {
    name: 'wish',
    label: ' Price or place:',
    // No price and no place is written longer.
    maximum: 40,
    example: 'press e: 0.30, 3rd, p25, median, -8%',
    opener: 'e changes it',
  },
  lines: positionLines,
  // All offers at hand are gone through for it: not for every frame.
  drawnFrom: ({ market, past, answer, list, storageGb }) => [market, past, answer, list.rows, storageGb],
});
