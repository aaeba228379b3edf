/** @module-tag exhaustive */
import { describe, expect, test } from 'vitest';
import type { OpenDeck } from '../support/deck.tsx';
import { fillWebhook, openNotifications, reviewPreferences } from '../support/notifications.ts';
import {
  cutOff,
  hangUp,
  json,
  raw,
  type ScriptedReply,
  silence,
  startScriptedServer,
} from '../support/scripted-server.ts';
import { silentLine } from '../support/silent-line.ts';

const scripted = (url: string) => ({ url, apiKey: 'sk-test-0123456789' });

const REFUSED = 'The service refused';
const UNKNOWN = 'The outcome is unknown: the service may have carried it out.';

/** Name, the answer, what is said to have come back, and what is said to be done next. */
const ANSWERS: readonly (readonly [name: string, reply: ScriptedReply, cameBack: string, next: string])[] = [
  [
    '400 {success:false,error,msg}',
    json(400, { success: false, error: 'invalid_args', msg: 'no good' }),
    'no good (invalid_args, status 400)',
    'Fix what the message names',
  ],
  [
    '403',
    json(403, { success: false, error: 'forbidden', msg: 'key lacks manage_notifications' }),
    'is not allowed to do this: key lacks manage_notifications',
    'Use a key that is allowed to do this.',
  ],
  [
    '404',
    json(404, { success: false, error: 'no_such_user', msg: 'no such user' }),
    'no such user',
    'Fix what the message names',
  ],
  [
    '422',
    json(422, { success: false, error: 'unknown_type', msg: 'what is this type' }),
    'The service refused: what is this type',
    'Fix what the message names',
  ],
  [
    '429 {detail}',
    json(429, { detail: 'API requests too frequent endpoint threshold=2.5' }),
    'called too soon after the last call',
    'Wait 2.5 s between calls of this kind.',
  ],
  [
    '429 plain text',
    raw(429, 'text/plain', 'API requests too frequent'),
    'called too soon after the last call',
    'Wait a little',
  ],
  ['429 {success:false}', json(429, { success: false, error: 'too_frequent', msg: 'slow down' }), 'slow down', UNKNOWN],
  [
    'success:false with status 200',
    json(200, { success: false, error: 'exists', msg: 'there already' }),
    `${REFUSED}: there already`,
    'Fix what the message names',
  ],
  ['500 with HTML', raw(500, 'text/html', '<html><h1>Internal Error</h1></html>'), 'status 500', UNKNOWN],
  ['502', raw(502, 'text/html', '<html><title>Bad Gateway</title></html>'), 'status 502', UNKNOWN],
  ['an empty body', raw(200, 'application/json', ''), 'service sent an unexpected answer', UNKNOWN],
  ['truncated JSON', raw(200, 'application/json', '{"success": tr'), 'service sent an unexpected answer', UNKNOWN],
  ['wrong types', json(200, { success: 'yes' }), 'service sent an unexpected answer', UNKNOWN],
  ['a cut connection', hangUp, 'The connection was lost before an answer came', UNKNOWN],
  ['no answer in time', silence, 'No answer arrived in time.', UNKNOWN],
  [
    'a connection cut in the middle',
    cutOff(200, '{"success":true,'),
    'The connection was lost in the middle of the answer',
    UNKNOWN,
  ],
];

/** The screen as one text without line breaks, so that sentences that were broken to fit are whole. */
const words = (deck: OpenDeck) => deck.text().replace(/\s+/g, ' ');

describe.each(ANSWERS)('%s', (_, reply, cameBack, next) => {
  test('to a webhook: what was tried, what came back, what to do; the form is as it was, and nothing is sent again', async () => {
    const line = silentLine();
    await using server = await startScriptedServer(reply === silence ? line.silence : reply);
    const deck = await openNotifications({
      service: scripted(server.url),
      limits: line.limits,
      lineClock: line.clock,
      columns: 80,
      rows: 24,
    });
    await fillWebhook(deck);
    await deck.press('notifications.review', 'notifications.create');
    expect(words(deck)).toContain('Tried to create the webhook (POST /api/v0/webhooks).');
    expect(words(deck)).toContain(cameBack);
    expect(words(deck)).toContain(next);
    expect(deck.text()).toMatch(/Name +alerts\n/);
    expect(deck.text()).toMatch(/URL +https:\/\/hooks\.example\/gpu\n/);
    expect(deck.text()).toContain('2 picked: client:low_credit  host:machine_offline');
    expect(server.requests).toHaveLength(1);
    await deck.press('notifications.leave');
    expect(deck.text().includes('outcome unknown')).toBe(next === UNKNOWN);
  });

  test('to preferences: what was tried, what came back, what to do; the grid is as it was, and nothing is sent again', async () => {
    const line = silentLine();
    await using server = await startScriptedServer(reply === silence ? line.silence : reply);
    const deck = await openNotifications({
      service: scripted(server.url),
      limits: line.limits,
      lineClock: line.clock,
      columns: 80,
      rows: 24,
    });
    await deck.press('notifications.tab', 'notifications.toggle');
    await reviewPreferences(deck);
    await deck.type('replace');
    await deck.press('notifications.field-enter');
    expect(words(deck)).toContain(
      'Tried to replace the notification preferences (PUT /api/v0/users/204117/notification-prefs).',
    );
    expect(words(deck)).toContain(cameBack);
    expect(words(deck)).toContain(next);
    expect(deck.text()).toMatch(/\*> client +low_credit +>\[x\] +\[ \] +\+ new/);
    expect(server.requests).toHaveLength(1);
    expect(words(deck).includes('The outcome of the replacement sent on')).toBe(next === UNKNOWN);
  });
});

