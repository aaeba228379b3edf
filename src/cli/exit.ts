/** How a command ends, as a process says it (docs/command-line.md, Output and exit codes). */
import type { ApiError } from '../api/errors/error.ts';

/** The exit codes by their meaning. */
export const EXIT = {
  done: 0,
  failed: 1,
  badUsage: 2,
  keyProblem: 3,
  rateLimited: 4,
  unreachable: 5,
  outcomeUnknown: 6,
  waitedInVain: 7,
} as const;

/** What each means to whoever runs the program. */
export const EXIT_MEANINGS = [
  [EXIT.done, 'done'],
  [EXIT.failed, 'the service refused or failed'],
  [EXIT.badUsage, 'bad usage or a bad filter'],
  [EXIT.keyProblem, 'key missing or rejected'],
  [EXIT.rateLimited, 'rate-limited after waiting'],
  [EXIT.unreachable, 'unreachable or timed out'],
  [EXIT.outcomeUnknown, 'outcome unknown: it may have been done, do not repeat it blindly'],
  [EXIT.waitedInVain, 'what was waited for did not come in time'],
] as const;

/** One of them. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The exit code for a call that failed. */
export const exitCodeOf = ({ kind, isOutcomeUnknown }: ApiError): ExitCode => {
  if (isOutcomeUnknown) return EXIT.outcomeUnknown;
  switch (kind) {
    case 'key-rejected':
    case 'credentials-missing':
      return EXIT.keyProblem;
    case 'rate-limited':
      return EXIT.rateLimited;
    case 'unreachable':
    case 'timed-out':
      return EXIT.unreachable;
    case 'aborted':
    case 'bad-request':
    case 'forbidden':
    case 'refused':
    case 'unreadable':
      return EXIT.failed;
  }
};
