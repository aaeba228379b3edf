/** Writes records in a layout to a stream, one batch after the other, no faster than they are read. */
import type { Writable } from 'node:stream';
import { harmlessOutput } from '../base/printable.ts';
import type { Layout, ReceivedRecord } from '../formats/json.ts';
import type { ExitCode } from './exit.ts';
import type { CommandIo } from './io.ts';

/** Takes batches in order; each waits for the one before. */
type RecordWriter = {
  /** Resolves when the batch is written: to false when nobody reads any more, and nothing further is written then. */
  readonly add: (records: readonly ReceivedRecord[]) => Promise<boolean>;
  /** Writes what stands after the last record. */
  readonly end: () => Promise<boolean>;
};

/** Records written at once: texts this short are given back while they are young, long ones pile up. */
const PORTION = 20;

/** A writer on `stream`. Both functions reject with an {@link OutputFailure} when the stream fails, as on a full disk. */
export const createRecordWriter = ({ head, rows, between, tail }: Layout, stream: Writable): RecordWriter => {
  let isBegun = false;
  let isRead = true;

  const write = async (text: string): Promise<boolean> => {
    isRead = await writeText(stream, text);
    return isRead;
  };

  return {
    add: async (records) => {
      for (let at = 0; isRead && at < records.length; at += PORTION) {
        const text = (isBegun ? between : head) + rows(records.slice(at, at + PORTION));
        isBegun = true;
        await write(text);
      }
      return isRead;
    },
    end: async () => isRead && write((isBegun ? '' : head) + tail),
  };
};

/** Results could not be written, as on a full disk. The message says why. */
export class OutputFailure extends Error {}

/**
 * Writes `text`, which all that a command prints passes through: nothing in it acts on a terminal. Resolves to false when nobody reads the stream any more, and rejects with an {@link OutputFailure} when it
 * fails otherwise.
 */
export const writeText = (stream: Writable, text: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    // A failure reaches the callback and this listener; without a listener it would end the program.
    stream.once('error', ignored);
    stream.write(harmlessOutput(text), (error) => {
      if (!error) {
        stream.off('error', ignored);
        resolve(true);
        return;
      }
      // A stream that has failed answers every later write with the news that it is closed.
      const cause = stream.errored ?? error;
      if (isBrokenPipe(cause)) resolve(false);
      else reject(new OutputFailure(`the results could not be written: ${cause.message}`));
    });
  });

const ignored = (): void => {};

/** True for the error of a stream that nobody reads any more. */
export const isBrokenPipe = (error: Error): boolean => 'code' in error && error.code === 'EPIPE';

/**
 * How a command went, and what is to be said now that it is so for good: results on stdout, every sentence on stderr. A value that
 * was printed before could be one that never worked. `ifUnprinted` is for when `out` cannot be printed.
 */
export type Outcome = {
  readonly code: ExitCode;
  readonly out: string;
  readonly error: string;
  /** What JSON says in place of `out`. */
  readonly told?: unknown;
  readonly ifUnprinted?: string;
};

/** Says it; the exit code comes back. */
export const writeOutcome = async (
  { code, out: text, error, told, ifUnprinted = '' }: Outcome,
  { stdout, writeError }: Pick<CommandIo, 'stdout' | 'writeError'>,
  isJson = false,
): Promise<ExitCode> => {
  const out = isJson && told !== undefined ? `${JSON.stringify(told, null, 2)}\n` : text;
  if (error !== '') writeError(error);
  try {
    if (out !== '') await writeText(stdout, out);
  } catch (failure) {
    if (ifUnprinted !== '') writeError(ifUnprinted);
    throw failure;
  }
  return code;
};
