import { describe, expect, test } from 'vitest';
import { CALLS, type EndpointName } from '../src/api/calls.ts';
import type { Exchange } from '../src/api/http/exchange.ts';
import { createPacing } from '../src/api/http/pacing.ts';
import { clientFor, failureOf, stuckDispatcher, WINDOW } from './support/api-client.ts';
import { impatientClock } from './support/impatient-clock.ts';
import { manualClock } from './support/manual-clock.ts';
import { json, raw, startScriptedServer } from './support/scripted-server.ts';

const ACCEPTED = { isTooSoon: false };
const TOO_SOON = { isTooSoon: true };

describe('how often an endpoint may be called', () => {
  const published: readonly (readonly [EndpointName, number])[] = [
    ['maintenance', 2500],
    ['volumes', 5500],
    ['connections', 2900],
    ['search', 2000],
    ['webhooks', 0],
    ['preferences', 0],
  ];
  for (const [endpoint, minimumMs] of published) {
    test(`${endpoint} starts with ${minimumMs} ms between an answer and the next call`, () => {
      const pacing = createPacing({ clock: manualClock() });
      expect(pacing.remainingMs(endpoint)).toBe(0);
      pacing.answered(endpoint, ACCEPTED);
      expect(pacing.remainingMs(endpoint)).toBe(minimumMs);
    });
  }

  test('each endpoint has its own pace', () => {
    const pacing = createPacing({ clock: manualClock() });
    pacing.answered('volumes', ACCEPTED);
    expect(pacing.remainingMs('connections')).toBe(0);
  });

  test('a quoted threshold replaces what was assumed, longer or shorter', () => {
    const clock = manualClock();
    const pacing = createPacing({ clock });
    pacing.answered('webhooks', { isTooSoon: true, thresholdSeconds: 4.5 });
    expect(pacing.remainingMs('webhooks')).toBe(4500);
    clock.elapse(10_000);
    pacing.answered('webhooks', ACCEPTED);
    expect(pacing.remainingMs('webhooks')).toBe(4500);
    pacing.answered('volumes', { isTooSoon: true, thresholdSeconds: 0.8 });
    expect(pacing.remainingMs('volumes')).toBe(800);
  });

  test('a silence that the service asks for is kept once', () => {
    const clock = manualClock();
    const pacing = createPacing({ clock });
    pacing.answered('volumes', { isTooSoon: false, holdMs: 30_000 });
    expect(pacing.remainingMs('volumes')).toBe(30_000);
    clock.elapse(30_000);
    pacing.answered('volumes', ACCEPTED);
    expect(pacing.remainingMs('volumes')).toBe(5500);
  });

  test('refusals without a figure double the silence up to a minute, until one call is accepted', () => {
    const clock = manualClock();
    const pacing = createPacing({ clock });
    const silences = [1, 2, 3, 4, 5, 6, 7].map(() => {
      pacing.answered('search', TOO_SOON);
      const remainingMs = pacing.remainingMs('search');
      clock.elapse(remainingMs);
      return remainingMs;
    });
    expect(silences).toEqual([2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
    pacing.answered('search', ACCEPTED);
    expect(pacing.remainingMs('search')).toBe(2000);
  });
});

describe('waiting for a turn', () => {
  test('several that wait for one endpoint go one after the other, each a threshold later', async () => {
    const clock = impatientClock(1000);
    const pacing = createPacing({ clock });
    const turns = [1, 2, 3].map(() => pacing.wait('maintenance').then((waitedMs) => [waitedMs, clock.now()]));
    expect(await Promise.all(turns)).toEqual([
      [0, 1000],
      [2500, 3500],
      [5000, 6000],
    ]);
  });

  test('who waits is told when the turn comes, and again when that moves', async () => {
    const clock = manualClock(1000);
    const pacing = createPacing({ clock });
    pacing.answered('volumes', ACCEPTED);
    const announced: number[] = [];
    const turn = pacing.wait('volumes', { onWait: (untilEpochMs) => announced.push(untilEpochMs) });
    pacing.answered('volumes', { isTooSoon: false, holdMs: 9000 });
    clock.elapse(5500);
    await Promise.resolve();
    clock.elapse(3500);
    expect(await turn).toBe(9000);
    expect(announced).toEqual([5500, 9000]);
  });

  test.each([3_600_000, -3_600_000])(
    'a time of day that is set by %i ms makes no wait longer or shorter',
    async (ms) => {
      const clock = manualClock(1_796_000_000_000);
      const pacing = createPacing({ clock });
      pacing.answered('volumes', ACCEPTED);
      const turn = pacing.wait('volumes');
      clock.elapse(1000);
      clock.set(ms);
      expect(pacing.remainingMs('volumes')).toBe(4500);
      clock.elapse(4500);
      expect(await turn).toBe(5500);
    },
  );

  test('a wait that is given up takes no turn', async () => {
    const clock = manualClock();
    const pacing = createPacing({ clock });
    pacing.answered('volumes', ACCEPTED);
    const abort = new AbortController();
    const turn = pacing.wait('volumes', { signal: abort.signal });
    abort.abort(new Error('given up'));
    await expect(turn).rejects.toThrow('given up');
    clock.elapse(5500);
    expect(pacing.remainingMs('volumes')).toBe(0);
  });
});

describe('a client with a pacing', () => {
  test('holds each call back until its turn and writes the wait into the ledger', async () => {
    const clock = manualClock();
    const exchanges: Exchange[] = [];
    await using server = await startScriptedServer(json(200, { success: true }), json(200, { success: true }));
    const client = clientFor(server.url, {
      clock,
      pacing: createPacing({ clock }),
      onExchange: (exchange) => exchanges.push(exchange),
    });
    await client.write(CALLS.maintenance, WINDOW);
    const onWait = (untilEpochMs: number): void => queueMicrotask(() => clock.elapse(untilEpochMs));
    await client.write(CALLS.maintenance, WINDOW, { onWait });
    expect(exchanges.map(({ waitedMs, startedAtEpochMs }) => [waitedMs, startedAtEpochMs])).toEqual([
      [0, 0],
      [2500, 2500],
    ]);
  });

  test('learns the threshold from a refusal', async () => {
    const clock = manualClock();
    const pacing = createPacing({ clock });
    await using server = await startScriptedServer(
      json(429, { detail: 'API requests too frequent endpoint threshold=7.5' }),
    );
    await failureOf(
      clientFor(server.url, { clock, pacing }).write(CALLS.webhooks, { name: '', url: '', eventTypes: [] }),
    );
    expect(pacing.remainingMs('webhooks')).toBe(7500);
  });

  const headers: readonly (readonly [Record<string, string>, number])[] = [
    [{ 'retry-after': '12' }, 12_000],
    [{ 'retry-after': 'Sun, 09 Sep 2001 01:47:00 GMT' }, 20_000],
    [{ 'ratelimit-remaining': '0', 'ratelimit-reset': '9' }, 9000],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1000000030' }, 30_000],
    [{ ratelimit: 'limit=10, remaining=0, reset=8' }, 8000],
    [{ ratelimit: '"default";r=0;t=6' }, 6000],
    [{ 'ratelimit-remaining': '3', 'ratelimit-reset': '9' }, 5500],
    [{ 'retry-after': 'soon' }, 5500],
  ];
  for (const [header, remainingMs] of headers) {
    test(`believes ${JSON.stringify(header)} on an accepted call`, async () => {
      const clock = manualClock();
      // 2001-09-09T01:46:40Z
      clock.elapse(1_000_000_000_000);
      const pacing = createPacing({ clock });
      await using server = await startScriptedServer(raw(200, 'application/json', '{"volumes":[]}', header));
      await clientFor(server.url, { clock, pacing }).list(CALLS.volumes);
      expect(pacing.remainingMs('volumes')).toBe(remainingMs);
    });
  }

  test('a call that never reached the service delays nothing after its own turn', async () => {
    const clock = manualClock();
    const pacing = createPacing({ clock });
    const dispatcher = stuckDispatcher();
    const call = failureOf(
      clientFor('http://127.0.0.1:1', { clock, pacing, dispatcher }).write(CALLS.maintenance, WINDOW),
    );
    await Promise.resolve();
    await Promise.resolve();
    clock.elapse(5000);
    expect(await call).toMatchObject({ kind: 'timed-out', stage: 'connecting' });
    expect(pacing.remainingMs('maintenance')).toBe(0);
  });

  test('a call given up while it waits for its turn is aborted and was not sent', async () => {
    const clock = manualClock();
    const pacing = createPacing({ clock });
    pacing.answered('maintenance', ACCEPTED);
    await using server = await startScriptedServer();
    const abort = new AbortController();
    const call = clientFor(server.url, { clock, pacing }).write(CALLS.maintenance, WINDOW, {
      signal: abort.signal,
      onWait: () => abort.abort(),
    });
    expect(await failureOf(call)).toMatchObject({ kind: 'aborted', stage: 'connecting', isOutcomeUnknown: false });
    expect(server.requests).toEqual([]);
  });
});
