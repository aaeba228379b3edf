/** The panes that there are, in the order of their digits. Data only: the command line reads it too, and loads no pane for it. */

/** Name as on the command line, title on a wide screen and in lists, a short one for narrow headers, and what is opened, in words. */
export const PANES = [
  { name: 'offers', title: 'Offers', short: 'Offers', purpose: 'the offers' },
  { name: 'volumes', title: 'Volumes', short: 'Vols', purpose: 'the rented volumes' },
  { name: 'connections', title: 'Connections', short: 'Conn', purpose: 'the cloud connections' },
  { name: 'maintenance', title: 'Maintenance', short: 'Maint', purpose: 'the maintenance wizard' },
  {
    name: 'notifications',
    title: 'Notifications',
    short: 'Notify',
    purpose: 'webhooks and notification preferences',
  },
  { name: 'requests', title: 'Requests', short: 'Reqs', purpose: 'the request ledger' },
] as const;

/** A pane's name. */
export type PaneName = (typeof PANES)[number]['name'];
