/**
 * A command in a real pseudo-terminal, made by script(1), with an emulator on the other side. Waiting is for what
 * appears on the screen, by event; what never appears fails with the screen as it was.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Emulator, openEmulator } from './emulator.ts';
import { busyLoad, requireBuild, starvedMs } from './surroundings.ts';

/** How the command is started. */
type PtyOptions = {
  readonly columns?: number;
  readonly rows?: number;
  /** The terminal answers no query. */
  readonly isMute?: boolean;
  /** The terminal has the keyboard protocol of kitty. What is typed is bytes all the same. */
  readonly hasKeyboardProtocol?: boolean;
  /**
   * The command's error stream is watched instead of shown. A Node hands no other descriptor to what it starts: without
   * this, {@link Pty.gone} does not count the children of one.
   */
  readonly isErrorStreamWatched?: boolean;
  /** Added to the environment; undefined removes a variable. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
};

/** A running command and its terminal. */
export type Pty = AsyncDisposable & {
  readonly emulator: Emulator;
  /** Types bytes. */
  write(bytes: string): void;
  screen(): string[];
  /** Waits until the screen is as wanted and returns it; fails with the screen after `limitMs`. */
  until(isThere: (screen: string[]) => boolean, limitMs?: number): Promise<string[]>;
  /** Changes the size, as dragging a window's corner does. */
  resize(columns: number, rows: number): void;
  /** Bytes that the command has sent so far. */
  bytesReceived(): number;
  /** Everything that the command has sent so far. */
  received(): string;
  /** Stops reading: the terminal fills up. */
  stopReading(): void;
  /** Cuts the line: the terminal's other side is gone, without a word to the command. */
  cut(): void;
  /**
   * Resolves when the command, and every process it started, has ended: to the milliseconds since the call, without those in
   * which the machine had not processors enough for all.
   */
  gone(): Promise<number>;
  /** The processes that run now of those that the command is made of, by their number. */
  processes(): number[];
};

/** Finds what never comes; what a busy machine is slow with comes before. */
const LIMIT_MS = 90_000;
/** In the environment of all that runs in a terminal; its value says in which. */
const MARK = 'PTY_FOLDER';

/** Starts `argv` in a terminal of its own. */
export function openPty(argv: readonly string[], options: PtyOptions = {}): Pty {
  const {
    columns = 80,
    rows = 24,
    isMute = false,
    hasKeyboardProtocol,
    isErrorStreamWatched = false,
    environment = {},
  } = options;
  if (argv.includes('dist/gpudeck.js')) requireBuild();
  const folder = mkdtempSync(join(tmpdir(), 'pty-'));
  const nameFile = join(folder, 'tty');
  // Inherited by all that runs in the terminal, but not by script(1): it ends when the last of them has ended.
  const lifeline = join(folder, 'lifeline');
  execFileSync('mkfifo', [lifeline]);
  const ended = once(createReadStream(lifeline).resume(), 'end');
  const marked = `export ${MARK}=${quote(folder)}${isErrorStreamWatched ? '; exec 2>&3' : ''}`;
  const setUp = `exec 3>${quote(lifeline)}; stty cols ${columns} rows ${rows}; tty >${quote(nameFile)}; ${marked}`;
  const child = spawn('script', ['-qfec', `${setUp}; exec ${argv.map(quote).join(' ')}`, '/dev/null'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // What the test runner was told about colours is not meant for what it tests.
    env: {
      ...process.env,
      FORCE_COLOR: undefined,
      NO_COLOR: undefined,
      TERM: 'xterm-256color',
      LANG: 'C.UTF-8',
      SHELL: '/bin/sh',
      CI: 'false',
      ...environment,
    },
  });
  child.stdin.on('error', () => {});
  const emulator = openEmulator(columns, rows, hasKeyboardProtocol);
  if (!isMute) emulator.onReply((reply) => child.stdin.write(reply));
  const chunks: Buffer[] = [];
  const watchers = new Set<() => void>();
  child.stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    void emulator.write(chunk).then(() => {
      for (const watcher of watchers) watcher();
    });
  });

  return {
    emulator,
    write: (bytes) => void child.stdin.write(bytes),
    screen: () => emulator.screen(),
    until: (isThere, limitMs = LIMIT_MS) =>
      new Promise((resolve, reject) => {
        const limit = AbortSignal.timeout(limitMs);
        const look = () => {
          const screen = emulator.screen();
          if (!isThere(screen)) return;
          watchers.delete(look);
          resolve(screen);
        };
        limit.addEventListener('abort', () => {
          watchers.delete(look);
          reject(new Error(`not within ${limitMs} ms${besides()}; the screen:\n${emulator.screen().join('\n')}`));
        });
        watchers.add(look);
        look();
      }),
    resize(newColumns, newRows) {
      emulator.resize(newColumns, newRows);
      execFileSync('stty', [
        '-F',
        readFileSync(nameFile, 'utf8').trim(),
        'cols',
        `${newColumns}`,
        'rows',
        `${newRows}`,
      ]);
    },
    bytesReceived: () => chunks.reduce((sum, chunk) => sum + chunk.length, 0),
    received: () => Buffer.concat(chunks).toString(),
    stopReading: () => void child.stdout.pause(),
    cut: () => void child.kill('SIGKILL'),
    async gone() {
      const ownMs = () => performance.now() - starvedMs();
      const startedMs = ownMs();
      await ended;
      return ownMs() - startedMs;
    },
    processes: () => processesWith(`${MARK}=${folder}`),
    async [Symbol.asyncDispose]() {
      child.stdout.resume();
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

/** The processes that have `variable`, name and value, in their environment; those of other users are none of ours. */
function processesWith(variable: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((id) => {
      try {
        return readFileSync(`/proc/${id}/environ`, 'utf8').split('\0').includes(variable);
      } catch {
        return false;
      }
    });
}

/** What may be to blame, for an error message. */
function besides(): string {
  const load = busyLoad();
  return load === undefined ? '' : ` (${load})`;
}

function quote(argument: string): string {
  return `'${argument.replaceAll("'", "'\\''")}'`;
}
