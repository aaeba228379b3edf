/** What the offers pane is given and has built for itself: the one bag that its pages take what they need from. */
import type { AnswerCache, KeptOffers } from '../../../storage/files/answer-files.ts';
import type { PaneNeeds } from '../pane.ts';
import type { Searching } from './searching.ts';
import type { OffersState } from './state.ts';

/** Rows and columns of the screen that the pane has. */
type OffersScreen = {
  readonly width: number;
  readonly height: number;
  readonly tableHeight: number;
  readonly bodyHeight: number;
  readonly comparisonHeight: number;
  readonly columnsVisible: number;
};

/** What the pane is given. */
export type OffersNeeds = Omit<PaneNeeds<OffersState>, 'screen'> & {
  readonly cache: AnswerCache<KeptOffers> | undefined;
  readonly screen: () => OffersScreen;
};

/** The same, and what the pane has of its own. */
export type OffersTools = OffersNeeds & {
  /** Rows of the table that are visible. */
  readonly height: () => number;
  readonly searching: Searching;
  /** Reads the sets that the filter may name; true where another thing is in them than before. */
  readonly readSets: () => boolean;
};
