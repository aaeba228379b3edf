/** The calls that change an instance, made from the list of instances. */
import type { OpenDeck } from '../support/deck.tsx';
import { type Called, missing, words } from './called.ts';
import type { INSTANCE_WRITES } from './fault.ts';

const UNKNOWN = 'The outcome is unknown: the service may have carried it out.';

/** Words that narrow the list, so that something typed can be lost. */
const WORDS = 'x';

/** The only instance that there is; undefined where there is none. */
const instanceIn = (deck: OpenDeck): number | null | undefined =>
  deck.deck.store.getState().instances.list.list.rows[0]?.record.id;

type Change = {
  readonly name: (typeof INSTANCE_WRITES)[number];
  readonly key: string;
  readonly isMeant: Called['isMeant'];
  readonly body: string;
  /** What is typed before the review; absent where it is only confirmed. */
  readonly value?: string;
  readonly isGoneOnce?: true;
};

const called = ({ key, value, ...change }: Change): Called => {
  /** Up to the key that sends. */
  const review = async (deck: OpenDeck): Promise<void> => {
    await deck.press(`instances.${key}`);
    if (value === undefined) {
      await deck.press('instances.change-confirm');
      await deck.type(String(instanceIn(deck)));
    } else {
      await deck.press('instances.line-delete-to-start');
      await deck.type(value);
      await deck.press('instances.change-review');
    }
  };
  const send = (deck: OpenDeck) => deck.press('instances.change-send');
  return {
    ...change,
    pane: 'instances',
    book: 'contracts',
    prepare: async (deck) => {
      await deck.press('instances.filter');
      await deck.type(WORDS);
      await deck.press('instances.filter-keep');
      await review(deck);
    },
    make: send,
    madeCount: (deck) =>
      deck.deck.store.getState().ledger.list.rows.filter(({ exchange }) => exchange.endpoint === change.name).length,
    outcome: (deck) => {
      const screen = words(deck);
      if (screen.includes('The service accepted:')) return 'answered';
      if (/ \d+ outcome unknown /.test(screen)) return screen.includes(UNKNOWN) ? 'unknown' : undefined;
      return / \d+ refused /.test(screen) ? 'failed' : undefined;
    },
    lost: async (deck) => {
      const lost: string[] = [];
      if (words(deck).includes('Nothing more is sent.')) {
        await deck.press('instances.change-again');
        lost.push(...missing(deck, { 'what was to be sent': new RegExp(change.body.replace(/[{}[\].]/g, '\\$&')) }));
        if (value === undefined) await deck.press('instances.change-leave');
        else await deck.press('instances.change-back', 'instances.change-cancel');
      }
      return [...lost, ...missing(deck, { 'the words of the filter': new RegExp(`^ / ${WORDS} `, 'm') })];
    },
    again: async (deck) => {
      await review(deck);
      await send(deck);
    },
    saysUnknown: async (deck) => {
      if (instanceIn(deck) === undefined) return undefined;
      await deck.press(`instances.${key}`);
      if (value !== undefined) {
        await deck.press('instances.line-delete-to-start');
        await deck.type(value);
        await deck.press('instances.change-review');
      }
      const isSaid = words(deck).includes('outcome unknown');
      if (value === undefined) await deck.press('instances.change-leave');
      else await deck.press('instances.change-back', 'instances.change-cancel');
      return isSaid;
    },
  };
};

/** The calls. */
export const CHANGES: readonly Called[] = [
  called({
    name: 'changeInstance',
    key: 'label',
    isMeant: ({ method, path }) => method === 'PUT' && /\/instances\/\d+\/$/.test(path),
    body: '{"label":"night run"}',
    value: 'night run',
  }),
  called({
    name: 'rebootInstance',
    key: 'reboot',
    isMeant: ({ path }) => /\/instances\/reboot\/\d+\/$/.test(path),
    body: '',
  }),
  called({
    name: 'bidForInstance',
    key: 'bid',
    isMeant: ({ path }) => /\/instances\/bid_price\/\d+\/$/.test(path),
    body: '{"client_id":"me","price":0.31}',
    value: '0.31',
  }),
  called({
    name: 'destroyInstance',
    key: 'destroy',
    isMeant: ({ method }) => method === 'DELETE',
    body: '',
    isGoneOnce: true,
  }),
];
