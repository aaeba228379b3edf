/** Offers are read before a word is typed, so that the key that narrows them need not. */
import { describe, expect, test } from 'vitest';
import type { Offer } from '../src/catalogue/values.ts';
import { compileWords } from '../src/filter/evaluate.ts';
import { createReadingAhead } from '../src/tui/panes/offers/search.ts';
import { manualClock } from './support/manual-clock.ts';

/** `count` offers, and how many of them have been read so far. */
const watched = (count: number) => {
  const read = new Set<number>();
  const offers = Array.from(
    { length: count },
    (_, place): Offer => ({
      id: place,
      get dlperf() {
        read.add(place);
        return 4090;
      },
    }),
  );
  return { offers, read };
};

const looksFor4090 = compileWords([{ text: '4090', isExact: false }]);

describe('what the words of a filter are looked for in', () => {
  test('is read when the line was opened, and not again by the key that narrows', () => {
    const clock = manualClock();
    const { offers, read } = watched(1000);
    createReadingAhead(clock)({ rows: offers });
    expect(read.size).toBe(0);
    clock.elapse(0);
    expect(read.size).toBe(1000);
    read.clear();
    expect(offers.filter(looksFor4090)).toHaveLength(1000);
    expect(read.size).toBe(0);
  });

  test('is read a few offers at a time, with a turn for keys in between', () => {
    const clock = manualClock();
    let ticksMs = 0;
    const turns: number[] = [];
    const { offers, read } = watched(10);
    createReadingAhead({
      ...clock,
      // Each look at the clock finds a millisecond gone.
      ticks: () => ticksMs++,
      after: (delayMs, run) => {
        turns.push(read.size);
        return clock.after(delayMs, run);
      },
    })({ rows: offers });
    clock.elapse(0);
    expect(turns).toEqual([0, 4, 8]);
    expect(read.size).toBe(10);
  });

  test('is what the columns show that were chosen', () => {
    const clock = manualClock();
    const { offers, read } = watched(10);
    createReadingAhead(clock)({ rows: offers, columns: { shown: ['mobo_name', 'dlperf'] } });
    clock.elapse(0);
    read.clear();
    const words = [{ text: '4090', isExact: false, columns: ['mobo_name', 'dlperf'] }];
    offers.filter(compileWords(words));
    expect(read.size).toBe(0);
    offers.filter(compileWords([{ text: '4090', isExact: false, columns: ['dlperf'] }]));
    expect(read.size).toBe(10);
  });

  test('is that of the newest offers: those before are not read on', () => {
    const clock = manualClock();
    const [former, newest] = [watched(10), watched(10)];
    const readAhead = createReadingAhead(clock);
    readAhead({ rows: former.offers });
    readAhead({ rows: newest.offers });
    clock.elapse(0);
    expect([former.read.size, newest.read.size]).toEqual([0, 10]);
  });
});
