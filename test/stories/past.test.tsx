/** Looking back: what the history tells on the page of an offer's market. */
import { expect, onTestFinished, test } from 'vitest';
import { USUAL_SEARCH } from '../../src/api/requests.ts';
import type { Offer } from '../../src/catalogue/values.ts';
import { wireFilters } from '../../src/filter/request.ts';
import type { History } from '../../src/history/history.ts';
import { modelsRequest } from '../../src/hosting/model-offers.ts';
import { type DeckOptions, openDeck } from '../support/deck.tsx';
import { type PastAnswer, startPast } from '../support/past.ts';
import { json, type ScriptedServer, startScriptedServer } from '../support/scripted-server.ts';

const HOUR_MS = 3_600_000;
/** The clock of the test. */
const NOW_MS = Date.UTC(2026, 10, 21, 12);

const offer = (id: number, perGpu: number, more: Offer = {}): Offer => ({
  id,
  machine_id: 8000 + id,
  host_id: 7,
  num_gpus: 1,
  gpu_name: 'RTX 4090',
  cpu_arch: 'amd64',
  dph_total: perGpu,
  verification: 'verified',
  geolocation: 'Virginia, US',
  reliability: 0.996,
  hosting_type: 0,
  rentable: true,
  rented: false,
  ...more,
});

/** Five that cost 0.20, 0.30 ... 0.60, and another model. */
const market = (times = 1): readonly Offer[] => [
  ...[2, 3, 4, 5, 6].map((tenths) => offer(tenths, (tenths / 10) * times)),
  offer(9, 2, { gpu_name: 'H100 SXM' }),
];

/** An answer every half an hour of six days, prices rising by a tenth each day; none between 40 and 20 hours ago. */
const weekOf = (offersAt: (times: number) => readonly Offer[]): readonly PastAnswer[] =>
  Array.from({ length: 6 * 48 }, (_, half) => 6 * 24 - half / 2)
    .filter((hoursAgo) => hoursAgo > 40 || hoursAgo <= 20)
    .map((hoursAgo) => ({
      atEpochMs: NOW_MS - hoursAgo * HOUR_MS,
      offers: offersAt(1 + (6 - Math.ceil(hoursAgo / 24)) / 10),
    }));

const WEEK = weekOf(market);

/** The same with four more between those five: a quarter of the nine costs 0.30 at most, and a quarter 0.50 at least. */
const WEEK_OF_NINE = weekOf((times) => [
  ...market(times),
  ...[25, 35, 45, 55].map((cents) => offer(cents, (cents / 100) * times)),
]);

const LIST = json(200, { offers: [offer(4, 0.6)] });
const ALL = json(200, { offers: market(1.5) });

const start = async (server: ScriptedServer, answers: readonly PastAnswer[], options: Partial<DeckOptions> = {}) => {
  const { history, store } = await startPast(server.url, answers);
  const service = { url: server.url, apiKey: 'sk-test-0123456789' };
  const deck = await openDeck({
    service,
    columns: 80,
    rows: 24,
    start: { filter: 'id=4' },
    ...options,
    parts: { history, ...options.parts },
  });
  onTestFinished(deck.close);
  return Object.assign(deck, { store });
};

