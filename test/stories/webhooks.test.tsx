/** Webhooks that are there: the service's list beside the journal's, and the page of one with what was delivered to it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Service } from '../../src/local-service/serve.ts';
import type { OpenDeck } from '../support/deck.tsx';
import { call, folderInMemory, startTestService } from '../support/local-service.ts';
import { fillWebhook, journalIn, openNotifications } from '../support/notifications.ts';
import { hangUp, json, startScriptedServer } from '../support/scripted-server.ts';

const scripted = (url: string) => ({ url, apiKey: 'sk-test-0123456789' });

/** Creates a webhook somewhere else. */
const createElsewhere = (service: Service, name: string, webhook_url: string) =>
  call(service, 'POST', '/api/v0/webhooks', {
    key: service.apiKey,
    body: { name, webhook_url, event_types: ['host:machine_offline'] },
  });

const createHere = async (deck: OpenDeck): Promise<void> => {
  await fillWebhook(deck);
  await deck.press('notifications.review', 'notifications.create', 'notifications.reveal', 'notifications.leave');
};

const rowsOf = (deck: OpenDeck) => deck.screen().filter((line) => /^[ *][ >] \S+ .*https?:\/\//.test(line));

const WEBHOOK = {
  id: 7,
  user_id: 9,
  name: 'alerts',
  webhook_url: 'https://hooks.example/gpu',
  event_types: ['client:low_credit', 'host:machine_offline'],
  created_at: 1_793_534_400,
  updated_at: 1_793_538_000,
};

const AT = 1_793_540_000;
const DELIVERIES = {
  deliveries: [
    {
      id: 3,
      event_id: 'e3',
      notif_type: 'host:machine_offline',
      message: 'Machine 8207 is offline',
      created_at: AT,
      state: 'waiting',
      note: null,
      next_attempt_at: AT + 6,
      attempts: [
        { number: 1, at: AT + 0.5, status: 503, trouble: null },
        { number: 2, at: AT + 2, status: null, trouble: 'connection refused' },
      ],
    },
    {
      id: 2,
      notif_type: 'webhook_test',
      created_at: AT - 60,
      state: 'delivered',
      attempts: [{ number: 1, status: 200 }],
    },
    { id: 1, notif_type: 'client:low_credit', created_at: AT - 90, state: 'not sent', note: 'simulated service' },
    { id: 0, notif_type: 'webhook_test', created_at: AT - 95, state: 'sending', next_attempt_at: null },
    'rubbish',
  ],
};

describe('a host who looks at the webhooks', () => {
  test('sees those of the service beside those of the journal, each with where it is', async () => {
    const service = await startTestService();
    await createElsewhere(service, 'pager', 'https://pager.example/in');
    const file = join(folderInMemory(), 'journal.db');
    const deck = await openNotifications({ service, columns: 80, rows: 24, parts: { journal: journalIn(file) } });
    expect(rowsOf(deck)).toEqual([' > pager                  1  service          1        https://pager.example/in']);
    await createHere(deck);
    expect(rowsOf(deck)).toEqual([
      '   alerts                 2  service, here    2        https://hooks.example/gpu',
      ' > pager                  1  service          1        https://pager.example/in',
    ]);
    expect(deck.text()).toMatch(/^ 2 on the service {10,}as of 12:\d\d$/m);
    await call(service, 'DELETE', '/api/v0/webhooks/2', { key: service.apiKey });
    await deck.press('notifications.webhooks-refresh');
    expect(rowsOf(deck)).toEqual([
      ' > pager                  1  service          1        https://pager.example/in',
      '   alerts                 2  no longer there  2        https://hooks.example/gpu',
    ]);
    expect(deck.text()).toContain(' 1 on the service, 1 known from here alone');
    await deck.press('notifications.down');
    expect(deck.text().replace(/\s+/g, ' ')).toContain('no longer there: the service does not list it.');
    await deck.press('notifications.open');
    expect(deck.text()).toContain('The service does not list this webhook.');
    await deck.press('notifications.close', 'notifications.forget');
    expect(rowsOf(deck)).toHaveLength(1);
    await deck.press('notifications.forget');
    expect(deck.text()).toContain('There is nothing to forget: it was not created from here.');
  });

  test('sees on its page what was delivered, attempt by attempt, on every screen', async () => {
    await using server = await startScriptedServer();
    server.offer('webhooks', json(200, { webhooks: [WEBHOOK] }));
    server.offer('deliveries', json(200, DELIVERIES), json(200, { deliveries: [] }));
    const deck = await openNotifications({ service: scripted(server.url), columns: 80, rows: 40 });
    await deck.press('notifications.open');
    expect(deck.screen().slice(3, 31)).toEqual([
      '',
      ' Webhook 7   alerts',
      '  The service lists it; it was not created from here.',
      '',
      ' The webhook',
      '  id            7',
      '  name          alerts',
      '  times are in  UTC',
      '  created       2026-11-01 12:00:00',
      '  changed       2026-11-01 13:00:00',
      '  user id       9',
      '    https://hooks.example/gpu',
      '',
      ' Its event types',
      '    [?] client:low_credit',
      '    [?] host:machine_offline',
      '',
      ' Deliveries                                           as of 2026-11-21 12:00:00',
      '    2026-11-01 13:33:20  waiting    host:machine_offline',
      '      next attempt 2026-11-01 13:33:26',
      '      attempt 2  2026-11-01 13:33:22  no answer: connection refused',
      '      attempt 1  2026-11-01 13:33:20  answered 503',
      '    2026-11-01 13:32:20  delivered  webhook_test',
      '      attempt 1  ?  answered 200',
      '    2026-11-01 13:31:50  not sent   client:low_credit',
      '      simulated service',
      '    2026-11-01 13:31:45  sending    webhook_test',
      '',
    ]);
    await deck.resize(60, 15);
    expect(deck.text()).toContain('Webhook 7   alerts');
    await deck.press('notifications.page-down', 'notifications.page-down', 'notifications.page-down');
    expect(deck.text()).toContain('not sent   client:low_credit');
    await deck.resize(160, 48);
    await deck.press('notifications.webhook-refresh');
    expect(deck.text()).toContain('None yet.');
    expect(server.optionalRequests.map(({ path }) => path).filter((path) => path.includes('webhooks'))).toEqual([
      '/api/v0/webhooks',
      '/api/v0/webhooks/7/deliveries',
      '/api/v0/webhooks',
      '/api/v0/webhooks/7/deliveries',
    ]);
  });

  test('is told of a service that lacks the calls, once, and which they are', async () => {
    await using server = await startScriptedServer();
    const deck = await openNotifications({ service: scripted(server.url), columns: 80, rows: 24 });
    expect(deck.text().replace(/\s+/g, ' ')).toContain(
      'This service has no call that lists webhooks (GET /webhooks): those created elsewhere cannot be shown.',
    );
    await deck.press('notifications.webhooks-refresh', 'frame.offers', 'frame.notifications');
    expect(server.optionalRequests.filter(({ path }) => path.endsWith('/webhooks'))).toHaveLength(1);
    await using other = await startScriptedServer();
    other.offer('webhooks', json(200, { webhooks: [WEBHOOK, { ...WEBHOOK, id: 8 }] }));
    const there = await openNotifications({ service: scripted(other.url), columns: 80, rows: 40 });
    await there.press('notifications.open');
    expect(there.text()).toContain('This service does not tell: it has no call GET /webhooks/{id}/deliveries.');
    await there.press(
      'notifications.close',
      'notifications.down',
      'notifications.open',
      'notifications.webhook-refresh',
    );
    expect(other.optionalRequests.filter(({ path }) => path.endsWith('/deliveries'))).toHaveLength(1);
  });

  test('is told of a list that failed, above the rows that are known', async () => {
    await using server = await startScriptedServer();
    server.offer('webhooks', json(200, { webhooks: [WEBHOOK] }), json(403, { error: 'forbidden', msg: 'not today' }));
    const deck = await openNotifications({ service: scripted(server.url), columns: 60, rows: 15 });
    await deck.press('notifications.webhooks-refresh');
    expect(deck.text()).toContain('not today');
    expect(rowsOf(deck)).toHaveLength(1);
  });

  test('whose creation was not answered sees it settled by the list, also in the next run', async () => {
    await using server = await startScriptedServer(hangUp);
    server.offer('webhooks', json(200, { webhooks: [] }), json(200, { webhooks: [WEBHOOK] }));
    const file = join(folderInMemory(), 'journal.db');
    const deck = await openNotifications({
      service: scripted(server.url),
      columns: 80,
      rows: 24,
      parts: { journal: journalIn(file) },
    });
    await fillWebhook(deck);
    await deck.press('notifications.review', 'notifications.create');
    expect(deck.text()).toContain('The outcome is unknown');
    await deck.press('notifications.leave');
    expect(rowsOf(deck)).toEqual([' > alerts                 7  service, here    2        https://hooks.example/gpu']);
    await using lacking = await startScriptedServer();
    const later = await openNotifications({
      service: scripted(lacking.url),
      columns: 80,
      rows: 24,
      parts: { journal: journalIn(file, 'second run') },
    });
    expect(rowsOf(later)).toEqual([' > alerts                 7  from here        2        https://hooks.example/gpu']);
    expect(server.requests).toHaveLength(1);
  });

  test('is told before a fifth is sent that the service has four', async () => {
    const service = await startTestService();
    for (const path of ['1', '2', '3', '4']) await createElsewhere(service, path, `https://a.example.com/${path}`);
    const deck = await openNotifications({ service });
    await fillWebhook(deck);
    await deck.press('notifications.review');
    expect(deck.text()).toContain('The service lists 4 webhooks, and services allow 4: it will refuse another one.');
  });

  test('creates one for a trial on this machine at the local service', async () => {
    const receiver = createServer((_, response) => response.writeHead(204).end());
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    onTestFinished(() => void receiver.close());
    const { port } = receiver.address() as AddressInfo;
    const deck = await openNotifications({ service: await startTestService() });
    await deck.press('notifications.new', 'notifications.field-next');
    await deck.type('http:');
    expect(deck.text()).toContain('For a trial: http://localhost:PORT');
    await deck.send(`//hooks.example/`);
    expect(deck.text()).toContain('must begin with https://; http is for this machine alone');
    await deck.press('notifications.field-back');
    await deck.send('trial');
    await deck.press('notifications.field-next', 'notifications.line-delete-to-start');
    await deck.send(`http://127.0.0.1:${port}/hook`);
    await deck.press('notifications.field-enter');
    await deck.send('host:machine_offline');
    await deck.press('notifications.field-enter', 'notifications.field-leave');
    await deck.press('notifications.review', 'notifications.create');
    expect(deck.text()).toContain('The webhook was created.');
  });
});
