/** The footer of every page of the offers: what is most useful stands first, the way back and help always, and nothing is cut. */
import { afterEach, describe, expect, test } from 'vitest';
import { viewFiles } from '../../src/storage/files/view-files.ts';
import { createViews } from '../../src/views/views.ts';
import { type OpenDeck, openDeck } from '../support/deck.tsx';
import { startTestService, temporaryFolder } from '../support/local-service.ts';
import { json, startScriptedServer } from '../support/scripted-server.ts';

let open: OpenDeck | undefined;
let quits = 0;

afterEach(async () => {
  await open?.close();
  open = undefined;
});

const start = async (columns: number, rows: number): Promise<OpenDeck> => {
  const service = await startTestService({ offers: 300, seed: 11 });
  quits = 0;
  const views = createViews(viewFiles({ configFolder: temporaryFolder() }));
  open = await openDeck({
    service,
    columns,
    rows,
    start: { filter: 'num_gpus>=1' },
    parts: { userId: 204_117, views },
    onQuit: () => quits++,
  });
  await open.press('offers.mark', 'offers.mark');
  return open;
};

const footer = (deck: OpenDeck) => deck.screen().at(-1) ?? '';
const isAtTable = (deck: OpenDeck) => {
  const { page, list } = deck.deck.store.getState().offers;
  return [page, list.opened, list.comparing, list.choosing, list.whole].every((part) => part === undefined);
};

/** How a page is reached, and the keys that its footer begins with at 60 columns. */
const PAGES: readonly (readonly [page: string, reach: readonly string[], first: string])[] = [
  ['an open offer', ['offers.open'], ' [ pages   r rent   b bid '],
  ['offers side by side', ['offers.compare'], ' d differences   Enter detail '],
  ['the columns', ['offers.columns'], ' Space hide   x hide rest '],
  ['the views', ['offers.views'], ' Enter open   s save   r rename '],
  ['what the filter keeps', ['offers.waterfall'], ' Space off/on   x remove '],
  ['the market position', ['offers.position'], ' e price or place   H a day '],
  ['own machines', ['offers.own-position'], ' Enter market position '],
  ['a long filter', ['offers.filter-whole'], ' / edit '],
];

/** Pages on which something is typed, or that take letters: only Esc leads back. */
const TYPED: readonly (readonly [page: string, reach: readonly string[], first: string])[] = [
  ['the filter', ['offers.filter'], ' Enter accept   Tab complete '],
  ['a text to find', ['offers.find'], ' Enter accept '],
  ['the name of a column', ['offers.column-jump'], ' Esc cancel '],
  ['what a filter can say', ['offers.language'], ' Enter take it over '],
  ['the job', ['offers.workload'], ' Enter compare for it   Tab next field '],
  ['the disk', ['offers.storage'], ' Enter accept '],
  ['an offer that is not here', ['offers.why'], ' Enter tell '],
  ['the file of an export', ['offers.export'], ' Enter write '],
];

describe.each([
  [60, 15],
  [80, 24],
])('at %ix%i', (columns, rows) => {
  test.each(PAGES)('%s: Esc, q and Ctrl-C lead back one level', async (_, reach, first) => {
    const deck = await start(columns, rows);
    for (const key of ['\u001B[27u', 'q', '\u0003']) {
      await deck.press(...reach);
      expect(isAtTable(deck)).toBe(false);
      expect(footer(deck).startsWith(first), footer(deck)).toBe(true);
      expect(footer(deck)).toMatch(/ Esc (?:back|counts) {3}\? help(?: |$)/);
      expect(footer(deck)).not.toContain('…');
      await deck.send(key);
      expect(isAtTable(deck), deck.text()).toBe(true);
    }
    expect(quits).toBe(0);
    await deck.send('q\u0003');
    expect(quits).toBe(2);
  });

  test.each(TYPED)('%s: Esc leads back, and q is a letter', async (_, reach, first) => {
    const deck = await start(columns, rows);
    await deck.press(...reach);
    expect(footer(deck).startsWith(first), footer(deck)).toBe(true);
    expect(footer(deck)).toMatch(/ Esc (?:back|cancel)(?: |$)/);
    expect(footer(deck)).not.toContain('…');
    await deck.send('q');
    expect(quits).toBe(0);
    await deck.send('\u001B[27u');
    await deck.settle();
    expect(footer(deck), deck.text()).toMatch(/\? help(?: |$)/);
  });
});

