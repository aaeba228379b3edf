/** The three calls that read, made from their panes: a refresh of a list that is narrowed, marked and scrolled. */
import type { OpenDeck } from '../support/deck.tsx';
import { type Called, missing } from './called.ts';
import type { Outcome } from './fault.ts';

const outcomeOf = (stage: string): Outcome | undefined => {
  if (stage === 'loaded') return 'answered';
  return stage === 'failed' ? 'failed' : undefined;
};

const stageOf = {
  offers: (deck: OpenDeck) => deck.deck.store.getState().offers.answer.stage,
  volumes: (deck: OpenDeck) => deck.deck.store.getState().volumes.answer.stage,
  connections: (deck: OpenDeck) => deck.deck.store.getState().connections.parts.connections.answer.stage,
};

/** A list without a sort and a filter of the service's own: words narrow what came. */
const list = (name: 'listVolumes' | 'listConnections', pane: 'volumes' | 'connections', path: string): Called => ({
  name,
  pane,
  isMeant: (request) => request.path.endsWith(path),
  prepare: async (deck) => {
    await deck.press(`${pane}.mark`, `${pane}.filter`);
    await deck.type('a');
    await deck.press(`${pane}.filter-keep`);
  },
  make: (deck) => deck.press(`${pane}.refresh`),
  outcome: (deck) => outcomeOf(stageOf[pane](deck)),
  lost: async (deck) =>
    missing(deck, {
      'the words of the filter': /^ \/ a /m,
      'the rows': / [1-9]\d*\/\d+[ +]/,
      'the mark': /^\*/m,
    }),
  again: (deck) => deck.press(`${pane}.refresh`),
});

/** The calls. */
export const READS: readonly Called[] = [
  {
    name: 'searchOffers',
    pane: 'offers',
    isMeant: ({ path }) => path.endsWith('/bundles'),
    prepare: async (deck) => {
      // What an earlier run of the program searched for stands there.
      await deck.press('offers.filter', 'offers.line-delete-to-start');
      await deck.type('num_gpus>=2 dlperf>1');
      await deck.press('offers.filter-keep', 'offers.mark');
    },
    make: (deck) => deck.press('offers.refresh'),
    outcome: (deck) => outcomeOf(stageOf.offers(deck)),
    lost: async (deck) =>
      missing(deck, {
        'the filter': /^ \/ num_gpus>=2 dlperf>1 /m,
        'the rows': /^[ *]> +\d\.\d{4} +\d+[x×] \w/m,
        'the mark': /1 marked/,
      }),
    again: (deck) => deck.press('offers.refresh'),
  },
  list('listVolumes', 'volumes', '/volumes'),
  list('listConnections', 'connections', '/cloud_integrations'),
];
