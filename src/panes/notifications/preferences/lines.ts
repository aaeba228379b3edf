/** What is said above the grid, and what the review of a replacement says, line by line. Pure. */
import { preferencesCall } from '../../../api/requests.ts';
import { bodyLines } from '../../../ui/body-lines.ts';
import type { RecordLine } from '../../../ui/record-page.tsx';
import { plain } from '../../../ui/segments.ts';
import { momentWords } from '../moment-words.ts';
import { failedLines, paragraph } from '../paragraph.ts';
import { type GridRow, preferencesOf, type Setting } from './settings.ts';
import { changesOf, type PreferencesState } from './state.ts';

const BLANK: RecordLine = [plain(' ')];

/** What has to be known before anything is edited: whose preferences these are, and how far the settings are known. */
export const headLines = (state: PreferencesState, timeZone: string, width: number): readonly RecordLine[] => {
  const { userId, confirmed, openSinceEpochMs, failed } = state;
  const whose = `Preferences of user ${userId ?? ''}`;
  const since = confirmed && `, as the service confirmed them ${momentWords(confirmed.atEpochMs, timeZone)}`;
  return [
    [{ text: ` ${whose}${since ?? ', never confirmed from here'}`, role: 'strong' }],
    ...(confirmed === undefined ? paragraph(UNREADABLE, width - 4, 'warning').map(setIn) : []),
    ...(openSinceEpochMs === undefined
      ? []
      : paragraph(openWords(openSinceEpochMs, timeZone), width - 4, 'danger').map(setIn)),
    ...failedLines(failed?.words, width),
  ];
};

/** The exact call, what it changes, and by name each type that would vanish. */
export const reviewLines = (state: PreferencesState, width: number): readonly RecordLine[] => {
  const { method, path, body } = preferencesCall({
    userId: state.userId ?? 0,
    preferences: preferencesOf(state.yours),
  });
  const changes = changesOf(state);
  const vanishing = changes.filter(({ difference }) => difference === 'vanishing');
  const others = changes.filter(({ difference }) => difference !== 'vanishing');
  return [
    ...(state.confirmed === undefined ? [...paragraph(UNREADABLE, width, 'warning'), BLANK] : []),
    ...vanishing.map(vanishingLine),
    ...others.map(changeLine),
    ...(changes.length === 0 ? paragraph('Nothing differs from what is known here.', width) : []),
    BLANK,
    ...paragraph('This is what will be sent, exactly. It replaces all preferences of the user:', width),
    [{ text: `${method} ${path}`, role: 'strong' }],
    ...bodyLines(JSON.stringify(body), width).map((line) => [plain(line)]),
  ];
};

/** A setting in words: `both channels`, `email`, `off`, `not set`. */
export const settingWords = (setting: Setting | undefined): string => {
  if (setting === undefined) return 'not set';
  const { email, webhooks } = setting;
  if (email && webhooks) return 'both channels';
  return email ? 'email' : webhooks ? 'webhooks' : 'off';
};

const UNREADABLE =
  "The service's present settings cannot be read: this interface has no call that shows them. What is sent replaces them all, and every type that is not named is dropped.";

const openWords = (sinceEpochMs: number, timeZone: string): string =>
  `The outcome of the replacement sent on ${momentWords(sinceEpochMs, timeZone)} is unknown: it may be in force.`;

const setIn = (line: RecordLine): RecordLine => [plain('   '), ...line];

const vanishingLine = ({ type, known }: GridRow): RecordLine => [
  { text: `- ${type} vanishes`, role: 'danger' },
  plain(` (it was: ${settingWords(known)})`),
];

const changeLine = ({ type, known, yours, difference }: GridRow): RecordLine => [
  plain(`${difference === 'new' ? '+' : '~'} ${type}: ${settingWords(known)} -> `),
  { text: settingWords(yours), role: 'strong' },
];
