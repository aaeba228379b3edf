/** Measures starts on the program's own service, as most people begin: the first one ever, and later ones. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { type Figure, median } from './figure.ts';
import { hasOffer } from './panes.ts';
import { openTerminal } from './terminal.ts';

/** Starts of each build and way. */
const STARTS = 15;

/** By then a first start has filled its service, and kept its rows and what was compiled. */
const LIVES_MS = 4000;

/** A way to start, and what of the folder of earlier runs is gone before each start. */
type Way = {
  readonly name: string;
  readonly argv: (launcher: string) => readonly string[];
  readonly gone?: string;
};

const onThisNode = (launcher: string): readonly string[] => [process.execPath, launcher];

/** A build that has no script for the shell is started by its launcher. */
const installed = (launcher: string): readonly string[] => {
  const script = launcher.replace(/\.js$/, '');
  return [existsSync(script) ? script : launcher];
};

const WAYS: readonly Way[] = [
  { name: 'start: rows of any age', argv: onThisNode },
  { name: 'start: own answer, nothing kept', argv: onThisNode, gone: 'gpudeck/answers' },
  { name: 'start: as npm installs it', argv: installed },
  { name: 'start: the first ever', argv: onThisNode, gone: '.' },
];

/** Each way in turn with `before`, the launcher of another build, where one is named: medians until the first row. */
export const measureStarts = async (launcher: string, before: string | undefined): Promise<readonly Figure[]> => {
  const figures: Figure[] = [];
  for (const { name, argv, gone } of WAYS) {
    const [ours, former] = await Promise.all(
      [launcher, ...(before === undefined ? [] : [before])].map(async (build) => ({
        argv: argv(build),
        folder: await mkdtemp(join(tmpdir(), 'gpudeck-starts-')),
        tookMs: [] as number[],
      })),
    );
    const builds = [ours, former].filter((build) => build !== undefined);
    for (let round = -1; round < STARTS; round++)
      for (const build of builds) {
        if (gone !== undefined) await rm(join(build.folder, gone), { recursive: true, force: true });
        await using terminal = await openTerminal(build.argv, environmentIn(build.folder));
        const tookMs = await terminal.until(hasOffer);
        if (round >= 0) build.tookMs.push(tookMs);
        else await pause(LIVES_MS);
      }
    for (const { folder } of builds) await rm(folder, { recursive: true, force: true });
    figures.push({
      name,
      rows: 0,
      ours: median(ours?.tookMs ?? []),
      ...(former !== undefined && { before: median(former.tookMs) }),
      unit: 'ms',
    });
  }
  return figures;
};

const LINES = 100_000;

/** A start with a journal of so many announcements, in turn with one that has none. */
export const measureJournal = async (launcher: string): Promise<Figure> => {
  const starts = await Promise.all(
    [LINES, 0].map(async (lines) => ({
      lines,
      folder: await mkdtemp(join(tmpdir(), 'gpudeck-starts-')),
      tookMs: [] as number[],
    })),
  );
  for (let round = -1; round < STARTS; round++)
    for (const { lines, folder, tookMs } of starts) {
      const terminal = await openTerminal(onThisNode(launcher), environmentIn(folder));
      const took = await terminal.until(hasOffer);
      if (round >= 0) tookMs.push(took);
      else await pause(LIVES_MS);
      await terminal[Symbol.asyncDispose]();
      if (round < 0) noteAnnouncements(join(folder, 'gpudeck/journal.db'), lines);
    }
  for (const { folder } of starts) await rm(folder, { recursive: true, force: true });
  const [ours = Number.NaN, plain = Number.NaN] = starts.map(({ tookMs }) => median(tookMs));
  return {
    name: `start: a journal of ${LINES.toLocaleString('en-US')} lines, and none`,
    rows: 0,
    ours,
    plain,
    unit: 'ms',
  };
};

const noteAnnouncements = (file: string, lines: number): void => {
  using journal = new DatabaseSync(file);
  journal
    .prepare(`
      INSERT INTO announcements
        (profile, service, session, machine_id, starts_at, ends_at, duration_hours, body, sent_at_ms, state, settled_at_ms)
      WITH RECURSIVE lines (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM lines WHERE n < ?)
      SELECT 'local service', 'local service', 'bench', n, n * 7200, n * 7200 + 3600, 1, '{}', n, 'accepted', n
      FROM lines WHERE n <= ?`)
    .run(lines, lines);
};

/** `npm start` where nothing has changed since the build, in turn with a script of npm's that does nothing and the start of what is built. */
export const measureNpmStart = async (launcher: string): Promise<Figure> => {
  const folder = await mkdtemp(join(tmpdir(), 'gpudeck-starts-'));
  const environment = environmentIn(folder);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts: { start: ':' } }));
  const firstRowMs = async (argv: readonly string[], stayMs = 0): Promise<number> => {
    await using terminal = await openTerminal(argv, environment);
    const tookMs = await terminal.until(hasOffer);
    await pause(stayMs);
    return tookMs;
  };
  const throughNpm = ['npm', '--prefix', dirname(dirname(launcher)), 'start'];
  await firstRowMs(throughNpm, LIVES_MS);
  const [ours, plain]: [number[], number[]] = [[], []];
  for (let round = 0; round < STARTS; round++) {
    ours.push(await firstRowMs(throughNpm));
    const beganMs = performance.now();
    execFileSync('npm', ['--prefix', folder, 'start'], { env: { ...process.env, ...environment }, stdio: 'ignore' });
    const npmMs = performance.now() - beganMs;
    plain.push(npmMs + (await firstRowMs(onThisNode(launcher))));
  }
  await rm(folder, { recursive: true, force: true });
  return {
    name: 'npm start, and npm with nothing to do before a start',
    rows: 0,
    ours: median(ours),
    plain: median(plain),
    unit: 'ms',
  };
};

const environmentIn = (folder: string): Readonly<Record<string, string>> => ({
  PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
  HOME: folder,
  XDG_STATE_HOME: folder,
  XDG_CONFIG_HOME: folder,
  XDG_CACHE_HOME: folder,
});
