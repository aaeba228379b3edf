/** Reads what the journal knows into the pane: what was announced at the service, and what of it meets the plan at hand. */

import type { JournalAccess } from '../../../storage/journal/profile-journal.ts';
import type { Slice } from '../../state/slice.ts';
import { planOf } from './draft.ts';
import { historyRead } from './history/state.ts';
import { earlierRead } from './review/state.ts';
import type { MaintenanceState } from './state.ts';

/** Announcements that the history shows at the most. */
const HISTORY_LENGTH = 500;

/** What it is read with. */
type ReadingNeeds = { readonly slice: Slice<MaintenanceState>; readonly journal: () => JournalAccess };

/** Reads both; what is there stays when the journal cannot be read. */
export const readHistory = (needs: ReadingNeeds): void => {
  const access = needs.journal();
  if ('problem' in access) return;
  const history = access.announcements.list(HISTORY_LENGTH);
  if (!('problem' in history)) needs.slice.change((state) => historyRead(state, history));
  readEarlier(needs);
};

/** Reads what meets the plan at hand, by its machines: nothing is too old for that. */
export const readEarlier = ({ slice, journal }: ReadingNeeds): void => {
  const access = journal();
  const { draft, nowEpochMs } = slice.get();
  const plan = planOf(draft, nowEpochMs);
  if ('problem' in access || plan === undefined) return;
  const earlier = access.announcements.meeting(plan.machineIds, plan);
  if (!('problem' in earlier)) slice.change((state) => earlierRead(state, earlier));
};
