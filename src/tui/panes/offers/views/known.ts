/** What the offers pane knows of views: those that are kept, the open one, and how many offers each had when it was asked for last. */

import type { KeptView, View } from '../../../../views/view.ts';
import type { ViewsState } from '../pages.ts';

/** Before any was read. */
export const NO_VIEWS: ViewsState = { kept: [], counts: {} };

/** The views that can be opened, in their order. */
export const openableViews = ({ kept }: ViewsState): readonly Extract<KeptView, { view: View }>[] =>
  kept.filter((view) => 'view' in view);
