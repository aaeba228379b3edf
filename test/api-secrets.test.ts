import { inspect } from 'node:util';
import { Agent } from 'undici';
import { describe, expect, test } from 'vitest';
import { CALLS } from '../src/api/calls.ts';
import { explain } from '../src/api/errors/explain.ts';
import type { Exchange } from '../src/api/http/exchange.ts';
import { createRedactor } from '../src/api/redact/redact.ts';
import { clientFor, failureOf, KEY, SEARCH, WEBHOOK, WINDOW } from './support/api-client.ts';
import { cutOff, hangUp, json, raw, type ScriptedReply, startScriptedServer } from './support/scripted-server.ts';
import { workedMs } from './support/work.ts';

const SECRET = 'whsec_Zm9v/YmFy"9';

/** Every text that hangs on `value`, hidden and inherited members included. */
const everything = (value: unknown): string => inspect(value, { depth: null, showHidden: true, maxStringLength: null });

test('the key is in no error and no ledger line, however the service repeats it', async () => {
  const replies: ScriptedReply[] = [
    json(400, { error: KEY, msg: `the key ${KEY} is bad` }),
    json(404, { error: 'auth', msg: JSON.stringify({ key: KEY }) }),
    json(429, { detail: `${'x'.repeat(290)}${KEY}` }),
    raw(502, 'text/html', `<title>Bearer ${KEY}</title>`),
    raw(500, 'text/plain', `authorization: Bearer ${KEY}`),
    raw(308, 'text/html', '', { location: `https://other.example/${encodeURIComponent(KEY)}/x` }),
    raw(200, 'application/json', `{"offers":[{"id":1,"logo":${JSON.stringify(KEY)}}`),
    cutOff(401, `{"msg":${JSON.stringify(KEY)}`),
    hangUp,
    (response) => response.socket?.end(`${KEY} is not HTTP\r\n`),
  ];
  await using server = await startScriptedServer(...replies);
  const exchanges: Exchange[] = [];
  const client = clientFor(server.url, { onExchange: (exchange) => exchanges.push(exchange) });
  for (const _ of replies) {
    const error = await failureOf(client.searchOffers(SEARCH));
    expect(everything(error)).not.toContain('abcdef');
    expect(error.stack).not.toContain('abcdef');
  }
  expect(exchanges).toHaveLength(replies.length);
  expect(everything(exchanges)).not.toContain('abcdef');
  expect(everything(exchanges)).toContain('[redacted]');
});

test('a key that is typed into a request is not in the ledger either', async () => {
  await using server = await startScriptedServer(json(200, { success: true, webhook: {} }));
  const exchanges: Exchange[] = [];
  const client = clientFor(server.url, { onExchange: (exchange) => exchanges.push(exchange) });
  await client.write(CALLS.webhooks, { ...WEBHOOK, name: `pasted ${KEY}` });
  expect(exchanges[0]?.requestText).toContain('"pasted [redacted]"');
  expect(exchanges[0]?.requestText).not.toContain(KEY);
});

test("a webhook's secret reaches the caller and neither the ledger nor any later error", async () => {
  await using server = await startScriptedServer(
    json(200, { success: true, webhook: { id: 1, webhook_secret: SECRET } }),
    json(409, { success: false, error: 'twice', msg: `exists with secret ${SECRET}` }),
    raw(200, 'application/json', `{"success":true,"webhook":{"webhook_secret":"${'s'.repeat(40)}`),
  );
  const exchanges: Exchange[] = [];
  const client = clientFor(server.url, { onExchange: (exchange) => exchanges.push(exchange) });
  expect((await client.write(CALLS.webhooks, WEBHOOK)).secret).toBe(SECRET);
  expect((await failureOf(client.write(CALLS.webhooks, WEBHOOK))).text).toBe('exists with secret [redacted]');
  await failureOf(client.write(CALLS.webhooks, WEBHOOK));
  expect(exchanges.map(({ replyText }) => replyText)).toEqual([
    '{"success":true,"webhook":{"id":1,"webhook_secret":"[redacted]"}}',
    '{"success":false,"error":"twice","msg":"exists with secret [redacted]"}',
    '{"success":true,"webhook":{"webhook_secret":"[redacted]"',
  ]);
});

