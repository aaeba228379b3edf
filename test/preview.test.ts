/** When the preview is drawn: not while keys keep coming, not while text is typed, and by no other timer than that of the rest. */
import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createWork } from '../src/tui/deck/idle.ts';
import { watchPreview } from '../src/tui/deck/preview.ts';
import { type DeckState, initialDeck } from '../src/tui/frame/deck-state.ts';
import { previewRefusal, roomOf } from '../src/tui/frame/preview-room.ts';
import { frameResized, initialFrame, linkJudged, previewTurned, type ScreenSize } from '../src/tui/frame/state.ts';
import { LEDGER_LIST } from '../src/tui/panes/ledger/list.ts';
import { exchangeNoted } from '../src/tui/panes/ledger/state.ts';
import { itemWords } from '../src/tui/panes/list-pane/columns.ts';
import { kindOf } from '../src/tui/panes/list-pane/description.ts';
import { USUAL_START } from '../src/tui/panes/offers/state.ts';
import { cursorAt } from '../src/tui/state/cursor.ts';
import { exchange } from './support/exchange.ts';
import { manualClock } from './support/manual-clock.ts';

const CALLS = 40;
const words = itemWords(LEDGER_LIST, { timeZone: 'UTC', answeredAtEpochMs: 0 });

/** The ledger with some calls, on a screen of this size, over a line that was measured. */
const start = (size: ScreenSize) => {
  const initial = initialDeck(initialFrame('ledger', size, 'test service', false), {
    search: USUAL_START,
    timeZone: 'UTC',
  });
  let { ledger } = initial;
  for (let count = 0; count < CALLS; count++)
    ledger = exchangeNoted(ledger, exchange(count), words(exchange(count)), { ...kindOf(LEDGER_LIST), height: 20 });
  const frame = linkJudged(initial.frame, { roundTripMs: 20, isSlow: false });
  const store = createStore<DeckState>(() => ({ ...initial, frame, ledger }));
  const clock = manualClock();
  const work = createWork(clock);
  const resized: string[] = [];
  let isTyping = false;
  watchPreview(store, work, { isTyping: () => isTyping, resize: (pane) => resized.push(pane) });
  const change = (to: (state: DeckState) => DeckState) => store.setState(to(store.getState()));
  return {
    store,
    change,
    resized,
    type: (is: boolean) => {
      isTyping = is;
    },
    moveTo: (row: number) =>
      change((state) => {
        const { list } = state.ledger;
        return {
          ...state,
          ledger: {
            ...state.ledger,
            list: { ...list, cursor: cursorAt(list.cursor, row, { count: CALLS, height: 20 }) },
          },
        };
      }),
    /** Lets so many milliseconds pass, and tells on which row the cursor rested last. */
    rested: async (ms: number) => {
      clock.elapse(ms);
      if (ms >= 150) await work.idle();
      return store.getState().rested?.ledger.list.cursor.row;
    },
  };
};

const WIDE = { columns: 160, rows: 48 };

test('it is drawn once the cursor has rested, and keys that come sooner put that off', async () => {
  const { moveTo, rested } = start(WIDE);
  moveTo(1);
  for (let row = 2; row < 10; row++) {
    expect(await rested(149)).toBeUndefined();
    moveTo(row);
  }
  expect(await rested(150)).toBe(9);
  moveTo(3);
  expect(await rested(149)).toBe(9);
  expect(await rested(150)).toBe(3);
});

test('it waits for the end of what is typed', async () => {
  const { moveTo, rested, type } = start(WIDE);
  type(true);
  moveTo(1);
  expect(await rested(150)).toBeUndefined();
  type(false);
  moveTo(2);
  expect(await rested(150)).toBe(2);
});

test('without one nothing is drawn, and hidden it is forgotten', async () => {
  const small = start({ columns: 99, rows: 48 });
  small.moveTo(1);
  expect(await small.rested(10_000)).toBeUndefined();
  const { moveTo, rested, change, resized, store } = start(WIDE);
  moveTo(1);
  expect(await rested(150)).toBe(1);
  change((state) => ({ ...state, frame: previewTurned(state.frame) }));
  expect(store.getState().rested).toBeUndefined();
  expect(await rested(10_000)).toBeUndefined();
  // The pane has its room: it is told so, and others that show no list have all of it anyway.
  expect(resized).toEqual(['ledger']);
});

test.each([
  [
    { columns: 160, rows: 48 },
    { width: 106, height: 45 },
    { width: 52, height: 45, isBeside: true },
  ],
  [
    { columns: 140, rows: 24 },
    { width: 86, height: 21 },
    { width: 52, height: 21, isBeside: true },
  ],
  [
    { columns: 139, rows: 34 },
    { width: 139, height: 21 },
    { width: 139, height: 9, isBeside: false },
  ],
  [
    { columns: 100, rows: 34 },
    { width: 100, height: 21 },
    { width: 100, height: 9, isBeside: false },
  ],
  [{ columns: 100, rows: 33 }, { width: 100, height: 30 }, undefined],
  [{ columns: 80, rows: 48 }, { width: 80, height: 45 }, undefined],
] as const)('on a screen of %j a list has %j and its preview %j', (size, pane, preview) => {
  const { store, change } = start(WIDE);
  change((state) => ({ ...state, frame: frameResized(state.frame, size) }));
  expect(roomOf(store.getState(), 'ledger')).toEqual({ pane, ...(preview && { preview }) });
});

test('there is none over a line that is slow, or of which nothing is known', () => {
  const { frame } = start(WIDE).store.getState();
  expect(previewRefusal(frame)).toBeUndefined();
  expect(previewRefusal(linkJudged(frame, { roundTripMs: 300, isSlow: true }))).toContain('too slow');
  expect(previewRefusal(linkJudged(frame, { roundTripMs: undefined, isSlow: false }))).toContain('not known');
});
