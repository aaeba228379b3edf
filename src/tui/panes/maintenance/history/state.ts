/** What the journal knows of earlier announcements, as the history shows it. Pure. */
import { isUndecided } from '../../../../maintenance/announcement.ts';
import type { Announcement } from '../../../../storage/journal/announcements.ts';
import { cursorAt } from '../../../state/cursor.ts';
import type { MaintenanceState } from '../state.ts';

/** Announcements whose outcome is unknown and that the user has not decided about, the newest first. */
export const undecidedOf = ({ history }: MaintenanceState): readonly Announcement[] => history.filter(isUndecided);

/** The announcement under the cursor of the history. */
export const currentAnnouncement = ({ history, historyCursor }: MaintenanceState): Announcement | undefined =>
  history[historyCursor.row];

/** The journal was read. */
export const historyRead = (state: MaintenanceState, history: readonly Announcement[]): MaintenanceState => ({
  ...state,
  history,
  historyCursor: cursorAt(state.historyCursor, state.historyCursor.row, { count: history.length, height: 1 }),
});
