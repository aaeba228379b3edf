/** Two programs on one journal at once: what one of them has sent is known to the other before that sends anything. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startJournal } from '../support/journal.ts';
import { folderInMemory } from '../support/local-service.ts';
import { beginToConfirm, confirmWith, openMaintenance, typePlan } from '../support/maintenance.ts';
import { fillWebhook, openNotifications, reviewPreferences } from '../support/notifications.ts';
import { startRuns } from '../support/runs.ts';
import { json, type ScriptedReply, startScriptedServer } from '../support/scripted-server.ts';

const KEY = { apiKey: 'test-key-0123' };

/** The window of `typePlan`. */
const WINDOW = { startsAtEpochS: Date.UTC(2026, 11, 1, 2) / 1000, durationHours: 1.5 } as const;
const SENT_MS = Date.UTC(2026, 10, 21, 12, 30);

const sent = (count: number): ScriptedReply => json(200, { success: true, you_sent: `${count} notifications sent` });

/** The journal of the program under test, and of another one beside it. */
const twoJournals = () => {
  const file = join(folderInMemory(), 'journal.db');
  return { journal: startJournal(file), other: startJournal(file).announcements, others: startJournal(file) };
};

type Other = ReturnType<typeof twoJournals>['other'];

/** The other program announces a window for a machine, and gets its answer. */
const announceElsewhere = (
  other: Other,
  machineId: number,
  window: { startsAtEpochS: number; durationHours: number } = WINDOW,
) => {
  const begun = other.begin({ machineId, ...window, reason: '', category: 'disk' }, '{}', SENT_MS, 'all');
  if (!('id' in begun)) throw new Error('it was not noted');
  other.settle(begun.id, { kind: 'accepted', sentence: '7 notifications sent', atEpochMs: SENT_MS });
};

describe('a host whose other program has announced', () => {
  test('while the review stood on screen is shown that, and sends only after reading it', async () => {
    await using server = await startScriptedServer(sent(1), sent(1));
    const { journal, other } = twoJournals();
    const deck = await openMaintenance({ url: server.url, ...KEY }, { parts: { journal } });
    await typePlan(deck, [1, 2]);
    await beginToConfirm(deck);
    await deck.type('2');
    announceElsewhere(other, 2);
    await deck.press('maintenance.keep');
    expect(server.requests).toEqual([]);
    expect(deck.text()).toContain(
      'Not sent: another gpudeck announced something in the meantime. Read the list, then confirm.',
    );
    while (deck.text().includes('below (Space)')) await deck.press('maintenance.page-down');
    expect(deck.text()).toMatch(/^ +2 +- +|^ +2 +same window, 2026-11-21 13:30: 7 notifications sent/m);
    expect(deck.text()).toContain('same window, 2026-11-21 13:30: 7 notifications sent');
    await deck.press('maintenance.leave-out');
    await confirmWith(deck, '1');
    expect(server.requests.map(({ path }) => path)).toEqual(['/api/v0/machines/1/dnotify']);
  });

  test('before the review was opened sees it there, and may send all the same', async () => {
    await using server = await startScriptedServer(sent(1));
    const { journal, other } = twoJournals();
    const deck = await openMaintenance({ url: server.url, ...KEY }, { parts: { journal } });
    announceElsewhere(other, 1);
    await typePlan(deck, [1]);
    expect(deck.text()).toContain('The same window was announced before for this machine');
    await confirmWith(deck, '1');
    expect(deck.text()).toContain('1 announced.');
  });

  test.each([
    ['the same window', WINDOW, 'It was not sent: the same window was sent 2026-11-21 13:30: 7 notifications sent.'],
    [
      'one that overlaps',
      { ...WINDOW, startsAtEpochS: WINDOW.startsAtEpochS + 3600 },
      'It was not sent: a window from 2026-12-01 04:00 was sent 2026-11-21 13:30: 7 notifications sent.',
    ],
  ])('%s while the queue was at work is asked at that machine', async (_, window, words) => {
    const { journal, other } = twoJournals();
    const announcing: ScriptedReply = (response, request) => {
      announceElsewhere(other, 2, window);
      sent(1)(response, request);
    };
    await using server = await startScriptedServer(announcing, sent(1), sent(3));
    const deck = await openMaintenance({ url: server.url, ...KEY }, { parts: { journal } });
    await typePlan(deck, [1, 2, 3]);
    await confirmWith(deck, '3');
    await deck.resize(80, 24);
    expect(deck.text()).toContain('1 announced, 1 announced before, 1 waiting');
    expect(deck.text()).toContain('Machine 2: announced before.');
    expect(deck.text().replaceAll(/\s+/g, ' ')).toContain(words);
    expect(deck.text()).toMatch(/2 +! announced before/);
    await deck.press('maintenance.go-on');
    expect(deck.text()).toContain('2 announced, 1 announced before.');
    expect(server.requests.map(({ path }) => path)).toEqual([
      '/api/v0/machines/1/dnotify',
      '/api/v0/machines/3/dnotify',
    ]);
  });

  test('is sent to twice only by typing the id', async () => {
    const { journal, other } = twoJournals();
    const announcing: ScriptedReply = (response, request) => {
      announceElsewhere(other, 2);
      sent(1)(response, request);
    };
    await using server = await startScriptedServer(announcing, sent(1));
    const deck = await openMaintenance({ url: server.url, ...KEY }, { parts: { journal } });
    await typePlan(deck, [1, 2]);
    await confirmWith(deck, '2');
    await deck.press('maintenance.again');
    expect(server.requests).toHaveLength(1);
    expect(deck.text()).toContain('Type 2 to send it once more; its renters may be notified twice:');
    await deck.type('2');
    await deck.press('maintenance.keep');
    expect(deck.text()).toContain('2 announced.');
    expect(server.requests).toHaveLength(2);
  });
});

