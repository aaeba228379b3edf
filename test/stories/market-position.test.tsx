/** Where offers stand in their market, what to ask for them, and where all machines of a host stand. */
import { expect, onTestFinished, test } from 'vitest';
import { type DeckOptions, openDeck } from '../support/deck.tsx';
import { startJournal } from '../support/journal.ts';
import { json, type ScriptedServer, startScriptedServer } from '../support/scripted-server.ts';

const offer = (id: number, gpus: number, perGpu: number | null, more: object = {}) => ({
  id,
  machine_id: 8000 + id,
  host_id: 7,
  num_gpus: gpus,
  gpu_name: 'RTX 4090',
  dph_total: perGpu === null ? null : perGpu * gpus,
  verification: 'verified',
  geolocation: 'Virginia, US',
  reliability: 0.996,
  hosting_type: 0,
  rentable: true,
  ...more,
});

/** Nine at 0.20, 0.25 ... 0.60 $/GPU/h, those with an even number with four GPUs; two of them unverified. */
const MARKET = [
  offer(1, 1, 0.2, { verification: 'unverified' }),
  offer(2, 4, 0.25),
  offer(3, 1, 0.3),
  offer(4, 4, 0.35, { geolocation: 'Oslo, NO', reliability: 0.95, hosting_type: 1 }),
  offer(5, 1, 0.4, { geolocation: 'Toronto, CA' }),
  offer(6, 4, 0.45),
  offer(7, 1, 0.5, { verification: 'unverified' }),
  offer(8, 4, 0.55),
  offer(9, 1, 0.6),
];
const ALL = json(200, { offers: MARKET });

/** The list that the user has: the offer at 0.45 alone. */
const LIST = json(200, { offers: [MARKET[5]] });

const start = async (server: ScriptedServer, options: Partial<DeckOptions> = {}) => {
  const service = { url: server.url, apiKey: 'sk-test-0123456789' };
  const deck = await openDeck({ service, columns: 80, rows: 26, start: { filter: 'id=6' }, ...options });
  onTestFinished(deck.close);
  return deck;
};

/** The line that begins with `words`, blanks closed up. */
const lineOf = (deck: { screen: () => readonly string[] }, words: string) =>
  deck
    .screen()
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .find((line) => line.startsWith(words));

const bodyOf = (server: ScriptedServer, at: number) => JSON.parse(server.requests[at]?.body ?? '');

test('a host sees where an offer stands among all of its model, whatever the filter of the list', async () => {
  await using server = await startScriptedServer(LIST, ALL);
  const deck = await start(server);
  await deck.press('offers.position');
  expect(bodyOf(server, 1)).toEqual({
    gpu_name: { in: ['RTX 4090'] },
    verified: { in: [true, false] },
    rentable: { eq: true },
    rented: { eq: false },
    cpu_arch: { notin: [] },
    limit: 100_000,
    type: 'ondemand',
    order: [['dlperf_per_dphtotal', 'desc']],
    allocated_storage: 8,
  });
  expect(deck.text()).toContain('Offer 6   4× RTX 4090   US   machine 8006');
  expect(deck.text()).toContain('Among all 9 offers of RTX 4090 for rent, verified or not, as of 12:00.');
  // Of the seven verified ones 0.25, 0.30, 0.35 and 0.40 are cheaper, which are four of the other six; 0.40 is in the middle.
  expect(lineOf(deck, '> on demand')).toBe('> on demand 0.4500 5th of 7 13 % over 0.4000');
  expect(lineOf(deck, 'Cohort')).toBe('Cohort: 7 of 9 offers its key makes it');
  await deck.press('offers.position-close');
  expect(deck.text()).toContain('/ id=6');
  await deck.press('offers.position');
  expect(server.requests).toHaveLength(2);
});

