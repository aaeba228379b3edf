/** The keys of the history, and what they do: looking through it, and deciding about outcomes that are unknown. */

import { isUndecided } from '../../../../maintenance/announcement.ts';
import type { Decision } from '../../../../storage/journal/announcements.ts';
import type { JournalAccess } from '../../../../storage/journal/profile-journal.ts';
import { type Binding, bind, confirming } from '../../../keys/binding.ts';
import { listBindings } from '../../../keys/moving.ts';
import type { Slice } from '../../../state/slice.ts';
import { historyRows } from '../measures.ts';
import { readHistory } from '../read-journal.ts';
import { cursorPlaced, type MaintenanceState } from '../state.ts';
import type { Withdrawing } from '../withdrawing.ts';
import { currentAnnouncement } from './state.ts';

/** What the history's keys need from outside. */
type HistoryNeeds = {
  readonly slice: Slice<MaintenanceState>;
  readonly journal: () => JournalAccess;
  /** Height of the pane in rows. */
  readonly height: () => number;
  /** Says why something could not be done. */
  readonly refuse: (reason: string) => void;
  /** The key that withdraws the windows of machines. */
  readonly withdrawKey: Withdrawing['key'];
  /** Goes back to the plan. */
  readonly leave: () => void;
};

/** The rows of the key table that work in the history; they are another set while there is something to decide. */
export const createHistoryBindings = (needs: HistoryNeeds): (() => readonly Binding[]) => {
  const { slice, journal, refuse } = needs;
  const decide = (decision: Decision) => {
    const access = journal();
    const announcement = currentAnnouncement(slice.get());
    if (announcement === undefined || 'problem' in access) return;
    const problem = access.announcements.decide(announcement.id, decision);
    if (problem !== undefined) refuse(problem);
    readHistory(needs);
  };

  const deciding: readonly Binding[] = [
    bind('maintenance.count', ['c'], 'count as announced', 'Decide', () => decide('announced'), confirming),
    bind('maintenance.drop', ['d'], 'count as not announced', 'Decide', () => decide('dropped'), confirming),
  ];
  const withdraw = needs.withdrawKey('maintenance', () => {
    const announcement = currentAnnouncement(slice.get());
    return announcement === undefined ? [] : [announcement.machineId];
  });
  const looking: readonly Binding[] = [
    bind('maintenance.leave-history', ['escape'], 'back', 'Look', () => needs.leave()),
    withdraw,
    ...listBindings('maintenance', (to) =>
      slice.change((state) => {
        const extent = { count: state.history.length, height: historyRows(needs.height()) };
        return cursorPlaced(state, 'historyCursor', to(state.historyCursor, extent));
      }),
    ),
  ];
  return () => {
    const announcement = currentAnnouncement(slice.get());
    if (announcement === undefined) return looking.filter((binding) => binding !== withdraw);
    return isUndecided(announcement) ? [...deciding, ...looking] : looking;
  };
};
