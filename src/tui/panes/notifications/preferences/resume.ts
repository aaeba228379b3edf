/** What of the preferences tab is saved for a later run, and how it is resumed. Pure. */
import { z } from 'zod';
import { named } from '../../../../api/records/preferences-shape.ts';
import { lineSaved, savedLine } from '../../../state/line.ts';
import type { SavedWords } from '../../../state/resume.ts';
import type { ChannelState, Setting } from './settings.ts';
import { type PreferencesState, stageOpened } from './state.ts';

/** Edits that can still be taken back after a resumption. */
const KEPT_EDITS = 20;

const channelState: z.ZodType<ChannelState> = z.enum(['on', 'off', 'unknown']);

const setting = z.object({ group: z.string(), event: z.string(), channels: named(channelState) });

/** An earlier program told only on from off, of two channels. */
const formerSetting = z
  .object({ group: z.string(), event: z.string(), email: z.boolean(), webhooks: z.boolean() })
  .transform(({ group, event, email, webhooks }): Setting => {
    const state = (isOn: boolean): ChannelState => (isOn ? 'on' : 'off');
    return { group, event, channels: { email: state(email), webhooks: state(webhooks) } };
  });

const settings = z.array(z.union([setting, formerSetting]));

/**
 * What is saved. `edits` are there once something was edited: for whom, yours, and what they were before each edit, the
 * newest last. A word that confirms is not saved: it stands for what was on screen when it was typed.
 */
export const savedPreferences = z.object({
  edits: z
    .object({ userId: z.int(), yours: settings, past: z.array(settings).min(1), switchedOn: z.array(z.string()) })
    .optional(),
  stage: z.enum(['grid', 'review']),
  typing: z.enum(['userId', 'type']).optional(),
  userIdText: savedLine,
  typeText: savedLine,
  row: z.int().min(0),
  top: z.int().min(0),
  channel: z.string(),
});

/** What is saved. A replacement that is out has its grid. */
export const preferencesSaved = (state: PreferencesState): z.input<typeof savedPreferences> => {
  const { userId, yours, past, switchedOn, typing, lines, cursor } = state;
  return {
    ...(userId !== undefined &&
      past.length > 0 && {
        edits: {
          userId,
          yours: [...yours],
          past: past.slice(-KEPT_EDITS).map((before) => [...before]),
          switchedOn: [...switchedOn],
        },
      }),
    stage: state.stage === 'review' ? 'review' : 'grid',
    ...((typing === 'userId' || typing === 'type') && { typing }),
    userIdText: lineSaved(lines.userId),
    typeText: lineSaved(lines.type),
    row: cursor.row,
    top: cursor.top,
    channel: state.channel,
  };
};

/** The tab as it is resumed; what the service has confirmed is read from the journal afterwards. */
export const preferencesResumed = (
  state: PreferencesState,
  remembered: z.output<typeof savedPreferences>,
): PreferencesState => {
  const { edits, stage, typing, userIdText, typeText, row, top, channel } = remembered;
  const filled: PreferencesState = {
    ...stageOpened(state, edits === undefined ? 'grid' : stage),
    ...edits,
    lines: { ...state.lines, userId: userIdText, type: typeText },
    cursor: { row, top },
    channel,
  };
  return typing === undefined ? filled : { ...filled, typing };
};

/** What that is, in words; nothing where nothing was edited or typed. */
export const preferencesWords = (remembered: z.output<typeof savedPreferences>): SavedWords => {
  const { edits, userIdText, typeText } = remembered;
  const isTyped = userIdText.text !== '' || typeText.text !== '';
  return { work: edits !== undefined ? ['edited preferences'] : isTyped ? ['a line of preferences'] : [], place: [] };
};
