/**
 * Has V8 give memory back sooner. Left to itself it lets the heap become four times what is in use, so that after some
 * searches three old lists lie beside the one on screen. This costs nothing that can be felt: a program that a person reads
 * stands still for nearly all of its time.
 */
import { setFlagsFromString } from 'node:v8';

/**
 * What the heap may grow by after each collection, percent of what was left then. Half as much saves some megabytes more and
 * collects so often that a whole market takes longer to come in.
 */
const GROWTH_PERCENT = 100;

/** Has the whole process use less memory from now on: V8's own saving mode, with a growth that keeps it from collecting all the time. */
export const saveMemory = (): void => {
  setFlagsFromString('--memory-saver-mode');
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
};
