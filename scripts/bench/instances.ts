/** Measures what a renter looks at: the form of renting, the list of instances, a record and a log. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Figure, median } from './figure.ts';
import { hasOffer, openOffers, type Program } from './panes.ts';
import type { Service } from './service.ts';
import { DOWN, ESCAPE, type KeyFigures } from './terminal.ts';

const ROUNDS = 5;
/** The first of a kind are not counted: they compile what all of them use. */
const FIRST_WARM = 2;
/** Down and up in turn: a small market has few instances of the user's. */
const MOVES = 8;
const UP = '\u001B[A';
const SILENCE_MS = 20_000;
const SETTLING_MS = 3000;

/** An instance's row. */
const RUNNING = / \+ running /;

/** Figures beside `rows` offers, which are read first. */
export const measureInstances = async (
  program: Program,
  service: Service,
  rows: number,
): Promise<readonly Figure[]> => {
  await using terminal = await openOffers(program, service, rows);
  await terminal.until(hasOffer);
  const openings = async (key: string): Promise<readonly KeyFigures[]> => {
    const keys: KeyFigures[] = [];
    for (let round = 0; round < FIRST_WARM + ROUNDS; round++) {
      keys.push(await terminal.press(key));
      await terminal.press(ESCAPE);
    }
    return keys.slice(FIRST_WARM);
  };
  const form = await openings('r');
  await terminal.press('7');
  await terminal.until((screen) => screen.some((line) => RUNNING.test(line)));
  await pause(SETTLING_MS);
  const silence = await terminal.idleBytes(SILENCE_MS);
  const moves: KeyFigures[] = [];
  for (let move = 0; move < MOVES; move++) moves.push(await terminal.press(move % 2 === 0 ? DOWN : UP));
  const record = await openings('\r');
  const log = await terminal.press('i');
  await pause(SETTLING_MS);
  const memoryMb = await terminal.residentMb();

  const bytes = (name: string, keys: readonly KeyFigures[]): Figure => ({
    name,
    rows,
    unit: 'bytes',
    ours: median(keys.map((key) => key.bytes)),
  });
  return [
    bytes('renting: the form (r)', form),
    bytes('instances: cursor moved', moves.slice(FIRST_WARM)),
    bytes('instances: a record (Enter)', record),
    bytes('instances: a log (i)', [log]),
    { name: 'instances: 20 s of silence', rows, unit: 'bytes', ours: silence },
    { name: 'instances: memory', rows, unit: 'MB', ours: memoryMb },
  ];
};
