import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderInMemory } from '../support/local-service.ts';
import { fillWebhook, journalIn, openNotifications, reviewPreferences } from '../support/notifications.ts';
import { json, startScriptedServer } from '../support/scripted-server.ts';

const SECRET = 'whsec_"quoted"/5b1d0f7a';
const API_KEY = 'sk-test-0123456789';

/** Forms in which a careless program would write the secret: as it is, as JSON, as JSON in JSON, in an address, in base64. */
const FORMS = [
  SECRET,
  'whsec_\\"quoted\\"/5b1d0f7a',
  'whsec_\\\\\\"quoted\\\\\\"/5b1d0f7a',
  'whsec_%22quoted%22%2F5b1d0f7a',
  Buffer.from(SECRET).toString('base64'),
  '5b1d0f7a',
];

/** Files below `folder` whose bytes hold one of the forms, or the key. */
const filesWithSecret = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => [...FORMS, API_KEY].some((form) => readFileSync(file).includes(form)))
    .map((file) => file.slice(folder.length + 1));

test('the secret is in the file that the user saved it to, on the screen while revealed, and nowhere else', async () => {
  await using server = await startScriptedServer(
    json(200, {
      success: true,
      webhook: { id: 7, user_id: 9, name: 'alerts', webhook_secret: SECRET, event_types: [] },
      enabled_notification_preferences: ['client:low_credit'],
    }),
    json(409, { success: false, error: 'exists', msg: `this one has the secret ${SECRET}` }),
    json(200, { success: true, notification_preferences: {} }),
  );
  const folder = folderInMemory();
  const journal = journalIn(join(folder, 'journal.db'));
  const deck = await openNotifications({
    service: { url: server.url, apiKey: API_KEY },
    rows: 44,
    parts: { journal, homeFolder: folder },
  });
  const inStore = () => {
    const snapshot = JSON.stringify(deck.deck.store.getState());
    return FORMS.filter((form) => snapshot.includes(form));
  };

  await fillWebhook(deck);
  await deck.press('notifications.review', 'notifications.create');
  expect(deck.text()).toContain('The webhook was created.');
  expect(inStore()).toEqual([]);
  await deck.press('notifications.copy-secret');
  expect(inStore()).toEqual([]);
  await deck.press('notifications.reveal');
  expect(deck.text()).toContain(SECRET);
  expect(inStore()).toEqual([]);
  await deck.press('notifications.save-secret', 'notifications.line-delete-to-start');
  await deck.type('~/kept');
  await deck.press('notifications.field-enter');
  expect(inStore()).toEqual([]);

  await deck.press('frame.ledger', 'ledger.open');
  expect(deck.text()).toContain('[redacted]');
  expect(deck.text()).not.toContain('5b1d0f7a');
  await deck.press('ledger.close', 'frame.notifications', 'notifications.leave');
  await fillWebhook(deck);
  await deck.press('notifications.review', 'notifications.create');
  expect(deck.text()).toContain('this one has the secret [redacted]');
  await deck.press('notifications.tab', 'notifications.toggle');
  await reviewPreferences(deck);
  await deck.type('replace');
  await deck.press('notifications.field-enter');
  expect(server.requests).toHaveLength(3);

  expect(inStore()).toEqual([]);
  expect(JSON.stringify(deck.deck.store.getState())).not.toContain(API_KEY);
  expect(filesWithSecret(folder)).toEqual(['kept']);
});

test('a secret that is left behind is forgotten: nothing reveals it any more', async () => {
  await using server = await startScriptedServer(
    json(200, { success: true, webhook: { id: 7, webhook_secret: SECRET } }),
  );
  const deck = await openNotifications({ service: { url: server.url, apiKey: API_KEY } });
  await fillWebhook(deck);
  await deck.press('notifications.review', 'notifications.create', 'notifications.reveal');
  expect(deck.deck.shown().revealedSecret).toBe(SECRET);
  await deck.press('notifications.leave');
  expect(deck.deck.shown().revealedSecret).toBeUndefined();
});
