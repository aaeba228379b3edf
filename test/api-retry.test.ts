/** Reads that are made again: which failures may pass, how long is waited, when trying ends, and that a write is never repeated. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Call, callOf } from '../src/api/call.ts';
import { CALLS } from '../src/api/calls.ts';
import type { CallOptions } from '../src/api/client.ts';
import { ApiError, type ErrorFacts } from '../src/api/errors/error.ts';
import {
  COMMAND_BUDGET,
  PANE_BUDGET,
  RECORDING_BUDGET,
  type Retry,
  readPatiently,
  retryDelayMs,
} from '../src/api/http/retry.ts';
import { clientFor, failureOf, SEARCH, WEBHOOK, WINDOW } from './support/api-client.ts';
import { impatientClock } from './support/impatient-clock.ts';
import { manualClock } from './support/manual-clock.ts';
import { hangUp, json, raw, type ScriptedReply, startScriptedServer } from './support/scripted-server.ts';

const failed = (facts: ErrorFacts, call: Call = callOf(CALLS.volumes, undefined)) => ({
  failure: new ApiError(call, facts),
  attempt: 1,
  elapsedMs: 0,
  turnInMs: 0,
  isPartOut: false,
  chance: 0.5,
});
const BUSY: ErrorFacts = { kind: 'refused', stage: 'answered', status: 503 };
const TOO_SOON: ErrorFacts = { kind: 'rate-limited', stage: 'answered', status: 429 };

describe('a failed read', () => {
  const passing: readonly (readonly [string, ErrorFacts])[] = [
    ['no connection', { kind: 'unreachable', stage: 'connecting', code: 'ECONNREFUSED' }],
    ['no name for the address yet', { kind: 'unreachable', stage: 'connecting', code: 'ENOTFOUND' }],
    ['a connection lost before the answer', { kind: 'unreachable', stage: 'waiting', code: 'ECONNRESET' }],
    ['a connection lost in the answer', { kind: 'unreachable', stage: 'reading', code: 'ECONNRESET' }],
    ['connecting timed out', { kind: 'timed-out', stage: 'connecting' }],
    ['no byte in time', { kind: 'timed-out', stage: 'waiting' }],
    ['too soon', TOO_SOON],
    ['too soon with another status', { ...TOO_SOON, status: 200 }],
    ['502', { ...BUSY, status: 502 }],
    ['503', BUSY],
    ['504', { ...BUSY, status: 504 }],
  ];
  test.each(passing)('is made again: %s', (_, facts) => {
    expect(retryDelayMs(failed(facts), PANE_BUDGET)).toBe(750);
  });

  const lasting: readonly (readonly [string, ErrorFacts])[] = [
    ['a key that is refused', { kind: 'key-rejected', stage: 'answered', status: 401 }],
    ['a key that is missing', { kind: 'credentials-missing', stage: 'answered', status: 403 }],
    ['a key without permission', { kind: 'forbidden', stage: 'answered', status: 403 }],
    ['a bad request', { kind: 'bad-request', stage: 'answered', status: 400 }],
    ['nothing there', { kind: 'refused', stage: 'answered', status: 404 }],
    ['a fault of the service', { kind: 'refused', stage: 'answered', status: 500 }],
    ['an answer that is none', { kind: 'unreadable', stage: 'answered', status: 200 }],
    ['an answer that stopped in the middle', { kind: 'timed-out', stage: 'reading', status: 200 }],
    ['a call given up', { kind: 'aborted', stage: 'waiting' }],
    ['a wrong certificate', { kind: 'unreachable', stage: 'connecting', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }],
    ['an expired certificate', { kind: 'unreachable', stage: 'connecting', code: 'CERT_HAS_EXPIRED' }],
  ];
  test.each(lasting)('is not made again: %s', (_, facts) => {
    expect(retryDelayMs(failed(facts), PANE_BUDGET)).toBeUndefined();
  });

  test('is made again after a fault of the service by the recorder alone, which goes on for months', () => {
    const fault = failed({ kind: 'refused', stage: 'answered', status: 500 });
    expect(retryDelayMs(fault, RECORDING_BUDGET)).toBe(750);
    expect(retryDelayMs({ ...fault, attempt: 3 }, RECORDING_BUDGET)).toBeUndefined();
    expect(retryDelayMs(fault, COMMAND_BUDGET)).toBeUndefined();
    expect(retryDelayMs(failed({ kind: 'refused', stage: 'answered', status: 501 }), RECORDING_BUDGET)).toBeUndefined();
  });

  test('is not made again when part of the answer is printed, because another answer would print it twice', () => {
    const cut = failed({ kind: 'unreachable', stage: 'reading' });
    expect(retryDelayMs({ ...cut, isPartOut: true }, COMMAND_BUDGET)).toBeUndefined();
  });

  test('waits twice as long after each try, half of it by chance', () => {
    const delays = (chance: number) =>
      [1, 2, 3, 4, 5].map((attempt) => retryDelayMs({ ...failed(BUSY), attempt, chance }, PANE_BUDGET));
    expect(delays(0)).toEqual([500, 1000, 2000, 4000, 8000]);
    expect(delays(0.999_999)).toEqual([1000, 2000, 4000, 8000, 16_000]);
  });

  test('is made six times in a pane and three times in a command; a minute after the first failure none begins', () => {
    expect(retryDelayMs({ ...failed(BUSY), attempt: 6 }, PANE_BUDGET)).toBeUndefined();
    expect(retryDelayMs({ ...failed(BUSY), attempt: 3 }, COMMAND_BUDGET)).toBeUndefined();
    expect(retryDelayMs({ ...failed(BUSY), elapsedMs: 59_250 }, PANE_BUDGET)).toBe(750);
    expect(retryDelayMs({ ...failed(BUSY), elapsedMs: 59_251 }, PANE_BUDGET)).toBeUndefined();
  });

  test('that came too soon waits for its turn, and only the minute bounds how often', () => {
    expect(retryDelayMs({ ...failed(TOO_SOON), turnInMs: 5500 }, PANE_BUDGET)).toBe(5500);
    expect(retryDelayMs({ ...failed(TOO_SOON), turnInMs: 60_001 }, PANE_BUDGET)).toBeUndefined();
    expect(retryDelayMs({ ...failed(TOO_SOON), attempt: 7, elapsedMs: 1000, chance: 0 }, COMMAND_BUDGET)).toBe(32_000);
  });

  test('never leaves the budget, whatever fails how often and whatever chance says', () => {
    const fact = fc.constantFrom(...passing.map(([, facts]) => facts));
    const step = fc.record({ fact, chance: fc.double({ min: 0, max: 0.999, noNaN: true }), lastsMs: fc.nat(40_000) });
    fc.assert(
      fc.property(fc.array(step, { minLength: 30, maxLength: 30 }), (steps) => {
        let elapsedMs = 0;
        for (const [index, { fact: facts, chance, lastsMs }] of steps.entries()) {
          expect(elapsedMs).toBeLessThanOrEqual(60_000);
          const attempt = index + 1;
          const delayMs = retryDelayMs(
            { ...failed(facts), attempt, chance, elapsedMs: elapsedMs + lastsMs },
            PANE_BUDGET,
          );
          if (delayMs === undefined) return;
          expect(delayMs).toBeGreaterThanOrEqual(500);
          if (facts.kind !== 'rate-limited') expect(attempt).toBeLessThan(6);
          elapsedMs += lastsMs + delayMs;
        }
        throw new Error('it never ended');
      }),
    );
  });
});

describe('"Nothing is sent twice by itself"', () => {
  const writes: readonly Call[] = [
    callOf(CALLS.maintenance, WINDOW),
    callOf(CALLS.webhooks, WEBHOOK),
    callOf(CALLS.preferences, { userId: 7, preferences: {} }),
  ];
  test.each(writes)('no failure of a write is tried again: $method $path', (call) => {
    for (const facts of [BUSY, TOO_SOON, { kind: 'unreachable', stage: 'connecting' } as const]) {
      expect(retryDelayMs(failed(facts, call), PANE_BUDGET)).toBeUndefined();
      expect(retryDelayMs(failed(facts, callOf(CALLS.search, SEARCH)), PANE_BUDGET)).toBe(750);
      expect(retryDelayMs(failed(facts, callOf(CALLS.connections, undefined)), PANE_BUDGET)).toBe(750);
    }
  });

  test('a write that was put in the place of a read by mistake is sent once', async () => {
    await using server = await startScriptedServer(
      hangUp,
      json(200, { success: true, you_sent: '1 notifications sent' }),
    );
    const client = clientFor(server.url);
    const read = reading((options) => client.write(CALLS.maintenance, WINDOW, options));
    expect((await failureOf(readPatiently(read.parts))).isOutcomeUnknown).toBe(true);
    expect(server.requests).toHaveLength(1);
    expect(read.told).toEqual([]);
  });
});

/** A read of `call`, and the retries that were told of. */
const reading = <Answer>(call: (options: CallOptions) => Promise<Answer>, clock = impatientClock(1000)) => {
  const told: Retry[] = [];
  const patience = new AbortController();
  const parts = {
    read: 'volumes' as const,
    call,
    budget: PANE_BUDGET,
    clock,
    random: () => 0.5,
    turnInMs: () => 0,
    patience: () => patience.signal,
    onRetry: (retry: Retry) => void told.push(retry),
  };
  return { parts, told, patience };
};

