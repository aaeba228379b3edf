/** Reads for a command: a call that failed in a way that may pass is made again, and stderr says so (docs/command-line.md, Output and exit codes). */
import type { ReadName } from '../api/calls.ts';
import type { CallOptions, Client } from '../api/client.ts';
import { briefly } from '../api/errors/explain.ts';
import { COMMAND_BUDGET, readPatiently } from '../api/http/retry.ts';
import type { CommandIo } from './io.ts';

/** What a command reads. */
type CommandReading<Reply> = {
  readonly read: ReadName;
  readonly call: (options: CallOptions) => Promise<Reply>;
  /** True when part of the reply was printed: a pipe cannot take lines back, so another reply would double them. */
  readonly isPartOut?: () => boolean;
  /** Once aborted, nothing is waited for any more. */
  readonly signal?: AbortSignal;
};

/** Reads within a minute and few tries. Fails as the last call did. */
export const readForCommand = <Reply>(
  { signal, ...reading }: CommandReading<Reply>,
  client: Client,
  { clock, random, writeError }: Pick<CommandIo, 'clock' | 'random' | 'writeError'>,
): Promise<Reply> =>
  readPatiently({
    ...reading,
    budget: COMMAND_BUDGET,
    clock,
    random,
    turnInMs: client.turnInMs,
    ...(signal && { patience: () => signal }),
    onRetry: ({ attempt, ofTries, dueMs, failure }) => {
      const seconds = ((dueMs - clock.ticks()) / 1000).toFixed(1);
      const tries = ofTries === undefined ? `${attempt}` : `${attempt} of ${ofTries}`;
      writeError(`gpudeck: ${briefly(failure)}; waiting ${seconds} s before try ${tries}\n`);
    },
  });
