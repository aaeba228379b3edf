/** Everything that the screen shows: the frame, and each pane in its own part. */
import { PANES, type PaneStates } from '../panes/index.ts';
import { PANE_NAMES, type PaneName } from '../panes/names.ts';
import type { PaneStart } from '../panes/pane.ts';
import { type AccountState, accountUnasked } from '../state/money.ts';
import type { FrameState } from './state.ts';

/** The whole state: every pane stands under its name. */
export type DeckState = PaneStates & {
  readonly frame: FrameState;
  /** What is known of the account's money. */
  readonly account: AccountState;
  /** The panes as they were when the cursor rested last: what the preview is drawn from. Absent: nothing is shown in its place. */
  readonly rested?: PaneStates | undefined;
};

/** The store that holds it, as those see it who only read, replace and watch. */
export type DeckStore = {
  readonly getState: () => DeckState;
  readonly setState: (state: DeckState) => void;
  /** Tells of each change; what comes back ends that. */
  readonly subscribe: (listener: (state: DeckState, before: DeckState) => void) => () => void;
};

/** The state before anything was asked or typed. */
export const initialDeck = (frame: FrameState, start: PaneStart): DeckState => ({
  ...byPane<PaneStates>((name) => PANES[name].initial(start)),
  frame,
  account: accountUnasked,
});

/** What another service is to be started with, so that the user goes on there as here. */
export const goingAlong = (state: DeckState): Partial<PaneStart> => {
  const of = <Name extends PaneName>(name: Name) => PANES[name].goesAlong(state[name]);
  return Object.assign({}, ...PANE_NAMES.map(({ name }) => of(name)));
};

/** What `of` gives for each pane. The cast holds because the names are all that there are. */
export const byPane = <Part extends { readonly [Name in PaneName]: unknown }>(
  of: <Name extends PaneName>(name: Name) => Part[Name],
): Part => Object.fromEntries(PANE_NAMES.map(({ name }) => [name, of(name)])) as Part;
