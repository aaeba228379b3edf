/**
 * Does what the README tells a stranger to do: runs `npm start` in a terminal, waits until offers are on the screen, and
 * quits with q. Prints the screen and the time it took; exits with 1 when something else happened.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPty } from '../test/support/pty.ts';

const COLUMNS = 120;
const ROWS = 30;

/** A price, then a count and a model: the beginning of every offer's row. */
const OFFER = /\d\.\d{4}\s+\d+[x×] \w/;
const ENDED = /npm start ended with (\d+)/;

const home = await mkdtemp(join(tmpdir(), 'gpudeck-start-'));
const environment = { XDG_STATE_HOME: home, GPUDECK_BASE_URL: undefined, GPUDECK_API_KEY: undefined };
const startedMs = performance.now();
const terminal = openPty(['sh', '-c', 'npm start; echo "npm start ended with $?"'], {
  columns: COLUMNS,
  rows: ROWS,
  environment,
});
try {
  const screen = await terminal.until((lines) => lines.some((line) => OFFER.test(line) || ENDED.test(line)), 60_000);
  console.log(screen.join('\n').trimEnd());
  console.log(`first offers after ${Math.round(performance.now() - startedMs)} ms, npm and build included`);
  terminal.write('q');
  const last = await terminal.until((lines) => lines.some((line) => ENDED.test(line)));
  const code = ENDED.exec(last.join('\n'))?.[1];
  console.log(`npm start ended with ${code}`);
  if (code !== '0' || !screen.some((line) => OFFER.test(line))) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await terminal[Symbol.asyncDispose]();
  await rm(home, { recursive: true, force: true });
}
