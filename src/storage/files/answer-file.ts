/** One kept answer as the content of a file: a line that says what it is, then the JSON list of its first records, compressed. */
import { constants as fileConstants } from 'node:fs';
import { open } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { z } from 'zod';
import { plainRecordText } from '../../api/records/record-text.ts';
import { type Received, readRecords } from '../../api/records/records.ts';
import type { Losses } from '../../api/records/replies.ts';
import type { Check } from '../../api/records/schema.ts';
import type { Clock } from '../../base/clock.ts';
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

const PIECE_BYTES = 64 * 1024;

const FORMAT = 1;
const PACKED_MAXIMUM_BYTES = 16_000_000;
const UNPACKED_MAXIMUM_BYTES = 64_000_000;

const headerSchema = z.object({
  format: z.literal(FORMAT),
  profile: z.string(),
  at_ms: z.number(),
  count: z.number(),
  question: z.unknown(),
});

/** The content that keeps the first records of `answer`, each text of it as `redact` leaves it. */
export const packedAnswer = async (
  profile: string,
  { atEpochMs, count, question, texts }: AnswerToKeep,
  redact: (text: string) => string,
): Promise<Buffer> => {
  const header = JSON.stringify({ format: FORMAT, profile, at_ms: atEpochMs, count, question });
  const content = Buffer.concat([Buffer.from(`${redact(header)}\n`), ...(await listOf(texts, redact))]);
  return pack(content, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
};

/** The answer in `file`; undefined when it is another profile's. Throws for one that is not as it was written. */
export const readAnswer = async <T>(
  file: string,
  profile: string,
  check: Check<T>,
  clock: Clock,
): Promise<FoundAnswer<T> | undefined> => {
  const content = await unpacked(file);
  const end = content.indexOf('\n');
  const header = headerSchema.parse(JSON.parse(content.toString('utf8', 0, end)));
  if (header.profile !== profile) return undefined;
  const received: Received<T>[] = [];
  const result = await readRecords(inPieces(content.subarray(end + 1)), {
    name: undefined,
    check,
    textOf: plainRecordText,
    clock,
    signal: undefined,
    most: { count: KEPT_RECORDS, isRestLeft: true },
    onRecords: (batch) => void received.push(...batch),
  });
  if ('unexpected' in result) throw new Error('this is no list');
  return { ...result, atEpochMs: header.at_ms, count: header.count, question: header.question, received };
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
const unpack = promisify(zstdDecompress);

const unpacked = async (file: string): Promise<Buffer> => {
  const opened = await open(file, READ_WITHOUT_WAITING | fileConstants.O_NOFOLLOW);
  try {
    const found = await opened.stat();
    if (!found.isFile() || found.size > PACKED_MAXIMUM_BYTES) throw new Error('too large to be ours, or no file');
    return await unpack(await opened.readFile(), { maxOutputLength: UNPACKED_MAXIMUM_BYTES });
  } finally {
    await opened.close();
  }
};

async function* inPieces(content: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += PIECE_BYTES) yield content.subarray(at, at + PIECE_BYTES);
}
