/** Draws the page that lies over the offers. */
import type { ReactNode } from 'react';
import { OwnMachinesView } from './own-machines/view.tsx';
import type { OffersPage } from './pages.ts';
import { PositionView } from './position/view.tsx';
import { RentView } from './renting/view.tsx';
import type { OffersState } from './state.ts';
import { ViewsView } from './views/view.tsx';
import { WaterfallView } from './waterfall/view.tsx';
import { WorkloadView } from './workload/page.tsx';

/** The page in `width` by `height` cells. */
export const OffersPageView = ({
  page,
  ...place
}: {
  readonly page: OffersPage;
  readonly state: OffersState;
  readonly width: number;
  readonly height: number;
  readonly timeZone: string;
  readonly revealedSecret: string | undefined;
}): ReactNode => {
  switch (page.kind) {
    case 'waterfall':
      return <WaterfallView page={page} {...place} />;
    case 'workload':
      return <WorkloadView page={page} {...place} />;
    case 'views':
      return <ViewsView page={page} {...place} />;
    case 'position':
      return <PositionView page={page} {...place} />;
    case 'own-machines':
      return <OwnMachinesView page={page} {...place} />;
    case 'rent':
      return <RentView page={page} {...place} />;
  }
};