const WEEK_CHART = [
  ' Its cohort over a week, $/GPU/h',
  '   last median 0.6000 (9 offers), 0.4000 to 0.6000 in this time',
  '   ⠤⠤ median   ⢕⢕ p25 to p75   blank: not asked, or no such offer',
  '       │                                                         ⢕⢕⢕⢕⢕⢕⢕⠅',
  '  0.70 ┤                                              ⢕⢕⢕⠅       ⢕⢕⢕⢕⢕⢕⢕⠅',
  '       │                                     ⢔⢔⢔⢔⢔⢔⢔⢔⢔⢕⢕⢕⠅       ⢕⢕⢕⢕⢕⢕⢕⠅',
  '  0.60 ┤                           ⢐⢔⢔⢔⢔⢔⢔⢔⢔⢔⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⠅       ⠒⠒⠒⠒⠒⠒⠒⠂ < this',
  '       │                  ⢐⢔⢔⢔⢔⢔⢔⢔⢔⢔⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⠉⠉⠉⠁       ⢕⢕⢕⢕⢕⢕⢕⠅',
  '  0.50 ┤         ⢄⢄⢄⢄⢄⢄⢄⢄⢄⢔⢕⢕⢕⢕⢕⢕⢕⢕⢀⣀⣀⣀⣀⣀⣀⣀⣀⣀⠉⠉⠉⠉⠉⠉⠉⠉⠉⢕⢕⢕⠅       ⢕⢕⢕⢕⢕⢕⢕⠅',
  '       │         ⢕⢕⢕⢕⢕⢕⢕⢕⢕⢀⣀⣀⣀⣀⣀⣀⣀⣀⡀⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⠅       ⠕⠕⠕⠕⠕⠕⠕⠅',
  '  0.40 ┤         ⠤⠤⠤⠤⠤⠤⠤⠤⠤⠄⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⠑⠑⠑⠁',
  '       │         ⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⢕⠕⠕⠕⠕⠕⠕⠕⠕⠕⠕',
  '  0.30 ┤         ⢕⢕⢕⢕⢕⢕⢕⢕⢕⠅⠁⠁⠁⠁⠁⠁⠁⠁⠁',
  '       └────┬──────────────────┬─────────────────┬───────────────────────',
  '            15 Nov             17 Nov            19 Nov',
  "   gpudeck history 'gpu_name=RTX_4090' --from 7d --step 2h",
];

/** The lines of the chart's area, from its title on. */
const chartOf = (deck: { screen: () => readonly string[] }, lines: number) => {
  const screen = deck.screen().map((line) => line.trimEnd());
  const from = screen.findIndex((line) => line.startsWith(' Its cohort over'));
  return screen.slice(from, from + lines);
};

test('a renter sees what the cohort of an offer cost over a day, a week, a month', async () => {
  await using server = await startScriptedServer(LIST, ALL);
  const deck = await start(server, WEEK_OF_NINE);
  await deck.press('offers.position', 'offers.position-past');
  expect(chartOf(deck, 3)).toEqual([
    ' Its cohort over a day, $/GPU/h',
    '   last median 0.6000 (9 offers), the same all this time',
    '   ⠤⠤ median   ⢕⢕ p25 to p75   blank: not asked, or no such offer',
  ]);
  // Answers came each half an hour, and none in the first four hours.
  expect(deck.text()).toContain("gpudeck history 'gpu_name=RTX_4090' --from 1d --step 30m");
  expect(deck.text()).toMatch(/ {2}0\.60 ┤ {10}[⠀-⣿]{54,} {1,2}< this/);
  await deck.press('offers.position-past');
  // A tenth of 0.40 more each day, the price of this offer at the right; 20 hours of the day before are not known.
  expect(chartOf(deck, 16)).toEqual(WEEK_CHART);
  await deck.press('offers.position-past');
  expect(deck.text()).toContain('Its cohort over a month');
  expect(deck.text()).toContain('H the present');
  await deck.press('offers.position-past');
  expect(deck.text()).toContain('Cohort: 5 of 5 offers');
  expect(deck.text()).toContain('H a day');
});

