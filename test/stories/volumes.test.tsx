import { afterEach, describe, expect, test } from 'vitest';
import type { Volume } from '../../src/catalogue/values.ts';
import { type DeckOptions, type OpenDeck, openDeck } from '../support/deck.tsx';
import { impatientClock } from '../support/impatient-clock.ts';
import { call, startTestService } from '../support/local-service.ts';
import { manualClock } from '../support/manual-clock.ts';
import { json, startScriptedServer } from '../support/scripted-server.ts';

const NOON = Date.UTC(2026, 10, 21, 12);

let open: OpenDeck | undefined;

const start = async (options: Omit<DeckOptions, 'parts'>): Promise<OpenDeck> => {
  open = await openDeck({ ...options, parts: { pane: 'volumes' } });
  return open;
};

afterEach(async () => {
  await open?.close();
  open = undefined;
});

const scripted = (url: string) => ({ url, apiKey: 'sk-test-0123456789' });

/** The rows of the table without gutter and trailing spaces. */
const rows = (deck: OpenDeck): string[] => {
  const screen = deck.screen();
  const top = screen.findIndex((line) => /Volume.* Status/.test(line));
  return screen.slice(top + 1, -2).flatMap((line) => (line === '' ? [] : [line.slice(3)]));
};
const currentRow = (deck: OpenDeck) =>
  deck
    .screen()
    .find((line) => line[1] === '>')
    ?.slice(3);
const idOf = (row: string | undefined) => row?.trim().split(/\s+/)[0];
const ids = (deck: OpenDeck) => rows(deck).map(idOf);

const volume = (id: number, more: Volume = {}): Volume => ({
  id,
  status: 'active',
  disk_space: 100,
  storage_total_cost: 0.01,
  machine_id: 8000 + id,
  host_id: 51,
  instances: [],
  start_date: NOON / 1000 - 86_400 * id,
  ...more,
});