test('a host loosens and tightens the cohort and always sees how large it is and would be', async () => {
  await using server = await startScriptedServer(LIST, ALL);
  const deck = await start(server);
  await deck.press('offers.position');
  const cohort = () => ['Cohort', '# ', '! ', '@ ', '% ', '& '].map((words) => lineOf(deck, words));
  expect(cohort().slice(1)).toEqual([
    '# GPUs any 4x: 4',
    '! verification verified any: 9',
    '@ region any North America: 6',
    '% reliability any 99.5 to 99.9 %: 6',
    '& datacenter any not in one: 6',
  ]);
  await deck.press('offers.position-gpus', 'offers.position-place');
  expect(cohort()[0]).toContain('Cohort: 3 of 9 offers');
  expect(cohort()[3]).toBe('@ region North America United States: 3');
  expect(lineOf(deck, '> on demand')).toBe('> on demand 0.4500 2nd of 3 at 0.4500');
  await deck.press('offers.position-gpus', 'offers.position-place', 'offers.position-verification');
  expect(cohort()[0]).toContain('Cohort: 7 of 9 offers');
  expect(cohort()[3]).toBe('@ region United States any: 9');
});

test('a host types a price and learns its place, or a place and learns the price', async () => {
  await using server = await startScriptedServer(LIST, ALL);
  const deck = await start(server);
  await deck.press('offers.position');
  const said = async (text: string) => {
    await deck.press('offers.wish', 'offers.line-delete-to-start');
    await deck.type(text);
    const answer = deck
      .screen()
      .slice(3, 6)
      .map((line) => line.trim())
      .join(' ');
    await deck.press('offers.wish-keep');
    return answer.slice(0, answer.indexOf(' Among'));
  };
  expect(await said('0.30')).toBe(
    '0.3000 $/GPU/h (4x: 1.2000 $/h) makes this 2nd of 7, 25 % under the median, with 1 other at that price.',
  );
  expect(await said('1.0 total')).toContain('0.2500 $/GPU/h (4x: 1.0000 $/h) makes this 1st of 7, 38 % under');
  expect(await said('3rd')).toBe(
    'Up to 0.3500 $/GPU/h (4x: 1.4000 $/h) is 3rd of 7, 13 % under the median, with 1 other at that price. 0.3000 or less is better than that.',
  );
  expect(await said('7th')).toBe('Anything above 0.6000 $/GPU/h is 7th, the last.');
  expect(await said('8th')).toBe('There are 7 places: 7th is the last.');
  expect(await said('p25')).toBe('p25 is between 0.3000 and 0.3500 $/GPU/h: there are 7 prices.');
  expect(await said('p50')).toContain('The median is 0.4000 $/GPU/h');
  expect(await said('median')).toContain('The median is 0.4000 $/GPU/h');
  expect(await said('-50%')).toContain('0.2000 $/GPU/h (4x: 0.8000 $/h): 1st of 7, 50 % under the median.');
  expect(await said('0,3')).toBe('Write the price with a point: 0.3');
  await deck.press('offers.wish');
  await deck.type('99');
  await deck.press('offers.wish-cancel');
  expect(lineOf(deck, 'Price or place')).toContain('Price or place: 0,3');
});

/** The bars and what is marked beside them, behind the lines of the cohort. */
const barsOf = (deck: { screen: () => readonly string[] }) =>
  deck
    .screen()
    .map((line) => line.trimEnd())
    .filter((line) => /^ {3}\d\.\d+(?: to \d\.\d+| and more)?\+? {2,}\d/.test(line));

