/**
 * The last complete answer to each read, so that a start without a link has something to show. One private, compressed file
 * for each profile and read, and not part of the journal: a row of 260 KB there held the keys up for 16 ms, and its pages
 * are gone through at each start. Here the system's own threads compress.
 */

import { closeSync, constants as fileConstants, fstatSync, openSync, readFileSync } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { constants, crc32, zstdCompress, zstdDecompressSync } from 'node:zlib';
import { z } from 'zod';
import type { ReadName } from '../../api/calls.ts';
import { plainRecordText, type Received, readRecords } from '../../api/records/records.ts';
import type { ListReply, Losses, SearchReply } from '../../api/records/replies.ts';
import type { Check } from '../../api/records/schema.ts';
import type { SearchRequest } from '../../api/requests.ts';
import type { Clock } from '../../base/clock.ts';
import { messageOf } from '../../base/message.ts';
import { closeFolder, ensureOwnFolder, putPrivateFile } from './private-file.ts';
import { identityOf, isSetAside, setAside } from './set-aside.ts';
import { READ_WITHOUT_WAITING } from './small-file.ts';

/** An answer to be kept. */
export type AnswerToKeep = {
  readonly atEpochMs: number;
  /** Records of the whole answer. */
  readonly count: number;
  /** JSON text of each record, in their order; more of them than are kept do no harm. */
  readonly texts: readonly string[];
  /** What was asked, as plain data; undefined for a read that asks nothing in particular. */
  readonly question: unknown;
};

/** An answer that was kept; the records are its first ones. `question` is to be checked by whoever reads it. */
export type FoundAnswer<T> = Losses & {
  readonly atEpochMs: number;
  readonly count: number;
  readonly question: unknown;
  readonly received: readonly Received<T>[];
};

/** Records of an answer that are kept at the most, its first ones, and the characters that they may have together. */
export const KEPT_RECORDS = 1000;
const KEPT_CHARACTERS = 8_000_000;

/** Records between two turns of the event loop, so that no key waits for more than a millisecond. */
const STEP = 25;

/** Holds more offers than a screen has rows: those of the first piece can be shown before the others are read. */
const PIECE_BYTES = 160 * 1024;

/** Turns of the event loop that are left for showing them before the others are read. */
const TURNS_TO_SHOW = 6;

const FORMAT = 1;
const PACKED_MAXIMUM_BYTES = 16_000_000;
const UNPACKED_MAXIMUM_BYTES = 64_000_000;
/** Few and large pieces need not be put together. */
const UNPACKED_STEP_BYTES = 1024 * 1024;

const headerSchema = z.object({
  format: z.literal(FORMAT),
  profile: z.string(),
  at_ms: z.number(),
  count: z.number(),
  question: z.unknown(),
});

