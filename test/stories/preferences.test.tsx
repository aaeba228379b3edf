import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type OpenDeck, openDeck } from '../support/deck.tsx';
import { call, folderInMemory, startTestService } from '../support/local-service.ts';
import { fillWebhook, journalIn, openNotifications, reviewPreferences } from '../support/notifications.ts';
import { hangUp, json, raw, type ScriptedReply, startScriptedServer } from '../support/scripted-server.ts';

const scripted = (url: string) => ({ url, apiKey: 'sk-test-0123456789' });
const confirmed = (preferences: object) => json(200, { success: true, notification_preferences: preferences });

const LOW_CREDIT_AND_OUTBID = {
  client: { low_credit: { email: true, webhooks: false }, outbid: { email: false, webhooks: true } },
};

/** Types the word that the review asks for. */
const confirm = async (deck: OpenDeck, word: string) => {
  await reviewPreferences(deck);
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

/** The screen as one text without line breaks, so that sentences that were broken to fit are whole. */
const words = (deck: OpenDeck) => deck.text().replace(/\s+/g, ' ');

const rowOf = (deck: OpenDeck, event: string) => deck.screen().find((line) => line.includes(` ${event} `)) ?? '';

describe('a renter who has never set preferences from here', () => {
  test('is told that the service cannot be asked, and that the call replaces what nobody here can see', async () => {
    await using server = await startScriptedServer();
    const deck = await openNotifications({ service: scripted(server.url), columns: 80, rows: 24 });
    await deck.press('notifications.tab');
    expect(deck.text()).toContain('Preferences of user 204117, never confirmed from here');
    expect(words(deck)).toContain(
      'This service cannot be asked for the current settings. What is sent replaces them all, and a type that is not named is dropped.',
    );
    await deck.press('notifications.ask');
    expect(deck.text()).toContain('This service has no call that shows the current settings.');
    await deck.press('notifications.review');
    expect(deck.text()).toContain('Nothing is set here yet.');
    expect(deck.screen().at(-1)).not.toContain('s review and send');
    await deck.press('notifications.toggle');
    expect(deck.screen().at(-1)).toMatch(/ a add a type {3}s review and send {3}x remove /);
    expect(server.requests).toEqual([]);
  });

  test('decides on each channel that nobody knows, sees the exact body, and types a word', async () => {
    await using server = await startScriptedServer(confirmed(LOW_CREDIT_AND_OUTBID));
    const file = join(folderInMemory(), 'journal.db');
    const deck = await openNotifications({ service: scripted(server.url), parts: { journal: journalIn(file) } });
    await deck.press('notifications.tab', 'notifications.toggle');
    expect(rowOf(deck, 'low_credit')).toMatch(/low_credit +>\[x\] +\[\?\] +\+ new/);
    await goTo(deck, 'outbid');
    await deck.press('notifications.channel-right', 'notifications.toggle');
    expect(deck.text()).toContain(' 2 would change, 2 not known [?]');
    await deck.press('notifications.review');
    expect(deck.text()).toContain('? client:low_credit by webhooks: not known here');
    expect(deck.text()).toContain('? client:outbid by email: not known here');
    expect(deck.text()).toContain('"low_credit": {"email": true}');
    expect(deck.text()).toContain(' client:low_credit by webhooks? y on, n off (1 more)');
    await deck.press('notifications.confirm');
    expect(deck.text()).toContain('Decide first: y switches it on, n off.');
    await deck.press('notifications.decide-off', 'notifications.decide-off');
    expect(deck.text()).toContain('+ client:low_credit: not known -> email');
    expect(deck.text()).toContain('+ client:outbid: not known -> webhooks');
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
    expect(deck.text()).toContain('Confirmed: these are in effect now.');
    const later = await openNotifications({
      service: scripted(server.url),
      parts: { journal: journalIn(file, 'second run') },
    });
    await later.press('notifications.tab');
    expect(later.text()).toContain('last known 2026-11-21 12:00:0');
    expect(words(later)).toContain('Another program may have changed them since.');
    expect(rowOf(later, 'outbid')).toMatch(/outbid +\[ \] +\[x\] +webhooks/);
  });

  test('is asked for the user id where nothing says whose key it is', async () => {
    await using server = await startScriptedServer(confirmed({}));
    const service = scripted(server.url);
    const file = join(folderInMemory(), 'journal.db');
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
    await using server = await startScriptedServer();
    const service = scripted(server.url);
    const file = join(folderInMemory(), 'journal.db');
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
    expect(rowOf(deck, 'outbid')).toMatch(/- dropped +webhooks$/);
    await deck.press('notifications.review');
    expect(deck.text()).toContain('- client:outbid is dropped (it was: webhooks)');
    expect(deck.text()).toContain('~ client:low_credit: email -> email, webhooks');
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
    expect(rowOf(deck, 'reboot')).toMatch(/fleet +reboot +>\[x\] +\[\?\] +\+ new +not set/);
    await deck.press('notifications.undo', 'notifications.undo', 'notifications.undo', 'notifications.review');
    expect(rowOf(deck, 'reboot')).toMatch(/reboot +>? ?- +- +not set/);
    expect(deck.text()).toContain('Nothing differs from what the service last reported.');
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
    expect(deck.text()).toContain('The outcome is unknown: the service may have carried it out.');
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
  const file = join(folderInMemory(), 'journal.db');
  const deck = await openNotifications({ service: scripted(server.url), parts: { journal: journalIn(file) } });
  await deck.press('notifications.tab', 'notifications.toggle');
  await confirm(deck, 'replace');
  await goTo(deck, '__proto__');
  expect(rowOf(deck, '__proto__')).toMatch(/__prot… +__proto__ +>?\[x\] +\[ \]/);
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
  const file = join(folderInMemory(), 'journal.db');
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

test('a new webhook says nothing of e-mail: the user decides on it before anything else is changed', async () => {
  const created = json(200, {
    success: true,
    webhook: { id: 7, user_id: 204117, name: 'alerts', webhook_secret: 'whsec_0123456789' },
    enabled_notification_preferences: ['client:low_credit'],
  });
  await using server = await startScriptedServer(created, confirmed({}));
  const deck = await openNotifications({ service: scripted(server.url), columns: 80, rows: 24 });
  await fillWebhook(deck);
  await deck.press('notifications.review', 'notifications.create', 'notifications.reveal', 'notifications.leave');
  await deck.press('notifications.tab');
  expect(rowOf(deck, 'low_credit')).toMatch(/low_credit +>\[\?\] +\[x\] +webhooks, email\?$/);
  await goTo(deck, 'outbid');
  await deck.press('notifications.toggle', 'notifications.review');
  expect(deck.text()).toContain('? client:low_credit by email: not known here');
  await deck.press('notifications.decide-on');
  expect(deck.text()).toContain('~ client:low_credit: webhooks, email not known -> email, webhooks');
  await deck.press('notifications.decide-off', 'notifications.confirm');
  await deck.type('replace');
  await deck.press('notifications.field-enter');
  expect(server.requests[1]?.body).toBe(
    '{"notification_preferences":{"client":{"low_credit":{"email":true,"webhooks":true},"outbid":{"email":true,"webhooks":false}}}}',
  );
});

describe('a renter whose service shows the current settings', () => {
  const shown = (preferences: object) => json(200, { notification_preferences: preferences });
  const open = async (service: { readonly url: string; readonly apiKey: string }, rows = 24) => {
    const deck = await openNotifications({ service, columns: 80, rows });
    await deck.press('notifications.tab');
    return deck;
  };

  test('begins with them, and sends back what nobody touched as it was', async () => {
    const service = await startTestService();
    const deck = await open(service);
    expect(deck.text()).toContain('Preferences of user 204117, read 2026-11-21 12:00:00');
    expect(rowOf(deck, 'low_credit')).toMatch(/low_credit +>\[x\] +\[ \] +email$/);
    expect(deck.text()).toContain(' client:low_credit, Low credit; default email');
    await goTo(deck, 'outbid');
    await deck.press('notifications.channel-right', 'notifications.toggle', 'notifications.review');
    expect(deck.text()).toMatch(/30 more lines below\n {2}~ client:outbid: email -> email, webhooks\n\n/);
    await deck.press('notifications.confirm');
    await deck.type('yes');
    await deck.press('notifications.field-enter');
    expect(deck.text()).toContain('Confirmed: these are in effect now.');
    const { body } = await call(service, 'GET', '/api/v0/users/204117/notification-prefs', { key: service.apiKey });
    expect(body).toMatchObject({
      notification_preferences: {
        client: { low_credit: { email: true, webhooks: false }, outbid: { email: true, webhooks: true } },
      },
    });
  });

  test('sees what a new webhook switched on, with e-mail as it was', async () => {
    const service = await startTestService();
    const deck = await openNotifications({ service, rows: 50 });
    await fillWebhook(deck);
    await deck.press('notifications.review', 'notifications.create', 'notifications.reveal', 'notifications.leave');
    await deck.press('notifications.tab');
    expect(rowOf(deck, 'low_credit')).toMatch(/>\[x\] +\[x\] +email, webhooks/);
    expect(rowOf(deck, 'machine_offline')).toMatch(/\[x\] +\[x\] +email, webhooks/);
  });

  test('asks again with a key, and keeps the edits that were made', async () => {
    const service = await startTestService();
    const deck = await open(service);
    await deck.press('notifications.toggle');
    await call(service, 'PUT', '/api/v0/users/204117/notification-prefs', {
      key: service.apiKey,
      body: { notification_preferences: { client: { outbid: { email: false, webhooks: true } } } },
    });
    await deck.press('notifications.ask');
    expect(rowOf(deck, 'outbid')).toMatch(/outbid +\[ \] +\[x\] +webhooks$/);
    expect(rowOf(deck, 'low_credit')).toMatch(/>\[ \] +\[ \] +~ changed +email$/);
  });

  test('is asked again where somebody else has changed the settings in between, and nothing is sent unseen', async () => {
    const service = await startTestService();
    const deck = await open(service);
    await deck.press('notifications.toggle');
    const change = (webhooks: boolean) =>
      call(service, 'PUT', '/api/v0/users/204117/notification-prefs', {
        key: service.apiKey,
        body: { notification_preferences: { client: { outbid: { email: false, webhooks } } } },
      });
    await change(true);
    await confirm(deck, 'yes');
    expect(words(deck)).toContain(
      'Nothing was sent: somebody has changed the settings since they were read here. Your changes now start from these: ! client:outbid: email -> webhooks',
    );
    expect(deck.text()).toContain('~ client:low_credit: email -> off');
    await deck.press('notifications.confirm');
    await deck.type('yes');
    await deck.press('notifications.field-enter');
    expect(deck.text()).toContain('Confirmed: these are in effect now.');
    const { body } = await call(service, 'GET', '/api/v0/users/204117/notification-prefs', { key: service.apiKey });
    expect(body).toMatchObject({
      notification_preferences: {
        client: { low_credit: { email: false, webhooks: false }, outbid: { email: false, webhooks: true } },
      },
    });
  });

  test('is told that e-mail of some types cannot be switched off', async () => {
    const deck = await open(await startTestService());
    await goTo(deck, 'password_reset');
    expect(deck.text()).toContain('email cannot be switched off');
    await deck.press('notifications.toggle');
    expect(deck.text()).toContain('The service does not allow switching off email for client:password_reset.');
    expect(rowOf(deck, 'password_reset')).toMatch(/>\[x\] +\[ \] +email$/);
  });

  test('is told of a type that is dropped which default it gets', async () => {
    const deck = await open(await startTestService());
    await deck.press('notifications.remove', 'notifications.review');
    expect(deck.text()).toContain('- client:low_credit is dropped (it was: email; its default is email)');
  });

  test('finds every channel that the service has as a column, and sends all of them back', async () => {
    const many = {
      client: {
        low_credit: { email: true, webhooks: false, sms: true, whatsapp: false, in_app: true },
        outbid: { email: true, webhooks: true },
      },
      host: { machine_error: { email: false, webhooks: false, carrier_pigeon: true } },
    };
    await using server = await startScriptedServer(confirmed(many));
    server.offer('notification-prefs', shown(many));
    const deck = await open(scripted(server.url));
    expect(deck.text()).toMatch(/Group +Event +Email +Webhooks +SMS +WhatsApp +In-app$/m);
    expect(rowOf(deck, 'low_credit')).toMatch(/low_credit +>\[x\] +\[ \] +\[x\] +\[ \] +\[x\]$/);
    expect(rowOf(deck, 'outbid')).toMatch(/outbid +\[x\] +\[x\] +- +- +-$/);
    expect(deck.text()).toContain('channels 1-5 of 6   1 of ');
    for (let step = 0; step < 5; step++) await deck.press('notifications.channel-right');
    expect(deck.text()).toMatch(/Group +Event +.*Carrier_p…/);
    await deck.resize(60, 15);
    expect(rowOf(deck, 'low_credit')).toMatch(/^ > client +low_credit +\[x\] +> -$/);
    await deck.resize(80, 24);
    await goTo(deck, 'outbid');
    await deck.press('notifications.channel-left', 'notifications.toggle');
    await confirm(deck, 'yes');
    expect(server.requests[0]?.body).toBe(
      JSON.stringify({
        notification_preferences: {
          ...many,
          client: { ...many.client, outbid: { email: true, webhooks: true, in_app: true } },
        },
      }),
    );
  });

  test('decides on a channel whose value is neither yes nor no', async () => {
    const odd = { client: { low_credit: { email: true, webhooks: 'daily' }, outbid: { email: true, webhooks: true } } };
    await using server = await startScriptedServer(confirmed({}));
    server.offer('notification-prefs', shown(odd));
    const deck = await open(scripted(server.url));
    expect(rowOf(deck, 'low_credit')).toMatch(/>\[x\] +\[\?\]/);
    await goTo(deck, 'outbid');
    await deck.press('notifications.toggle');
    await confirm(deck, 'yes');
    expect(server.requests[0]?.body).toBe(
      '{"notification_preferences":{"client":{"low_credit":{"email":true,"webhooks":false},"outbid":{"email":false,"webhooks":true}}}}',
    );
  });

  test('is told when they cannot be read once more, and nothing is replaced', async () => {
    await using server = await startScriptedServer();
    const failing = json(403, { success: false, error: 'forbidden', msg: 'not now' });
    server.offer('notification-prefs', shown(LOW_CREDIT_AND_OUTBID), failing);
    const deck = await open(scripted(server.url));
    await deck.press('notifications.toggle');
    await confirm(deck, 'yes');
    expect(words(deck)).toContain('Nothing was replaced. The API key is not allowed to do this: not now');
    expect(rowOf(deck, 'low_credit')).toMatch(/>\[ \] +\[ \] +~ changed/);
    expect(server.requests).toEqual([]);
  });
});

test.each([404, 405, 501])(
  'a service that answers %i to the question of the settings is not asked again',
  async (status) => {
    await using server = await startScriptedServer();
    server.offer('notification-prefs', raw(status, 'text/html', '<h1>no</h1>'));
    const deck = await openNotifications({ service: scripted(server.url) });
    await deck.press('notifications.tab', 'frame.offers', 'frame.notifications');
    expect(deck.text()).toContain('This service cannot be asked for the current settings');
    expect(server.optionalRequests.filter(({ path }) => path.endsWith('prefs'))).toHaveLength(1);
  },
);

test('settings that cannot be read now are asked for again with a key', async () => {
  await using server = await startScriptedServer();
  const failing = json(404, { success: false, error: 'not_found', msg: 'no such user' });
  server.offer('notification-prefs', failing, json(200, { notification_preferences: LOW_CREDIT_AND_OUTBID }));
  const deck = await openNotifications({ service: scripted(server.url) });
  await deck.press('notifications.tab');
  expect(words(deck)).toContain('The current settings could not be read. The service refused: no such user');
  await deck.press('notifications.ask');
  expect(deck.text()).toContain('Preferences of user 204117, read ');
  expect(rowOf(deck, 'outbid')).toMatch(/outbid +\[ \] +\[x\] +webhooks/);
});

test('a host goes to the types of hosts with one key, and finds a type by a part of its name', async () => {
  const service = await startTestService();
  const deck = await openNotifications({ service, columns: 100, rows: 24 });
  await deck.press('notifications.tab');
  const current = () => deck.screen().find((line) => line[1] === '>') ?? '';
  expect(current()).toMatch(/ > client +low_credit /);
  expect(deck.screen().at(-1)).toContain('/ find   Tab next group');
  await deck.press('notifications.next-group');
  expect(current()).toMatch(/ > host /);
  await deck.press('notifications.next-group');
  expect(current()).toMatch(/ > client +low_credit /);
  await deck.press('notifications.find');
  await deck.type('offline');
  expect(current()).toMatch(/ > client +instance_offline /);
  await deck.press('notifications.find-next');
  expect(current()).toMatch(/ > host +machine_offline /);
  await deck.press('notifications.find-before');
  expect(current()).toMatch(/ > client +instance_offline /);
  await deck.press('notifications.line-delete-to-start');
  await deck.type('GPU idle');
  expect(current()).toMatch(/ > client +idle_gpu /);
  await deck.type(' away');
  expect(deck.text()).toContain('No type has "GPU idle away".');
  expect(current()).toMatch(/ > client +idle_gpu /);
  await deck.press('notifications.field-leave', 'notifications.toggle');
  expect(rowOf(deck, 'idle_gpu')).toMatch(/~ changed/);
  await deck.press('notifications.add');
  await deck.type('host:zz_first');
  await deck.press('notifications.field-enter');
  expect(current()).toMatch(/> host +zz_first /);
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
