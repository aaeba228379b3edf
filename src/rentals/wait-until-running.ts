/** Waits until an instance that was rented runs, or is known never to run (docs/interface.md, States). */
import { CALLS } from '../api/calls.ts';
import type { Client } from '../api/client.ts';
import type { ApiError } from '../api/errors/error.ts';
import { unlessFailed } from '../api/errors/explain.ts';
import { type Clock, sleep } from '../base/clock.ts';
import { statusOf } from '../catalogue/instance-columns.ts';

/** How waiting ended: a `final` status does not become running by itself, `vanished` is no longer in the list. */
type WaitEnd =
  | { readonly kind: 'running' | 'out-of-time' | 'vanished' }
  | { readonly kind: 'final'; readonly status: string };

/** Time between two looks, ms. */
const BETWEEN_MS = 4000;

/** States that never become running by themselves; who was outbid runs again only when others leave. */
const FINAL: readonly string[] = ['exited', 'unknown', 'offline', 'outbid'];

type WaitOptions = {
  readonly client: Client;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Told of each status that is another than the one before. */
  readonly onStatus: (status: string) => void;
};

/** Looks every four seconds. Fails with an ApiError that another look does not mend. */
export const waitUntilRunning = async (
  id: number,
  { client, clock, timeoutMs, signal, onStatus }: WaitOptions,
): Promise<WaitEnd> => {
  const untilMs = clock.ticks() + timeoutMs;
  let last: string | undefined;
  for (;;) {
    // Undefined where it did not come this time.
    const reply = await unlessFailed(() => client.list(CALLS.instances, { signal }), isPassing);
    const instance = reply?.records.find((record) => record.id === id);
    const status = instance && statusOf(instance);
    if (status !== undefined && status !== last) onStatus(status);
    if (status === 'running') return { kind: 'running' };
    if (status !== undefined && FINAL.includes(status)) return { kind: 'final', status };
    // What a cut list lacks may be there.
    const isLacking = reply !== undefined && reply.isTruncated !== true && status === undefined;
    if (isLacking && last !== undefined) return { kind: 'vanished' };
    last = status ?? last;
    const leftMs = untilMs - clock.ticks();
    if (leftMs <= 0 || !(await sleep(clock, Math.min(BETWEEN_MS, leftMs), signal))) return { kind: 'out-of-time' };
  }
};

const isPassing = ({ kind, status = 0 }: ApiError): boolean =>
  kind === 'rate-limited' || kind === 'unreachable' || kind === 'timed-out' || kind === 'aborted' || status >= 500;