describe('reading patiently', () => {
  test('gets the answer once the trouble has passed, and tells each try before it is made', async () => {
    await using server = await startScriptedServer(
      raw(502, 'text/html', ''),
      hangUp,
      json(200, { volumes: [{ id: 1 }] }),
    );
    const client = clientFor(server.url);
    const attempts: (number | undefined)[] = [];
    const { parts, told } = reading((options) => {
      attempts.push(options.attempt);
      return client.list(CALLS.volumes, options);
    });
    expect((await readPatiently(parts)).records).toEqual([{ id: 1 }]);
    expect(attempts).toEqual([1, 2, 3]);
    expect(told).toMatchObject([
      { attempt: 2, ofTries: 6, dueMs: 750, failure: { status: 502 } },
      { attempt: 3, ofTries: 6, dueMs: 2250, failure: { kind: 'unreachable', stage: 'waiting' } },
    ]);
  });

  test.each([3_600_000, -3_600_000])(
    'a time of day that is set by %i ms changes neither waits nor tries',
    async (ms) => {
      const answers = [1, 2, 3].map(
        (): ScriptedReply => (response) => {
          clock.set(ms);
          response.writeHead(503).end();
        },
      );
      const clock = impatientClock(1_796_000_000_000);
      await using server = await startScriptedServer(...answers, json(200, { volumes: [{ id: 1 }] }));
      const { parts, told } = reading((options) => clientFor(server.url).list(CALLS.volumes, options), clock);
      expect((await readPatiently(parts)).records).toEqual([{ id: 1 }]);
      expect(told.map(({ dueMs }) => dueMs)).toEqual([750, 2250, 5250]);
    },
  );

  test('fails as the last try did, when the tries are used up', async () => {
    const answers = [1, 2, 3, 4, 5, 6, 7].map((place) => raw(503, 'text/plain', `try ${place}`));
    await using server = await startScriptedServer(...answers);
    const client = clientFor(server.url);
    const { parts, told } = reading((options) => client.list(CALLS.volumes, options));
    expect((await failureOf(readPatiently(parts))).text).toBe('try 6');
    expect(server.requests).toHaveLength(6);
    expect(told.map(({ dueMs }) => dueMs)).toEqual([750, 2250, 5250, 11_250, 23_250]);
  });

  test('a refused key ends it at once', async () => {
    await using server = await startScriptedServer(raw(503, 'text/plain', ''), json(401, { detail: 'Invalid token.' }));
    const { parts } = reading((options) => clientFor(server.url).list(CALLS.volumes, options));
    expect((await failureOf(readPatiently(parts))).kind).toBe('key-rejected');
    expect(server.requests).toHaveLength(2);
  });

  test('who loses patience while it waits has the last failure at once, and nothing more is sent', async () => {
    await using server = await startScriptedServer(raw(503, 'text/plain', 'busy'), json(200, { volumes: [] }));
    const clock = manualClock();
    const { parts, patience } = reading((options) => clientFor(server.url).list(CALLS.volumes, options), clock);
    const outcome = failureOf(readPatiently({ ...parts, onRetry: () => queueMicrotask(() => patience.abort()) }));
    expect((await outcome).text).toBe('busy');
    clock.elapse(60_000);
    expect(server.requests).toHaveLength(1);
  });

  test('a call that is out when patience is lost may still succeed, but is the last one', async () => {
    await using server = await startScriptedServer(json(200, { volumes: [] }), raw(503, 'text/plain', 'busy'));
    const { parts, patience, told } = reading((options) => clientFor(server.url).list(CALLS.volumes, options));
    patience.abort();
    expect((await readPatiently(parts)).records).toEqual([]);
    expect((await failureOf(readPatiently(parts))).text).toBe('busy');
    expect(told).toEqual([]);
  });
});
