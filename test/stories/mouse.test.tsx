/** The mouse, where the user wants it: it goes to rows and panes, and does nothing else. */
import { afterEach, expect, test } from 'vitest';
import { type OpenDeck, openDeck } from '../support/deck.tsx';
import { startTestService } from '../support/local-service.ts';

let open: OpenDeck | undefined;

afterEach(async () => {
  await open?.close();
  open = undefined;
});

const start = async (hasMouse = true): Promise<OpenDeck> => {
  open = await openDeck({ service: await startTestService({ offers: 60 }), hasMouse, columns: 120, rows: 24 });
  return open;
};

const WHEEL_DOWN = '\u001B[<65;5;10M';
const WHEEL_UP = '\u001B[<64;5;10M';
/** A press and a release of the first button over a cell, counted from 0. */
const clickAt = (column: number, line: number) =>
  ['M', 'm'].map((end) => `\u001B[<0;${column + 1};${line + 1}${end}`).join('');
const cursorLine = (deck: OpenDeck) => deck.screen().findIndex((line) => /^[ *]> /.test(line));

test('the wheel goes three rows on, and a click puts the cursor on the row that it is on', async () => {
  const deck = await start();
  const first = cursorLine(deck);
  await deck.send(WHEEL_DOWN + WHEEL_DOWN);
  expect(cursorLine(deck)).toBe(first + 6);
  await deck.send(WHEEL_UP);
  expect(cursorLine(deck)).toBe(first + 3);
  for (const line of [20, 7, 12]) {
    await deck.send(clickAt(30, line));
    expect(cursorLine(deck)).toBe(line);
  }
  // Neither the filter, nor the headings, nor the footer is a row.
  for (const line of [1, first - 1, 23]) {
    await deck.send(clickAt(30, line));
    expect(cursorLine(deck)).toBe(12);
  }
});

test('a click on the name of a pane opens it', async () => {
  const deck = await start();
  const header = deck.screen()[0] ?? '';
  for (const [name, pane] of [
    ['6 Reqs', 'ledger'],
    ['2 Vols', 'volumes'],
    ['1 Offers', 'offers'],
  ] as const) {
    for (const at of [header.indexOf(name), header.indexOf(name) + name.length - 1]) {
      await deck.send(clickAt(at, 0));
      expect(deck.deck.store.getState().frame.pane).toBe(pane);
    }
  }
  await deck.send(clickAt(1, 0));
  expect(deck.deck.store.getState().frame.pane).toBe('offers');
});

test('while text is typed, and in what is confirmed, the mouse does nothing', async () => {
  const deck = await start();
  const offers = deck.screen()[0]?.indexOf('6 Reqs') ?? 0;
  await deck.press('offers.filter');
  await deck.type('rtx');
  const typed = deck.text();
  await deck.send(clickAt(offers, 0) + clickAt(30, 15) + WHEEL_DOWN);
  expect(deck.text()).toBe(typed);
  await deck.press('offers.filter-restore', 'frame.palette');
  await deck.type('refresh');
  const palette = deck.text();
  await deck.send(clickAt(10, 4) + clickAt(10, 3) + WHEEL_DOWN);
  expect(deck.text()).toBe(palette);
});

test("without it the mouse is the terminal's", async () => {
  const deck = await start(false);
  const before = deck.text();
  await deck.send(WHEEL_DOWN + clickAt(30, 12));
  expect(deck.text()).toBe(before);
});
