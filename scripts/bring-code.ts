/**
 * Lays compiled code beside the program in `dist/`, so that the very first start need not compile: what the program itself keeps of a
 * run that shows offers, and of a search, each on a home of its own. Where there is some of the same scripts, nothing is run; where it
 * cannot be made, that is said, and the program is whole without it.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openPty } from '../test/support/pty.ts';
import { runOnce } from './release/code-cache.ts';
import { missingTools } from './release/tools.ts';

const PROGRAM = resolve('dist/gpudeck.js');
const TARGET = 'dist/compiled';
const MADE_OF = join(TARGET, 'made-of');

/** Threads keep theirs a second after they began: that of the service, and that of the history. */
const THREADS = 2;
const LOOK_MS = 50;
const LIMIT_MS = 20_000;

/** What tells these scripts and this Node from others. */
const madeOf = (): string => {
  const hash = createHash('sha256').update(process.version);
  for (const path of globSync('dist/*.js').sort()) hash.update(readFileSync(path));
  return hash.digest('hex');
};

/** The folder of code that runs in `home` have kept. */
const keptIn = async (home: string): Promise<string> => {
  const folder = join(home, '.cache/gpudeck/compiled');
  const threadsKept = async (): Promise<void> => {
    const endsMs = performance.now() + LIMIT_MS;
    while (globSync('local-*.code', { cwd: folder }).length < THREADS) {
      if (performance.now() > endsMs) throw new Error('the threads have kept no code');
      await setTimeout(LOOK_MS);
    }
  };
  const ownNames = Object.keys(process.env).filter((name) => /^(?:GPUDECK_|XDG_|NODE_)/.test(name));
  const environment = { ...Object.fromEntries(ownNames.map((name) => [name, undefined])), HOME: home };
  await using terminal = openPty([process.execPath, PROGRAM], { columns: 120, rows: 40, environment });
  await runOnce(terminal, threadsKept);
  execFileSync(process.execPath, [PROGRAM, 'search'], { env: { ...process.env, ...environment }, stdio: 'ignore' });
  return folder;
};

/** Why a run in a terminal cannot be made here. */
const refusal = (): string | undefined =>
  process.platform === 'linux' ? missingTools(['script']) : 'A run in a terminal is made on Linux only.';

const sum = madeOf();
if (!existsSync(MADE_OF) || readFileSync(MADE_OF, 'utf8') !== sum) {
  const home = mkdtempSync(join(tmpdir(), 'gpudeck-code-'));
  const half = `${TARGET}.${process.pid}`;
  try {
    rmSync(TARGET, { recursive: true, force: true });
    const problem = refusal();
    if (problem !== undefined) throw new Error(problem);
    const kept = await keptIn(home);
    mkdirSync(half);
    // Unlike a user's own it is there for whoever may run the program.
    for (const name of readdirSync(kept)) writeFileSync(join(half, name), readFileSync(join(kept, name)));
    writeFileSync(join(half, 'made-of'), sum);
    renameSync(half, TARGET);
  } catch (error) {
    console.error(
      `No compiled code comes along, so that first starts take longer. ${error instanceof Error ? error.message : String(error)}`,
    );
  } finally {
    for (const folder of [home, half]) rmSync(folder, { recursive: true, force: true });
  }
}
