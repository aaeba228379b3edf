/** Opens the journal's file, alone or beside other programs, and brings its tables up to date. */
import { serviceAt } from '../../api/http/base-url.ts';
import { openDatabaseFile } from '../files/database-file.ts';
import { ANNOUNCEMENTS_BY_SERVICE, ANNOUNCEMENTS_TABLE } from './announcements.ts';
import { changesTable } from './changes.ts';
import { movePreferences, PREFERENCES_TABLE } from './confirmed-preferences.ts';
import type { Journal } from './journal.ts';
import { LEASES_TABLE } from './leases.ts';
import { createProfileJournal } from './profile-journal.ts';
import {
  EVENT_TYPES_TABLE,
  FILTER_LINES_TABLE,
  LAST_LOOKS_TABLE,
  MACHINE_HOSTS_TABLE,
  MACHINES_TABLE,
  USER_IDS_TABLE,
} from './remembered.ts';

import { RENTALS_TABLE, RENTED_WITH_PUT_TABLE } from './rentals.ts';
import { SESSIONS_TABLE } from './sessions.ts';

import { UNCERTAIN_REFUSALS } from './uncertain-refusals.ts';
import { WEBHOOKS_BY_SERVICE, WEBHOOKS_TABLE } from './webhooks.ts';

/**
 * A journal, or in words why there is none and what mends it. `setAside` is where a damaged journal lies now, in place of
 * which this one has begun.
 */
type OpenedJournal = { readonly journal: Journal; readonly setAside?: string } | { readonly problem: string };

/**
 * What brings a journal up to date, oldest first. `user_version` of the file is how many of them it has seen, so they are
 * only ever added to: a new subject, or a change to an old one, is a new line at the end.
 */
const STEPS: readonly (string | ((journal: Journal) => void))[] = [
  ANNOUNCEMENTS_TABLE,
  MACHINES_TABLE,
  WEBHOOKS_TABLE,
  PREFERENCES_TABLE,
  EVENT_TYPES_TABLE,
  `${SESSIONS_TABLE}; ${FILTER_LINES_TABLE}; ${USER_IDS_TABLE}`,
  (journal) => {
    nameByService(journal);
    journal.exec(`${ANNOUNCEMENTS_BY_SERVICE}; ${WEBHOOKS_BY_SERVICE}`);
  },
  MACHINE_HOSTS_TABLE,
  LAST_LOOKS_TABLE,
  changesTable('instance_changes'),
  RENTALS_TABLE,
  changesTable('machine_changes'),
  changesTable('webhook_changes'),
  UNCERTAIN_REFUSALS,
  RENTED_WITH_PUT_TABLE,
  LEASES_TABLE,
];

/** What was kept of a service by its address as somebody wrote it is kept by the service's one name. */
const nameByService = (journal: Journal): void => {
  for (const table of PROFILE_TABLES) {
    const update = journal.prepare(`UPDATE OR REPLACE ${table} SET profile = ? WHERE profile = ?`);
    const rename = (from: string, to: string) =>
      table === 'confirmed_preferences' ? movePreferences(journal, from, to) : update.run(to, from);
    for (const { profile } of journal.prepare(`SELECT DISTINCT profile FROM ${table}`).all()) {
      // A session's is the name of its profile and the address, or the address alone.
      const [, name = '', address = ''] = /^(.* )?(https?:.*)$/is.exec(String(profile)) ?? [];
      if (address !== '') rename(String(profile), name + serviceAt(address));
    }
  }
};

const PROFILE_TABLES = [
  'announcements',
  'machines',
  'webhooks',
  'confirmed_preferences',
  'event_types',
  'sessions',
  'filter_lines',
  'user_ids',
];

/**
 * Opens the journal in `file` and brings it up to date; `:memory:` is a journal that ends with the program. A damaged one is
 * put aside, and a new one begins; one that a newer program has changed is left alone.
 */
export const openJournal = (file: string, nowEpochMs = Date.now()): OpenedJournal => {
  const opened = openDatabaseFile(file, nowEpochMs, {
    name: 'journal',
    steps: STEPS,
    // What is deleted is overwritten: a form that was cleared leaves nothing behind in the file.
    settings: 'PRAGMA secure_delete = ON',
    // A database of somebody else may say that it has seen our steps: each table is asked for before anybody relies on it.
    prove: (journal) => createProfileJournal(journal, '', ''),
    elsewhere: 'name another folder with --config',
  });
  if ('problem' in opened) return opened;
  const { database: journal, setAside } = opened;
  return { journal, ...(setAside !== undefined && { setAside }) };
};
