/** Measures keys over a whole market, in turn with those of another build: until the picture stands, and how long a key would wait. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Figure, median } from './figure.ts';
import { hasAll, longestPause, openOffers, type Program, untilAnswered } from './panes.ts';
import type { Service } from './service.ts';
import { DOWN, ESCAPE } from './terminal.ts';

/** A program, and the file that its thread reports its pauses to (`watch.mjs`). */
type Watched = { readonly program: Program; readonly reportFile: string };

const ROUNDS = 5;
/** The first is not counted: it compiles what all of them use. */
const FIRST_WARM = 1;
/** Time after which nothing is done any more with an answer, ms. */
const SETTLING_MS = 1000;

/** What is pressed in a round, of which the last key is measured; what leads back; and how long nothing more must come. */
const STEPS: readonly {
  readonly name: string;
  readonly keys: readonly string[];
  readonly back: readonly string[];
  readonly quietMs?: number;
}[] = [
  { name: 'watch (W)', keys: ['W'], back: ['W'] },
  // Each of another model, so that the service is asked.
  { name: 'position (p)', keys: [DOWN, DOWN, DOWN, 'p'], back: [ESCAPE], quietMs: 400 },
  { name: 'position, once more', keys: ['p'], back: [ESCAPE] },
  { name: 'find (f): first letter', keys: ['f', 'h'], back: [ESCAPE] },
  { name: 'filter opened (/)', keys: ['/'], back: [ESCAPE] },
  { name: 'filter: a word', keys: ['/', ' ', 'h', '1'], back: [ESCAPE] },
  { name: 'group (#)', keys: ['#'], back: ['#', '#', '#', '#', '#'] },
  { name: 'sort (o)', keys: ['o'], back: [] },
];

/** Figures over `rows` offers. Each round begins with a new answer, of which nothing was looked at. */
export const measureLargeMarket = async (
  ours: Watched,
  before: Watched | undefined,
  service: Service,
  rows: number,
): Promise<readonly Figure[]> => {
  const own = await measured(ours, service, rows);
  const other = before && (await measured(before, service, rows));
  for (let round = 0; round < ROUNDS; round++) {
    await own.round();
    await other?.round();
  }
  const [taken, takenBefore] = [await own.end(), await other?.end()];
  return [...taken].map(([name, values]): Figure => {
    const beside = takenBefore?.get(name);
    return {
      name: `large market: ${name}`,
      rows,
      ours: median(values.slice(FIRST_WARM)),
      ...(beside !== undefined && { before: median(beside.slice(FIRST_WARM)) }),
      unit: 'ms',
    };
  });
};

/** One program at its rounds; `end` closes it, and has the times by their names. */
const measured = async ({ program, reportFile }: Watched, service: Service, rows: number) => {
  // In no order of models or prices.
  const terminal = await openOffers(program, service, rows, { order: 'id:asc' });
  await terminal.until(hasAll(rows));
  const taken = new Map<string, number[]>();
  const put = (name: string, ms: number) => taken.getOrInsertComputed(name, () => []).push(ms);
  return {
    round: async () => {
      await longestPause(terminal, reportFile);
      await terminal.press('R');
      await untilAnswered(terminal);
      await pause(SETTLING_MS);
      put('a key’s wait while an answer comes', await longestPause(terminal, reportFile));
      for (const { name, keys, back, quietMs } of STEPS) {
        for (const key of keys.slice(0, -1)) await terminal.press(key);
        const { firstMs, lastMs } = await terminal.press(keys.at(-1) ?? '', quietMs);
        put(name, lastMs);
        if (quietMs !== undefined) put(`${name}: first picture`, firstMs);
        for (const key of back) await terminal.press(key);
      }
      await untilAnswered(terminal);
      await pause(SETTLING_MS);
      put('a key’s wait behind another key', await longestPause(terminal, reportFile));
    },
    end: async () => {
      await terminal[Symbol.asyncDispose]();
      return taken;
    },
  };
};
