/**
 * Runs the command of an alert: without a shell, without anything of this program's in its environment, and not for long; and looks for its
 * program where it would be found then.
 */
import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { foreignEnvironment } from '../base/other-programs.ts';

/** What is run. `input` is what it reads. */
export type CommandRun = {
  readonly args: readonly string[];
  readonly timeoutMs: number;
  readonly input: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
};

/** How it ended, and the beginning of what it wrote. */
export type CommandEnd = (
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'unstartable'; readonly reason: string }
) & { readonly output: string };

/** Characters of its output that are kept; the rest is read and dropped. */
const OUTPUT_KEPT = 2000;

/** From asking it to end to ending it, and from its end to no longer waiting for what others still write to its output. */
const GRACE_MS = 2000;
const LAST_OUTPUT_MS = 500;

/** Runs it; resolves when it has ended, or is killed with its children after its time. */
export const runCommand = (
  { args, timeoutMs, input, environment }: CommandRun,
  after: Clock['after'],
): Promise<CommandEnd> => {
  const [program = '', ...rest] = args;
  const { promise, resolve } = Promise.withResolvers<CommandEnd>();
  let output = '';
  let isLate = false;
  // A group of its own, so that its children can be ended with it.
  const child = spawn(program, rest, { env: foreignEnvironment(environment), detached: true, stdio: 'pipe' });
  const end = (signal: 'SIGTERM' | 'SIGKILL'): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // All of them have ended.
    }
  };
  const kills: (() => void)[] = [
    after(timeoutMs, () => {
      isLate = true;
      end('SIGTERM');
      kills.push(after(GRACE_MS, () => end('SIGKILL')));
    }),
  ];
  const ended = (how: { kind: 'exited'; code: number } | { kind: 'killed'; signal: string } | { kind: 'timeout' }) => {
    for (const cancel of kills) cancel();
    // What it has left behind ends too where the time is over.
    if (isLate) end('SIGKILL');
    resolve({ ...how, output });
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      output = (output + text).slice(0, OUTPUT_KEPT);
    });
  }
  child.on('error', (error) => {
    for (const cancel of kills) cancel();
    resolve({ kind: 'unstartable', reason: reasonOf(error), output });
  });
  child.on('exit', (code, signal) => {
    const how = isLate
      ? ({ kind: 'timeout' } as const)
      : signal === null
        ? ({ kind: 'exited', code: code ?? 0 } as const)
        : ({ kind: 'killed', signal } as const);
    const cancel = after(LAST_OUTPUT_MS, () => {
      child.stdout.destroy();
      child.stderr.destroy();
    });
    child.once('close', () => {
      cancel();
      ended(how);
    });
  });
  // It may end without reading what it is given.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  return promise;
};

const reasonOf = (error: Error): string => {
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return 'there is no such program';
  return code === 'EACCES' ? 'it may not be run' : error.message;
};

/**
 * Why `program` could not be started now with `environment`, as a sentence that says what to do; undefined where it could. Without a
 * slash it is looked for in the folders of PATH, else from the present folder on.
 */
export const programProblem = (
  program: string,
  { PATH }: Readonly<Record<string, string | undefined>>,
): string | undefined => {
  if (program.includes('/')) {
    if (isRunnable(program)) return undefined;
    return isFile(program)
      ? `${program} may not be run: make it executable with chmod +x.`
      : `There is no program ${program}: write its whole path, and mind its spelling.`;
  }
  // Without one the system looks in folders of its own.
  if (PATH === undefined) return undefined;
  const isFound = PATH.split(delimiter).some((folder) => isRunnable(join(folder, program)));
  return isFound ? undefined : `There is no program ${program} in the folders of PATH: write its whole path.`;
};

const isFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() === true;

const isRunnable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return isFile(file);
  } catch {
    return false;
  }
};
