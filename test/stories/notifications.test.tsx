import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { OpenDeck } from '../support/deck.tsx';
import { call, folderInMemory, startTestService, temporaryFolder } from '../support/local-service.ts';
import { fillWebhook, journalIn, openNotifications } from '../support/notifications.ts';
import { hangUp, json, startScriptedServer } from '../support/scripted-server.ts';

const SECRET = 'whsec_5b1d0f7a-not-to-be-found';
const CREATED = {
  success: true,
  webhook: {
    id: 7,
    user_id: 9,
    name: 'alerts',
    webhook_url: 'https://hooks.example/gpu',
    event_types: ['client:low_credit', 'host:machine_offline'],
    created_at: 1_793_534_400,
    updated_at: 1_793_534_400,
    webhook_secret: SECRET,
  },
  enabled_notification_preferences: ['client:low_credit'],
};
const scripted = (url: string) => ({ url, apiKey: 'sk-test-0123456789' });

describe('a host who creates a webhook', () => {
  test('sees the exact body first, and nothing is sent before it is confirmed', async () => {
    await using server = await startScriptedServer(json(200, CREATED));
    const deck = await openNotifications({ service: scripted(server.url), columns: 80, rows: 24 });
    expect(deck.screen()[1]).toMatch(/^ \[Webhooks\] {2}Preferences {3}Events {3}Alerts +\[ and \] turn the page$/);
    await fillWebhook(deck);
    await deck.press('notifications.review');
    expect(deck.text()).toContain('POST /api/v0/webhooks');
    expect(deck.text()).toMatch(
      /Create this webhook\?.*\n {2}This service has no call that lists its webhooks: nothing here can change or\n {2}delete it later\.\n/,
    );
    expect(deck.text()).toContain('"webhook_url": "https://hooks.example/gpu"');
    expect(deck.text()).toContain('"event_types": ["client:low_credit", "host:machine_offline"]');
    expect(server.requests).toEqual([]);
    await deck.press('notifications.create');
    expect(server.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
      [
        'POST',
        '/api/v0/webhooks',
        '{"name":"alerts","webhook_url":"https://hooks.example/gpu","event_types":["client:low_credit","host:machine_offline"]}',
      ],
    ]);
  });

  test('gets the record, what was switched on, and the secret masked until it is revealed', async () => {
    await using server = await startScriptedServer(json(200, CREATED));
    const deck = await openNotifications({ service: scripted(server.url), columns: 80, rows: 30 });
    await fillWebhook(deck);
    await deck.press('notifications.review', 'notifications.create');
    expect(deck.text()).toContain('The webhook was created.');
    expect(deck.text()).toMatch(/user id +9\n/);
    expect(deck.text()).toMatch(/switched on \(webhooks channel\)\n +client:low_credit\n/);
    expect(deck.text()).toContain('****************');
    expect(deck.text()).not.toContain(SECRET);
    await deck.press('notifications.reveal');
    expect(deck.text()).toContain(SECRET);
    await deck.press('notifications.reveal');
    expect(deck.text()).not.toContain(SECRET);
  });

  test('copies the secret to the clipboard of the terminal', async () => {
    await using server = await startScriptedServer(json(200, CREATED));
    const copied: string[] = [];
    const copy = async (text: string) => {
      copied.push(text);
      return 'sent' as const;
    };
    const deck = await openNotifications({ service: scripted(server.url), copy });
    await fillWebhook(deck);
    await deck.press('notifications.review', 'notifications.create', 'notifications.copy-secret');
    expect(copied).toEqual([SECRET]);
    expect(deck.text()).toContain("sent to your terminal's clipboard");
    expect(deck.text()).not.toContain(SECRET);
  });

  test('is told where there is no clipboard, and the secret still counts as not kept', async () => {
    await using server = await startScriptedServer(json(200, CREATED));
    const deck = await openNotifications({ service: scripted(server.url) });
    await fillWebhook(deck);
    await deck.press('notifications.review', 'notifications.create', 'notifications.copy-secret');
    expect(deck.text()).toContain('There is no clipboard here: reveal it or save it.');
    await deck.press('notifications.leave');
    expect(deck.text()).toContain('x leaves without it');
  });

  test('saves the secret to a file of mode 0600 that must not exist yet', async () => {
    await using server = await startScriptedServer(json(200, CREATED));
    const homeFolder = temporaryFolder();
    writeFileSync(join(homeFolder, 'taken'), 'mine');
    const deck = await openNotifications({ service: scripted(server.url), columns: 120, parts: { homeFolder } });
    await fillWebhook(deck);
    await deck.press('notifications.review', 'notifications.create', 'notifications.save-secret');
    expect(deck.text()).toContain('webhook-7-secret.txt');
    await deck.press('notifications.line-delete-to-start');
    await deck.type('~/taken');
    await deck.press('notifications.field-enter');
    expect(deck.text()).toContain('exists already, and is left as it is');
    expect(readFileSync(join(homeFolder, 'taken'), 'utf8')).toBe('mine');
    await deck.type('-not');
    await deck.press('notifications.field-enter');
    expect(readFileSync(join(homeFolder, 'taken-not'), 'utf8')).toBe(`${SECRET}\n`);
    expect(statSync(join(homeFolder, 'taken-not')).mode & 0o777).toBe(0o600);
    expect(deck.text()).toContain('saved in');
    await deck.press('notifications.leave');
    expect(deck.text()).toContain('Created from here.');
  });

  test('is told why a secret cannot be saved: no such folder, a folder, no name', async () => {
    await using server = await startScriptedServer(json(200, CREATED));
    const homeFolder = temporaryFolder();
    mkdirSync(join(homeFolder, 'folder'));
    const deck = await openNotifications({ service: scripted(server.url), columns: 120, parts: { homeFolder } });
    await fillWebhook(deck);
    await deck.press('notifications.review', 'notifications.create', 'notifications.save-secret');
    for (const [typed, reason] of [
      ['~/missing/secret', 'There is no such folder'],
      ['~/folder', 'exists already'],
      ['~/folder/', 'That is a folder'],
      ['', 'Type the name of a file'],
    ] as const) {
      await deck.press('notifications.line-delete-to-start');
      await deck.type(typed);
      await deck.press('notifications.field-enter');
      expect(deck.text()).toContain(reason);
    }
  });

  test('leaves the page without the secret only by another key than the one that asked', async () => {
    await using server = await startScriptedServer(json(200, CREATED));
    const deck = await openNotifications({ service: scripted(server.url), columns: 80, rows: 24 });
    await fillWebhook(deck);
    await deck.press('notifications.review', 'notifications.create');
    await deck.send('\u001b\u001b');
    await deck.press('notifications.leave');
    expect(deck.text()).toContain('The secret was not saved. x leaves without it for good, Esc stays.');
    expect(deck.screen().at(-1)).toMatch(/^ x leave without it {3}.* Esc stay here/);
    await deck.press('notifications.stay');
    expect(deck.screen().at(-1)).not.toContain('x leave without it');
    await deck.press('notifications.reveal');
    expect(deck.text()).toContain(SECRET);
    await deck.press('notifications.leave');
    expect(deck.text()).toContain('Created from here.');
  });

  test('leaves it behind on purpose', async () => {
    await using server = await startScriptedServer(json(200, CREATED));
    const deck = await openNotifications({ service: scripted(server.url) });
    await fillWebhook(deck);
    await deck.press(
      'notifications.review',
      'notifications.create',
      'notifications.leave',
      'notifications.leave-behind',
    );
    expect(deck.text()).toContain('Created from here.');
  });

  test('cannot quit over a secret that was not kept, however often the key is pressed', async () => {
    await using server = await startScriptedServer(json(200, CREATED));
    let quits = 0;
    const deck = await openNotifications({ service: scripted(server.url), onQuit: () => void quits++ });
    await fillWebhook(deck);
    await deck.press('notifications.review', 'notifications.create', 'frame.offers', 'frame.quit', 'frame.quit');
    expect(deck.text()).toContain("A webhook's secret was not saved: press 5 to save it, or to leave it with x.");
    expect(quits).toBe(0);
    await deck.press('frame.notifications', 'notifications.leave-behind', 'frame.quit');
    expect(quits).toBe(1);
  });

  test('finds it in the list afterwards, also after a restart, and never with its secret', async () => {
    await using server = await startScriptedServer(json(200, CREATED));
    const file = join(folderInMemory(), 'journal.db');
    const deck = await openNotifications({ service: scripted(server.url), parts: { journal: journalIn(file) } });
    await fillWebhook(deck);
    await deck.press('notifications.review', 'notifications.create', 'notifications.reveal', 'notifications.leave');
    const later = await openNotifications({
      service: scripted(server.url),
      parts: { journal: journalIn(file, 'second run') },
    });
    expect(later.text()).toMatch(/> alerts +7 {2}from here +2 +https:\/\/hooks\.example\/gpu/);
    expect(later.text()).toContain('client:low_credit  host:machine_offline');
    expect(readFileSync(file).includes(SECRET)).toBe(false);
    await later.press('notifications.forget');
    expect(later.text()).toContain('No webhook has been created from here yet.');
  });
});

