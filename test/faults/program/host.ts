/** The built program's commands where the host fails them: pipes in place of files, outputs that are full, closed or not read. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { judged } from '../judged.ts';
import { within } from '../patience.ts';
import type { CellResult, Problem } from '../result.ts';
import type { World } from '../world.ts';

/** What is wrong on the host, and how a command ends there. */
type HostFault = {
  /** The row of the matrix. */
  readonly row: string;
  /** Where results go; absent: to somebody who reads them. */
  readonly results?: 'full' | 'closed' | 'unread';
  /** A file that is a pipe. */
  readonly pipe?: 'profiles.json' | 'home.key';
  readonly code: number;
  /** Said on stderr; absent where nothing may be said of it. */
  readonly says?: RegExp;
};

/** All of them. A result that nobody can be told is no success, but for a reader that has gone by itself. */
export const HOST_FAULTS: readonly HostFault[] = [
  { row: 'host: results to a full disk', results: 'full', code: 1, says: /could not be written: ENOSPC/ },
  { row: 'host: results to a closed output', results: 'closed', code: 0 },
  { row: 'host: nobody reads the results', results: 'unread', code: 0 },
  { row: 'host: the key file is a pipe', pipe: 'home.key', code: 3, says: /home\.key is a pipe/ },
  { row: 'host: the profiles are a pipe', pipe: 'profiles.json', code: 2, says: /profiles\.json is a pipe/ },
];

const COMMANDS = [
  ['searchOffers', (_id: number) => ['search', '--limit', '3', '--json']],
  ['listVolumes', (_id: number) => ['list', 'volumes']],
  ['listConnections', (_id: number) => ['list', 'connections']],
  [
    'scheduleMaintenance',
    (id: number) => `schedule --machine ${id} --start 2030-01-01T02:00Z --hours 2 --category disk --yes`.split(' '),
  ],
] as const;

/** What a program prints that crashes. */
const STACK = /\n\s+at .+:\d+:\d+/;

/** Plays `fault` on every command. Rejects never: what does not end in time is a hang of its cell. */
export const playHostFault = async (world: World, fault: HostFault): Promise<readonly CellResult[]> => {
  const results: CellResult[] = [];
  for (const [call, argsOf] of COMMANDS) {
    const folder = mkdtempSync(join(world.folder, 'host-'));
    world.begin();
    const problems = await problemsOf(world, fault, argsOf(world.machineId), call === 'scheduleMaintenance', folder);
    // Where the user put the key.
    rmSync(join(folder, 'home.key'), { force: true });
    results.push(judged(world, { row: fault.row, call, shown: `code ${fault.code}`, problems, screen: '' }, folder));
    rmSync(folder, { recursive: true, force: true });
  }
  return results;
};

const problemsOf = async (
  world: World,
  fault: HostFault,
  args: readonly string[],
  isWrite: boolean,
  folder: string,
): Promise<readonly Problem[]> => {
  const problems: Problem[] = [];
  try {
    writeFileSync(join(folder, 'home.key'), world.service.apiKey, { mode: 0o600 });
    const profiles = { home: { base_url: world.proxy.url, key_file: 'home.key' } };
    writeFileSync(join(folder, 'profiles.json'), JSON.stringify({ profiles }), { mode: 0o600 });
    if (fault.pipe !== undefined) {
      rmSync(join(folder, fault.pipe));
      execFileSync('mkfifo', ['-m', '600', join(folder, fault.pipe)]);
    }
    const { code, complaints } = await within('the command', run(world, folder, args, fault));
    if (STACK.test(complaints)) problems.push({ kind: 'crash', text: complaints });
    if (code !== fault.code) problems.push({ kind: 'outcome', text: `ended with ${code}: ${complaints}` });
    if (fault.says?.test(complaints) === false) problems.push({ kind: 'words', text: complaints });
    // Whoever was told nothing runs it again: the window was announced all the same, and is known.
    if (isWrite && fault.pipe === undefined) {
      await within('the command once more', run(world, folder, args, {}));
      const written = world.written('maintenance_windows');
      if (written !== 1) problems.push({ kind: 'duplicate write', text: `the service has written ${written} times` });
    }
  } catch (error) {
    problems.push({ kind: 'hang', text: String(error) });
  }
  return problems;
};

const run = async (
  { hear }: World,
  folder: string,
  args: readonly string[],
  { results }: Pick<HostFault, 'results'>,
) => {
  const full = openSync('/dev/full', 'w');
  const command = [process.execPath, 'dist/gpudeck.js', '--config', folder, '--profile', 'home', ...args];
  const shell = ['sh', '-c', 'exec "$@" >&-', 'sh', ...command];
  const [program = '', ...rest] = results === 'closed' ? shell : command;
  const child = spawn(program, rest, {
    env: { HOME: folder },
    stdio: ['ignore', results === 'full' ? full : 'pipe', 'pipe'],
  });
  closeSync(full);
  try {
    if (results === 'unread') child.stdout?.destroy();
    const [said, complaints, [code]] = await within(
      args.join(' '),
      Promise.all([
        child.stdout === null ? '' : text(child.stdout).catch(() => ''),
        child.stderr === null ? '' : text(child.stderr),
        once(child, 'close'),
      ]),
    );
    hear('what a command said', () => said + complaints);
    return { code, complaints: String(complaints) };
  } finally {
    child.kill('SIGKILL');
  }
};
