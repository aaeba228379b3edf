/** Replaces a user's preferences: notes it in the journal, sends it once, notes what came of it. Nothing here sends it again. */
import { CALLS } from '../../../../api/calls.ts';
import type { Client } from '../../../../api/client.ts';
import { ApiError } from '../../../../api/errors/error.ts';
import { explain } from '../../../../api/errors/explain.ts';
import type { PreferencesRequest } from '../../../../api/requests.ts';
import type { Clock } from '../../../../base/clock.ts';
import type { ConfirmedPreferences } from '../../../../storage/journal/confirmed-preferences.ts';
import type { FailureWords } from '../../../ui/failure-lines.tsx';
import { momentWords } from '../moment-words.ts';
import { type Confirmed, confirmedOf, type PreferencesState } from './state.ts';

/** What a replacement is made with. */
type ReplacementParts = {
  readonly client: Client;
  readonly preferences: ConfirmedPreferences;
  readonly clock: Pick<Clock, 'now'>;
  /** What the user had on screen: when the service had confirmed it, and since when an earlier replacement's outcome is unknown. */
  readonly seen: Parameters<ConfirmedPreferences['begin']>[2];
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
  /** Not sent: somebody else has replaced them since the user saw them. */
  | { readonly kind: 'replaced'; readonly failed: NonNullable<PreferencesState['failed']> }
  | {
      readonly kind: 'failed';
      readonly failed: NonNullable<PreferencesState['failed']>;
      readonly openSinceEpochMs: number | undefined;
    }
);

/** Replaces the preferences. Rejects only with a programmer's error. */
export const replacePreferences = async (
  request: PreferencesRequest,
  { client, preferences, clock, seen, timeZone }: ReplacementParts,
): Promise<ReplacementEnd> => {
  const { userId } = request;
  const sentAtEpochMs = clock.now();
  let objection: string | undefined;
  let replaced: ReturnType<ConfirmedPreferences['of']> | undefined;
  const begin = (): string | undefined => {
    const refused = preferences.begin(userId, sentAtEpochMs, seen);
    if (refused !== undefined && 'replaced' in refused) replaced = refused.replaced;
    objection = refused && ('problem' in refused ? refused.problem : 'They are others by now.');
    return objection;
  };
  try {
    const reply = await client.write(CALLS.preferences, request, { beforeSending: begin });
    const atEpochMs = clock.now();
    const inForce = reply.preferences ?? request.preferences;
    const journalProblem = preferences.confirm(userId, inForce, atEpochMs);
    const isRepeated = reply.preferences !== undefined;
    return { kind: 'confirmed', confirmed: confirmedOf(inForce, atEpochMs), isRepeated, journalProblem };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (replaced !== undefined) {
      return { kind: 'replaced', failed: { words: replacedWords(replaced, timeZone), isOutcomeUnknown: false } };
    }
    const { isOutcomeUnknown } = error;
    const open = isOutcomeUnknown ? sentAtEpochMs : seen.openSinceEpochMs;
    const journalProblem = isOutcomeUnknown || objection !== undefined ? undefined : preferences.refuse(userId, open);
    const explained = explain(error);
    const words = objection === undefined ? explained : { ...explained, whatCameBack: objection };
    return { kind: 'failed', failed: { words, isOutcomeUnknown }, openSinceEpochMs: open, journalProblem };
  }
};

const replacedWords = (
  { confirmed, openSinceEpochMs }: ReturnType<ConfirmedPreferences['of']>,
  timeZone: string,
): FailureWords => ({
  tried: 'Tried to replace the notification preferences.',
  whatCameBack:
    openSinceEpochMs === undefined
      ? `Nothing was sent: another gpudeck replaced them on ${momentWords(confirmed?.atEpochMs ?? 0, timeZone)}.`
      : `Nothing was sent: another gpudeck sent others on ${momentWords(openSinceEpochMs, timeZone)}, outcome unknown.`,
  whatToDo: 'Its settings stand beside yours now: compare them, then review and send again.',
});
