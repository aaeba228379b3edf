/**
 * Sessions in the journal: how many, how long, how large, whose; and what a kill in the middle of writing leaves of one.
 *
 * @module-tag program
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import { openJournal } from '../src/storage/journal/open-journal.ts';
import { createProfileJournal } from '../src/storage/journal/profile-journal.ts';
import type { Sessions } from '../src/storage/journal/sessions.ts';
import { temporaryFolder } from './support/local-service.ts';

const DAY_MS = 24 * 3600 * 1000;
const NOW_EPOCH_MS = Date.UTC(2026, 10, 21, 12);

let file: string;
beforeEach(() => {
  file = join(temporaryFolder(), 'journal.db');
});

/** The sessions as the run called `session` sees them. */
const sessionsOf = (session: string, profile = 'work'): Sessions => {
  const opened = openJournal(file);
  if ('problem' in opened) throw new Error(opened.problem);
  return createProfileJournal(opened.journal, profile, session).sessions;
};

/** What is written of the process of each session is changed. */
const rewrite = (changes: string) => {
  const database = new DatabaseSync(file);
  database.exec(`UPDATE sessions SET ${changes}`);
  database.close();
};

const idsSeenBy = (sessions: Sessions) => sessions.lost(NOW_EPOCH_MS).map(({ id }) => id);

describe('a lost session', () => {
  test('is one of ten at most, the newest, and the others are deleted', () => {
    for (let run = 1; run <= 12; run++) sessionsOf(`run ${run}`).keep('{}', NOW_EPOCH_MS - 1000 + run);
    rewrite("began = 'before'");
    const later = sessionsOf('later');
    expect(idsSeenBy(later)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((run) => `run ${run}`));
    const database = new DatabaseSync(file);
    expect(database.prepare('SELECT count(*) AS count FROM sessions').get()).toEqual({ count: 10 });
    database.close();
  });

  test('is kept for 14 days', () => {
    sessionsOf('old').keep('{}', NOW_EPOCH_MS - 14 * DAY_MS - 1);
    sessionsOf('young').keep('{}', NOW_EPOCH_MS - 14 * DAY_MS);
    rewrite("began = 'before'");
    expect(idsSeenBy(sessionsOf('later'))).toEqual(['young']);
  });

  test('is seen in its own profile only', () => {
    sessionsOf('run', 'home').keep('{}', NOW_EPOCH_MS);
    rewrite("began = 'before'");
    expect(idsSeenBy(sessionsOf('later', 'work'))).toEqual([]);
    expect(idsSeenBy(sessionsOf('later', 'home'))).toEqual(['run']);
  });

  test('is none while its program runs, also on the day on which its number is given to another process', () => {
    sessionsOf('run').keep('{}', NOW_EPOCH_MS);
    const later = sessionsOf('later');
    expect(idsSeenBy(later)).toEqual([]);
    rewrite("began = '1 of an earlier start'");
    expect(idsSeenBy(later)).toEqual(['run']);
    rewrite('pid = 4194305');
    expect(idsSeenBy(later)).toEqual(['run']);
  });

  test('of another computer names it, because nobody here knows whether it still runs', () => {
    sessionsOf('run').keep('{}', NOW_EPOCH_MS);
    expect(hostname()).not.toBe('elsewhere');
    rewrite("host = 'elsewhere'");
    expect(sessionsOf('later').lost(NOW_EPOCH_MS)).toMatchObject([{ id: 'run', host: 'elsewhere' }]);
  });

  test('is adopted by one run only', () => {
    sessionsOf('run').keep('{"left":1}', NOW_EPOCH_MS);
    rewrite("began = 'before'");
    const [one, two] = [sessionsOf('one'), sessionsOf('two')];
    expect(one.adopt('run')).toBe(true);
    expect(two.adopt('run')).toBe(false);
    expect(idsSeenBy(two)).toEqual([]);
  });
});

test('a content of more than a million characters is not kept: that is said, and the one before stays', () => {
  const run = sessionsOf('run');
  expect(run.keep('the one before', NOW_EPOCH_MS)).toBeUndefined();
  expect(run.keep('x'.repeat(1_000_001), NOW_EPOCH_MS)).toBe(
    'The journal could not be written: what is typed here is too long.',
  );
  rewrite("began = 'before'");
  expect(sessionsOf('later').lost(NOW_EPOCH_MS)).toMatchObject([{ content: 'the one before' }]);
});

test('a program that is killed while it writes leaves one content of its own, whole', async () => {
  const writer = `
    const { openJournal } = await import('./src/storage/journal/open-journal.ts');
    const { createProfileJournal } = await import('./src/storage/journal/profile-journal.ts');
    const { sessions } = createProfileJournal(openJournal(process.env.JOURNAL_FILE).journal, 'work', process.env.SESSION);
    for (let count = 1; ; count++) {
      sessions.keep(JSON.stringify(String(count % 10).repeat(300_000)), ${NOW_EPOCH_MS} + count);
      if (count === 3) process.stdout.write('writing');
    }`;
  for (let round = 1; round <= 4; round++) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', writer], {
      env: { ...process.env, JOURNAL_FILE: file, SESSION: `round ${round}` },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'close');
    const [lost] = sessionsOf('later').lost(NOW_EPOCH_MS);
    expect(lost?.id).toBe(`round ${round}`);
    const text: unknown = JSON.parse(lost?.content ?? '');
    expect(text).toMatch(/^(\d)\1{299999}$/);
    sessionsOf('later').forget([`round ${round}`]);
  }
});
