/**
 * The last complete answer to each read, so that a start without a link has something to show. One private, compressed file
 * for each profile and read, and not part of the journal: a row of 260 KB there held the keys up for 16 ms, and its pages
 * are gone through at each start. Here the system's own threads compress and write.
 */
import { createHash } from 'node:crypto';
import { lstat, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ReadName } from '../../api/calls.ts';
import type { Check } from '../../api/records/schema.ts';
import type { Clock } from '../../base/clock.ts';
import { wordsOf } from '../journal/journal.ts';
import { type AnswerToKeep, type FoundAnswer, packedAnswer, readAnswer } from './answer-file.ts';
import { closeFolder, ensureOwnFolder, putPrivateFile } from './private-file.ts';
import { identityOf, isSetAside, setAside } from './set-aside.ts';

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
   * told of with its new name.
   */
  readonly find: <T>(
    list: KeptList<T>,
    keyMark: string,
  ) => Promise<FoundAnswer<T> | { readonly setAside: string } | undefined>;
};

/** Kept answers, or in words why there are none. */
export type AnswerAccess = AnswerFiles | { readonly problem: string };

/** The kept answers of `profile` below `folder`, which need not exist. */
export const createAnswerFiles = (folder: string, profile: string, clock: Clock): AnswerFiles => {
  const name = createHash('sha256').update(profile).digest('hex').slice(0, 16);
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
          return `${file} could not be written: ${wordsOf(error)}.`;
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
    find: async <T>(list: KeptList<T>, keyMark: string) => {
      const file = fileOf(list, keyMark);
      const identity = identityOf(file);
      if (identity === undefined || closeFolder(folder) !== undefined) return undefined;
      try {
        return await readAnswer(file, profile, list.check, clock);
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
