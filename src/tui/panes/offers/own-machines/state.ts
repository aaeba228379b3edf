/** The page of all machines that are the user's own, and where each of their offers stands. Pure. */
import type { SearchType } from '../../../../api/requests.ts';
import { type AlikeIn, type Likeness, likenessTurned, USUAL_LIKENESS } from '../../../../pricing/likeness.ts';
import { type Placed, worstPlaced } from '../../../../pricing/worst-placed.ts';
import { atStart, type Cursor } from '../../../state/cursor.ts';
import type { AskedMarket, MarketQuestion } from '../position/asked-market.ts';
import { answerAtHand } from '../position/asked-market.ts';

/** The open page. */
export type OwnMachinesPage = {
  readonly kind: 'own-machines';
  /** The user, as offers name their host. */
  readonly hostId: number;
  readonly type: SearchType;
  /** Disk of the instance, GB, as part of the price. */
  readonly storageGb: number;
  readonly likeness: Likeness;
  readonly cursor: Cursor;
  /** Worst placed first; undefined while nothing is at hand. */
  readonly rows?: readonly Placed[];
};

/** The page as it is opened. */
export const ownMachinesOpened = (hostId: number, type: SearchType, storageGb: number): OwnMachinesPage => ({
  kind: 'own-machines',
  hostId,
  type,
  storageGb,
  likeness: USUAL_LIKENESS,
  cursor: atStart,
});

/** What the page asks the service. */
export const ownQuestionOf = ({ hostId, type, storageGb }: OwnMachinesPage): MarketQuestion => ({
  type,
  storageGb,
  models: [],
  hostId,
});

/** The rows of what is at hand now; the cursor stays on its offer. */
export const ownMachinesPlaced = (page: OwnMachinesPage, market: AskedMarket | undefined): OwnMachinesPage => {
  const answer = answerAtHand(market, ownQuestionOf(page))?.value;
  const { rows: before, ...rest } = page;
  if (answer === undefined) return { ...rest, cursor: atStart };
  const rows = worstPlaced(answer.own, answer.peers, page.likeness);
  const current = before?.[page.cursor.row]?.subject.id;
  const row = rows.findIndex(({ subject }) => subject.id === current);
  return { ...rest, rows, cursor: row < 0 ? atStart : { row, top: Math.min(page.cursor.top, row) } };
};

/** One thing is asked of the cohorts in another way. */
export const ownCohortsTurned = (
  page: OwnMachinesPage,
  name: AlikeIn,
  market: AskedMarket | undefined,
): OwnMachinesPage => ownMachinesPlaced({ ...page, likeness: likenessTurned(page.likeness, name) }, market);
