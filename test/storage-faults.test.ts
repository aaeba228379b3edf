/** What the program does with a journal that is damaged, with one that it cannot write, and with a disk that is full. */
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { identityOf, setAside } from '../src/storage/files/set-aside.ts';
import type { Journal } from '../src/storage/journal/journal.ts';
import { openJournal } from '../src/storage/journal/open-journal.ts';
import { createProfileJournal } from '../src/storage/journal/profile-journal.ts';
import { temporaryFolder } from './support/local-service.ts';

/** 2026-11-21T12:03:01Z. */
const NOW_EPOCH_MS = Date.UTC(2026, 10, 21, 12, 3, 1);

const STAMP = 'corrupt-20261121T120301Z';

/** A journal in which 200 machines are remembered: some pages of each kind. */
const filledJournal = (): string => {
  const file = join(temporaryFolder(), 'journal.db');
  const { journal } = opened(file);
  const { machines } = createProfileJournal(journal, 'work', 'before');
  for (let id = 1; id <= 200; id++) machines.remember(id, id);
  journal.close();
  return file;
};

const opened = (file: string): { readonly journal: Journal; readonly setAside?: string } => {
  const result = openJournal(file, NOW_EPOCH_MS);
  if ('problem' in result) throw new Error(result.problem);
  return result;
};

const DAMAGES: readonly (readonly [string, (file: string) => void])[] = [
  ['cut off in the middle', (file) => truncateSync(file, Math.floor(statSync(file).size / 2))],
  ['cut off within its head', (file) => truncateSync(file, 50)],
  ['overwritten with text', (file) => writeFileSync(file, 'this is not a database, whatever its name says.'.repeat(9))],
  [
    'overwritten in its later pages',
    (file) => {
      const bytes = readFileSync(file);
      writeFileSync(file, bytes.fill(0xa5, 4096));
    },
  ],
];

describe('a journal that was', () => {
  test.each(DAMAGES)('%s is put aside as it is, and a new one begins in its place', (_, damage) => {
    const file = filledJournal();
    damage(file);
    const damaged = readFileSync(file);
    const { journal, setAside } = opened(file);
    expect(setAside).toBe(`${file}.${STAMP}`);
    expect(readFileSync(`${file}.${STAMP}`)).toEqual(damaged);
    const { machines } = createProfileJournal(journal, 'work', 'after');
    expect(machines.list()).toEqual([]);
    machines.remember(8207, 1);
    journal.close();
    expect(createProfileJournal(opened(file).journal, 'work', 'later').machines.list()).toEqual([8207]);
  });

  test('damaged takes along what lies beside it, and hides no other one that was damaged before', () => {
    const file = join(temporaryFolder(), 'journal.db');
    for (const round of ['first', 'second']) {
      writeFileSync(file, round);
      writeFileSync(`${file}-wal`, `beside the ${round}`);
      setAside(file, identityOf(file), NOW_EPOCH_MS);
    }
    expect(readdirSync(dirname(file)).sort()).toEqual([
      `journal.db.${STAMP}`,
      `journal.db.${STAMP}-2`,
      `journal.db.${STAMP}-2-wal`,
      `journal.db.${STAMP}-wal`,
    ]);
    expect(readFileSync(`${file}.${STAMP}`, 'utf8')).toBe('first');
    expect(readFileSync(`${file}.${STAMP}-2-wal`, 'utf8')).toBe('beside the second');
  });

  test('damaged is not taken for the new one that another program has put in its place', () => {
    const file = filledJournal();
    const identity = identityOf(file);
    writeFileSync(`${file}.new`, 'the other one');
    renameSync(`${file}.new`, file);
    expect(setAside(file, identity, NOW_EPOCH_MS)).toBe(undefined);
    expect(readFileSync(file, 'utf8')).toBe('the other one');
  });
});

test('a large journal is not looked through at each start: what is damaged in it is said where it is read, and the rest is as good as before', () => {
  const file = filledJournal();
  const { journal } = opened(file);
  const words = 'x'.repeat(1000);
  journal
    .prepare(`
      INSERT INTO announcements
        (profile, service, session, machine_id, starts_at, ends_at, duration_hours, body, sent_at_ms, state, words, settled_at_ms)
      WITH RECURSIVE lines (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM lines WHERE n < 2500)
      SELECT 'work', 'work', 'before', n, n * 7200, n * 7200 + 3600, 1, '{}', n, 'accepted', ?, n FROM lines`)
    .run(words);
  journal.close();
  const bytes = readFileSync(file);
  const middle = bytes.indexOf(words, bytes.length / 2) & ~4095;
  writeFileSync(file, bytes.fill(0xa5, middle, middle + 4096));
  const { journal: again, setAside } = opened(file);
  expect(setAside).toBeUndefined();
  const { machines, announcements } = createProfileJournal(again, 'work', 'after');
  expect(machines.list()).toHaveLength(200);
  expect(announcements.list(100)).toHaveLength(100);
  expect(announcements.list(2500)).toEqual({
    problem: expect.stringMatching(/^The journal could not be read: .*malformed/),
  });
  again.close();
});

test('a journal of a newer program is not judged: what looks like damage may be its way', () => {
  const file = filledJournal();
  const newer = new DatabaseSync(file);
  newer.exec('PRAGMA user_version = 999');
  newer.close();
  writeFileSync(file, readFileSync(file).fill(0xa5, 4096));
  const before = readFileSync(file);
  expect(openJournal(file)).toMatchObject({
    problem: expect.stringContaining('it was changed by a newer version of gpudeck'),
  });
  expect(readFileSync(file)).toEqual(before);
  expect(readdirSync(dirname(file))).toEqual(['journal.db']);
});

describe('a journal that cannot be kept is a reason in words, with what to do', () => {
  test('where a folder has its name', () => {
    const file = join(temporaryFolder(), 'journal.db');
    mkdirSync(file);
    expect(openJournal(file)).toMatchObject({ problem: expect.stringContaining('name another folder with --config') });
    expect(readdirSync(dirname(file))).toEqual(['journal.db']);
  });

  test('where no folder can be made for it', () => {
    const file = '/proc/gpudeck/journal.db';
    expect(openJournal(file)).toMatchObject({ problem: expect.stringContaining(`The journal ${file} cannot be used`) });
  });

  test('where the database is of some other program that has used the same version numbers', () => {
    const file = join(temporaryFolder(), 'journal.db');
    const other = new DatabaseSync(file);
    other.exec('PRAGMA user_version = 6; CREATE TABLE recipes (name TEXT)');
    other.close();
    const before = readFileSync(file);
    expect(openJournal(file)).toMatchObject({ problem: expect.stringContaining('no such table') });
    expect(readFileSync(file)).toEqual(before);
  });
});

describe('a disk that is full', () => {
  test('keeps what was there, and says of each line that it could not be written', () => {
    const file = filledJournal();
    const { journal } = opened(file);
    const subject = createProfileJournal(journal, 'work', 'now');
    expect(subject.sessions.keep('{}', 1)).toBe(undefined);
    // SQLite's own end of the disk: no further page is to be had.
    journal.exec('PRAGMA max_page_count = 1');
    const long = JSON.stringify('x'.repeat(100_000));
    expect(subject.sessions.keep(long, 2)).toBe('The journal could not be written: database or disk is full.');
    subject.filterLines('offers').keep('y'.repeat(1900));
    expect(subject.machines.list()).toHaveLength(200);
    journal.exec('PRAGMA max_page_count = 1000000');
    expect(subject.sessions.keep(long, 3)).toBe(undefined);
  });
});