test('a host sees few prices as they are, and of many how they spread, with p25, median and this one', async () => {
  const MANY = Array.from({ length: 20 }, (_, place) => offer(30 + place, 1, 0.26 + place * 0.02));
  await using server = await startScriptedServer(LIST, ALL);
  await using other = await startScriptedServer(LIST, json(200, { offers: [...MARKET, ...MANY] }));
  const few = await start(server, { rows: 40 });
  await few.press('offers.position');
  expect(barsOf(few)).toEqual([
    '   0.2500  1 █',
    '   0.3000  1 █',
    '   0.3500  1 █',
    '   0.4000  1 █ < median',
    '   0.4500  1 █ < this',
    '   0.5500  1 █',
    '   0.6000  1 █',
  ]);
  await few.press('offers.wish');
  await few.type('0.5');
  await few.press('offers.wish-keep');
  expect(barsOf(few).slice(4, 6)).toEqual(['   0.4500  1 █ < this', '   0.5000  0  < 0.5000']);
  await few.resize(40, 40);
  expect(barsOf(few)[3]).toBe('   0.4000  1 █ < median');
  const many = await start(other, { rows: 40 });
  await many.press('offers.position');
  // Of 27 verified ones seven cost less than 0.345, and thirteen less than 0.44.
  expect(barsOf(many)).toEqual([
    '   0.25 to 0.30  3 ██████████████████████████████',
    '   0.30 to 0.35  4 ████████████████████████████████████████ < p25',
    '   0.35 to 0.40  3 ██████████████████████████████',
    '   0.40 to 0.45  4 ████████████████████████████████████████ < median',
    '   0.45 to 0.50  3 ██████████████████████████████ < this',
    '   0.50 to 0.55  3 ██████████████████████████████',
    '   0.55 to 0.60  3 ██████████████████████████████',
    '   0.60 to 0.65  4 ████████████████████████████████████████',
  ]);
  await many.resize(40, 40);
  expect(barsOf(many).slice(1, 5)).toEqual([
    '   0.30  4 █████████ < p25',
    '   0.35  3 ██████▊',
    '   0.40  4 █████████ < median',
    '   0.45  3 ██████▊ < this',
  ]);
});

test('a host compares the place by price on demand with that as bid, asked for by a key', async () => {
  const bids = MARKET.map(({ id, num_gpus }) => ({ ...MARKET[id - 1], dph_total: (0.1 * num_gpus * (10 - id)) / 2 }));
  await using server = await startScriptedServer(LIST, ALL, json(200, { offers: bids }));
  const deck = await start(server);
  await deck.press('offers.position', 'offers.position-type');
  expect(server.requests).toHaveLength(2);
  expect(deck.text()).toContain('No bid prices of RTX 4090 are here: R asks for them.');
  expect(lineOf(deck, 'reserved')).toBe('reserved not asked: t goes there');
  await deck.press('offers.position-ask');
  expect(bodyOf(server, 2)).toMatchObject({ type: 'bid', gpu_name: { in: ['RTX 4090'] } });
  expect(lineOf(deck, '> bid')).toBe('> bid 0.2000 3rd of 7 20 % under 0.2500');
  expect(lineOf(deck, 'on demand')).toBe('on demand 0.4500 5th of 7 13 % over 0.4000');
});

test('while the market does not come, the list stands in, and the page says so', async () => {
  const list = json(200, { offers: MARKET.slice(3, 8) });
  const refused = json(400, { success: false, error: 'bad', msg: 'no such luck' });
  const busy = json(503, { msg: 'back soon' });
  await using server = await startScriptedServer(list, refused, ALL, busy, ALL);
  const deck = await start(server, { start: { filter: 'num_gpus>=1' } });
  await deck.press('offers.position');
  expect(deck.text()).toContain('no such luck');
  expect(deck.text()).toContain('Among the 5 offers of RTX 4090 in the list, asked with num_gpus>=1, as of');
  expect(deck.text()).toContain('R asks for all.');
  await deck.press('offers.position-ask');
  expect(deck.text()).not.toContain('no such luck');
  expect(deck.text()).toContain('Among all 9 offers');
  await deck.press('offers.position-among');
  expect(deck.text()).toContain('Among the 5 offers of RTX 4090 in the list');
  await deck.press('offers.position-ask');
  expect(deck.text()).toContain('Among all 9 offers');
  expect(server.requests).toHaveLength(5);
});

