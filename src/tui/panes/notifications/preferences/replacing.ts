/** Sends a replacement that the user has confirmed: only over the settings that were seen, and once. */

import { CALLS } from '../../../../api/calls.ts';
import type { Client } from '../../../../api/client.ts';
import { ApiError } from '../../../../api/errors/error.ts';
import { explain } from '../../../../api/errors/explain.ts';
import type { Question } from '../../../../api/question.ts';
import type { PreferencesReply } from '../../../../api/records/replies.ts';
import type { PreferencesRequest } from '../../../../api/requests.ts';
import type { Clock } from '../../../../base/clock.ts';
import { keyName } from '../../../../base/named-keys.ts';
import { momentWords } from '../../../../base/time.ts';
import type {
  ConfirmedPreferences,
  KnownPreferences,
  Seen,
} from '../../../../storage/journal/confirmed-preferences.ts';
import type { JournalAccess, ProfileJournal } from '../../../../storage/journal/profile-journal.ts';
import { type Line, type SendEnd, sendOnce } from '../../../../writes/send-once.ts';
import type { Slice } from '../../../state/slice.ts';
import { type FailedWrite, failedWriteOf, notSent, unnotedOf } from '../failed-write.ts';
import type { NotificationsNeeds } from '../tab.ts';
import { differingRows, preferencesOf, type Setting } from './settings.ts';
import {
  type Confirmed,
  confirmedOf,
  isMissing,
  isShown,
  knownSettings,
  type PreferencesState,
  replacementBegun,
  replacementConfirmed,
  replacementFailed,
  replacementOvertaken,
  undecidedOf,
} from './state.ts';

/** Replaces the preferences, once, over what was `seen` of them. Rejects only with a programmer's error. */
export const sendPreferences = (
  request: PreferencesRequest,
  noting: { readonly preferences: ConfirmedPreferences; readonly seen: Seen },
  parts: Parameters<typeof sendOnce>[3],
): Promise<SendEnd<PreferencesReply, KnownPreferences>> =>
  sendOnce(CALLS.preferences, request, replacementLine(request, noting), parts);

/** The replacement's line in the journal: open from its claim on, until the service has confirmed it or certainly refused it. */
const replacementLine = (
  { userId, preferences: sent }: PreferencesRequest,
  { preferences, seen }: { readonly preferences: ConfirmedPreferences; readonly seen: Seen },
): Line<PreferencesReply, KnownPreferences> => ({
  claim: (atEpochMs) => preferences.begin(userId, atEpochMs, seen),
  settle: (outcome) => {
    switch (outcome.kind) {
      case 'accepted':
        return preferences.confirm(userId, outcome.reply.preferences ?? sent, outcome.atEpochMs);
      case 'refused':
        return preferences.refuse(userId, seen.openSinceEpochMs);
      case 'unknown':
        return undefined;
    }
  },
});

const replacedElsewhere = ({ confirmed, openSinceEpochMs }: KnownPreferences, timeZone: string): FailedWrite =>
  notSent(
    'Tried to replace the notification preferences.',
    openSinceEpochMs === undefined
      ? `Nothing was sent: another gpudeck replaced them on ${momentWords(confirmed?.atEpochMs ?? 0, timeZone)}.`
      : `Nothing was sent: another gpudeck sent others on ${momentWords(openSinceEpochMs, timeZone)}, outcome unknown.`,
    'Its settings are now shown beside yours: compare them, then review and send again.',
  );

