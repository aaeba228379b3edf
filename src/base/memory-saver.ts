/**
 * Has V8 give memory back sooner. Left to itself it lets the heap become four times what is in use, so that after some
 * searches three old lists lie beside the one on screen, and keeps what beginning took for as long as nothing happens. A program
 * that a person reads stands still for nearly all of its time; collecting more often adds a sixth to the work of taking in a whole market.
 */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * What the heap may grow by after each collection, percent of what was left then. The saving mode by itself allows less
 * and collects so often that a whole market is half as much work again; with the double, a thousand offers take more
 * than 150 MB after some refreshes.
 */
const GROWTH_PERCENT = 50;

/** Whoever types meanwhile waits for it: 40 ms for so many bytes in use. */
const MOST_COLLECTED = 64_000_000;

/**
 * Is 1 from when the process saves memory, for all its threads. A message to them would cost what it saves: for the event that brings one
 * Node loads its whole HTTP client.
 */
export const saving = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/** Has the whole process use less memory from now on, and what beginning took be given back; saying so again changes little. */
export const saveMemory = (): void => {
  setFlagsFromString('--memory-saver-mode');
  growLess();
  setFlagsFromString('--expose-gc');
  Atomics.store(saving, 0, 1);
  Atomics.notify(saving, 0);
  giveBack();
};

/** Has the heap grow by less between collections: the work of days takes hardly more memory then than that of one. */
export const growLess = (): void => setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);

/** In a worker thread: what it does not use any more is given back too when the process, whose `saving` this is, begins to save memory. */
export const saveMemoryToo = async (saving: Int32Array): Promise<void> => {
  await Atomics.waitAsync(saving, 0, 0).value;
  giveBack();
};

/** Collects all of it; a usual collection would keep the room of what came last. */
const giveBack = (): void => {
  if (getHeapStatistics().used_heap_size < MOST_COLLECTED)
    runInNewContext('gc')({ type: 'major', flavor: 'last-resort' });
};
