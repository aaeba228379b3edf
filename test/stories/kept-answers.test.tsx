/** A start without a link: what the last run saw is shown, marked as what it is, until the service answers. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { createAnswerFiles } from '../../src/storage/files/answer-files.ts';
import { type DeckOptions, type OpenDeck, openDeck } from '../support/deck.tsx';
import { impatientClock } from '../support/impatient-clock.ts';
import { startTestService, temporaryFolder } from '../support/local-service.ts';
import { manualClock } from '../support/manual-clock.ts';
import { hangUp, json, raw, silence, startScriptedServer } from '../support/scripted-server.ts';

const YESTERDAY = Date.UTC(2026, 10, 20, 14, 3);
const TODAY = Date.UTC(2026, 10, 21, 9, 30);
const KEY = 'sk-test-0123456789';

const offer = (id: number, more: object = {}) => ({ id, gpu_name: `GPU ${id}`, num_gpus: 1, dph_total: id, ...more });
const offers = (...ids: readonly number[]) => json(200, { offers: ids.map((id) => offer(id)) });
const volumes = (...ids: readonly number[]) => json(200, { volumes: ids.map((id) => ({ id, status: 'active' })) });

/** One run of the program on this machine. */
const run = async (
  folder: string,
  url: string,
  { atEpochMs = TODAY, parts, ...options }: Partial<DeckOptions> & { readonly atEpochMs?: number } = {},
): Promise<OpenDeck> => {
  const deck = await openDeck({
    service: { url, apiKey: KEY },
    clock: impatientClock(atEpochMs),
    columns: 80,
    rows: 24,
    ...options,
    parts: { answers: createAnswerFiles(folder, 'home', systemClock), ...parts },
  });
  onTestFinished(deck.close);
  return deck;
};

/** An address where nobody listens. */
const NOWHERE = 'http://127.0.0.1:9';

/** The same service for the same key, when it cannot be reached. */
const away = ({ apiKey }: { readonly apiKey: string }) => ({ url: NOWHERE, apiKey });

/** The profile, the mark of the key, and what was read. */
const FILE_NAME = /^[0-9a-f]{16}-[0-9a-f]{8}-volumes\.zst$/;

const note = (deck: OpenDeck) => deck.screen()[3]?.trim();
const message = (deck: OpenDeck) => deck.screen().at(-2)?.trim();

