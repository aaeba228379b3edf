import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Service } from '../../src/local-service/serve.ts';
import { type DeckOptions, type OpenDeck, openDeck } from '../support/deck.tsx';
import { call, startTestService } from '../support/local-service.ts';
import { json, startScriptedServer } from '../support/scripted-server.ts';

type Row = { id: number; num_gpus: number; gpu_name: string; dph_total: number; machine_id: number; gpu_ram: number };

let service: Service;
let open: OpenDeck | undefined;

const start = async (options: Partial<DeckOptions> = {}): Promise<OpenDeck> => {
  open = await openDeck({ service, ...options });
  return open;
};

/** What the service itself holds, asked without the program. */
const ask = async (body: object): Promise<Row[]> => {
  const answer = await call(service, 'POST', '/api/v0/bundles', {
    key: service.apiKey,
    body: { limit: 5000, ...body },
  });
  return (answer.body as { offers: Row[] }).offers;
};

/** The rows of the table as printed, without gutter: everything below the headings and above the message line. */
const rows = (deck: OpenDeck): string[] => {
  const screen = deck.screen();
  const top = screen.findIndex((line) => line.includes('Rel %'));
  return screen.slice(top + 1, -2).filter((line) => line !== '');
};
const currentRow = (deck: OpenDeck) => deck.screen().find((line) => line[1] === '>');

beforeEach(async () => {
  service = await startTestService({ offers: 400, seed: 11 });
});
afterEach(async () => {
  await open?.close();
  open = undefined;
});

