/** How each call is made by typing into the built program, and what the program says of it when it is started again. */
import type { CaughtRequest } from '../../support/fault-proxy.ts';
import type { Pty } from '../../support/pty.ts';
import type { CallName } from '../fault.ts';
import { WINDOW_MACHINE } from '../withdrawal.ts';
import type { Book } from '../world.ts';
import type { Step } from './built-program.ts';

/** What is on the screen when something is still there, by what it is. */
export type Kept = Readonly<Record<string, RegExp>>;

/** One call, typed. */
export type Typed = {
  readonly call: CallName;
  readonly isMeant: (request: CaughtRequest) => boolean;
  /** Where the service writes it down; absent for a read. */
  readonly book?: Book;
  /** The pane, as an argument of the program. */
  readonly pane: string;
  /** Everything up to the key that makes the call; none for a read, which is made at the start. */
  readonly steps: readonly Step[];
  /** That key; empty for a read. */
  readonly last: string;
  /** What is typed after a restart to see what is known of the call; in steps where one thing has to be there for the next. */
  readonly look: string | readonly Step[];
  /** Says after a restart that the outcome is unknown; for a read, that its list is there. */
  readonly known: RegExp;
  /** On the screen after `look`, whatever is known. */
  readonly looked: RegExp;
  /** What is there again once the session is resumed: in its form, or in the review that comes before the call. */
  readonly kept: Kept;
  /** Rows of endings that leave nothing to be resumed. */
  readonly leavesOut?: readonly string[];
};

/** The program's first screen. */
export const READY = / key \.\./;
const UNKNOWN = /outcome unknown/;
const LISTED = / [1-9]\d*\/\d+[ +]/;

const read = (call: CallName, pane: string, path: string): Typed => ({
  call,
  isMeant: (request) => request.path.endsWith(path),
  pane,
  steps: [],
  last: '',
  look: '',
  known: LISTED,
  looked: LISTED,
  kept: {},
});

/** The calls; `machineId` is one of the caller's own. */
export const typedCalls = (machineId: number): readonly Typed[] => [
  read('searchOffers', 'offers', '/bundles'),
  read('listVolumes', 'volumes', '/volumes'),
  read('listConnections', 'connections', '/cloud_integrations'),
  {
    call: 'scheduleMaintenance',
    isMeant: ({ path }) => path.endsWith('/dnotify'),
    book: 'maintenance_windows',
    pane: 'maintenance',
    steps: [
      [`e${machineId}\r`, /> Start/],
      ['+36h\r', /> Length/],
      ['2\r', /> Reason/],
      ['\rdisk swap\r', /> Review/],
      [`\r${machineId}`, new RegExp(`machine.*: +${machineId}`, 's')],
    ],
    last: '\r',
    look: '',
    known: UNKNOWN,
    looked: /\[Announce\]/,
    kept: { 'the machine': new RegExp(`machine.*${machineId}`, 'i') },
  },
  {
    call: 'withdraw',
    isMeant: ({ path }) => path.endsWith('/cancel_maint/'),
    book: 'withdrawals',
    pane: 'maintenance',
    steps: [
      ['[', /\[Windows\].* 1\/1/s],
      ['X', /exactly what will be sent/],
      [`\r${WINDOW_MACHINE}`, new RegExp(`withdraw: +${WINDOW_MACHINE}`)],
    ],
    last: '\r',
    look: [
      ['[', /\[Windows\].* 1\/1/s],
      ['X', /Withdraw the windows of machine \d+\?/],
    ],
    // What was carried out by then is known by the windows, which are read first.
    known: /outcome unknown|nothing to withdraw/,
    looked: /Withdraw the windows of machine \d+\?/,
    kept: { 'the machine': new RegExp(`Withdraw the windows of machine ${WINDOW_MACHINE}`) },
    // The windows, read again, have settled it by then.
    leavesOut: ['kill -9 after the answer was cut'],
  },
  {
    call: 'createWebhook',
    isMeant: ({ method, path }) => method === 'POST' && path.endsWith('/webhooks'),
    book: 'webhooks',
    pane: 'notifications',
    steps: [
      ['n', /> Name/],
      ['alerts\r', /Name +alerts/],
      ['https://hooks.example/gpu\r', /> Add a type/],
      ['client:low_credit\r', /1 picked: client:low_credit/],
      ['\u001B', /review and send/],
      ['s', /POST \/api\/v0\/webhooks/],
    ],
    last: 'c',
    look: '',
    // What was carried out by then stands in the list of the service, which is read first.
    known: /outcome unknown|service, here/,
    looked: /as of \d.*The\s+service\s+(?:lists|does)/s,
    kept: {
      'the name': /Name +alerts$|"name": "alerts"/m,
      'the address': /URL +https:\/\/hooks\.example\/gpu$|"https:\/\/hooks\.example\/gpu"/m,
      'the event type': /1 picked: client:low_credit|\["client:low_credit"\]/,
    },
  },
  {
    call: 'replaceNotificationPreferences',
    isMeant: ({ path }) => path.endsWith('/notification-prefs'),
    book: 'notification_preferences',
    pane: 'notifications',
    steps: [
      [']', /never confirmed from here/],
      [' ', /\[x\]/],
      ['s', /low_credit by webhooks\? y on, n off/],
      ['n', /"webhooks": false/],
      ['\r', /Type replace to send it/],
      ['replace', /send it: +replace/],
    ],
    last: '\r',
    look: ']',
    known: /The outcome of the replacement sent on/,
    looked: /Preferences of user.*Group +Event/s,
    kept: {
      'the setting':
        /client +low_credit +>\[x\] +\[[ ?]\] +\+ new|"low_credit": \{"email": true(?:, "webhooks": false)?\}/,
    },
  },
];

/** The names of what does not come to the screen. */
export const missing = async (pty: Pty, kept: Kept): Promise<readonly string[]> => {
  const lostIn = (screen: readonly string[]) =>
    Object.entries(kept).flatMap(([name, pattern]) => (pattern.test(screen.join('\n')) ? [] : [name]));
  const screen = await pty.until((lines) => lostIn(lines).length === 0).catch(() => pty.screen());
  return lostIn(screen);
};
