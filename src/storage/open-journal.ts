/** Opens the journal's file, alone or beside other programs, and brings its tables up to date. */
import { DatabaseSync } from 'node:sqlite';
import { ANNOUNCEMENTS_TABLE } from './announcements.ts';
import { PREFERENCES_TABLE } from './confirmed-preferences.ts';
import { EVENT_TYPES_TABLE } from './event-types.ts';
import { type Journal, wordsOf } from './journal.ts';
import { MACHINES_TABLE } from './machines.ts';
import { ensurePrivateFile } from './private-file.ts';
import { WEBHOOKS_TABLE } from './webhooks.ts';

/** A journal, or in words why there is none. */
type Opened = { readonly journal: Journal } | { readonly problem: string };

/** Time that a statement waits while another program writes, in milliseconds. */
const BUSY_TIMEOUT_MS = 5000;

/**
 * What brings a journal up to date, oldest first. `user_version` of the file is how many of them it has seen, so they are
 * only ever added to: a new subject, or a change to an old one, is a new line at the end.
 */
const STEPS: readonly string[] = [
  ANNOUNCEMENTS_TABLE,
  MACHINES_TABLE,
  WEBHOOKS_TABLE,
  PREFERENCES_TABLE,
  EVENT_TYPES_TABLE,
];

/** Opens the journal in `file` and brings it up to date; `:memory:` is a journal that ends with the program. */
export const openJournal = (file: string): Opened => {
  let journal: Journal | undefined;
  try {
    if (file !== ':memory:') ensurePrivateFile(file);
    journal = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
    const problem = bringUpToDate(journal);
    if (problem === undefined) return { journal };
    journal.close();
    return { problem: `The journal ${file} cannot be used: ${problem}.` };
  } catch (error) {
    journal?.close();
    return { problem: `The journal ${file} cannot be used: ${wordsOf(error)}.` };
  }
};

/** Runs the steps that are missing; a journal that has seen more of them than are known here is left alone. */
const bringUpToDate = (journal: Journal): string | undefined => {
  journal.exec('BEGIN IMMEDIATE');
  try {
    const version = versionOf(journal);
    if (version <= STEPS.length) {
      for (const step of STEPS.slice(version)) journal.exec(step);
      journal.exec(`PRAGMA user_version = ${STEPS.length}`);
    }
    journal.exec('COMMIT');
    return version > STEPS.length ? 'a newer gpudeck has changed it, so a newer one is needed to read it' : undefined;
  } catch (error) {
    journal.exec('ROLLBACK');
    throw error;
  }
};

const versionOf = (journal: Journal): number => Number(journal.prepare('PRAGMA user_version').get()?.user_version);
