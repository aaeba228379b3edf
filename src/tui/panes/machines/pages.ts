/** The pages that lie over the list of machines. */
import type { Page } from '../page/page.ts';
import type { Needs } from '../pane.ts';
import type { MachinesState, OwnMachine } from './state.ts';

/** What the pane is given, and what its list tells them. */
type Tools = Needs & {
  readonly chosen: () => readonly OwnMachine[];
  /** Asks for the list again, whatever is under way, and shows no sign of it. */
  readonly askAgain: () => void;
};

export const MACHINES_PAGES: readonly Page<MachinesState, Tools>[] = [];
