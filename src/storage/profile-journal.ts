/** What the journal holds for one profile: every subject, ready to be used. */
import { type Announcements, createAnnouncements } from './announcements.ts';
import type { Journal } from './journal.ts';
import { createRememberedMachines, type RememberedMachines } from './machines.ts';

/** The subjects of one profile. */
export type ProfileJournal = {
  readonly announcements: Announcements;
  readonly machines: RememberedMachines;
};

/** A profile's journal, or in words why there is none. */
export type JournalAccess = ProfileJournal | { readonly problem: string };

/** The journal of `profile` for this run of the program, which `session` tells from every other. */
export const createProfileJournal = (journal: Journal, profile: string, session: string): ProfileJournal => ({
  announcements: createAnnouncements(journal, profile, session),
  machines: createRememberedMachines(journal, profile),
});