test('a secret is taken out of JSON, of JSON inside JSON and of plain text', () => {
  const { redact } = createRedactor('');
  expect(redact('{"webhook_secret": "a\\"b", "id": 1}')).toBe('{"webhook_secret": "[redacted]", "id": 1}');
  expect(redact('{"msg":"{\\"webhook_secret\\":\\"abc\\",\\"id\\":1}"}')).not.toContain('abc');
  expect(redact('webhook_secret=abc, next')).toBe('webhook_secret="[redacted]", next');
  expect(redact('webhook_secret: abc')).not.toContain('abc');
});

describe("of the user's record", () => {
  const KEY_OF_USER = 'f00dcafe0123456789';
  const record = { id: 7, credit: -1.5, email: 'ann@example.org', ssh_key: 'ssh-rsa AAAA', last4: '4242', sid: 's-1' };

  test.each([
    ['whole', (text: string) => text, '{"id":7,"credit":-1.5}'],
    ['cut off', (text: string) => text.slice(0, -1), '[redacted]'],
    ['in a list', (text: string) => `[${text}]`, '{}'],
    ['in a page', (text: string) => `<p>${text}</p>`, '<p>'],
  ])('only figures and flags are kept, and never its key: %s', async (_, told, kept) => {
    const body = told(JSON.stringify({ ...record, api_key: KEY_OF_USER }));
    await using server = await startScriptedServer(raw(404, 'text/plain', `no: ${KEY_OF_USER}`));
    server.offer('users/current/', raw(200, 'application/json', body));
    const exchanges: Exchange[] = [];
    const client = clientFor(server.url, { onExchange: (exchange) => void exchanges.push(exchange) });
    const came = await client.read(CALLS.user, undefined).catch((error: unknown) => error);
    expect(exchanges[0]?.replyText?.slice(0, kept.length)).toBe(kept);
    if (kept !== '<p>') expect(everything([came, exchanges])).not.toMatch(/ann@|AAAA|4242|s-1/);
    expect(everything([came, exchanges])).not.toContain(KEY_OF_USER);
    if (told('x') !== 'x') return;
    expect(came).toMatchObject({ id: 7, credit: -1.5, balance: undefined, hasCard: true });
    expect(everything(await failureOf(client.list(CALLS.volumes)))).not.toContain(KEY_OF_USER);
  });
});

describe('the environment and the script of an instance', () => {
  const instance = (more: string) => `{"id":1,${more},"label":"mine"}`;
  const HIDDEN = '"[redacted]"';

  test.each([
    ['pairs', '"extra_env":[["HF_TOKEN","hf_abc"],["X","]\\"}"]]', `"extra_env":${HIDDEN}`],
    ['an object', '"extra_env":{"HF_TOKEN":"hf_abc"}', `"extra_env":${HIDDEN}`],
    ['a script', '"onstart":"export HF_TOKEN=\\"hf_abc\\"\\nrun"', `"onstart":${HIDDEN}`],
    ['a script within', '"x":{"onstart": "hf_abc"}', `"x":{"onstart": ${HIDDEN}}`],
    ['an object as it is sent', '"env":{"HF_TOKEN":"hf_abc"},"my_env":"x"', `"env":${HIDDEN},"my_env":"x"`],
    ['nothing', '"extra_env":null,"onstart":null', '"extra_env":null,"onstart":null'],
  ])('are taken out of a reply: %s', async (_, given, told) => {
    const body = `{"instances":[${instance(given)}]}`;
    const expected = `{"instances":[${instance(told)}]}`;
    await using server = await startScriptedServer(raw(200, 'application/json', body));
    const exchanges: Exchange[] = [];
    const client = clientFor(server.url, { onExchange: (exchange) => void exchanges.push(exchange) });
    const { records, texts } = await client.list(CALLS.instances);
    expect(exchanges[0]?.replyText).toBe(expected);
    expect(JSON.parse(texts[0] ?? '')).toEqual(JSON.parse(instance(told)));
    expect(everything([records, texts, exchanges])).not.toContain('hf_abc');
  });

  test.each(['"extra_env":[["A","hf_ab', '"extra_env":{"A":"hf_ab', '"extra_env": [[["hf_ab"', '"onstart":"hf_ab'])(
    'are taken out of one that was cut: %s',
    (text) => {
      expect(createRedactor('').redactCut(`{"instances":[{${text}`)).toBe(
        `{"instances":[{${text.replace(/([[{]|"hf).*/, HIDDEN)}`,
      );
    },
  );

  test('are words that a message may hold', () => {
    const said = 'onstart: longer than 4048 characters; extra_env=none';
    expect(createRedactor('').redact(said)).toBe(said);
  });
});

