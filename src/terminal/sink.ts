/**
 * Where the frame writer's bytes go: a terminal that takes one write at a time, with a size that may change.
 * The real one never freezes the program: while nobody reads it tries again later, and quitting does not wait for it.
 */
import { constants, openSync, writeSync } from 'node:fs';

/** Runs `run` once after `delayMs` milliseconds, unless the function that it returns is called before. */
export type After = (delayMs: number, run: () => void) => () => void;

/** A terminal's receiving end. */
export type Sink = {
  /** Width in cells. */
  readonly columns: number;
  /** Height in lines. */
  readonly rows: number;
  /** Sends text, and reports when the terminal has taken all of it, or why it cannot. One call at a time. */
  write(text: string, done: (error?: Error) => void): void;
  /**
   * Gives up what is being written, which is then reported as done, and sends `text` before it returns: as much of
   * it as the terminal takes within a moment. Never throws.
   */
  interrupt(text: string): void;
  /** Calls `listener` when the size changed; the returned function stops that. */
  onResize(listener: () => void): () => void;
};

/** What {@link openSink} takes the size from: `process.stdout`, which is never written to. */
export type SizedStream = {
  readonly columns: number;
  readonly rows: number;
  on(event: 'resize', listener: () => void): unknown;
  off(event: 'resize', listener: () => void): unknown;
};

/** The size of a terminal that says none, such as a serial line. */
const USUAL_COLUMNS = 80;
const USUAL_ROWS = 24;
/** While the terminal takes nothing, how often to try again. */
const RETRY_MS = 8;
/** How long an interrupting text may wait for a terminal that takes nothing. */
const INTERRUPT_MS = 40;

/**
 * Opens the terminal behind `descriptor` once more, for writes that never block: neither the program nor its end can
 * hang in one. (A write left to a thread can: a process waits for its threads before it ends.) Where no way of
 * opening it is allowed, `descriptor` itself is used.
 */
export function openSink(descriptor: number, stream: SizedStream, after: After): Sink {
  return {
    get columns() {
      return stream.columns || USUAL_COLUMNS;
    },
    get rows() {
      return stream.rows || USUAL_ROWS;
    },
    onResize(listener) {
      stream.on('resize', listener);
      return () => stream.off('resize', listener);
    },
    ...promptWrites(openWithoutBlocking(descriptor) ?? descriptor, after),
  };
}

/** Writes at once what the terminal takes, and the rest whenever it takes more. */
function promptWrites(descriptor: number, after: After): Pick<Sink, 'write' | 'interrupt'> {
  let giveUp = (): void => {};

  function send(bytes: Buffer, done: (error?: Error) => void): void {
    const { rest, error } = writeSome(descriptor, bytes);
    if (error || rest.length === 0) {
      giveUp = () => {};
      done(error);
      return;
    }
    const stopRetrying = after(RETRY_MS, () => send(rest, done));
    giveUp = () => {
      stopRetrying();
      done();
    };
  }

  return {
    write: (text, done) => send(Buffer.from(text), done),
    interrupt(text) {
      giveUp();
      giveUp = () => {};
      writeWithin(INTERRUPT_MS, descriptor, Buffer.from(text));
    },
  };
}

/** On Linux the first path is the very terminal behind the descriptor; the second is the one that the process belongs to. */
function openWithoutBlocking(descriptor: number): number | undefined {
  for (const path of [`/proc/self/fd/${descriptor}`, '/dev/tty']) {
    try {
      return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
    } catch {
      // Refused or absent: the next path is tried.
    }
  }
  return undefined;
}

/** Writes as much as is taken now. */
function writeSome(descriptor: number, bytes: Buffer): { rest: Buffer; error?: Error } {
  let rest = bytes;
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest));
    return { rest };
  } catch (error) {
    const isFull = error instanceof Error && 'code' in error && error.code === 'EAGAIN';
    return isFull ? { rest } : { rest, error: error instanceof Error ? error : new Error(String(error)) };
  }
}

function writeWithin(limitMs: number, descriptor: number, bytes: Buffer): void {
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  let { rest, error } = writeSome(descriptor, bytes);
  for (let waitedMs = 0; rest.length > 0 && !error && waitedMs < limitMs; waitedMs += 2) {
    Atomics.wait(sleeper, 0, 0, 2);
    ({ rest, error } = writeSome(descriptor, rest));
  }
}
