/** The row under the cursor, told beside the list or below it without a key. */
import { expect, onTestFinished, test } from 'vitest';
import type { DeckOptions, OpenDeck } from '../support/deck.tsx';
import { openDeck } from '../support/deck.tsx';
import { startTestService } from '../support/local-service.ts';
import { startRuns } from '../support/runs.ts';

const link = () => ({ roundTripMs: 60, isSlow: false, isQuick: false, sentBytes: 0 });

const open = async (options: Partial<DeckOptions> = {}): Promise<OpenDeck> => {
  const service = await startTestService({ offers: 300, seed: 11 });
  const deck = await openDeck({ service, columns: 160, rows: 48, link, ...options });
  onTestFinished(deck.close);
  return deck;
};

/** What stands right of the list. */
const beside = (deck: OpenDeck): string =>
  deck
    .screen()
    .slice(1, -2)
    .map((line) => line.slice(108))
    .join('\n');

const offerAt = (deck: OpenDeck, row: number) => {
  const offer = deck.deck.store.getState().offers.list.shown[row];
  if (offer === undefined) throw new Error(`there is no offer ${row}`);
  return offer;
};

test('a renter sees beside the offers what is under the cursor, whichever row that rests on', async () => {
  const deck = await open();
  expect(beside(deck)).toContain(`offer ${offerAt(deck, 0).id}`);
  await deck.repeat('offers.down', 7);
  const { id, machine_id: machine, host_id: host, dph_total: price } = offerAt(deck, 7);
  const told = beside(deck);
  expect(told).toContain(`offer ${id}`);
  expect(told).not.toContain(`offer ${offerAt(deck, 0).id}`);
  expect(told).toContain(`machine ${machine}  host ${host}`);
  expect(told).toContain(`${price?.toFixed(4)} $/h`);
  expect(told).toMatch(/[+-]?\d+% vs median|at vs median/);
  expect(told).toMatch(/Place +\d+ of \d+ verified/);
  expect(told).toMatch(/▲ [\d.]+|[\d.]+ \S+ ▲|n [1-4]: /);
  expect(told).toMatch(/Worth +[\d.,]+ DLPerf per \$\/h +\d+ of \d+/);
  expect(told).toMatch(/Reliability +[\d.]+ %/);
  // The row itself has all of the screen.
  await deck.press('offers.open');
  expect(deck.text()).toContain(`Offer ${id}`);
  expect(beside(deck)).not.toContain(`machine ${machine}  host ${host}`);
  await deck.press('offers.next', 'offers.close');
  expect(beside(deck)).toContain(`offer ${offerAt(deck, 8).id}`);
});

test('what speaks against an offer is told with a sign, and what a job costs there part by part', async () => {
  const deck = await open({
    start: { filter: 'verified=any duration<1d', workload: { hours: 72, diskGb: 200, downGb: 50, upGb: 5 } },
  });
  expect(beside(deck)).toMatch(/Mind\n +! The offer ends in/);
  expect(beside(deck)).toContain('job 72 h 200 GB');
  const sum = offerAt(deck, 0).job_total;
  const words = Number(sum).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  expect(beside(deck)).toMatch(new RegExp(`=Total of 72 h .* ${words}`));
});

test('Tab hides it, and the list has its room, also in a later run until Tab shows it again', async () => {
  const service = await startTestService({ offers: 300, seed: 11 });
  const runs = startRuns(service);
  const look = { columns: 160, rows: 48, link };
  const first = await runs.start(look);
  expect(first.text()).toContain('Tab preview');
  const shown = offerAt(first, 0);
  await first.press('frame.preview');
  expect(first.text()).not.toContain(`offer ${shown.id}`);
  expect(first.screen()[4]?.length).toBeGreaterThan(120);
  await runs.die(first);
  const second = await runs.start(look);
  expect(second.text()).not.toContain(`offer ${shown.id}`);
  await second.press('frame.preview');
  expect(beside(second)).toContain(`offer ${shown.id}`);
});

test('is below the list on a screen that is not so wide, and is told why there is none on a smaller one', async () => {
  const deck = await open({ columns: 120, rows: 35 });
  await deck.press('offers.last');
  const last = deck.screen();
  const { length } = deck.deck.store.getState().offers.list.shown;
  expect(last.slice(23, 32).join('\n')).toContain(`offer ${offerAt(deck, length - 1).id}`);
  expect(last.slice(0, 23).some((line) => line.startsWith(' > '))).toBe(true);
  await deck.resize(100, 30);
  expect(deck.text()).not.toContain('Tab preview');
  await deck.press('frame.preview');
  expect(deck.text()).toContain('A preview takes a screen of 140 columns, or of 100x34');
});

test('stands beside the rows of every list, and goes where another page is turned to', async () => {
  const deck = await open();
  for (const [pane, words] of [
    ['ledger', /POST \/api\/v0\/bundles.* 200 .*answered[\s\S]*Received/],
    ['volumes', /Volume \d+/],
    ['instances', /Instance \d+/],
    ['machines', /Machine \d+[\s\S]*In use[\s\S]*Windows announced/],
  ] as const) {
    await deck.press(`frame.${pane}`);
    expect(beside(deck)).toMatch(words);
  }
  await deck.press('frame.maintenance', 'maintenance.page');
  expect(beside(deck)).not.toMatch(/Machine \d+[\s\S]*In use/);
});

test('has the same words without colours and in ASCII, and no sign that is not known there', async () => {
  const deck = await open({ isAscii: true, look: { hasColour: false } });
  expect(beside(deck)).toContain(`offer ${offerAt(deck, 0).id}`);
  expect(beside(deck)).not.toContain('?');
});

test('has no rows that a click goes to', async () => {
  const deck = await open({ hasMouse: true });
  const clickAt = (column: number, line: number) => deck.send(`\u001B[<0;${column + 1};${line + 1}M`);
  const row = () => deck.deck.store.getState().offers.list.cursor.row;
  await clickAt(20, 10);
  const at = row();
  expect(at).toBeGreaterThan(0);
  await clickAt(130, 20);
  expect(row()).toBe(at);
});
