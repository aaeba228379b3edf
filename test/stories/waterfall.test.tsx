/** What each part of a filter keeps of the market, asked for by a key and counted on a page of its own. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { type DeckOptions, openDeck } from '../support/deck.tsx';
import { manualClock } from '../support/manual-clock.ts';
import { json, type ScriptedServer, silence, startScriptedServer } from '../support/scripted-server.ts';

const offer = (id: number, gpus: number, price: number, more: object = {}) => ({
  id,
  machine_id: 8000 + id,
  num_gpus: gpus,
  gpu_name: 'RTX 4090',
  dph_total: price,
  verification: 'verified',
  rentable: true,
  rented: false,
  cpu_arch: 'amd64',
  ...more,
});

const MARKET = [
  offer(1, 1, 0.4),
  offer(2, 2, 0.7),
  offer(3, 4, 1.3),
  offer(4, 4, 1.9, { verification: 'unverified' }),
  offer(5, 8, 2.8, { rented: true }),
];
const ALL = json(200, { offers: MARKET });

const start = async (server: ScriptedServer, filter: string, options: Partial<DeckOptions> = {}) => {
  const service = { url: server.url, apiKey: 'sk-test-0123456789' };
  const deck = await openDeck({ service, columns: 80, rows: 24, start: { filter }, ...options });
  onTestFinished(deck.close);
  return deck;
};

/** The screen with its lines joined, as a sentence that goes over several of them is read. */
const flat = (deck: { text: () => string }) => deck.text().replaceAll(/\s+/g, ' ');

/** The lines of the page below its headings, blanks closed up. */
const partsOn = (screen: readonly string[]) => {
  const headings = screen.findIndex((line) => line.includes('alone'));
  return screen
    .slice(headings + 1)
    .map((line) => line.replaceAll(/[█-▏]/g, '').replaceAll(/\s+/g, ' ').trim())
    .filter((line) => /^(?:> )?\S+ (?:\(default\) )?[\d-]/.test(line));
};

test('before the market is asked for, the parts have the width of a narrow screen', async () => {
  await using server = await startScriptedServer(ALL);
  const deck = await start(server, 'gpu_name in [RTX_4090, RTX_5090]', { columns: 60, rows: 15 });
  await deck.press('offers.waterfall');
  expect(deck.text()).toContain('gpu_name in [RTX_4090, RTX_5090]');
  expect(deck.text()).toContain('verified (default)');
});

/** The cells of the bars, full and in part. */
const barsOn = (screen: readonly string[]) => screen.flatMap((line) => /[█-▏]+/.exec(line)?.[0] ?? []);

test('a renter sees at once what is left of the offers at hand, and asks for nothing', async () => {
  const rows = [offer(1, 1, 0.4, { gpu_name: 'H100' }), offer(2, 4, 0.7), offer(3, 8, 1.3)];
  await using server = await startScriptedServer(json(200, { offers: rows }));
  const deck = await start(server, 'dph_total<2 "4090"');
  await deck.press('offers.waterfall');
  expect(deck.text()).toContain('of 3 offers at hand, as of 12:00');
  const leftOf = (part: string) =>
    deck
      .screen()
      .find((line) => line.includes(part))
      ?.replaceAll(/\s+/g, ' ');
  expect(leftOf('dph_total<2')).toMatch(/^ > dph_total<2 3 █+$/);
  expect(leftOf('4090')).toMatch(/^ "?4090"? 2 █+/);
  expect(flat(deck)).toContain('left: pass it and all parts above it. The bar is what is left, to scale.');
  expect(flat(deck)).toContain('Counting takes the whole market');
  expect(server.requests).toHaveLength(1);
});

test('bars are to scale: 161 and 41 of four thousand do not look alike', async () => {
  const many = Array.from({ length: 4000 }, (_, id) =>
    offer(id, id < 161 ? 8 : 1, 1, { gpu_name: id < 41 ? 'RTX 4090' : 'RTX 5090', machine_id: id }),
  );
  await using server = await startScriptedServer(ALL, json(200, { offers: many }));
  const deck = await start(server, 'dph_total<2 num_gpus>=8 gpu_name=RTX_4090');
  await deck.press('offers.waterfall', 'offers.waterfall-ask');
  const [all = '', some = '', few = ''] = barsOn(deck.screen());
  // To an eighth of a cell.
  expect(all).toMatch(/^█{21}$/);
  expect([some, few]).toEqual(['▉', '▎']);
  expect(flat(deck)).toContain('alone: pass this part, whatever the others say; left: pass it and all parts above it;');
});

