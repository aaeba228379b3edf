/** The machine's own time, in which waits can be made to pass faster: time limits of half a minute end in half a second. */
import { type Clock, systemClock } from '../../src/base/clock.ts';

/** How many times faster. The shortest limit, 5 s, is then still longer than an exchange within this machine takes. */
const TIMES = 50;

/** A clock that hurries while it is told to. */
type HurriedClock = Clock & { readonly hurry: (isHurried: boolean) => void };

/** A clock that does not hurry yet. What hurries are the waits that begin while it does. */
export const hurriedClock = (): HurriedClock => {
  let isHurried = false;
  return {
    now: systemClock.now,
    ticks: systemClock.ticks,
    after: (delayMs, run) => systemClock.after(isHurried ? delayMs / TIMES : delayMs, run),
    hurry: (next) => {
      isHurried = next;
    },
  };
};
