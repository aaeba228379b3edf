/** Replaces a user's preferences: the replacement is noted in the journal, sent once, and its end put into words. */
import { CALLS } from '../../../../api/calls.ts';
import type { Client } from '../../../../api/client.ts';
import type { PreferencesReply } from '../../../../api/records/replies.ts';
import type { PreferencesRequest } from '../../../../api/requests.ts';
import type { Clock } from '../../../../base/clock.ts';
import type {
  ConfirmedPreferences,
  KnownPreferences,
  Seen,
} from '../../../../storage/journal/confirmed-preferences.ts';
import { type Line, sendOnce } from '../../../../writes/send-once.ts';
import type { FailureWords } from '../../../ui/message-page.tsx';
import { type FailedWrite, failedWriteOf, unnotedOf } from '../failed-write.ts';
import { momentWords } from '../moment-words.ts';
import { type Confirmed, confirmedOf } from './state.ts';

/** What a replacement is made with. */
type ReplacementParts = {
  readonly client: Client;
  readonly preferences: ConfirmedPreferences;
  readonly clock: Clock;
  readonly seen: Seen;
  readonly timeZone: string;
};

/** How it ended. `journalProblem` says that this could not be noted. */
type ReplacementEnd = { readonly journalProblem?: string | undefined } & (
  | {
      readonly kind: 'confirmed';
      readonly confirmed: Confirmed;
      /** False when the service said yes without repeating the settings: then those sent are taken. */
      readonly isRepeated: boolean;
    }
  /** `overtaken`: not sent, because somebody else has replaced them since the user saw them. */
  | {
      readonly kind: 'failed' | 'overtaken';
      readonly failed: FailedWrite;
      /** When a replacement was sent whose outcome is not known: this one, or an earlier one. */
      readonly openSinceEpochMs: number | undefined;
    }
);

/** Replaces the preferences. Rejects only with a programmer's error. */
export const replacePreferences = async (
  request: PreferencesRequest,
  parts: ReplacementParts,
): Promise<ReplacementEnd> => {
  const { client, clock, seen, timeZone } = parts;
  const line = replacementLine(request, parts);
  const end = await sendOnce(CALLS.preferences, request, line, { client, clock });
  const journalProblem = unnotedOf(end);
  if (end.kind === 'accepted') {
    const { preferences } = end.reply;
    const confirmed = confirmedOf(preferences ?? request.preferences, end.atEpochMs);
    return { kind: 'confirmed', confirmed, isRepeated: preferences !== undefined, journalProblem };
  }
  const openSinceEpochMs = end.kind === 'unknown' ? end.sentAtEpochMs : seen.openSinceEpochMs;
  if (end.kind !== 'overtaken') return { kind: 'failed', failed: failedWriteOf(end), openSinceEpochMs, journalProblem };
  const words = replacedWords(end.standing, timeZone);
  return { kind: 'overtaken', failed: { words, isOutcomeUnknown: false }, openSinceEpochMs };
};

/** The replacement's line in the journal: open from its claim on, until the service has confirmed it or certainly refused it. */
const replacementLine = (
  { userId, preferences: sent }: PreferencesRequest,
  { preferences, seen }: Pick<ReplacementParts, 'preferences' | 'seen'>,
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

const replacedWords = ({ confirmed, openSinceEpochMs }: KnownPreferences, timeZone: string): FailureWords => ({
  tried: 'Tried to replace the notification preferences.',
  whatCameBack:
    openSinceEpochMs === undefined
      ? `Nothing was sent: another gpudeck replaced them on ${momentWords(confirmed?.atEpochMs ?? 0, timeZone)}.`
      : `Nothing was sent: another gpudeck sent others on ${momentWords(openSinceEpochMs, timeZone)}, outcome unknown.`,
  whatToDo: 'Its settings are now shown beside yours: compare them, then review and send again.',
});
