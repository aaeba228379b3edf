/** Sends a replacement that the user has confirmed: only over the settings that were seen, and once. */
import { CALLS } from '../../../../api/calls.ts';
import type { Client } from '../../../../api/client.ts';
import { ApiError } from '../../../../api/errors/error.ts';
import { explain } from '../../../../api/errors/explain.ts';
import type { Question, QuestionParts } from '../../../../api/question.ts';
import type { JournalAccess } from '../../../../storage/journal/profile-journal.ts';
import type { Slice } from '../../../state/slice.ts';
import type { FailedWrite } from '../failed-write.ts';
import { differingRows } from './differences.ts';
import { isMissing, isShown } from './reading.ts';
import { replacePreferences } from './replace.ts';
import { replacementBegun, replacementConfirmed, replacementFailed, replacementOvertaken } from './replacement.ts';
import { preferencesOf, type Setting } from './settings.ts';
import { type Confirmed, confirmedOf, knownSettings, type PreferencesState, undecidedOf } from './state.ts';

/** What sending needs. */
type ReplacingNeeds = Pick<QuestionParts, 'client' | 'clock' | 'run'> & {
  readonly slice: Slice<PreferencesState>;
  readonly journal: () => JournalAccess;
  /** Says why something could not be done. */
  readonly refuse: (reason: string) => void;
  readonly timeZone: string;
  readonly present: Question;
  /** Reads the journal anew. */
  readonly read: () => void;
  /** Says on the line that is typed why nothing is sent. */
  readonly refuseLine: (problem: string) => void;
};

/** What a last look at the service came to. */
type Look =
  | { readonly kind: 'as-seen' }
  | { readonly kind: 'changed'; readonly confirmed: Confirmed }
  | { readonly kind: 'failed'; readonly failed: FailedWrite };

/** The function that sends. */
export const createReplacing = (needs: ReplacingNeeds): (() => void) => {
  const { slice, client, journal, clock, timeZone, run, present, read, refuse, refuseLine } = needs;
  const change = (transition: (state: PreferencesState) => PreferencesState) => slice.change(transition);

  return () => {
    const access = journal();
    const service = client();
    const { userId, yours, confirmed, openSinceEpochMs } = slice.get();
    if (undecidedOf(slice.get()).length > 0) return;
    if ('problem' in access || service === undefined || userId === undefined) {
      refuseLine('problem' in access ? access.problem : 'The service is not ready.');
      return;
    }
    // What is under way would tell of the time before.
    present.drop();
    const onScreen = slice.get();
    change(replacementBegun);
    const send = async (): Promise<void> => {
      // Other programs on this journal may have read what is on screen here: what the service says is the newer word.
      const noted = isShown(onScreen.reading) ? access.preferences.of(userId).confirmed : confirmed;
      const look = await lastLook(onScreen, userId, service, clock);
      if (look.kind === 'changed') return change((state) => replacementOvertaken(state, look.confirmed));
      if (look.kind === 'failed') return change((state) => replacementFailed(state, look.failed, openSinceEpochMs));
      const request = { userId, preferences: preferencesOf(yours) };
      const { preferences } = access;
      const seen = { confirmedAtEpochMs: noted?.atEpochMs, openSinceEpochMs };
      const end = await replacePreferences(request, { client: service, preferences, clock, seen, timeZone });
      if (end.journalProblem !== undefined) refuse(end.journalProblem);
      if (end.kind === 'confirmed') {
        const note = noteOn(end.isRepeated, yours, end.confirmed.settings);
        change((state) => replacementConfirmed(state, end.confirmed, note));
        return;
      }
      change((state) => replacementFailed(state, end.failed, end.openSinceEpochMs));
      if (end.kind === 'overtaken') read();
    };
    run(async () => {
      await send();
      if (!isMissing(slice.get().reading)) present.ask();
    });
  };
};

/** Where the service showed the settings, it is asked once more whether they still are what the user has seen. */
const lastLook = async (
  seen: PreferencesState,
  userId: number,
  service: Client,
  clock: ReplacingNeeds['clock'],
): Promise<Look> => {
  if (!isShown(seen.reading) || seen.reading.answer.stage === 'failed') return { kind: 'as-seen' };
  try {
    const preferences = await service.read(CALLS.presentPreferences, userId);
    if (preferences === undefined) return { kind: 'as-seen' };
    const confirmed = confirmedOf(preferences, clock.now());
    const isAsSeen = differingRows(knownSettings(seen), confirmed.settings).length === 0;
    return isAsSeen ? { kind: 'as-seen' } : { kind: 'changed', confirmed };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { whatCameBack } = explain(error);
    const words = {
      tried: 'Tried to read the settings once more before replacing them. Nothing was replaced.',
      whatCameBack,
      whatToDo: 'Press R to ask again, then send.',
    };
    return { kind: 'failed', failed: { words, isOutcomeUnknown: false } };
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