test('figures are told where the terminal shows ASCII only, in as many lines', async () => {
  await using server = await startScriptedServer(LIST, ALL);
  const deck = await start(server, WEEK, { isAscii: true });
  await deck.press('offers.position', 'offers.position-past', 'offers.position-past');
  expect(chartOf(deck, 11)).toEqual([
    ' Its cohort over a week, $/GPU/h',
    '   last median 0.6000 (5 offers), 0.4000 to 0.6000 in this time',
    '   until               lowest    median   highest',
    '   Sat 14 Nov 12:00  nothing known',
    '   Sun 15 Nov 12:00    0.2000    0.4000    0.6000',
    '   Mon 16 Nov 12:00    0.2200    0.4400    0.6600',
    '   Tue 17 Nov 12:00    0.2400    0.4800    0.7200',
    '   Wed 18 Nov 12:00    0.2600    0.5200    0.7800',
    '   Thu 19 Nov 12:00    0.2800    0.5600    0.8400',
    '   Fri 20 Nov 12:00    0.2800    0.5600    0.8400',
    '   Sat 21 Nov 12:00    0.3000    0.6000    0.9000',
  ]);
  await deck.resize(160, 48);
  expect(deck.text()).toContain('Fri 20 Nov 12:00  nothing known');
  expect(deck.text()).toContain('&  datacenter');
});

/** One each minute of three minutes. */
const MINUTES: readonly PastAnswer[] = [3, 2, 1].map((minutes) => ({
  atEpochMs: NOW_MS - minutes * 60_000,
  offers: market(1 + minutes / 10),
}));

test('what was recorded for three minutes has all of the width, drawn and told', async () => {
  await using server = await startScriptedServer(LIST, ALL);
  const deck = await start(server, MINUTES);
  await deck.press('offers.position', 'offers.position-past');
  expect(deck.text()).toContain(' Its cohort over a day, $/GPU/h   known for 3 minutes');
  expect(deck.text()).toMatch(/└[┬─]+┬─+┬─+\n +11:57 +11:58 +11:59/);
  expect(deck.text()).toContain('--from 1d --step 1m');
  await deck.press('offers.position-close', 'offers.open', 'offers.page', 'offers.page');
  expect(deck.text()).toContain('Its price over 3 minutes, $/h');
  expect(deck.text()).toMatch(/└[┬─]+┬─+┬─+\n +11:57 +11:58 +11:59/);
  await using other = await startScriptedServer(LIST, ALL);
  const told = await start(other, MINUTES, { isAscii: true });
  await told.press('offers.position', 'offers.position-past');
  expect(chartOf(told, 6).slice(2)).toEqual([
    '   until               lowest    median   highest',
    '   Sat 21 Nov 11:57    0.2600    0.5200    0.7800',
    '   Sat 21 Nov 11:58    0.2400    0.4800    0.7200',
    '   Sat 21 Nov 11:59    0.2200    0.4400    0.6600',
  ]);
});

test('one answer alone is no record yet', async () => {
  await using server = await startScriptedServer(LIST, ALL);
  const deck = await start(server, MINUTES.slice(1, 2));
  await deck.press('offers.position', 'offers.position-past');
  expect(chartOf(deck, 3)).toEqual([
    ' Its cohort over a day, $/GPU/h',
    '   last median 0.4800 (5 offers)',
    '   No record yet: it was seen once, on Sat 21 Nov 11:58.',
  ]);
  await deck.press('offers.position-close', 'offers.open');
  expect(deck.screen()[2]?.trim()).toBe('');
  await deck.press('offers.page', 'offers.page');
  expect(deck.text()).toContain('No record yet: it was seen once, on Sat 21 Nov 11:58.');
});

test('the cohort of the page is the one that is looked back at, and what no answer holds is not claimed', async () => {
  await using server = await startScriptedServer(LIST, ALL);
  // Others of four GPUs each cost twice as much, and what was recorded is verified.
  const offers = [...market(), ...[7, 8].map((id) => offer(id, 1.6, { num_gpus: 2, dph_total: 3.2 }))];
  const deck = await start(server, [{ atEpochMs: NOW_MS - HOUR_MS, offers }]);
  await deck.press('offers.position', 'offers.position-past');
  expect(deck.text()).toContain('last median 0.5000 (7 offers)');
  await deck.press('offers.position-gpus');
  expect(deck.text()).toContain('last median 0.4000 (5 offers)');
  expect(deck.text()).toContain("gpudeck history 'gpu_name=RTX_4090 num_gpus=1' --from 1d");
  await deck.press('offers.position-gpus', 'offers.position-verification');
  expect(chartOf(deck, 3).join('')).toContain(
    "recorded in this time that answers for all of this cohort:   gpudeck record 'gpu_name=RTX_4090 verified=any' does.",
  );
  // Priced as bid, nothing was asked.
  await deck.press('offers.position-verification', 'offers.position-type', 'offers.position-ask');
  expect(deck.text()).toContain("gpudeck record 'gpu_name=RTX_4090'");
});

