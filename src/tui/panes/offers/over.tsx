/** The pages that lie over the offers: the list that keys, drawing and saving are derived from. */

import { type Page, pageOf } from '../page/page.ts';
import type { OffersTools } from './needs.ts';
import { OwnMachinesView } from './own-machines/own-machines-page.tsx';
import type { OffersPage, OwnMachinesPage, PositionPage, WorkloadPage } from './pages.ts';
import { createMarketPages } from './position/market-keys.ts';
import { POSITION } from './position/page.ts';
import { MARKET_SAVED } from './position/resume.ts';
import { createRentKeys } from './renting/keys.ts';
import type { RentPage } from './renting/page.ts';
import { RentView } from './renting/view.tsx';
import type { OffersState } from './state.ts';
import { viewsPage } from './views/views-page.tsx';
import { waterfallPage } from './waterfall/waterfall-page.tsx';
import { createWorkload } from './workload/keys.ts';
import { WorkloadView } from './workload/page.tsx';

type OfOffers = Page<OffersState, OffersTools>;

/** What is typed there is saved with the job. */
const workload: OfOffers = pageOf({
  holds: (page: OffersPage): page is WorkloadPage => page.kind === 'workload',
  create: createWorkload,
  draw: (drawn) => <WorkloadView {...drawn} />,
});

const market: OfOffers = pageOf({
  holds: (page: OffersPage): page is PositionPage | OwnMachinesPage =>
    page.kind === 'position' || page.kind === 'own-machines',
  create: createMarketPages,
  draw: ({ page, ...drawn }) =>
    page.kind === 'position' ? POSITION.draw({ page, ...drawn }) : <OwnMachinesView page={page} {...drawn} />,
  saved: MARKET_SAVED,
});

/** Its form is saved beside the page. */
const rent: OfOffers = pageOf({
  holds: (page: OffersPage): page is RentPage => page.kind === 'rent',
  create: (_, needs) => {
    const { open, ...keys } = createRentKeys(needs);
    return { ...keys, openers: [open] };
  },
  draw: (drawn) => <RentView {...drawn} />,
});

export const OFFERS_PAGES: readonly OfOffers[] = [waterfallPage, workload, viewsPage, market, rent];