/** The content that keeps the first records of `answer`, each text of it as `redact` leaves it. */
const packedAnswer = async (
  profile: string,
  { atEpochMs, count, question, texts }: AnswerToKeep,
  redact: (text: string) => string,
): Promise<Buffer> => {
  const header = JSON.stringify({ format: FORMAT, profile, at_ms: atEpochMs, count, question });
  const content = Buffer.concat([Buffer.from(`${redact(header)}\n`), ...(await listOf(texts, redact))]);
  return pack(content, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
};

/** The answer in `file`; undefined when it is another profile's. Throws for one that is not as it was written. */
const readAnswer = async <T>(
  file: string,
  profile: string,
  check: Check<T>,
  clock: Clock,
  onFirst: (found: FoundAnswer<T>) => void,
): Promise<FoundAnswer<T> | undefined> => {
  const content = unpacked(file);
  const end = content.indexOf('\n');
  const header = headerSchema.parse(JSON.parse(content.toString('utf8', 0, end)));
  if (header.profile !== profile) return undefined;
  const { at_ms: atEpochMs, count, question } = header;
  const received: Received<T>[] = [];
  const result = await readRecords(inPieces(content.subarray(end + 1)), {
    name: undefined,
    check,
    textOf: plainRecordText,
    clock,
    signal: undefined,
    most: { count: KEPT_RECORDS, isRestLeft: true },
    onRecords: async (batch) => {
      const isFirst = received.length === 0;
      received.push(...batch);
      if (!isFirst) return;
      onFirst({ atEpochMs, count, question, received: batch, malformedValues: 0, malformedRecords: 0 });
      for (let turn = 0; turn < TURNS_TO_SHOW; turn++) await nextTurn();
    },
  });
  if ('unexpected' in result) throw new Error('this is no list');
  return { ...result, atEpochMs, count, question, received };
};

/** The first texts as the bytes of one JSON list, made a few at a time. */
const listOf = async (texts: readonly string[], redact: (text: string) => string): Promise<readonly Buffer[]> => {
  const pieces: Buffer[] = [Buffer.from('[')];
  let room = KEPT_CHARACTERS;
  for (const [place, text] of texts.slice(0, KEPT_RECORDS).entries()) {
    room -= text.length;
    if (room < 0) break;
    pieces.push(Buffer.from(`${place === 0 ? '' : ','}${redact(text)}`));
    if (place % STEP === STEP - 1) await nextTurn();
  }
  return [...pieces, Buffer.from(']')];
};

const pack = promisify(zstdCompress);

/** At once: it takes 2 ms, and the threads that would do it meanwhile take longer to come to it while the program starts. */
const unpacked = (file: string): Buffer => {
  const opened = openSync(file, READ_WITHOUT_WAITING | fileConstants.O_NOFOLLOW);
  try {
    const found = fstatSync(opened);
    if (!found.isFile() || found.size > PACKED_MAXIMUM_BYTES) throw new Error('too large to be ours, or no file');
    return zstdDecompressSync(readFileSync(opened), {
      maxOutputLength: UNPACKED_MAXIMUM_BYTES,
      chunkSize: UNPACKED_STEP_BYTES,
    });
  } finally {
    closeSync(opened);
  }
};

async function* inPieces(content: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += PIECE_BYTES) yield content.subarray(at, at + PIECE_BYTES);
}

/** Files that are kept at the most: ten profiles with three lists each. */
const KEPT_FILES = 30;

/** A draft of this age was left behind by a program that was killed while it wrote, ms. */
const OLD_DRAFT_MS = 3_600_000;

/** What is known of the call whose answers are kept: a row of calls.ts. */
export type KeptList<T> = { readonly name: ReadName; readonly check: Check<T> };

/** The kept answers of one profile. Two keys may see different things: `keyMark` tells them apart. */
export type AnswerFiles = {
  /**
   * Keeps an answer, each text of it as `redact` leaves it, in place of the last one to that read. An answer that a newer one
   * has overtaken is not written. Resolves to a sentence when it cannot be kept.
   */
  readonly keep: (
    list: KeptList<unknown>,
    keyMark: string,
    answer: AnswerToKeep,
    redact: (text: string) => string,
  ) => Promise<string | undefined>;
  /** Resolves when everything that was to be kept so far is written, or could not be. */
  readonly settled: () => Promise<void>;
  /**
   * The last answer to a read; undefined when none was kept or what is there cannot be read. Such a file is put aside, and
   * told of with its new name. `onFirst` is given the answer with its first records, once these are read.
   */
  readonly find: <T>(
    list: KeptList<T>,
    keyMark: string,
    onFirst?: (found: FoundAnswer<T>) => void,
  ) => Promise<FoundAnswer<T> | { readonly setAside: string } | undefined>;
};

/** Kept answers, or in words why there are none. */
export type AnswerAccess = AnswerFiles | { readonly problem: string };

