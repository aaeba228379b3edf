/** What is done to a webhook that is there: deleted, given a new secret, sent a test; each sent once, for what the user has seen. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Service } from '../../src/local-service/serve.ts';
import type { OpenDeck } from '../support/deck.tsx';
import { cutAfterActing, inTurn, startFaultProxy } from '../support/fault-proxy.ts';
import { call, folderInMemory, standingClock, startTestService } from '../support/local-service.ts';
import { journalIn, openNotifications } from '../support/notifications.ts';
import { json, startScriptedServer } from '../support/scripted-server.ts';

const scripted = (url: string) => ({ url, apiKey: 'sk-test-0123456789' });

const ask = (service: Service, method: string, path: string, body?: unknown) =>
  call(service, method, `/api/v0/webhooks${path}`, { key: service.apiKey, body });

const createElsewhere = (service: Service, webhook_url = 'https://pager.example/in') =>
  ask(service, 'POST', '', { name: 'pager', webhook_url, event_types: ['host:machine_offline'] });

const listed = async (service: Service) =>
  ((await ask(service, 'GET', '')).body as { readonly webhooks: readonly { readonly name: string }[] }).webhooks;

const words = (deck: OpenDeck) => deck.text().replace(/\s+/g, ' ');

/** The local service behind a proxy, with one webhook of somebody else's making, and the requests that change something. */
const openBehindProxy = async (session = 'first run', file = join(folderInMemory(), 'journal.db')) => {
  const clock = standingClock();
  const service = await startTestService({ clock });
  await createElsewhere(service);
  const proxy = await startFaultProxy(service.url);
  onTestFinished(() => proxy[Symbol.asyncDispose]());
  const open = (run: string) =>
    openNotifications({
      service: { url: proxy.url, apiKey: service.apiKey },
      columns: 80,
      rows: 24,
      parts: { journal: journalIn(file, run) },
    });
  const writes = () =>
    proxy.requests.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
  return { service, clock, proxy, writes, deck: await open(session), open, file };
};

describe('a host who deletes a webhook', () => {
  test('reads what is lost and the exact call, and confirms with its id', async () => {
    const { service, writes, deck } = await openBehindProxy();
    await deck.press('notifications.delete');
    expect(deck.screen().slice(3, 16)).toEqual([
      '',
      ' Delete webhook 1?',
      '  1  pager',
      '  https://pager.example/in',
      '  host:machine_offline',
      '',
      '  Nothing is delivered to it any more, and what waits to be delivered is',
      '  dropped. It does not come back: another one has another secret.',
      '',
      ' This is exactly what will be sent:',
      '  DELETE /api/v0/webhooks/1',
      '',
      '',
    ]);
    await deck.press('notifications.act-confirm');
    await deck.type('2');
    await deck.press('notifications.act-send');
    expect(deck.text()).toContain('Nothing was sent: to continue, type the id of the webhook, 1.');
    expect(writes()).toEqual([]);
    await deck.press('notifications.line-delete-to-start');
    expect(deck.screen().at(-1)).toMatch(/^ Enter delete it {3}/);
    await deck.type('1');
    await deck.press('notifications.act-send');
    expect(deck.text()).toContain('Deleted: pager.');
    expect(deck.text()).toContain('There is no webhook');
    expect(writes()).toEqual(['DELETE /api/v0/webhooks/1']);
    expect(await listed(service)).toEqual([]);
  });

  test('must see all of the review first, on a small screen', async () => {
    const { writes, deck } = await openBehindProxy();
    await deck.resize(60, 15);
    await deck.press('notifications.open', 'notifications.delete', 'notifications.act-confirm');
    expect(deck.text()).toMatch(/Read to the end first: \d+ more below, Space shows them\./);
    await deck.type('1');
    expect(deck.text()).toMatch(/^ +\d+ more below: Space reads on\. Esc leaves it\.$/m);
    await deck.press('notifications.page-down', 'notifications.page-down', 'notifications.act-confirm');
    expect(deck.text()).toContain("Type the webhook's id, 1, to delete:");
    await deck.press('notifications.act-untype', 'notifications.act-leave');
    expect(deck.text()).toContain('Webhook 1   pager');
    expect(writes()).toEqual([]);
  });

  test('whose answer is lost is shown what the list says, and nothing is sent again', async () => {
    const { proxy, writes, deck, open } = await openBehindProxy();
    proxy.decide(inTurn(({ method }) => method === 'DELETE', cutAfterActing));
    await deck.press('notifications.delete', 'notifications.act-confirm');
    await deck.type('1');
    await deck.press('notifications.act-send');
    expect(words(deck)).toContain('The outcome is unknown: the service may have carried it out.');
    expect(words(deck)).toContain('The list that was read since has it no longer: it was deleted.');
    await deck.press('notifications.close');
    expect(deck.text()).toContain('There is no webhook');
    const later = await open('second run');
    expect(later.text()).not.toContain('outcome unknown');
    expect(writes()).toEqual(['DELETE /api/v0/webhooks/1']);
  });

  test('is told where it was deleted or changed elsewhere meanwhile, and decides', async () => {
    const { service, writes, deck } = await openBehindProxy();
    await deck.press('notifications.delete', 'notifications.act-confirm');
    await deck.type('1');
    await ask(service, 'PUT', '/1', { webhook_url: 'https://pager.example/new' });
    await deck.press('notifications.act-send');
    expect(words(deck)).toContain(
      'Nothing was sent yet: the webhook was changed elsewhere. Its address was https://pager.example/in and is https://pager.example/new now.',
    );
    expect(writes()).toEqual([]);
    await deck.press('notifications.act-confirm');
    await deck.type('1');
    await ask(service, 'DELETE', '/1');
    await deck.press('notifications.act-send');
    expect(deck.text()).toContain('Nothing was sent: "pager" was deleted elsewhere.');
    expect(writes()).toEqual([]);
  });
});

