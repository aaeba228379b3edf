/** What the journal knows of a user's preferences. */
import type { JournalAccess, ProfileJournal } from '../../../../storage/journal/profile-journal.ts';
import { confirmedOf, type PreferencesState } from './state.ts';

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