/** The kept answers of `profile` below `folder`, which need not exist. */
export const createAnswerFiles = (folder: string, profile: string, clock: Clock): AnswerFiles => {
  // A file of another profile with the same mark is not taken for this one's: its header says whose it is.
  const name = crc32(profile).toString(16).padStart(16, '0');
  const fileOf = (list: KeptList<unknown>, keyMark: string): string =>
    join(folder, `${name}-${keyMark}-${list.name}.zst`);
  const newest = new Map<string, AnswerToKeep>();
  let writing: Promise<unknown> = Promise.resolve();
  let isSwept = false;

  const write = async (file: string, answer: AnswerToKeep, redact: (text: string) => string) => {
    const packed = await packedAnswer(profile, answer, redact);
    if (newest.get(file) !== answer) return;
    ensureOwnFolder(folder);
    await putPrivateFile(file, packed);
    if (isSwept) return;
    isSwept = true;
    await sweep(folder, clock.now());
  };

  return {
    keep: (list, keyMark, answer, redact) => {
      const file = fileOf(list, keyMark);
      newest.set(file, answer);
      const written = writing.then(async () => {
        try {
          if (newest.get(file) === answer) await write(file, answer, redact);
          return undefined;
        } catch (error) {
          return `${file} could not be written: ${messageOf(error)}.`;
        } finally {
          // Its texts take as much memory as the offers on screen.
          if (newest.get(file) === answer) newest.delete(file);
        }
      });
      writing = written;
      return written;
    },
    settled: async () => {
      await writing;
    },
    find: async <T>(list: KeptList<T>, keyMark: string, onFirst: (found: FoundAnswer<T>) => void = () => {}) => {
      const file = fileOf(list, keyMark);
      const identity = identityOf(file);
      if (identity === undefined || closeFolder(folder) !== undefined) return undefined;
      try {
        return await readAnswer(file, profile, list.check, clock, onFirst);
      } catch (error) {
        return isOfFileSystem(error) ? undefined : putAside(file, identity, clock.now());
      }
    },
  };
};

/** A file that cannot be reached may be sound. */
const isOfFileSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

const putAside = (file: string, identity: number, nowEpochMs: number): { readonly setAside: string } | undefined => {
  try {
    const target = setAside(file, identity, nowEpochMs);
    return target === undefined ? undefined : { setAside: basename(target) };
  } catch {
    return undefined;
  }
};

/** Deletes the oldest of too many files, and drafts that nobody writes any more. */
const sweep = async (folder: string, nowEpochMs: number): Promise<void> => {
  const names = await readdir(folder);
  const files = await Promise.all(
    names.map(async (name) => ({ file: join(folder, name), atEpochMs: (await lstat(join(folder, name))).mtimeMs })),
  );
  const isDraft = (file: string): boolean => !file.endsWith('.zst') && !isSetAside(file);
  const kept = files.filter(({ file }) => file.endsWith('.zst')).sort((a, b) => b.atEpochMs - a.atEpochMs);
  const drafts = files.filter(({ file, atEpochMs }) => isDraft(file) && atEpochMs < nowEpochMs - OLD_DRAFT_MS);
  for (const { file } of [...kept.slice(KEPT_FILES), ...drafts]) await rm(file, { force: true });
};

/** A kept answer, when it came, and when it was found again. Unix epoch milliseconds. */
export type KeptAnswer<Answer> = {
  readonly answer: Answer;
  readonly atEpochMs: number;
  readonly foundAtEpochMs: number;
};

/** Where the answers to one question are kept. */
export type AnswerCache<Answer> = {
  /** Keeps an answer in place of the one before. It happens by and by, and whoever calls does not wait for it. */
  readonly keep: (answer: Answer, atEpochMs: number) => void;
  /**
   * The answer of an earlier run; undefined when there is none, or none that may be shown. `onFirst` is given its first records as such
   * an answer, as soon as they are read.
   */
  readonly find: (onFirst?: (kept: KeptAnswer<Answer>) => void) => Promise<KeptAnswer<Answer> | undefined>;
};

/** A search whose first offers are kept, with as many of their texts. */
export type KeptOffers = ListReply<SearchReply['records'][number]> & {
  /** What of the filter line was asked for. */
  readonly filter: string;
  readonly request: SearchRequest;
  /** How many offers came in all. */
  readonly count: number;
};
