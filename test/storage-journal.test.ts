/** What outlives the program: where it lies, who may read it, and that a call is noted before it is sent. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import type { MaintenanceRequest } from '../src/api/requests.ts';
import { findPlaces, journalFile, serviceFile } from '../src/storage/files/places.ts';
import { replacePrivateFile } from '../src/storage/files/private-file.ts';
import type { Journal } from '../src/storage/journal/journal.ts';
import { openJournal } from '../src/storage/journal/open-journal.ts';
import { createProfileJournal } from '../src/storage/journal/profile-journal.ts';
import { temporaryFolder } from './support/local-service.ts';

const REQUEST: MaintenanceRequest = {
  machineId: 8207,
  startsAtEpochS: 1_796_090_400,
  durationHours: 2,
  reason: 'new disk',
  category: 'disk',
};

const opened = (file: string): Journal => {
  const result = openJournal(file);
  if ('problem' in result) throw new Error(result.problem);
  return result.journal;
};

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('the places', () => {
  test('a folder that the user names holds everything, what is remembered apart', () => {
    const places = findPlaces('/srv/gpudeck');
    expect(places).toEqual({ configFolder: '/srv/gpudeck', stateFolder: '/srv/gpudeck/state' });
    expect(journalFile(places)).toBe('/srv/gpudeck/state/journal.db');
    expect(serviceFile(places)).toBe('/srv/gpudeck/state/service.db');
  });

  test("otherwise the user's own folders do", () => {
    const { configFolder, stateFolder } = findPlaces('');
    expect(configFolder).toMatch(/gpudeck$/);
    expect(stateFolder).toMatch(/gpudeck$/);
    expect(configFolder).not.toBe(stateFolder);
  });
});

describe('private files', () => {
  test('the journal and its folder can be read by their owner only, also where they were open before', () => {
    const folder = join(temporaryFolder(), 'state');
    opened(join(folder, 'journal.db')).close();
    expect(modeOf(folder)).toBe('700');
    expect(modeOf(join(folder, 'journal.db'))).toBe('600');
    chmodSync(join(folder, 'journal.db'), 0o644);
    opened(join(folder, 'journal.db')).close();
    expect(modeOf(join(folder, 'journal.db'))).toBe('600');
  });

  test('a file is replaced whole, stays private, and leaves no draft behind when that fails', () => {
    const folder = temporaryFolder();
    const file = join(folder, 'deep', 'settings');
    replacePrivateFile(file, 'first');
    replacePrivateFile(file, 'second');
    expect(readFileSync(file, 'utf8')).toBe('second');
    expect(modeOf(file)).toBe('600');
    mkdirSync(join(folder, 'taken'));
    writeFileSync(join(folder, 'taken', 'x'), '');
    expect(() => replacePrivateFile(join(folder, 'taken'), 'text')).toThrow();
    expect(readdirSync(folder).sort()).toEqual(['deep', 'taken']);
  });
});

describe('the journal', () => {
  test('a call that was begun and never ended is an outcome unknown for the next program, and only for others', () => {
    const file = join(temporaryFolder(), 'journal.db');
    const journal = opened(file);
    const mine = createProfileJournal(journal, 'work', 'session 1').announcements;
    expect(mine.begin(REQUEST, '{"duration":2}', 1000, [])).toEqual({ id: 1 });
    expect(mine.list(10)).toEqual([
      {
        id: 1,
        machineId: 8207,
        startsAtEpochS: 1_796_090_400,
        durationHours: 2,
        body: '{"duration":2}',
        sentAtEpochMs: 1000,
        outcome: { kind: 'sending' },
      },
    ]);
    journal.close();
    const later = createProfileJournal(opened(file), 'work', 'session 2').announcements;
    expect(later.list(10)).toMatchObject([{ machineId: 8207, outcome: { kind: 'unknown' } }]);
  });

  test('it keeps what came of each announcement, the newest first, and each profile sees its own', () => {
    const journal = opened(':memory:');
    const { announcements } = createProfileJournal(journal, 'work', 's');
    const other = createProfileJournal(journal, 'home', 's').announcements;
    for (const atEpochMs of [1, 2, 3]) announcements.begin(REQUEST, '{}', atEpochMs, 'all');
    other.begin({ ...REQUEST, machineId: 1 }, '{}', 4, []);
    announcements.settle(1, { kind: 'accepted', sentence: '3 notifications sent', notifications: 3, atEpochMs: 10 });
    announcements.settle(2, { kind: 'refused', reason: 'no such machine', atEpochMs: 20 });
    announcements.settle(3, { kind: 'unknown', reason: 'no answer', atEpochMs: 30 });
    announcements.decide(3, 'dropped');
    expect(announcements.list(10)).toMatchObject([
      { id: 3, outcome: { kind: 'unknown', reason: 'no answer', atEpochMs: 30 }, decision: 'dropped' },
      { id: 2, outcome: { kind: 'refused', reason: 'no such machine', atEpochMs: 20 } },
      { id: 1, outcome: { kind: 'accepted', sentence: '3 notifications sent', notifications: 3, atEpochMs: 10 } },
    ]);
    expect(announcements.list(1)).toHaveLength(1);
    expect(other.list(10)).toMatchObject([{ machineId: 1 }]);
  });

  test('machines are remembered by profile, the one used last first, until they are forgotten', () => {
    const journal = opened(':memory:');
    const { machines } = createProfileJournal(journal, 'work', 's');
    createProfileJournal(journal, 'home', 's').machines.remember(1, 1);
    machines.remember(8207, 10);
    machines.remember(8208, 20);
    machines.remember(8207, 30);
    expect(machines.list()).toEqual([8207, 8208]);
    machines.forget(8207);
    expect(machines.list()).toEqual([8208]);
  });

  test('several programs write to one journal', () => {
    const file = join(temporaryFolder(), 'journal.db');
    const one = createProfileJournal(opened(file), 'work', 'one').announcements;
    const two = createProfileJournal(opened(file), 'work', 'two').announcements;
    one.begin(REQUEST, '{}', 1, []);
    two.begin(REQUEST, '{}', 2, [1]);
    one.settle(1, { kind: 'accepted', atEpochMs: 3 });
    expect(two.list(10)).toMatchObject([{ outcome: { kind: 'sending' } }, { outcome: { kind: 'accepted' } }]);
    expect(one.list(10)).toMatchObject([{ outcome: { kind: 'unknown' } }, { outcome: { kind: 'accepted' } }]);
  });

  test('a journal of a newer program is left alone, with the file, the reason and what to do', () => {
    const newer = join(temporaryFolder(), 'newer.db');
    const database = new DatabaseSync(newer);
    database.exec('PRAGMA user_version = 999; CREATE TABLE theirs (x)');
    database.close();
    const before = readFileSync(newer);
    expect(openJournal(newer)).toEqual({
      problem: `The journal ${newer} cannot be used: it was changed by a newer version of gpudeck. Use that version, or name another folder with --config.`,
    });
    expect(readFileSync(newer)).toEqual(before);
    expect(readdirSync(dirname(newer))).toEqual(['newer.db']);
  });

  test('a folder that cannot be made is a reason in words', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    const file = join(folder, 'file', 'state', 'journal.db');
    expect(openJournal(file)).toMatchObject({ problem: expect.stringContaining(file) });
    expect(existsSync(file)).toBe(false);
  });

  test('a line that cannot be written is said, so that nothing is sent', () => {
    const journal = opened(':memory:');
    const { announcements } = createProfileJournal(journal, 'work', 's');
    journal.close();
    expect(announcements.begin(REQUEST, '{}', 1, [])).toMatchObject({
      problem: expect.stringContaining('The journal could not be written'),
    });
    expect(announcements.settle(1, { kind: 'accepted', atEpochMs: 3 })).toContain('The journal could not be written');
    expect(announcements.list(10)).toMatchObject({ problem: expect.stringContaining('could not be read') });
  });
});
