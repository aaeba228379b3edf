/** What the panes are called, in the order of their digits from 0. Data only: the command line reads it too, and loads no pane for it. */

/**
 * `name` is the pane's name in the code; `command` its word on the command line, and in what earlier runs have kept: it must not
 * change; where the row says `isPrinted`, that command prints it and opens nothing. Then the title on a wide screen and in lists, a short one for narrow headers, what is opened, in words, and what
 * one may want it for where the title does not tell.
 */
export const PANE_NAMES = [
  {
    name: 'overview',
    command: 'overview',
    title: 'Overview',
    short: 'Over',
    purpose: 'what there is to see',
    isPrinted: true,
    words: ['home', 'start', 'dashboard', 'what changed', 'what is wrong'],
  },
  { name: 'offers', command: 'offers', title: 'Offers', short: 'Offers', purpose: 'the offers' },
  { name: 'volumes', command: 'volumes', title: 'Volumes', short: 'Vols', purpose: 'the rented volumes' },
  {
    name: 'connections',
    command: 'connections',
    title: 'Account',
    short: 'Acct',
    purpose: 'the account: cloud connections, SSH keys, variables, API keys, calls made, team',
    words: [
      'cloud connections',
      'cloud storage',
      's3',
      'SSH keys',
      'audit log',
      'who called what',
      'environment variables',
    ],
  },
  {
    name: 'maintenance',
    command: 'maintenance',
    title: 'Maintenance',
    short: 'Maint',
    purpose: 'the maintenance wizard',
    words: ['downtime'],
  },
  {
    name: 'notifications',
    command: 'notifications',
    title: 'Notifications',
    short: 'Notify',
    purpose: 'webhooks and notification preferences',
    words: ['tell me', 'what happened'],
  },
  { name: 'ledger', command: 'requests', title: 'Requests', short: 'Reqs', purpose: 'the request ledger' },
  {
    name: 'instances',
    command: 'instances',
    title: 'Instances',
    short: 'Inst',
    purpose: 'the rented instances',
    words: ['who is idle', 'what runs', 'what is rented', 'what did it cost', 'stop paying'],
  },
  {
    name: 'money',
    command: 'money',
    title: 'Money',
    short: 'Money',
    purpose: 'what is left, what costs, and what is wasted',
    words: ['credit', 'balance', 'bill', 'how long does it last', 'earnings', 'payout', 'waste', 'charges'],
  },
  {
    name: 'machines',
    command: 'machines',
    title: 'Machines',
    short: 'Mach',
    purpose: 'your machines, and how their prices stand',
    words: ['my machines', 'host', 'what to charge', 'who is on them', 'what is listed', 'occupancy'],
  },
] as const;

/** A pane's name. */
export type PaneName = (typeof PANE_NAMES)[number]['name'];

/** The key that opens a pane. */
export const digitOf = (pane: PaneName): string => String(PANE_NAMES.findIndex(({ name }) => name === pane));

/** A pane's word on the command line, and in what is kept for later runs. */
export const commandNameOf = (pane: PaneName): (typeof PANE_NAMES)[number]['command'] =>
  (PANE_NAMES.find(({ name }) => name === pane) ?? PANE_NAMES[0]).command;
