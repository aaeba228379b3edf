/** What waits until the first rows are on the screen. */
import type { Clock } from '../base/clock.ts';
import { once } from '../base/once.ts';
import { saveMemory } from './memory-saver.ts';

/** From the first answer until its rows are drawn, with the code for that compiled. */
const SETTLED_AFTER_MS = 1500;

/** Told of the first answer and of the end. */
type Settling = { readonly exchanged: () => void; readonly ended: () => void };

/** `keepCode` keeps what was compiled until now; V8 would not take it again after the flags have changed that save memory. */
export const createSettling = (after: Clock['after'], keepCode: () => void): Settling => {
  const settle = once(() => {
    keepCode();
    saveMemory();
  });
  const begin = once(() => after(SETTLED_AFTER_MS, settle));
  let isBegun = false;
  return {
    exchanged: () => {
      isBegun = true;
      begin();
    },
    ended: () => {
      if (isBegun) settle();
    },
  };
};
