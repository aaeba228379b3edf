/** A key that is typed or pasted where it does not belong, and sent: nothing of it is in the journal's file. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { OpenDeck } from '../support/deck.tsx';
import { confirmWith, typePlan } from '../support/maintenance.ts';
import { reviewPreferences } from '../support/notifications.ts';
import { startRuns } from '../support/runs.ts';
import { json, type ScriptedServer, startScriptedServer } from '../support/scripted-server.ts';

const KEY = 'sk-Qx7hJ2mV9_b0tail';

let server: ScriptedServer;
let runs: ReturnType<typeof startRuns>;
let deck: OpenDeck;

beforeEach(async () => {
  const yes = json(200, { success: true });
  server = await startScriptedServer(...Array.from({ length: 20 }, () => yes));
  onTestFinished(() => server[Symbol.asyncDispose]());
  runs = startRuns({ url: server.url, apiKey: KEY });
  deck = await runs.start({ parts: { pane: 'maintenance', userId: 7 } });
});

/** Everything that lies where the journal lies. */
const written = () => {
  deck.deck.session.flush();
  const folder = dirname(runs.file);
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n');
};

const rows = (table: string) => {
  const database = new DatabaseSync(runs.file);
  const found = database.prepare(`SELECT * FROM ${table}`).all();
  database.close();
  return found;
};

const MIDDLE = 'hJ2mV9';

test('in the reason of an announcement, which is refused before it is sent', async () => {
  await typePlan(deck, [8207], `swap, ${KEY}`);
  await confirmWith(deck, '8207');
  expect(server.requests.filter(({ body }) => body.includes(KEY))).toEqual([]);
  expect(deck.text().replaceAll(/\s+/g, ' ')).toContain('The reason holds the API key or a secret');
  expect(rows('announcements')).toEqual([]);
  expect(written()).not.toContain(MIDDLE);
});

test('in the name, address and event types of a webhook', async () => {
  await deck.press('frame.notifications', 'notifications.new');
  await deck.paste(`my ${KEY}`);
  await deck.press('notifications.field-enter');
  await deck.paste(`https://hooks.example/${KEY}`);
  await deck.press('notifications.field-enter');
  await deck.paste(`host:${KEY}`);
  await deck.press(
    'notifications.field-enter',
    'notifications.field-leave',
    'notifications.review',
    'notifications.create',
  );
  expect(server.requests.at(-1)?.body).toContain(KEY);
  expect(rows('webhooks')).toMatchObject([
    { name: 'my [redacted]', url: 'https://hooks.example/[redacted]', event_types: '["host:[redacted]"]' },
  ]);
  expect(written()).not.toContain(MIDDLE);
});

test('as an event type among the preferences', async () => {
  await deck.press('frame.notifications', 'notifications.tab', 'notifications.add');
  await deck.paste(`host:${KEY}`);
  await deck.press('notifications.field-enter', 'notifications.toggle');
  await reviewPreferences(deck);
  await deck.type('replace');
  await deck.press('notifications.field-enter');
  expect(server.requests.at(-1)?.body).toContain(KEY);
  expect(rows('event_types')).toMatchObject([{ type: 'host:[redacted]' }]);
  expect(rows('confirmed_preferences')).toMatchObject([{ preferences: expect.stringContaining('"[redacted]"') }]);
  expect(written()).not.toContain(MIDDLE);
});

test('in a filter that is kept, and in one from which it is being deleted again', async () => {
  await deck.press('frame.volumes', 'volumes.filter');
  await deck.paste(KEY);
  await deck.press('volumes.filter-keep', 'frame.offers', 'offers.filter');
  await deck.paste(KEY);
  for (let left = KEY.length; left > 13; left--) {
    expect(written()).not.toContain(MIDDLE);
    await deck.press('offers.line-delete-before');
  }
  expect(written()).toContain('[redacted]');
});

test('that is no longer the one in use', async () => {
  await deck.press('maintenance.edit');
  await deck.paste(`8207 ${KEY}`);
  await deck.press('maintenance.leave', 'frame.palette');
  await deck.type('enter another key');
  await deck.press('palette.run');
  await deck.type('sk-other-0123456789');
  await deck.press('key.submit', 'frame.maintenance');
  expect(written()).toContain('8207 [redacted]');
  expect(written()).not.toContain(MIDDLE);
});