test.each([
  ['as JSON within JSON within JSON', 'sk-0123456789/abcdef\\\\\\"tail'],
  ['with its slash escaped, as some services write JSON', 'sk-0123456789\\/abcdef\\"tail'],
  ['with characters escaped that need no escape', '\\u0073k-0123456789\\u002Fabcdef\\u0022tail'],
  ['in an address', 'sk-0123456789%2Fabcdef%22tail'],
  ['in an address, more than it needs', '%73k%2d0123456789/abcdef%22tail'],
  ['in HTML', 'sk-0123456789&#x2F;abcdef&quot;tail'],
  ['in HTML by numbers', '&#115;k-0123456789&#047;abcdef&#34;tail'],
])('the key is recognised %s', (_, spelled) => {
  expect(createRedactor(KEY).redact(`before ${spelled} after`)).toBe('before [redacted] after');
});

test('no text makes the search for secrets slow', () => {
  const { redact, remember } = createRedactor(KEY);
  remember(SECRET);
  const startedMs = workedMs();
  redact(`${'webhook_secret:\\"'.repeat(60_000)}\\\n`);
  redact('\\'.repeat(1_000_000));
  redact(`&#${'0'.repeat(1_000_000)}`);
  expect(workedMs() - startedMs).toBeLessThan(5000);
});

test('what a service repeats of the key or a secret when it agrees comes without it', async () => {
  const answer = {
    success: true,
    you_sent: `3 notifications sent with ${KEY}`,
    webhook: { id: 1, name: `named ${KEY}`, webhook_url: `https://a.example/${SECRET}`, webhook_secret: SECRET },
    enabled_notification_preferences: [`client:${KEY}`],
    notification_preferences: { [KEY]: { [`a ${KEY}`]: { email: true, webhooks: false } } },
  };
  await using server = await startScriptedServer(json(200, answer), json(200, answer), json(200, answer));
  const client = clientFor(server.url);
  expect(await client.write(CALLS.maintenance, WINDOW)).toMatchObject({
    youSent: '3 notifications sent with [redacted]',
  });
  expect(await client.write(CALLS.webhooks, WEBHOOK)).toMatchObject({
    webhook: { id: 1, name: 'named [redacted]', webhook_url: 'https://a.example/[redacted]' },
    secret: SECRET,
    enabledNotificationPreferences: ['client:[redacted]'],
  });
  expect(await client.write(CALLS.preferences, { userId: 1, preferences: {} })).toEqual({
    preferences: { '[redacted]': { 'a [redacted]': { email: true, webhooks: false } } },
  });
});

