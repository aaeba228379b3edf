/** How the grid is edited: channels switched, types added and removed, edits taken back. Pure. */

import { type Cursor, cursorAt } from '../../../state/cursor.ts';
import { lineOf } from '../../../state/line.ts';
import type { GridRow } from './differences.ts';
import {
  type ChannelState,
  channelOf,
  newSetting,
  type Setting,
  settingOf,
  type TypeChannel,
  withChannel,
  withoutSetting,
  withSetting,
} from './settings.ts';
import { channelsOf, type PreferencesState } from './state.ts';
import { typingLeft } from './typing.ts';

/** A channel of the row was switched; a type that had no setting gets one, with what `defaults` say of it. */
export const channelToggled = (
  state: PreferencesState,
  row: GridRow,
  defaults: Readonly<Record<string, boolean>> | undefined,
): PreferencesState => {
  const setting = row.yours ?? newSetting(row.type, defaults);
  const next = channelOf(setting, state.channel) === 'on' ? 'off' : 'on';
  return edited(state, withSetting(state.yours, withChannel(setting, state.channel, next)));
};

/** Somebody decided on a channel that was not known. */
export const channelDecided = (
  state: PreferencesState,
  { type, channel }: TypeChannel,
  decision: Exclude<ChannelState, 'unknown'>,
): PreferencesState => {
  const setting = settingOf(state.yours, type);
  return setting === undefined
    ? state
    : edited(state, withSetting(state.yours, withChannel(setting, channel, decision)));
};

/** A type was added, with what `defaults` say of its channels. */
export const typeAdded = (
  state: PreferencesState,
  type: string,
  defaults: Readonly<Record<string, boolean>> | undefined,
): PreferencesState => {
  const next = typingLeft({ ...state, lines: { ...state.lines, type: lineOf('') } });
  const isThere = settingOf(state.yours, type) !== undefined;
  return isThere ? next : edited(next, withSetting(state.yours, newSetting(type, defaults)));
};

/** A type was taken out: the replacement would not name it. */
export const typeRemoved = (state: PreferencesState, type: string): PreferencesState =>
  edited(state, withoutSetting(state.yours, type));

/** The last edit was taken back. */
export const editUndone = (state: PreferencesState): PreferencesState => {
  const yours = state.past.at(-1);
  return yours === undefined ? state : { ...state, yours, past: state.past.slice(0, -1) };
};

/** The cursor moved to a row. */
export const rowChosen = (state: PreferencesState, cursor: Cursor): PreferencesState => ({ ...state, cursor });

/** The cursor was put on row `row` of a list with `count` rows, `height` of which are visible. */
export const rowFound = (state: PreferencesState, row: number, count: number, height: number): PreferencesState => ({
  ...state,
  cursor: cursorAt(state.cursor, row, { count, height }),
});

/** The cursor moved to the next channel, or to the one before for -1. */
export const channelChosen = (state: PreferencesState, steps: 1 | -1): PreferencesState => {
  const channels = channelsOf(state);
  return { ...state, channel: channels[channels.indexOf(state.channel) + steps] ?? state.channel };
};

const edited = ({ note: _, ...state }: PreferencesState, yours: readonly Setting[]): PreferencesState => ({
  ...state,
  yours,
  past: [...state.past, state.yours],
});
