/** Measures what reading a search reply costs: time per 1,000 offers by part, the longest stretch without a turn for others, memory. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { CALLS } from '../../src/api/calls.ts';
import { RecordSplitter } from '../../src/api/records/record-splitter.ts';
import { createRecordText, type Received, readRecords } from '../../src/api/records/records.ts';

import { createRedactor } from '../../src/api/redact/redact.ts';
import { systemClock } from '../../src/base/clock.ts';
import { parseJson } from '../../src/base/json.ts';
import { BREAKDOWN_FIGURES, type WireKind } from '../../src/catalogue/field.ts';

import { OFFER_FIELDS } from '../../src/catalogue/offer-fields.ts';
import type { Offer } from '../../src/catalogue/values.ts';
import type { Figure } from './figure.ts';

/** Size of the pieces in which a socket delivers. */
const CHUNK_BYTES = 64 * 1024;

/** Each part is measured this often, and its best time counts: the rest is other work on the machine. */
const ROUNDS = 7;

/** Looks for a key as long as those of the local service. */
const textOf = createRecordText(createRedactor('0123456789abcdef'.repeat(4)));

/** The figures for a reply of `rows` offers, 2.7 kB each. Times are per 1,000 offers but for the longest step. */
export const benchParse = async (rows: number): Promise<readonly Figure[]> => {
  const chunks = replyChunks(rows);
  // First, while nothing else of this benchmark is left to be collected.
  const keptMb = await heapOfKept(chunks);
  const best = new Map<string, number>();
  const measure = async <T>(name: string, run: () => T | Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    const result = await run();
    const perThousand = ((performance.now() - startedAt) / rows) * 1000;
    best.set(name, Math.min(best.get(name) ?? perThousand, perThousand));
    return result;
  };

  let longestStepMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const values = await measure('splitting and JSON.parse', () => splitAll(chunks));
    await measure('schema', () => values.forEach(CALLS.search.check));
    longestStepMs = Math.min(
      longestStepMs,
      await longestStep(() => measure('reading, all parts', () => readAll(chunks))),
    );
  }

  return [
    ...[...best].map(([name, value]): Figure => ({ name: `${name}, per 1,000 offers`, rows, ours: value, unit: 'ms' })),
    { name: 'longest step while reading', rows, ours: longestStepMs, unit: 'ms' },
    { name: 'heap of the offers with their texts', rows, ours: keptMb, unit: 'MB' },
  ];
};

const splitAll = (chunks: readonly Buffer[]): readonly unknown[] => {
  const splitter = new RecordSplitter('offers', (bytes) => parseJson(bytes.toString()));
  return chunks.flatMap((chunk) => [...splitter.push(chunk)]);
};

const readAll = async (chunks: readonly Buffer[]): Promise<readonly Received<Offer>[]> => {
  const received: Received<Offer>[] = [];
  await readRecords(arriving(chunks), {
    name: 'offers',
    check: CALLS.search.check,
    textOf,
    most: { count: Number.POSITIVE_INFINITY, isRestLeft: true },
    clock: systemClock,
    signal: undefined,
    onRecords: (batch) => {
      received.push(...batch);
    },
  });
  return received;
};

/** Megabytes that a whole reply takes on the heap while everything that was handed on is kept. */
const heapOfKept = async (chunks: readonly Buffer[]): Promise<number> => {
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const kept = await readAll(chunks);
  collectGarbage();
  const after = process.memoryUsage().heapUsed;
  return kept.length === 0 ? 0 : (after - before) / 1e6;
};

async function* arriving(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks;
}

/** Milliseconds of the longest stretch of `run` in which nothing else got a turn. */
const longestStep = async (run: () => Promise<unknown>): Promise<number> => {
  let longestMs = 0;
  let isRunning = true;
  let turnAt = performance.now();
  const turn = (): void => {
    longestMs = Math.max(longestMs, performance.now() - turnAt);
    turnAt = performance.now();
    if (isRunning) setImmediate(turn);
  };
  setImmediate(turn);
  await run();
  isRunning = false;
  return longestMs;
};

/** A reply with `rows` offers in which every published field has a value, in pieces. */
const replyChunks = (rows: number): readonly Buffer[] => {
  const offers = Array.from({ length: rows }, (_, index) =>
    Object.fromEntries(OFFER_FIELDS.map(({ name, wire }) => [name, sampleValue(wire, name, index)])),
  );
  const bytes = Buffer.from(JSON.stringify({ success: true, offers }));
  return Array.from({ length: Math.ceil(bytes.length / CHUNK_BYTES) }, (_, index) =>
    bytes.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES),
  );
};

const sampleValue = (kind: WireKind, name: string, index: number): unknown => {
  switch (kind) {
    case 'integer':
      return 1000 + index;
    case 'number':
      return 0.123456789 + index;
    case 'string':
      return `${name} ${index}`;
    case 'boolean':
      return index % 2 === 0;
    case 'flag':
      return index % 2;
    case 'integers':
      return [index, index + 1, index + 2, index + 3];
    case 'objects':
    case 'nullable':
      return null;
    case 'breakdown':
      return Object.fromEntries(BREAKDOWN_FIGURES.map((figure) => [figure.name, 0.0123456789 * index]));
  }
};

/** Collects garbage, which Node allows a program only behind a flag. */
const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
};
