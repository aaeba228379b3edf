/** Files that only their owner may read: whatever the umask, whatever lies in their place, whoever owns it. */
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openDataFile } from '../src/local-service/data-file.ts';
import {
  closeFolder,
  createPrivateFile,
  ensurePrivateDatabase,
  readPrivateFile,
  replacePrivateFile,
} from '../src/storage/files/private-file.ts';
import { openJournal } from '../src/storage/journal/open-journal.ts';
import { temporaryFolder } from './support/local-service.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

/** Every file and folder below `folder` with its mode. */
const modesBelow = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${name} ${modeOf(join(folder, name))}`);

/** A file of somebody's that must stay as it is, and a link to it under `name`. */
const linkTo = (name: string): string => {
  const victim = join(folder, 'victim');
  writeFileSync(victim, 'theirs');
  chmodSync(victim, 0o644);
  symlinkSync(victim, join(folder, name));
  return victim;
};

const isUntouched = (victim: string) => {
  expect(readFileSync(victim, 'utf8')).toBe('theirs');
  expect(modeOf(victim)).toBe('644');
};

/** From now on this program runs as another user than the one who owns its files. */
const becomeSomebodyElse = () => {
  const uid = process.getuid?.() ?? 0;
  const spy = vi.spyOn(process, 'getuid').mockReturnValue(uid + 1);
  onTestFinished(() => spy.mockRestore());
  return uid;
};

describe('with a umask that hides nothing', () => {
  beforeEach(() => {
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
  });

  test('files are 0600, and folders that have to be made 0700', () => {
    replacePrivateFile(join(folder, 'one/two/settings'), 'text');
    createPrivateFile(join(folder, 'secret'), 'text');
    ensurePrivateDatabase(join(folder, 'three/data.db'));
    expect(modesBelow().sort()).toEqual([
      'one 700',
      'one/two 700',
      'one/two/settings 600',
      'secret 600',
      'three 700',
      'three/data.db 600',
    ]);
  });

  test('so are the side files of an open database', () => {
    const database = openDataFile(join(folder, 'service.db'));
    onTestFinished(() => database.close());
    database.exec('CREATE TABLE more (x); INSERT INTO more VALUES (1)');
    expect(modesBelow().sort()).toEqual(['service.db 600', 'service.db-shm 600', 'service.db-wal 600']);
  });
});

describe('a symbolic link in the way is not followed', () => {
  test('where the journal should be', () => {
    const victim = linkTo('journal.db');
    expect(openJournal(join(folder, 'journal.db'))).toEqual({
      problem: `The journal ${folder}/journal.db cannot be used: ${folder}/journal.db is a symbolic link, which is not allowed here. Remove it, or name another folder with --config.`,
    });
    isUntouched(victim);
  });

  test('to a file that is not there: none is made', () => {
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'journal.db'));
    expect(openJournal(join(folder, 'journal.db'))).toHaveProperty('problem');
    expect(readdirSync(folder)).toEqual(['journal.db']);
  });

  test.each(['-wal', '-shm', '-journal'])('where the %s file of a database should be', (side) => {
    const victim = linkTo(`service.db${side}`);
    expect(() => openDataFile(join(folder, 'service.db'))).toThrow(
      `service.db${side} is a symbolic link, which is not allowed here`,
    );
    isUntouched(victim);
  });

  test('where a key should be read', () => {
    const victim = linkTo('service.db.key');
    expect(() => readPrivateFile(join(folder, 'service.db.key'))).toThrow('is a symbolic link');
    isUntouched(victim);
  });

  test('where a file is replaced: the link goes, what it led to stays', () => {
    const victim = linkTo('settings');
    replacePrivateFile(join(folder, 'settings'), 'ours');
    isUntouched(victim);
    expect(lstatSync(join(folder, 'settings')).isFile()).toBe(true);
    expect(readFileSync(join(folder, 'settings'), 'utf8')).toBe('ours');
  });

  test('where a secret is saved', () => {
    const victim = linkTo('kept');
    expect(() => createPrivateFile(join(folder, 'kept'), 'secret')).toThrow('EEXIST');
    isUntouched(victim);
  });
});

describe('what is there already', () => {
  test('is refused when it is no file', () => {
    mkdirSync(join(folder, 'data.db'));
    expect(() => ensurePrivateDatabase(join(folder, 'data.db'))).toThrow('is a folder, but must be a regular file');
  });

  test('is refused when it is another user’s, and stays as it was', () => {
    writeFileSync(join(folder, 'data.db'), '');
    chmodSync(join(folder, 'data.db'), 0o644);
    const uid = becomeSomebodyElse();
    expect(() => ensurePrivateDatabase(join(folder, 'data.db'))).toThrow(`belongs to another user (uid ${uid})`);
    expect(() => readPrivateFile(join(folder, 'data.db'))).toThrow('belongs to another user');
    expect(modeOf(join(folder, 'data.db'))).toBe('644');
  });

  test('is closed to others, also under a second name', () => {
    writeFileSync(join(folder, 'key'), 'abc');
    chmodSync(join(folder, 'key'), 0o666);
    linkSync(join(folder, 'key'), join(folder, 'again'));
    expect(readPrivateFile(join(folder, 'key'))).toBe('abc');
    expect(modesBelow()).toEqual(['again 600', 'key 600']);
  });
});

describe('the folder of what the program remembers', () => {
  const state = () => join(folder, 'state');

  test('is closed to others when they could look or write into it', () => {
    mkdirSync(state());
    chmodSync(state(), 0o775);
    expect(closeFolder(state())).toBeUndefined();
    expect(modeOf(state())).toBe('700');
  });

  test('is not made before there is something to remember', () => {
    expect(closeFolder(state())).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is not trusted when it is another user’s', () => {
    mkdirSync(state());
    const uid = becomeSomebodyElse();
    expect(closeFolder(state())).toBe(
      `the folder ${state()} belongs to another user (uid ${uid}), who could change what is stored there. ` +
        'Replace it with a folder of your own, or choose another one with --config.',
    );
  });
});
