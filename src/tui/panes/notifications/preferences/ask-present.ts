/** Asks the service for the current settings, shows them, and keeps them in the journal for when it cannot be asked. */
import { CALLS } from '../../../../api/calls.ts';
import { createQuestion, type Question, type QuestionParts } from '../../../../api/question.ts';
import type { ToldPreferences } from '../../../../api/requests.ts';
import { SETTLED_AFTER_MS } from '../../../../storage/journal/confirmed-preferences.ts';
import type { JournalAccess } from '../../../../storage/journal/profile-journal.ts';
import { askedNoted } from '../../../state/remote.ts';
import type { Slice } from '../../../state/slice.ts';
import type { FailureWords } from '../../../ui/message-page.tsx';
import { settingsShown } from './known.ts';
import { confirmedOf, type PreferencesState } from './state.ts';

type AskingNeeds = QuestionParts & {
  readonly slice: Slice<PreferencesState>;
  readonly journal: () => JournalAccess;
};

/** What came of one question; without preferences, the service has no such call. */
type Present = { readonly userId: number; readonly preferences: ToldPreferences | undefined };

/** The question of the current settings of the user. It may be put once it is known who that is. */
export const createPresentQuestion = (needs: AskingNeeds): Question => {
  const { slice } = needs;
  const noted = askedNoted<'shown' | 'missing', FailureWords>((transition) =>
    slice.change((state) => ({ ...state, reading: transition(state.reading) })),
  );
  return createQuestion<Present>({
    ...needs,
    read: 'presentPreferences',
    ask: async (service, _ticket, options) => {
      const { userId = 0 } = slice.get();
      return { userId, preferences: await service.read(CALLS.presentPreferences, userId, options) };
    },
    ...noted,
    onAnswer: (ticket, { userId, preferences }, atEpochMs) => {
      if (slice.get().userId !== userId) return;
      noted.onAnswer(ticket, preferences === undefined ? 'missing' : 'shown', atEpochMs);
      if (preferences !== undefined) showPresent(needs, preferences, atEpochMs);
    },
  });
};

const showPresent = ({ slice, journal }: AskingNeeds, preferences: ToldPreferences, atEpochMs: number): void => {
  const { userId, openSinceEpochMs: open } = slice.get();
  const settledEpochMs = atEpochMs - SETTLED_AFTER_MS;
  const access = journal();
  // Without a journal the screen shows them all the same.
  if (!('problem' in access) && userId !== undefined)
    access.preferences.show(userId, preferences, atEpochMs, settledEpochMs);
  const stillOpen = open !== undefined && open >= settledEpochMs ? open : undefined;
  slice.change((state) => settingsShown(state, confirmedOf(preferences, atEpochMs), stillOpen));
};
