/** Measures commands that print and end: time and largest memory. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { type Figure, median } from './figure.ts';
import type { Service } from './service.ts';

const RUNS = 5;

/** What every measured command is started with. */
type OneShotSetup = {
  readonly launcher: string;
  /** The file that `watch.mjs` loads as, and the one that it writes to. */
  readonly watch: string;
  readonly reportFile: string;
  readonly environment: Readonly<Record<string, string>>;
};

/** A search for `rows` offers as JSON and as a table, and the program's version. */
export const measureOneShot = async (
  setup: OneShotSetup,
  service: Service,
  rows: number,
): Promise<readonly Figure[]> => {
  const figures: Figure[] = [];
  for (const format of ['--json', '--table']) {
    const lifted = ['verified=any', 'rentable=any', 'rented=any', 'cpu_arch=any'];
    const argv = ['search', ...lifted, '--limit', String(rows), format];
    const name = `search ${format}`;
    figures.push(
      { name: `${name}: time`, rows, ours: await timeMs(setup, service, argv), unit: 'ms' },
      { name: `${name}: largest memory`, rows, ours: await peakMb(setup, service, argv), unit: 'MB' },
    );
  }
  return [
    ...figures,
    { name: '--version: time', rows: 0, ours: await timeMs(setup, service, ['--version']), unit: 'ms' },
  ];
};

const timeMs = async (setup: OneShotSetup, service: Service, argv: readonly string[]): Promise<number> => {
  const times: number[] = [];
  for (let round = 0; round < RUNS; round++) {
    const startedMs = performance.now();
    await run(setup, service, [setup.launcher, ...argv]);
    times.push(performance.now() - startedMs);
  }
  return median(times);
};

const peakMb = async (setup: OneShotSetup, service: Service, argv: readonly string[]): Promise<number> => {
  const peaks: number[] = [];
  for (let round = 0; round < RUNS; round++) {
    await rm(setup.reportFile, { force: true });
    await run(setup, service, ['--import', setup.watch, setup.launcher, ...argv]);
    const { peakMb: peak } = JSON.parse(await readFile(setup.reportFile, 'utf8')) as { peakMb: number };
    peaks.push(peak);
  }
  return median(peaks);
};

const run = async (setup: OneShotSetup, { url, apiKey }: Service, argv: readonly string[]): Promise<void> => {
  const child = spawn(process.execPath, argv, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...setup.environment,
      GPUDECK_BASE_URL: url,
      GPUDECK_API_KEY: apiKey,
      GPUDECK_BENCH_REPORT: setup.reportFile,
    },
  });
  child.stdout.resume();
  const [messages, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}: ${messages}`);
};