describe('a list that repeats the key or a secret', () => {
  /** One record as a service writes it, and what becomes of it. */
  const SPELLED: readonly (readonly [string, string, string])[] = [
    ['in a value', `{"id":1,"name":${JSON.stringify(`my ${KEY}!`)}}`, '{"id":1,"name":"my [redacted]!"}'],
    ['as the name of a member', `{"id":1,${JSON.stringify(KEY)}:2}`, '{"id":1,"[redacted]":2}'],
    [
      'deep inside',
      `{"id":1,"x":[{"__proto__":[${JSON.stringify(KEY)},2.50]}]}`,
      '{"id":1,"x":[{"__proto__":["[redacted]",2.5]}]}',
    ],
    [
      'in an address',
      `{"id":1,"name":"https://a.example/?k=${encodeURIComponent(KEY)}"}`,
      '{"id":1,"name":"https://a.example/?k=[redacted]"}',
    ],
    ['with its slash escaped', '{"id":1,"name":"sk-0123456789\\/abcdef\\"tail"}', '{"id":1,"name":"[redacted]"}'],
    ['as a webhook secret', '{"id":1,"webhook_secret":"abc"}', '{"id":1,"webhook_secret":"[redacted]"}'],
  ];

  test.each(SPELLED)('%s comes without it', async (_, received, text) => {
    const untouched = '{"id": 7, "disk_space": 2.50, "driver_vers": 123456789012345678901}';
    await using server = await startScriptedServer(
      raw(200, 'application/json', `{"offers":[${untouched},${received}]}`),
      raw(200, 'application/json', `{"volumes":[${received}]}`),
      raw(200, 'application/json', `[${received}]`),
    );
    const client = clientFor(server.url);
    const texts: string[] = [];
    const onRecords = (batch: readonly { readonly text: string }[]) => void texts.push(...batch.map((one) => one.text));
    const { records: offers } = await client.searchOffers(SEARCH, { onRecords });
    expect(texts).toEqual([untouched, text]);
    const volumes = await client.list(CALLS.volumes);
    const connections = await client.list(CALLS.connections);
    expect([volumes.texts, connections.texts]).toEqual([[text], [text]]);
    expect(everything([offers, volumes, connections])).not.toContain('abcdef');
  });

  test('that is cut into pieces in the middle of the key comes without it', async () => {
    const record = JSON.stringify({ id: 1, name: KEY });
    await using server = await startScriptedServer((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(`[${record.slice(0, 24)}`, () => setImmediate(() => response.end(`${record.slice(24)}]`)));
    });
    expect((await clientFor(server.url).list(CALLS.connections)).texts).toEqual(['{"id":1,"name":"[redacted]"}']);
  });

  test('loses no record whose number is the key, and none that is nested out of sight', async () => {
    const deep = `{"id":2,"x":${'['.repeat(50_000)}"12345678901234567890"${']'.repeat(50_000)}}`;
    await using server = await startScriptedServer(
      raw(200, 'application/json', `[{"id":12345678901234567890},${deep},{"id":3}]`),
    );
    const client = clientFor(server.url, { apiKey: '12345678901234567890' });
    const { records: connections, malformedRecords } = await client.list(CALLS.connections);
    expect(connections.at(-1)).toMatchObject({ id: 3 });
    expect(connections.length + malformedRecords).toBe(3);
    expect(everything(connections.slice(1))).not.toContain('"12345678901234567890"');
  });

  test('of which a word happens to be a very short key is left as it is', async () => {
    await using server = await startScriptedServer(raw(200, 'application/json', '[{"id":1,"name":"key"}]'));
    expect((await clientFor(server.url, { apiKey: 'key' }).list(CALLS.connections)).records).toMatchObject([
      { name: 'key' },
    ]);
  });
});

test('of a key that was deleted in part, or pasted in part, more than half is taken out, and less is a word', () => {
  const { redact } = createRedactor('0123456789abcdefghij');
  expect(redact('a 0123456789abcdefghij z')).toBe('a [redacted] z');
  for (const part of ['0123456789abcdefghi', '123456789abcdefghij', '456789abcdefg hij', '0123456789ab']) {
    expect(redact(`a ${part.split(' ')[0]} z`)).toBe('a [redacted] z');
  }
  expect(redact('0123456789ab 89abcdefghij')).toBe('[redacted] [redacted]');
  for (const part of ['0123456789a', '9abcdefghij', '89ab', '789a0123456789a']) expect(redact(part)).toBe(part);
  expect(createRedactor('0123456789a').redact('0123456789')).toBe('0123456789');
});

test('a key on the border of what the ledger shows is not left half readable', async () => {
  const exchanges: Exchange[] = [];
  for (const offset of [0, 5, 12, KEY.length]) {
    const filler = 'x'.repeat(64 * 1024 - offset);
    await using server = await startScriptedServer(raw(500, 'text/plain', `${filler}${KEY}${'y'.repeat(10_000)}`));
    const client = clientFor(server.url, { onExchange: (exchange) => exchanges.push(exchange) });
    await failureOf(client.list(CALLS.volumes));
  }
  for (const { replyText, isReplyCut } of exchanges) {
    expect(replyText).not.toContain('sk-');
    expect(replyText?.length).toBeLessThanOrEqual(64 * 1024);
    expect(isReplyCut).toBe(true);
  }
});

test('a key that no header can carry is a rejected key, and nothing is sent', async () => {
  await using server = await startScriptedServer();
  for (const apiKey of ['', 'two words', 'line\nbreak', 'schlüssel']) {
    const error = await failureOf(clientFor(server.url, { apiKey }).list(CALLS.volumes));
    expect(error).toMatchObject({ kind: 'key-rejected', stage: 'connecting' });
    if (apiKey !== '') expect(everything(error)).not.toContain(apiKey);
  }
  expect(server.requests).toEqual([]);
});

