/** Waits for a signal that ends a command. */
import type { Signal, Signals } from './io.ts';

const SIGNALS: readonly Signal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The first of the signals: `came` resolves with it, `forget` stops waiting. */
export const firstSignal = (signals: Signals) => {
  const { promise: came, resolve } = Promise.withResolvers<void>();
  const forget = (): void => {
    for (const signal of SIGNALS) signals.off(signal, stop);
  };
  const stop = (): void => {
    forget();
    resolve();
  };
  for (const signal of SIGNALS) signals.once(signal, stop);
  return { came, forget };
};