test('a queue that was saved and is resumed sends nothing that another program has announced since', async () => {
  const refusal = json(404, { success: false, error: 'no_such_machine', msg: 'there is no machine 2' });
  await using server = await startScriptedServer(sent(1), refusal);
  const runs = startRuns({ url: server.url, ...KEY });
  const first = await runs.start({ parts: { pane: 'maintenance' } });
  await typePlan(first, [1, 2, 3, 4]);
  await confirmWith(first, '4');
  expect(first.text()).toContain('Machine 2: not announced.');
  await runs.die(first);
  const { announcements } = startJournal(runs.file);
  announceElsewhere(announcements, 3);
  announceElsewhere(announcements, 4, { ...WINDOW, durationHours: 9 });
  server.script(json(200, { offers: [] }), sent(1));
  const second = await runs.start();
  await second.press('session.resume', 'maintenance.go-on');
  expect(second.text()).toMatch(/3 +\+ announced +7 notifications sent/);
  expect(second.text()).toContain('Machine 4: announced before.');
  expect(server.requests.filter(({ method }) => method === 'PUT')).toHaveLength(2);
});

test('a webhook that another program has just created is told of, and created again only by a second word', async () => {
  const created = json(200, { success: true, webhook: { id: 5, name: 'alerts' } });
  await using server = await startScriptedServer(created);
  const { journal, others } = twoJournals();
  const deck = await openNotifications({ service: { url: server.url, ...KEY }, parts: { journal } });
  await fillWebhook(deck);
  await deck.press('notifications.review');
  const begun = others.webhooks.begin(
    { name: 'alerts', url: 'https://hooks.example/gpu', eventTypes: [] },
    SENT_MS,
    [],
  );
  if ('line' in begun) others.webhooks.settle(begun.line, { kind: 'created', switchedOn: [] });
  await deck.press('notifications.create');
  expect(server.requests).toEqual([]);
  expect(deck.text().replaceAll(/\s+/g, ' ')).toContain(
    'Nothing was sent: a webhook of this name and address was created on 2026-11-21 12:30:00.',
  );
  await deck.press('notifications.review');
  expect(deck.text()).toContain('has this address already');
  await deck.press('notifications.create');
  expect(server.requests).toHaveLength(1);
});

test('preferences that another program has just replaced are shown beside the edits before they are replaced', async () => {
  const answer = { client: { low_credit: { email: true, webhooks: false } } };
  await using server = await startScriptedServer(json(200, { success: true, notification_preferences: answer }));
  const { journal, others } = twoJournals();
  const deck = await openNotifications({ service: { url: server.url, ...KEY }, parts: { journal } });
  await deck.press('notifications.tab', 'notifications.toggle');
  await reviewPreferences(deck);
  await deck.type('replace');
  others.preferences.confirm(204117, { client: { outbid: { email: true, webhooks: true } } }, SENT_MS);
  await deck.press('notifications.field-enter');
  expect(server.requests).toEqual([]);
  expect(deck.text().replaceAll(/\s+/g, ' ')).toContain(
    'Nothing was sent: another gpudeck replaced them on 2026-11-21 12:30:00.',
  );
  await deck.press('notifications.review');
  expect(deck.text()).toContain('+ client:low_credit: not set -> email');
  expect(deck.text()).toContain('"outbid": {"email": true, "webhooks": true}');
  await deck.press('notifications.confirm');
  await deck.type('yes');
  await deck.press('notifications.field-enter');
  expect(server.requests).toHaveLength(1);
});