/** The rows of the form's list of types. */
const typesShown = (deck: OpenDeck) =>
  deck.screen().filter((line) => /\[[ x]\] /.test(line) && !line.includes('turn the page'));

describe('a host who fills the webhook form', () => {
  test('is told of each field what it lacks, as it is typed', async () => {
    const service = await startTestService();
    const deck = await openNotifications({ service });
    await deck.press('notifications.new');
    await deck.paste('n'.repeat(121));
    expect(deck.text()).toContain('Only the first 120 of 121 characters were taken: this field holds 120.');
    await deck.press('notifications.field-next');
    for (const [typed, reason] of [
      ['http://hooks.example/', 'The address must begin with https://'],
      ['https:///path', 'The host name is missing'],
      ['https://hooks.example/a b', 'An address has no spaces.'],
      ['https://hooks.example:99999/', 'This is not an address'],
      [`https://hooks.example/${'x'.repeat(2027)}`, 'Only the first 2,048 of 2,049 characters were taken'],
    ] as const) {
      await deck.press('notifications.line-delete-to-start');
      await deck.paste(typed);
      expect(deck.text()).toContain(reason);
    }
    await deck.press('notifications.line-delete-to-start');
    await deck.paste(`https://hooks.example/${'x'.repeat(2026)}`);
    expect(deck.text()).not.toContain('characters');
    await deck.press('notifications.field-next');
    for (const [typed, reason] of [
      ['fleet', 'A type is a group, one colon and an event'],
      ['fleet:', 'The event is missing.'],
      [':reboot', 'The group is missing.'],
      ['fleet:re boot', 'begin with a letter'],
      ['client:low credit', 'Did you mean client:low_credit?'],
      ['machine_ofline', 'Did you mean host:machine_offline?'],
      ['fleet:reboot', 'This is not a known type.'],
    ] as const) {
      await deck.press('notifications.line-delete-to-start');
      await deck.type(typed);
      expect(deck.text()).toContain(reason);
    }
    await deck.press('notifications.field-enter');
    await deck.type('fleet:reboot');
    expect(deck.text()).toContain('fleet:reboot is picked already.');
  });

  test('finds a type by a part of it, chooses among those that fit, and is told of one that is not known', async () => {
    const deck = await openNotifications({ service: await startTestService(), columns: 80, rows: 24 });
    await deck.press('notifications.new', 'notifications.field-next', 'notifications.field-next');
    await deck.type('host:mach');
    expect(deck.text()).toContain('4 of 32 match: Enter picks host:machine_offline.');
    expect(typesShown(deck)).toEqual([
      ' > [ ] host:machine_offline      Machine offline',
      '   [ ] host:machine_error        Machine error',
      '   [ ] host:machine_unverified   Machine no longer verified',
      '   [ ] host:machine_rented       Machine rented',
      '   [ ] host:mach                 as typed, not a known type',
    ]);
    expect(deck.screen().at(-1)).toMatch(/^ Enter pick it {3}/);
    await deck.repeat('notifications.field-down', 4);
    expect(deck.text()).toContain('This is not a known type.');
    expect(deck.screen().at(-1)).toMatch(/^ Enter add it as typed {3}/);
    await deck.repeat('notifications.field-up', 3);
    await deck.press('notifications.field-enter');
    expect(deck.text()).toContain('1 picked: host:machine_error');
    await deck.type('host:machine_ofline');
    expect(deck.text()).toContain('This is not a known type. Did you mean host:machine_offline?');
    await deck.press('notifications.field-enter');
    expect(deck.text()).toContain('2 picked: host:machine_error  host:machine_ofline');
  });

  test('is shown where the form lacks something when it is to be reviewed, with the reason', async () => {
    const deck = await openNotifications({ service: await startTestService(), columns: 80, rows: 24 });
    await fillWebhook(deck);
    await deck.press(
      'notifications.first',
      'notifications.next-field',
      'notifications.next-field',
      'notifications.edit',
    );
    await deck.type('host:maint');
    await deck.press('notifications.field-back', 'notifications.field-leave', 'notifications.review');
    expect(deck.text()).toContain('Event types: "host:maint" is typed, but not picked as a type.');
    expect(deck.text()).toMatch(/^ > Add a type +host:maint {3}Enter to edit it$/m);
    // Enter picks what was named; gone on to the list, where nothing was, it picks nothing.
    await deck.press('notifications.edit', 'notifications.field-enter', 'notifications.field-next');
    expect(deck.text()).toMatch(/^ > \[x\] client:low_credit/m);
    await deck.press('notifications.edit');
    expect(deck.text()).toContain('Space picks or removes this type; s reviews and sends.');
    await deck.press('notifications.review', 'notifications.review-enter');
    expect(deck.text()).toContain('c creates it: Enter sends nothing.');
    expect(deck.text()).toContain('"host:maintenance_scheduled"');
  });

  test('types the name at once, and returns to a form that was filled as it was left', async () => {
    const deck = await openNotifications({ service: await startTestService() });
    await deck.type('nalerts');
    expect(deck.text()).toMatch(/^ > Name +alerts$/m);
    await deck.press('notifications.field-next', 'notifications.field-leave', 'notifications.leave');
    await deck.type('n');
    expect(deck.text()).toMatch(/^ > URL/m);
    expect(deck.screen().at(-1)).toMatch(/^ Enter type {3}s review and send {3}/);
  });

  test('is refused the review with the reason, and keeps what was typed through resize and another pane', async () => {
    const service = await startTestService();
    const deck = await openNotifications({ service });
    await deck.press('notifications.new');
    await deck.type('alerts');
    await deck.press('notifications.field-enter', 'notifications.field-leave', 'notifications.review');
    expect(deck.text()).toContain('URL: An https address, or http://localhost:PORT.');
    await deck.press('notifications.leave', 'frame.offers', 'frame.notifications', 'notifications.new');
    await deck.resize(80, 24);
    expect(deck.text()).toMatch(/Name +alerts/);
  });

  test('sees what the service calls each type', async () => {
    const deck = await openNotifications({ service: await startTestService(), columns: 80, rows: 24 });
    await deck.press('notifications.new');
    expect(deck.text()).toMatch(/ {3}\[ \] client:low_credit {3,}Low credit/);
  });

  test('sees how many types are out of sight on either side of the list', async () => {
    const service = await startTestService();
    const deck = await openNotifications({ service, columns: 80, rows: 24 });
    await deck.press('notifications.new', 'notifications.field-leave', 'notifications.last');
    expect(deck.text()).toMatch(/0 picked: +21 more above$/m);
    await deck.press('notifications.half-up', 'notifications.half-up', 'notifications.up');
    expect(deck.text()).toMatch(/0 picked: +20 more above, 1 more below$/m);
    await deck.press('notifications.first');
    expect(deck.text()).toMatch(/0 picked: +21 more below$/m);
  });

  test('is offered a type typed before, in this run and the next', async () => {
    const service = await startTestService();
    const file = join(folderInMemory(), 'journal.db');
    const deck = await openNotifications({ service, parts: { journal: journalIn(file) } });
    await deck.press('notifications.new', 'notifications.field-next', 'notifications.field-next');
    await deck.type('fleet:reboot');
    await deck.press('notifications.field-enter');
    const later = await openNotifications({ service, rows: 50, parts: { journal: journalIn(file, 'second run') } });
    await later.press('notifications.new');
    expect(later.text()).toContain('[ ] fleet:reboot');
  });

  test('is warned that an address is known already', async () => {
    const service = await startTestService();
    const deck = await openNotifications({ service });
    await fillWebhook(deck);
    await deck.press('notifications.review', 'notifications.create', 'notifications.reveal', 'notifications.leave');
    await fillWebhook(deck);
    expect(deck.text()).toContain('The webhook "alerts" has this address already');
    await deck.press('notifications.review', 'notifications.create');
    expect(deck.text()).toContain('there is a webhook with this address already');
    expect(deck.text()).toMatch(/URL +https:\/\/hooks\.example\/gpu/);
  });

  test('is offered to forget a webhook only where there is one', async () => {
    const deck = await openNotifications({ service: await startTestService(), columns: 80, rows: 24 });
    expect(deck.screen().at(-1)).toMatch(/^ n new webhook {3}R refresh {3}\] next page/);
    await fillWebhook(deck);
    await deck.press('notifications.review', 'notifications.create', 'notifications.reveal', 'notifications.leave');
    expect(deck.screen().at(-1)).toMatch(/^ Enter detail {3}n new webhook {3}D forget it here {3}/);
  });

  test('is refused before the form is entered when the program only reads', async () => {
    const service = await startTestService();
    const deck = await openNotifications({ service, parts: { readOnlyReason: 'The profile ops is read-only.' } });
    await deck.press('notifications.new');
    expect(deck.text()).toContain('The profile ops is read-only.');
    expect(deck.text()).not.toContain('Add a type');
  });
});

