/** Opens a history by its name: the one place that knows which stores there are. */
import { statSync } from 'node:fs';
import type { Clock } from '../base/clock.ts';
import type { HistoryName } from '../storage/files/history-name.ts';
import type { HistoryStore } from './store.ts';

/** An open store, or in words why there is none. `setAside` is where a damaged file lies now. */
type OpenedHistory =
  | { readonly store: HistoryStore; readonly setAside?: string }
  | { readonly problem: string; readonly isMissing?: true };

type OpeningOptions = {
  readonly clock: Clock;
  /** Where a password for PostgreSQL is looked for, and what its address leaves open. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** One that is not there is not begun. */
  readonly isOnlyRead: boolean;
  /** A shared one that is away is opened too: answers wait for it. */
  readonly mayBeAway?: boolean;
  /** Told what becomes of answers while a shared history is away. */
  readonly say: (text: string) => void;
};

/** Opens it. What is needed of a store is loaded only now. */
export const openHistory = async (
  name: HistoryName,
  { clock, environment, isOnlyRead, mayBeAway = false, say }: OpeningOptions,
): Promise<OpenedHistory> => {
  if (name.kind === 'postgres') {
    const { openPostgresHistory } = await import('./postgres-store.ts');
    const opened = await openPostgresHistory(name.address, { environment, after: clock.after, isOnlyRead, mayBeAway });
    if ('problem' in opened) return opened;
    const { keepingBack } = await import('./kept-back.ts');
    return { store: keepingBack(opened.store, say) };
  }
  if (isOnlyRead && (statSync(name.file, { throwIfNoEntry: false })?.size ?? 0) === 0)
    return { problem: `There is no history in ${name.file}: gpudeck record begins one.`, isMissing: true };
  const { openSqliteHistory } = await import('./sqlite-store.ts');
  return openSqliteHistory(name.file, clock.now(), name.isUsual);
};
