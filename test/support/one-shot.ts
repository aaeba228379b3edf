/** Runs a command line as the program would, without a process around it: arguments in, exit code and texts out. */
import { Writable } from 'node:stream';
import { expect } from 'vitest';
import { readSetup } from '../../src/access/setup.ts';
import type { Clock } from '../../src/base/clock.ts';
import { systemClock } from '../../src/base/clock.ts';
import { readCommandLine } from '../../src/cli/command-line.ts';
import type { Signals } from '../../src/cli/io.ts';
import type { SshEnd, SshRun } from '../../src/instances/ssh.ts';
import { terminalLook } from '../../src/terminal/look.ts';
import { printedProblem } from './printed-schemas.ts';

/** A folder that is not there: no profile of the person who runs the tests takes part. */
const NO_CONFIG = '/nonexistent/gpudeck';

/** How a command ended, with what it wrote. */
type Ending = { readonly code: number; readonly out: string; readonly errors: string };

/** The world around a command. */
type World = {
  readonly environment?: Readonly<Record<string, string>>;
  /** Width of the terminal that stdout is; absent when it is a pipe. */
  readonly columns?: number;
  /** True where a command that needs no set-up finds a terminal of 24 rows. */
  readonly isTerminal?: boolean;
  readonly clock?: Clock;
  /** Answers the command's questions; absent where nobody can be asked. */
  readonly ask?: (question: string) => Promise<string>;
  /** Told of each message when it is written. */
  readonly onMessage?: (text: string) => void;
  /** Told of each state of the line of progress; absent where stderr is no terminal. */
  readonly onProgress?: (text: string) => void;
  /** Takes what would go to stdout, in place of the stream that collects it. */
  readonly stdout?: Writable;
  /** Who tells the command to stop; absent: the process. */
  readonly signals?: Signals;
  /** Takes the place of ssh; absent where it is not installed. */
  readonly runSsh?: (run: SshRun) => Promise<SshEnd>;
};

/** Runs `gpudeck` with `args`; a bad usage ends with code 2 as in a process. */
export const gpudeck = async (args: readonly string[], world: World = {}): Promise<Ending> => {
  const { environment = {}, columns, clock = systemClock } = world;
  const out: string[] = [];
  const errors: string[] = [];
  const collecting = new Writable({
    write: (chunk, _encoding, done) => {
      out.push(String(chunk));
      done();
    },
  });
  const invocation = await readCommandLine(args, environment, '0.0.0');
  if (invocation.kind === 'answered') return { code: 0, out: invocation.text, errors: '' };
  if (invocation.kind === 'refused') return { code: 2, out: '', errors: invocation.message };
  const parts = {
    environment,
    serviceEntry: new URL('../../src/local-service/worker/service-worker.ts', import.meta.url),
    version: '0.0.0',
  };
  const writeError = (text: string): void => {
    errors.push(text);
    world.onMessage?.(text);
  };
  if (invocation.kind === 'bare') {
    const { isTerminal = false } = world;
    const code = await invocation.run({
      stdout: world.stdout ?? collecting,
      writeError,
      clock,
      environment,
      timeZone: 'UTC',
      terminal: { ...terminalLook(environment), ...(isTerminal && { size: { columns: columns ?? 80, rows: 24 } }) },
      accessParts: parts,
    });
    return { code, out: out.join(''), errors: errors.join('') };
  }
  const setup = readSetup({ configFolder: NO_CONFIG, ...invocation.wishes }, 'UTC');
  if ('problem' in setup) return { code: setup.isKeyProblem ? 3 : 2, out: '', errors: setup.problem };
  const code = await invocation.run({
    setup,
    stdout: world.stdout ?? collecting,
    ...(columns !== undefined && { columns }),
    writeError,
    ...(world.onProgress !== undefined && { showProgress: world.onProgress }),
    ...(world.ask !== undefined && { ask: world.ask }),
    runSsh: world.runSsh ?? (async () => ({ kind: 'missing' })),
    clock,
    random: () => 0.5,
    signals: world.signals ?? process,
    accessParts: { ...parts, serviceFile: ':memory:' },
  });
  const ending = { code, out: out.join(''), errors: errors.join('') };
  expect(await printedProblem(args, invocation.command, ending)).toBeUndefined();
  return ending;
};

/** The environment that names a service and its key. */
export const at = ({ url, apiKey = 'key' }: { readonly url: string; readonly apiKey?: string }) => ({
  environment: { GPUDECK_BASE_URL: url, GPUDECK_API_KEY: apiKey },
});