test('a renter asks for the whole market once, and sees what each part of the filter keeps of it', async () => {
  await using server = await startScriptedServer(json(200, { offers: [MARKET[2]] }), ALL);
  const deck = await start(server, 'num_gpus>=4 dph_total<2');
  await deck.press('offers.waterfall');
  expect(flat(deck)).toContain('how many there are is not known: at most 100,000');
  expect(server.requests).toHaveLength(1);
  await deck.press('offers.waterfall-ask');
  expect(server.requests).toHaveLength(2);
  expect(JSON.parse(server.requests[1]?.body ?? '')).toEqual({
    verified: { in: [true, false] },
    rentable: { in: [true, false] },
    rented: { eq: true },
    cpu_arch: { notin: [] },
    limit: 100_000,
    type: 'ondemand',
    order: [['dlperf_per_dphtotal', 'desc']],
    allocated_storage: 8,
  });
  expect(deck.text()).toContain('of 5 offers, nothing cut, as of 12:00, on demand, 8 GB');
  expect(deck.text()).toContain('1 passes the whole filter.');
  expect(partsOn(deck.screen())).toEqual([
    '> num_gpus>=4 3 3 3',
    'dph_total<2 4 2 1',
    'verified (default) 4 1 2',
    'rentable (default) 5 1 1',
    '!rented (default) 4 1 1',
    'cpu_arch=amd64 (default) 5 1 1',
  ]);
  await deck.press('offers.waterfall-close');
  expect(deck.text()).toContain('/ num_gpus>=4 dph_total<2');
  await deck.press('offers.waterfall');
  expect(deck.text()).toContain('1 passes the whole filter.');
  expect(server.requests).toHaveLength(2);
});

test('a renter switches parts off and on, removes one, and the filter says so at once', async () => {
  const none = json(200, { offers: [] });
  await using server = await startScriptedServer(none, ALL, ...Array.from({ length: 9 }, () => none));
  const deck = await start(server, 'num_gpus>=4  price<1 4090');
  await deck.press('offers.waterfall', 'offers.waterfall-ask', 'offers.waterfall-down', 'offers.waterfall-switch');
  expect(deck.text()).toContain('1 passes the whole filter.');
  expect(partsOn(deck.screen()).slice(0, 4)).toEqual([
    'num_gpus>=4 3 3 3',
    '> dph_total<1 2 - - off',
    '4090 5 3 1',
    'verified (default) 4 2 2',
  ]);
  await deck.press('offers.waterfall-switch', 'offers.waterfall-down', 'offers.waterfall-remove');
  expect(partsOn(deck.screen()).slice(0, 3)).toEqual([
    'num_gpus>=4 3 3 2',
    'dph_total<1 2 0 1',
    '> verified (default) 4 0 0',
  ]);
  await deck.press('offers.waterfall-switch', 'offers.waterfall-last', 'offers.waterfall-remove');
  expect(partsOn(deck.screen()).slice(2)).toEqual([
    'cpu_arch=any - 0 - not judged',
    'verified (default) 4 - - off',
    'rentable (default) 5 0 0',
    '> !rented (default) 4 0 0',
  ]);
  await deck.press('offers.waterfall-close');
  expect(deck.text()).toContain('/ num_gpus>=4 price<1 cpu_arch=any verified');
  const last = JSON.parse(server.requests.at(-1)?.body ?? '');
  expect(last).toMatchObject({ num_gpus: { gte: 4 }, dph_total: { lt: 1 }, cpu_arch: { notin: [] } });
});

test('a renter who leaves parts off is told that they left the filter', async () => {
  await using server = await startScriptedServer(ALL, ALL, ALL, ALL);
  const deck = await start(server, 'num_gpus>=4 dph_total<2 4090');
  await deck.press('offers.waterfall', 'offers.waterfall-down', 'offers.waterfall-switch');
  await deck.press('offers.waterfall-down', 'offers.waterfall-switch', 'offers.waterfall-close');
  expect(deck.text()).toContain('Off, and so not in the filter: dph_total<2 4090');
  await deck.press('offers.waterfall', 'offers.waterfall-close');
  expect(deck.text()).not.toContain('so not in the filter');
});

