/** The page of views: which one the cursor is on, and what is being asked there. Pure. */

import { type LineEdit, lineOf, lineOffered } from '../../../state/line.ts';
import type { ViewsPage, ViewsState } from '../pages.ts';

/** The page, its cursor on the open view, or else on the first. */
export const viewsPage = ({ kept, open }: ViewsState): ViewsPage => ({
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