describe('a renter who looks at the volumes', () => {
  test('sees those that the service holds, with what they cost together', async () => {
    const service = await startTestService({ offers: 400, seed: 11 });
    const answer = await call(service, 'GET', '/api/v0/volumes', { key: service.apiKey });
    const { volumes } = answer.body as { volumes: { id: number; machine_id: number; storage_total_cost: number }[] };
    const deck = await start({ service, columns: 80, rows: 24 });
    expect(ids(deck)).toEqual(volumes.map(({ id }) => String(id)));
    for (const { machine_id: machine } of volumes) expect(deck.text()).toContain(` ${machine} `);
    expect(deck.text()).toContain(`1/${volumes.length}   as of 12:00`);
    const cost = volumes.reduce((sum, own) => sum + own.storage_total_cost, 0).toFixed(4);
    expect(deck.text()).toContain(`all: $${cost}/h`);
  });

  test('sees how many instances use one, also where the service lists only their ids', async () => {
    await using server = await startScriptedServer(
      json(200, { volumes: [volume(1, { instances: [401, 402, 403] })], truncated: true }),
    );
    const deck = await start({ service: scripted(server.url), columns: 120, rows: 50 });
    expect(rows(deck)[0]).toMatch(/^ +1 +active .* 3 /);
    expect(deck.text()).not.toContain('unreadable value');
    expect(deck.text()).toContain('cut by the service');
    await deck.press('volumes.open');
    expect(deck.text()).toContain('[401, 402, 403]');
  });

  test('reads every field of one by group, and its instances as whatever they hold', async () => {
    const instances = [{ id: 7, actual_status: 'running', extra: { nested: ['\u001b[2J', 2.5] } }];
    await using server = await startScriptedServer(json(200, { volumes: [volume(1, { instances, tier: 'gold' })] }));
    const deck = await start({ service: scripted(server.url), columns: 120, rows: 50 });
    await deck.press('volumes.open');
    expect(deck.text()).toContain('Volume 1   active');
    expect(deck.text()).toMatch(/Size +100 GB/);
    expect(deck.text()).toMatch(/tier +"gold"/);
    expect(
      deck
        .screen()
        .slice(deck.screen().indexOf('  Instances'), -2)
        .filter((line) => line !== ''),
    ).toEqual([
      '  Instances',
      '    [',
      '      {',
      '        "id": 7,',
      '        "actual_status": "running",',
      '        "extra": {',
      '          "nested": ["\\u001b[2J", 2.5]',
      '        }',
      '      }',
      '    ]',
    ]);
    await deck.press('volumes.close');
    expect(idOf(currentRow(deck))).toBe('1');
  });

  test('goes from the open one to those beside it', async () => {
    await using server = await startScriptedServer(json(200, { volumes: [volume(1), volume(2)] }));
    const deck = await start({ service: scripted(server.url) });
    await deck.press('volumes.open', 'volumes.next');
    expect(deck.text()).toContain('Volume 2   active');
    await deck.press('volumes.before', 'volumes.next', 'volumes.close');
    expect(idOf(currentRow(deck))).toBe('2');
  });

  test('narrows the list by words while typing, and gives them up again', async () => {
    const volumes = [
      volume(1, { disk_name: 'Samsung 980 PRO' }),
      volume(2, { status: 'creating', disk_name: 'KIOXIA' }),
      volume(3, { instances: [{ label: 'samsung-tests' }] }),
    ];
    await using server = await startScriptedServer(json(200, { volumes }));
    const deck = await start({ service: scripted(server.url) });
    await deck.press('volumes.filter');
    await deck.type('any:samsung');
    expect(ids(deck)).toEqual(['1', '3']);
    for (let step = 0; step < 'any:samsung'.length; step++) await deck.press('volumes.line-delete-before');
    await deck.type('samsung');
    expect(ids(deck)).toEqual(['1']);
    await deck.type('_980');
    expect(ids(deck)).toEqual(['1']);
    expect(deck.text()).toContain('1/1 of 3');
    await deck.type('x');
    expect(deck.text()).toContain('None of the 3 volumes contains all of these words.');
    await deck.press('volumes.filter-restore');
    expect(ids(deck)).toEqual(['1', '2', '3']);
    expect(server.requests).toHaveLength(1);
    await deck.press('volumes.filter', 'volumes.filter-older');
    expect(deck.screen()[1]).toContain(' / samsung_980x');
  });

  test('is told of the only one that it does not match', async () => {
    await using server = await startScriptedServer(json(200, { volumes: [volume(1)] }));
    const deck = await start({ service: scripted(server.url) });
    await deck.press('volumes.filter');
    await deck.type('nothing');
    expect(deck.text()).toContain('The only volume does not contain all of these words.');
  });

  test('narrows it by clauses over its fields, beside words, and is told of a field that is not there', async () => {
    const volumes = [
      volume(1, { disk_name: 'KIOXIA' }),
      volume(2, { status: 'creating', disk_space: 500 }),
      volume(3, { disk_space: 20, disk_name: 'KIOXIA' }),
    ];
    await using server = await startScriptedServer(json(200, { volumes }));
    const deck = await start({ service: scripted(server.url), columns: 100 });
    await deck.press('volumes.filter');
    await deck.type('disk_space>=100 ');
    expect(ids(deck)).toEqual(['1', '2']);
    await deck.type('kioxia');
    expect(ids(deck)).toEqual(['1']);
    expect(deck.text()).toContain('1/1 of 3');
    await deck.press('volumes.line-delete-word', 'volumes.line-delete-word');
    await deck.type('statis=');
    expect(deck.screen()[2]).toContain('This list has no field "statis": did you mean status? Tab applies it.');
    await deck.press('volumes.filter-keep');
    expect(deck.text()).toContain('Not accepted: This list has no field "statis"');
    expect(deck.screen()[1]).toContain(' / statis=');
    await deck.press('volumes.line-left', 'volumes.filter-complete');
    await deck.press('volumes.line-end');
    await deck.type('cr');
    expect(ids(deck)).toEqual(['1', '2', '3']);
    expect(deck.screen()[2]).toContain('creating · 1');
    await deck.press('volumes.filter-complete');
    expect(deck.screen()[1]).toContain(' / status=creating');
    await deck.press('volumes.filter-keep', 'volumes.mark-shown');
    expect(ids(deck)).toEqual(['2']);
    expect(deck.text()).toContain('1 marked');
  });

  test('sorts by any column, also by age and by the number of instances, and the cursor stays on its volume', async () => {
    const volumes = [volume(2, { instances: [{}, {}] }), volume(30), volume(1, { instances: [{}] })];
    await using server = await startScriptedServer(json(200, { volumes }));
    const deck = await start({ service: scripted(server.url), columns: 100 });
    await deck.press('volumes.down', 'volumes.sort');
    expect(ids(deck)).toEqual(['1', '2', '30']);
    expect(idOf(currentRow(deck))).toBe('30');
    await deck.press('volumes.sort', 'volumes.sort');
    expect(ids(deck)).toEqual(['2', '30', '1']);
    for (let column = 0; !/↑ ?Inst\./.test(deck.text()); column++) {
      await deck.press('volumes.column-right', 'volumes.sort');
      expect(column).toBeLessThan(10);
    }
    expect(ids(deck)).toEqual(['30', '1', '2']);
    for (let column = 0; !/↓ ?Age d/.test(deck.text()); column++) {
      await deck.press('volumes.column-right', 'volumes.sort');
      expect(column).toBeLessThan(10);
    }
    expect(ids(deck)).toEqual(['30', '2', '1']);
    expect(rows(deck).map((line) => / (\d+\.\d) /.exec(line)?.[1])).toEqual(['30.0', '2.0', '1.0']);
  });

  test('copies a volume as it was received, or all that are marked', async () => {
    await using server = await startScriptedServer(json(200, { volumes: [volume(1), volume(2), volume(3)] }));
    const copied: string[] = [];
    const copy = async (text: string) => {
      copied.push(text);
      return 'sent' as const;
    };
    const deck = await start({ service: scripted(server.url), copy });
    await deck.press('volumes.copy', 'volumes.copy-take');
    expect(deck.text()).toContain("Sent to your terminal's clipboard: the volume.");
    await deck.press('volumes.mark', 'volumes.mark', 'volumes.copy', 'volumes.copy-json');
    expect(deck.text()).toContain('2 marked');
    expect(copied).toEqual([JSON.stringify(volume(1)), [1, 2].map((id) => JSON.stringify(volume(id))).join('\n')]);
  });

  test('without a clipboard sees the text instead, and comes back to the list', async () => {
    await using server = await startScriptedServer(json(200, { volumes: [volume(1)] }));
    const deck = await start({ service: scripted(server.url) });
    await deck.press('volumes.copy', 'volumes.copy-take');
    expect(deck.text()).toContain('There is no clipboard: select the volume here');
    expect(deck.text()).toContain('"disk_space": 100,');
    await deck.press('text.close');
    expect(ids(deck)).toEqual(['1']);
  });

  test('plans maintenance for the machines of marked volumes', async () => {
    await using server = await startScriptedServer(json(200, { volumes: [volume(1), volume(2), volume(3)] }));
    const deck = await start({ service: scripted(server.url) });
    await deck.press('volumes.mark', 'volumes.down', 'volumes.mark', 'volumes.maintain');
    expect(deck.text()).toContain('4 Maint');
    expect(deck.text()).toContain('8001');
    expect(deck.text()).toContain('8003');
  });

  test('plans it for the machine of the volume that is open, whatever is marked', async () => {
    await using server = await startScriptedServer(json(200, { volumes: [volume(1), volume(2)] }));
    const deck = await start({ service: scripted(server.url) });
    await deck.press('volumes.mark', 'volumes.open', 'volumes.maintain-open');
    expect(deck.text()).toContain('One machine: 8002');
  });

  test('sees what those cost together that the words leave', async () => {
    await using server = await startScriptedServer(
      json(200, { volumes: [volume(1, { disk_name: 'KIOXIA' }), volume(2), volume(3)] }),
    );
    const deck = await start({ service: scripted(server.url) });
    expect(deck.screen().at(-1)).toContain('all: $0.0300/h');
    await deck.press('volumes.filter');
    await deck.type('kioxia');
    await deck.press('volumes.filter-keep');
    expect(deck.screen().at(-1)).toContain('shown: $0.0100/h');
  });

  test('a sign of a comparison without a field is not accepted, and a word behind ! leaves out the rows that show it', async () => {
    await using server = await startScriptedServer(
      json(200, { volumes: [volume(1), volume(2, { status: 'offline' })] }),
    );
    const deck = await start({ service: scripted(server.url) });
    await deck.press('volumes.filter');
    await deck.type('>active');
    await deck.press('volumes.filter-keep');
    expect(deck.text()).toContain('Not accepted: ">active" has no field before it');
    await deck.press('volumes.line-delete-to-start');
    await deck.type('!active');
    await deck.press('volumes.filter-keep');
    expect(ids(deck)).toEqual(['2']);
  });

  test('who rents none is told what would be here', async () => {
    await using server = await startScriptedServer(json(200, { volumes: [] }));
    const deck = await start({ service: scripted(server.url) });
    expect(deck.text()).toContain('You rent no volumes.');
    expect(deck.text()).toMatch(/are listed\s+here/);
    await deck.press('volumes.open');
    expect(deck.text()).toContain('There is no volume under the cursor.');
  });
});

