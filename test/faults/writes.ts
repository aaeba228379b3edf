/** The three calls that notify, create or replace, made from their wizard, form and grid. */
import type { EndpointName } from '../../src/api/calls.ts';
import type { OpenDeck } from '../support/deck.tsx';
import { BODY_TEXT, typePlan } from '../support/maintenance.ts';
import { fillWebhook, reviewPreferences } from '../support/notifications.ts';
import { type Called, missing, words } from './called.ts';
import type { Outcome } from './fault.ts';

const UNKNOWN = 'The outcome is unknown: the service may have carried it out.';

const outcomeOf = (screen: string, yes: string, tried: string): Outcome | undefined => {
  if (screen.includes(yes)) return 'answered';
  if (!screen.includes(tried)) return undefined;
  return screen.includes(UNKNOWN) ? 'unknown' : 'failed';
};

/** How often the program has made this call, by its own ledger. */
const made = (endpoint: EndpointName) => (deck: OpenDeck) =>
  deck.deck.store.getState().ledger.list.rows.filter(({ exchange }) => exchange.endpoint === endpoint).length;

const maintenance: Called = {
  name: 'scheduleMaintenance',
  pane: 'maintenance',
  isMeant: ({ path }) => path.endsWith('/dnotify'),
  book: 'maintenance_windows',
  prepare: async (deck, machineId) => {
    await typePlan(deck, [machineId]);
    await deck.press('maintenance.confirm');
    await deck.type(String(machineId));
  },
  make: (deck) => deck.press('maintenance.keep'),
  // The windows are read again afterwards.
  madeCount: made('maintenance'),
  outcome: (deck, machineId) => {
    const screen = words(deck);
    if (screen.includes('1 announced.')) return 'answered';
    if (screen.includes(`Machine ${machineId}: not announced.`)) return 'failed';
    return screen.includes(`Machine ${machineId}: outcome unknown.`) && screen.includes(UNKNOWN)
      ? 'unknown'
      : undefined;
  },
  lost: async (deck, machineId) => {
    await deck.press('maintenance.back');
    const lost = missing(deck, {
      'the machine': new RegExp(`machines/${machineId}/dnotify`),
      'the start': /2026-12-01 03:00/,
      'the length': /1 h 30 min/,
      'the category': /"maintenance_category": ?"disk"/,
      'the reason': /"maintenance_reason": ?"swap the NVMe"/,
    });
    await deck.press('maintenance.next');
    return lost;
  },
  again: async (deck, outcome, machineId) => {
    await deck.press('maintenance.again');
    if (outcome !== 'unknown') return;
    await deck.type(String(machineId));
    await deck.press('maintenance.keep');
  },
  body: BODY_TEXT,
  saysUnknown: async (deck, machineId) => words(deck).includes(`! outcome unknown: machine ${machineId}`),
};

const webhook: Called = {
  name: 'createWebhook',
  pane: 'notifications',
  isMeant: ({ method, path }) => method === 'POST' && path.endsWith('/webhooks'),
  book: 'webhooks',
  prepare: async (deck) => {
    await fillWebhook(deck);
    await deck.press('notifications.review');
  },
  make: (deck) => deck.press('notifications.create'),
  // The list is read again afterwards.
  madeCount: made('webhooks'),
  outcome: (deck) => outcomeOf(words(deck), 'The webhook was created.', 'Tried to create the webhook'),
  lost: async (deck) =>
    missing(deck, {
      'the name': /Name +alerts$/m,
      'the address': /URL +https:\/\/hooks\.example\/gpu$/m,
      'the event types': /2 picked: client:low_credit {2}host:machine_offline/,
    }),
  again: (deck) => deck.press('notifications.review', 'notifications.create'),
  body: '{"name":"alerts","webhook_url":"https://hooks.example/gpu","event_types":["client:low_credit","host:machine_offline"]}',
  // What the list shows to have been made is not unknown.
  saysUnknown: async (deck) =>
    /^[ *][ >] alerts .*service, here/m.test(deck.text()) ? undefined : words(deck).includes('outcome unknown'),
};

const preferences: Called = {
  name: 'replaceNotificationPreferences',
  pane: 'notifications',
  isMeant: ({ path }) => path.endsWith('/notification-prefs'),
  book: 'notification_preferences',
  prepare: async (deck) => {
    await deck.press('notifications.tab', 'notifications.toggle');
    await reviewPreferences(deck);
    await deck.type('replace');
  },
  make: (deck) => deck.press('notifications.field-enter'),
  outcome: (deck) =>
    outcomeOf(words(deck), 'Confirmed: these are in effect now.', 'Tried to replace the notification preferences'),
  lost: async (deck) => missing(deck, { 'the setting': /^\*> client +low_credit +>\[x\] +\[ \] +\+ new/m }),
  again: async (deck) => {
    await reviewPreferences(deck);
    await deck.type('replace');
    await deck.press('notifications.field-enter');
  },
  body: '{"notification_preferences":{"client":{"low_credit":{"email":true,"webhooks":false}}}}',
  saysUnknown: async (deck) => {
    await deck.press('notifications.tab');
    return words(deck).includes('The outcome of the replacement sent on');
  },
};

/** The calls. */
export const WRITES: readonly Called[] = [maintenance, webhook, preferences];