test('an error that the transport throws instead of telling it holds no key, and ends the call as every other', async () => {
  const dispatcher = new Agent();
  dispatcher.dispatch = () => {
    throw new TypeError(`invalid header Bearer ${KEY}`);
  };
  const exchanges: Exchange[] = [];
  const client = clientFor('http://127.0.0.1:9', { dispatcher, onExchange: (exchange) => exchanges.push(exchange) });
  for (const call of [client.write(CALLS.webhooks, WEBHOOK), client.list(CALLS.volumes)]) {
    const error = await failureOf(call);
    expect(error).toMatchObject({ kind: 'unreachable', stage: 'connecting', text: 'invalid header Bearer [redacted]' });
    expect(everything(error)).not.toContain('abcdef');
  }
  expect(exchanges).toHaveLength(2);
});

test('a key that is longer than a header can be is refused in words, and nothing is sent', async () => {
  await using server = await startScriptedServer(json(200, []));
  const exchanges: Exchange[] = [];
  const onExchange = (exchange: Exchange) => exchanges.push(exchange);
  await clientFor(server.url, { apiKey: 'k'.repeat(16_000) }).list(CALLS.connections);
  expect(server.requests).toHaveLength(1);
  for (const length of [16_001, 65_536, 100_000]) {
    const error = await failureOf(
      clientFor(server.url, { apiKey: 'k'.repeat(length), onExchange }).list(CALLS.volumes),
    );
    expect(error).toMatchObject({ kind: 'key-rejected', stage: 'connecting' });
    expect(everything([error, exchanges])).not.toContain('kkkkkkkk');
    expect(explain(error)).toMatchObject({
      whatCameBack: `The API key cannot be sent: it has ${length.toLocaleString('en')} characters, and the limit is 16,000. Nothing was sent.`,
      whatToDo: 'Copy the key again, without spaces or quotes, and enter it.',
    });
  }
  expect(server.requests).toHaveLength(1);
});

test.each([4000, 16_000])('a key of %i characters that the end of the sample cuts is not in it', async (length) => {
  const key = 'Qx7hJ2mV9_'.repeat(length / 10);
  const exchanges: Exchange[] = [];
  for (const offset of [100, length / 2, length - 1, length + 4096]) {
    const filler = 'x'.repeat(64 * 1024 + 4096 - offset);
    await using server = await startScriptedServer(raw(500, 'text/plain', `${filler}${key}${'y'.repeat(10_000)}`));
    const client = clientFor(server.url, { apiKey: key, onExchange: (exchange) => exchanges.push(exchange) });
    await failureOf(client.list(CALLS.volumes));
  }
  expect(everything(exchanges)).not.toContain('Qx7hJ2');
});

test('a ledger line holds what a person asks about a call', async () => {
  await using server = await startScriptedServer(
    json(200, { success: true, you_sent: '1 notifications sent' }),
    json(429, { detail: 'API requests too frequent endpoint threshold=2.5' }),
  );
  const exchanges: Exchange[] = [];
  let epochMs = 1_796_000_000_000;
  const client = clientFor(server.url, {
    clock: { now: () => epochMs++, ticks: () => epochMs++, after: () => () => {} },
    onExchange: (exchange) => exchanges.push(exchange),
  });
  await client.write(CALLS.maintenance, WINDOW);
  await failureOf(client.list(CALLS.volumes, { attempt: 2 }));
  expect(exchanges[0]).toMatchObject({
    id: 1,
    endpoint: 'maintenance',
    method: 'PUT',
    path: '/api/v0/machines/8207/dnotify',
    startedAtEpochMs: 1_796_000_000_000,
    attempt: 1,
    waitedMs: 0,
    status: 200,
    sentBytes: 107,
    receivedBytes: 50,
    outcome: 'answered',
    isOutcomeUnknown: false,
    replyText: '{"success":true,"you_sent":"1 notifications sent"}',
    isReplyCut: false,
  });
  expect(exchanges[0]?.durationMs).toBeGreaterThan(0);
  expect(exchanges[1]).toMatchObject({
    id: 2,
    endpoint: 'volumes',
    attempt: 2,
    status: 429,
    sentBytes: 0,
    outcome: 'rate-limited',
    requestText: undefined,
  });
});
