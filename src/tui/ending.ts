/** What becomes of the process when the terminal program ends otherwise than by the user's choice. */
import type { Ending } from '../terminal/lease.ts';

/** True when nobody is at the terminal any more. */
export const isAbandoned = (ending: Ending): boolean =>
  ending.kind === 'line-cut' || (ending.kind === 'signal' && ending.signal === 'SIGHUP');

/**
 * Ends at once, as if SIGHUP had never been listened for. Nobody is there to wait for a service that is being closed, or for
 * threads and memory to be tidied up; what must last has been written already. Returns only where that signal ends nobody,
 * as it does not end the first process of a container.
 */
export const hangUp = (process: NodeJS.Process): void => {
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
};

/** 128 and the signal's number, as shells count; a cut line is what SIGHUP stands for. */
export const exitCodeOf = (ending: Ending): number => {
  switch (ending.kind) {
    case 'signal':
      return 128 + { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }[ending.signal];
    case 'line-cut':
      return 129;
    case 'crash':
      return 1;
  }
};
