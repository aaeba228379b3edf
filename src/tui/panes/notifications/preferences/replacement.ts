/** How a replacement is sent, and what is known and shown after it. Pure. */
import type { FailedWrite } from '../failed-write.ts';
import { differingRows } from './differences.ts';
import { settingsShown } from './known.ts';
import { type Confirmed, knownSettings, type PreferencesState } from './state.ts';
import { stageOpened } from './typing.ts';

/** The replacement was confirmed by the user and is sent. */
export const replacementBegun = ({ failed: _, note: __, ...state }: PreferencesState): PreferencesState => ({
  ...stageOpened(state, 'grid'),
  stage: 'sending',
});

/** The service has other settings than those that were known when the replacement was written: nothing is sent unseen. */
export const replacementOvertaken = (state: PreferencesState, confirmed: Confirmed): PreferencesState => ({
  ...stageOpened(settingsShown(state, confirmed, state.openSinceEpochMs), 'review'),
  changedMeanwhile: differingRows(knownSettings(state), confirmed.settings),
});

/** The replacement did not end well: yours stay as they were. */
export const replacementFailed = (
  state: PreferencesState,
  failed: FailedWrite,
  openSinceEpochMs: number | undefined,
): PreferencesState => {
  const { openSinceEpochMs: _, ...rest } = stageOpened(state, 'grid');
  return { ...rest, failed, ...(openSinceEpochMs !== undefined && { openSinceEpochMs }) };
};

/** The service confirmed: its answer is what is known now, and what you go on from. */
export const replacementConfirmed = (state: PreferencesState, confirmed: Confirmed, note: string): PreferencesState => {
  const { openSinceEpochMs: _, ...rest } = stageOpened(state, 'grid');
  return { ...rest, confirmed, switchedOn: [], yours: confirmed.settings, past: [], note };
};
