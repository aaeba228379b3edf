/** How it becomes known what a user has set: from the journal, from the service, or not any more. Pure. */
import { differingRows, rebased } from './differences.ts';
import { notAsked } from './reading.ts';
import type { Setting } from './settings.ts';
import { type Confirmed, knownSettings, type PreferencesState } from './state.ts';
import { stageOpened } from './typing.ts';

/** The journal was read for `userId`. What was edited for the same user stays; for another one it begins anew. */
export const settingsRead = (
  state: PreferencesState,
  userId: number,
  read: Pick<PreferencesState, 'confirmed' | 'openSinceEpochMs' | 'switchedOn'>,
): PreferencesState => {
  const { confirmed: _, openSinceEpochMs: __, ...rest } = state;
  if (state.userId === userId) {
    const confirmed = newerOf(state.confirmed, read.confirmed);
    return knownBecome(state, { ...rest, ...read, ...(confirmed && { confirmed }) });
  }
  const next = { ...rest, userId, ...read, reading: notAsked };
  return { ...next, yours: knownSettings(next), past: [] };
};

const newerOf = (one: Confirmed | undefined, other: Confirmed | undefined): Confirmed | undefined =>
  one !== undefined && other !== undefined && one.atEpochMs < other.atEpochMs ? other : (one ?? other);

/** The service has shown the current settings: they are what is known now, and your edits are carried over to them. */
export const settingsShown = (
  state: PreferencesState,
  confirmed: Confirmed,
  openSinceEpochMs: number | undefined,
): PreferencesState => {
  const { openSinceEpochMs: _, ...rest } = state;
  const next = { ...rest, confirmed, switchedOn: [], ...(openSinceEpochMs !== undefined && { openSinceEpochMs }) };
  return knownBecome(state, next);
};

/** `next` with your settings, which came from what `before` knew, as they come from what it knows. */
const knownBecome = (before: PreferencesState, next: PreferencesState): PreferencesState => {
  const [old, known] = [knownSettings(before), knownSettings(next)];
  const carried = (yours: readonly Setting[]) => rebased(yours, old, known);
  const become = { ...next, yours: carried(before.yours), past: before.past.map(carried) };
  // What was confirmed in part is confirmed of another body: it is read and confirmed anew.
  const isOvertaken = before.stage === 'review' && differingRows(old, known).length > 0;
  return isOvertaken ? stageOpened(become, 'review') : become;
};

/** Another service or key is in use: what the former one has shown is not to be taken for its settings. */
export const readingForgotten = (state: PreferencesState): PreferencesState => ({ ...state, reading: notAsked });
