/** Replaces a user's preferences: notes it in the journal, sends it once, notes what came of it. Nothing here sends it again. */
import type { Client } from '../../../api/client.ts';
import type { Clock } from '../../../api/clock.ts';
import { ApiError } from '../../../api/error.ts';
import { explain } from '../../../api/explain.ts';
import type { PreferencesRequest } from '../../../api/requests.ts';
import type { ConfirmedPreferences } from '../../../storage/confirmed-preferences.ts';
import { type Confirmed, confirmedOf, type PreferencesState } from './state.ts';

/** What a replacement is made with. */
type ReplacementParts = {
  readonly client: Client;
  readonly preferences: ConfirmedPreferences;
  readonly clock: Pick<Clock, 'now'>;
  /** When an earlier replacement was sent whose outcome is still unknown. */
  readonly openSinceEpochMs: number | undefined;
};

/** How it ended. `journalProblem` says that this could not be noted. */
type ReplacementEnd = { readonly journalProblem?: string | undefined } & (
  | {
      readonly kind: 'confirmed';
      readonly confirmed: Confirmed;
      /** False when the service said yes without repeating the settings: then those sent are taken. */
      readonly isRepeated: boolean;
    }
  | {
      readonly kind: 'failed';
      readonly failed: NonNullable<PreferencesState['failed']>;
      readonly openSinceEpochMs: number | undefined;
    }
);

/** Replaces the preferences. Rejects only with a programmer's error. */
export const replacePreferences = async (
  request: PreferencesRequest,
  { client, preferences, clock, openSinceEpochMs }: ReplacementParts,
): Promise<ReplacementEnd> => {
  const { userId } = request;
  const sentAtEpochMs = clock.now();
  let objection: string | undefined;
  const begin = (): string | undefined => {
    objection = preferences.begin(userId, sentAtEpochMs);
    return objection;
  };
  try {
    const reply = await client.replaceNotificationPreferences(request, { beforeSending: begin });
    const atEpochMs = clock.now();
    const inForce = reply.preferences ?? request.preferences;
    const journalProblem = preferences.confirm(userId, inForce, atEpochMs);
    const isRepeated = reply.preferences !== undefined;
    return { kind: 'confirmed', confirmed: confirmedOf(inForce, atEpochMs), isRepeated, journalProblem };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { isOutcomeUnknown } = error;
    const open = isOutcomeUnknown ? sentAtEpochMs : openSinceEpochMs;
    const journalProblem = isOutcomeUnknown || objection !== undefined ? undefined : preferences.refuse(userId, open);
    const explained = explain(error);
    const words = objection === undefined ? explained : { ...explained, whatCameBack: objection };
    return { kind: 'failed', failed: { words, isOutcomeUnknown }, openSinceEpochMs: open, journalProblem };
  }
};
