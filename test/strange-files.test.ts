/** What lies in a file's place and is none, links, and places that are named relatively: nothing waits, nothing is followed. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readSetup } from '../src/access/setup.ts';
import { CALLS } from '../src/api/calls.ts';
import { systemClock } from '../src/base/clock.ts';
import { createAnswerFiles } from '../src/storage/files/answer-files.ts';
import { homeFolder } from '../src/storage/files/home-folder.ts';
import { findPlaces } from '../src/storage/files/places.ts';

import { closeFolder, readPrivateFile } from '../src/storage/files/private-file.ts';
import { READ_WITHOUT_WAITING, readAtMost } from '../src/storage/files/small-file.ts';
import { openJournal } from '../src/storage/journal/open-journal.ts';
import { temporaryFolder } from './support/local-service.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

const makePipe = (path: string) => execFileSync('mkfifo', ['-m', '600', path]);

const makeLarge = (path: string) => {
  writeFileSync(path, '', { mode: 0o600 });
  truncateSync(path, 50e6);
};

/** Puts something into the place of the file `path`. */
const STRANGE: readonly (readonly [what: string, put: (path: string) => unknown, reason: string])[] = [
  ['a pipe', makePipe, 'is a pipe, but must be a regular file.'],
  ['a folder', (path) => mkdirSync(path), 'is a folder, but must be a regular file.'],
  ['a device', (path) => symlinkSync('/dev/zero', path), 'is a device, but must be a regular file.'],
  ['a terminal', (path) => symlinkSync('/dev/ptmx', path), 'is a device, but must be a regular file.'],
  ['links that lead to each other', (path) => symlinkSync(path, path), 'cannot be read: ELOOP'],
  ['50 MB', (path) => makeLarge(path), 'is larger than '],
];

const setupOf = (name: string) =>
  readSetup(
    {
      isReadOnly: false,
      configFolder: folder,
      address: { kind: 'profile', name },
    },
    'UTC',
  );

describe.skipIf(process.platform !== 'linux')('a file that the user writes', () => {
  test.each(STRANGE)('profiles.json that is %s is refused at once, with the reason', (_what, put, reason) => {
    put(join(folder, 'profiles.json'));
    expect(setupOf('home')).toMatchObject({ problem: expect.stringContaining(`profiles.json ${reason}`) });
  });

  test.each(STRANGE)('a key file that is %s is refused at once, with the reason', (_what, put, reason) => {
    writeFileSync(
      join(folder, 'profiles.json'),
      '{"profiles":{"home":{"base_url":"https://a.example","key_file":"home.key"}}}',
    );
    put(join(folder, 'home.key'));
    const problem = expect.stringContaining(`home.key ${reason}`);
    expect(setupOf('home')).toMatchObject({ isKeyProblem: true, problem });
  });

  test('a socket is refused too', async () => {
    const server = createServer().listen(join(folder, 'profiles.json'));
    onTestFinished(() => void server.close());
    await new Promise((done) => server.once('listening', done));
    expect(setupOf('home')).toMatchObject({ problem: expect.stringContaining('is a socket') });
  });

  test('what becomes a pipe after it was looked at is opened without waiting, and no more is read than may be', () => {
    makePipe(join(folder, 'pipe'));
    closeSync(openSync(join(folder, 'pipe'), READ_WITHOUT_WAITING));
    const endless = openSync('/dev/zero', READ_WITHOUT_WAITING);
    onTestFinished(() => closeSync(endless));
    expect(() => readAtMost('key', endless, 4096)).toThrow('key is larger than 4 KB, the most that is read');
  });

  test('a link to a file is followed, as secrets are often put where they are', () => {
    writeFileSync(join(folder, 'secret'), 'abcd1234\n', { mode: 0o600 });
    symlinkSync('secret', join(folder, 'home.key'));
    writeFileSync(
      join(folder, 'profiles.json'),
      '{"profiles":{"home":{"base_url":"https://a.example","key_file":"home.key"}}}',
    );
    expect(setupOf('home')).toMatchObject({ address: { apiKey: 'abcd1234' } });
  });
});

