/** Opens the journal's file, alone or beside other programs, and brings its tables up to date. */
import { DatabaseSync } from 'node:sqlite';
import { serviceAt } from '../../api/http/base-url.ts';
import { ensurePrivateDatabase, StrangeFile } from '../files/private-file.ts';
import { identityOf, isDamage, primaryCodeOf, setAside } from '../files/set-aside.ts';
import { ANNOUNCEMENTS_BY_SERVICE, ANNOUNCEMENTS_TABLE } from './announcements.ts';
import { movePreferences, PREFERENCES_TABLE } from './confirmed-preferences.ts';
import { EVENT_TYPES_TABLE } from './event-types.ts';
import { FILTER_LINES_TABLE } from './filter-lines.ts';
import { INSTANCE_CHANGES_TABLE } from './instance-changes.ts';
import { type Journal, wordsOf } from './journal.ts';
import { LAST_LOOKS_TABLE } from './last-looks.ts';
import { MACHINE_HOSTS_TABLE } from './machine-hosts.ts';
import { MACHINES_TABLE } from './machines.ts';
import { createProfileJournal } from './profile-journal.ts';
import { RENTALS_TABLE } from './rentals.ts';
import { SESSIONS_TABLE } from './sessions.ts';
import { USER_IDS_TABLE } from './user-ids.ts';
import { WEBHOOKS_BY_SERVICE, WEBHOOKS_TABLE } from './webhooks.ts';

/**
 * A journal, or in words why there is none and what mends it. `setAside` is where a damaged journal lies now, in place of
 * which this one has begun.
 */
type OpenedJournal = { readonly journal: Journal; readonly setAside?: string } | { readonly problem: string };

/** Time that a statement waits while another program writes, in milliseconds. */
const BUSY_TIMEOUT_MS = 5000;

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
  INSTANCE_CHANGES_TABLE,
  RENTALS_TABLE,
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
  const identity = file === ':memory:' ? undefined : identityOf(file);
  try {
    return openSound(file);
  } catch (error) {
    if (!isDamage(error)) return { problem: problemOf(file, error) };
  }
  try {
    const target = setAside(file, identity, nowEpochMs);
    return { ...openSound(file), ...(target !== undefined && { setAside: target }) };
  } catch (error) {
    return { problem: problemOf(file, error) };
  }
};

/** Opens a journal that is sound. Throws what SQLite and the file system throw, and an Error about one of a newer program. */
const openSound = (file: string): { readonly journal: Journal } => {
  if (file !== ':memory:') ensurePrivateDatabase(file);
  const journal = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    // What is deleted is overwritten: a form that was cleared leaves nothing behind in the file.
    journal.exec('PRAGMA secure_delete = ON');
    // Asked first: a newer program's tables may look like damage to this one.
    if (versionOf(journal) > STEPS.length) throw new NewerJournal();
    checkPages(journal);
    bringUpToDate(journal);
    // A database of somebody else may say that it has seen our steps: each table is asked for before anybody relies on it.
    createProfileJournal(journal, '', '');
    return { journal };
  } catch (error) {
    journal.close();
    throw error;
  }
};

/** Throws an error that tells of damage when a page of the file is not as SQLite wrote it. */
const checkPages = (journal: Journal): void => {
  const problem = String(Object.values(journal.prepare('PRAGMA quick_check(1)').get() ?? {})[0]);
  if (problem !== 'ok') throw Object.assign(new Error(problem), { errcode: SQLITE_CORRUPT });
};

const SQLITE_CORRUPT = 11;

const problemOf = (file: string, error: unknown): string =>
  `The journal ${file} cannot be used: ${wordsOf(error)}. ${adviceOn(error)}`;

const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;

/** What to do next. */
const adviceOn = (error: unknown): string => {
  if (error instanceof NewerJournal) return 'Use that version, or name another folder with --config.';
  if (error instanceof StrangeFile) return 'Remove it, or name another folder with --config.';
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (primaryCodeOf(error) === SQLITE_FULL || code === 'ENOSPC' || code === 'EDQUOT') {
    return 'Free some space on that disk, or name another folder with --config.';
  }
  if (primaryCodeOf(error) === SQLITE_BUSY) return 'Another program is using it: close that program, then start again.';
  return 'Make sure that this file can be written, or name another folder with --config.';
};

class NewerJournal extends Error {
  constructor() {
    super('it was changed by a newer version of gpudeck');
  }
}

/** Runs the steps that are missing. Throws for a journal that has seen more of them than are known here. */
const bringUpToDate = (journal: Journal): void => {
  if (versionOf(journal) === STEPS.length) return;
  journal.exec('BEGIN IMMEDIATE');
  try {
    // Another program may have been here since.
    const version = versionOf(journal);
    if (version > STEPS.length) throw new NewerJournal();
    for (const step of STEPS.slice(version)) {
      if (typeof step === 'string') journal.exec(step);
      else step(journal);
    }
    journal.exec(`PRAGMA user_version = ${STEPS.length}`);
    journal.exec('COMMIT');
  } catch (error) {
    // A full disk has ended it already.
    if (journal.isTransaction) journal.exec('ROLLBACK');
    throw error;
  }
};

const versionOf = (journal: Journal): number => Number(journal.prepare('PRAGMA user_version').get()?.user_version);