/** Opens the form of the webhook under the cursor, and appends to its name. */
const typeName = async (deck: OpenDeck, more: string): Promise<void> => {
  await deck.press('notifications.change', 'notifications.edit');
  await deck.type(more);
  await deck.press('notifications.field-enter', 'notifications.field-leave');
};

describe('a host who changes a webhook', () => {
  test('finds in the form what it has, and sends what differs alone', async () => {
    const { service, proxy, writes, deck } = await openBehindProxy();
    await deck.press('notifications.change');
    expect(deck.screen().slice(3, 9)).toEqual([
      ' Change webhook 1   pager',
      ' > Name        pager   Enter to edit it',
      '',
      '   URL         https://pager.example/in',
      '',
      '   Add a type',
    ]);
    expect(deck.text()).toContain('1 picked: host:machine_offline');
    await deck.press('notifications.review');
    expect(deck.text()).toContain('Nothing is different from what the service has.');
    await deck.press('notifications.edit');
    await deck.type(' at night');
    await deck.press('notifications.field-enter', 'notifications.field-leave', 'notifications.review');
    expect(words(deck)).toContain('Its name "pager" becomes "pager at night".');
    expect(deck.text()).toContain('PUT /api/v0/webhooks/1');
    expect(deck.text()).toContain('{"name": "pager at night"}');
    await deck.press('notifications.change-send');
    expect(deck.text()).toContain('Changed: pager at night.');
    expect(deck.text()).toContain('Webhook 1   pager at night');
    expect(proxy.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      '{"name":"pager at night"}',
    ]);
    expect(writes()).toHaveLength(1);
    expect((await listed(service)).map(({ name }) => name)).toEqual(['pager at night']);
  });

  test('whose answer is lost is shown what the list says of it, and nothing is sent again', async () => {
    const { proxy, writes, deck, open } = await openBehindProxy();
    proxy.decide(inTurn(({ method }) => method === 'PUT', cutAfterActing));
    await typeName(deck, ' 2');
    await deck.press('notifications.review', 'notifications.change-send');
    expect(words(deck)).toContain('The outcome is unknown: the service may have carried it out.');
    expect(words(deck)).toContain('shows it as it was sent: it was changed.');
    const later = await open('second run');
    expect(later.text()).toMatch(/^ > pager 2/m);
    expect(writes()).toHaveLength(1);
  });

  test('whose call failed finds all that was typed, and what stands against the same is said', async () => {
    const { proxy, writes, deck, open } = await openBehindProxy();
    proxy.decide(
      inTurn(
        ({ method }) => method === 'PUT',
        ({ socket }) => void socket.destroy(),
      ),
    );
    await typeName(deck, ' 2');
    await deck.press('notifications.review', 'notifications.change-send');
    expect(words(deck)).toContain('The outcome is unknown');
    expect(deck.text()).toMatch(/Name +pager 2/);
    const later = await open('second run');
    await typeName(later, ' 3');
    await later.press('notifications.review');
    expect(words(later)).toContain('outcome unknown');
    expect(words(later)).toContain('This sends it again.');
    await later.press('notifications.change-send');
    expect(later.text()).toContain('Changed: pager 3.');
    expect(writes()).toHaveLength(2);
  });

  test('is told what was changed elsewhere meanwhile; what was typed stays, the rest follows', async () => {
    const { service, proxy, deck } = await openBehindProxy();
    await typeName(deck, ' 2');
    await deck.press('notifications.review');
    await ask(service, 'PUT', '/1', { webhook_url: 'https://pager.example/new' });
    await deck.press('notifications.change-send');
    expect(words(deck)).toContain('Nothing was sent yet: it was changed elsewhere.');
    expect(words(deck)).toContain('Its address was https://pager.example/in and is https://pager.example/new now.');
    expect(deck.text()).toMatch(/Name +pager 2/);
    expect(deck.text()).toMatch(/URL +https:\/\/pager\.example\/new/);
    expect(proxy.requests.filter(({ method }) => method === 'PUT')).toEqual([]);
    await deck.press('notifications.review', 'notifications.change-send');
    expect(proxy.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      '{"name":"pager 2"}',
    ]);
  });

  test('is told that it was deleted elsewhere, and finds what was typed in the form of a new one', async () => {
    const { service, writes, deck } = await openBehindProxy();
    await typeName(deck, ' 2');
    await deck.press('notifications.review');
    await ask(service, 'DELETE', '/1');
    await deck.press('notifications.change-send');
    expect(words(deck)).toContain('It was deleted elsewhere.');
    expect(writes()).toEqual([]);
    await deck.press('notifications.review');
    expect(deck.text()).toContain('Create this webhook?');
    expect(deck.text()).toContain('"name": "pager 2"');
  });
});