describe("the program's own files and folders", () => {
  test.each(STRANGE.slice(0, 2))('a journal that is %s is left alone and said', (what, put) => {
    put(join(folder, 'journal.db'));
    const problem = expect.stringContaining(`is ${what}, but must be a regular file`);
    expect(openJournal(join(folder, 'journal.db'))).toEqual({ problem });
  });

  test('a pipe and 50 MB are never read as a private file', () => {
    makePipe(join(folder, 'pipe'));
    expect(() => readPrivateFile(join(folder, 'pipe'))).toThrow('is a pipe, but must be a regular file');
    makeLarge(join(folder, 'large'));
    expect(() => readPrivateFile(join(folder, 'large'))).toThrow('is larger than');
  });

  test('a state folder that is a link is refused in words, and what it leads to stays as it was', () => {
    mkdirSync(join(folder, 'theirs'));
    chmodSync(join(folder, 'theirs'), 0o755);
    symlinkSync('theirs', join(folder, 'state'));
    expect(closeFolder(join(folder, 'state'))).toBe(
      `the folder ${join(folder, 'state')} is a symbolic link, which is not allowed here. ` +
        'Replace it with a folder of your own, or choose another one with --config.',
    );
    expect(modeOf(join(folder, 'theirs'))).toBe('755');
  });
});

describe('the folder of the last answers', () => {
  const answer = { atEpochMs: 5, count: 1, texts: ['{"id":1}'], question: null };
  const plainly = (text: string) => text;
  const answersIn = (place: string) => createAnswerFiles(join(folder, place), 'home', systemClock);
  const fileIn = (place: string) => join(folder, place, readdirSync(join(folder, place))[0] ?? '');

  test('that is a link is not followed: nothing is written or read where it leads, and that is said', async () => {
    mkdirSync(join(folder, 'theirs'));
    chmodSync(join(folder, 'theirs'), 0o755);
    await answersIn('real').keep(CALLS.volumes, 'mark', answer, plainly);
    symlinkSync('theirs', join(folder, 'answers'));
    const problem = await answersIn('answers').keep(CALLS.volumes, 'mark', answer, plainly);
    expect(problem).toContain('answers is a symbolic link, which is not allowed here.');
    expect(readdirSync(join(folder, 'theirs'))).toEqual([]);
    expect(modeOf(join(folder, 'theirs'))).toBe('755');
    symlinkSync('real', join(folder, 'other'));
    expect(await answersIn('other').find(CALLS.volumes, 'mark')).toBeUndefined();
  });

  test('is closed to others before anything is written there', async () => {
    mkdirSync(join(folder, 'answers'));
    chmodSync(join(folder, 'answers'), 0o777);
    expect(await answersIn('answers').keep(CALLS.volumes, 'mark', answer, plainly)).toBeUndefined();
    expect(modeOf(join(folder, 'answers'))).toBe('700');
  });

  test('an answer that is a pipe is put aside at once, one that is a link is not followed, and both are replaced', async () => {
    const answers = answersIn('answers');
    await answers.keep(CALLS.volumes, 'mark', answer, plainly);
    const file = fileIn('answers');
    execFileSync('rm', [file]);
    makePipe(file);
    expect(await answers.find(CALLS.volumes, 'mark')).toEqual({
      setAside: expect.stringContaining('corrupt'),
    });
    symlinkSync('/etc/passwd', file);
    expect(await answers.find(CALLS.volumes, 'mark')).toBeUndefined();
    symlinkSync('nowhere', join(folder, 'answers', 'dangling'));
    expect(await answers.keep(CALLS.volumes, 'mark', answer, plainly)).toBeUndefined();
    expect(lstatSync(file).isFile()).toBe(true);
  });
});

test.each(['relative', './here', '../there'])('a folder that the environment names as %s is ignored', (name) => {
  for (const variable of ['XDG_CONFIG_HOME', 'XDG_STATE_HOME']) vi.stubEnv(variable, name);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(findPlaces()).toEqual({
    configFolder: join(homeFolder(), '.config', 'gpudeck'),
    stateFolder: join(homeFolder(), '.local', 'state', 'gpudeck'),
  });
});
