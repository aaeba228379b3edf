/** Refusals that an older version settled on less than is certain: the next write to the same target tells of them. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { impatientClock, TIME_LIMITS_MS } from './support/impatient-clock.ts';
import { temporaryFolder } from './support/local-service.ts';
import { gpudeck } from './support/one-shot.ts';
import { created, instances, OFFER, offers, rented } from './support/renting.ts';
import { json, type ScriptedServer, startScriptedServer } from './support/scripted-server.ts';

const DAY_MS = 86_400_000;

const NO = json(400, { success: false, error: 'invalid_args', msg: 'not now' });

const run = (server: Pick<ScriptedServer, 'url'>, folder: string, args: readonly string[]) =>
  gpudeck([...args, '--config', folder, '--yes'], {
    environment: { GPUDECK_BASE_URL: server.url, GPUDECK_API_KEY: 'key' },
    clock: impatientClock(Date.now(), TIME_LIMITS_MS),
  });

const RENT = ['rent', '5', '--image', 'a', '--disk', '40', '--label', 'train', '--max', '1'];

const SCHEDULE = [
  'schedule',
  '--machine',
  '8207',
  '--start',
  '2099-12-01T02:00Z',
  '--hours',
  '1',
  '--category',
  'disk',
  '--reason',
  'new disk',
];

/** Has the journal in `folder` as an older version left it, which called what came back so many days ago, in `words`, refused. */
const asOlder = (folder: string, table: 'rentals' | 'announcements', words: string, days: number): void => {
  const journal = new DatabaseSync(join(folder, 'state', 'journal.db'));
  journal.prepare(`UPDATE ${table} SET words = ?, sent_at_ms = ?`).run(words, Date.now() - days * DAY_MS);
  const version = Number(journal.prepare('PRAGMA user_version').get()?.user_version);
  // The step of refusals, and the tables of the two behind it.
  journal.exec(`DROP TABLE rented_with_put; DROP TABLE leases; PRAGMA user_version = ${version - 3}`);
  journal.close();
};

test.each([
  ['The service failed (status 502).', 13, 6],
  ['The service refused: no room (status 409).', 1, 6],
  ['The service refused: created stopped (status 200).', 1, 6],
  ['The service was called too soon after the last call: Too many requests (status 429).', 1, 6],
  ['The service failed (status 502).', 15, 0],
  ['The service refused: not now (invalid_args, status 400).', 1, 0],
  ['The service did not accept the API key (status 401).', 1, 0],
  ['The service was called too soon after the last call: API requests too frequent (status 429).', 1, 0],
  ['No connection to the service (ECONNREFUSED). Nothing was sent.', 1, 0],
])('a creation of which was kept %j, %i days ago, ends the next with %i', async (words, days, expectedCode) => {
  await using server = await startScriptedServer(offers(OFFER), instances(), NO);
  const folder = temporaryFolder();
  expect((await run(server, folder, RENT)).code).toBe(1);
  asOlder(folder, 'rentals', words, days);
  server.script(
    ...(expectedCode === 6 ? [instances(rented(9, { label: 'train' }))] : [offers(OFFER), instances(), created(7)]),
  );
  const { code, errors } = await run(server, folder, RENT);
  expect(code).toBe(expectedCode);
  if (code === 6) expect(errors).toContain('--again rents all the same');
  if (code === 6) expect(errors).toContain('instance 9 is new on that machine');
});

test.each([
  ['The service failed (status 502).', 6, 'unknown_before'],
  ['The service refused: that is no window (status 200).', 0, 'announced'],
])('an announcement of which was kept %j ends the next with %i', async (words, expectedCode, outcome) => {
  await using server = await startScriptedServer(NO);
  const folder = temporaryFolder();
  expect((await run(server, folder, SCHEDULE)).code).toBe(1);
  asOlder(folder, 'announcements', words, 1);
  server.script(json(200, { success: true, you_sent: '1 notifications sent' }));
  const { code, out } = await run(server, folder, SCHEDULE);
  expect({ code, outcome: JSON.parse(out).outcome }).toEqual({ code: expectedCode, outcome });
});

test('a refusal that was sent again since is left as it is', async () => {
  await using server = await startScriptedServer(offers(OFFER), instances(), NO, offers(OFFER), instances(), NO);
  const folder = temporaryFolder();
  await run(server, folder, RENT);
  await run(server, folder, RENT);
  asOlder(folder, 'rentals', 'The service failed (status 502).', 1);
  server.script(instances());
  await run(server, folder, RENT);
  const journal = new DatabaseSync(join(folder, 'state', 'journal.db'));
  const states = journal.prepare('SELECT state FROM rentals ORDER BY id').all();
  journal.close();
  expect(states.map(({ state }) => state)).toEqual(['refused', 'unknown']);
});
