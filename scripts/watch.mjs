/**
 * `npm run watch`: builds again whenever a source file changes, and runs the quick tests that the change reaches; both print
 * below each other. Ends with Ctrl-C.
 */
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';

/** An editor writes a file in several steps. */
const QUIET_MS = 200;

const run = (...argv) => spawn(process.execPath, argv, { stdio: 'inherit' });

let building = false;
let isStale = false;
let timer;

const build = () => {
  if (building) {
    isStale = true;
    return;
  }
  building = true;
  isStale = false;
  run('scripts/build.mjs').on('exit', (code) => {
    building = false;
    process.stderr.write(code === 0 ? 'built\n' : 'not built: dist/ is as it was\n');
    if (isStale) build();
  });
};

for (const folder of ['src', 'scripts/changed-packages']) {
  watch(folder, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(build, QUIET_MS);
  });
}
build();
const tests = run(
  'node_modules/vitest/vitest.mjs',
  'watch',
  '--changed',
  '--tags-filter=!program && !exhaustive && !service',
);
tests.on('exit', (code) => process.exit(code ?? 1));
