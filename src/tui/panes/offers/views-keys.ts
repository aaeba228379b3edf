/** The keys of views: those that walk them in the table, the one that opens their page, and those of the page. */

import { keyName } from '../../../base/named-keys.ts';
import { differingParts, namesOwnHost, OWN_HOST_UNKNOWN } from '../../../views/view.ts';
import { isSameName, nameProblem, tidyName } from '../../../views/view-text.ts';
import { type Binding, bind, confirming, destructive, inFooter, type Layer } from '../../keys/binding.ts';

import { acceptKey, cancelKey, fieldLayer } from '../../keys/field.ts';
import type { PageSite, RunningPage } from '../page/page.ts';
import { mistakeIn } from './filter/filter-query.ts';
import type { OffersTools } from './needs.ts';
import type { NameAsked, ViewsPage } from './pages.ts';
import type { OffersState } from './state.ts';
import {
  answered,
  changedParts,
  nameAsked,
  nameEdited,
  nameRefused,
  openableViews,
  ownHostKnown,
  rowMoved,
  rowOf,
  viewFound,
  viewKept,
  viewOpened,
  viewRemoved,
  viewRenamed,
  viewsOpened,
  viewsRead,
  viewToKeep,
} from './views.ts';

/** The heading of the page's keys in help. */
const GROUP = 'Views';

/** Most characters of a name while it is typed; one that is longer than a view's may be is refused with the reason. */
const NAME_MAXIMUM = 200;

