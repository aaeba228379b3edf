/** The market at a glance: every model with what its prices tell, the user's own machines in it, and what became of it. */
import { expect, onTestFinished, test } from 'vitest';
import type { Offer } from '../../src/catalogue/values.ts';
import { noteGenerated } from '../../src/history/generated.ts';
import { type DeckOptions, openDeck } from '../support/deck.tsx';
import { startPast } from '../support/past.ts';
import { startRuns } from '../support/runs.ts';
import { json, type ScriptedServer, startScriptedServer } from '../support/scripted-server.ts';

const offer = (id: number, model: string, perGpu: number, more: Offer = {}): Offer => ({
  id,
  machine_id: 8000 + id,
  host_id: 7,
  num_gpus: 1,
  gpu_name: model,
  cpu_arch: 'amd64',
  dph_total: perGpu * ((more.num_gpus as number | undefined) ?? 1),
  dlperf_per_dphtotal: 100 / perGpu,
  verification: 'verified',
  geolocation: 'Oslo, NO',
  rentable: true,
  rented: false,
  ...more,
});

/** Nine RTX 4090 from 0.20 to 0.60, the dearest in Canada and the next of four GPUs; three H100 SXM, and one that is not verified. */
const MARKET = [
  ...[20, 25, 30, 35, 40, 45, 50, 55, 60].map((cents, place) =>
    offer(place + 1, 'RTX 4090', cents / 100, {
      ...(cents === 60 && { geolocation: 'Toronto, CA' }),
      ...(cents === 55 && { num_gpus: 4 }),
    }),
  ),
  ...[2, 2.5, 3].map((price, place) => offer(20 + place, 'H100 SXM', price)),
  offer(30, 'H100 SXM', 1, { verification: 'unverified' }),
];

const ALL = json(200, { offers: MARKET });
const LIST = json(200, { offers: [MARKET[5]] });

const start = async (server: ScriptedServer, options: Partial<DeckOptions> = {}) => {
  const service = { url: server.url, apiKey: 'sk-test-0123456789' };
  const deck = await openDeck({ service, columns: 100, rows: 20, start: { filter: 'id=6' }, ...options });
  onTestFinished(deck.close);
  return deck;
};

type Shown = { readonly screen: () => readonly string[] };

const trimmed = ({ screen }: Shown) => screen().map((line) => line.trimEnd());

/** The lines of groups, from the headings on. */
const table = (deck: Shown) => {
  const lines = trimmed(deck);
  const from = lines.findIndex((line) => /^ {3}GPU/.test(line));
  return lines.slice(from, lines.indexOf('', from));
};

const names = (deck: Shown) =>
  table(deck)
    .slice(1)
    .map((line) => line.trim().split(/ {2,}/)[0]);

test('a renter sees all models side by side, finds one, lists its offers, and is back with one key', async () => {
  const ofModel = json(200, { offers: MARKET.slice(0, 9) });
  await using server = await startScriptedServer(LIST, ALL, ofModel, LIST);
  const deck = await start(server);
  expect(deck.screen()[1]).toContain('[Offers]  Market');
  await deck.press('offers.market');
  expect(JSON.parse(server.requests[1]?.body ?? '')).not.toHaveProperty('gpu_name');
  expect(deck.screen()[1]?.replaceAll(/\s+/g, ' ')).toBe(
    ' Market 12 offers of 2 models, on demand, 8 GB, verified Offers [Market] as of 12:00',
  );
  expect(table(deck)).toEqual([
    '   GPU               n  ↓ median   DLP/$                  0.5             1              2',
    ' > H100 SXM          3    2.5000    40.0                  ·               ·              ×    ×   ×',
    '   RTX 4090          9    0.4000   250.0  ─────██████│█████───            ·              ·',
  ]);
  expect(deck.screen()[2]).toMatch(/^ {3}\$\/GPU\/h by model {3}─── p10 to p90 /);
  await deck.press('offers.market-sort');
  expect(names(deck)).toEqual(['> H100 SXM', 'RTX 4090']);
  await deck.press('offers.market-sort');
  expect(names(deck)).toEqual(['> RTX 4090', 'H100 SXM']);
  await deck.press('offers.market-find');
  await deck.type('4090');
  await deck.press('offers.market-find-keep', 'offers.market-list');
  expect(deck.text()).toContain('/ gpu_name=RTX_4090');
  expect(deck.text()).toContain('1/9');
  await deck.press('offers.market-back');
  expect(deck.text()).toContain('/ 4090');
  await deck.press('offers.market-close');
  expect(deck.text()).toContain('/ id=6');
  expect(server.requests).toHaveLength(4);
});