test('a page that was left while another pane was open asks again as patiently as before', async () => {
  const busy = json(503, { msg: 'back soon' });
  await using server = await startScriptedServer(LIST, ALL, json(200, { volumes: [] }), busy, ALL);
  const deck = await start(server);
  await deck.press('offers.position', 'frame.volumes', 'frame.offers');
  expect(deck.text()).toContain('Among all 9 offers');
  await deck.press('offers.position-ask');
  expect(server.requests).toHaveLength(5);
  expect(deck.text()).not.toContain('back soon');
  expect(lineOf(deck, '> on demand')).toBe('> on demand 0.4500 5th of 7 13 % over 0.4000');
});

test('own machines are priced on demand with the usual disk, whatever a renter searches for', async () => {
  await using server = await startScriptedServer(LIST, json(200, { offers: [MARKET[1]] }), ALL, ALL);
  const deck = await start(server, { parts: { userId: 7 }, start: { storageGb: 200, type: 'bid' } });
  await deck.press('frame.palette');
  await deck.type('my machines market');
  await deck.press('palette.run');
  expect(bodyOf(server, 1)).toMatchObject({ host_id: { eq: 7 }, type: 'ondemand', allocated_storage: 8 });
  expect(bodyOf(server, 2)).toMatchObject({ type: 'ondemand', allocated_storage: 8 });
  await deck.press('offers.own-open');
  expect(deck.text()).toMatch(/for rent, verified or not, as of/);
  await deck.press('offers.position-close', 'offers.own-close', 'offers.position');
  expect(deck.text().replaceAll(/\s+/g, ' ')).toMatch(/for rent, verified or not, priced with 200 GB of disk, as of/);
});

test('a host sees all own machines, the worst placed first, and goes into one of them', async () => {
  const own = [
    MARKET[1],
    MARKET[8],
    offer(20, 8, 0.3, { rentable: false }),
    { ...offer(21, 1, null), gpu_name: 'H100 SXM' },
  ];
  await using server = await startScriptedServer(LIST, json(200, { offers: own }), ALL);
  const deck = await start(server, { parts: { userId: 7 } });
  await deck.press('frame.palette');
  await deck.type('my machines market');
  await deck.press('palette.run');
  expect(bodyOf(server, 1)).toMatchObject({ host_id: { eq: 7 }, rentable: { in: [true, false] } });
  expect(bodyOf(server, 2)).toMatchObject({ gpu_name: { in: ['RTX 4090', 'H100 SXM'] }, rentable: { eq: true } });
  expect(deck.text()).toContain('Your 4 machines, by distance from median; rented ones last');
  const rows = () =>
    deck
      .screen()
      .map((line) => line.replaceAll(/\s+/g, ' ').trim())
      .filter((line) => /^(?:> )?80\d\d /.test(line));
  expect(rows()).toEqual([
    '> 8009 1× RTX 4090 0.6000 7th of 7 50 % over 0.4000',
    '8002 4× RTX 4090 0.2500 1st of 7 38 % under 0.4000',
    '8020 8× RTX 4090 0.3000 (2nd of 8) p14 25 % under 0.4000',
    '8021 1× H100 SXM - no known price',
  ]);
  const machines = () => rows().map((line) => line.slice(0, 6).trim());
  const sorted: (readonly [string, ...string[]])[] = [];
  for (let turn = 0; turn < 3; turn++) {
    await deck.press('offers.own-sort');
    sorted.push([/machines, (.*?);/.exec(deck.text())?.[1] ?? '', ...machines()]);
  }
  // The cursor stays on its machine, what is let behind what is for rent, and what has no price last.
  expect(sorted).toEqual([
    ['by machine', '8002 4', '> 8009', '8020 8', '8021 1'],
    ['by model', '> 8009', '8002 4', '8020 8', '8021 1'],
    ['dearest first', '> 8009', '8002 4', '8020 8', '8021 1'],
  ]);
  await deck.press('offers.own-sort');
  await deck.press('offers.own-verification');
  expect(rows()[0]).toBe('> 8009 1× RTX 4090 0.6000 9th of 9 p100 50 % over 0.4000');
  await deck.press('offers.own-open');
  expect(deck.text()).toContain('Offer 9   1× RTX 4090   US   machine 8009, yours');
  expect(lineOf(deck, '> on demand')).toBe('> on demand 0.6000 9th of 9 p100 50 % over 0.4000');
  expect(server.requests).toHaveLength(3);
  await deck.press('offers.position-close');
  expect(rows()).toHaveLength(4);
  await deck.press('offers.own-close');
  expect(deck.text()).toContain('/ id=6');
});

