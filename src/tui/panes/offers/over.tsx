/** The pages that lie over the offers: the list that keys, drawing and saving are derived from. */

import { type Page, pageOf } from '../page/page.ts';
import { waterfallPage } from './filter/waterfall-page.tsx';
import { jobPage } from './job-page.tsx';
import { createMarketPages } from './market/market-keys.ts';
import { MarketView } from './market/market-page.tsx';
import { MARKET_SAVED } from './market/market-state.ts';
import { OwnMachinesView } from './market/own-machines-page.tsx';
import { POSITION } from './market/position-page.tsx';
import type { OffersTools } from './needs.ts';
import type { OffersPage, OfMarket } from './pages.ts';
import { createRenting } from './renting/create.ts';
import type { RentPage } from './renting/page.ts';
import { RentView } from './renting/view.tsx';
import type { OffersState } from './state.ts';
import { viewsPage } from './views-page.tsx';

type OfOffers = Page<OffersState, OffersTools>;

const market: OfOffers = pageOf({
  holds: (page: OffersPage): page is OfMarket => ['market', 'position', 'own-machines'].includes(page.kind),
  create: createMarketPages,
  draw: ({ page, ...drawn }) => {
    if (page.kind === 'market') return <MarketView page={page} {...drawn} />;
    return page.kind === 'position' ? POSITION.draw({ page, ...drawn }) : <OwnMachinesView page={page} {...drawn} />;
  },
  saved: MARKET_SAVED,
});

/** Its form is saved beside the page. */
const rent: OfOffers = pageOf({
  holds: (page: OffersPage): page is RentPage => page.kind === 'rent',
  create: createRenting,
  draw: (drawn) => <RentView {...drawn} />,
});

export const OFFERS_PAGES: readonly OfOffers[] = [waterfallPage, jobPage, viewsPage, market, rent];
