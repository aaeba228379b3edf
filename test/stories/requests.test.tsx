import { afterEach, describe, expect, test } from 'vitest';
import { type DeckOptions, type OpenDeck, openDeck } from '../support/deck.tsx';
import { exchange } from '../support/exchange.ts';
import { startTestService } from '../support/local-service.ts';
import { cutOff, json, raw, startScriptedServer } from '../support/scripted-server.ts';

const KEY = 'sk-0123456789abcdef';

let open: OpenDeck | undefined;

const start = async (options: DeckOptions): Promise<OpenDeck> => {
  open = await openDeck(options);
  return open;
};

afterEach(async () => {
  await open?.close();
  open = undefined;
});

const scripted = (url: string) => ({ url, apiKey: KEY });

/** The rows of the table without gutter. */
const rows = (deck: OpenDeck): string[] => {
  const screen = deck.screen();
  const top = screen.findIndex((line) => /Time.* Path/.test(line));
  return screen.slice(top + 1, -2).flatMap((line) => (line === '' ? [] : [line.slice(3)]));
};

describe('the ledger', () => {
  test('lists every call of every pane, the newest first, with its figures', async () => {
    await using server = await startScriptedServer(
      json(200, { volumes: [{ id: 1 }] }),
      json(200, []),
      json(200, { volumes: [] }),
    );
    const deck = await start({ service: scripted(server.url), columns: 140, parts: { pane: 'volumes' } });
    await deck.press('frame.connections', 'frame.volumes', 'volumes.refresh', 'frame.ledger');
    const figures = rows(deck).map((row) => row.replace(/^\d\d:\d\d:\d\d/, 'TIME').replace(/ +/g, ' '));
    expect(figures.map((row) => row.replace(/ 200 [\d,]+ /, ' 200 MS '))).toEqual([
      'TIME GET /api/v0/volumes 200 MS 14 1 5.5 answered',
      'TIME GET /api/v0/users/cloud_integrations 200 MS 2 1 - answered',
      'TIME GET /api/v0/volumes 200 MS 22 1 - answered',
    ]);
    expect(deck.screen()[1]).toMatch(/ 1\/3$/);
  });

  test('is sorted and narrowed like every list', async () => {
    await using server = await startScriptedServer(json(200, { volumes: [] }), json(503, { detail: 'later' }));
    const deck = await start({ service: scripted(server.url), parts: { pane: 'volumes' } });
    await deck.press('frame.connections', 'frame.ledger', 'ledger.filter');
    await deck.type('503 refused');
    expect(rows(deck)).toHaveLength(1);
    await deck.press('ledger.filter-restore', 'ledger.sort');
    expect(deck.text()).toMatch(/ Time ↑ /);
    expect(rows(deck)[0]).toContain('/api/v0/volumes');
  });

  test('shows what was sent and what came back, without the key', async () => {
    const service = await startTestService({ offers: 400, seed: 11 });
    const deck = await start({ service, rows: 60, start: { filter: 'num_gpus>=4', limit: 1 } });
    await deck.press('frame.ledger', 'ledger.open');
    const text = deck.text();
    expect(text).toContain('POST /api/v0/bundles   200   answered');
    expect(text).toContain('"num_gpus": {"gte": 4},');
    expect(text).toContain('"offers": [');
    expect(text).toContain('"gpu_name": ');
    expect(text).not.toContain(service.apiKey);
    await deck.press('ledger.scroll-last');
    expect(deck.text()).not.toContain('more lines below');
    await deck.press('ledger.close');
    expect(rows(deck)).toHaveLength(1);
  });

  test('replaces a key that comes back in an answer, and cannot be made to move the cursor', async () => {
    const body = `${KEY} \u001b[2J\u001b]52;c;aGk=\u0007\u202e is not valid`;
    await using server = await startScriptedServer(raw(400, 'text/plain', body));
    const deck = await start({ service: scripted(server.url), parts: { pane: 'volumes' } });
    await deck.press('frame.ledger', 'ledger.open');
    expect(deck.text()).toContain('  [redacted]  is not valid');
    expect(JSON.stringify(deck.deck.store.getState())).not.toContain(KEY);
  });

  test('shows a reply that was cut off as far as it came', async () => {
    await using server = await startScriptedServer(
      cutOff(200, '{"volumes":[{"id":1,"status":"act'),
      json(200, { volumes: [] }),
    );
    const deck = await start({ service: scripted(server.url), parts: { pane: 'volumes' } });
    await deck.press('frame.ledger', 'ledger.down', 'ledger.open');
    expect(deck.text()).toContain('GET /api/v0/volumes   200   unreachable');
    expect(deck.text()).toContain('"status": "act');
  });

  test('before the first call says what would be here', async () => {
    await using server = await startScriptedServer();
    const deck = await start({ service: scripted(server.url), parts: { pane: 'ledger' } });
    expect(deck.text()).toContain('No calls have been made yet.');
    await deck.press('ledger.repeat');
    expect(deck.text()).toContain('There is no call under the cursor.');
    expect(server.requests).toEqual([]);
  });

  test('hands a call over as a curl command', async () => {
    const service = await startTestService({ offers: 60, seed: 7 });
    const copied: string[] = [];
    const copy = async (text: string) => {
      copied.push(text);
      return 'sent' as const;
    };
    const deck = await start({ service, copy, parts: { pane: 'volumes' } });
    await deck.press('frame.ledger', 'ledger.copy');
    expect(deck.text()).toContain("Sent to your terminal's clipboard: the call as a curl command.");
    expect(copied).toEqual([
      `printf 'Authorization: Bearer %s\\n' "$GPUDECK_API_KEY" | curl -sS --globoff -H @- '${service.url}/api/v0/volumes'`,
    ]);
  });
});

