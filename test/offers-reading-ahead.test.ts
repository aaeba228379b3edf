/** Offers are read before a word is typed, so that the key that narrows them need not. */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { asRecords } from '../src/catalogue/record-table.ts';
import type { Offer } from '../src/catalogue/values.ts';
import { compileWords } from '../src/filter/evaluate.ts';
import { createReadingAhead } from '../src/tui/panes/offers/search.ts';
import { manualClock } from './support/manual-clock.ts';

/** `count` offers that show one figure each. */
const offersOf = (count: number): readonly Offer[] =>
  asRecords(Array.from({ length: count }, (_, place): Offer => ({ id: place, dlperf: 4000 + place })));

/** How many figures have been written since. */
const writing = () => {
  const toFixed = vi.spyOn(Number.prototype, 'toFixed');
  onTestFinished(() => toFixed.mockRestore());
  return { written: () => toFixed.mock.calls.length, forget: () => toFixed.mockClear() };
};

const looksFor4090 = compileWords([{ text: '4090', isExact: false }]);

describe('what the words of a filter are looked for in', () => {
  test('is read when the line was opened, and not again by the key that narrows', () => {
    const clock = manualClock();
    const offers = offersOf(1000);
    const { written, forget } = writing();
    createReadingAhead(clock)({ rows: offers });
    expect(written()).toBe(0);
    clock.elapse(0);
    expect(written()).toBe(1000);
    forget();
    expect(offers.filter(looksFor4090).map(({ id }) => id)).toEqual([90]);
    expect(written()).toBe(0);
  });

  test('is read a few offers at a time, with a turn for keys in between', () => {
    const clock = manualClock();
    let ticksMs = 0;
    const turns: number[] = [];
    const offers = offersOf(500);
    const { written } = writing();
    createReadingAhead({
      ...clock,
      // Each look at the clock finds a millisecond gone.
      ticks: () => ticksMs++,
      after: (delayMs, run) => {
        turns.push(written());
        return clock.after(delayMs, run);
      },
    })({ rows: offers });
    clock.elapse(0);
    expect(turns).toEqual([0, 200, 400]);
    expect(written()).toBe(500);
  });

  test('is what the columns show that were chosen', () => {
    const clock = manualClock();
    const offers = offersOf(10);
    createReadingAhead(clock)({ rows: offers, columns: { shown: ['mobo_name', 'dlperf'] } });
    clock.elapse(0);
    const { written } = writing();
    expect(offers.filter(compileWords([{ text: '4007', isExact: false, columns: ['dlperf'] }]))).toHaveLength(1);
    expect(written()).toBe(0);
    expect(offers.filter(compileWords([{ text: '4007', isExact: false, columns: ['dlperf', 'score'] }]))).toHaveLength(
      1,
    );
    expect(written()).toBe(0);
  });

  test('is that of the newest offers: those before are not read on', () => {
    const clock = manualClock();
    const readAhead = createReadingAhead(clock);
    const { written } = writing();
    readAhead({ rows: offersOf(10) });
    readAhead({ rows: offersOf(7) });
    clock.elapse(0);
    expect(written()).toBe(7);
  });
});
