/** What the journal holds for one profile: every subject, ready to be used. */
import { type Announcements, createAnnouncements } from './announcements.ts';
import { type ConfirmedPreferences, createConfirmedPreferences } from './confirmed-preferences.ts';
import { createRememberedEventTypes, type RememberedEventTypes } from './event-types.ts';
import type { Journal } from './journal.ts';
import { createRememberedMachines, type RememberedMachines } from './machines.ts';
import { createKnownWebhooks, type KnownWebhooks } from './webhooks.ts';

/** The subjects of one profile. */
export type ProfileJournal = {
  readonly announcements: Announcements;
  readonly machines: RememberedMachines;
  readonly webhooks: KnownWebhooks;
  readonly preferences: ConfirmedPreferences;
  readonly eventTypes: RememberedEventTypes;
};

/** A profile's journal, or in words why there is none. */
export type JournalAccess = ProfileJournal | { readonly problem: string };

/** The journal of `profile` for this run of the program, which `session` tells from every other. */
export const createProfileJournal = (journal: Journal, profile: string, session: string): ProfileJournal => ({
  announcements: createAnnouncements(journal, profile, session),
  machines: createRememberedMachines(journal, profile),
  webhooks: createKnownWebhooks(journal, profile, session),
  preferences: createConfirmedPreferences(journal, profile),
  eventTypes: createRememberedEventTypes(journal, profile),
});