describe('a host who makes a new secret', () => {
  test('is told that the old one stops, and is shown the new one once', async () => {
    const { service, proxy, deck, file } = await openBehindProxy();
    await deck.press('notifications.open');
    expect(deck.screen().at(-1)).toContain('S new secret');
    await deck.press('notifications.rotate');
    expect(words(deck)).toContain('The secret that it has stops at once');
    expect(deck.text()).toContain('POST /api/v0/webhooks/1/rotate-secret');
    await deck.press('notifications.act-confirm');
    expect(deck.text()).toContain("Type the webhook's id, 1, to make a new secret:");
    expect(deck.screen().at(-1)).toMatch(/^ Enter make a new secret {3}/);
    await deck.type('1');
    await deck.press('notifications.act-send');
    expect(deck.text()).toContain('The webhook has a new secret; the one before is void.');
    expect(deck.text()).toContain('****************');
    expect(deck.text()).not.toMatch(/[0-9a-f]{64}/);
    await deck.press('notifications.leave');
    expect(deck.text()).toContain('The secret was not saved. x leaves without it');
    await deck.press('notifications.stay', 'notifications.reveal');
    const secret = /\b[0-9a-f]{64}\b/.exec(deck.text())?.[0] ?? 'none';
    expect(secret).toHaveLength(64);
    await deck.press('notifications.save-secret');
    expect(deck.text()).toContain('webhook-1-new-secret.txt');
    await deck.press('notifications.field-leave', 'notifications.leave', 'frame.ledger');
    await deck.press('ledger.down', 'ledger.open');
    expect(deck.text()).toContain('rotate-secret');
    expect(deck.text()).not.toContain(secret);
    expect(JSON.stringify(deck.deck.store.getState())).not.toContain(secret);
    expect(readFileSync(file).includes(secret)).toBe(false);
    expect(proxy.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect(await listed(service)).toHaveLength(1);
  });

  test('whose answer is lost knows that nobody here has the secret, also in the next run, until another is made', async () => {
    const { proxy, writes, deck, open } = await openBehindProxy();
    proxy.decide(inTurn(({ path }) => path.endsWith('/rotate-secret'), cutAfterActing));
    await deck.press('notifications.rotate', 'notifications.act-confirm');
    await deck.type('1');
    await deck.press('notifications.act-send');
    expect(words(deck)).toContain('The outcome is unknown: the service may have carried it out.');
    const later = await open('second run');
    expect(later.text()).toMatch(/^\*> pager/m);
    await later.press('notifications.open');
    expect(words(later)).toContain('Which secret it has now is not known here: S makes another one.');
    await later.press('notifications.rotate');
    expect(words(later)).toContain('Confirming sends it again.');
    await later.press('notifications.act-confirm');
    await later.type('1');
    await later.press('notifications.act-send');
    expect(later.text()).toContain('The webhook has a new secret');
    expect(writes()).toHaveLength(2);
    await later.press('notifications.reveal', 'notifications.leave');
    expect(later.text()).toMatch(/^ > pager/m);
  });

  test('is told of any change elsewhere, for a secret is in no list, and decides', async () => {
    const { service, clock, writes, deck } = await openBehindProxy();
    await deck.press('notifications.rotate', 'notifications.act-confirm');
    await deck.type('1');
    clock.pass(60);
    await ask(service, 'POST', '/1/rotate-secret');
    await deck.press('notifications.act-send');
    expect(deck.text()).toContain('It was changed since: perhaps its secret was.');
    expect(writes()).toEqual([]);
    await deck.press('notifications.act-confirm');
    await deck.type('1');
    await deck.press('notifications.act-send');
    expect(deck.text()).toContain('The webhook has a new secret');
    expect(writes()).toHaveLength(1);
  });
});

test('a host who sends a test sees the one delivery and its outcome', async () => {
  const received: string[] = [];
  const receiver = createServer((request, response) => {
    request.on('data', (piece: Buffer) => received.push(piece.toString()));
    request.on('end', () => response.writeHead(202).end());
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  onTestFinished(() => void receiver.close());
  const service = await startTestService();
  await createElsewhere(service, `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`);
  const deck = await openNotifications({ service, columns: 80, rows: 40 });
  await deck.press('notifications.test');
  expect(deck.text()).toContain('POST /api/v0/webhooks/1/test');
  await deck.press('notifications.act-send');
  expect(deck.text()).toMatch(/webhook_test/);
  for (let looks = 0; looks < 50 && !deck.text().includes('delivered  webhook_test'); looks++)
    await deck.press('notifications.webhook-refresh');
  expect(deck.text()).toMatch(/delivered {2}webhook_test\n {6}attempt 1 .* answered 202$/m);
  expect(received).toHaveLength(1);
});

test('a call whose answer is out is not left: neither the program nor the service', async () => {
  const answer = Promise.withResolvers<void>();
  const yes = json(200, { success: true });
  const WEBHOOK = { id: 7, name: 'alerts', webhook_url: 'https://hooks.example/gpu', event_types: ['client:outbid'] };
  await using server = await startScriptedServer((response, request) => {
    void answer.promise.then(() => yes(response, request));
  });
  server.offer('webhooks', json(200, { webhooks: [WEBHOOK] }));
  const deck = await openNotifications({ service: scripted(server.url), columns: 80, rows: 24 });
  await deck.press('notifications.delete', 'notifications.act-confirm');
  await deck.type('7');
  void deck.press('notifications.act-send');
  await server.received(1);
  void deck.send('q');
  await deck.until((screen) => screen.join('\n').includes('Webhooks are still being changed: Ctrl-C stops that.'));
  expect(deck.deck.refusalToLeave()).toBe('Webhooks are still being changed: Ctrl-C stops that.');
  answer.resolve();
  await deck.settle();
  expect(deck.text()).toContain('Deleted: alerts.');
  expect(deck.deck.refusalToLeave()).toBeUndefined();
});

test('nothing is sent for a webhook that the service has not listed in this run', async () => {
  await using server = await startScriptedServer();
  const WEBHOOK = { id: 7, name: 'alerts', webhook_url: 'https://hooks.example/gpu', event_types: ['client:outbid'] };
  server.offer('webhooks', json(403, { error: 'forbidden', msg: 'not today' }), json(200, { webhooks: [WEBHOOK] }));
  const journal = journalIn(':memory:');
  const begun = journal.webhooks.begin(
    { name: 'alerts', url: WEBHOOK.webhook_url, eventTypes: ['client:outbid'] },
    5,
    [],
  );
  if ('line' in begun) journal.webhooks.settle(begun.line, { kind: 'created', webhookId: 7, switchedOn: [] });
  const deck = await openNotifications({ service: scripted(server.url), columns: 80, rows: 24, parts: { journal } });
  for (const key of ['delete', 'rotate', 'test']) {
    await deck.press(`notifications.${key}`);
    expect(deck.text()).toContain('The service has not listed its webhooks yet: R asks.');
  }
  await deck.press('notifications.webhooks-refresh', 'notifications.delete');
  expect(deck.text()).toContain('Delete webhook 7?');
  expect(server.requests).toEqual([]);
});
