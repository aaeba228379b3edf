/** The pages that only the offers pane has. They lie over the table and over an open offer alike. Pure. */

import type { OwnMachinesPage } from './own-machines/state.ts';
import type { PositionPage } from './position/state.ts';
import type { RentPage } from './renting/page.ts';
import type { ViewsPage } from './views/page.ts';
import type { WaterfallPage } from './waterfall/page.ts';
import type { WorkloadPage } from './workload/form.ts';

/** The page that lies over the offers. */
export type OffersPage = WaterfallPage | WorkloadPage | ViewsPage | PositionPage | OwnMachinesPage | RentPage;

type Paged = { readonly page?: OffersPage | undefined };

/** A page was opened, in place of any other, or the open one is as follows now. */
export const pageShown = <State extends Paged>(state: State, page: OffersPage): State => ({ ...state, page });

/** The page was closed. */
export const pageClosed = <State extends Paged>(state: State): State =>
  state.page === undefined ? state : { ...state, page: undefined };