test('what the page has asked for itself is history too, for each cohort that it answers for', async () => {
  await using server = await startScriptedServer(LIST, ALL);
  const asked = modelsRequest({ type: 'ondemand', storageGb: 8, models: ['RTX 4090'] });
  const offers = [...market(), ...[11, 12].map((id) => offer(id, 0.2, { verification: 'unverified' }))];
  const answer = {
    atEpochMs: NOW_MS - HOUR_MS,
    offers: offers.filter(({ gpu_name }) => gpu_name === 'RTX 4090'),
    asked,
  };
  const deck = await start(server, [
    answer,
    { ...answer, atEpochMs: NOW_MS - HOUR_MS / 2, isWhole: false, offers: [] },
  ]);
  await deck.press('offers.position', 'offers.position-past');
  expect(deck.text()).toContain('last median 0.4000 (5 offers)');
  await deck.press('offers.position-verification');
  expect(deck.text()).toContain('last median 0.3000 (7 offers)');
});

test('without a history one line says how to get one, and the page is as it was', async () => {
  await using server = await startScriptedServer(LIST, ALL);
  const deck = await start(server, []);
  await deck.press('offers.position', 'offers.position-past');
  expect(deck.text()).toContain('There is no history of this service yet: gpudeck record keeps one.');
  await deck.press('offers.position-past', 'offers.position-past', 'offers.position-past');
  expect(deck.text()).toContain('Cohort: 5 of 5 offers');
});

test('while it is read the page is there, keys work, and what comes for a page that was left is dropped', async () => {
  await using server = await startScriptedServer(LIST, ALL);
  const { history } = await startPast(server.url, WEEK);
  const held: (() => void)[] = [];
  const second = Promise.withResolvers<void>();
  const reads: History['read'] = async (work) => {
    await new Promise<void>((resolve) => {
      held.push(resolve);
      if (held.length === 2) second.resolve();
    });
    return history.read(work);
  };
  const deck = await start(server, [], { parts: { history: { ...history, read: reads } } });
  await deck.press('offers.position');
  const isShown = (text: string) => deck.until((screen) => screen.join('').includes(text));
  const sent = [deck.send('H')];
  await isShown('Reading the history ...');
  // Two more turns while it reads: only the newest is read next.
  sent.push(deck.send('HH'));
  await isShown('over a month');
  expect(held).toHaveLength(1);
  held[0]?.();
  await second.promise;
  expect(deck.text()).toContain('Reading the history ...');
  sent.push(deck.send('q'));
  await isShown('/ id=4');
  held[1]?.();
  await Promise.all(sent);
  expect(held).toHaveLength(2);
  expect(deck.text()).not.toContain('history');
});

test("on the program's own local service it is said that what is asked here is not kept, and what keeps it", async () => {
  await using server = await startScriptedServer(LIST, ALL);
  const { history } = await startPast(server.url, []);
  const deck = await start(server, [], { parts: { history: { ...history, keepsAsked: false } } });
  await deck.press('offers.open', 'offers.page', 'offers.page');
  const said = /What is asked here of this local service is not kept: gpudeck record, beside\s+it,\s+keeps a history\./;
  expect(deck.text()).toMatch(said);
  await deck.press('offers.close', 'offers.position', 'offers.position-past');
  expect(deck.text()).toMatch(said);
});