describe('asking for volumes', () => {
  test('happens when the pane is opened for the first time; later it shows what is there, with its time', async () => {
    await using server = await startScriptedServer(json(200, { volumes: [volume(1)] }), json(200, []));
    const deck = await start({ service: scripted(server.url) });
    await deck.press('frame.connections', 'frame.volumes');
    expect(server.requests.map(({ path }) => path)).toEqual(['/api/v0/volumes', '/api/v0/users/cloud_integrations']);
    expect(ids(deck)).toEqual(['1']);
    expect(deck.text()).toContain('as of 12:00');
  });

  test('docs/interface.md, Limits: a refresh that comes too early waits for its turn, and the service refuses nothing', async () => {
    const clock = impatientClock(NOON);
    const service = await startTestService({ offers: 400, seed: 11, thresholds: true, clock });
    const deck = await start({ service, clock });
    await deck.press('volumes.refresh', 'volumes.refresh', 'volumes.refresh');
    expect(deck.text()).toContain('as of 12:00');
    await deck.press('frame.ledger');
    expect(deck.screen()[1]).toMatch(/ 1\/4$/);
    expect(deck.text()).not.toContain('rate limited');
    expect(deck.text().match(/ 5\.5 /g)).toHaveLength(3);
  });

  test('counts the seconds down in the message line, also when the pane was left meanwhile', async () => {
    await using server = await startScriptedServer(
      json(200, { volumes: [volume(1)] }),
      json(200, []),
      json(200, { volumes: [volume(2)] }),
    );
    const clock = manualClock(NOON);
    const deck = await start({ service: scripted(server.url), clock });
    const message = () => deck.screen().at(-2) ?? '';
    const shows = (text: string) => deck.until((screen) => screen.at(-2)?.includes(text) ?? false);
    const press = (text: string) => deck.deck.press({ name: text, text });
    press('R');
    await shows('Asking in 6 s');
    press('R');
    await shows('The volumes are already being fetched.');
    clock.elapse(1000);
    press('j');
    await shows('Asking in 5 s');
    press('3');
    await deck.until((screen) => screen.some((line) => line.includes('You have no cloud connections.')));
    expect(message()).toBe('');
    clock.elapse(3000);
    press('2');
    await shows('Asking in 2 s');
    clock.elapse(1500);
    await deck.until(() => idOf(currentRow(deck)) === '2');
    expect(message()).toBe('');
    expect(server.requests).toHaveLength(3);
  });

  test('keeps the last good list when it fails, says what to do, and gets it back', async () => {
    await using server = await startScriptedServer(
      json(200, { volumes: [volume(1), volume(2)] }),
      json(500, { detail: 'down for a moment' }),
      json(200, { volumes: [volume(2), volume(3)] }),
    );
    const deck = await start({ service: scripted(server.url), columns: 80, rows: 24 });
    await deck.press('volumes.down', 'volumes.refresh');
    expect(deck.text()).toContain('Tried to list the volumes (GET /api/v0/volumes).');
    expect(deck.text()).toContain('The service failed: down for a moment (status 500).');
    expect(deck.text()).toContain('try again later');
    expect(deck.text()).toContain('2/2   failed, as of 12:00');
    expect(ids(deck)).toEqual(['1', '2']);
    await deck.press('volumes.refresh');
    expect(ids(deck)).toEqual(['2', '3']);
    expect(idOf(currentRow(deck))).toBe('2');
    expect(deck.text()).not.toContain('Tried to');
  });
});

