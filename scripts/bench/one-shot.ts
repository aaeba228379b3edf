/** Measures commands that print and end: time, the processor's time, and largest memory. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { type Figure, median } from './figure.ts';
import type { Service } from './service.ts';

const RUNS = 7;

/** What every measured command is started with. */
type OneShotSetup = {
  readonly launcher: string;
  /** The launcher of another build, which does each step in turn with ours. */
  readonly before?: string | undefined;
  /** The file that `watch.mjs` loads as, and the one that it writes to. */
  readonly watch: string;
  readonly reportFile: string;
  readonly environment: Readonly<Record<string, string>>;
};

/** One run, or the medians of some. */
type Taken = { readonly timeMs: number; readonly cpuMs: number; readonly peakMb: number };

const FEW = 20;

/** A search for `rows` offers as JSON and as a table, one for a few, and the program's version; beside Node with nothing to do. */
export const measureOneShot = async (
  setup: OneShotSetup,
  service: Service,
  rows: number,
): Promise<readonly Figure[]> => {
  const lifted = ['verified=any', 'rentable=any', 'rented=any', 'cpu_arch=any'];
  const commands: readonly (readonly [name: string, rows: number, argv: readonly string[]])[] = [
    ['search --json', rows, ['search', ...lifted, '--limit', String(rows), '--json']],
    ['search --table', rows, ['search', ...lifted, '--limit', String(rows), '--table']],
    ['search --table', FEW, ['search', '--limit', String(FEW), '--table']],
    ['--version', 0, ['--version']],
  ];
  const figures: Figure[] = [];
  for (const [name, count, argv] of commands) {
    const [ours, plain, before] = await inTurn(setup, service, [
      [setup.launcher, ...argv],
      ['-e', '0'],
      ...(setup.before === undefined ? [] : [[setup.before, ...argv]]),
    ]);
    if (ours === undefined || plain === undefined) continue;
    const figure = (what: string, unit: Figure['unit'], read: (taken: Taken) => number): Figure => ({
      name: `${name}: ${what}`,
      rows: count,
      ours: read(ours),
      plain: read(plain),
      ...(before !== undefined && { before: read(before) }),
      unit,
    });
    figures.push(
      figure('time', 'ms', ({ timeMs }) => timeMs),
      figure('work', 'CPU ms', ({ cpuMs }) => cpuMs),
      figure('largest memory', 'MB', ({ peakMb }) => peakMb),
    );
  }
  return figures;
};

/** The medians of each of `lines`, run one after the other: a machine's speed changes by the second. The first round only compiles. */
const inTurn = async (
  setup: OneShotSetup,
  service: Service,
  lines: readonly (readonly string[])[],
): Promise<readonly Taken[]> => {
  const runs: Taken[][] = lines.map(() => []);
  for (let round = 0; round <= RUNS; round++) {
    for (const [index, argv] of lines.entries()) {
      const taken = await run(setup, service, argv);
      if (round > 0) runs[index]?.push(taken);
    }
  }
  return runs.map((taken) => ({
    timeMs: median(taken.map(({ timeMs }) => timeMs)),
    cpuMs: median(taken.map(({ cpuMs }) => cpuMs)),
    peakMb: median(taken.map(({ peakMb }) => peakMb)),
  }));
};

const run = async (
  { watch, environment, reportFile }: OneShotSetup,
  { url, apiKey }: Service,
  argv: readonly string[],
): Promise<Taken> => {
  await rm(reportFile, { force: true });
  const startedMs = performance.now();
  const child = spawn(process.execPath, ['--import', watch, ...argv], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...environment,
      GPUDECK_BASE_URL: url,
      GPUDECK_API_KEY: apiKey,
      GPUDECK_BENCH_REPORT: reportFile,
    },
  });
  child.stdout.resume();
  const [messages, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  const timeMs = performance.now() - startedMs;
  if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}: ${messages}`);
  const report = JSON.parse(await readFile(reportFile, 'utf8')) as Omit<Taken, 'timeMs'>;
  return { timeMs, ...report };
};
