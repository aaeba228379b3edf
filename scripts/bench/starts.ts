/** Measures starts on the program's own service, as most people begin: the first one ever, and later ones. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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

const environmentIn = (folder: string): Readonly<Record<string, string>> => ({
  PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
  HOME: folder,
  XDG_STATE_HOME: folder,
  XDG_CONFIG_HOME: folder,
  XDG_CACHE_HOME: folder,
});