test('a host sees on a wide screen what to ask for a place, marks machines, and plans maintenance for them', async () => {
  const own = [MARKET[1], MARKET[8], offer(20, 8, 0.3, { rentable: false }), offer(29, 4, 0.55, { machine_id: 8009 })];
  await using server = await startScriptedServer(LIST, json(200, { offers: own }), ALL);
  const deck = await start(server, { parts: { userId: 7 }, columns: 120 });
  await deck.press('offers.own-position');
  expect(deck.text()).toContain('on demand, each in its model, alike in verification; in brackets: not listed');
  await deck.resize(60, 15);
  expect(deck.text()).toContain('on demand, by model, verification; (): not listed');
  await deck.resize(120, 24);
  const rows = () =>
    deck
      .screen()
      .slice(4, 9)
      .map((line) => line.replaceAll(/\s+/g, ' ').trim());
  // Verified ones for rent: 0.25, 0.30, 0.35, 0.40, 0.45, 0.55 and 0.60.
  expect(rows()).toEqual([
    'Machine GPUs +offers $/GPU/h rank median p25 for 3rd to median',
    '> 8009 1× RTX 4090 +1 0.6000 7th of 7 50 % over 0.4000 0.3500 │████',
    '8002 4× RTX 4090 0.2500 1st of 7 38 % under 0.4000 0.4000 ███│',
    '8020 8× RTX 4090 0.3000 (2nd of 8) p14 25 % under 0.4000 0.3500 ██│',
    '',
  ]);
  expect(deck.text()).toContain('Your 3 machines, by distance from median; rented ones last');
  await deck.press('offers.own-mark');
  expect(deck.text()).toContain('1 marked');
  expect(rows().map((line) => line.slice(0, 6))).toEqual(['Machin', '* 8009', '> 8002', '8020 8', '']);
  await deck.press('offers.own-unmark', 'offers.own-unmark');
  expect(deck.text()).toContain('No machine is marked.');
  await deck.press('offers.own-mark', 'offers.own.first', 'offers.own-mark', 'offers.own-maintain');
  expect(deck.text()).toContain('2 machines: 8002, 8009');
  await deck.press('frame.offers');
  expect(deck.text()).toContain('2 marked');
});

test('what cannot be compared is told in words', async () => {
  const odd = [
    offer(1, 1, null),
    { ...offer(2, 1, 0.3), gpu_name: null },
    { ...offer(3, 2, 0.3), gpu_name: 'Tesla T4' },
    { ...offer(4, 0, 1) },
  ];
  const only = (name: string) => json(200, { offers: odd.filter(({ gpu_name }) => gpu_name === name) });
  await using server = await startScriptedServer(json(200, { offers: odd }), only('RTX 4090'), only('Tesla T4'));
  const deck = await start(server, { start: { filter: '', order: [['id', 'asc']] } });
  await deck.press('offers.position');
  expect(deck.text()).toContain('Its price is not known.');
  expect(deck.text()).toContain('No priced offers of RTX 4090 are for rent, verified or not, as of 12:00.');
  await deck.press('offers.own-machines');
  expect(deck.text()).toContain('Which machines are yours is not known');
  await deck.press('offers.position-close', 'offers.down', 'offers.position');
  expect(deck.text()).toContain('Its GPU model is not known');
  await deck.press('offers.down', 'offers.position');
  expect(deck.text()).toContain('The one offer of Tesla T4 for rent, verified or not, as of 12:00.');
  expect(deck.text()).toContain('There is no other offer to compare it with.');
  expect(lineOf(deck, '> on demand')).toBe('> on demand 0.3000 the only one at 0.3000');
  await deck.press('offers.wish');
  await deck.type('3rd');
  expect(deck.text()).toContain('There is no other offer to compare a price with.');
  await deck.press('offers.wish-keep', 'offers.position-close', 'offers.down', 'offers.open', 'offers.position');
  expect(deck.text()).toContain('How many GPUs it has is not known');
  await deck.press('offers.position-close');
  expect(deck.text()).toContain('Fields');
});