test('a store that cannot be read says so in its place', async () => {
  await using server = await startScriptedServer(LIST, ALL);
  const history: History = {
    service: server.url,
    keepsAsked: true,
    read: async () => ({ problem: 'The history is locked.' }),
  };
  const deck = await start(server, [], { parts: { history } });
  await deck.press('offers.position', 'offers.position-past');
  expect(deck.text()).toContain('   The history is locked.');
});

/** Offer 4 four times a day for 27 days, for 0.70 until a week ago, then for 0.50. Two days nobody asked, and on two it was not there. */
const MONTH: readonly PastAnswer[] = Array.from({ length: 27 * 4 + 1 }, (_, quarter) => 27 * 24 - quarter * 6)
  .filter((hoursAgo) => hoursAgo <= 16 * 24 || hoursAgo > 18 * 24)
  .map((hoursAgo) => ({
    atEpochMs: NOW_MS - hoursAgo * HOUR_MS,
    offers: hoursAgo > 6 && hoursAgo <= 48 ? [] : [offer(4, hoursAgo > 7 * 24 ? 0.7 : 0.5)],
  }));

const OFFER_HISTORY = [
  ' Offer 4   1× RTX 4090   Virginia, US       4 below    Fields   Costs  [History]',
  '',
  ' Its price over 27 days, $/h on demand with 8 GB',
  '   0.6000 now   lowest 0.5000 (14 Nov)   highest 0.7000 (25 Oct)',
  '   cheaper than on 76 % of 25 days   known since 25 Oct',
  '   0.70 ┤⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉     ⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠁',
  '        │',
  '        │',
  '        │',
  '   0.60 ┤',
  '        │',
  '        │',
  '   0.50 ┤                                                 ⢀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀   ⢀⣀',
  '        └───┬────────────┬───────────┬────────────┬────────────┬─────────────',
  '            27 Oct       1 Nov       6 Nov        11 Nov       16 Nov',
  '',
  ' Machine 8004 over 27 days',
  '         ███████████████████████     ████████████████████████████████████···█',
  '   █ for rent 93 %   · not for rent 7 %   of the 25 days known',
];

test('a renter sees on the page of an offer what it cost, and what became of its machine', async () => {
  await using server = await startScriptedServer(LIST);
  const deck = await start(server, MONTH);
  await deck.press('offers.open');
  // Of 27 days before today, the 4th and the 20th of November are not known; 19 of the others were dearer.
  const line = (row: number) => deck.screen()[row]?.trimEnd();
  expect(line(2)).toBe(' ██████████▁▁▁▁  lowest 0.5000  highest 0.7000  cheaper than on 76 % of 25 days');
  await deck.press('offers.page', 'offers.page');
  expect(
    deck
      .screen()
      .slice(1, 20)
      .map((text) => text.trimEnd()),
  ).toEqual(OFFER_HISTORY);
  await deck.repeat('offers.scroll-down', 20);
  expect(deck.text()).toContain('Tue 3 Nov 06:00   not known any more');
  expect(deck.text()).toContain('"not for rent" is rented, off, or not verified: more was not asked for.');
});

test('the page of an offer tells the same in words, and at 160 columns and 60', async () => {
  await using server = await startScriptedServer(LIST);
  const deck = await start(server, MONTH, { isAscii: true, columns: 160, rows: 48 });
  await deck.press('offers.open');
  expect(deck.text()).toContain('cheaper than on 76 % of 25 days  $/h since 25 Oct');
  await deck.press('offers.page', 'offers.page');
  expect(deck.text()).toContain('\n   until                price');
  expect(deck.text()).toContain('\n   Fri 13 Nov 12:00    0.7000');
  expect(deck.text()).toContain('for rent 93 %   not for rent 7 %   of the 25 days known');
  expect(deck.text()).toMatch(/^[\n -~]*$/);
  await deck.resize(60, 15);
  expect(deck.text()).toContain('0.6000 now   lowest 0.5000 (14 Nov)');
});

