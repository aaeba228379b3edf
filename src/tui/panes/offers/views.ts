/** The views of the offers: how the list and they change each other, counted and kept, their tabs above the table, and the page of them. Pure. */

import { z } from 'zod';
import { grouped } from '../../../base/figures.ts';
import { keyName } from '../../../base/named-keys.ts';
import { printableStart } from '../../../base/text.ts';
import { clockTimeAndDay } from '../../../base/time.ts';
import { differingParts, type KeptView, namesOwnHost, type View, withOwnHost } from '../../../views/view.ts';
import { columnsChosen } from '../../state/columns.ts';
import { atStart } from '../../state/cursor.ts';
import { type Line, type LineEdit, lineOf, lineOffered, lineReplaced, savedLine } from '../../state/line.ts';
import { orderChanged } from '../../state/list.ts';
import { filterEdited } from '../../state/list-filter.ts';
import { presentOf } from '../../state/list-places.ts';
import { lastArrived } from '../../state/remote.ts';
import { dim, piece, type Segment, segmentsWidth } from '../../ui/segments.ts';
import { offersArranged } from './list.ts';
import { type OpenView, pageClosed, pageShown, type ViewsPage, type ViewsState } from './pages.ts';
import { isAnswered, isCut, isSameRequest, type OffersState, searchRequest } from './state.ts';

/** The views that can be opened, in their order. */
export const openableViews = ({ kept }: ViewsState): readonly Extract<KeptView, { view: View }>[] =>
  kept.filter((view) => 'view' in view);

