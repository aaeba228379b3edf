import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type OpenDeck, openDeck } from '../support/deck.tsx';
import { startTestService, temporaryFolder } from '../support/local-service.ts';
import { fillWebhook, journalIn, openNotifications } from '../support/notifications.ts';
import { hangUp, json, raw, type ScriptedReply, startScriptedServer } from '../support/scripted-server.ts';

const scripted = (url: string) => ({ url, apiKey: 'sk-test-0123456789' });
const confirmed = (preferences: object) => json(200, { success: true, notification_preferences: preferences });

const LOW_CREDIT_AND_OUTBID = {
  client: { low_credit: { email: true, webhooks: false }, outbid: { email: false, webhooks: true } },
};

/** Types the word that the review asks for. */
const confirm = async (deck: OpenDeck, word: string) => {
  await deck.press('notifications.review', 'notifications.confirm');
  await deck.type(word);
  await deck.press('notifications.field-enter');
};

/** Puts the cursor on a type of the grid, from its first row. */
const goTo = async (deck: OpenDeck, event: string) => {
  await deck.press('notifications.first');
  for (let step = 0; step < 40; step++) {
    if (deck.screen().some((line) => line[1] === '>' && line.includes(` ${event} `))) return;
    await deck.press('notifications.down');
  }
  throw new Error(`there is no row of ${event}`);
};

const rowOf = (deck: OpenDeck, event: string) => deck.screen().find((line) => line.includes(` ${event} `)) ?? '';

describe('a renter who has never set preferences from here', () => {
  test('is told that the present settings cannot be read and that the call replaces them all', async () => {
    const service = await startTestService();
    const deck = await openNotifications({ service, columns: 80, rows: 24 });
    await deck.press('notifications.tab');
    expect(deck.text()).toContain('Preferences of user 204117, never confirmed from here');
    expect(deck.text().replace(/\s+/g, ' ')).toContain(
      "The service's present settings cannot be read: this interface has no call that shows them. What is sent replaces them all",
    );
    await deck.press('notifications.review');
    expect(deck.text()).toContain('Nothing is set here yet.');
    expect(deck.screen().at(-1)).not.toContain('s review and send');
    await deck.press('notifications.toggle');
    expect(deck.screen().at(-1)).toMatch(/ a add a type {3}s review and send {3}x remove /);
  });

  test('sees the exact body, types a word, and the answer becomes what is known, also after a restart', async () => {
    await using server = await startScriptedServer(confirmed(LOW_CREDIT_AND_OUTBID));
    const file = join(temporaryFolder(), 'journal.db');
    const deck = await openNotifications({ service: scripted(server.url), parts: { journal: journalIn(file) } });
    await deck.press('notifications.tab', 'notifications.toggle');
    await goTo(deck, 'outbid');
    await deck.press('notifications.channel-right', 'notifications.toggle', 'notifications.review');
    expect(deck.text()).toContain('+ client:low_credit: not set -> email');
    expect(deck.text()).toContain('+ client:outbid: not set -> webhooks');
    expect(deck.text()).toContain('PUT /api/v0/users/204117/notification-prefs');
    expect(deck.text()).toContain('"low_credit": {"email": true, "webhooks": false}');
    await deck.press('notifications.confirm');
    expect(deck.screen().at(-1)).toMatch(/^ Enter replace all with 2 types {2}/);
    await deck.type('yes');
    await deck.press('notifications.field-enter');
    expect(deck.text()).toContain('Type replace, or cancel with Esc.');
    expect(server.requests).toEqual([]);
    await deck.press('notifications.line-delete-to-start');
    await deck.type('replace');
    await deck.press('notifications.field-enter');
    expect(server.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
      [
        'PUT',
        '/api/v0/users/204117/notification-prefs',
        '{"notification_preferences":{"client":{"low_credit":{"email":true,"webhooks":false},"outbid":{"email":false,"webhooks":true}}}}',
      ],
    ]);
    expect(deck.text()).toContain('Confirmed: these are in force now.');
    const later = await openNotifications({
      service: scripted(server.url),
      parts: { journal: journalIn(file, 'second run') },
    });
    await later.press('notifications.tab');
    expect(later.text()).toContain('as the service confirmed them 2026-11-21 12:00:0');
    expect(rowOf(later, 'outbid')).toMatch(/outbid +\[ \] +\[x\] +webhooks/);
  });

  test('is asked for the user id where nothing says whose key it is', async () => {
    await using server = await startScriptedServer(confirmed({}));
    const service = scripted(server.url);
    const file = join(temporaryFolder(), 'journal.db');
    const parts = { pane: 'notifications', journal: journalIn(file), timeZone: 'UTC' } as const;
    const deck = await openDeck({ service, parts });
    onTestFinished(deck.close);
    await deck.press('notifications.tab');
    expect(deck.text()).toContain('Whose preferences?');
    await deck.press('notifications.user');
    await deck.type('0x1F');
    await deck.press('notifications.field-enter');
    expect(deck.text()).toContain('A user id is a whole number above 0.');
    await deck.press('notifications.line-delete-to-start');
    await deck.type('31');
    await deck.press('notifications.field-enter');
    expect(deck.text()).toContain('Preferences of user 31, never confirmed from here');
    await deck.press('notifications.toggle');
    await confirm(deck, 'replace');
    expect(server.requests[0]?.path).toBe('/api/v0/users/31/notification-prefs');
  });

  test('types it once for all later runs with the same profile', async () => {
    const service = await startTestService();
    const file = join(temporaryFolder(), 'journal.db');
    const begin = async (session: string) => {
      const deck = await openDeck({ service, parts: { pane: 'notifications', journal: journalIn(file, session) } });
      onTestFinished(deck.close);
      await deck.press('notifications.tab');
      return deck;
    };
    const first = await begin('first');
    await first.press('notifications.user');
    await first.type('31');
    await first.press('notifications.field-enter');
    const second = await begin('second');
    expect(second.text()).toContain('Preferences of user 31, never confirmed from here');
  });
});

