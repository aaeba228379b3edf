/** The calls that change, delete, renew and test a webhook that is there, made from the list of webhooks. */
import type { OpenDeck } from '../support/deck.tsx';
import { type Called, missing, words } from './called.ts';
import type { Outcome, WEBHOOK_WRITES } from './fault.ts';

const UNKNOWN = 'The outcome is unknown: the service may have carried it out.';

/** What is typed for a new webhook, so that something typed can be lost. */
const HALF = 'half a name';

const webhooksOf = (deck: OpenDeck) => deck.deck.store.getState().notifications.webhooks;

/** The only webhook that there is; undefined where there is none. */
const webhookIn = (deck: OpenDeck) => {
  const { answer } = webhooksOf(deck).listed;
  const listed = answer.stage === 'idle' ? undefined : answer.last?.value;
  return typeof listed === 'object' ? listed[0] : undefined;
};

const toList = async (deck: OpenDeck): Promise<void> => {
  const { stage, isTyping } = webhooksOf(deck);
  if (isTyping) await deck.press('notifications.field-leave');
  if (stage.kind === 'form') await deck.press('notifications.leave');
  if (webhooksOf(deck).stage.kind === 'record') await deck.press('notifications.close');
};

type Change = {
  readonly name: (typeof WEBHOOK_WRITES)[number];
  readonly isMeant: Called['isMeant'];
  /** Absent where none is sent. */
  readonly body?: string;
  /** Up to the key that sends, from the list; and that key. */
  readonly review: (deck: OpenDeck) => Promise<void>;
  readonly send: string;
  readonly yes: string;
  readonly tried: string;
  readonly book?: 'webhook_deliveries';
  readonly isGoneOnce?: true;
};

const called = ({ review, send, yes, tried, ...change }: Change): Called => ({
  book: 'webhooks',
  ...change,
  pane: 'notifications',
  prepare: async (deck) => {
    await deck.press('notifications.new');
    await deck.type(HALF);
    await deck.press('notifications.field-enter', 'notifications.field-leave', 'notifications.leave');
    await review(deck);
  },
  make: (deck) => deck.press(send),
  madeCount: (deck) =>
    deck.deck.store.getState().ledger.list.rows.filter(({ exchange }) => exchange.endpoint === change.name).length,
  outcome: (deck): Outcome | undefined => {
    const screen = words(deck);
    if (screen.includes(yes)) return 'answered';
    if (screen.includes('Tried to read the webhooks once more before sending. Nothing was sent.')) return 'failed';
    if (!screen.includes(tried)) return undefined;
    return screen.includes(UNKNOWN) ? 'unknown' : 'failed';
  },
  lost: async (deck) => {
    const { stage, editing } = webhooksOf(deck);
    const lost =
      change.name === 'changeWebhook' && stage.kind === 'form' && editing !== undefined
        ? [...missing(deck, { 'the name': /^ +>? ?Name +pager 2/m })]
        : [];
    await toList(deck);
    await deck.press('notifications.new');
    lost.push(...missing(deck, { 'the form of a new webhook': new RegExp(`Name +${HALF}`) }));
    await toList(deck);
    return lost;
  },
  again: async (deck) => {
    await review(deck);
    await deck.press(send);
  },
  saysUnknown: async (deck) => {
    const webhook = webhookIn(deck);
    // What the list shows to have been carried out is not unknown.
    if (webhook === undefined || webhook.name === 'pager 2') return undefined;
    return /^\*> pager/m.test(deck.text());
  },
});

const confirmed =
  (key: string) =>
  async (deck: OpenDeck): Promise<void> => {
    await deck.press(`notifications.${key}`, 'notifications.act-confirm');
    await deck.type(String(webhookIn(deck)?.id));
  };

/** The calls. */
export const WEBHOOK_CHANGES: readonly Called[] = [
  called({
    name: 'changeWebhook',
    isMeant: ({ method, path }) => method === 'PUT' && /\/webhooks\/\d+$/.test(path),
    body: '{"name":"pager 2"}',
    review: async (deck) => {
      await deck.press('notifications.change', 'notifications.edit', 'notifications.line-delete-to-start');
      await deck.type('pager 2');
      await deck.press('notifications.field-enter', 'notifications.field-leave', 'notifications.review');
    },
    send: 'notifications.change-send',
    yes: 'Changed: pager 2',
    tried: 'Tried to change the webhook',
    isGoneOnce: true,
  }),
  called({
    name: 'deleteWebhook',
    isMeant: ({ method }) => method === 'DELETE',
    body: '',
    review: confirmed('delete'),
    send: 'notifications.act-send',
    yes: 'Deleted: pager.',
    tried: 'Tried to delete the webhook',
    isGoneOnce: true,
  }),
  called({
    name: 'rotateWebhook',
    isMeant: ({ path }) => path.endsWith('/rotate-secret'),
    body: '',
    review: confirmed('rotate'),
    send: 'notifications.act-send',
    yes: 'The webhook has a new secret',
    tried: 'Tried to rotate the signing secret',
  }),
  called({
    name: 'testWebhook',
    isMeant: ({ path }) => path.endsWith('/test'),
    body: '',
    review: (deck) => deck.press('notifications.test'),
    send: 'notifications.act-send',
    yes: 'The service sends a test',
    tried: 'Tried to send a test',
    book: 'webhook_deliveries',
  }),
];
