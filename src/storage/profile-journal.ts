/** What the journal holds for one profile: every subject, ready to be used. */
import { type Announcements, createAnnouncements } from './announcements.ts';
import { type ConfirmedPreferences, createConfirmedPreferences } from './confirmed-preferences.ts';
import { createRememberedEventTypes, type RememberedEventTypes } from './event-types.ts';
import { createFilterLines, type FilterLines } from './filter-lines.ts';
import { type Journal, withoutSecrets } from './journal.ts';
import { createRememberedMachines, type RememberedMachines } from './machines.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { createRememberedUserId, type RememberedUserId } from './user-ids.ts';
import { createKnownWebhooks, type KnownWebhooks } from './webhooks.ts';

/** The subjects of one profile. */
export type ProfileJournal = {
  /** From now on nothing is written of what `take` takes out of a text: a key, and the secrets that came with it. */
  readonly hide: (take: (text: string) => string) => void;
  readonly announcements: Announcements;
  readonly machines: RememberedMachines;
  readonly webhooks: KnownWebhooks;
  readonly preferences: ConfirmedPreferences;
  readonly eventTypes: RememberedEventTypes;
  /** Filter lines by the list that they narrow. */
  readonly filterLines: Readonly<Record<FilteredList, FilterLines>>;
  readonly userId: RememberedUserId;
  readonly sessions: Sessions;
};

/** The lists whose filter lines are remembered. */
export type FilteredList = 'offers' | 'volumes' | 'connections' | 'requests';

/** A profile's journal, or in words why there is none. */
export type JournalAccess = ProfileJournal | { readonly problem: string };

/**
 * The journal of `profile` for this run of the program, which `session` tells from every other. What stood on screen is kept
 * under `service`: it belongs to one address, wherever the profile may lead later.
 */
export const createProfileJournal = (
  opened: Journal,
  profile: string,
  session: string,
  service = profile,
): ProfileJournal => {
  const hidden: ((text: string) => string)[] = [];
  const redact = (text: string): string => hidden.reduce((rest, take) => take(rest), text);
  const journal = withoutSecrets(opened, [profile, session, service], redact);
  return {
    hide: (take) => void hidden.push(take),
    announcements: createAnnouncements(journal, profile, session),
    machines: createRememberedMachines(journal, profile),
    webhooks: createKnownWebhooks(journal, profile, session),
    preferences: createConfirmedPreferences(journal, profile),
    eventTypes: createRememberedEventTypes(journal, profile),
    filterLines: {
      offers: createFilterLines(journal, profile, 'offers'),
      volumes: createFilterLines(journal, profile, 'volumes'),
      connections: createFilterLines(journal, profile, 'connections'),
      requests: createFilterLines(journal, profile, 'requests'),
    },
    userId: createRememberedUserId(journal, profile),
    sessions: createSessions(journal, service, session),
  };
};