describe('a renter whose preferences were confirmed', () => {
  const withConfirmed = async (...answers: readonly ScriptedReply[]) => {
    const server = await startScriptedServer(confirmed(LOW_CREDIT_AND_OUTBID), ...answers);
    const deck = await openNotifications({ service: scripted(server.url) });
    await deck.press('notifications.tab', 'notifications.toggle');
    await confirm(deck, 'replace');
    return { server, deck };
  };

  test('sees what would change, and names what would vanish one by one before it is dropped', async () => {
    const { server, deck } = await withConfirmed(
      confirmed({ client: { low_credit: { email: true, webhooks: true } } }),
    );
    await using _ = server;
    await goTo(deck, 'low_credit');
    await deck.press('notifications.channel-right', 'notifications.toggle');
    expect(rowOf(deck, 'low_credit')).toMatch(/^\*> client +low_credit +\[x\] +>\[x\] +~ changed +email$/);
    await goTo(deck, 'outbid');
    await deck.press('notifications.remove');
    expect(rowOf(deck, 'outbid')).toMatch(/- vanishes +webhooks$/);
    await deck.press('notifications.review');
    expect(deck.text()).toContain('- client:outbid vanishes (it was: webhooks)');
    expect(deck.text()).toContain('~ client:low_credit: email -> both channels');
    await deck.press('notifications.confirm');
    await deck.type('yes');
    await deck.press('notifications.field-enter');
    expect(deck.text()).toContain('Type drop 1, or cancel with Esc.');
    await deck.press('notifications.line-delete-to-start');
    await deck.type('drop 1');
    await deck.press('notifications.field-enter');
    expect(server.requests[1]?.body).toBe(
      '{"notification_preferences":{"client":{"low_credit":{"email":true,"webhooks":true}}}}',
    );
    expect(rowOf(deck, 'outbid')).toMatch(/outbid +- +>? +- +not set$/);
  });

  test('adds a type of any group, takes edits back one by one, and sends nothing that does not differ', async () => {
    const { server, deck } = await withConfirmed();
    await using _ = server;
    await deck.press('notifications.add');
    await deck.type('fleet:');
    await deck.press('notifications.field-enter');
    expect(deck.text()).toContain('The event is missing.');
    await deck.type('reboot');
    await deck.press('notifications.field-enter', 'notifications.toggle');
    expect(rowOf(deck, 'reboot')).toMatch(/fleet +reboot +>\[x\] +\[ \] +\+ new +not set/);
    await deck.press('notifications.undo', 'notifications.undo', 'notifications.undo', 'notifications.review');
    expect(rowOf(deck, 'reboot')).toMatch(/reboot +>? ?- +- +not set/);
    expect(deck.text()).toContain('Nothing differs from what the service confirmed.');
    expect(server.requests).toHaveLength(1);
  });

  test('is told when the answer is not what was sent, and goes on from the answer', async () => {
    const { server, deck } = await withConfirmed(confirmed(LOW_CREDIT_AND_OUTBID));
    await using _ = server;
    await goTo(deck, 'low_credit');
    await deck.press('notifications.toggle');
    await confirm(deck, 'yes');
    expect(deck.text()).toContain('Confirmed, but the answer differs from what was sent.');
    expect(rowOf(deck, 'low_credit')).toMatch(/low_credit +>\[x\] +\[ \] +email/);
  });

  test('is told that an outcome is unknown, keeps the edits, and sends again only by hand', async () => {
    const { server, deck } = await withConfirmed(hangUp, confirmed(LOW_CREDIT_AND_OUTBID));
    await using _ = server;
    await goTo(deck, 'low_credit');
    await deck.press('notifications.toggle');
    await confirm(deck, 'yes');
    expect(deck.text()).toContain('The outcome is unknown: the service may have done it.');
    expect(deck.text()).toContain('The outcome of the replacement sent on 2026-11-21 12:00:');
    expect(rowOf(deck, 'low_credit')).toMatch(/>\[ \] +\[ \] +~ changed/);
    expect(server.requests).toHaveLength(2);
    await confirm(deck, 'replace');
    expect(server.requests).toHaveLength(3);
    expect(server.requests[2]?.body).toBe(server.requests[1]?.body);
    expect(deck.text()).not.toContain('is unknown');
  });
});