describe('values that are not what they should be', () => {
  test('are marked and counted, and cost no volume', async () => {
    const odd = [{ id: 1, status: 'active', disk_space: 'big', machine_id: null }, 'no volume', { id: 2 }];
    await using server = await startScriptedServer(json(200, { volumes: odd }));
    const deck = await start({ service: scripted(server.url), columns: 120 });
    expect(ids(deck)).toEqual(['1', '2']);
    expect(rows(deck)[0]).toMatch(/^ +1 {2}active +\? +- +-/);
    expect(deck.text()).toContain('1 unreadable value');
    expect(deck.text()).toContain('1 unreadable entry');
  });

  test('cannot move the cursor of the terminal', async () => {
    const text = '\u001b[2J\u001b]52;c;aGk=\u0007\u202e\u009b1mname\nsecond';
    await using server = await startScriptedServer(
      json(200, { volumes: [volume(1, { status: text, [text]: text, instances: [{ [text]: text }] })] }),
    );
    const deck = await start({ service: scripted(server.url), columns: 120, rows: 40 });
    expect(rows(deck)[0]).toMatch(/^ +1 {2}name seco… /);
    await deck.press('volumes.open');
    expect(deck.text()).toContain('Volume 1   name second');
    expect(deck.text()).toMatch(/Status +name second/);
  });
});

describe('the screen', () => {
  const many = Array.from({ length: 200 }, (_, place) => volume(place + 1, { status: 'a status that is rather long' }));
  for (const [columns, height] of [
    [60, 15],
    [80, 24],
    [100, 30],
    [160, 48],
  ] as const) {
    test(`is whole at ${columns}x${height}`, async () => {
      await using server = await startScriptedServer(json(200, { volumes: many }), json(500, {}));
      const deck = await start({ service: scripted(server.url), columns, rows: height });
      expect(deck.screen()).toHaveLength(height);
      expect(deck.screen().every((line) => line.length <= columns)).toBe(true);
      expect(rows(deck)).toHaveLength(height - 6);
      await deck.press('volumes.last');
      expect(rows(deck).at(-1)).toContain('200');
      await deck.press('volumes.refresh');
      expect(deck.text()).toContain('Tried to list the volumes');
      expect(rows(deck)).toHaveLength(height - 9);
      expect(rows(deck).at(-1)).toContain('200');
      expect(idOf(currentRow(deck))).toBe('200');
      expect(deck.screen().at(-1)).toContain('? help');
    });
  }
});
