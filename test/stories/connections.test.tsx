import { afterEach, describe, expect, test } from 'vitest';
import { type DeckOptions, type OpenDeck, openDeck } from '../support/deck.tsx';
import { impatientClock } from '../support/impatient-clock.ts';
import { call, startTestService } from '../support/local-service.ts';
import { json, startScriptedServer } from '../support/scripted-server.ts';

let open: OpenDeck | undefined;

const start = async (options: Omit<DeckOptions, 'parts'>): Promise<OpenDeck> => {
  open = await openDeck({ ...options, parts: { pane: 'connections' } });
  return open;
};

afterEach(async () => {
  await open?.close();
  open = undefined;
});

const scripted = (url: string) => ({ url, apiKey: 'sk-test-0123456789' });

/** The rows of the table as lists of their cells: mark and cursor, id, name, type. */
const rows = (deck: OpenDeck): string[][] =>
  deck
    .screen()
    .filter((line) => /^[ *][ >] +\d+ {2}\S/.test(line))
    .map((line) => [line.slice(0, 2).trim(), ...line.slice(3).trim().split(/ {2,}/)]);
const names = (deck: OpenDeck) => rows(deck).map(([, , name]) => name);

const connection = (id: number, name: string, type = 's3') => ({ id, name, cloud_type: type });

describe('a renter who looks at the cloud connections', () => {
  test('sees those that the service holds: id, name and type', async () => {
    const service = await startTestService({ offers: 400, seed: 11 });
    const answer = await call(service, 'GET', '/api/v0/users/cloud_integrations', { key: service.apiKey });
    const held = answer.body as { id: number; name: string; cloud_type: string }[];
    expect(held.length).toBeGreaterThan(1);
    const deck = await start({ service, columns: 80, rows: 24 });
    expect(rows(deck)).toEqual(
      held.map(({ id, name, cloud_type: type }, place) => [place === 0 ? '>' : '', String(id), name, type]),
    );
    expect(deck.text()).toContain(`1/${held.length}   as of 12:00`);
  });

  test('sorts by a column, in the order in which people sort', async () => {
    await using server = await startScriptedServer(
      json(200, [connection(3, 'backup 10'), connection(1, 'Archive'), connection(2, 'backup 9')]),
    );
    const deck = await start({ service: scripted(server.url) });
    await deck.press('connections.column-right', 'connections.sort');
    expect(names(deck)).toEqual(['Archive', 'backup 9', 'backup 10']);
    expect(deck.text()).toContain('↑Name');
    await deck.press('connections.sort');
    expect(names(deck)).toEqual(['backup 10', 'backup 9', 'Archive']);
    await deck.press('connections.sort');
    expect(names(deck)).toEqual(['backup 10', 'Archive', 'backup 9']);
  });

  test('narrows them by words, opens one, and copies it', async () => {
    const extra = { ...connection(7, 'team drive', 'gdrive'), region: 'eu-west' };
    await using server = await startScriptedServer(json(200, [connection(1, 'training sets'), extra]));
    const copied: string[] = [];
    const copy = async (text: string) => {
      copied.push(text);
      return 'sent' as const;
    };
    const deck = await start({ service: scripted(server.url), copy });
    await deck.press('connections.filter');
    await deck.type('gdrive');
    await deck.press('connections.filter-keep', 'connections.open');
    expect(deck.text()).toContain('Connection 7   team drive');
    expect(deck.text()).toMatch(/region +"eu-west"/);
    await deck.press('connections.copy-open', 'connections.copy-take', 'connections.close');
    expect(copied).toEqual([JSON.stringify(extra)]);
    expect(names(deck)).toEqual(['team drive']);
  });

  test('who has none is told what would be here', async () => {
    await using server = await startScriptedServer(json(200, []));
    const deck = await start({ service: scripted(server.url) });
    expect(deck.text()).toContain('You have no cloud connections.');
    expect(deck.text()).toMatch(/are\s+listed\s+here/);
  });

  test('docs/interface.md, Limits: refreshes wait for their turn, 2.9 s each', async () => {
    const clock = impatientClock(Date.UTC(2026, 10, 21, 12));
    const service = await startTestService({ offers: 400, seed: 11, thresholds: true, clock });
    const deck = await start({ service, clock });
    await deck.press('connections.refresh', 'connections.refresh');
    await deck.press('frame.ledger');
    expect(deck.text()).not.toContain('rate limited');
    expect(deck.text().match(/ 2\.9 /g)).toHaveLength(2);
  });
});

describe('the screen', () => {
  const many = Array.from({ length: 40 }, (_, place) =>
    connection(7000 + place, `漢字 a name that no narrow terminal has the room for, ${'x'.repeat(80)}`, 'backblaze'),
  );
  for (const [columns, height, visible] of [
    [60, 15, 8],
    [80, 24, 17],
    [100, 30, 23],
    [160, 48, 40],
  ] as const) {
    test(`is whole at ${columns}x${height}: ${visible} rows in a window that follows the cursor`, async () => {
      await using server = await startScriptedServer(json(200, many));
      const deck = await start({ service: scripted(server.url), columns, rows: height });
      expect(rows(deck)).toHaveLength(visible);
      await deck.press('connections.last');
      expect(rows(deck).at(-1)?.slice(0, 2)).toEqual(['>', '7039']);
      expect(deck.screen().at(-1)).toContain('? help');
    });
  }
});
