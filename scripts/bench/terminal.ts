/**
 * A program in a pseudo-terminal of script(1), and the times of what it sends. Bytes go through an emulator only while
 * something is waited for, so that emulating takes no time from a key that is measured.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmulator } from '../../test/support/emulator.ts';

export const DOWN = '\u001B[B';
export const PAGE_DOWN = '\u001B[6~';
export const ESCAPE = '\u001B';
/** Ctrl-U. */
export const DELETE_LINE = '\u0015';

/** The screen that every figure is measured on. */
const COLUMNS = 160;
const ROWS = 48;

/** How long nothing must come for a key to count as answered, ms. */
const QUIET_MS = 100;
/** How long a key may take until its first byte, ms. */
const FIRST_BYTE_MS = 1000;
/** How long anything may take, ms. */
const LIMIT_MS = 30_000;
/** Bytes that come this close together belong to one update, ms. */
const SAME_PAINT_MS = 4;

/** What one key led to: milliseconds to the first and the last byte, bytes, and updates. */
export type KeyFigures = {
  readonly firstMs: number;
  readonly lastMs: number;
  readonly bytes: number;
  readonly paints: number;
};

/** A running program and its terminal. The program ends with the disposal: `await` what is returned of it before that. */
export type Terminal = AsyncDisposable & {
  /** The program's process id, once it has sent something. */
  readonly pid: () => Promise<number>;
  /** Memory of the program that is in use at this moment, MB of 1024 times 1024 bytes. */
  readonly residentMb: () => Promise<number>;
  /** Waits for a screen, and tells when the bytes that made it so came: milliseconds since the start. */
  readonly until: (isThere: (screen: readonly string[]) => boolean) => Promise<number>;
  /** The screen as all that has come makes it. */
  readonly screen: () => Promise<readonly string[]>;
  /** Sends a key and waits until nothing more comes for a while. */
  readonly press: (key: string, quietMs?: number) => Promise<KeyFigures>;
  /** Bytes that have come since the start. */
  readonly bytesSoFar: () => number;
  /** Bytes that come within `durationMs` while nothing is pressed. */
  readonly idleBytes: (durationMs: number) => Promise<number>;
};

type Arrival = { readonly atMs: number; readonly chunk: Buffer };

/** The terminal's answer to a status query, by which a program learns how quick the line is. */
const STATUS = '\u001B[0n';

/**
 * Starts `argv` with `environment` and nothing else that could change how a program draws. Where the line is not said to be
 * quick, the terminal keeps to itself how quick it is.
 */
export const openTerminal = async (
  argv: readonly string[],
  environment: Readonly<Record<string, string>>,
  isQuick = false,
): Promise<Terminal> => {
  const folder = await mkdtemp(join(tmpdir(), 'gpudeck-bench-'));
  const pidFile = join(folder, 'pid');
  const setUp = `stty cols ${COLUMNS} rows ${ROWS}; echo $$ >${quoted(pidFile)}`;
  const startedMs = performance.now();
  const child = spawn('script', ['-qfec', `${setUp}; exec ${argv.map(quoted).join(' ')}`, '/dev/null'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      SHELL: '/bin/sh',
      TERM: 'xterm-256color',
      LANG: 'C.UTF-8',
      ...environment,
    },
  });
  child.stdin.on('error', () => {});
  const emulator = openEmulator(COLUMNS, ROWS);
  emulator.onReply((reply) => {
    if (isQuick || reply !== STATUS) child.stdin.write(reply);
  });

  const arrivals: Arrival[] = [];
  let emulated = 0;
  let whenArrived = (): void => {};
  const ended = once(child, 'close').finally(() => whenArrived());
  child.stdout.on('data', (chunk: Buffer) => {
    arrivals.push({ atMs: performance.now(), chunk });
    whenArrived();
  });
  /** False when nothing came within `limitMs`. */
  const arrival = (limitMs: number): Promise<boolean> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), limitMs);
      whenArrived = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });

  const pid = async () => Number(await readFile(pidFile, 'utf8'));
  return {
    pid,
    residentMb: async () => {
      const status = await readFile(`/proc/${await pid()}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
    },
    until: async (isThere) => {
      const deadlineMs = performance.now() + LIMIT_MS;
      let atMs = 0;
      while (true) {
        for (; emulated < arrivals.length; emulated++) {
          if (isThere(emulator.screen())) return atMs;
          const next = arrivals[emulated];
          if (next === undefined) break;
          await emulator.write(next.chunk);
          atMs = next.atMs - startedMs;
        }
        if (isThere(emulator.screen())) return atMs;
        const leftMs = deadlineMs - performance.now();
        const screen = emulator.screen().join('\n').trimEnd();
        if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode} before it was seen:\n${screen}`);
        if (leftMs <= 0) throw new Error(`not seen within ${LIMIT_MS} ms:\n${screen}`);
        if (emulated === arrivals.length) await arrival(leftMs);
      }
    },
    screen: async () => {
      for (let next = arrivals[emulated]; next !== undefined; next = arrivals[emulated]) {
        emulated++;
        await emulator.write(next.chunk);
      }
      return emulator.screen();
    },
    press: async (key, quietMs = QUIET_MS) => {
      const from = arrivals.length;
      const pressedMs = performance.now();
      child.stdin.write(key);
      let hasCome = await arrival(FIRST_BYTE_MS);
      while (hasCome) hasCome = await arrival(quietMs);
      const answer = arrivals.slice(from);
      return {
        firstMs: (answer[0]?.atMs ?? pressedMs) - pressedMs,
        lastMs: (answer.at(-1)?.atMs ?? pressedMs) - pressedMs,
        bytes: bytesOf(answer),
        paints: paintsOf(answer),
      };
    },
    bytesSoFar: () => bytesOf(arrivals),
    idleBytes: async (durationMs) => {
      const from = arrivals.length;
      const endsMs = performance.now() + durationMs;
      while (performance.now() < endsMs) await arrival(endsMs - performance.now());
      return bytesOf(arrivals.slice(from));
    },
    async [Symbol.asyncDispose]() {
      // A program that has not begun has no number yet: it ends with its line.
      const number = await pid().catch(() => undefined);
      if (child.exitCode === null && number) process.kill(number, 'SIGTERM');
      else child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const bytesOf = (arrivals: readonly Arrival[]): number => arrivals.reduce((sum, { chunk }) => sum + chunk.length, 0);

const paintsOf = (arrivals: readonly Arrival[]): number =>
  arrivals.filter(({ atMs }, index) => atMs - (arrivals[index - 1]?.atMs ?? 0) > SAME_PAINT_MS).length;

const quoted = (argument: string): string => `'${argument.replaceAll("'", "'\\''")}'`;
