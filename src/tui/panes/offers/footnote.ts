/** What the frame says of the offers: in the footer how many came, in the message line what is waited for. */
import { grouped } from '../../../base/figures.ts';
import { printable } from '../../../base/text.ts';
import { lastArrived, retryOf } from '../../state/remote.ts';
import { keptSegments, marksFootnote, waitSegments } from '../../ui/list-words.ts';

import { dim, type Segment } from '../../ui/segments.ts';
import { OFFERS_LIST } from './list.ts';
import { marketStatus } from './position/asked-market.ts';
import { isCut, isCutAtLimit, isCutByService, type OffersState } from './state.ts';
import { watchSegments } from './watch/words.ts';
import { baseOf } from './waterfall/market-base.ts';

/** Cells from which on the footer has room for sentences. */
const WIDE_FROM = 100;

/** What the footer says of the list: how many came, and whether it may be cut. */
export const offersFootnote = (state: OffersState, width: number): readonly Segment[] => {
  const facts = lastArrived(state.answer)?.value;
  // While the first offers of an answer come in where there were none, nothing is known of the whole of it.
  const isComing = facts?.count !== state.list.rows.length;
  if (facts === undefined || isComing || isPageOpen(state)) return [];
  const marked = marksFootnote(state.list, OFFERS_LIST.keyOf);
  // While something is typed, no key asks for more, and the keys that work have the room.
  if (state.list.editing !== undefined && width < WIDE_FROM) return marked;
  if (!isCut(state)) return [...marked, dim('nothing cut')];
  const isWide = width >= WIDE_FROM;
  const first = `first ${grouped(facts.count)}`;
  const byService = isWide ? `${first}, cut by the service: narrow the filter` : `${first}, cut`;
  const atLimit = `${first}${isWide ? (isCutByService(state) ? ', cut' : ', may be cut') : ''}: + for more`;
  return [...marked, { text: isCutAtLimit(state) ? atLimit : byService, role: 'warning' }];
};

/** What the message line says of the search: when it is sent again, or after a failure, what the rows are that stay. */
export const offersStatus = (state: OffersState, timeZone: string): readonly Segment[] => {
  if (state.page?.kind === 'position' || state.page?.kind === 'own-machines') return marketStatus(state);
  if (state.page !== undefined) return waitSegments(state.base?.waitS, retryOf(baseOf(state).answer));
  const waiting = waitSegments(state.waitS, retryOf(state.answer));
  if (waiting.length > 0) return waiting;
  const note = state.answer.stage === 'failed' ? offersNote(state, timeZone) : [];
  return note.length > 0 ? note : watchSegments(state, timeZone);
};

/** Says that the offers were kept by an earlier run, and what they answer where that is something else. */
export const offersNote = ({ answer, keptFilter }: OffersState, timeZone: string): readonly Segment[] => {
  const kept = keptSegments(answer, timeZone);
  if (kept.length === 0 || keptFilter === undefined) return kept;
  const filter = keptFilter === '' ? 'no filter' : printable(keptFilter);
  return [...kept, { text: `, asked with ${filter}`, role: 'warning' }];
};

/** True while a page lies over the list. */
const isPageOpen = ({ page, list: { opened, comparing, choosing } }: OffersState): boolean =>
  page !== undefined || opened !== undefined || comparing !== undefined || choosing !== undefined;
