/** Runs every measurement in turn, ours and Ink's own writer close together, because a machine's speed changes by the minute. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Figure } from './figure.ts';
import { measureHosting } from './hosting.ts';
import { measureInstances } from './instances.ts';
import { measureLargeMarket } from './large-market.ts';
import { measureOneShot } from './one-shot.ts';
import { measurePanes, measurePause, measureSilence, type Program } from './panes.ts';
import { benchParse } from './parse.ts';
import { readOffers } from './rows.ts';
import { openService } from './service.ts';
import { measureJournal, measureNpmStart, measureStarts } from './starts.ts';
import { measureWatching } from './watching.ts';
import { measureWork } from './work.ts';

/** Files to be measured: the program's launcher, the same app on Ink's own writer, and the launcher of another build. */
type Measured = { readonly launcher: string; readonly bare: string; readonly before?: string | undefined };

const RENTER_ROWS = 1000;
const WATCHED_ROWS = [1000, 10_000];
const SILENCE_ROWS = 10_000;
const SILENCE_MS = 60_000;
const WHOLE_MARKET = 25_000;
const LARGE_MARKETS = [25_000, 100_000];
const ONE_SHOT_ROWS = 5000;
const PARSED_ROWS = 10_000;
const WORKED_ROWS = [10_000, 25_000, 100_000];

const watch = fileURLToPath(new URL('./watch.mjs', import.meta.url));

/** Measures the panes at each of `sizes`, and everything else. `onPart` is told what begins. */
export const runBench = async (
  { launcher, bare, before }: Measured,
  sizes: readonly number[],
  onPart: (part: string) => void,
): Promise<readonly Figure[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'gpudeck-bench-'));
  const reportFile = join(folder, 'report');
  const environment = {
    XDG_STATE_HOME: folder,
    XDG_CONFIG_HOME: folder,
    XDG_CACHE_HOME: join(folder, 'cache'),
    // For the bare app, which has no launcher that would do the same.
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
  };
  const ours: Program = { argv: [process.execPath, launcher], environment };
  const onBareInk: Program = { argv: [process.execPath, bare], environment };
  const ofBefore = before === undefined ? undefined : { argv: [process.execPath, before], environment };
  const watchedInto = (program: Program, file: string) => ({
    program: {
      argv: [process.execPath, '--import', watch, ...program.argv.slice(1)],
      environment: { ...environment, GPUDECK_BENCH_REPORT: file },
    },
    reportFile: file,
  });
  const watched = (program: Program): Program => watchedInto(program, reportFile).program;
  const figures: Figure[] = [];
  try {
    onPart('starts');
    figures.push(...(await measureStarts(launcher, before)));
    figures.push(await measureJournal(launcher), await measureNpmStart(launcher));
    for (const rows of sizes) {
      onPart(`panes, ${rows} offers`);
      await using service = await openService(launcher, rows);
      figures.push(...(await measurePanes({ ours, bare: onBareInk, before: ofBefore }, service, rows)));
      if (WATCHED_ROWS.includes(rows)) {
        onPart(`watching, ${rows} offers`);
        figures.push(...(await measureWatching(ours, service, rows)));
      }
      if (rows === RENTER_ROWS) {
        figures.push(...(await measureInstances(ours, service, rows)));
        onPart('what a host looks at');
        figures.push(...(await measureHosting(ours, service, rows)));
      }
      if (rows === SILENCE_ROWS) {
        onPart('a minute of silence');
        const name = 'bytes in a minute of silence';
        figures.push({ name, rows, ours: await measureSilence(ours, service, rows, SILENCE_MS), unit: 'bytes' });
      }
      if (LARGE_MARKETS.includes(rows)) {
        onPart(`keys over ${rows} offers`);
        const [own, other] = [ours, ofBefore].map((program, place) =>
          program === undefined ? undefined : watchedInto(program, `${reportFile}-${place}`),
        );
        if (own !== undefined) figures.push(...(await measureLargeMarket(own, other, service, rows)));
      }
      if (rows === WHOLE_MARKET) {
        const name = 'longest pause while loading';
        const ourPauseMs = await measurePause(watched(ours), service, rows, reportFile);
        const barePauseMs = await measurePause(watched(onBareInk), service, rows, reportFile);
        figures.push({ name, rows, ours: ourPauseMs, bare: barePauseMs, unit: 'ms' });
      }
    }
    onPart('work over all rows');
    {
      await using market = await openService(launcher, Math.max(...WORKED_ROWS));
      figures.push(...measureWork(await readOffers(market, Math.max(...WORKED_ROWS)), WORKED_ROWS));
    }
    onPart('one-shot output');
    await using service = await openService(launcher, ONE_SHOT_ROWS);
    const setup = { launcher, before, watch, reportFile, environment };
    figures.push(...(await measureOneShot(setup, service, ONE_SHOT_ROWS)));
    onPart('reading');
    figures.push(...(await benchParse(PARSED_ROWS)));
    return figures;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
