/** What commands have in common that change one thing after the other: how long each waits for its turn, and what its end is worth. */
import type { ApiError } from '../api/errors/error.ts';
import { EXIT, type ExitCode, exitCodeOf } from './exit.ts';
import type { CommandIo } from './io.ts';

/** Longest time that a change spends waiting for its turn, in milliseconds. */
const LONGEST_WAIT_MS = 60_000;

/** The patience of one change after the other, each from its `begin`. */
export const patienceOf = (io: Pick<CommandIo, 'clock' | 'random'>, complain: (text: string) => void) => {
  let giveUpAtMs = 0;
  const begin = (): void => {
    giveUpAtMs = io.clock.ticks() + LONGEST_WAIT_MS;
  };
  begin();
  return {
    begin,
    random: io.random,
    mayWait: (waitMs: number) => io.clock.ticks() + waitMs <= giveUpAtMs,
    onTurnedAway: ({ attempt, waitMs }: { readonly attempt: number; readonly waitMs: number }) =>
      complain(
        `the service was called too soon and did nothing; waiting ${(waitMs / 1000).toFixed(1)} s before try ${attempt}`,
      ),
  };
};

/** How a change may end. */
type End =
  | { readonly kind: 'accepted' | 'unknown' | 'left-out' | 'held-back' | 'not-sent' }
  | { readonly kind: 'refused'; readonly error: ApiError }
  | { readonly kind: 'overtaken'; readonly standing: readonly { readonly outcome: { readonly kind: string } }[] };

/** The exit code of one end. */
export const codeOfChange = (result: End): ExitCode => {
  switch (result.kind) {
    case 'accepted':
      return EXIT.done;
    case 'refused':
      return exitCodeOf(result.error);
    case 'unknown':
    case 'left-out':
      return EXIT.outcomeUnknown;
    case 'overtaken':
      return result.standing[0]?.outcome.kind === 'accepted' ? EXIT.done : EXIT.outcomeUnknown;
    case 'held-back':
    case 'not-sent':
      return EXIT.failed;
  }
};

/** The exit code of several: an outcome that is unknown, or else the first that is not well. */
export const worstOf = (codes: readonly ExitCode[]): ExitCode =>
  codes.includes(EXIT.outcomeUnknown) ? EXIT.outcomeUnknown : (codes.find((code) => code !== EXIT.done) ?? EXIT.done);