test('a group and a type that the service calls __proto__ are shown, kept and sent like any other', async () => {
  const odd =
    '{"__proto__":{"__proto__":{"email":true,"webhooks":false}},"constructor":{"outbid":{"email":true,"webhooks":true}}}';
  const reply = raw(200, 'application/json', `{"success":true,"notification_preferences":${odd}}`);
  await using server = await startScriptedServer(reply, reply);
  const file = join(temporaryFolder(), 'journal.db');
  const deck = await openNotifications({ service: scripted(server.url), parts: { journal: journalIn(file) } });
  await deck.press('notifications.tab', 'notifications.toggle');
  await confirm(deck, 'replace');
  await goTo(deck, '__proto__');
  expect(rowOf(deck, '__proto__')).toMatch(/__proto… +__proto__ +>?\[x\] +\[ \]/);
  const later = await openNotifications({
    service: scripted(server.url),
    parts: { journal: journalIn(file, 'second run') },
  });
  await later.press('notifications.tab');
  await goTo(later, '__proto__');
  await later.press('notifications.toggle');
  await confirm(later, 'yes');
  expect(server.requests[1]?.body).toContain('"__proto__":{"__proto__":{"email":false,"webhooks":false}}');
  expect(server.requests[1]?.body).toContain('"constructor":{"outbid":{"email":true,"webhooks":true}}');
});

test('an outcome unknown is still one after a restart', async () => {
  await using server = await startScriptedServer(hangUp);
  const file = join(temporaryFolder(), 'journal.db');
  const deck = await openNotifications({ service: scripted(server.url), parts: { journal: journalIn(file) } });
  await deck.press('notifications.tab', 'notifications.toggle');
  await confirm(deck, 'replace');
  const later = await openNotifications({
    service: scripted(server.url),
    parts: { journal: journalIn(file, 'second run') },
  });
  await later.press('notifications.tab');
  expect(later.text()).toContain('The outcome of the replacement sent on 2026-11-21 12:00:');
});

test('what a new webhook switched on is not dropped by the next replacement', async () => {
  const service = await startTestService();
  const deck = await openNotifications({ service, rows: 50 });
  await deck.press('notifications.tab', 'notifications.toggle');
  await confirm(deck, 'replace');
  await deck.press('notifications.tab');
  await fillWebhook(deck);
  await deck.press('notifications.review', 'notifications.create', 'notifications.reveal', 'notifications.leave');
  await deck.press('notifications.tab');
  expect(rowOf(deck, 'low_credit')).toMatch(/\[x\] +\[x\] +both channels/);
  expect(rowOf(deck, 'machine_offline')).toMatch(/\[ \] +\[x\] +webhooks/);
  await goTo(deck, 'outbid');
  await deck.press('notifications.toggle');
  await confirm(deck, 'yes');
  expect(deck.text()).toContain('Confirmed: these are in force now.');
});

test('the editor refuses every edit with the reason when the program only reads', async () => {
  const service = await startTestService();
  const deck = await openNotifications({ service, parts: { readOnlyReason: 'The profile ops is read-only.' } });
  await deck.press('notifications.tab');
  for (const id of ['notifications.toggle', 'notifications.add', 'notifications.remove', 'notifications.review']) {
    await deck.press(id);
    expect(deck.screen().at(-2)).toContain('The profile ops is read-only.');
  }
  expect(deck.text()).not.toContain('+ new');
});
