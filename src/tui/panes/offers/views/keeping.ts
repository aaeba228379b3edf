/** Keeping, renaming and deleting views from their page: what is written, and what is said of it. */

import type { Client } from '../../../../api/client.ts';
import { differingParts } from '../../../../views/view.ts';
import { isSameName, nameProblem, tidyName } from '../../../../views/view-name.ts';
import type { Views } from '../../../../views/views.ts';
import type { Slice } from '../../../state/slice.ts';
import type { NameAsked, ViewsPage } from '../pages.ts';
import type { OffersState } from '../state.ts';
import { viewKept, viewRemoved, viewRenamed, viewToKeep } from './changes.ts';
import { answered, nameRefused, rowOf } from './page.ts';

export type KeepingNeeds = {
  readonly slice: Slice<OffersState>;
  readonly views: Views | undefined;
  readonly client: () => Client | undefined;
  readonly notify: (text: string) => void;
};

/** How it is shown: `read` reads the folder anew, `show` shows the page. */
type Showing = { readonly read: () => void; readonly show: (page: ViewsPage) => void };

/** What the page does with the folder of views. */
type Keeping = {
  /** The name that was asked for is given. */
  readonly nameGiven: (page: ViewsPage, asked: NameAsked) => void;
  readonly nameCancelled: (page: ViewsPage, asked: NameAsked) => void;
  /** The view that has the name `typed` may be replaced. */
  readonly replace: (page: ViewsPage, typed: string) => void;
  /** The view at the cursor may go. */
  readonly remove: (page: ViewsPage) => void;
};

export const createKeeping = ({ slice, views, client, notify, read, show }: KeepingNeeds & Showing): Keeping => {
  const known = () => slice.get().views;

  const keep = (page: ViewsPage, name: string, isReplacing: boolean) => {
    const view = viewToKeep(slice.get());
    const problem = views?.keep(name, view, { isReplacing });
    if (problem !== undefined) {
      show(nameRefused(page, problem));
      return;
    }
    slice.change((state) => viewKept(state, name, view));
    read();
    show({ ...answered(page), name });
    notify(`The view "${name}" is kept.`);
  };

  const save = (page: ViewsPage, name: string) => {
    const { kept, open } = known();
    const found = kept.find((view) => isSameName(view.name, name));
    const isAsOpened =
      found !== undefined &&
      found.name === open?.name &&
      'view' in found &&
      differingParts(found.view, open.view).length === 0;
    if (found === undefined || isAsOpened) keep(page, found?.name ?? name, isAsOpened);
    else if (page.ask !== undefined && 'line' in page.ask)
      show({ ...page, ask: { what: 'replace', line: page.ask.line } });
  };

  const rename = (page: ViewsPage, from: string, to: string) => {
    const problem = views?.rename(from, to);
    if (problem !== undefined) {
      show(nameRefused(page, problem));
      return;
    }
    slice.change((state) => viewRenamed(state, from, to));
    read();
    show({ ...answered(page), name: to });
  };

  const forget = (cancelledName: string | undefined) =>
    slice.change((state) => ({ ...state, views: { ...state.views, cancelledName } }));

  return {
    nameGiven: (page, { what, line }) => {
      const name = tidyName(line.text);
      const texts = what === 'save' ? [name, slice.get().list.filter.text] : [name];
      const isSecret = texts.some((text) => (client()?.redact(text) ?? text) !== text);
      const problem =
        nameProblem(name) ?? (isSecret ? 'A key or a secret is in it: it is kept in no file.' : undefined);
      if (problem !== undefined) {
        show(nameRefused(page, problem));
        return;
      }
      forget(undefined);
      read();
      if (what === 'save') save(page, name);
      else if (page.name !== undefined) rename(page, page.name, name);
    },
    nameCancelled: (page, { line }) => {
      if (line.text !== line.before) forget(line.text);
      show(answered(page));
    },
    replace: (page, typed) => {
      const name = tidyName(typed);
      keep(page, known().kept.find((view) => isSameName(view.name, name))?.name ?? name, true);
    },
    remove: (page) => {
      const { name } = page;
      if (name === undefined) return;
      const at = rowOf(known(), page);
      const problem = views?.remove(name);
      if (problem === undefined) slice.change((state) => viewRemoved(state, name));
      read();
      const { kept } = known();
      const next = kept[Math.min(Math.max(0, at), kept.length - 1)]?.name;
      show({ ...answered(page), name: problem === undefined ? next : name });
      notify(problem ?? `The view "${name}" is deleted.`);
    },
  };
};