describe('a start without a link', () => {
  test('shows the offers of the last run with the time of their answer, and says that none has come since', async () => {
    const folder = temporaryFolder();
    const service = await startTestService({ offers: 400, seed: 11 });
    const first = await run(folder, service.url, {
      service,
      atEpochMs: YESTERDAY,
      start: { filter: 'num_gpus>=4' },
    });
    const rows = (deck: OpenDeck) => deck.screen().slice(5, -2);
    const seen = rows(first);
    expect(seen.join('')).toMatch(/4× /);
    const later = await run(folder, NOWHERE, { service: away(service), start: { filter: 'num_gpus>=4' } });
    expect(rows(later)).toEqual(seen);
    expect(later.screen()[1]).toMatch(/failed$/);
    expect(later.text()).toContain('No connection to the service');
    expect(message(later)).toBe('as of 14:03 yesterday, kept from an earlier run: no answer since');
  });

  test('while it is tried, says so over the rows and when the next try comes', async () => {
    const folder = temporaryFolder();
    await using server = await startScriptedServer(offers(1, 2), hangUp, offers(3));
    await run(folder, server.url, { atEpochMs: YESTERDAY });
    const clock = manualClock(TODAY);
    const later = await run(folder, server.url, { clock, parts: { pane: 'ledger' } });
    later.deck.press({ name: '1', text: '1' });
    await later.until((screen) => /GPU 1.*Again in/s.test(screen.join('\n')));
    expect(note(later)).toBe('as of 14:03 yesterday, kept from an earlier run: no answer since');
    expect(later.screen()[1]).toMatch(/1\/2 {3}no answer$/);
    expect(message(later)).toContain('Again in 2 s, try 2 of 6');
    clock.elapse(2000);
    await later.until((screen) => screen.join('\n').includes('GPU 3'));
    expect(later.text()).not.toContain('GPU 1');
    expect(later.text()).toContain('1/1   as of 09:30');
    expect(note(later)).toBe('');
  });

  test('shows them at once, before the service has answered', async () => {
    const folder = temporaryFolder();
    await using server = await startScriptedServer(volumes(1), silence);
    await run(folder, server.url, { atEpochMs: YESTERDAY, parts: { pane: 'volumes' } });
    const later = await run(folder, server.url, { clock: manualClock(TODAY), parts: { pane: 'ledger' } });
    later.deck.press({ name: '2', text: '2' });
    await later.until((screen) => screen.join('\n').includes('active'));
    expect(later.text()).toContain('as of 14:03 yesterday, kept from an earlier run: no answer since');
    expect(later.screen()[1]).toMatch(/asked 09:30:00$/);
  });

  test('shows those of another search only after a second', async () => {
    const folder = temporaryFolder();
    await using server = await startScriptedServer(offers(1), silence);
    await run(folder, server.url, { atEpochMs: YESTERDAY, start: { filter: 'num_gpus>=1' } });
    const clock = manualClock(TODAY);
    const later = await run(folder, server.url, { clock, columns: 160, parts: { pane: 'ledger' } });
    later.deck.press({ name: '1', text: '1' });
    await server.received(2);
    clock.elapse(999);
    expect(later.text()).not.toContain('GPU 1');
    clock.elapse(1);
    await later.until((screen) => screen.join('\n').includes('GPU 1'));
    expect(later.text()).toContain('asked with num_gpus>=1');
  });

  test('shows them before the service is up, where its key is known, and goes on from the row under the cursor', async () => {
    const folder = temporaryFolder();
    await using server = await startScriptedServer(offers(1, 2, 3), offers(3, 2, 1));
    const first = await run(folder, server.url, { atEpochMs: YESTERDAY });
    await first.close();
    const keyMark = readdirSync(folder)[0]?.split('-')[1];
    const { promise: up, resolve: comeUp } = Promise.withResolvers<void>();
    const later = await run(folder, server.url, { up, parts: { keyMark } });
    expect(later.text()).toContain('as of 14:03 yesterday, kept from an earlier run');
    await later.press('offers.down');
    expect(later.screen().find((line) => line.startsWith(' >'))).toContain('GPU 2');
    expect(server.requests).toHaveLength(1);
    comeUp();
    await later.until((screen) => screen.join('\n').includes('as of 09:30'));
    expect(later.text()).not.toContain('kept from');
    expect(later.screen().find((line) => line.startsWith(' >'))).toContain('GPU 2');
  });

  test('says what the offers were asked with when that was another filter, and narrows them by the one of now', async () => {
    const folder = temporaryFolder();
    const service = await startTestService({ offers: 400, seed: 11 });
    await run(folder, service.url, { service, atEpochMs: YESTERDAY, start: { filter: 'num_gpus>=2 4090' } });
    const later = await run(folder, NOWHERE, {
      service: away(service),
      start: { filter: 'num_gpus=4' },
      columns: 120,
    });
    expect(message(later)).toBe(
      'as of 14:03 yesterday, kept from an earlier run: no answer since, asked with num_gpus>=2',
    );
    const rows = later
      .screen()
      .slice(5, -2)
      .filter((line) => line !== '');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every((line) => line.includes('4× '))).toBe(true);
  });

  test('shows no offers that were priced for another type or storage', async () => {
    const folder = temporaryFolder();
    await using server = await startScriptedServer(offers(1));
    await run(folder, server.url, { atEpochMs: YESTERDAY });
    for (const start of [{ type: 'bid' as const }, { storageGb: 100 }]) {
      const later = await run(folder, NOWHERE, { start });
      expect(later.text()).not.toContain('GPU 1');
      expect(later.text()).toContain('Tried to search offers');
    }
  });

  test('shows volumes and connections too, as rows that can be opened and narrowed', async () => {
    const folder = temporaryFolder();
    const connections = json(200, [{ id: 7, name: 'backup', cloud_type: 's3' }]);
    await using server = await startScriptedServer(volumes(41, 42), connections);
    const first = await run(folder, server.url, { atEpochMs: YESTERDAY, parts: { pane: 'volumes' } });
    await first.press('frame.connections');
    const later = await run(folder, NOWHERE, { parts: { pane: 'volumes' } });
    expect(later.text()).toContain('1/2   failed');
    expect(later.text()).toContain('No connection to the service');
    expect(later.text()).toContain('as of 14:03 yesterday, kept from an earlier run: no answer since');
    await later.press('volumes.filter');
    await later.type('42');
    await later.press('volumes.filter-keep', 'volumes.open');
    expect(later.text()).toContain('Volume 42   active');
    await later.press('volumes.close', 'frame.connections');
    expect(later.text()).toContain('backup');
    expect(later.text()).toContain('as of 14:03 yesterday');
  });

  test('names the day when that was before yesterday', async () => {
    const folder = temporaryFolder();
    await using server = await startScriptedServer(volumes(1));
    await run(folder, server.url, { atEpochMs: Date.UTC(2025, 11, 3, 8, 5), parts: { pane: 'volumes' } });
    const later = await run(folder, NOWHERE, { parts: { pane: 'volumes' } });
    expect(later.text()).toContain('as of 08:05 on 3 Dec 2025, kept from an earlier run');
  });

  test('shows nothing of another profile, and nothing of before when another key was entered', async () => {
    const folder = temporaryFolder();
    await using server = await startScriptedServer(volumes(1), hangUp);
    await run(folder, server.url, { atEpochMs: YESTERDAY, parts: { pane: 'volumes' } });
    const other = await run(folder, NOWHERE, {
      parts: { pane: 'volumes', answers: createAnswerFiles(folder, 'work', systemClock) },
    });
    expect(other.text()).not.toContain('active');
    const withKey = await run(folder, NOWHERE, { parts: { pane: 'ledger' } });
    await withKey.press('frame.palette');
    await withKey.type('enter another key');
    await withKey.press('palette.run');
    await withKey.type('sk-other-0123456789');
    await withKey.press('key.submit', 'frame.volumes');
    expect(withKey.text()).toContain('Tried to list the volumes');
    expect(withKey.text()).not.toContain('active');
  });
});