/** What the pane shows now, as it would be kept. */
const presentView = ({ list, type, storageGb, limit }: OffersState): View => ({
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
export const changedParts = (state: OffersState): readonly string[] => {
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
export const viewToKeep = (state: OffersState): View => {
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

/** The page, its cursor on the open view, or else on the first. */
export const viewsOpened = ({ kept, open }: ViewsState): ViewsPage => ({
  kind: 'views',
  name: kept.find(({ name }) => name === open?.name)?.name ?? kept[0]?.name,
});

/** The row that the cursor is on, from 0; -1 where there is none. */
export const rowOf = ({ kept }: ViewsState, { name }: ViewsPage): number =>
  kept.findIndex((view) => view.name === name);

/** The cursor moved by so many rows. */
export const rowMoved = (page: ViewsPage, views: ViewsState, by: number): ViewsPage => {
  const at = Math.max(0, Math.min(views.kept.length - 1, rowOf(views, page) + by));
  return { ...page, name: views.kept[at]?.name };
};

/** A name is asked for; `offered` stands there already, and what was typed last and not used can be brought back. */
export const nameAsked = (
  page: ViewsPage,
  what: 'save' | 'rename',
  offered: string,
  cancelled: string | undefined,
): ViewsPage => ({
  ...page,
  ask: { what, line: lineOffered({ ...lineOf(offered), ...(cancelled !== undefined && { cancelled }) }) },
});

/** The name was edited. */
export const nameEdited = (page: ViewsPage, edit: LineEdit): ViewsPage =>
  page.ask?.what === 'save' || page.ask?.what === 'rename'
    ? { ...page, ask: { what: page.ask.what, line: edit(page.ask.line) } }
    : page;

/** The name was not taken, and can be typed anew. */
export const nameRefused = (page: ViewsPage, problem: string): ViewsPage => {
  const { ask } = page;
  if (ask === undefined || ask.what === 'delete') return page;
  return { ...page, ask: { what: ask.what === 'replace' ? 'save' : ask.what, line: ask.line, problem } };
};

/** Nothing is asked any more. */
export const answered = ({ ask: _, ...page }: ViewsPage): ViewsPage => page;

/** What the name is for, the view that the cursor is on, and the text. */
export const savedViewName = z.object({
  what: z.enum(['save', 'rename']),
  view: z.string().optional(),
  line: savedLine,
});

/** What is saved of it; undefined where no name is being typed. */
export const viewNameSaved = ({ page }: OffersState): z.input<typeof savedViewName> | undefined => {
  if (page?.kind !== 'views' || page.ask === undefined || page.ask.what === 'delete') return undefined;
  const { what, line } = page.ask;
  // A question is asked anew.
  return { what: what === 'rename' ? 'rename' : 'save', view: page.name, line: { text: line.text, at: line.at } };
};

/** The page as it is resumed, the name as it was. */
export const viewNameResumed = (state: OffersState, saved: z.output<typeof savedViewName> | undefined): OffersState => {
  if (saved === undefined) return state;
  const { what, view, line } = saved;
  const offered = { ...lineOf(line.text), at: line.at, before: '' };
  return pageShown(state, { kind: 'views', name: view, ask: { what, line: offered } });
};

/** Cells that a name has at the most. */
const NAME_WIDTH = 40;

/** What the tabs are, and the keys that walk them. */
const labelSegment = (): Segment => dim(`${keyName('offers.view-before')} ${keyName('offers.view-next')} views: `);

/** Cells of that with keys of one cell. */
const LABEL = 11;

/**
 * The tabs in at most `room` cells: with the counts of the views that are not open and when those were asked for; else without
 * them; else the open one alone; else nothing. What they are stands before them where there is room. What the open one has stands in the line of the filter.
 */
export const viewTabs = (state: OffersState, room: number, timeZone: string): readonly Segment[] => {
  const { views } = state;
  const all = openableViews(views);
  const { open } = views;
  if (all.length === 0 && open === undefined) return [];
  const isChanged = changedParts(state).length > 0;
  const openTab: Segment | undefined =
    open &&
    piece(
      ` [${printableStart(open.name, NAME_WIDTH)}${isChanged ? '*' : ''}${fateOf(state.views, open.name)}]`,
      'accent',
    );
  const place = all.findIndex(({ name }) => name === open?.name) + 1;
  const tabs = (withCounts: boolean): readonly Segment[] => [
    ...all.map(({ name }) =>
      name === open?.name && openTab !== undefined
        ? openTab
        : dim(`  ${printableStart(name, NAME_WIDTH)}${withCounts ? countText(views, name, timeZone) : ''} `),
    ),
    ...(place > 0 || openTab === undefined ? [] : [openTab]),
  ];
  const alone =
    openTab === undefined ? [] : [...(place === 0 ? [] : [dim(` view ${place} of ${all.length}:`)]), openTab];
  const fitting = (lines: readonly (readonly Segment[])[], free: number) =>
    lines.find((line) => segmentsWidth(line) <= free);
  const named = all.length === 0 ? undefined : fitting([tabs(true), tabs(false)], room - LABEL);
  return named === undefined ? (fitting([tabs(true), tabs(false), alone], room) ?? []) : [labelSegment(), ...named];
};

/** What has become of the file of the open view, where that is not what it was. */
const fateOf = ({ kept }: ViewsState, name: string): string => {
  const found = kept.find((view) => view.name === name);
  if (found === undefined) return ', no longer kept';
  return 'problem' in found ? ', cannot be read' : '';
};

const countText = (views: ViewsState, name: string, timeZone: string): string => {
  const words = countWords(views, name, timeZone);
  return words === '' ? '' : ` ${words}`;
};

/** How many offers a view had, with a sign where there may be more, and when; empty where that is not known. */
export const countWords = ({ counts, readAtEpochMs }: ViewsState, name: string, timeZone: string): string => {
  const count = counts[name];
  if (count === undefined) return '';
  const { shown, isCut, atEpochMs } = count;
  const when = clockTimeAndDay(atEpochMs, Math.max(atEpochMs, readAtEpochMs ?? 0), timeZone);
  return `${grouped(shown)}${isCut ? '+' : ''} at ${when}`;
};