describe('browsing offers', () => {
  test('a renter sees the offers that are for rent, the most performance for the money first', async () => {
    const deck = await start();
    const expected = await ask({ order: [['dlperf_per_dphtotal', 'desc']] });
    expect(deck.text()).toContain(`1/${expected.length} `);
    expect(rows(deck)[0]).toContain(expected[0]?.dph_total.toFixed(4));
    expect(deck.text()).toContain('also sent: verified  rentable  !rented  cpu_arch=amd64');
    expect(deck.text()).toContain('↓ DLP/$   Rel %');
    expect(deck.text()).toContain('as of 12:00');
    expect(deck.screen().at(-1)).toMatch(/ all \d+$/);
  });

  test('a renter narrows the rows while typing, before the service is asked, and keeps the filter', async () => {
    const deck = await start();
    await deck.press('offers.filter');
    await deck.type('num_gpus>=4');
    const expected = await ask({ num_gpus: { gte: 4 } });
    expect(deck.text()).toContain(`1/${expected.length} `);
    expect(rows(deck).every((line) => Number(/(\d+)× /.exec(line)?.[1]) >= 4)).toBe(true);
    await deck.press('offers.filter-keep');
    expect(deck.text()).toContain('/ num_gpus>=4');
  });

  test('a renter finds a row by anything that stands in it, and nothing by what does not', async () => {
    const deck = await start({ columns: 80 });
    const [, second] = await ask({ order: [['dlperf_per_dphtotal', 'desc']] });
    if (second === undefined) throw new Error('the market is empty');
    const { machine_id: machine, num_gpus: gpus, gpu_name: model } = second;
    const price = second.dph_total.toFixed(4);
    for (const words of [`${machine}`, `${gpus}x ${model}`, price, `${model.replaceAll(' ', '')} ${machine}`]) {
      await deck.press('offers.filter', 'offers.line-delete-to-start');
      await deck.type(words);
      expect([words, rows(deck).some((line) => line.includes(price))]).toEqual([words, true]);
      await deck.press('offers.filter-restore');
    }
    await deck.press('offers.filter');
    await deck.type('"epyc"');
    expect(deck.text()).toContain('   0 of ');
    await deck.press('offers.line-delete-to-start');
    await deck.type('any:epyc');
    expect(deck.text()).not.toContain('   0 of ');
  });

  test('a renter who writes a model in another spelling has it sent in the known one, and is told', async () => {
    const deck = await start();
    await deck.press('offers.filter');
    await deck.type('gpu_name=rtx4090');
    const expected = await ask({ gpu_name: { eq: 'RTX 4090' } });
    expect(expected.length).toBeGreaterThan(0);
    expect(deck.text()).toContain('"rtx4090" is sent as "RTX 4090"; put it in quotes to send it as typed.');
    await deck.press('offers.filter-keep');
    expect(deck.text()).toContain(`1/${expected.length} `);
  });

  test('a renter who writes a part of a model is asked which, and Tab writes the suggestion', async () => {
    const deck = await start();
    await deck.press('offers.filter');
    await deck.type('gpu_name=rtx');
    await deck.press('offers.filter-keep');
    expect(deck.text()).toContain('"rtx" is only part of a name: did you mean');
    await deck.press('offers.line-delete-to-start');
    await deck.type('compute_cap>=70 ');
    expect(deck.text()).toContain('70 can mean 7.0 or 700: write the one you mean. Tab applies it.');
    await deck.press('offers.filter-complete');
    expect(deck.screen()[1]).toContain('/ compute_cap>=7.0');
    expect(deck.text()).toContain('as compute_cap>=700');
  });

  test('a renter who finds nothing is told what is known of the cause', async () => {
    const deck = await start({ columns: 120 });
    await deck.press('offers.filter');
    await deck.type('"epyc" num_gpus>=1');
    expect(deck.text()).toContain('Of these offers, "epyc" is in no column; any:"epyc" looks in every field.');
    await deck.press('offers.line-delete-to-start');
    await deck.type('verfied num_gpus>=1');
    expect(deck.text()).toContain('"verfied" says nothing here: did you mean verified?');
    await deck.press('offers.line-delete-to-start');
    await deck.type('gpu_name=RTX_9999 verified=any');
    await deck.press('offers.filter-keep');
    expect(deck.text()).toContain('No offer matches.');
    expect(deck.text()).toContain('No gpu_name "RTX 9999" is known here');
    expect(deck.text()).toContain('rentable=any, rented=any, cpu_arch=any lifts a default.');
  });

  test('a renter who mistypes a filter is told where and why, keeps the list, and mends it', async () => {
    const deck = await start();
    const before = rows(deck);
    await deck.press('offers.filter');
    await deck.type('num_gpu>=4');
    expect(deck.text()).toContain('num_gpus');
    expect(rows(deck)).toEqual(before);
    await deck.press('offers.line-start');
    for (let step = 0; step < 'num_gpu'.length; step++) await deck.press('offers.line-right');
    await deck.type('s');
    const expected = await ask({ num_gpus: { gte: 4 } });
    expect(deck.text()).toContain(`1/${expected.length} `);
  });

  test('a renter who knows half a name has Tab complete it, and then the value from what is for rent', async () => {
    const deck = await start();
    await deck.press('offers.filter');
    await deck.type('gpu_n');
    await deck.press('offers.filter-complete');
    await deck.type('=4090');
    await deck.press('offers.filter-complete');
    expect(deck.screen()[1]).toContain('/ gpu_name=RTX_4090 ');
    const expected = await ask({ gpu_name: { eq: 'RTX 4090' } });
    expect(deck.text()).toContain(`1/${expected.length} `);
  });

  test('a renter walks through everything that may stand there, forth and back, and types on', async () => {
    const deck = await start();
    await deck.press('offers.filter');
    await deck.type('gpu_');
    expect(deck.screen()[2]).toMatch(/^ {3}gpu_name {2}gpu_ram {2}gpu_total_ram {2}gpu_mem_bw .* \+\d more$/);
    await deck.press('offers.filter-complete', 'offers.filter-complete', 'offers.filter-complete-back');
    expect(deck.screen()[1]).toContain('/ gpu_name ');
    await deck.type('=xx');
    expect(deck.screen()[2]).toContain('also sent');
    await deck.type('zz zzz');
    await deck.press('offers.filter-complete');
    expect(deck.text()).toContain('There is nothing to complete here.');
  });

  test('a renter marks a stretch of offers, and is told how when nothing is marked', async () => {
    const deck = await start();
    await deck.press('offers.mark-range');
    expect(deck.text()).toContain('Mark the first offer with Space');
    await deck.press('offers.mark', 'offers.down', 'offers.down', 'offers.mark-range');
    expect(deck.text()).toContain('4 marked');
  });

  test('a renter who gives a filter up has the old one back', async () => {
    const deck = await start({ start: { filter: 'num_gpus=1' } });
    await deck.press('offers.filter');
    await deck.type(' dph_total<0.2');
    await deck.press('offers.filter-restore');
    const expected = await ask({ num_gpus: { eq: 1 } });
    expect(deck.screen()[1]).toContain('/ num_gpus=1 ');
    expect(deck.text()).toContain(`1/${expected.length} `);
  });

  test('a word in quotes narrows the rows on screen and sends nothing', async () => {
    const deck = await start();
    const all = await ask({});
    await deck.press('offers.filter');
    await deck.type('"4090"');
    const matching = all.filter(({ gpu_name }) => gpu_name.includes('4090'));
    expect(matching.length).toBeGreaterThan(0);
    expect(deck.text()).toContain(`of ${all.length}`);
    expect(rows(deck).every((line) => line.includes('4090'))).toBe(true);
  });

  test('words that say a clause are asked of the whole market, and their reading is said and kept', async () => {
    const deck = await start();
    await deck.press('offers.limit');
    await deck.type('5');
    await deck.press('offers.prompt-submit', 'offers.filter');
    await deck.type('h100 under $90 cheapest');
    const models = ['H100 SXM', 'H100 NVL', 'H100 PCIE'];
    const meant = await ask({
      gpu_name: { in: models },
      dph_total: { lt: 90 },
      order: [['dph_total', 'asc']],
      limit: 5,
    });
    expect(meant.length).toBeGreaterThan(0);
    const written = 'gpu_name in [H100_SXM, H100_NVL, H100_PCIE] dph_total<90';
    expect(deck.text()).toContain(`reads ${written}   ordered by price with Enter`);
    await deck.press('offers.filter-keep');
    expect(deck.screen()[1]).toContain(`/ ${written}`);
    expect(rows(deck)[0]).toContain(meant[0]?.dph_total.toFixed(4));
    expect(deck.text()).toContain('↑ $/h');
  });

  test('Tab writes what was read, and words of a line that was kept as texts open in quotes', async () => {
    const deck = await start({ start: { filter: 'num_gpus=2 4090' } });
    expect(deck.screen()[1]).toContain('/ num_gpus=2 4090');
    await deck.press('offers.filter');
    expect(deck.screen()[1]).toContain('/ num_gpus=2 "4090"');
    await deck.type(' 3090');
    await deck.press('offers.filter-complete');
    expect(deck.screen()[1]).toContain('/ num_gpus=2 "4090" gpu_name=RTX_3090');
  });

  test('a renter sorts by two columns, and the cursor stays on its offer', async () => {
    const deck = await start();
    await deck.press('offers.down', 'offers.down', 'offers.column-right', 'offers.sort');
    const before = currentRow(deck);
    await deck.press('offers.column-left', 'offers.sort-further', 'offers.sort-further', 'offers.first');
    expect(deck.text()).toContain('GPU ↑¹');
    expect(deck.text()).toContain('↓ $/h²');
    const expected = await ask({
      order: [
        ['gpu_name', 'asc'],
        ['dph_total', 'desc'],
      ],
    });
    const prices = rows(deck).map((line) => line.slice(3, 11).trim());
    expect(prices).toEqual(expected.slice(0, prices.length).map(({ dph_total }) => dph_total.toFixed(4)));
    expect(before).toBeDefined();
  });

  test('the cursor stays on its offer through a sort and a refresh', async () => {
    const deck = await start();
    await deck.press('offers.down', 'offers.down', 'offers.down');
    const before = currentRow(deck);
    await deck.press('offers.sort');
    expect(currentRow(deck)).toBe(before);
    await deck.press('offers.refresh');
    expect(currentRow(deck)).toBe(before);
  });

  test('a renter opens an offer, reads its costs, and comes back to the same row', async () => {
    const deck = await start();
    await deck.press('offers.down');
    const before = currentRow(deck);
    await deck.press('offers.open');
    expect(deck.text()).toMatch(/Offer \d+ {3}\d+× /);
    expect(deck.text()).toContain('Price');
    await deck.press('offers.page');
    expect(deck.text()).toContain('SLA premium');
    expect(deck.text()).toContain('instance');
    await deck.press('offers.close');
    expect(currentRow(deck)).toBe(before);
  });

  test('a renter copies the marked offers as JSON, one a line', async () => {
    const copied: string[] = [];
    const copy = async (text: string) => {
      copied.push(text);
      return 'sent' as const;
    };
    const deck = await start({ copy });
    await deck.press('offers.mark', 'offers.mark', 'offers.copy', 'offers.copy-json');
    const [first, second] = await ask({ order: [['dlperf_per_dphtotal', 'desc']] });
    const lines = copied.flatMap((text) => text.split('\n')).map((line) => JSON.parse(line) as Row);
    expect(lines).toEqual([first, second]);
    expect(deck.text()).toContain("Sent to your terminal's clipboard: 2 offers.");
  });

  test('a renter changes type, storage and limit, and prices follow', async () => {
    const deck = await start();
    await deck.press('offers.type');
    expect(deck.text()).toContain('bid');
    await deck.press('offers.storage', 'offers.line-delete-to-start');
    await deck.type('0.1TB');
    await deck.press('offers.prompt-submit');
    const [first] = await ask({ type: 'bid', allocated_storage: 100, order: [['dlperf_per_dphtotal', 'desc']] });
    expect(rows(deck)[0]).toContain(first?.dph_total.toFixed(4));
    await deck.press('offers.limit', 'offers.line-delete-to-start');
    await deck.type('10');
    await deck.press('offers.prompt-submit');
    expect(deck.text()).toContain('first 10, may be cut');
    await deck.press('offers.more');
    expect(deck.text()).toContain('1/50+');
  });

  test('a renter who filters by a larger disk than prices are for is offered to price with it, and nothing is by itself', async () => {
    const deck = await start({ columns: 120 });
    const storage = () => deck.deck.store.getState().offers.storageGb;
    await deck.press('offers.filter');
    await deck.type('disk>200');
    await deck.press('offers.filter-keep');
    expect(deck.text()).toContain('d prices with the 200 GB of the filter: prices are for 8 GB of disk.');
    expect(storage()).toBe(8);
    await deck.press('offers.storage', 'offers.prompt-submit');
    expect(storage()).toBe(200);
    expect(deck.text()).not.toContain('prices are for');
  });

  test('a list that the service itself has cut is not said to be whole, and asking for more is no way out', async () => {
    const offers = [1, 2, 3].map((id) => ({ id, machine_id: id, gpu_name: 'RTX 4090', num_gpus: 1, dph_total: id }));
    await using server = await startScriptedServer(json(200, { offers, truncated: true }));
    const deck = await start({ service: { url: server.url, apiKey: 'key' } });
    expect(deck.text()).toContain('1/3+');
    expect(deck.text()).toContain('first 3, cut by the service: narrow the filter');
    expect(deck.screen().at(-1)).not.toMatch(/ all \d/);
    await deck.press('offers.more');
    expect(deck.text()).toContain('only a narrower filter finds what it left out');
    await deck.resize(80, 24);
    expect(deck.text()).toContain('first 3, cut');
  });

  test('a storage size that cannot be meant is refused with examples, and so is a limit beyond every service', async () => {
    const deck = await start();
    await deck.press('offers.storage');
    await deck.type('8 elephants');
    await deck.press('offers.prompt-submit');
    expect(deck.text()).toContain('"8 elephants" is not a size above 0: write 200, 500GB or 2TB.');
    await deck.press('offers.prompt-close', 'offers.limit', 'offers.line-delete-to-start');
    await deck.type('500000');
    await deck.press('offers.prompt-submit');
    expect(deck.text()).toContain('"500000" is not a whole number of offers from 1 to 100,000.');
  });

  test('a renter who writes half a model as its name is shown how it is written', async () => {
    const deck = await start({ start: { filter: 'gpu_name=RTX 4090' } });
    expect(deck.text()).toContain('A space in a name is written "_": did you mean RTX_4090?');
  });

  test('a figure with a unit is shown as it is sent, and an empty list names the disk that was asked for', async () => {
    const deck = await start({ start: { filter: 'inet_down>500Mbps num_gpus=7', storageGb: 500 } });
    expect(deck.text()).toContain('as inet_down>62.5');
    expect(deck.text()).toContain('It left out machines with less than 500 GB of free disk: d changes that.');
  });

  test('a default that is lifted is not explained by its wire form', async () => {
    const deck = await start({ start: { filter: 'rented=any gpu_ram>=24' } });
    expect(deck.screen()[2]).toMatch(/also sent: verified {2}rentable {2}cpu_arch=amd64 {3}as gpu_ram>=24000 +by DLP/);
  });

  test('a host compares the price of an offer with its like, goes on to the next one, and copies it', async () => {
    const copied: string[] = [];
    const deck = await start({
      copy: async (text) => {
        copied.push(text);
        return 'sent';
      },
    });
    await deck.press('offers.open');
    await deck.press('offers.page');
    const first = /Offer (\d+)/.exec(deck.text())?.[1];
    expect(deck.text()).toMatch(/Similar offers received, \$\/hour +rank +lowest +median +this\n/);
    expect(deck.text()).toMatch(/ \d+× RTX \w+ +\d+ of \d+( +\d+\.\d{4}){3}\n/);
    expect(deck.text()).toMatch(/ RTX .*, per GPU +\d+ of \d+( +\d+\.\d{4}){3}\n/);
    await deck.press('offers.next');
    expect(/Offer (\d+)/.exec(deck.text())?.[1]).not.toBe(first);
    await deck.press('offers.before');
    expect(/Offer (\d+)/.exec(deck.text())?.[1]).toBe(first);
    await deck.press('offers.copy-open', 'offers.copy-take');
    expect(copied).toEqual([expect.stringContaining(`"id":${first}`)]);
  });

  test('a long filter is whole beside the counts, or marked where it is cut, and nothing that is sent goes unsaid', async () => {
    const deck = await start({ columns: 80 });
    await deck.press('offers.filter');
    await deck.type('gpu_name=RTX_4090 num_gpus=4 reliability>99%');
    await deck.press('offers.filter-keep');
    expect(deck.screen()[1]).toMatch(/^ \/ gpu_name=RTX_4090 num_gpus=4 reliability>99% .* 1\/\d+ /);
    expect(deck.screen()[2]).toMatch(/^ {3}on demand {3}8 GB {3}also sent: verified/);
    await deck.press('offers.filter');
    await deck.type(' geolocation in DE,FR,NO,HU,GB,RO,SE,PL,ES');
    expect(deck.screen()[1]).toMatch(/^ \/ ….*PL,ES {2,}\d/);
    await deck.press('offers.filter-keep');
    expect(deck.screen()[1]).toMatch(/^ \/ gpu_name=RTX_4090 num_gpus=4 {2}\+2 clauses \(F\) /);
    expect(deck.screen()[3]).toContain('as gpu_name="RTX 4090"');
  });

  test('the order is said at 80 columns too, whatever else there is to be said', async () => {
    const deck = await start({ columns: 80, start: { filter: 'gpu_name=RTX_4090 geolocation=EU' } });
    await deck.press('offers.sort');
    expect(deck.screen()[3]).toMatch(/as gpu_name="RTX 4090" {2}geolocation in \[AT, BE, and 25 more\]/);
    await deck.press('offers.workload');
    await deck.type('72');
    await deck.press('offers.workload-accept', 'offers.filter');
    await deck.type(' verification in [verified,unverified] gpu_ram>=20 reliability>98% inet_down>100Mbps');
    await deck.press('offers.filter-keep');
    expect(deck.screen()[3]).toMatch(/^ {3}as gpu_name="RTX 4090" .*… {3}by \$\/h ↑$/);
  });

  test.each([
    ['h100 nvl', 'gpu_name=H100_NVL'],
    ['h100', 'gpu_name in [H100_NVL, H100_SXM, H100_PCIE]'],
  ])(
    'a renter whose words name models that are not among the first offers is given their clause: %s',
    async (filter, clause) => {
      const deck = await start({ columns: 120, start: { limit: 3, filter } });
      expect(deck.text().replaceAll(/\s+/g, ' ')).toContain(
        `a clause such as ${clause} finds those, or + asks for all, at most 100,000.`,
      );
    },
  );

  test('a filter that was given up is found again with Up, and of a wrong one it is said what is left out', async () => {
    const deck = await start();
    await deck.press('offers.filter');
    await deck.type('num_gpus>=4 4090');
    await deck.press('offers.filter-restore');
    await deck.press('offers.filter');
    await deck.press('offers.filter-older');
    expect(deck.screen()[1]).toContain('/ num_gpus>=4 gpu_name=RTX_4090');
    await deck.type(' num_gpus>=x');
    await deck.press('offers.filter-keep');
    expect(deck.screen()[2]).toContain('Left out: num_gpus>=x. "x" is not a number');
  });

  test('more rows are not asked for before there is an answer', async () => {
    await using server = await startScriptedServer(json(500, {}));
    const deck = await start({ service: { url: server.url, apiKey: 'key' } });
    await deck.press('offers.more');
    expect(deck.text()).toContain('No offers have arrived yet.');
  });

  test('an open offer says how much of it lies below, and which of its pages is open', async () => {
    const deck = await start();
    await deck.press('offers.open');
    const below = Number(/(\d+) more lines below {3}\[Fields\] {2}Costs/.exec(deck.text())?.[1]);
    await deck.press('offers.scroll-down');
    expect(deck.text()).toContain(`${below - 1} more lines below`);
    await deck.press('offers.page');
    expect(deck.text()).toContain('Fields  [Costs]');
    expect(deck.text()).not.toContain('more lines below');
  });

  test('a limit that is not a number is refused with the reason and stays to be mended', async () => {
    const deck = await start();
    await deck.press('offers.limit');
    await deck.press('offers.line-end');
    await deck.type('x');
    await deck.press('offers.prompt-submit');
    expect(deck.text()).toContain('"1000x" is not a whole number of offers from 1 to 100,000.');
    expect(deck.text()).toContain('Maximum number of offers: 1000x');
  });

  test('a refused key says why', async () => {
    const deck = await start();
    await deck.press('offers.more');
    expect(deck.text()).toContain('Everything that matches is here: the list was not cut.');
  });

  test('what is on screen stays when the service is gone, and a refresh gets it back', async () => {
    const deck = await start();
    const before = rows(deck);
    const { port } = new URL(service.url);
    await service.close();
    await deck.press('offers.refresh');
    expect(deck.text()).toContain('failed, as of 12:00');
    expect(deck.text()).toContain('Tried to');
    expect(rows(deck)).toEqual(before);
    service = await startTestService({ offers: 400, seed: 11, port: Number(port) });
  });
});

