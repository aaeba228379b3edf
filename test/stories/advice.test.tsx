/** A host asks what another price would bring. */
import { expect, onTestFinished, test } from 'vitest';
import { noteGenerated } from '../../src/history/generated.ts';
import { type DeckOptions, openDeck } from '../support/deck.tsx';
import { listedMachine, othersAt, startHostService } from '../support/host-service.ts';
import { startPast } from '../support/past.ts';
import { recordRented } from '../support/rented-record.ts';
import { startRuns } from '../support/runs.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 12);

const MACHINES = [listedMachine(7), listedMachine(8, { gpu_name: null })];

const opened = async (hours: number, options: Partial<DeckOptions> = {}) => {
  const server = await startHostService(MACHINES, othersAt(0.42, 0.42, 0.42));
  onTestFinished(() => server[Symbol.asyncDispose]());
  const { history, store } = await startPast(server.url, []);
  await recordRented(store, history.service, hours, NOW_MS);
  await noteGenerated(store, history.service, NOW_MS - 8 * 86_400_000);
  const service = { url: server.url, apiKey: 'sk-test-0123456789' };
  const deck = await openDeck({
    service,
    columns: 80,
    rows: 34,
    ...options,
    parts: { pane: 'machines', history, ...options.parts },
  });
  onTestFinished(deck.close);
  return Object.assign(deck, { server });
};

test('a host sees which price would bring the most, beside the present one and the median, and sets nothing by it', async () => {
  const deck = await opened(240);
  await deck.press('machines.advice');
  const text = deck.text();
  expect(text).toContain('What prices would bring for machine 7');
  expect(text).toMatch(/About \$0\.3000 for a GPU would bring the most: \$25\.\d\d a day, likely/);
  expect(text).toMatch(/█\n {2}▲ 0\.3000 the most\n {60,}▲ 0\.4000 now\n {60,}0\.4200 median ▲\n/);
  expect(text).toMatch(/0\.4000 +\$9\.\d\d +25 %/);
  expect(text).toContain('Up to 2026-11-13 12:00 generated, not recorded.');
  expect(deck.server.writes()).toEqual([]);
  await deck.press('machines.advice-close');
  expect(deck.text()).not.toContain('would bring');
});

test('the page is there again where the program was killed, and reads the record anew', async () => {
  const server = await startHostService(MACHINES, othersAt(0.42, 0.42, 0.42));
  onTestFinished(() => server[Symbol.asyncDispose]());
  const { history, store } = await startPast(server.url, []);
  await recordRented(store, history.service, 240, NOW_MS);
  const runs = startRuns({ url: server.url, apiKey: 'sk-test-0123456789' });
  const first = await runs.start({ columns: 80, rows: 34, parts: { pane: 'machines', history } });
  await first.press('machines.price');
  await first.send('0.5');
  await first.press('machines.price-leave', 'machines.advice', 'machines.advice-down');
  const before = first.text();
  await runs.die(first);
  const second = await runs.start({ columns: 80, rows: 34, parts: { pane: 'machines', history } });
  await second.press('session.resume');
  expect(second.text()).toBe(before);
  expect(second.text()).toContain('0.4000 now');
  await second.press('machines.advice-close', 'machines.price');
  expect(second.text()).toMatch(/> Price, \$\/GPU\/h +0\.5\b/);
});

test('on 40 columns and in ASCII the same is told in figures, with where the cases are too few', async () => {
  const deck = await opened(40, { columns: 40, rows: 24, look: { isAscii: true } });
  await deck.press('machines.advice');
  const text = deck.text();
  expect(text).toContain('Too few cases: at no price were 30');
  expect(text).toMatch(/ 0\.3000 +\$24\.\d\d {2}too few\n +0\.4000 +\$9\.\d\d {2}now, too few\n/);
  expect(text).not.toContain('█');
  await deck.press('machines.advice-close', 'machines.down');
  await deck.press('machines.advice');
  expect(deck.text()).toContain('No row is chosen that names a machine');
});
