/** What tests need around them, and what is to be done where it is not as it should be. */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { endSharedPostgres, postgresFolder } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder that all workers of a run share, and that goes away with the run. */
    sharedFolder: string;
  }
}

const BUILT = 'dist/gpudeck.js';

/** So many programs for each processor want to run when the machine counts as busy. */
const BUSY = 3;

/** Throws where nothing was built. */
export const requireBuild = (): void => {
  if (!existsSync(BUILT)) throw new Error(`There is no ${BUILT}, which this test runs: npm run build makes it.`);
};

/** That the machine is busy, in words; undefined when it is not. */
export const busyLoad = (): string | undefined => {
  const [load = 0] = loadavg();
  const processors = availableParallelism();
  return load < BUSY * processors
    ? undefined
    : `the machine is busy: load ${load.toFixed(0)} on ${processors} processors`;
};

/**
 * Milliseconds since the machine was started in which something had to wait for a processor, so that time which passed says
 * nothing of whoever it passed for; 0 where the system does not count them.
 */
export const starvedMs = (): number => {
  try {
    return Number(/^some .*total=(\d+)/.exec(readFileSync('/proc/pressure/cpu', 'utf8'))?.[1] ?? 0) / 1000;
  } catch {
    return 0;
  }
};

/** Takes away what a run has begun. */
let clearUp = (): void => {};

/** Runs once before all tests: says what will make them slow or fail, which is not their fault. */
export const setup = ({ provide }: TestProject): void => {
  const notices: string[] = [];
  if (!existsSync(BUILT))
    notices.push('dist/ is missing: npm run build makes what the tests of the built program run.');
  else if (isStale())
    notices.push('dist/ is older than src/: npm run build makes what the tests of the built program run.');
  const load = busyLoad();
  if (load !== undefined) notices.push(`${load}: everything takes longer, nothing fails of that.`);
  for (const notice of notices) process.stderr.write(`! ${notice}\n`);
  const sharedFolder = mkdtempSync(join(tmpdir(), 'gpudeck-tests-'));
  provide('sharedFolder', sharedFolder);
  // A program that a test starts has the code that earlier ones have compiled.
  process.env.XDG_CACHE_HOME = join(sharedFolder, 'cache');
  clearUp = () => {
    endSharedPostgres(sharedFolder);
    rmSync(sharedFolder, { recursive: true, force: true });
  };
};

/** Programs that a few tests run, and that a machine may lack. */
const OTHERS = ['bash', 'zsh', 'fish', 'man', 'groff'] as const;

/** Whether one of them is on the path. */
export const isInstalled = (name: (typeof OTHERS)[number]): boolean => {
  try {
    execFileSync('sh', ['-c', 'command -v "$0"', name], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** Runs once after all tests. */
export const teardown = (): void => {
  clearUp();
  const missing = OTHERS.filter((name) => !isInstalled(name));
  if (missing.length > 0)
    process.stderr.write(`! not installed here, so that their tests were skipped: ${missing.join(', ')}\n`);
  if (postgresFolder() === undefined)
    process.stderr.write(
      '! no PostgreSQL is installed here, so that nothing was tried on one: apt-get install postgresql\n',
    );
};

const isStale = (): boolean => {
  const builtMs = statSync(BUILT).mtimeMs;
  return globSync('{src,scripts/changed-packages}/**/*.{ts,tsx,js}').some((path) => statSync(path).mtimeMs > builtMs);
};