test('a renter edits the part under the cursor in the line, a default too', async () => {
  await using server = await startScriptedServer(ALL, ALL, ALL);
  const deck = await start(server, 'num_gpus>=4 dph_total<2');
  await deck.press('offers.waterfall', 'offers.waterfall-edit');
  await deck.type('8');
  expect(deck.text()).toContain('/ num_gpus>=48 dph_total<2');
  await deck.press('offers.filter-restore');
  expect(deck.text()).toContain('/ num_gpus>=4 dph_total<2');
  await deck.press('offers.waterfall', 'offers.waterfall-last', 'offers.waterfall-edit');
  await deck.press('offers.filter-keep');
  expect(deck.text()).toContain('/ num_gpus>=4 dph_total<2 cpu_arch=amd64');
});

test('a renter moves a bound to where the next offer passes', async () => {
  await using server = await startScriptedServer(ALL, ALL, ALL, ALL);
  const deck = await start(server, 'num_gpus>=4 dph_total<1');
  await deck.press('offers.waterfall', 'offers.waterfall-down', 'offers.waterfall-up-bound');
  expect(deck.screen().at(-2)).toContain('The market is not here yet: R asks for it.');
  await deck.press('offers.waterfall-ask');
  expect(deck.text()).toContain('0 pass the whole filter.');
  await deck.press('offers.waterfall-up-bound');
  expect(deck.text()).toContain('1 passes the whole filter.');
  expect(partsOn(deck.screen())[1]).toBe('> dph_total<2.3 4 2 1');
  await deck.press('offers.waterfall-up-bound');
  expect(deck.screen().at(-2)).toContain('There it stays: it lets everything pass that the other parts leave.');
  await deck.press('offers.waterfall-last', 'offers.waterfall-down-bound');
  expect(deck.screen().at(-2)).toContain('Only a number with <, <=, > or >= moves.');
  await deck.press('offers.waterfall-close');
  expect(deck.text()).toContain('/ num_gpus>=4 dph_total<2.3');
});

describe('an empty list', () => {
  const none = json(200, { offers: [] });

  test('names the key that shows why, and with the market here the part whose loss brings most', async () => {
    await using server = await startScriptedServer(none, ALL, none);
    const deck = await start(server, 'num_gpus>=4 dph_total<0.5');
    expect(deck.text()).toContain('w shows which part of the filter keeps offers away.');
    await deck.press('offers.waterfall', 'offers.waterfall-ask', 'offers.waterfall-close');
    expect(flat(deck)).toContain(
      'Without num_gpus>=4, 1 of the 5 offers of 12:00 would match; with num_gpus>=1, 1. w shows every part.',
    );
    expect(server.requests).toHaveLength(2);
  });

  test('says which default keeps offers away', async () => {
    await using server = await startScriptedServer(none, ALL);
    const deck = await start(server, 'num_gpus>=8 dph_total>2');
    await deck.press('offers.waterfall', 'offers.waterfall-ask', 'offers.waterfall-close');
    expect(flat(deck)).toContain(
      'Without !rented, 1 of the 5 offers of 12:00 would match. It is a default: rented=any lifts it.',
    );
  });

  test('says where no single part is enough', async () => {
    await using server = await startScriptedServer(none, ALL);
    const deck = await start(server, 'num_gpus>=16 dph_total>9');
    await deck.press('offers.waterfall', 'offers.waterfall-ask', 'offers.waterfall-close');
    expect(flat(deck)).toContain('Of the 5 offers of 12:00 none would match, whichever one part were dropped');
  });
});

