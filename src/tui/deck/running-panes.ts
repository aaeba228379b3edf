/** The panes at work: which of them is open, and what is done with all of them, whichever they are. */
import { byPane, type DeckStore } from '../frame/deck-state.ts';
import { PANES, type PaneStates } from '../panes/index.ts';
import { PANE_NAMES, type PaneName } from '../panes/names.ts';
import type { PaneNeeds, RunningPane } from '../panes/pane.ts';

export type RunningPanes = {
  readonly byName: Readonly<Record<PaneName, RunningPane>>;
  /** In the order of their digits. */
  readonly all: readonly RunningPane[];
  readonly openName: () => PaneName;
  /** Leaves all others and opens this one, unless the user is still being asked which session is to be resumed. */
  readonly open: (name: PaneName) => void;
  readonly leave: () => void;
  /** Runs `go`, which leaves the service or the program, unless a pane holds the user back. */
  readonly goAway: (go: () => void) => void;
  /** Why the service in use must not be left for another one now; undefined when it may. */
  readonly refusalToLeave: () => string | undefined;
};

/** Builds every pane. */
export const createRunningPanes = (
  store: DeckStore,
  needsOf: <Name extends PaneName>(name: Name) => PaneNeeds<PaneStates[Name]>,
): RunningPanes => {
  const byName = byPane<RunningPanes['byName']>((name) => PANES[name].create(needsOf(name)));
  const all = PANE_NAMES.map(({ name }) => byName[name]);
  const leave = (but?: PaneName) => {
    for (const { name } of PANE_NAMES) if (name !== but) byName[name].leave();
  };
  return {
    byName,
    all,
    openName: () => store.getState().frame.pane,
    open: (name) => {
      // What is asked of the service depends on whether a session is resumed.
      if (store.getState().frame.sessions?.isAsked) return;
      leave(name);
      byName[name].open();
    },
    leave: () => leave(),
    goAway: (go) => {
      if (!all.some(({ guards }) => guards.holdBack())) go();
    },
    refusalToLeave: () => all.map(({ guards }) => guards.refusalToLeave()).find((reason) => reason !== undefined),
  };
};
