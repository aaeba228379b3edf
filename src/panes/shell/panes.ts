/** The panes that there are, in the order of their digits. Data only: the command line reads it too, and loads no pane for it. */

/** Name as on the command line, title in the header, and what is opened, in words. */
export const PANES = [
  { name: 'offers', title: 'Offers', purpose: 'the offers' },
  { name: 'volumes', title: 'Volumes', purpose: 'the rented volumes' },
  { name: 'connections', title: 'Connections', purpose: 'the cloud connections' },
  { name: 'maintenance', title: 'Maint', purpose: 'the maintenance wizard' },
  { name: 'notifications', title: 'Notify', purpose: 'webhooks and notification preferences' },
  { name: 'requests', title: 'Requests', purpose: 'the request ledger' },
] as const;

/** A pane's name. */
export type PaneName = (typeof PANES)[number]['name'];
