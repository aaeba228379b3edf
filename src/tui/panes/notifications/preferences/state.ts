/** What the preferences tab knows, and how facts change it. Pure. */

import { atStart, type Cursor } from '../../../state/cursor.ts';
import { type Line, lineOf } from '../../../state/line.ts';
import type { FailedWrite } from '../failed-write.ts';
import { differingRows, type GridRow, gridRows } from './differences.ts';
import { notAsked, type Reading } from './reading.ts';
import { channelsIn, type Setting, settingsOf, type TypeChannel, undecidedIn, withWebhooksOn } from './settings.ts';

/** What the service said last about a user's preferences. */
export type Confirmed = { readonly settings: readonly Setting[]; readonly atEpochMs: number };

/** The line that is being typed. */
export type TypedLine = 'userId' | 'type' | 'confirmation';

/** The state of the tab. What was set and typed stays until the service has confirmed it. */
export type PreferencesState = {
  /** Whose preferences these are; undefined until somebody says. */
  readonly userId?: number;
  /** Absent before the service has ever said anything of this user's: then nobody here knows the settings. */
  readonly confirmed?: Confirmed;
  /** What has become of asking the service for the current settings. */
  readonly reading: Reading;
  /** When a replacement was sent whose outcome is not known. */
  readonly openSinceEpochMs?: number;
  /** Types whose webhooks channel creations of webhooks have switched on since the last confirmation. */
  readonly switchedOn: readonly string[];
  readonly yours: readonly Setting[];
  /** What yours were before each edit, the newest last. */
  readonly past: readonly (readonly Setting[])[];
  readonly stage: 'grid' | 'review' | 'sending';
  readonly typing?: TypedLine;
  readonly lines: Readonly<Record<TypedLine, Line>>;
  /** Why what was typed last was not taken. */
  readonly problem?: string;
  readonly cursor: Cursor;
  /** The channel under the cursor. */
  readonly channel: string;
  /** Lines of the review that are scrolled out above. */
  readonly top: number;
  readonly failed?: FailedWrite;
  /** What the last replacement came to. */
  readonly note?: string;
  /** What somebody else had changed at the service when a replacement was about to be sent. */
  readonly changedMeanwhile?: readonly GridRow[];
};

/** The tab before anything is known. */
export const initialPreferences: PreferencesState = {
  reading: notAsked,
  switchedOn: [],
  yours: [],
  past: [],
  stage: 'grid',
  lines: { userId: lineOf(''), type: lineOf(''), confirmation: lineOf('') },
  cursor: atStart,
  channel: 'email',
  top: 0,
};

/** The settings that are known here: what the service said last, with what creations of webhooks have switched on since. */
export const knownSettings = ({ confirmed, switchedOn }: PreferencesState): readonly Setting[] =>
  withWebhooksOn(confirmed?.settings ?? [], switchedOn);

/** The rows of the grid. */
export const rowsOf = (state: PreferencesState, offered: readonly string[]): readonly GridRow[] =>
  gridRows(offered, knownSettings(state), state.yours);

/** Rows that a replacement would add, change or let vanish. */
export const changesOf = (state: PreferencesState): readonly GridRow[] =>
  differingRows(knownSettings(state), state.yours);

/** The channels that have to be decided on before anything is sent. */
export const undecidedOf = ({ yours }: PreferencesState): readonly TypeChannel[] => undecidedIn(yours);

/** The channels that the grid has. */
export const channelsOf = (state: PreferencesState): readonly string[] =>
  channelsIn([...knownSettings(state), ...state.yours]);

/** What has to be typed to replace: the more is lost or unknown, the more has to be looked at. */
export const confirmationWord = (state: PreferencesState): string => {
  if (state.confirmed === undefined || state.openSinceEpochMs !== undefined) return 'replace';
  const vanishing = changesOf(state).filter(({ difference }) => difference === 'vanishing').length;
  return vanishing === 0 ? 'yes' : `drop ${vanishing}`;
};

/** Settings as they are read from the wire's form. */
export const confirmedOf = (preferences: Parameters<typeof settingsOf>[0], atEpochMs: number): Confirmed => ({
  settings: settingsOf(preferences),
  atEpochMs,
});