test('two keys at one address have their own answers, and their files tell nothing of them', async () => {
  const folder = temporaryFolder();
  await using server = await startScriptedServer(volumes(1), volumes(2));
  for (const apiKey of [KEY, 'sk-other-0123456789']) {
    await run(folder, server.url, { service: { url: server.url, apiKey }, parts: { pane: 'volumes' } });
  }
  const later = await run(folder, NOWHERE, { parts: { pane: 'volumes' } });
  expect(later.text()).toMatch(/> +1 {2}active/);
  const names = readdirSync(folder).sort();
  expect(names).toEqual([expect.stringMatching(FILE_NAME), expect.stringMatching(FILE_NAME)]);
  const plainHash = createHash('sha256').update(KEY).digest('hex');
  for (const name of names) expect(plainHash).not.toContain(name.split('-')[1]);
});

describe('what is kept', () => {
  test('is the last complete answer: one that failed or broke off changes nothing', async () => {
    const folder = temporaryFolder();
    const broken = raw(200, 'application/json', '{"volumes":[{"id":9,"status":"broken"}');
    await using server = await startScriptedServer(volumes(1), volumes(2), broken);
    const first = await run(folder, server.url, { parts: { pane: 'volumes' } });
    await first.press('volumes.refresh', 'volumes.refresh');
    expect(first.text()).toContain('failed');
    const later = await run(folder, NOWHERE, { parts: { pane: 'volumes' } });
    expect(later.text()).toMatch(/> +2 {2}active/);
    expect(later.text()).not.toContain('broken');
  });

  test('is the first 1,000 offers of a longer list, and says that the list may be cut', async () => {
    const folder = temporaryFolder();
    await using server = await startScriptedServer(offers(...Array.from({ length: 1500 }, (_, place) => place + 1)));
    await run(folder, server.url, { atEpochMs: YESTERDAY, start: { limit: 2000 } });
    const later = await run(folder, NOWHERE, { start: { limit: 2000 } });
    expect(later.text()).toContain('1/1,000');
    expect(later.text()).toContain('first 1,000: + for more');
  });

  test('is what it was: a list that the service cut, with the values that could not be read', async () => {
    const folder = temporaryFolder();
    const body = '{"truncated":true,"volumes":[{"id":1,"status":"active","disk_space":NaN}]}';
    await using server = await startScriptedServer(raw(200, 'application/json', body));
    await run(folder, server.url, { parts: { pane: 'volumes' } });
    const later = await run(folder, NOWHERE, { parts: { pane: 'volumes' } });
    expect(later.text()).toMatch(/> +1 {2}active +\?/);
    expect(later.text()).toContain('cut by the service   1 unreadable value');
  });

  test('holds neither the key nor a webhook secret, whatever the service sends', async () => {
    const folder = temporaryFolder();
    const telling = { id: 1, status: KEY, name: `Bearer ${KEY}`, webhook_secret: 'whsec-abc' };
    await using server = await startScriptedServer(json(200, { volumes: [telling] }));
    await run(folder, server.url, { parts: { pane: 'volumes' } });
    const [file = ''] = readdirSync(folder);
    const content = zstdDecompressSync(readFileSync(join(folder, file))).toString();
    expect(content).toContain('"status":"[redacted]"');
    expect(content).not.toContain(KEY);
    expect(content).not.toContain('whsec-abc');
    const later = await run(folder, NOWHERE, { parts: { pane: 'volumes' } });
    expect(later.text()).toContain('1/1');
  });

  test('lies in files of mode 0600 in a folder of mode 0700, and nothing else is left there', async () => {
    const folder = join(temporaryFolder(), 'state', 'answers');
    await using server = await startScriptedServer(volumes(1));
    await run(folder, server.url, { parts: { pane: 'volumes' } });
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o600]);
  });

  test('is nothing where no journal can be had; that is said once', async () => {
    await using server = await startScriptedServer(volumes(1), volumes(2), volumes(3));
    const deck = await run('', server.url, {
      columns: 120,
      parts: { pane: 'volumes', answers: { problem: 'The journal /x/journal.db cannot be used: disk I/O error.' } },
    });
    const said = 'Answers cannot be kept for offline use. The journal /x/journal.db cannot be used: disk I/O error.';
    expect(message(deck)).toBe(said);
    await deck.press('volumes.refresh');
    expect(deck.text()).toMatch(/> +2 {2}active/);
    expect(message(deck)).toBe('');
  });

  test('is nothing where the folder cannot be written; that is said once, and the program goes on', async () => {
    const folder = join(temporaryFolder(), 'file-in-the-way');
    writeFileSync(folder, '');
    await using server = await startScriptedServer(volumes(1), volumes(2));
    const deck = await run(folder, server.url, { columns: 160, parts: { pane: 'volumes' } });
    expect(message(deck)).toContain('Answers cannot be kept for offline use.');
    expect(message(deck)).toContain('file-in-the-way');
    await deck.press('volumes.refresh');
    expect(deck.text()).toMatch(/> +2 {2}active/);
    expect(message(deck)).toBe('');
    expect(readFileSync(folder, 'utf8')).toBe('');
  });
});
