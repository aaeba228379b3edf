/** The page of all machines that are the user's own, and where each of their offers stands. Pure. */

import type { SearchType } from '../../../../api/requests.ts';
import { USUAL_LIKENESS } from '../../../../pricing/likeness.ts';
import { worstPlaced } from '../../../../pricing/worst-placed.ts';
import { atStart, cursorAt } from '../../../state/cursor.ts';
import type { AskedMarket, MarketQuestion, OwnMachinesPage } from '../pages.ts';
import { answerAtHand } from '../position/asked-market.ts';

/** Lines above the rows: the title, what is compared, a blank one, the headings. */
const TITLE_LINES = 4;

/** Rows that are visible in `height` lines, under which stands which machines have no offer. */
export const ownRows = (page: OwnMachinesPage, height: number): number =>
  Math.max(1, height - TITLE_LINES - (withoutOffer(page).length === 0 ? 0 : 1));

/** Of the user's machines those that have no offer at present, in their order; none while that is not known. */
export const withoutOffer = ({ announced, rows }: Pick<OwnMachinesPage, 'announced' | 'rows'>): readonly number[] => {
  if (rows === undefined) return [];
  const offered = new Set(rows.map(({ subject }) => subject.machineId));
  return announced.filter((id) => !offered.has(id)).sort((a, b) => a - b);
};

/** The page as it is opened. */
export const ownMachinesOpened = (
  hostId: number,
  type: SearchType,
  storageGb: number,
  announced: readonly number[],
): OwnMachinesPage => ({
  kind: 'own-machines',
  hostId,
  type,
  storageGb,
  likeness: USUAL_LIKENESS,
  cursor: atStart,
  marked: [],
  announced,
});

/** What the page asks the service. */
export const ownQuestionOf = ({ hostId, type, storageGb }: OwnMachinesPage): MarketQuestion => ({
  type,
  storageGb,
  models: [],
  hostId,
});

/** Whether a machine is marked. */
export const isMarked = ({ marked }: Pick<OwnMachinesPage, 'marked'>, machineId: number | undefined): boolean =>
  machineId !== undefined && marked.includes(machineId);

/** The machine of the row under the cursor; undefined where there is none. */
export const currentMachine = ({ rows, cursor }: OwnMachinesPage): number | undefined =>
  rows?.[cursor.row]?.subject.machineId;

/** The machine under the cursor is marked, or not any more; the cursor goes down to the next that is not, where there is one. */
export const machineMarked = (page: OwnMachinesPage, height: number): OwnMachinesPage => {
  const { rows = [], cursor } = page;
  const machine = currentMachine(page);
  if (machine === undefined) return page;
  const marked = isMarked(page, machine) ? page.marked.filter((id) => id !== machine) : [...page.marked, machine];
  const next = rows.findIndex(
    ({ subject }, row) => row > cursor.row && subject.machineId !== machine && !isMarked(page, subject.machineId),
  );
  const row = next < 0 ? cursor.row : next;
  return { ...page, marked, cursor: cursorAt(cursor, row, { count: rows.length, height }) };
};

/** The machines that are meant: those that are marked, or else the one under the cursor. */
export const machinesMeant = (page: OwnMachinesPage): readonly number[] => {
  if (page.marked.length > 0) return page.marked;
  const machine = currentMachine(page);
  return machine === undefined ? [] : [machine];
};

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