/** The function that sends a replacement which the user has confirmed: only over the settings that were seen, and once. */
export const createReplacing = (
  { get, change }: Slice<PreferencesState>,
  needs: Pick<NotificationsNeeds, 'client' | 'journal' | 'clock' | 'timeZone' | 'run' | 'refuse'>,
  page: {
    readonly present: Question;
    /** Reads the journal anew. */
    readonly read: () => void;
    /** Says on the line that is typed why nothing is sent. */
    readonly refuseLine: (problem: string) => void;
  },
): (() => void) => {
  const { clock, timeZone, run, refuse } = needs;
  return () => {
    const onScreen = get();
    const { userId, yours, confirmed, openSinceEpochMs } = onScreen;
    if (undecidedOf(onScreen).length > 0) return;
    const access = needs.journal();
    const client = needs.client();
    if ('problem' in access || client === undefined || userId === undefined) {
      page.refuseLine('problem' in access ? access.problem : 'The service is not ready.');
      return;
    }
    const { preferences } = access;
    // What is under way would tell of the time before.
    page.present.drop();
    change(replacementBegun);
    const send = async (): Promise<void> => {
      // Other programs on this journal may have read what is on screen here: what the service says is the newer word.
      const noted = isShown(onScreen.reading) ? preferences.of(userId).confirmed : confirmed;
      const look = await lookAgain(onScreen, userId, client, clock);
      if (look !== undefined)
        return change((state) =>
          'words' in look ? replacementFailed(state, look, openSinceEpochMs) : replacementOvertaken(state, look),
        );
      const request = { userId, preferences: preferencesOf(yours) };
      const seen = { confirmedAtEpochMs: noted?.atEpochMs, openSinceEpochMs };
      const end = await sendPreferences(request, { preferences, seen }, { client, clock });
      const journalProblem = unnotedOf(end);
      if (journalProblem !== undefined) refuse(journalProblem);
      if (end.kind === 'accepted') {
        const { preferences: repeated = request.preferences } = end.reply;
        const inForce = confirmedOf(repeated, end.atEpochMs);
        const note = noteOn(end.reply.preferences !== undefined, yours, inForce.settings);
        return change((state) => replacementConfirmed(state, inForce, note));
      }
      const failed = end.kind === 'overtaken' ? replacedElsewhere(end.standing, timeZone) : failedWriteOf(end);
      const openSince = end.kind === 'unknown' ? end.sentAtEpochMs : openSinceEpochMs;
      change((state) => replacementFailed(state, failed, openSince));
      if (end.kind === 'overtaken') page.read();
    };
    run(async () => {
      await send();
      if (!isMissing(get().reading)) page.present.ask();
    });
  };
};

/** Where the service showed the settings, it is asked once more: what it shows now that the user has not seen, or why nobody knows. */
const lookAgain = async (
  seen: PreferencesState,
  userId: number,
  service: Client,
  clock: Clock,
): Promise<Confirmed | FailedWrite | undefined> => {
  if (!isShown(seen.reading) || seen.reading.answer.stage === 'failed') return undefined;
  try {
    const preferences = await service.read(CALLS.presentPreferences, userId);
    const confirmed = preferences && confirmedOf(preferences, clock.now());
    const isOther = confirmed !== undefined && differingRows(knownSettings(seen), confirmed.settings).length > 0;
    return isOther ? confirmed : undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return notSent(
      'Tried to read the settings once more before replacing them. Nothing was replaced.',
      explain(error).whatCameBack,
      `Press ${keyName('notifications.ask')} to ask again, then send.`,
    );
  }
};

/** What is said of a confirmed replacement: whether the answer is what was asked for. */
const noteOn = (isRepeated: boolean, sent: readonly Setting[], inForce: readonly Setting[]): string => {
  if (!isRepeated)
    return 'Confirmed. The answer did not repeat the settings: what was sent is assumed to be in effect.';
  return differingRows(sent, inForce).length === 0
    ? 'Confirmed: these are in effect now.'
    : 'Confirmed, but the answer differs from what was sent.';
};

/** Webhooks of the journal that are looked through for types that they have switched on. */
const WEBHOOKS_LOOKED_AT = 500;

/** What is known of the preferences of `userId`: nothing without a journal. */
export const readKnown = (
  access: JournalAccess,
  userId: number,
): Pick<PreferencesState, 'confirmed' | 'openSinceEpochMs' | 'switchedOn'> => {
  if ('problem' in access) return { switchedOn: [] };
  const { confirmed, openSinceEpochMs } = access.preferences.of(userId);
  return {
    ...(confirmed && { confirmed: confirmedOf(confirmed.preferences, confirmed.atEpochMs) }),
    ...(openSinceEpochMs !== undefined && { openSinceEpochMs }),
    switchedOn: switchedOnSince(access, userId, confirmed?.atEpochMs ?? 0),
  };
};

/** Types that webhooks created since then have switched on; one whose answer named no user counts for every user. */
const switchedOnSince = ({ webhooks }: ProfileJournal, userId: number, sinceEpochMs: number): readonly string[] => [
  ...new Set(
    webhooks
      .list(WEBHOOKS_LOOKED_AT)
      .flatMap(({ outcome, sentAtEpochMs }) =>
        outcome.kind === 'created' && (outcome.userId ?? userId) === userId && sentAtEpochMs >= sinceEpochMs
          ? outcome.switchedOn
          : [],
      ),
  ),
];
