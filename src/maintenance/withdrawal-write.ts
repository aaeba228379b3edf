/** Withdrawing the windows of machines as one kind of write: what the page and the command say, what is sent, and how it is noted. */

import { callOf } from '../api/call.ts';
import { CALLS } from '../api/calls.ts';
import type { InstanceReceipt } from '../api/records/replies.ts';
import { named } from '../base/figures.ts';
import { keyName } from '../base/named-keys.ts';
import { printable } from '../base/text.ts';
import type { AnnouncedWindow } from '../catalogue/values.ts';
import { sendNoted } from '../writes/claimed-line.ts';
import type { Paragraph, WriteKind } from '../writes/write-kind.ts';
import { stampWords } from './moment-words.ts';
import { areSameWindows, type StandingWindows, standingWindows, windowCount, windowWords } from './standing-windows.ts';

/** What the service cannot do otherwise, for whoever is about to confirm. */
const ALL_ARE_WITHDRAWN = 'All of your windows on the machine are withdrawn, not one of them alone.';

/** A machine, and its windows that stand. */
type WithdrawnFrom = StandingWindows & { readonly id: number };

/** The types of it. */
export type WithdrawalWrite = {
  readonly name: 'withdraw';
  readonly request: { readonly kind: 'withdraw' };
  readonly row: AnnouncedWindow;
  readonly target: WithdrawnFrom;
  readonly reply: InstanceReceipt;
};

const hasWindows = ({ windows }: WithdrawnFrom): boolean => windows.length > 0;

export const WITHDRAWAL_WRITE: WriteKind<WithdrawalWrite> = {
  names: ['withdraw'],
  noun: 'machine',
  title: (_, ids) => `Withdraw the windows of ${named(ids, 'machine')}`,
  list: CALLS.windows,
  targetsOf: (rows, ids, nowEpochMs) =>
    standingWindows(rows, ids, nowEpochMs).map((standing) => ({ id: standing.machineId, ...standing })),
  requestOf: (kind) => ({ kind }),
  // Where the list may tell less than there is, none in it proves nothing.
  isSent: (target, isWhole) => hasWindows(target) || !isWhole,

  call: ({ machineId }) => callOf(CALLS.withdraw, { machineId }),
  send: ({ machineId }, { kind }, parts) => {
    const noted = { instanceId: machineId, kind, value: '' };
    return sendNoted(CALLS.withdraw, { machineId }, noted, parts.journal.withdrawals, parts);
  },
  changes: ({ withdrawals }) => withdrawals,

  affected: (_, { targets, readAtEpochMs, isWhole }, { describe, timeZone }) => [
    { text: `As the service listed them at ${stampWords(readAtEpochMs, timeZone)}:`, tone: 'dim' },
    ...targets.flatMap(({ id, windows }): readonly Paragraph[] => {
      const what = describe(id);
      const known = what === undefined ? '' : `  ${printable(what)}`;
      const none = isWhole ? 'no window to withdraw' : 'no window in what the service gave';
      const count = windows.length === 0 ? none : windowCount(windows);
      return [
        { text: `${id}${known}: ${count}`, tone: windows.length === 0 ? 'dim' : 'strong' },
        ...windows.map((window) => {
          const { maintenance_category: category, maintenance_reason: reason } = window;
          const words = [windowWords(window, timeZone), category ?? '', printable(reason ?? '')];
          return { text: words.filter(Boolean).join('   '), inset: 2 };
        }),
      ];
    }),
    ...(isWhole
      ? []
      : [{ text: 'The list is not whole: there may be more windows than these.', tone: 'warning' } as const]),
  ],
  consequences: (_, targets) => [
    {
      text:
        targets.length === 1
          ? ALL_ARE_WITHDRAWN
          : `For each of them: all of your windows on the machine are withdrawn, not one of them alone.`,
      tone: 'danger',
    },
  ],
  readsFirst: {
    reading: 'Reading the windows that the service lists.',
    unread: 'Nothing was sent: windows are withdrawn only where the service lists them first.',
    before: 'Nothing is sent before you have read them and confirmed.',
  },
  readsAgain: {
    areSame: areSameWindows,
    again: 'Reading the windows once more before anything is sent.',
    changed: () => [
      'Nothing was sent: windows were announced or withdrawn elsewhere meanwhile. Read what stands here now, then confirm again.',
    ],
  },
  afterwards: (target, end) => {
    if (target === undefined) return '';
    if (hasWindows(target)) return `The service, asked again, lists ${windowCount(target.windows)} of it.`;
    return end === 'unknown' ? 'The service, asked again, lists no window of it, but its list is not whole.' : '';
  },
  isShownDone: (target) => !hasWindows(target),
  // A refusal by which the service shows that it has no such call (docs/interface.md, Rule for the client).
  isLacking: ({ kind, status, code }) =>
    kind === 'refused' && (status === 405 || status === 501 || (status === 404 && code === undefined)),

  words: {
    whileSending: 'Windows are still being withdrawn: Ctrl-C stops that.',
    done: 'withdrawn',
    none: 'nothing to withdraw',
    nothing: 'There is nothing to withdraw.',
    nothingToConfirm: 'There is nothing to withdraw: the service lists no window of it that is still to come.',
    noneLeft: 'There is none left to withdraw.',
    beside: ({ windows }) => (windows.length === 0 ? '' : `   ${windowCount(windows)}`),
    over: (isAnyLeft) =>
      `Nothing more is sent. ${isAnyLeft ? `${keyName('maintenance.withdraw-again')} reviews the rest, ` : ''}Esc goes back.`,
    notRead: `The windows are not read again yet: ${keyName('maintenance.withdraw-read')} asks.`,
    shownDone: 'No answer came. The service, asked again, lists no window of it any more: it was carried out.',
  },
  keys: {
    owner: 'maintenance',
    name: 'maintenance.withdraw',
    group: 'Withdraw',
    send: () => 'withdraw',
    read: ['read', 'read again'],
    untype: 'cancel',
    stop: ['x', 'escape'],
    stopName: 'Esc',
    scroll: ['maintenance.', true],
  },
  command: {
    record: (id) => ({ machine_id: id }),
    before: () => 'sent_before',
    nothing: 'nothing_to_withdraw',
  },
};
