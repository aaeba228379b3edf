/** Watching offers: how often they are asked for again, and what of their list was seen. Pure. */

import type { Offer } from '../../../../catalogue/values.ts';
import { rowsReplaced } from '../../../state/list.ts';
import { type Kept, keptThrough } from '../../../state/list-places.ts';
import { lastArrived } from '../../../state/remote.ts';
import { OFFERS_LIST, offersArranged } from '../list.ts';
import type { OffersState, SearchFacts } from '../state.ts';
import { idsOf, isComparedWith, type Seen, seenNow } from './changes.ts';

/** Most offers that are kept of those that came and went since the user looked last: else a long night would keep them all. */
const MOST_PASSED = 500;

/** True when the newest answer had every offer that was asked for. */
export const isAnswerWhole = ({ answer }: Pick<OffersState, 'answer'>): boolean => {
  const facts = lastArrived(answer)?.value;
  return facts !== undefined && isWholeBy(facts);
};

/** The same of any answer, by what is known of it. */
export const isWholeBy = ({ count, limit, isTruncated, malformedRecords = 0 }: SearchFacts): boolean =>
  count < limit && isTruncated !== true && malformedRecords === 0;

/** Watching was turned on: what is on the screen is what was seen, unless offers are compared already. */
export const watchBegun = (state: OffersState): OffersState => {
  const { seen = seenOf(state), ...watch } = state.watch;
  return { ...state, watch: { ...watch, isOn: true, ...(seen && { seen }) } };
};

/** Watching was turned off; what has changed so far stays to be looked at. */
export const watchEnded = (state: OffersState): OffersState => {
  const { isOn: _, againAtEpochMs: __, ...watch } = state.watch;
  return { ...state, watch };
};

/** Up to now the user has seen everything: rows stand where they belong now, and those that have departed go. */
export const offersSeen = (state: OffersState, height: number): OffersState => {
  const { seen: _, ...watch } = state.watch;
  const seen = watch.isOn ? seenOf(state) : undefined;
  return {
    ...state,
    watch: { ...watch, ...(seen && { seen }) },
    list: rowsReplaced(state.list, state.list.rows, offersArranged(height)),
  };
};

const seenOf = (state: OffersState): Seen | undefined => {
  const { answered, list } = state;
  const last = lastArrived(state.answer);
  if (answered === undefined || last === undefined) return undefined;
  return seenNow(list.rows, { atEpochMs: last.atEpochMs, request: answered, isWhole: isAnswerWhole(state) });
};

/** Another service is in use: what was seen of the former one is nothing to compare with. */
export const watchForgotten = (state: OffersState): OffersState => {
  const { seen: _, ...watch } = state.watch;
  return { ...state, watch };
};

/** What keeps the rows in their places when `rows` answer what was sent last; undefined where they are not compared with what was seen. */
export const keptOfWatch = (
  { watch: { seen }, sent, list }: OffersState,
  rows: readonly Offer[],
  isWhole: boolean,
): Kept<Offer> | undefined => {
  if (seen === undefined || sent === undefined || !isComparedWith(seen, sent, isWhole)) return undefined;
  const { departed, placedBy } = keptThrough(list, rows, OFFERS_LIST, lostIn(list, rows));
  const before = new Set(seen.ids);
  const passed = departed.filter(({ id }) => typeof id !== 'number' || !before.has(id));
  if (passed.length <= MOST_PASSED) return { departed, placedBy };
  const { cursor, shown, opened } = list;
  const held = [shown[cursor.row], opened?.row].map((row) => row?.id);
  const dropped = new Set(passed.slice(0, -MOST_PASSED).filter(({ id }) => !held.includes(id)));
  return { departed: departed.filter((row) => !dropped.has(row)), placedBy };
};

/** Ids of offers that are shown, and that `rows` have otherwise than the filter asks by what only this program judges. */
const lostIn = (
  { shown, query, columns }: OffersState['list'],
  rows: readonly Offer[],
): ReadonlySet<number | undefined> => {
  const left = idsOf(OFFERS_LIST.narrowing.narrowed(rows, query, columns));
  if (left.size === rows.length) return new Set();
  const here = idsOf(rows);
  return new Set(shown.flatMap(({ id }) => (id != null && here.has(id) && !left.has(id) ? [id] : [])));
};

/** An answer is on screen: it is what was seen where it is compared with nothing. The open offer is shown as the answer has it. */
export const watchAnswered = (state: OffersState, isCompared: boolean): OffersState => {
  const { againAtEpochMs: _, ...watch } = state.watch;
  if (isCompared) return { ...state, watch, list: openedRenewed(state.list) };
  if (watch.seen === undefined && !watch.isOn) return state;
  const { seen: __, ...rest } = watch;
  const seen = watch.isOn ? seenOf(state) : undefined;
  return { ...state, watch: { ...rest, ...(seen && { seen }) } };
};

const openedRenewed = (list: OffersState['list']): OffersState['list'] => {
  const { opened } = list;
  if (opened === undefined || typeof opened.row.id !== 'number') return list;
  const row = [...list.shown, ...list.ordered].find(({ id }) => id === opened.row.id);
  return row === undefined || row === opened.row ? list : { ...list, opened: { ...opened, row } };
};

/** A round has failed; the next one is then. */
export const roundFailed = (state: OffersState, againAtEpochMs: number): OffersState =>
  state.watch.isOn ? { ...state, watch: { ...state.watch, againAtEpochMs } } : state;