describe('the footer of the offers', () => {
  const HOST = 204_117;
  const offers = [1, 2].map((id) => ({ id, machine_id: id, gpu_name: 'RTX 4090', num_gpus: 1, dph_total: id }));

  test.each([
    ['a renter has', 7, 'r rent', 'm maintenance'],
    ['a host has', HOST, 'm maintenance', undefined],
  ] as const)('%s %i: what that person most likely wants', async (_, hostId, wanted, other) => {
    await using server = await startScriptedServer(
      json(200, { offers: offers.map((one) => ({ ...one, host_id: hostId })) }),
    );
    const service = { url: server.url, apiKey: 'sk-test-0123456789' };
    open = await openDeck({ service, columns: 120, rows: 24, parts: { userId: HOST } });
    await open.press('offers.mark');
    expect(footer(open)).toContain(` ${wanted} `);
    if (other !== undefined) expect(footer(open)).not.toContain(other);
    await open.press('offers.unmark');
    expect(footer(open)).toMatch(/^ \/ filter {3}r rent {3}/);
    expect(footer(open)).toContain(' ? help   : palette ');
  });

  test('names F1 where ? is text', async () => {
    const deck = await start(80, 24);
    for (const reach of ['offers.filter', 'offers.storage', 'offers.workload']) {
      await deck.press(reach);
      expect(footer(deck)).toMatch(/ Esc cancel {3}F1 help(?: |$)/);
      await deck.send('\u001BOP');
      expect(deck.text()).toContain('Keys that work here');
      await deck.press('help.close');
      await deck.send('\u001B[27u');
    }
  });
});

describe('Ctrl-C', () => {
  test('leaves the help, and from a page only the page', async () => {
    const deck = await start(80, 24);
    await deck.press('offers.position', 'frame.help');
    await deck.send('\u0003');
    expect(deck.text()).not.toContain('Keys that work here');
    expect(deck.deck.store.getState().offers.page?.kind).toBe('position');
    await deck.send('\u0003');
    expect(isAtTable(deck)).toBe(true);
    expect(quits).toBe(0);
  });

  test.each([
    ['maintenance', 'maintenance.page-back', '[Week]', '[Announce]'],
    ['notifications', 'notifications.previous-tab', '[Alerts]', '[Webhooks]'],
  ] as const)(
    'leads from a page beside the first one of %s to that, as Esc and q do',
    async (pane, reach, there, first) => {
      const deck = await start(80, 24);
      await deck.press(`frame.${pane}`);
      for (const key of ['\u0003', '\u001B[27u', 'q']) {
        await deck.press(reach);
        expect(deck.text()).toContain(there);
        await deck.send(key);
        expect(deck.text()).toContain(first);
      }
      expect(quits).toBe(0);
      await deck.send('\u0003');
      expect(quits).toBe(1);
    },
  );
});

describe('a list without rows', () => {
  test.each([
    ['volumes', [], { volumes: [] }, ' / filter   R refresh   ] volume offers   ? help'],
    [
      'maintenance',
      ['maintenance.page-back', 'maintenance.page-back'],
      [],
      ' / filter   R refresh   ] next page   ? help',
    ],
    ['offers', [], { offers: [] }, ' / filter   T market   t type   d disk GB   ? help  '],
  ] as const)('%s: the footer has nothing that works on rows', async (pane, reach, reply, keys) => {
    await using server = await startScriptedServer(json(200, reply));
    const service = { url: server.url, apiKey: 'sk-test-0123456789', userId: 204117 };
    open = await openDeck({ service, columns: 80, rows: 24, parts: { pane, userId: 204117 } });
    await open.press(...reach);
    expect(footer(open).startsWith(keys), footer(open)).toBe(true);
  });
});