export const createViews = (site: PageSite<OffersState, ViewsPage>, needs: OffersTools): RunningPage<ViewsPage> => {
  const { slice, height, views, lines, searching, notify, refuse } = needs;
  const { show } = site;
  const known = () => slice.get().views;

  /** Reads the folder anew, and the sets that filters may name. */
  const read = () => {
    needs.readSets();
    if (views !== undefined) slice.change((state) => viewsRead(state, views.list(), needs.clock.now()));
  };

  /** Opens the view of that name, if it is there and can be read. What a filter that is wrong would ask is not asked. */
  const open = (name: string | undefined, search: () => void) => {
    const found = openableViews(known()).find((view) => view.name === name);
    if (found !== undefined) {
      const { list, views: before } = slice.get();
      const changed = changedParts(slice.get());
      lines.keep(list.filter.text.trim());
      const ownHost = needs.userId();
      slice.change((state) => viewOpened(state, { ...found, ...(ownHost !== undefined && { ownHost }) }, height()));
      if (namesOwnHost(slice.get().list.filter.text)) refuse(OWN_HOST_UNKNOWN);
      else if (changed.length > 0)
        notify(
          `"${before.open?.name}" was changed (${changed.join(', ')}) and not saved. Its filter: ${keyName('offers.filter')} and ${keyName('offers.filter-older', 'up')}.`,
        );
    }
    if (slice.get().list.query.parsed.problems.length === 0) search();
  };

  /** Opens the next view, or the one before, and asks once the keys pause. */
  const walk = (by: 1 | -1) => {
    read();
    const all = openableViews(known());
    const at = all.findIndex(({ name }) => name === known().open?.name);
    const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length;
    if (all.length > 0) open(all[next]?.name, searching.searchSoon);
  };

  /** The user whose key it is may be known now. */
  const userKnown = () => {
    const ownHost = needs.userId();
    if (ownHost !== undefined) slice.change((state) => ownHostKnown(state, ownHost, height()));
  };

  /** A view with a mistake finds nothing anywhere; whose machines `me` are may be known later. */
  const needsGood = () => {
    const { list } = slice.get();
    const mistake = namesOwnHost(list.filter.text) ? undefined : mistakeIn(list);
    return (
      mistake &&
      `A view finds nothing with a mistake in its filter (${mistake}): ${keyName('offers.filter')} mends it first.`
    );
  };

  const forget = (cancelledName: string | undefined) =>
    slice.change((state) => ({ ...state, views: { ...state.views, cancelledName } }));

  const keep = (page: ViewsPage, name: string, isReplacing: boolean) => {
    const view = viewToKeep(slice.get());
    const problem = views?.keep(name, view, { isReplacing });
    if (problem !== undefined) return show(nameRefused(page, problem));
    slice.change((state) => viewKept(state, name, view));
    read();
    show({ ...answered(page), name });
    notify(`The view "${name}" is kept.`);
  };

  const save = (page: ViewsPage, name: string, { line }: NameAsked) => {
    const { kept, open: opened } = known();
    const found = kept.find((view) => isSameName(view.name, name));
    const isAsOpened =
      found !== undefined &&
      found.name === opened?.name &&
      'view' in found &&
      differingParts(found.view, opened.view).length === 0;
    if (found === undefined || isAsOpened) keep(page, found?.name ?? name, isAsOpened);
    else show({ ...page, ask: { what: 'replace', line } });
  };

  const rename = (page: ViewsPage, from: string, to: string) => {
    const problem = views?.rename(from, to);
    if (problem !== undefined) return show(nameRefused(page, problem));
    slice.change((state) => viewRenamed(state, from, to));
    read();
    show({ ...answered(page), name: to });
  };

  const nameGiven = (page: ViewsPage, asked: NameAsked) => {
    const name = tidyName(asked.line.text);
    const texts = asked.what === 'save' ? [name, slice.get().list.filter.text] : [name];
    const isSecret = texts.some((text) => (needs.client()?.redact(text) ?? text) !== text);
    const problem = nameProblem(name) ?? (isSecret ? 'A key or a secret is in it: it is kept in no file.' : undefined);
    if (problem !== undefined) return show(nameRefused(page, problem));
    forget(undefined);
    read();
    if (asked.what === 'save') save(page, name, asked);
    else if (page.name !== undefined) rename(page, page.name, name);
  };

  const nameCancelled = (page: ViewsPage, { line }: NameAsked) => {
    if (line.text !== line.before) forget(line.text);
    show(answered(page));
  };

  const replace = (page: ViewsPage, typed: string) => {
    const name = tidyName(typed);
    keep(page, known().kept.find((view) => isSameName(view.name, name))?.name ?? name, true);
  };

  const remove = (page: ViewsPage) => {
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
  };

  const pageKeys = (page: ViewsPage): readonly Binding[] => {
    const needsView = () =>
      page.name === undefined ? `There are no views yet: ${keyName('offers.view-save')} keeps one.` : undefined;
    const needsReadable = () => {
      const view = known().kept.find(({ name }) => name === page.name);
      return needsView() ?? (view !== undefined && 'problem' in view ? view.problem : undefined);
    };
    const asked = (what: NameAsked['what'], offered: string | undefined) =>
      show(nameAsked(page, what, offered ?? '', known().cancelledName));
    const move = (by: number) => show(rowMoved(page, known(), by));
    return [
      bind('offers.view-take', ['enter'], 'open', GROUP, () => open(page.name, searching.searchNow), {
        ...inFooter,
        help: 'open the view at the cursor',
        refusal: needsReadable,
      }),
      bind('offers.view-save', ['s'], 'save', GROUP, () => asked('save', known().open?.name), {
        ...inFooter,
        help: 'keep what the table shows now under a name',
        refusal: needsGood,
      }),
      bind('offers.view-rename', ['r'], 'rename', GROUP, () => asked('rename', page.name), {
        ...inFooter,
        refusal: needsView,
      }),
      bind('offers.view-delete', ['D'], 'delete', GROUP, () => show({ ...page, ask: { what: 'delete' } }), {
        ...destructive,
        refusal: needsView,
      }),
      bind('offers.view-down', ['down', 'j'], 'next', GROUP, () => move(1)),
      bind('offers.view-up', ['up', 'k'], 'previous', GROUP, () => move(-1)),
      bind('offers.view-first', ['home', 'g'], 'first', GROUP, () => move(Number.NEGATIVE_INFINITY)),
      bind('offers.view-last', ['end', 'G'], 'last', GROUP, () => move(Number.POSITIVE_INFINITY)),
      bind('offers.views-close', ['escape', 'q'], 'back', GROUP, site.close, inFooter),
    ];
  };

  const nameLayer = (page: ViewsPage, asked: NameAsked): Layer =>
    fieldLayer({
      owner: 'offers',
      line: () => {
        const ask = site.page()?.ask;
        return ask !== undefined && 'line' in ask ? ask.line : undefined;
      },
      change: (edit) => site.change((now) => nameEdited(now, edit)),
      maximum: NAME_MAXIMUM,
      accept: acceptKey('offers.view-name', asked.what, () => nameGiven(page, asked)),
      cancel: cancelKey('offers.view-name-cancel', () => nameCancelled(page, asked)),
    });

  const question = (label: string, yes: () => void, no: ViewsPage): Layer => ({
    isModal: true,
    bindings: [
      bind('offers.view-yes', ['y'], label, GROUP, yes, confirming),
      bind('offers.view-no', ['escape', 'n', 'q', 'ctrl-c'], 'no', GROUP, () => show(no), confirming),
    ],
  });

  const layerOf = (page: ViewsPage): Layer => {
    const { ask } = page;
    switch (ask?.what) {
      case undefined:
        return { bindings: pageKeys(page) };
      case 'save':
      case 'rename':
        return nameLayer(page, ask);
      case 'replace': {
        const { line } = ask;
        return question('replace it', () => replace(page, line.text), { ...page, ask: { what: 'save', line } });
      }
      case 'delete':
        return question('delete it', () => remove(page), answered(page));
    }
  };

  const refusal = () => (views === undefined ? 'No views are kept here.' : undefined);
  const refusalToWalk = () =>
    refusal() ??
    (openableViews(known()).length === 0
      ? `There are no views: ${keyName('offers.views')}, then ${keyName('offers.view-save')} keeps one.`
      : undefined);
  const openPage = () => {
    read();
    show(viewsOpened(known()));
  };

  // The view that the program starts with is compared with what is kept under its name.
  read();
  slice.change(viewFound);
  userKnown();
  return {
    openers: [
      bind('offers.views', ['V'], 'views', GROUP, openPage, {
        tip: 'keeps this search',
        help: 'open, save, rename and delete searches under a name',
        words: ['view', 'saved', 'save', 'search', 'bookmark', 'favourite', 'favorite', 'preset', 'tab'],
        refusal,
      }),
      bind('offers.view-next', [']'], 'next view', GROUP, () => walk(1), { refusal: refusalToWalk }),
      bind('offers.view-before', ['['], 'previous view', GROUP, () => walk(-1), { refusal: refusalToWalk }),
    ],
    layers: (page) => [layerOf(page)],
    serviceChanged: userKnown,
  };
};
