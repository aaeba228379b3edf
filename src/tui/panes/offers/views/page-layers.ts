/** The keys of the page of views: those of its rows, of the name that is typed, and of the questions. */

import { type Binding, bind, confirming, destructive, inFooter, type Layer } from '../../../keys/binding.ts';
import { acceptKey, cancelKey, fieldLayer } from '../../../keys/field.ts';
import type { NameAsked, ViewsPage } from '../pages.ts';
import { pageClosed, pageShown } from '../pages.ts';
import type { OffersState } from '../state.ts';
import { createKeeping, type KeepingNeeds } from './keeping.ts';
import type { Opening } from './opening.ts';
import { answered, nameAsked, nameEdited, rowMoved } from './page.ts';

/** The heading of these keys in help. */
const GROUP = 'Views';

/** Most characters of a name while it is typed; one that is longer than a view's may be is refused with the reason. */
const NAME_MAXIMUM = 200;

/** Tells the layers in force while the page is open, innermost first. */
export const createPageLayers = (
  needs: KeepingNeeds,
  opening: Pick<Opening, 'read' | 'take'>,
): ((page: ViewsPage) => readonly Layer[]) => {
  const { slice } = needs;
  const change = (transition: (state: OffersState) => OffersState) => slice.change(transition);
  const show = (page: ViewsPage) => change((state) => pageShown(state, page));
  const keeping = createKeeping({ ...needs, read: opening.read, show });

  const take = (page: ViewsPage) => {
    if (page.name !== undefined) opening.take(page.name);
  };

  const ofView =
    ({ name }: ViewsPage) =>
    () =>
      name === undefined ? 'There are no views yet: s keeps one.' : undefined;

  const openRefusal = (page: ViewsPage) => () =>
    ofView(page)() ??
    slice.get().views.kept.flatMap((view) => (view.name === page.name && 'problem' in view ? [view.problem] : []))[0];

  const move = (page: ViewsPage, by: number) => show(rowMoved(page, slice.get().views, by));

  const pageKeys = (page: ViewsPage): readonly Binding[] => {
    const { cancelledName } = slice.get().views;
    return [
      bind('offers.view-take', ['enter'], 'open', GROUP, () => take(page), {
        ...inFooter,
        help: 'open the view at the cursor',
        refusal: openRefusal(page),
      }),
      bind(
        'offers.view-save',
        ['s'],
        'save',
        GROUP,
        () => show(nameAsked(page, 'save', slice.get().views.open?.name ?? '', cancelledName)),
        { ...inFooter, help: 'keep what the table shows now under a name' },
      ),
      bind(
        'offers.view-rename',
        ['r'],
        'rename',
        GROUP,
        () => show(nameAsked(page, 'rename', page.name ?? '', cancelledName)),
        {
          ...inFooter,
          refusal: ofView(page),
        },
      ),
      bind('offers.view-delete', ['x'], 'delete', GROUP, () => show({ ...page, ask: { what: 'delete' } }), {
        ...destructive,
        refusal: ofView(page),
      }),
      bind('offers.view-down', ['down', 'j'], 'next', GROUP, () => move(page, 1)),
      bind('offers.view-up', ['up', 'k'], 'previous', GROUP, () => move(page, -1)),
      bind('offers.view-first', ['home', 'g'], 'first', GROUP, () => move(page, Number.NEGATIVE_INFINITY)),
      bind('offers.view-last', ['end', 'G'], 'last', GROUP, () => move(page, Number.POSITIVE_INFINITY)),
      bind('offers.views-close', ['escape', 'q'], 'back', GROUP, () => change(pageClosed), inFooter),
    ];
  };

  const nameLayer = (page: ViewsPage, asked: NameAsked): Layer =>
    fieldLayer({
      owner: 'offers',
      line: () => {
        const { page: now } = slice.get();
        return now?.kind === 'views' && now.ask !== undefined && 'line' in now.ask ? now.ask.line : undefined;
      },
      change: (edit) =>
        change((state) => (state.page?.kind === 'views' ? pageShown(state, nameEdited(state.page, edit)) : state)),
      maximum: NAME_MAXIMUM,
      accept: acceptKey('offers.view-name', asked.what, () => keeping.nameGiven(page, asked)),
      cancel: cancelKey('offers.view-name-cancel', () => keeping.nameCancelled(page, asked)),
    });

  const question = (label: string, yes: () => void, no: () => void): Layer => ({
    isModal: true,
    bindings: [
      bind('offers.view-yes', ['y'], label, GROUP, yes, confirming),
      bind('offers.view-no', ['escape', 'n', 'q', 'ctrl-c'], 'no', GROUP, no, confirming),
    ],
  });

  return (page) => {
    switch (page.ask?.what) {
      case undefined:
        return [{ bindings: pageKeys(page) }];
      case 'save':
      case 'rename':
        return [nameLayer(page, page.ask)];
      case 'replace': {
        const { line } = page.ask;
        return [
          question(
            'replace it',
            () => keeping.replace(page, line.text),
            () => show({ ...page, ask: { what: 'save', line } }),
          ),
        ];
      }
      case 'delete':
        return [
          question(
            'delete it',
            () => keeping.remove(page),
            () => show(answered(page)),
          ),
        ];
    }
  };
};
