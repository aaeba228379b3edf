/** What was sent from here, as `gpudeck journal` tells it, and what an agent that says who it is may do. */
import { expect, test } from 'vitest';
import { serviceAt } from '../src/api/http/base-url.ts';
import { findPlaces, journalFile } from '../src/storage/files/places.ts';
import { sessionBy } from '../src/storage/journal/author.ts';
import { openJournal } from '../src/storage/journal/open-journal.ts';
import { createProfileJournal } from '../src/storage/journal/profile-journal.ts';
import { impatientClock, TIME_LIMITS_MS } from './support/impatient-clock.ts';
import { temporaryFolder } from './support/local-service.ts';
import { gpudeck } from './support/one-shot.ts';
import { hangUp, json, startScriptedServer } from './support/scripted-server.ts';

const NOW_MS = Date.UTC(2026, 10, 22, 12);

const running = { actual_status: 'running', intended_status: 'running', label: null, is_bid: false, dph_total: 0.5 };
const list = json(200, {
  success: true,
  instances: [
    { id: 5, ...running },
    { id: 6, ...running },
  ],
});
const yes = json(200, { success: true });

/** The program in one folder on one day. */
const world = (url: string, more: Readonly<Record<string, string>> = {}) => {
  const folder = temporaryFolder();
  const run = (args: readonly string[], environment: Readonly<Record<string, string>> = more, nowMs = NOW_MS) =>
    gpudeck([...args, '--config', folder], {
      environment: { GPUDECK_BASE_URL: url, GPUDECK_API_KEY: 'key', ...environment },
      clock: impatientClock(nowMs, TIME_LIMITS_MS),
    });
  return { folder, run };
};

test('tells of every subject who sent what, when, and what came of it', async () => {
  await using server = await startScriptedServer(list, yes, list, hangUp, list);
  const { folder, run } = world(server.url);
  expect((await run(['instance', 'stop', '5', '--yes'])).code).toBe(0);
  expect((await run(['instance', 'destroy', '6', '--yes', '--json'], {}, NOW_MS + 60_000)).code).toBe(6);
  const opened = openJournal(journalFile(findPlaces(folder)));
  if ('problem' in opened) throw new Error(opened.problem);
  const of = (session: string) => createProfileJournal(opened.journal, serviceAt(server.url), session);
  const rental = { offerId: 7, machineId: 8, image: 'a', diskGb: 9, label: 'run-7', before: [] };
  const begun = of('m1x-7-0').rentals.begin({ ...rental, kind: 'rent' }, NOW_MS + 120_000, []);
  if (!('id' in begun)) throw new Error('not noted');
  of('m1x-7-0').rentals.settle(begun.id, { kind: 'accepted', contract: 11 }, NOW_MS + 121_000);
  of(sessionBy({ by: 'command', command: 'instance', agent: 'renter-bot' }, 'x')).instanceChanges.begin(
    { instanceId: 5, kind: 'label', value: 'sweep' },
    NOW_MS + 180_000,
    1,
  );
  opened.journal.close();

  const { out, errors, code } = await run(['journal', '--json'], {}, NOW_MS + 3_600_000);
  expect([code, errors]).toEqual([0, '']);
  const all = JSON.parse(out);
  const [common, none] = [
    { instance_id: null, plan: null, value: '' },
    { agent: null, command: null },
  ];
  expect(all).toEqual([
    {
      ...{ ...common, at: '2026-11-22T12:03:00Z', by: 'command', command: 'instance', agent: 'renter-bot' },
      ...{ kind: 'label', id: 5, value: 'sweep', outcome: 'unknown', words: expect.stringContaining('no answer') },
    },
    {
      ...{ ...common, ...none, at: '2026-11-22T12:02:00Z', by: 'screen', kind: 'rent', id: 7, instance_id: 11 },
      ...{ value: 'run-7', outcome: 'accepted', words: '' },
    },
    {
      ...{ ...common, ...none, at: '2026-11-22T12:01:00Z', by: 'command', command: 'instance', kind: 'destroy', id: 6 },
      ...{ outcome: 'unknown', words: expect.stringMatching(/./) },
    },
    {
      ...{ ...common, ...none, at: '2026-11-22T12:00:00Z', by: 'command', command: 'instance', kind: 'stop', id: 5 },
      ...{ outcome: 'accepted', words: '' },
    },
  ]);

  const idsOf = async (...args: readonly string[]) =>
    JSON.parse((await run(['journal', '--json', ...args], {}, NOW_MS + 3_600_000)).out).map(
      ({ id }: { id: number }) => id,
    );
  expect(await idsOf('--kind', 'stop')).toEqual([5]);
  const unknown = await run(['journal', '--kind', 'stopp']);
  expect([unknown.code, unknown.errors]).toEqual([2, expect.stringContaining('Expected one of rent, start, ')]);
  expect(await idsOf('--id', '11')).toEqual([7]);
  expect(await idsOf('--to', 'yesterday')).toEqual([]);
  const table = await run(['journal', '--id', '5', '--fields', 'kind,agent,outcome', '--csv'], {}, NOW_MS + 3_600_000);
  expect(table.out).toMatch(/^kind,agent,outcome\r?\nlabel,renter-bot,unknown\r?\nstop,,accepted\r?\n$/);
});

test('an agent that says who it is only reads, and sees what would be sent', async () => {
  await using server = await startScriptedServer(list, list);
  const { run } = world(server.url, { GPUDECK_AGENT: 'renter-bot' });
  const refused = await run(['instance', 'stop', '5', '--yes']);
  expect(refused).toMatchObject({ code: 2, out: '' });
  expect(refused.errors).toContain(
    'run by the agent renter-bot (GPUDECK_AGENT or gpudeck mcp), which may only read but for the acts that limits.json names. Nothing was sent.',
  );
  expect(server.requests).toHaveLength(0);
  expect((await run(['instance', 'stop', '5', '--dry-run'])).code).toBe(0);
  expect(server.requests.map(({ method }) => method)).toEqual(['GET']);
  const odd = await run(['balance', '--json'], { GPUDECK_AGENT: 'a\tb' });
  expect(JSON.parse(odd.errors)).toMatchObject({ error: { kind: 'bad-usage', exit: 2 } });
});
