/** The call that withdraws the windows of a machine, made from the list of windows. The service lists them before and after it. */
import type { OpenDeck } from '../support/deck.tsx';
import { type Called, missing, words } from './called.ts';

const UNKNOWN = 'The outcome is unknown: the service may have carried it out.';

/** The machine of the only window that there is when a cell begins. */
export const WINDOW_MACHINE = 1205;

/** From the page of windows to the key that sends. */
const review = async (deck: OpenDeck): Promise<void> => {
  await deck.press('maintenance.withdraw-confirm');
  await deck.type(String(WINDOW_MACHINE));
};

const send = (deck: OpenDeck) => deck.press('maintenance.withdraw-send');

/** The call. */
export const WITHDRAWAL: Called = {
  name: 'withdraw',
  pane: 'maintenance',
  isMeant: ({ path }) => path.endsWith('/cancel_maint/'),
  book: 'withdrawals',
  prepare: async (deck) => {
    await deck.press('maintenance.page-back', 'maintenance.page-back', 'windows.withdraw');
    await review(deck);
  },
  make: send,
  madeCount: (deck) =>
    deck.deck.store.getState().ledger.list.rows.filter(({ exchange }) => exchange.endpoint === 'withdraw').length,
  outcome: (deck) => {
    const screen = words(deck);
    if (/ \d+ withdrawn /.test(screen)) return 'answered';
    if (/ \d+ outcome unknown /.test(screen)) return screen.includes(UNKNOWN) ? 'unknown' : undefined;
    return / \d+ refused /.test(screen) || screen.includes('Nothing was sent: windows are withdrawn only where')
      ? 'failed'
      : undefined;
  },
  // What was carried out shows in the windows that are read again; where every connection breaks they cannot be read before.
  alsoSeenAs: ({ acts, connection }) => (acts ? 'answered' : connection === undefined ? undefined : 'failed'),
  lost: async (deck) =>
    missing(deck, { 'the machine': new RegExp(`Withdraw the windows of machine ${WINDOW_MACHINE}`) }),
  again: async (deck) => {
    const isUnread = words(deck).includes('R asks again');
    await deck.press(isUnread ? 'maintenance.withdraw-read' : 'maintenance.withdraw-again');
    await review(deck);
    await send(deck);
  },
  isGoneOnce: true,
  body: `{"client_id":"me","machine_id":${WINDOW_MACHINE}}`,
  saysUnknown: async (deck) => {
    await deck.press('maintenance.page-back', 'maintenance.page-back', 'windows.withdraw');
    const isSaid = words(deck).includes('outcome unknown');
    await deck.press('maintenance.withdraw-leave', 'maintenance.page', 'maintenance.page');
    return isSaid;
  },
};
