/** What can stand half typed in the built program, one for each call, and what of it is there again once it is resumed. */
import type { CallName } from '../fault.ts';
import type { Step } from './built-program.ts';
import type { Kept } from './typed.ts';

/** Something half typed. */
export type HalfTyped = {
  /** The call that it would lead to. */
  readonly call: CallName;
  /** The pane, as an argument of the program. */
  readonly pane: string;
  readonly steps: readonly Step[];
  readonly kept: Kept;
};

const ROWS = / [1-9]\d*\/\d+[ +]/;

const list = (call: CallName, pane: string): HalfTyped => ({
  call,
  pane,
  steps: [
    ['', ROWS],
    [' ', /1 marked/],
    ['/a', /^ \/ a/m],
  ],
  kept: { 'the words of the filter': /^ \/ a/m, 'the mark': /1 marked/, 'the pane': ROWS },
});

/** All of them; `machineId` is one of the caller's own. */
export const halfTyped = (machineId: number): readonly HalfTyped[] => [
  {
    call: 'searchOffers',
    pane: 'offers',
    steps: [
      ['', ROWS],
      [' ', /1 marked/],
      ['/num_gpus>=1 dph_to', /num_gpus>=1 dph_to/],
    ],
    kept: { 'the filter': /^ \/ num_gpus>=1 dph_to\b/m, 'the mark': /1 marked/ },
  },
  list('listVolumes', 'volumes'),
  list('listConnections', 'connections'),
  {
    call: 'scheduleMaintenance',
    pane: 'maintenance',
    steps: [
      [`e${machineId}\r`, /> Start/],
      ['2030-12-01 03:00\r', /> Length/],
      ['90m', /90m/],
    ],
    kept: {
      'the step': /> Length/,
      'the machine': /so far: 1 machine,/,
      'the start': /2030-12-01 03:00/,
      'the length': /90m/,
    },
  },
  {
    call: 'createWebhook',
    pane: 'notifications',
    steps: [
      ['n', /> Name/],
      ['alerts\r', /Name +alerts/],
      ['https://hooks.exam', /hooks\.exam/],
    ],
    kept: { 'the name': /Name +alerts$/m, 'the address': /URL +https:\/\/hooks\.exam$/m },
  },
  {
    call: 'replaceNotificationPreferences',
    pane: 'notifications',
    steps: [
      [']', /never confirmed from here/],
      [' ', /\[x\]/],
      ['ahost:re', /host:re/],
    ],
    kept: { 'the setting': /client +low_credit +>?\[x\] +\[\?\] +\+ new/, 'the new type': /host:re$/m },
  },
];