test('a webhook whose answer was lost is an outcome unknown, also after a restart, until the user decides', async () => {
  await using server = await startScriptedServer(hangUp);
  const file = join(folderInMemory(), 'journal.db');
  const deck = await openNotifications({ service: scripted(server.url), parts: { journal: journalIn(file) } });
  await fillWebhook(deck);
  await deck.press('notifications.review', 'notifications.create');
  expect(deck.text()).toContain('The outcome is unknown: the service may have carried it out.');
  expect(deck.text()).toMatch(/Name +alerts/);
  expect(deck.text()).toContain('with this address was sent before, and its outcome is unknown');
  expect(server.requests).toHaveLength(1);
  const later = await openNotifications({
    service: scripted(server.url),
    parts: { journal: journalIn(file, 'second run') },
  });
  expect(later.text()).toMatch(/\*> alerts .* outcome unknown/);
  await later.resize(60, 20);
  expect(later.text().replace(/\s+/g, ' ')).toContain('Look in the web console, then D forgets this line.');
  await later.press('notifications.forget');
  expect(later.text()).not.toContain('outcome unknown');
  expect(server.requests).toHaveLength(1);
});

test('a webhook is really there, with the preferences it switched on', async () => {
  const service = await startTestService();
  const deck = await openNotifications({ service });
  await fillWebhook(deck);
  await deck.press('notifications.review', 'notifications.create');
  const again = await call(service, 'POST', '/api/v0/webhooks', {
    key: service.apiKey,
    body: { name: 'x', webhook_url: 'https://hooks.example/gpu', event_types: ['client:outbid'] },
  });
  expect(again.status).toBe(409);
  await deck.press('notifications.tab');
  expect(deck.text()).toMatch(/client +low_credit +>\[x\] +\[x\] +email, webhooks/);
});
