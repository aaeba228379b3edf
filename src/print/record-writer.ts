/** Writes records in a layout to a stream, one batch after the other, no faster than they are read. */
import type { Writable } from 'node:stream';
import type { Layout, ReceivedRecord } from './layout.ts';

/** Takes batches in order; each waits for the one before. */
type RecordWriter = {
  /** Resolves when the batch is written: to false when nobody reads any more, and nothing further is written then. */
  readonly add: (records: readonly ReceivedRecord[]) => Promise<boolean>;
  /** Writes what stands after the last record. */
  readonly end: () => Promise<boolean>;
};

/** Records written at once: texts this short are given back while they are young, long ones pile up. */
const PORTION = 20;

/** A writer on `stream`. Both functions reject with the system's error when the stream fails, as on a full disk. */
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

/** Writes `text`; resolves to false when nobody reads the stream any more, and rejects when it fails otherwise. */
export const writeText = (stream: Writable, text: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    // A failure reaches the callback and this listener; without a listener it would end the program.
    stream.once('error', ignored);
    stream.write(text, (error) => {
      if (error && !isBrokenPipe(error)) return reject(error);
      if (!error) stream.off('error', ignored);
      resolve(!error);
    });
  });

const ignored = (): void => {};

const isBrokenPipe = (error: Error): boolean => 'code' in error && error.code === 'EPIPE';