describe('the market that was asked for', () => {
  const LATER = 601_000;

  test('is dropped after ten minutes, but not while it is looked at', async () => {
    await using server = await startScriptedServer(...Array.from({ length: 4 }, () => ALL));
    const clock = manualClock(Date.UTC(2026, 10, 21, 12));
    const deck = await start(server, '', { clock });
    await deck.press('offers.waterfall');
    deck.deck.press({ name: 'R', text: 'R' });
    clock.elapse(3000);
    await deck.until((screen) => screen.join().includes('5 offers, nothing cut'));
    clock.elapse(LATER);
    await deck.press('offers.waterfall-down');
    expect(deck.text()).toContain('of 5 offers, nothing cut, as of 12:00, on demand, 8 GB');
    await deck.press('offers.waterfall-close', 'offers.waterfall');
    expect(deck.text()).toContain('Counting takes the whole market');
  });

  test('is not asked for to its end when Esc stops it, and what was there stays', async () => {
    await using server = await startScriptedServer(ALL, ALL, silence);
    const deck = await start(server, '');
    await deck.press('offers.waterfall', 'offers.waterfall-ask');
    expect(deck.text()).toContain('3 pass the whole filter.');
    deck.deck.press({ name: 'R', text: 'R' });
    await deck.until((screen) => screen.join().includes('Asking for the whole market.'));
    await deck.press('offers.waterfall-stop');
    expect(deck.text()).toContain('3 pass the whole filter.');
  });

  test('that did not come says why, and may be asked for again', async () => {
    await using server = await startScriptedServer(ALL, json(400, { success: false, msg: 'no' }), ALL);
    const deck = await start(server, '');
    await deck.press('offers.waterfall', 'offers.waterfall-ask');
    expect(deck.text()).not.toContain('pass the whole filter');
    expect(flat(deck)).toContain('no');
    await deck.press('offers.waterfall-ask');
    expect(deck.text()).toContain('3 pass the whole filter.');
  });

  test('is for the way of pricing that it was asked with', async () => {
    await using server = await startScriptedServer(ALL, ALL, ALL, ALL);
    const deck = await start(server, '');
    await deck.press('offers.waterfall', 'offers.waterfall-ask', 'offers.waterfall-close', 'offers.type');
    await deck.press('offers.waterfall');
    expect(flat(deck)).toContain('bid, 8 GB. At 12:00 it had 5 offers, 766 B before compression. R asks.');
  });
});

describe('why an offer or a machine is not here', () => {
  const ask = async (filter: string, id: string) => {
    await using server = await startScriptedServer(json(200, { offers: [MARKET[2]] }), ALL);
    const deck = await start(server, filter);
    await deck.press('offers.why');
    await deck.type(id);
    await deck.press('offers.why-submit');
    const before = flat(deck);
    await deck.press('offers.waterfall-ask');
    return { deck, before };
  };

  test('is told of an offer by the parts that keep it away, and by what it has instead', async () => {
    const { deck, before } = await ask('num_gpus>=4 dph_total<2 h100', '4');
    expect(before).toContain('Why is offer or machine 4 not here?');
    expect(before).toContain('how many there are is not known');
    expect(flat(deck)).toContain('Why is offer 4 not here?');
    expect(flat(deck)).toContain('Offer 4 (4× RTX 4090, machine 8004) is kept away by 2 parts of the filter.');
    expect(deck.text()).toMatch(/h100 +keeps it away\n/);
    expect(deck.text()).toMatch(/verified \(default\) +keeps it away: !verified/);
    expect(deck.text()).toMatch(/num_gpus>=4 +lets it pass/);
    await deck.press('offers.waterfall-last', 'offers.waterfall-counts');
    expect(flat(deck)).toContain('What the filter keeps');
  });

  test('is told of a machine by its offers', async () => {
    const { deck } = await ask('num_gpus<4', 'machine 8005');
    expect(flat(deck)).toContain('Machine 8005 (8× RTX 4090) is kept away by 2 parts of the filter.');
    expect(deck.text()).toMatch(/!rented \(default\) +keeps it away: rented/);
  });

  test('is that it is here', async () => {
    const { deck, before } = await ask('num_gpus>=4', '8003');
    expect(before).toContain('Machine 8003 (4× RTX 4090) is here: in row 1 of 1.');
    expect(flat(deck)).toContain('Machine 8003 (4× RTX 4090) is here: in row 1 of 1.');
  });

  test('is that the market does not have it', async () => {
    const { deck } = await ask('num_gpus>=4', '777');
    expect(flat(deck)).toContain('No offer and no machine has the id 777: it is not among the 5 offers of 12:00');
  });

  test('is that the answer is older than the market', async () => {
    const { deck } = await ask('num_gpus<4', 'offer 1');
    expect(flat(deck)).toContain(
      'every part lets it pass, but the answer of 12:00, asked at another time, does not have it.',
    );
  });

  test('may be a part that only the service judges', async () => {
    const { deck } = await ask('num_gpus<4 target_reliability=0.9', 'offer 1');
    expect(flat(deck)).toContain('does not have it: only the service judges the part marked so.');
    expect(deck.text()).toMatch(/target_reliability=90% +not judged/);
  });

  test('is asked for by an id', async () => {
    await using server = await startScriptedServer(ALL);
    const deck = await start(server, '');
    await deck.press('offers.why');
    await deck.type('machine x');
    await deck.press('offers.why-submit');
    expect(flat(deck)).toContain('"machine x" is no id: write 12345, or machine 8207.');
    await deck.press('offers.why-cancel', 'offers.waterfall-close');
    expect(deck.screen().at(-1)).toMatch(/ all \d+$/);
  });
});
