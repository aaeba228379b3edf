/** How the list of offers and its views change each other: opened, kept, renamed, gone, and counted. Pure. */

import { namesOwnHost, withOwnHost } from '../../../../views/own-host.ts';
import { differingParts, type KeptView, type View } from '../../../../views/view.ts';
import { columnsChosen } from '../../../state/columns.ts';
import { atStart } from '../../../state/cursor.ts';
import { type Line, lineReplaced } from '../../../state/line.ts';
import { orderChanged } from '../../../state/list.ts';
import { filterEdited } from '../../../state/list-filter.ts';
import { presentOf } from '../../../state/list-places.ts';
import { lastArrived } from '../../../state/remote.ts';
import { offersArranged } from '../list.ts';
import type { OpenView, ViewsState } from '../pages.ts';
import { pageClosed } from '../pages.ts';
import { isAnswered, isCut, isSameRequest, type OffersState, searchRequest } from '../state.ts';

type Viewed = Pick<OffersState, 'list' | 'type' | 'storageGb' | 'limit' | 'views'>;

/** What the pane shows now, as it would be kept. */
const presentView = ({ list, type, storageGb, limit }: Omit<Viewed, 'views'>): View => ({
  filter: list.filter.text,
  order: list.order,
  type,
  storageGb,
  limit,
  columns: list.columns,
});

/** The view with the id of the user's own host, where that is known, in the place of `me`. */
const withHost = (view: View, ownHost: number | undefined): View =>
  ownHost === undefined ? view : { ...view, filter: withOwnHost(view.filter, ownHost) };

/** The parts in which the pane differs from its open view; none where none is open. */
export const changedParts = (state: Viewed): readonly string[] => {
  const { open } = state.views;
  return open === undefined ? [] : differingParts(withHost(open.view, open.ownHost), presentView(state));
};

const viewsChanged = (state: OffersState, views: Partial<ViewsState>): OffersState => ({
  ...state,
  views: { ...state.views, ...views },
});

/** The folder was read; what is known of a view that is there no more is forgotten. */
export const viewsRead = (
  state: OffersState,
  { kept, problem }: { readonly kept: readonly KeptView[]; readonly problem?: string },
  readAtEpochMs: number,
): OffersState => {
  const counts = Object.entries(state.views.counts).filter(([name]) => kept.some((view) => view.name === name));
  return viewsChanged(state, { kept, problem, readAtEpochMs, counts: Object.fromEntries(counts) });
};

/** The folder was read: the view that the program started with is as it is kept there, or is no view any more. */
export const viewFound = (state: OffersState): OffersState => {
  const { open, kept } = state.views;
  if (open === undefined) return state;
  const found = kept.find(({ name }) => name === open.name);
  if (found === undefined) return viewsChanged(state, { open: undefined });
  return 'view' in found ? viewsChanged(state, { open: { ...open, view: found.view } }) : state;
};

/** The id of the user's own host is known: a view that was opened without it names it from now on. */
export const ownHostKnown = (state: OffersState, ownHost: number, height: number): OffersState => {
  const { open } = state.views;
  if (open === undefined || open.ownHost !== undefined || !namesOwnHost(open.view.filter)) return state;
  const { list } = state;
  const known = viewsChanged(state, { open: { ...open, ownHost } });
  if (list.editing !== undefined || !namesOwnHost(list.filter.text)) return known;
  const filter = lineReplaced(withOwnHost(list.filter.text, ownHost))(list.filter);
  return { ...known, list: filterEdited(list, filter, offersArranged(height)) };
};

/** The view was opened: the list is as it says, the cursor on the first row. What stood in the filter can be brought back. */
export const viewOpened = (state: OffersState, opened: OpenView, height: number): OffersState => {
  const { name, view, ownHost } = opened;
  const { filter, order, type, storageGb, limit, columns } = withHost(view, ownHost);
  const { opened: _, comparing: __, sought: ___, ...list } = state.list;
  const arrangement = offersArranged(height);
  const start = orderChanged(columnsChosen({ ...list, cursor: atStart }, columns), order, arrangement);
  const line = lineReplaced(filter)(cancelledWith(list.filter, filter));
  const open = { name, view, ...(ownHost !== undefined && namesOwnHost(view.filter) && { ownHost }) };
  return viewsChanged(pageClosed({ ...state, type, storageGb, limit, list: filterEdited(start, line, arrangement) }), {
    open,
  });
};

const cancelledWith = (line: Line, next: string): Line =>
  line.text.trim() === '' || line.text.trim() === next ? line : { ...line, cancelled: line.text };

/** The view as it would be kept: its own host is `me` where the open view says so. */
export const viewToKeep = (state: Viewed): View => {
  const view = presentView(state);
  const ownHost = state.views.open?.ownHost;
  if (ownHost === undefined) return view;
  const me = view.filter.split(' ').map((piece) => (piece === `host_id=${ownHost}` ? 'host_id=me' : piece));
  return { ...view, filter: me.join(' ') };
};

/** What the pane shows was kept as the view of that name, which is the open one from now on. */
export const viewKept = (state: OffersState, name: string, view: View): OffersState => {
  const ownHost = state.views.open?.ownHost;
  const isOwn = ownHost !== undefined && namesOwnHost(view.filter);
  return countedView(viewsChanged(state, { open: { name, view, ...(isOwn && { ownHost }) } }));
};

/** The view has another name. */
export const viewRenamed = (state: OffersState, name: string, to: string): OffersState => {
  const { open, counts } = state.views;
  const { [name]: count, ...others } = counts;
  return viewsChanged(state, {
    ...(open?.name === name && { open: { ...open, name: to } }),
    counts: count === undefined ? others : { ...others, [to]: count },
  });
};

/** The view is gone; what it showed stays on screen. */
export const viewRemoved = (state: OffersState, name: string): OffersState => {
  const { open, counts } = state.views;
  const { [name]: _, ...others } = counts;
  return viewsChanged(state, { counts: others, ...(open?.name === name && { open: undefined }) });
};

/** The answer on screen is that of the open view: what it has is noted. Not what was marked of it, nor what a changed view has. */
export const countedView = (state: OffersState): OffersState => {
  const { open, counts } = state.views;
  const last = lastArrived(state.answer);
  const { list } = state;
  const { isMarkedOnly } = list;
  if (open === undefined || last === undefined || isMarkedOnly || changedParts(state).length > 0) return state;
  if (!isAnswered(state) || !isSameRequest(state.answered, searchRequest(state))) return state;
  const count = { shown: presentOf(list, list.shown).length, isCut: isCut(state), atEpochMs: last.atEpochMs };
  return viewsChanged(state, { counts: { ...counts, [open.name]: count } });
};
