/** The past of a new local service: it is begun once the first rows stand, and whoever reads the history waits for it. */
import type { Clock } from '../base/clock.ts';
import { once } from '../base/once.ts';
import type { History } from '../history/history.ts';
import type { PastWish } from '../history-thread/generated-past.ts';

/** So long after the first answer it is begun: the rows are drawn by then. */
const ROWS_DRAWN_MS = 300;

/** A service that was filled longer ago is not new: nobody knows what was seen of it since. */
const NEW_FOR_MS = 86_400_000;

type LocalPastOptions = {
  readonly history: History;
  readonly write: (wish: PastWish) => Promise<void>;
  readonly clock: Clock;
  readonly tell: (problem: string) => void;
};

/** Builds it; nothing happens before a call to the service has ended. */
export const createLocalPast = ({ history, write, clock, tell }: LocalPastOptions) => {
  const { service } = history;
  let origin: PastWish['origin'] | undefined;
  let cancel: (() => void) | undefined;

  const written = Promise.withResolvers<void>();

  const begin = once(async (): Promise<void> => {
    if (origin !== undefined)
      await write({ service, origin }).catch((error: unknown) =>
        tell(error instanceof Error ? error.message : String(error)),
      );
    written.resolve();
  });

  return {
    /** The local service is there: what its market was made from, where that is kept. */
    opened: (market: PastWish['origin'] | undefined): void => {
      if (market !== undefined && clock.now() - market.filledMinute * 60_000 < NEW_FOR_MS) origin = market;
    },
    /** A call to it has ended. */
    answered: (): void => {
      if (origin !== undefined) cancel ??= clock.after(ROWS_DRAWN_MS, () => void begin());
    },
    history: {
      ...history,
      read: async (work) => {
        if (origin !== undefined) {
          if (cancel === undefined) void begin();
          await written.promise;
        }
        return history.read(work);
      },
    } satisfies History,
    close: (): void => cancel?.(),
  };
};
