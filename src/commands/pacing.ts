/** Makes a read again when the service says that it came too soon (DESIGN.md section 3, exit code 4). */
import type { CallOptions } from '../api/client.ts';
import { ENDPOINTS, type EndpointName } from '../api/endpoints.ts';
import { ApiError } from '../api/error.ts';
import type { Pacing } from '../api/pacing.ts';
import type { CommandIo } from './io.ts';

/** Longest time that a command spends waiting for its turn, in milliseconds. */
export const LONGEST_WAIT_MS = 60_000;

/**
 * Makes `call`, which must be a read, as often as it is refused for coming too soon and its next turn comes within a minute
 * of the first. `pacing` is the one that the client waits on. Fails as `call` does.
 */
export const inItsTurn = async <Reply>(
  endpoint: EndpointName,
  pacing: Pacing,
  { clock, writeError }: Pick<CommandIo, 'clock' | 'writeError'>,
  call: (options: CallOptions) => Promise<Reply>,
): Promise<Reply> => {
  const giveUpAtEpochMs = clock.now() + LONGEST_WAIT_MS;
  const onWait = (untilEpochMs: number): void => {
    const seconds = ((untilEpochMs - clock.now()) / 1000).toFixed(1);
    writeError(`gpudeck: waiting ${seconds} s, the service limits how often one may ${ENDPOINTS[endpoint].purpose}\n`);
  };
  for (let attempt = 1; ; attempt++) {
    try {
      return await call({ attempt, onWait });
    } catch (error) {
      const isTooSoon = error instanceof ApiError && error.kind === 'rate-limited';
      if (!isTooSoon || clock.now() + pacing.remainingMs(endpoint) > giveUpAtEpochMs) throw error;
    }
  }
};
