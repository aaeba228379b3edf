/**
 * The built program where it can keep nothing, or where what it kept was damaged: it works, says so, and deletes nothing.
 * `npm test` builds it first.
 *
 * @module-tag program
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { homeFolder } from '../src/storage/files/home-folder.ts';
import { temporaryFolder } from './support/local-service.ts';
import { openPty, type Pty } from './support/pty.ts';
import { atHome, go } from './support/running-program.ts';
import { usedHome } from './support/used-home.ts';

const PROGRAM = resolve('dist/gpudeck.js');

const start = (home: string, before: readonly string[] = []): Pty =>
  openPty([...before, process.execPath, PROGRAM], { columns: 160, rows: 24, environment: atHome(home) });

const quit = async (pty: Pty) => {
  pty.write('q');
  await pty.gone();
};

const SIZE_LIMIT = ['sh', '-c', 'ulimit -f 100; exec "$@"', 'sh'] as const;
const SMALL_DISK = [
  'unshare',
  '-rm',
  'sh',
  '-c',
  'mount -t tmpfs -o size=64k tmpfs "$HOME" && exec "$@"',
  'sh',
] as const;

/** How the program is started on a disk that is full, and what it says then: a very small one, where one may be mounted. */
const ON_FULL_DISK =
  spawnSync(SMALL_DISK[0], ['-rm', 'true']).status === 0
    ? ([SMALL_DISK, 'database or disk is full'] as const)
    : ([SIZE_LIMIT, 'cannot be used'] as const);

describe('where nothing can be kept the market is there all the same, and what is missing is said', () => {
  const fileAsHome = () => {
    const file = join(temporaryFolder(), 'home');
    writeFileSync(file, 'no folder');
    return file;
  };

  test.each([
    ['on a disk that is full', temporaryFolder, ...ON_FULL_DISK],
    ['under a limit on the size of files', temporaryFolder, SIZE_LIMIT, 'cannot be used'],
    ['in a home where nothing can be written', () => '/proc', [], 'cannot be used'],
    ['in a home that is a file', fileAsHome, [], 'cannot be used'],
  ])('%s', async (_, home, before, reason) => {
    await using pty = start(home(), before);
    await go(pty, [
      ['', '1/1,000'],
      ['', 'Nothing from this run will be saved. The journal '],
      ['', reason],
      ['/num_gpus>=2\r', 'num_gpus>=2'],
      ['2', 'stor. $/h'],
      ['4', 'Nothing can be announced from here.'],
      ['5n', 'Name'],
      ['ehook\r\u001B', 'review and send'],
    ]);
    await go(pty, [['\u001B', 'new webhook']]);
    await quit(pty);
  });
});

describe('a home that nobody names', () => {
  test.each(['', 'here'])('as with HOME=%j is the one of the list of users', (home) => {
    vi.stubEnv('HOME', home);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(homeFolder()).toBe(userInfo().homedir);
  });

  test.each(['', 'here'])('leaves nothing in the folder of the start with HOME=%j', (home) => {
    const folder = temporaryFolder();
    const elsewhere = temporaryFolder();
    const environment = { ...process.env, ...atHome(home), XDG_STATE_HOME: elsewhere, XDG_CONFIG_HOME: elsewhere };
    execFileSync(process.execPath, [PROGRAM, '--version'], { cwd: folder, env: environment });
    expect(readdirSync(folder)).toEqual([]);
  });
});

test('a journal and a market that were damaged are put aside as they were, that is said, and the program works', async () => {
  const home = usedHome();
  const state = join(home, '.local/state/gpudeck');
  await using first = start(home);
  await go(first, [['', '1/1,000']]);
  await quit(first);
  const files = ['journal.db', 'service.db'];
  for (const file of files) writeFileSync(join(state, file), `damaged: ${file}`);

  await using second = start(home);
  await go(second, [
    ['', 'was moved to'],
    ['', '1/1,000'],
    ['4', '[Announce]'],
    ['1', 'also sent'],
  ]);
  await quit(second);
  const now = readdirSync(state);
  for (const file of files) {
    const aside = now.find((name) => name.startsWith(`${file}.corrupt-`)) ?? '';
    expect(readFileSync(join(state, aside), 'utf8')).toBe(`damaged: ${file}`);
    expect(now).toContain(file);
  }
});