describe('pressed twice, the key that sends makes one call', () => {
  const yes = json(200, { success: true });

  test('for a webhook', async () => {
    await using server = await startScriptedServer(yes, yes);
    const deck = await openNotifications({ service: scripted(server.url) });
    await fillWebhook(deck);
    await deck.press('notifications.review');
    await deck.send('cc');
    expect(deck.text()).toContain('The webhook was created.');
    expect(server.requests).toHaveLength(1);
  });

  test('for preferences', async () => {
    await using server = await startScriptedServer(yes, yes);
    const deck = await openNotifications({ service: scripted(server.url) });
    await deck.press('notifications.tab', 'notifications.toggle');
    await reviewPreferences(deck);
    await deck.type('replace');
    await deck.send('\r\r');
    expect(deck.text()).toContain('The answer did not repeat the settings');
    expect(server.requests).toHaveLength(1);
  });
});

test('an answer that says yes and no more is a yes: the webhook is there, without a secret', async () => {
  await using server = await startScriptedServer(json(200, { success: true }));
  const deck = await openNotifications({ service: scripted(server.url), columns: 80, rows: 24 });
  await fillWebhook(deck);
  await deck.press('notifications.review', 'notifications.create');
  expect(deck.text()).toContain('The webhook was created.');
  expect(deck.text()).toContain('The answer held no signing secret.');
  await deck.press('notifications.reveal');
  expect(deck.text()).toContain('The answer held no secret.');
  await deck.press('notifications.leave');
  expect(deck.text()).toContain('Created from here.');
});

test('a webhook has one time of creation, that of the service, on its page and in the list', async () => {
  const webhook = { id: 31, name: 'alerts', webhook_url: 'https://hooks.example/gpu', created_at: 1_793_534_400 };
  await using server = await startScriptedServer(json(200, { success: true, webhook }));
  const deck = await openNotifications({ service: scripted(server.url), columns: 100, rows: 30 });
  await fillWebhook(deck);
  await deck.press('notifications.review', 'notifications.create');
  expect(deck.text()).toMatch(/created +2026-11-01 12:00:00/);
  await deck.press('notifications.leave');
  await deck.resize(140, 30);
  expect(deck.text()).toMatch(/alerts +31 +2026-11-01 12:00:00/);
});

test('an answer that says yes without the preferences takes those that were sent, and says so', async () => {
  await using server = await startScriptedServer(json(200, { success: true, notification_preferences: 'all' }));
  const deck = await openNotifications({ service: scripted(server.url) });
  await deck.press('notifications.tab', 'notifications.toggle');
  await reviewPreferences(deck);
  await deck.type('replace');
  await deck.press('notifications.field-enter');
  expect(deck.text()).toContain('The answer did not repeat the settings');
  expect(deck.text()).toMatch(/low_credit +>\[x\] +\[ \] +email/);
});

test('a key that is not accepted opens the prompt for another, and the form is as it was', async () => {
  await using server = await startScriptedServer(raw(401, 'text/plain', 'Unauthorized'));
  const deck = await openNotifications({ service: scripted(server.url) });
  await fillWebhook(deck);
  await deck.press('notifications.review', 'notifications.create');
  expect(deck.text()).toContain('The service did not accept the API key.');
  await deck.type('sk-another');
  await deck.press('key.submit');
  expect(words(deck)).toContain('Tried to create the webhook');
  expect(deck.text()).toMatch(/Name +alerts\n/);
  expect(server.requests.filter(({ path }) => path === '/api/v0/webhooks')).toHaveLength(1);
});

test('text from the network cannot move the cursor on the page of a webhook', async () => {
  await using server = await startScriptedServer(
    json(200, {
      success: true,
      webhook: { id: 1, name: '\u001b[2J\u001b]52;c;eA==\u0007evil', event_types: ['client:\u009b31mred'] },
      enabled_notification_preferences: ['\u001b[Hhome'],
    }),
  );
  const deck = await openNotifications({ service: scripted(server.url) });
  await fillWebhook(deck);
  await deck.press('notifications.review', 'notifications.create');
  expect(deck.screen()[0]).toContain('gpudeck');
  expect(deck.text()).toMatch(/name +evil\n/);
  expect(deck.text()).toContain('client:red');
});