test('a renter groups by what matters, and the offers of such a group are those that the list gets', async () => {
  await using server = await startScriptedServer(LIST, ALL, LIST);
  const deck = await start(server);
  await deck.press('offers.market', 'offers.market-gpus', 'offers.market-place');
  expect(names(deck)).toEqual([
    '> H100 SXM, 1x, Europe',
    'RTX 4090, 1x, North America',
    'RTX 4090, 4x, Europe',
    'RTX 4090, 1x, Europe',
  ]);
  await deck.press('offers.market-verification');
  expect(deck.text()).toContain('13 offers of 2 models, on demand, 8 GB, verified or not');
  await deck.press('offers.market.last', 'offers.market-list');
  expect(JSON.parse(server.requests[2]?.body ?? '')).toMatchObject({
    gpu_name: { eq: 'RTX 4090' },
    num_gpus: { eq: 1 },
    verified: { in: [true, false] },
  });
  expect(deck.text()).toContain('/ gpu_name=RTX_4090 num_gpus=1 verified=any geolocation=EUROPE');
});

test('a host sees the own machines in their groups, and where each stands', async () => {
  await using server = await startScriptedServer(LIST, json(200, { offers: [MARKET[2], MARKET[8]] }), ALL);
  const deck = await start(server, { parts: { userId: 7 }, columns: 120 });
  await deck.press('offers.market', 'offers.market.down');
  expect(table(deck)).toEqual([
    '   GPU               n  ↓ median   DLP/$                        0.5                  1                    2',
    '   H100 SXM          3    2.5000    40.0                        ·                    ·                    ×      ×    ×',
    ' > RTX 4090 ◆        9    0.4000   250.0  ───────◆███████│██████▌───  ◆              ·                    ·',
  ]);
  expect(trimmed(deck).slice(-4, -2)).toEqual([
    ' RTX 4090                                                                                        Enter lists its offers',
    '   yours 8009 at 0.6000, p100, 9th of 9   yours 8003 at 0.3000, p25, 3rd of 9   to be 3rd 0.3000   p25 0.3000',
  ]);
  await deck.press('offers.market-own');
  expect(deck.text()).toContain('Your 2 machines, by distance from median');
  await deck.press('offers.own-close');
  expect(names(deck)[1]).toBe('> RTX 4090 ◆');
  // What the market was asked for tells of the own machines too.
  expect(server.requests).toHaveLength(3);
});

test('the week of each model and its change stand beside the boxes where the history has them', async () => {
  const answers = Array.from({ length: 7 * 8 }, (_, step) => ({
    atEpochMs: Date.UTC(2026, 10, 14, 12) + step * 3 * 3_600_000,
    offers: MARKET.map((it) => ({
      ...it,
      dph_total: Number(it.dph_total) * (it.gpu_name === 'RTX 4090' ? 1.3 - step / 200 : 1),
    })),
  }));
  await using server = await startScriptedServer(LIST, ALL);
  const { history, store } = await startPast(server.url, answers);
  await noteGenerated(store, history.service, Date.UTC(2026, 10, 17, 8, 30));
  const deck = await start(server, { parts: { history }, columns: 120 });
  await deck.press('offers.market');
  expect(table(deck)).toEqual([
    '   GPU               n  ↓ median   DLP/$                  0.5            1              2                 7 days  1 day',
    ' > H100 SXM          3    2.5000    40.0                  ·              ·              ×   ×   ×  ▄▄▄▄▄▄▄  same   same',
    '   RTX 4090          9    0.4000   250.0  ─────██████│████▌──            ·              ·          █▇▆▄▃▂▁  -19%    -4%',
  ]);
  expect(deck.text()).toContain('by model   generated   ─── p10 to p90 ');
  await deck.resize(80, 24);
  expect(table(deck)).toEqual([
    '   GPU               n  ↓ median   DLP/$          0.5     1       2      7 days',
    ' > H100 SXM          3    2.5000    40.0          ·       ·       × × ×    same',
    '   RTX 4090          9    0.4000   250.0  ──▐███│██─      ·       ·        -19%',
  ]);
});

test('a later run resumes the market as it was left, and asks for it', async () => {
  await using server = await startScriptedServer(LIST, ALL, LIST, ALL);
  const runs = startRuns({ url: server.url, apiKey: 'sk-test-0123456789' });
  const first = await runs.start({ columns: 100, rows: 20 });
  await first.press('offers.mark', 'offers.market', 'offers.market-gpus', 'offers.market-sort', 'offers.market.last');
  const left = table(first);
  expect(left).toHaveLength(4);
  await runs.die(first);
  const deck = await runs.start({ columns: 100, rows: 20 });
  await deck.press('session.resume');
  expect(table(deck)).toEqual(left);
  expect(server.requests).toHaveLength(4);
});

test('where boxes cost too much, or are read aloud, their figures stand there', async () => {
  await using server = await startScriptedServer(LIST, ALL, LIST, ALL);
  const link = () => ({ roundTripMs: 400, isSlow: true, isQuick: false, sentBytes: 0 });
  const slow = await start(server, { link, columns: 80 });
  await slow.press('offers.market');
  expect(table(slow)).toEqual([
    '   GPU               n       p10  ↓ median       p90   DLP/$',
    ' > H100 SXM          3              2.5000              40.0',
    '   RTX 4090          9    0.2400    0.4000    0.5600   250.0',
  ]);
  const aloud = await start(server, { look: { isPlain: true, isSparse: true }, columns: 80 });
  await aloud.press('offers.market');
  expect(table(aloud)).toEqual(table(slow));
});
