/** What the offers pane is given and has built for itself: the one bag that its pages take what they need from. */
import type { AnswerCache, KeptOffers } from '../../../storage/files/answer-files.ts';
import type { PaneNeeds } from '../pane.ts';
import type { OffersState } from './state.ts';

/** What the pane is given. */
export type OffersNeeds = PaneNeeds<OffersState> & {
  /** Where the answers are kept for a later run; undefined where none are. */
  readonly cache: AnswerCache<KeptOffers> | undefined;
  /** Rows of the table that are visible. */
  readonly height: () => number;
};

/** The same, and what the pane has of its own. */
export type OffersTools = OffersNeeds & {
  readonly searching: Searching;
  /** Reads the sets that the filter may name; true where another thing is in them than before. */
  readonly readSets: () => boolean;
};

/** The ways in which the pane asks. */
export type Searching = {
  /** Asks anew, whatever was asked before. */
  readonly search: () => void;
  /** The same by the program itself: the newest answer stands meanwhile, and nothing is said of it. */
  readonly searchQuietly: () => void;
  /** Asks at once, unless the same was asked before. */
  readonly searchNow: () => void;
  /** The same once the typing pauses. */
  readonly searchSoon: () => void;
  /** The same after an edit of the filter: what the beginning of a line seemed to ask is not asked once the line is wrong. */
  readonly searchAsTyped: () => void;
  /** The pane was opened: asks unless it was asked before, or what was asked failed meanwhile. */
  readonly open: () => void;
  /** Another pane was opened: what failed is not tried again by itself. */
  readonly leave: () => void;
  /** Ends the waiting for another try. */
  readonly giveUp: () => void;
  /** Ends the reading of an answer that takes long: the offers that stood here stay. */
  readonly stop: () => void;
};
