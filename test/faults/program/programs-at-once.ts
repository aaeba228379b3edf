/** Has several built programs announce the same windows, at once and one after the other, and counts at the service what came of it. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { CaughtRequest } from '../../support/fault-proxy.ts';
import { atHome } from '../../support/running-program.ts';
import type { CallName } from '../fault.ts';
import { judged } from '../judged.ts';
import { within } from '../patience.ts';
import type { CellResult, Problem } from '../result.ts';
import type { Book, World } from '../world.ts';
import { openProgram, reach, STACK, take } from './built-program.ts';
import { READY } from './typed.ts';

/** Longer than five programs need to start on a busy machine, and each to wait its turns; ms. */
const LONGEST_MS = 90_000;

const HOUR_MS = 3_600_000;

/** Programs that announce the same windows. */
type Race = {
  readonly row: string;
  /** When each of them starts, in milliseconds after the first. */
  readonly startsMs: readonly number[];
  /** How many machines each is to announce for. */
  readonly machines: 1 | 3;
  /** The address that each is given, in place of the one that the service names; `port` is its port. */
  readonly addresses?: readonly ((port: string) => string)[];
};

/** All of them. */
export const RACES: readonly Race[] = [
  { row: 'two scripts at once', startsMs: [0, 0], machines: 1 },
  { row: 'five scripts at once', startsMs: [0, 0, 0, 0, 0], machines: 1 },
  { row: 'two scripts, three machines, 1.2 s apart', startsMs: [0, 1200], machines: 3 },
  { row: 'five scripts, three machines, 0.4 s apart', startsMs: [0, 400, 800, 1200, 1600], machines: 3 },
  {
    row: 'five scripts at once, each with another form of the address',
    startsMs: [0, 0, 0, 0, 0],
    machines: 1,
    addresses: [
      (port) => `http://localhost:${port}`,
      (port) => `http://127.1:${port}/`,
      (port) => `HTTP://LOCALHOST:${port}`,
      (port) => ` http://127.0.0.1:${port}/./\n`,
      (port) => `http://localhost.:${port}`,
    ],
  },
];

/** Plays one race. Rejects never. */
export const playRace = (world: World, { row, startsMs, machines, addresses }: Race): Promise<CellResult> =>
  counted(world, `programs: ${row}`, machines, async (home) => {
    const { port } = new URL(world.proxy.url);
    const runs = startsMs.map(async (delayMs, place) => {
      await pause(delayMs);
      return schedule(world, home, world.machineIds.slice(0, machines), addresses?.[place]?.(port));
    });
    return (await within('the race', Promise.all(runs), LONGEST_MS)).flat();
  });

/** The row in which scripts destroy the same instance. */
export const DESTROYING = 'programs: five scripts destroy one instance';

/** One of them destroys it; the others find it gone, or are told of the first. Rejects never. */
export const playDestroying = (world: World): Promise<CellResult> =>
  counted(
    world,
    DESTROYING,
    1,
    async (home) => {
      const args = ['instance', 'destroy', String(world.instanceId), '--yes'];
      const runs = [0, 0, 40, 80, 400].map(async (delayMs) => {
        await pause(delayMs);
        return script(world, home, args, 1);
      });
      return (await within('the race', Promise.all(runs), LONGEST_MS)).flat();
    },
    DESTROYED,
  );

/** The row in which one of the two is the terminal program. */
export const BESIDE = 'programs: the wizard at its review, and a script';

/** The program stands at its review, confirmed but for the last key, while a script announces the same window. Rejects never. */
export const playBeside = (world: World): Promise<CellResult> =>
  counted(world, BESIDE, 1, async (home) => {
    const start = startOfWindow();
    await using pty = openProgram(world, 'maintenance', home);
    await reach(pty, READY);
    await take(pty, [
      [`e${world.machineId}\r`, /> Start/],
      [`${start}\r`, /> Length/],
      ['2\r', /> Reason/],
      ['\rdisk swap\r', /> Review/],
      [`\r${world.machineId}`, new RegExp(`machine.*: +${world.machineId}`, 's')],
    ]);
    const problems = await schedule(world, home, [world.machineId], undefined, start);
    pty.write('\r');
    await reach(pty, /another gpudeck announced something in the meantime/);
    return problems;
  });

/** What programs do at once: the call, how its requests are known, and the book that it is written into. */
type Counted = {
  readonly call: CallName;
  readonly isMeant: (request: CaughtRequest) => boolean;
  readonly book: Book;
};

const ANNOUNCED: Counted = {
  call: 'scheduleMaintenance',
  isMeant: ({ path }) => path.endsWith('/dnotify'),
  book: 'maintenance_windows',
};

const DESTROYED: Counted = { call: 'destroyInstance', isMeant: ({ method }) => method === 'DELETE', book: 'contracts' };

/** Plays a cell in a home of its own in which every one of `wanted` calls is to be made once. */
const counted = async (
  world: World,
  row: string,
  wanted: number,
  play: (home: string) => Promise<readonly Problem[]>,
  { call, isMeant, book } = ANNOUNCED,
): Promise<CellResult> => {
  const home = mkdtempSync(join(world.folder, 'home-'));
  world.begin();
  const callsBefore = world.proxy.requests.length;
  try {
    const problems = [...(await play(home))];
    const calls = world.proxy.requests.slice(callsBefore).filter(isMeant).length;
    const written = world.written(book);
    if (calls > wanted || written > wanted) {
      problems.push({
        kind: 'duplicate write',
        text: `${calls} calls, written ${written} times, where ${wanted} may be`,
      });
    }
    if (written < wanted) problems.push({ kind: 'outcome', text: `written ${written} times, not ${wanted}` });
    return judged(world, { row, call, shown: `${written} of ${wanted}`, problems, screen: '' }, home);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return judged(world, { row, call, shown: '?', problems: [{ kind: 'hang', text: message }], screen: '' }, home);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
};

/** The next full hour after a day and a half, as an option takes it: programs that start apart mean the same window. */
const startOfWindow = (): string =>
  `${new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 36 * HOUR_MS).toISOString().slice(0, 16)}Z`;

/** Runs `schedule --yes`; resolves to what is wrong with how it ends: each one says of every machine what came of it. */
const schedule = (
  world: World,
  home: string,
  machineIds: readonly number[],
  address?: string,
  start = startOfWindow(),
): Promise<readonly Problem[]> => {
  const window = ['--start', start, '--hours', '2', '--category', 'disk'];
  const args = ['schedule', '--machine', machineIds.join(','), ...window, '--yes'];
  return script(world, home, args, machineIds.length, address);
};

/** Runs a command that sends; resolves to what is wrong with how it ends: it says `lines` lines of what came of it. */
const script = async (
  { service, proxy, hear }: World,
  home: string,
  args: readonly string[],
  lines: number,
  address = proxy.url,
): Promise<readonly Problem[]> => {
  const environment = { ...process.env, ...atHome(home), GPUDECK_BASE_URL: address, GPUDECK_API_KEY: service.apiKey };
  const child = spawn(process.execPath, ['dist/gpudeck.js', ...args], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [code, out, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  hear('what a script said', () => out + errors);
  const problems: Problem[] = [];
  if (STACK.test(errors)) problems.push({ kind: 'crash', text: errors });
  if (code !== 0 && code !== 1 && code !== 6) problems.push({ kind: 'crash', text: `ended with ${code}: ${errors}` });
  if (out.trim().split('\n').length !== lines) problems.push({ kind: 'words', text: `said ${out}` });
  return problems;
};
