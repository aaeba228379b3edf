/** The keys of the pages that only the offers pane has: those that open them, and those of the page that is open. */
import type { Layer } from '../../keys/binding.ts';
import type { OffersPage } from './pages.ts';
import { createPositionKeys, type PositionNeeds } from './position/create.ts';
import { createRentKeys, type RentKeysNeeds } from './renting/keys.ts';
import { createViewsKeys } from './views/keys.ts';
import { createWaterfallKeys } from './waterfall/keys.ts';
import { type WorkloadKeysNeeds, workloadKeys } from './workload/keys.ts';

/** The pages to the pane. */
type PageKeys = {
  /** In force behind the table and an open offer. */
  readonly openers: Layer;
  /** In force while `page` is open, in place of those of the table, innermost first. */
  readonly layers: (page: OffersPage) => readonly Layer[];
  /** Another service is in use. */
  readonly serviceChanged: () => void;
  /** Another pane was opened. */
  readonly leave: () => void;
  /** An earlier run has left a page: what it shows is asked for. */
  readonly resumed: () => void;
  /** Why the service must not be left now; undefined when it may. */
  readonly refusalToLeave: () => string | undefined;
  /** What a page shows in the clear and keeps nowhere. */
  readonly revealedSecret: () => string | undefined;
};

type PageNeeds = Parameters<typeof createWaterfallKeys>[0] &
  WorkloadKeysNeeds &
  Parameters<typeof createViewsKeys>[0] &
  PositionNeeds &
  RentKeysNeeds;

export const createPageKeys = (needs: PageNeeds): PageKeys => {
  const waterfall = createWaterfallKeys(needs);
  const workload = workloadKeys(needs);
  const views = createViewsKeys(needs);
  const position = createPositionKeys(needs);
  const rent = createRentKeys(needs);
  return {
    openers: { bindings: [...waterfall.openers, workload.open, ...views.openers, ...position.openers, rent.open] },
    layers: (page) => {
      switch (page.kind) {
        case 'waterfall':
          return waterfall.layers(page);
        case 'workload':
          return [workload.layer()];
        case 'views':
          return views.layers(page);
        case 'position':
        case 'own-machines':
          return position.layers(page);
        case 'rent':
          return rent.layers(page);
      }
    },
    serviceChanged: () => {
      waterfall.serviceChanged();
      views.serviceChanged();
      position.serviceChanged();
      rent.serviceChanged();
    },
    resumed: () => {
      position.resumed();
      rent.resumed();
    },
    refusalToLeave: rent.refusalToLeave,
    revealedSecret: rent.revealedSecret,
    leave: () => {
      waterfall.leave();
      position.leave();
      rent.leave();
    },
  };
};
