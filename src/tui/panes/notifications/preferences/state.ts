/** What the preferences tab knows, and how facts change it. Pure. */
import { atStart, type Cursor } from '../../../state/cursor.ts';
import { type Line, type LineEdit, lineAccepted, lineCancelled, lineOf, lineOpened } from '../../../state/line.ts';
import { type Asked, idle, lastArrived } from '../../../state/remote.ts';
import type { FailureWords } from '../../../ui/message-page.tsx';
import type { FailedWrite } from '../failed-write.ts';
import {
  type ChannelState,
  channelOf,
  channelsIn,
  differingRows,
  type GridRow,
  gridRows,
  newSetting,
  rebased,
  type Setting,
  settingOf,
  settingsOf,
  type TypeChannel,
  undecidedIn,
  withChannel,
  withoutSetting,
  withSetting,
  withWebhooksOn,
} from './settings.ts';

/** `missing` says that the service has no such call, which holds for the whole run. `waitS` is there while a call waits for its turn. */
type Reading = Asked<'shown' | 'missing', FailureWords>;

/** Nothing was asked yet. */
const notAsked: Reading = { answer: idle };

/** True once the service has shown the settings. */
export const isShown = ({ answer }: Reading): boolean => lastArrived(answer)?.value === 'shown';

/** True for a service that has no call that shows them. */
export const isMissing = ({ answer }: Reading): boolean => lastArrived(answer)?.value === 'missing';

/** Why the service must not be asked now; undefined when it may. */
export const refusalToAsk = (reading: Reading): string | undefined => {
  if (isMissing(reading)) return 'This service has no call that shows the current settings.';
  return reading.answer.stage === 'loading' && reading.waitS === undefined
    ? 'The current settings are already being fetched.'
    : undefined;
};

/** What the service said last about a user's preferences. */
export type Confirmed = { readonly settings: readonly Setting[]; readonly atEpochMs: number };

/** The line that is being typed. */
export type TypedLine = 'userId' | 'type' | 'find' | 'confirmation';

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
  lines: { userId: lineOf(''), type: lineOf(''), find: lineOf(''), confirmation: lineOf('') },
  cursor: atStart,
  channel: 'email',
  top: 0,
};

/** The settings that are known here: what the service said last, with what creations of webhooks have switched on since. */
export const knownSettings = ({ confirmed, switchedOn }: PreferencesState): readonly Setting[] =>
  withWebhooksOn(confirmed?.settings ?? [], switchedOn);

/** The rows of the grid, group by group. */
export const rowsOf = (state: PreferencesState, offered: readonly string[]): readonly GridRow[] =>
  [...Map.groupBy(gridRows(offered, knownSettings(state), state.yours), ({ group }) => group).values()].flat();

/** The place of the row that `is`, the first behind the one at `from` or, for -1, before it; round the end where there is none. */
export const placeOf = (
  rows: readonly GridRow[],
  is: (row: GridRow) => boolean,
  from: number,
  steps: 1 | -1 = 1,
): number | undefined =>
  rows
    .map((_, count) => (from + steps * (count + 1) + 2 * rows.length) % rows.length)
    .find((place) => {
      const row = rows[place];
      return row !== undefined && is(row);
    });

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
export const stageOpened = (
  { changedMeanwhile: _, ...state }: PreferencesState,
  stage: 'grid' | 'review',
): PreferencesState => ({
  ...typingLeft(state),
  lines: { ...state.lines, confirmation: lineOf('') },
  stage,
  top: 0,
});

const withoutProblem = ({ problem: _, ...state }: PreferencesState): PreferencesState => state;

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
export const typeRemoved = (state: PreferencesState, { type }: Pick<GridRow, 'type'>): PreferencesState =>
  edited(state, withoutSetting(state.yours, type));

/** The last edit was taken back. */
export const editUndone = (state: PreferencesState): PreferencesState => {
  const yours = state.past.at(-1);
  return yours === undefined ? state : { ...state, yours, past: state.past.slice(0, -1) };
};

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
