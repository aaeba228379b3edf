/** The keys of views: those that walk them in the table, and the one that opens their page. */

import { type Binding, bind, type Layer } from '../../../keys/binding.ts';
import type { ViewsPage } from '../pages.ts';
import { pageShown } from '../pages.ts';
import type { KeepingNeeds } from './keeping.ts';
import { openableViews } from './known.ts';
import { createOpening, type OpeningNeeds } from './opening.ts';
import { viewsPage } from './page.ts';
import { createPageLayers } from './page-layers.ts';

/** What views are to the pane. */
type ViewsKeys = {
  readonly openers: readonly Binding[];
  readonly layers: (page: ViewsPage) => readonly Layer[];
  /** Another service or key is in use: the user may be known now. */
  readonly serviceChanged: () => void;
};

export const createViewsKeys = (needs: OpeningNeeds & KeepingNeeds): ViewsKeys => {
  const { slice, views } = needs;
  const opening = createOpening(needs);

  const refusal = () => (views === undefined ? 'No views are kept here.' : undefined);
  const refusalToWalk = () =>
    refusal() ??
    (openableViews(slice.get().views).length === 0 ? 'There are no views: V, then s keeps one.' : undefined);

  const openPage = () => {
    opening.read();
    slice.change((state) => pageShown(state, viewsPage(state.views)));
  };

  opening.begin();
  return {
    openers: [
      bind('offers.views', ['V'], 'views', 'Find', openPage, {
        help: 'open, save, rename and delete searches under a name',
        words: ['view', 'saved', 'save', 'search', 'bookmark', 'favourite', 'favorite', 'preset', 'tab'],
        refusal,
      }),
      bind('offers.view-next', [']'], 'next view', 'Find', () => opening.walk(1), { refusal: refusalToWalk }),
      bind('offers.view-before', ['['], 'previous view', 'Find', () => opening.walk(-1), { refusal: refusalToWalk }),
    ],
    layers: createPageLayers(needs, opening),
    serviceChanged: opening.userKnown,
  };
};
