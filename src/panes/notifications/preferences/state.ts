/** What the preferences tab knows, and how facts change it. Pure. */
import { atStart, type Cursor, cursorAt } from '../../../state/cursor.ts';
import { type Line, type LineEdit, lineAccepted, lineCancelled, lineOf, lineOpened } from '../../../state/line.ts';
import type { FailureWords } from '../../../ui/failure-lines.tsx';
import {
  CHANNELS,
  type Channel,
  type GridRow,
  gridRows,
  type Setting,
  settingOf,
  settingsOf,
  typeOf,
  withoutSetting,
  withSetting,
  withWebhooksOn,
} from './settings.ts';

/** What the service said last about a user's preferences. */
export type Confirmed = { readonly settings: readonly Setting[]; readonly atEpochMs: number };

/** The line that is being typed. */
export type TypedLine = 'userId' | 'type' | 'confirmation';

/** The state of the tab. What was set and typed stays until the service has confirmed it. */
export type PreferencesState = {
  /** Whose preferences these are; undefined until somebody says. */
  readonly userId?: number;
  /** Absent before anything was ever confirmed for this user: then nobody here knows the service's settings. */
  readonly confirmed?: Confirmed;
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
  readonly channel: Channel;
  /** Lines of the review that are scrolled out above. */
  readonly top: number;
  readonly failed?: { readonly words: FailureWords; readonly isOutcomeUnknown: boolean };
  /** What the last replacement came to. */
  readonly note?: string;
};

/** The tab before anything is known. */
export const initialPreferences: PreferencesState = {
  switchedOn: [],
  yours: [],
  past: [],
  stage: 'grid',
  lines: { userId: lineOf(''), type: lineOf(''), confirmation: lineOf('') },
  cursor: atStart,
  channel: 'email',
  top: 0,
};

/** The settings that are known here: those confirmed, with what creations of webhooks have switched on since. */
const knownSettings = ({ confirmed, switchedOn }: PreferencesState): readonly Setting[] =>
  withWebhooksOn(confirmed?.settings ?? [], switchedOn);

/** The rows of the grid. */
export const rowsOf = (state: PreferencesState, offered: readonly string[]): readonly GridRow[] =>
  gridRows(offered, knownSettings(state), state.yours);

/** Rows that a replacement would add, change or let vanish. */
export const changesOf = (state: PreferencesState): readonly GridRow[] =>
  rowsOf(state, []).filter(({ difference }) => difference !== 'same');

/** What has to be typed to replace: the more is lost or unknown, the more has to be looked at. */
export const confirmationWord = (state: PreferencesState): string => {
  if (state.confirmed === undefined || state.openSinceEpochMs !== undefined) return 'replace';
  const vanishing = changesOf(state).filter(({ difference }) => difference === 'vanishing').length;
  return vanishing === 0 ? 'yes' : `drop ${vanishing}`;
};

/** The journal was read for `userId`. What was edited for the same user stays; for another one it begins anew. */
export const settingsRead = (
  state: PreferencesState,
  userId: number,
  read: Pick<PreferencesState, 'confirmed' | 'openSinceEpochMs' | 'switchedOn'>,
): PreferencesState => {
  const { confirmed: _, openSinceEpochMs: __, ...rest } = state;
  const isSameUser = state.userId === userId;
  const next = { ...rest, userId, ...read };
  const isUntouched = !isSameUser || state.past.length === 0;
  if (!isUntouched) {
    const added = read.switchedOn.filter((type) => !state.switchedOn.includes(type));
    return { ...next, yours: withWebhooksOn(state.yours, added) };
  }
  return { ...next, yours: knownSettings(next), past: [] };
};

/** A channel of the row was switched; a type that had no setting gets one. */
export const channelToggled = (state: PreferencesState, row: GridRow): PreferencesState => {
  const { group, event } = row;
  const setting = row.yours ?? { group, event, email: false, webhooks: false };
  return edited(state, withSetting(state.yours, { ...setting, [state.channel]: !setting[state.channel] }));
};

/** A type was added, with both channels off. */
export const typeAdded = (state: PreferencesState, setting: Setting): PreferencesState => {
  const next = typingLeft({ ...state, lines: { ...state.lines, type: lineOf('') } });
  const isThere = settingOf(state.yours, typeOf(setting)) !== undefined;
  return isThere ? next : edited(next, withSetting(state.yours, setting));
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
export const channelChosen = (state: PreferencesState, steps: 1 | -1): PreferencesState => ({
  ...state,
  channel: CHANNELS[CHANNELS.indexOf(state.channel) + steps] ?? state.channel,
});

/** A line began to be typed. */
export const typingBegun = (state: PreferencesState, typing: TypedLine): PreferencesState =>
  lineEdited({ ...state, typing }, lineOpened);

/** The line that is typed changed. */
export const lineEdited = (state: PreferencesState, edit: LineEdit): PreferencesState => {
  const { typing, lines } = state;
  return typing === undefined
    ? state
    : { ...withoutProblem(state), lines: { ...lines, [typing]: edit(lines[typing]) } };
};

/** No line is typed any more; what was typed stays. */
export const typingLeft = (state: PreferencesState): PreferencesState => typingEnded(state, lineAccepted);

/** Typing was cancelled: what stood in the line before is there again. */
export const typingCancelled = (state: PreferencesState): PreferencesState => typingEnded(state, lineCancelled);

const typingEnded = (state: PreferencesState, end: LineEdit): PreferencesState => {
  const { typing: _, ...ended } = lineEdited(state, end);
  return withoutProblem(ended);
};

/** What was typed was not taken. */
export const lineRefused = (state: PreferencesState, problem: string): PreferencesState => ({ ...state, problem });

/** The review was opened, or left. */
export const stageOpened = (state: PreferencesState, stage: 'grid' | 'review'): PreferencesState => ({
  ...typingLeft(state),
  lines: { ...state.lines, confirmation: lineOf('') },
  stage,
  top: 0,
});

/** The review was scrolled by `lines`, at most to `highest`. */
export const reviewScrolled = (state: PreferencesState, lines: number, highest: number): PreferencesState => ({
  ...state,
  top: Math.max(0, Math.min(highest, state.top + lines)),
});

/** The replacement was confirmed by the user and is sent. */
export const replacementBegun = ({ failed: _, note: __, ...state }: PreferencesState): PreferencesState => ({
  ...stageOpened(state, 'grid'),
  stage: 'sending',
});

/** The replacement did not end well: yours stay as they were. */
export const replacementFailed = (
  state: PreferencesState,
  failed: NonNullable<PreferencesState['failed']>,
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

/** Settings as they are read from the wire's form. */
export const confirmedOf = (preferences: Parameters<typeof settingsOf>[0], atEpochMs: number): Confirmed => ({
  settings: settingsOf(preferences),
  atEpochMs,
});

const edited = ({ note: _, ...state }: PreferencesState, yours: readonly Setting[]): PreferencesState => ({
  ...state,
  yours,
  past: [...state.past, state.yours],
});

const withoutProblem = ({ problem: _, ...state }: PreferencesState): PreferencesState => state;
