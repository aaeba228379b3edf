/** The past of a new local service: it is begun once the first rows stand, and whoever reads the history waits for it. */
import { existsSync } from 'node:fs';
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
  /** The history's file. */
  readonly file: string;
  readonly write: (wish: PastWish) => Promise<void>;
  readonly clock: Clock;
  readonly tell: (problem: string) => void;
};

/** Builds it; nothing happens before a call to the service has ended. */
export const createLocalPast = ({ history, file, write, clock, tell }: LocalPastOptions) => {
  const { service } = history;
  let origin: PastWish['origin'] | undefined;
  let cancel: (() => void) | undefined;

  const begin = once(async (): Promise<void> => {
    cancel?.();
    if (origin === undefined) return;
    const isNew = clock.now() - origin.filledMinute * 60_000 < NEW_FOR_MS;
    // What is not wanted begins no file.
    if (!isNew && !existsSync(file)) return;
    await write({ service, origin, isNew }).catch((error: unknown) =>
      tell(error instanceof Error ? error.message : String(error)),
    );
  });

  return {
    /** The local service is there: what its market was made from, where that is kept. */
    opened: (market: PastWish['origin'] | undefined): void => {
      origin = market;
    },
    /** A call to it has ended. */
    answered: (): void => {
      cancel ??= clock.after(ROWS_DRAWN_MS, () => void begin());
    },
    history: {
      ...history,
      read: async (work) => {
        if (origin !== undefined) await begin();
        return history.read(work);
      },
    } satisfies History,
    close: (): void => cancel?.(),
  };
};