test('an offer that is alone in its cohort gets the advice to loosen that', async () => {
  await using server = await startScriptedServer(json(200, { offers: [MARKET[3]] }), ALL);
  const deck = await start(server, { start: { filter: 'id=4' } });
  await deck.press('offers.position', 'offers.position-datacenter');
  expect(deck.text()).toContain('No other offer is like it: loosen the cohort.');
  await deck.press('offers.wish');
  await deck.type('3rd');
  expect(deck.text()).toContain('There is no other offer in this cohort to compare a price with: loosen it.');
});

test.each([
  [60, '> 8002 4× RTX PRO … 0.2500 the only one'],
  [80, '> 8002 4× RTX PRO 6000 WS 0.2500 the only one'],
  [160, '> 8002 4× RTX PRO 6000 WS 0.2500 the only one'],
])('a long name of a model is whole where there is room: %i columns', async (columns, words) => {
  const own = [{ ...MARKET[1], gpu_name: 'RTX PRO 6000 WS' }];
  await using server = await startScriptedServer(LIST, json(200, { offers: own }), json(200, { offers: own }));
  const deck = await start(server, { parts: { userId: 7 }, columns });
  await deck.press('offers.own-position');
  expect(lineOf(deck, '> 8002')).toContain(words);
});

test('on a narrow screen the title is whole beside what is below', async () => {
  await using server = await startScriptedServer(LIST, ALL);
  const deck = await start(server, { columns: 60, rows: 15 });
  await deck.press('offers.position');
  expect(deck.screen()[1]).toMatch(/^ Offer 6 {3}4× RTX 4090 {3}US {3}machine 8006 +\d+ below$/);
});

test('on a narrow screen a title that is long leaves room for what is below, and is cut nowhere', async () => {
  const long = json(200, { offers: [offer(21134181, 4, 0.4, { machine_id: 21142181 })] });
  await using server = await startScriptedServer(long, ALL);
  const deck = await start(server, { start: {}, columns: 60, rows: 15 });
  await deck.press('offers.position');
  expect(deck.screen()[1]).toMatch(/^ Offer 21134181 {3}4× RTX 4090 {3}machine 21142181 +\d+ below$/);
  await deck.press('offers.position-close', 'offers.open');
  expect(deck.screen()[1]).toMatch(/^ Offer 21134181 {3}4× RTX 4090 +\d+ below {3}\[Fields\] 1\/3$/);
});

test('a host is told which machines that were announced have no offer at present', async () => {
  const journal = startJournal();
  for (const id of [8033, 8009, 8031]) journal.machines.remember(id, 0);
  const own = json(200, { offers: [MARKET[1], MARKET[8]] });
  await using server = await startScriptedServer(LIST, own, ALL, json(200, { offers: [] }));
  const deck = await start(server, { parts: { userId: 7, journal }, columns: 60, rows: 15 });
  await deck.press('offers.own-position');
  expect(deck.text()).toContain('Your 2 machines, by distance from median');
  expect(deck.screen()[7]).toBe('   No offer at present: machines 8031, 8033');
  await deck.press('offers.own-ask');
  expect(deck.text()).toContain('No offer names user 7 as its host.');
  expect(deck.text()).toContain('No offer at present: machines 8009, 8031, 8033');
});
