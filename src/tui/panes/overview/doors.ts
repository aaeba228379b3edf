/** Where the doors of the overview lead. */
import type { Door } from '../../../overview/part.ts';
import type { PaneName } from '../names.ts';

/** Where each door leads: the pane, and the row of its keys that opens the page there, or to the row of its list. */
export const DOORS: Readonly<
  Record<Door['to'], { readonly pane: PaneName; readonly action?: string; readonly isToRow?: true }>
> = {
  money: { pane: 'money' },
  instances: { pane: 'instances', isToRow: true },
  increases: { pane: 'instances', action: 'instances.increases' },
  machines: { pane: 'machines', isToRow: true },
  windows: { pane: 'maintenance', action: 'maintenance.to-windows' },
  alerts: { pane: 'notifications', action: 'notifications.to-alerts' },
  market: { pane: 'offers', action: 'offers.market' },
  offers: { pane: 'offers' },
};
