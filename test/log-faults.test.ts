/**
 * The log of an instance under the faults of the bench: on the call that asks for it, and on the fetch of what it names.
 *
 * @module-tag exhaustive
 */
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiError } from '../src/api/errors/error.ts';
import { LOG_BOUNDS } from '../src/api/records/log-lines.ts';
import { type Clock, systemClock } from '../src/base/clock.ts';
import type { Fault } from './faults/fault.ts';
import { growthDuring, within } from './faults/patience.ts';
import { ANSWER_FAULTS } from './faults/plays/answer.ts';
import { CONNECTION_FAULTS } from './faults/plays/connection.ts';
import { refusals } from './faults/plays/refusal.ts';
import { SIZE_FAULTS } from './faults/plays/size.ts';
import { TIME_FAULTS } from './faults/plays/time.ts';
import { clientFor, KEY } from './support/api-client.ts';
import { type FaultProxy, startFaultProxy } from './support/fault-proxy.ts';

/** What a log may cost beyond what is in use before, bytes. */
const MEMORY_BYTES = 256 * 1024 ** 2;

/** Of the statuses that refuse, one of each kind: each costs a log that is not there thirty tries. */
const STATUSES = ['302', '404', '429', '503'];

/** What is not answered with 200 has no body that a fetch would read, so that one of each kind is enough for that. */
const NEEDLESS_FETCHES = /^(?!200|302|404|429|503)\d{3} /;

const FAULTS: readonly Fault[] = [
  ...CONNECTION_FAULTS,
  ...ANSWER_FAULTS,
  ...SIZE_FAULTS,
  ...TIME_FAULTS,
  ...refusals('http://127.0.0.1:1/trap'),
].filter(
  ({ connection, isOnKeptConnection, name }) =>
    connection === undefined && isOnKeptConnection !== true && (!/^\d{3}$/.test(name) || STATUSES.includes(name)),
);

/** Each once: a play stands there for each kind of call of the panes. */
const PLAYS = [...new Map(FAULTS.map((fault) => [`${fault.group}: ${fault.name}`, fault] as const))];

/** Time limits hurry where nothing else ends a call, and so does the pause between two tries. */
const clockFor = ({ isSilent }: Fault): Clock => ({
  ...systemClock,
  after: (ms, run) => systemClock.after(ms === PAUSE_MS ? 0 : isSilent === true ? ms / 100 : ms, run),
});

const PAUSE_MS = 300;

let proxy: FaultProxy;

/** A service that has one log, behind the proxy. */
const service = createServer((request, response) => {
  if (request.method === 'PUT')
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ success: true, result_url: `${proxy.url}/logs/t` }));
  else response.writeHead(200, { 'content-type': 'text/plain' }).end('one\ntwo\n');
});

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const address = service.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  proxy = await startFaultProxy(`http://127.0.0.1:${address.port}`);
});

afterAll(async () => {
  await proxy[Symbol.asyncDispose]();
  service.closeAllConnections();
  service.close();
});

describe.each([
  ['asked for', 'PUT'],
  ['fetched', 'GET'],
])('a log that is %s', (_, meant) => {
  const plays = PLAYS.filter(([, { name }]) => meant === 'PUT' || !NEEDLESS_FETCHES.test(name));
  test.each(plays)('ends as text or as a failure that is told, and is there again later: %s', async (__, fault) => {
    const { play, isLarge } = fault;
    const client = clientFor(proxy.url, { clock: clockFor(fault) });
    const before = proxy.requests.length;
    proxy.decide((request) => (request.method === meant ? play : undefined));
    const reading = client.log({ instanceId: 5, tail: 10 }).catch((error: unknown) => error);
    const ended = within('asking', reading);
    const grownBytes = await growthDuring(ended);
    const outcome = await ended;
    if (isLarge) expect(grownBytes).toBeLessThan(MEMORY_BYTES);
    if (!(outcome instanceof ApiError)) {
      const { lines = [], unfinished = '' } = (outcome ?? {}) as Partial<{ lines: string[]; unfinished: string }>;
      expect(lines.length).toBeLessThanOrEqual(LOG_BOUNDS.lines);
      expect([...lines, unfinished].join('')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
    }
    const struck = proxy.requests.slice(before);
    expect(struck.filter(({ method }) => method === 'PUT')).toHaveLength(1);
    for (const { method, headers } of struck)
      if (method === 'GET') expect(JSON.stringify(headers)).not.toMatch(/authorization|sk-0123/i);
    expect(JSON.stringify(outcome ?? null)).not.toContain(KEY);
    proxy.decide(() => undefined);
    expect(await within('asking again', client.log({ instanceId: 5, tail: 10 }))).toMatchObject({
      lines: ['one', 'two'],
    });
  });
});