test('of an offer that no answer holds nothing is told, and where nothing was recorded how to get a history', async () => {
  await using server = await startScriptedServer(LIST);
  const deck = await start(server, [{ atEpochMs: NOW_MS - HOUR_MS, offers: [offer(5, 1)] }]);
  await deck.press('offers.open', 'offers.page', 'offers.page');
  expect(deck.text()).toContain('No answer that was recorded holds it at such a price.');
  expect(deck.text()).toContain('Nothing that was recorded tells what became of it.');
  await using first = await startScriptedServer(LIST);
  const begun = await start(first, [{ atEpochMs: NOW_MS - HOUR_MS, offers: [offer(4, 0.6)] }]);
  await begun.press('offers.open', 'offers.page', 'offers.page');
  expect(begun.text()).toContain('Recording it has just begun: the next answer tells more.');
  await using other = await startScriptedServer(LIST);
  const empty = await start(other, []);
  await empty.press('offers.open');
  expect(empty.screen()[2]?.trim()).toBe('');
  await empty.press('offers.page', 'offers.page');
  expect(empty.text()).toContain('There is no history of this service yet: gpudeck record keeps one.');
});

/** What is rented as well, four times a day for ten days. */
const RENTED: readonly PastAnswer[] = Array.from({ length: 41 }, (_, quarter) => 240 - quarter * 6).map((hoursAgo) => {
  const rentedUntil = (days: number) => ({ rentable: hoursAgo <= days * 24 });
  return {
    atEpochMs: NOW_MS - hoursAgo * HOUR_MS,
    asked: {
      ...USUAL_SEARCH,
      filters: wireFilters({
        clauses: ['rentable', 'rented', 'verified'].map((field) => ({ field, operator: 'any', from: 0, to: 0 })),
      }).filters,
    },
    offers: [
      offer(4, 0.4, rentedUntil(4)),
      // Half of it is for rent when the other half is taken.
      offer(14, 0.4, { machine_id: 8004, rentable: false }),
      offer(5, 0.5),
      offer(6, 0.5, { host_id: 9, ...rentedUntil(2) }),
      offer(7, 0.5, { host_id: 9, verification: 'unverified', rentable: false }),
      offer(9, 2, { host_id: 9, gpu_name: 'H100 SXM', rentable: false }),
    ],
  };
});

test('a host sees how long the own machines were rented, beside others that are alike', async () => {
  const own = json(200, { offers: [offer(4, 0.4), offer(5, 0.5)] });
  await using server = await startScriptedServer(LIST, own, ALL);
  // Those that ask for what can be rented tell nothing of what is rented.
  const deck = await start(server, [...RENTED, ...WEEK], { parts: { userId: 7 } });
  await deck.press('offers.own-position');
  const line = () => deck.screen()[3]?.trim();
  // 8004 was rented for six of ten days, 8005 never, 8006 for eight.
  expect(deck.screen()[5]).toMatch(/^ > *8005 /);
  expect(line()).toBe('Rented in 10 days: yours 30 %, others 80 %   machine 8005: 0 %, others 80 %');
  await deck.press('offers.own.down');
  expect(line()).toBe('Rented in 10 days: yours 30 %, others 80 %   machine 8004: 60 %, others 80 %');
  await deck.press('offers.own-verification');
  expect(line()).toBe('Rented in 10 days: yours 30 %, others 90 %   machine 8004: 60 %, others 90 %');
  await deck.resize(60, 15);
  expect(line()).toBe('Rented in 10 days: yours 30 %, others 90 %');
});

test('a host is told how to learn it where nobody asked for what is rented', async () => {
  const own = json(200, { offers: [offer(4, 0.4)] });
  await using server = await startScriptedServer(LIST, own, ALL);
  const deck = await start(server, WEEK, { parts: { userId: 7 } });
  await deck.press('offers.own-position');
  expect(deck.screen()[3]).toContain("How long they were rented: gpudeck record 'rentable=any rented=any' keeps it.");
});