describe('marks in the ledger', () => {
  test('hand several calls over, a command a line', async () => {
    await using server = await startScriptedServer(json(200, { volumes: [] }), json(200, []));
    const copied: string[] = [];
    const copy = async (text: string) => {
      copied.push(text);
      return 'sent' as const;
    };
    const deck = await start({ service: scripted(server.url), copy, parts: { pane: 'volumes' } });
    await deck.press('frame.connections', 'frame.ledger', 'ledger.mark', 'ledger.mark');
    expect(deck.screen().at(-1)).toMatch(/^ y copy as curl .* 2 marked$/);
    await deck.press('ledger.copy');
    expect(deck.text()).toContain("Sent to your terminal's clipboard: 2 calls as curl commands.");
    expect(copied[0]?.split('\n').map((line) => /[a-z_]+'$/.exec(line)?.[0])).toEqual([
      "cloud_integrations'",
      "volumes'",
    ]);
  });

  test('leave R to the call under the cursor', async () => {
    await using server = await startScriptedServer(json(200, { volumes: [] }), json(200, []), json(200, []));
    const deck = await start({ service: scripted(server.url), parts: { pane: 'volumes' } });
    await deck.press('frame.connections', 'frame.ledger', 'ledger.down', 'ledger.mark', 'ledger.up', 'ledger.repeat');
    expect(server.requests.map(({ path }) => path).at(-1)).toBe('/api/v0/users/cloud_integrations');
  });
});

describe('making a call again', () => {
  test('sends a read as it was, as a further attempt in its turn, and leaves the panes as they are', async () => {
    await using server = await startScriptedServer(
      json(200, { offers: [{ id: 1, gpu_name: 'RTX 4090', dph_total: 1 }] }),
      json(200, { offers: [{ id: 2, gpu_name: 'H100 SXM', dph_total: 2 }] }),
    );
    const deck = await start({ service: scripted(server.url), columns: 140, start: { filter: 'dph_total<2.5' } });
    await deck.press('frame.ledger', 'ledger.repeat');
    expect(deck.text()).toContain('The call was repeated and answered: it is the newest line.');
    expect(server.requests[1]).toMatchObject({ method: 'POST', path: '/api/v0/bundles' });
    expect(server.requests[1]?.body).toBe(server.requests[0]?.body);
    expect(rows(deck)[0]).toMatch(/POST +\/api\/v0\/bundles +200 .* 2 +2\.0 +answered/);
    await deck.press('frame.offers');
    expect(deck.text()).toContain('RTX 4090');
    expect(deck.text()).not.toContain('H100');
  });

  test('says when it failed', async () => {
    await using server = await startScriptedServer(json(200, { volumes: [] }), raw(502, 'text/html', '<h1>Oh</h1>'));
    const deck = await start({ service: scripted(server.url), parts: { pane: 'volumes' } });
    await deck.press('frame.ledger', 'ledger.repeat');
    expect(deck.text()).toContain('The call was repeated and failed. The service failed: Oh (status 502).');
    expect(rows(deck)[0]).toMatch(/502 .* refused/);
  });

  test('is refused for a write, with the reason, and nothing is sent', async () => {
    await using server = await startScriptedServer(json(200, { volumes: [] }));
    const deck = await start({ service: scripted(server.url), parts: { pane: 'volumes' } });
    const path = '/api/v0/machines/8207/dnotify';
    deck.deck.exchanged(exchange(2, { endpoint: 'maintenance', method: 'PUT', path, baseUrl: server.url }));
    await deck.resize(80, 24);
    await deck.press('frame.ledger', 'ledger.repeat');
    const refused = ' Writes are not repeated here: press 4 to schedule the maintenance window.';
    expect(deck.screen().at(-2)).toBe(refused);
    await deck.resize(100, 24);
    expect(deck.screen().at(-1)).not.toContain('repeat the call');
    await deck.press('ledger.down');
    expect(deck.screen().at(-1)).toContain('R repeat the call');
    await deck.press('ledger.up', 'ledger.open', 'ledger.repeat');
    expect(deck.screen().at(-2)).toBe(refused);
    expect(server.requests).toHaveLength(1);
  });
});

describe('the screen', () => {
  for (const [columns, height] of [
    [60, 15],
    [80, 24],
    [100, 30],
    [160, 48],
  ] as const) {
    test(`is whole at ${columns}x${height}`, async () => {
      await using server = await startScriptedServer(json(200, { volumes: [] }), json(200, []));
      const deck = await start({ service: scripted(server.url), columns, rows: height, parts: { pane: 'volumes' } });
      await deck.press('frame.connections', 'frame.ledger');
      expect(deck.screen()).toHaveLength(height);
      expect(rows(deck)).toHaveLength(2);
      expect(rows(deck)[0]).toMatch(/\/api\/v0\/users\/.* answered/);
      expect(deck.screen().at(-1)).toContain('? help');
      await deck.press('ledger.open');
      expect(deck.screen()).toHaveLength(height);
      expect(deck.screen().at(-1)).toContain('Esc back');
    });
  }
});
