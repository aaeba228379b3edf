/**
 * Webhooks whose signing secret is of any length: shown whole, copied and saved, or said to be unusable; never left in doubt.
 *
 * @module-tag exhaustive
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderInMemory } from '../support/local-service.ts';
import { fillWebhook, journalIn, openNotifications } from '../support/notifications.ts';
import { json, startScriptedServer } from '../support/scripted-server.ts';
import { secretOf, wantedSizes } from '../support/secrets.ts';

/** A webhook with such a secret was just created, from a screen of 80x24. */
const create = async (secret: string) => {
  const server = await startScriptedServer(
    json(200, { success: true, webhook: { id: 7, name: 'alerts', webhook_secret: secret, event_types: [] } }),
    json(409, { success: false, error: 'exists', msg: `the last one had ${secret} and a name` }),
  );
  const folder = folderInMemory();
  const journal = journalIn(join(folder, 'journal.db'));
  const deck = await openNotifications({
    service: { url: server.url, apiKey: 'sk-test-0123456789' },
    columns: 80,
    rows: 24,
    parts: { journal, homeFolder: folder },
  });
  await fillWebhook(deck);
  await deck.press('notifications.review', 'notifications.create');
  return { server, folder, journal, deck };
};

describe.each([[8], [100], [4000], [100_000]])('a secret of %i characters', (length) => {
  const secret = secretOf(length);

  test('can be read whole by scrolling, is saved whole, and is in no later message', async () => {
    const { server, folder, journal, deck } = await create(secret);
    await using _ = server;
    expect(deck.text()).toContain('The webhook was created.');
    expect(journal.webhooks.list(10)).toMatchObject([{ outcome: { kind: 'created', webhookId: 7 } }]);
    await deck.press('notifications.reveal');
    const seen = new Set<string>();
    const look = () => {
      for (const line of deck.text().split('\n')) if (line.startsWith('  ')) seen.add(line.trim());
    };
    look();
    for (let page = 0; page < secret.length / 76 / 10; page++) {
      await deck.press('notifications.page-down');
      look();
    }
    const lines = Array.from({ length: Math.ceil(length / 76) }, (_, line) => secret.slice(line * 76, (line + 1) * 76));
    expect(lines.filter((line) => !seen.has(line))).toEqual([]);
    await deck.press('notifications.save-secret', 'notifications.line-delete-to-start');
    await deck.type('~/kept');
    await deck.press('notifications.field-enter');
    expect(readFileSync(join(folder, 'kept'), 'utf8')).toBe(`${secret}\n`);
    await deck.press('notifications.leave');
    await fillWebhook(deck);
    await deck.press('notifications.review', 'notifications.create');
    expect(deck.text().replace(/\s+/g, ' ')).toContain('the last one had [redacted] and a name');
  });
});

describe.each([...wantedSizes(1, 7), 100_001])('a secret of %i characters', (length) => {
  const secret = 'a'.repeat(length);

  test('cannot be used: that is said, the webhook is known, and everything else stays readable', async () => {
    const { server, folder, journal, deck } = await create(secret);
    await using _ = server;
    const screen = deck.text().replace(/\s+/g, ' ');
    expect(screen).toContain('The webhook was created.');
    expect(screen).toContain('Its signing secret cannot be used: it has');
    expect(screen).toContain('Make a new one for this webhook in the web console, or delete the webhook there.');
    expect(screen).toContain('alerts');
    expect(screen).not.toContain('[redacted]');
    expect(journal.webhooks.list(10)).toMatchObject([
      { name: 'alerts', url: 'https://hooks.example/gpu', outcome: { kind: 'created', webhookId: 7 } },
    ]);
    await deck.press('notifications.leave');
    expect(deck.text()).toMatch(/alerts +7 /);
    await deck.press('notifications.new');
    await deck.type('another name');
    deck.deck.session.flush();
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
    expect(files.join('\n')).toContain('another name');
    expect(files.join('\n')).not.toContain('[redacted]');
  });
});