describe('the screen', () => {
  test.each([
    [80, 24],
    [100, 30],
    [160, 48],
    [250, 60],
  ])('is whole at %ix%i: no wrapped row, no cut heading', async (columns, height) => {
    const deck = await start({ columns, rows: height });
    const screen = deck.screen();
    expect(screen).toHaveLength(height);
    expect(screen[0]).toContain('gpudeck');
    expect(screen.at(-1)).toContain('? help');
    for (const heading of ['$/h', 'GPU', '$/GPU/h', 'vs median', 'DLP/$', 'Rel %', ' at']) {
      expect(screen.some((line) => line.includes(heading))).toBe(true);
    }
    const body = rows(deck);
    expect(body).toHaveLength(height - 7);
    expect(body.every((line) => /^ [ >] +\d+\.\d{4} {2,3}\d+× /.test(line))).toBe(true);
  });

  test('follows a resize and keeps the cursor in view', async () => {
    const deck = await start({ columns: 160, rows: 48 });
    for (let step = 0; step < 30; step++) await deck.press('offers.down');
    const before = currentRow(deck)?.slice(0, 30);
    await deck.resize(80, 24);
    expect(currentRow(deck)?.slice(0, 30)).toBe(before);
    await deck.resize(39, 20);
    expect(deck.text()).toContain('This terminal is 39x20.');
    expect(deck.text()).toContain('gpudeck needs 40x10.');
    await deck.resize(100, 30);
    expect(currentRow(deck)?.slice(0, 30)).toBe(before);
  });

  test('help lists the keys that work here, and the palette runs one of them', async () => {
    const deck = await start();
    await deck.press('frame.help');
    expect(deck.text()).toContain('Keys that work here');
    expect(deck.text()).toMatch(/\/ +filter/);
    await deck.press('help.close', 'frame.palette');
    await deck.type('find sort');
    expect(deck.screen().filter((line) => line.includes('Find: '))).toHaveLength(2);
    expect(deck.text()).not.toContain('Move: ');
    await deck.type('zz');
    for (let letter = 0; letter < 11; letter++) await deck.press('palette.line-delete-before');
    await deck.type('ffilt');
    expect(deck.text()).toContain('> Find: filter');
    await deck.press('palette.run');
    await deck.type('num_gpus=8');
    expect(deck.screen()[1]).toContain('/ num_gpus=8');
  });
});
