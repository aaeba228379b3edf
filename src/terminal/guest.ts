/**
 * Another program that has the terminal for a while, such as the user's own ssh: started without a shell, with the terminal as
 * its input and output, on the main screen: what is run is said first, and what went wrong stays until the user has read it. The
 * terminal's modes are the same behind it as before, whatever has ended it.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { foreignEnvironment } from '../base/other-programs.ts';
import type { After, Sink } from './sink.ts';

/** The program, found on PATH, and what it is called with. */
type Guest = {
  readonly program: string;
  readonly args: readonly string[];
};

/** How it ended: with an exit code, by a signal, or not even started. */
export type GuestEnd =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: NodeJS.Signals }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly reason: string };

/** What a guest needs of `process`. */
type GuestProcess = {
  on(event: string, listener: () => void): unknown;
  off(event: string, listener: () => void): unknown;
  kill(pid: number, signal: string): unknown;
};

type Host = {
  readonly process: GuestProcess;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly after: After;
};

/** Whoever is not stopped by then will not be: nobody could continue a process group without a shell. */
const STOPPED_BY_MS = 100;

/** Runs it to its end. */
export const runGuest = async ({ program, args }: Guest, host: Host): Promise<GuestEnd> => {
  const env = foreignEnvironment(host.environment);
  // Before anything else: a key that is meant for the guest may come at once, and must not end this program.
  const { follow, stopWatching } = watch(host, env);
  const modes = terminalModes(env);
  try {
    const child = spawn(program, args, { stdio: 'inherit', env, shell: false });
    follow(child);
    return await endOf(child);
  } finally {
    stopWatching();
    if (modes !== undefined) spawnSync('stty', [modes], { stdio: ['inherit', 'ignore', 'ignore'], env });
  }
};

const endOf = (child: ChildProcess): Promise<GuestEnd> =>
  new Promise((resolve) => {
    child.on('error', (error) =>
      resolve(
        'code' in error && error.code === 'ENOENT' ? { kind: 'missing' } : { kind: 'failed', reason: error.message },
      ),
    );
    child.on('exit', (code, signal) =>
      resolve(signal === null ? { kind: 'exited', code: code ?? 0 } : { kind: 'killed', signal }),
    );
  });

/** Nothing else keeps them while a program that is killed leaves others behind; undefined where there is no terminal, or no stty. */
const terminalModes = (env: NodeJS.ProcessEnv): string | undefined => {
  const { status, stdout } = spawnSync('stty', ['-g'], { stdio: ['inherit', 'pipe', 'ignore'], env, encoding: 'utf8' });
  const modes = stdout?.trim();
  return status === 0 && /^[\da-z:=,-]+$/i.test(modes) ? modes : undefined;
};

/** What keys interrupt is the guest's; an order to end is passed on; when the guest stops, so does the whole job, for the shell. */
const watch = ({ process, after }: Host, env: NodeJS.ProcessEnv) => {
  let child: ChildProcess | undefined;
  let stopWaiting = (): void => {};
  const pass = (signal: NodeJS.Signals) => (): void => void child?.kill(signal);
  const nothing = (): void => {};
  const changed = (): void => {
    if (child?.pid === undefined || !isStopped(child.pid, env)) return;
    stopWaiting();
    process.kill(0, 'SIGTSTP');
    // The shell has continued both by then; where there is none, nobody else would.
    stopWaiting = after(STOPPED_BY_MS, pass('SIGCONT'));
  };
  const listeners: readonly (readonly [string, () => void])[] = [
    ['SIGINT', nothing],
    ['SIGQUIT', nothing],
    ['SIGTERM', pass('SIGTERM')],
    ['SIGHUP', pass('SIGHUP')],
    ['exit', pass('SIGHUP')],
    ['SIGCHLD', changed],
  ];
  for (const [event, listener] of listeners) process.on(event, listener);
  return {
    follow: (guest: ChildProcess): void => {
      child = guest;
      // It may have stopped before anybody knew it.
      changed();
    },
    stopWatching: (): void => {
      stopWaiting();
      for (const [event, listener] of listeners) process.off(event, listener);
    },
  };
};

/** True while a child of this process is stopped, as by `~^Z` in ssh. */
const isStopped = (id: number, env: NodeJS.ProcessEnv): boolean => {
  try {
    // The name before the state may hold anything, a parenthesis too.
    return /^ T/.test(readFileSync(`/proc/${id}/stat`, 'utf8').split(')').at(-1) ?? '');
  } catch {
    const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', `${id}`], { env, encoding: 'utf8' });
    return stdout?.trim().startsWith('T') ?? false;
  }
};

/** A guest, and the line that says what is run; printable. */
export type Visitor = Guest & { readonly told: string };

/** `process.stdin`, as far as it is read until Enter. */
type VisitInput = {
  setRawMode(isRaw: boolean): unknown;
  read(): unknown;
  on(event: 'readable', listener: () => void): unknown;
  off(event: 'readable', listener: () => void): unknown;
};

type House = Parameters<typeof runGuest>[1] & { readonly input: VisitInput; readonly sink: Pick<Sink, 'interrupt'> };

/** With this ssh says that it failed itself: there was no connection, or it broke off. */
const OWN_FAILURE = 255;

/** Runs it to its end. */
export const visit = async (visitor: Visitor, house: House): Promise<GuestEnd> => {
  const { input, sink } = house;
  sink.interrupt(`${visitor.told}\n`);
  const end = await runGuest(visitor, house);
  const trouble = troubleOf(end);
  if (trouble === undefined) return end;
  // What is still being typed was meant for the guest: raw, so that none of it ends the input.
  input.setRawMode(true);
  sink.interrupt(`\n${visitor.program} ${trouble}. Enter goes back to gpudeck.\n`);
  await enterPressed(input);
  return end;
};

/** What the user has to read; undefined where the guest ended by itself, or never began. */
const troubleOf = (end: GuestEnd): string | undefined => {
  switch (end.kind) {
    case 'exited':
      return end.code === OWN_FAILURE ? `ended with exit code ${end.code}` : undefined;
    case 'killed':
      return `was ended by ${end.signal}`;
    case 'missing':
    case 'failed':
      return undefined;
  }
};

/** Ctrl-C and Ctrl-D go back too. */
const GOES_BACK = /[\r\n\u0003\u0004]/;

const enterPressed = (input: VisitInput): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      let typed = '';
      for (let chunk = input.read(); chunk !== null; chunk = input.read()) typed += String(chunk);
      if (!GOES_BACK.test(typed)) return;
      input.off('readable', look);
      resolve();
    };
    input.on('readable', look);
  });
