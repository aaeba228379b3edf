/** What is said above the grid, and what the review of a replacement says, line by line. Pure. */

import { callOf } from '../../../../api/call.ts';
import { CALLS } from '../../../../api/calls.ts';
import type { NotificationType } from '../../../../api/records/replies.ts';
import { keyName } from '../../../../base/named-keys.ts';
import { momentWords } from '../../../../base/time.ts';
import { BLANK, paragraph, type RecordLine, setInBy } from '../../../ui/record-lines.ts';
import { band } from '../../../ui/segments.ts';
import { callLines } from '../../write-page/lines.ts';
import { toldOf } from '../event-types.ts';
import { failedLines } from '../failed-write.ts';
import { channelWords, type GridRow, newSetting, preferencesOf, settingWords } from './settings.ts';
import { changesOf, isMissing, isShown, type PreferencesState, undecidedOf } from './state.ts';

/** What has to be known before anything is edited: whose preferences these are, and how far the settings are known. */
export const headLines = (state: PreferencesState, timeZone: string, width: number): readonly RecordLine[] => {
  const { userId, openSinceEpochMs, failed } = state;
  return [
    band(`Preferences of user ${userId ?? ''}${sourceWords(state, timeZone)}`),
    ...knowledgeWords(state).flatMap((words) => paragraph(words, width - 4, 'warning').map(setInBy(3))),
    ...(openSinceEpochMs === undefined
      ? []
      : paragraph(openWords(state, openSinceEpochMs, timeZone), width - 4, 'danger').map(setInBy(3))),
    ...failedLines(failed?.words, width),
  ];
};

/** The exact call, what it changes, by name each type that would be dropped, and each channel that is not known. */
export const reviewLines = (
  state: PreferencesState,
  told: readonly NotificationType[],
  width: number,
): readonly RecordLine[] => {
  const call = callOf(CALLS.preferences, { userId: state.userId ?? 0, preferences: preferencesOf(state.yours) });
  const changes = changesOf(state);
  const vanishing = changes.filter(({ difference }) => difference === 'vanishing');
  const others = changes.filter(({ difference }) => difference !== 'vanishing');
  const undecided = undecidedOf(state);
  return [
    ...meanwhileLines(state, width),
    ...(state.confirmed === undefined ? [...paragraph(REPLACES_UNSEEN, width, 'warning'), BLANK] : []),
    ...undecided.flatMap(({ type, channel }) =>
      paragraph(`? ${type} by ${channelWords(channel)}: not known here`, width, 'warning'),
    ),
    ...vanishing.flatMap((row) => vanishingLines(row, told, width)),
    ...others.flatMap((row) => changeLines(row, state, width)),
    ...(changes.length === 0 ? paragraph('Nothing differs from what is known here.', width) : []),
    BLANK,
    ...paragraph(undecided.length === 0 ? EXACT_CALL : UNDECIDED_CALL, width),
    ...callLines(call, width),
  ];
};

const EXACT_CALL = 'This is exactly what will be sent. It replaces all preferences of the user:';

const UNDECIDED_CALL = 'This is what is decided so far. It replaces all preferences of the user:';

const REPLACES_UNSEEN = 'What is sent replaces them all, and a type that is not named is dropped.';

const sourceWords = ({ confirmed, reading }: PreferencesState, timeZone: string): string => {
  if (confirmed === undefined) return isShown(reading) ? '' : ', never confirmed from here';
  const at = momentWords(confirmed.atEpochMs, timeZone);
  return isShown(reading) ? `, read ${at}` : `, last known ${at}`;
};

/** How far what is shown can be relied upon, where the service has not shown it. */
const knowledgeWords = ({ reading, confirmed }: PreferencesState): readonly string[] => {
  const risk = confirmed === undefined ? REPLACES_UNSEEN : 'Another program may have changed them since.';
  if (isMissing(reading)) {
    return [`This service cannot be asked for the current settings. ${risk}`];
  }
  switch (reading.answer.stage) {
    case 'failed':
      return [
        `The current settings could not be read. ${reading.answer.failure.whatCameBack} ${keyName('notifications.ask')} asks again. ${risk}`,
      ];
    case 'loading':
      return isShown(reading) ? [] : ['The service is being asked for the current settings.'];
    case 'idle':
    case 'loaded':
      return [];
  }
};

const openWords = ({ reading }: PreferencesState, sinceEpochMs: number, timeZone: string): string =>
  `The outcome of the replacement sent on ${momentWords(sinceEpochMs, timeZone)} is unknown: it may ${
    isShown(reading) ? `still take effect. ${keyName('notifications.ask')} shows the current settings.` : 'be in force.'
  }`;

/** What somebody else has changed since the settings were read. */
const meanwhileLines = ({ changedMeanwhile }: PreferencesState, width: number): readonly RecordLine[] =>
  changedMeanwhile === undefined
    ? []
    : [
        ...paragraph(CHANGED_MEANWHILE, width, 'danger'),
        ...changedMeanwhile.flatMap(({ type, known, yours }) =>
          paragraph(`! ${type}: ${settingWords(known)} -> ${settingWords(yours)}`, width, 'strong'),
        ),
        BLANK,
      ];

const CHANGED_MEANWHILE =
  'Nothing was sent: somebody has changed the settings since they were read here. Your changes now start from these:';

const vanishingLines = (
  { type, known }: GridRow,
  told: readonly NotificationType[],
  width: number,
): readonly RecordLine[] => {
  const defaults = toldOf(told, type)?.defaults;
  const after = defaults === undefined ? '' : `; its default is ${settingWords(newSetting(type, defaults))}`;
  return paragraph(`- ${type} is dropped (it was: ${settingWords(known)}${after})`, width, 'danger');
};

const changeLines = (
  { type, known, yours, difference }: GridRow,
  { confirmed }: PreferencesState,
  width: number,
): readonly RecordLine[] => {
  const before = known === undefined && confirmed === undefined ? 'not known' : settingWords(known);
  const sign = difference === 'new' ? '+' : '~';
  return paragraph(`${sign} ${type}: ${before} -> ${settingWords(yours)}`, width, 'strong');
};
