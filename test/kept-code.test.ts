/**
 * Compiled code that is kept from run to run: where, whose, and that V8 takes it.
 *
 * @module-tag program
 */
import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { watch } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { ThreadScript } from '../src/start/worker.ts';
import { openPty } from './support/pty.ts';
import { atHome, shows } from './support/running-program.ts';
import { raw, startScriptedServer } from './support/scripted-server.ts';
import { requireBuild } from './support/surroundings.ts';

const newHome = (): string => {
  const home = mkdtempSync(join(tmpdir(), 'gpudeck-code-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
};

/** Elsewhere tests share what is kept. */
const withoutCode = (home: string) => ({ ...atHome(home), XDG_CACHE_HOME: undefined });

/** The program in a folder of its own, without the code that the build has brought along. */
const bare = mkdtempSync(join(tmpdir(), 'gpudeck-bare-'));
const BARE_PROGRAM = join(bare, 'gpudeck.js');
beforeAll(() => {
  requireBuild();
  for (const name of globSync('*.js', { cwd: 'dist' })) copyFileSync(join('dist', name), join(bare, name));
  writeFileSync(join(bare, 'package.json'), '{"type":"module"}');
});
afterAll(() => rmSync(bare, { recursive: true, force: true }));

const TAKEN = 'taken';

/** What a run that prints a request says of the compiled code of each script: `taken` or `not taken`. */
const dryRun = (home: string): readonly string[] => {
  const said = execFileSync(
    'sh',
    ['-c', '"$0" "$1" search --dry-run 2>&1 >/dev/null', process.execPath, BARE_PROGRAM],
    {
      encoding: 'utf8',
      env: { ...process.env, ...withoutCode(home), NODE_DEBUG: 'gpudeck' },
    },
  );
  return [...said.matchAll(/compiled code of \S+: (.*)/g)].map(([, word = '']) => word);
};

const kept = (home: string) => join(home, '.cache/gpudeck/compiled');

test('the code of a run is kept for its user alone, and the next run of the command takes all of it', () => {
  const home = newHome();
  const first = dryRun(home);
  expect(first.length).toBeGreaterThan(3);
  expect(new Set(first)).toEqual(new Set(['not taken']));
  expect(lstatSync(kept(home)).mode & 0o777).toBe(0o700);
  const files = readdirSync(kept(home));
  expect(files).toHaveLength(first.length);
  for (const file of files) {
    expect(file).toMatch(new RegExp(`^search-.*-${process.versions.node}-${process.platform}-${process.arch}\\.code$`));
    expect(lstatSync(join(kept(home), file)).mode & 0o777).toBe(0o600);
  }
  expect(dryRun(home)).toEqual(first.map(() => TAKEN));
});

test('the first run of all takes the code that came with the program, and keeps its own once that is a day old', () => {
  const [maker, home] = [newHome(), newHome()];
  const wanted = dryRun(maker).map(() => TAKEN);
  const brought = join(bare, 'compiled');
  onTestFinished(() => rmSync(brought, { recursive: true }));
  cpSync(kept(maker), brought, { recursive: true });
  expect(dryRun(home)).toEqual(wanted);
  expect(readdirSync(kept(home))).toEqual([]);
  const dayAgo = Date.now() / 1000 - 25 * 60 * 60;
  for (const name of readdirSync(brought)) utimesSync(join(brought, name), dayAgo, dayAgo);
  expect(dryRun(home)).toEqual(wanted);
  expect(readdirSync(kept(home))).toHaveLength(wanted.length);
});

test('code that is damaged or a day old is made again, and what is a month old is deleted', () => {
  const home = newHome();
  dryRun(home);
  const [first = '', second = ''] = readdirSync(kept(home)).map((name) => join(kept(home), name));
  writeFileSync(first, 'damaged');
  const dayAgo = Date.now() / 1000 - 25 * 60 * 60;
  utimesSync(second, dayAgo, dayAgo);
  const older = join(kept(home), 'search-program-OLDER.js-25.0.0-x64.code');
  writeFileSync(older, '');
  utimesSync(older, dayAgo - 30 * 86_400, dayAgo - 30 * 86_400);
  expect(dryRun(home).filter((word) => word !== TAKEN)).toHaveLength(1);
  expect(dryRun(home).every((word) => word === TAKEN)).toBe(true);
  expect(lstatSync(second).mtimeMs / 1000).toBeGreaterThan(dayAgo + 3600);
  expect(readdirSync(kept(home))).not.toContain('search-program-OLDER.js-25.0.0-x64.code');
});

test('no code is kept or taken where others may write, and the command does what it is for', () => {
  const home = newHome();
  mkdirSync(kept(home), { recursive: true });
  chmodSync(kept(home), 0o777);
  dryRun(home);
  expect(dryRun(home)).not.toContain(TAKEN);
  expect(readdirSync(kept(home))).toEqual([]);
});

test('a search loads zod for an offer that is not as it should be, and else does without', async () => {
  const home = newHome();
  const scriptsFor = async (offer: string) => {
    await using server = await startScriptedServer(raw(200, 'application/json', `{"offers":[${offer}]}`));
    const environment = {
      ...withoutCode(home),
      GPUDECK_BASE_URL: server.url,
      GPUDECK_API_KEY: 'key',
      NODE_DEBUG: 'gpudeck',
    };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [BARE_PROGRAM, 'search', '--json'], {
      env: { ...process.env, ...environment },
    });
    expect(JSON.parse(stdout)).toHaveLength(1);
    return [...stderr.matchAll(/compiled code of ([a-z]+)-/g)].map(([, name]) => name);
  };
  expect(await scriptsFor('{"id":1,"num_gpus":2,"gpu_name":"H100 SXM"}')).not.toContain('zod');
  expect(await scriptsFor('{"id":1,"num_gpus":"two","gpu_name":"H100 SXM"}')).toContain('zod');
});

test('the panes keep the code of their first rows, under the flags that the next start has', async () => {
  const home = newHome();
  const said = join(home, 'said');
  const run = async (): Promise<string> => {
    const command = ['sh', '-c', 'exec "$@" 2>"$0"', said, process.execPath, BARE_PROGRAM];
    await using pty = openPty(command, {
      columns: 160,
      rows: 40,
      environment: { ...withoutCode(home), NODE_DEBUG: 'gpudeck' },
    });
    await pty.until(shows(/\d+× [A-Z].*may be cut/s));
    pty.write('q');
    await pty.gone();
    return readFileSync(said, 'utf8');
  };
  expect(await run()).toContain('not taken');
  expect(readdirSync(kept(home)).some((name) => name.startsWith('offers-screen-'))).toBe(true);
  const second = await run();
  expect(second).toMatch(/screen-\w+\.js: taken/);
  expect(second).not.toContain('not taken');
});

test('the local service keeps its code after a second, and takes it at the next start, as it takes what came along', async () => {
  const folder = newHome();
  const name = readdirSync('dist').find((file) => file.startsWith('service-worker-')) ?? '';
  const file = join(folder, 'local.code');
  const script = { name, text: readFileSync(join('dist', name), 'latin1') };
  const saving = new Int32Array(new SharedArrayBuffer(4));
  const isKept = Array.fromAsync(watch(folder, { signal: AbortSignal.timeout(60_000) }), ({ filename }) => {
    if (filename === 'local.code') throw new Error('kept');
  });
  const start = async (code: ThreadScript['code'], work = async () => {}): Promise<string> => {
    const worker = new Worker(readFileSync('dist/worker.js', 'latin1'), {
      eval: true,
      workerData: {
        port: 0,
        dataFile: ':memory:',
        offers: 5,
        still: true,
        thresholds: false,
        script: { ...script, code },
        saving,
      },
      env: { NODE_DEBUG: 'gpudeck' },
      execArgv: [],
      stderr: true,
    });
    const said = text(worker.stderr);
    const [answer] = await once(worker, 'message');
    expect(answer).toMatchObject({ kind: 'ready' });
    await work();
    worker.postMessage('close');
    return said;
  };
  expect(await start({ own: file }, () => expect(isKept).rejects.toThrow('kept'))).toContain(`${name}: not taken`);
  expect(lstatSync(file).mode & 0o777).toBe(0o600);
  expect(await start({ own: file })).toContain(`${name}: taken`);
  expect(await start({ own: join(folder, 'none'), brought: file })).toContain(`${name}: taken`);
});
