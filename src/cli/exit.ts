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

/** One of them. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** What each means to whoever runs the program, and the kind of a failure of which no more is known. */
const MEANINGS = [
  [EXIT.done, 'done', undefined],
  [EXIT.failed, 'the service refused or failed', 'failed'],
  [EXIT.badUsage, 'bad usage or a bad filter', 'bad-usage'],
  [EXIT.keyProblem, 'key missing or rejected', 'key-missing'],
  [EXIT.rateLimited, 'rate-limited after waiting', 'rate-limited'],
  [EXIT.unreachable, 'unreachable or timed out', 'unreachable'],
  [EXIT.outcomeUnknown, 'outcome unknown: it may have been done, do not repeat it blindly', 'outcome-unknown'],
  [EXIT.waitedInVain, 'what was waited for did not come in time', 'waited-in-vain'],
] as const;

/** The exit code of each kind of failed call whose outcome is known. */
const CODE_OF_CALL: Readonly<Record<ApiError['kind'], ExitCode>> = {
  'key-rejected': EXIT.keyProblem,
  'credentials-missing': EXIT.keyProblem,
  'rate-limited': EXIT.rateLimited,
  unreachable: EXIT.unreachable,
  'timed-out': EXIT.unreachable,
  aborted: EXIT.failed,
  'bad-request': EXIT.failed,
  forbidden: EXIT.failed,
  refused: EXIT.failed,
  unreadable: EXIT.failed,
};

/** The exit codes with their meanings, and the kinds of failure that end with each: the one table of both. */
export const EXITS: readonly {
  readonly code: ExitCode;
  readonly meaning: string;
  readonly kinds: readonly string[];
}[] = MEANINGS.map(([code, meaning, kind]) => ({
  code,
  meaning,
  kinds: [
    ...new Set([kind ?? [], Object.entries(CODE_OF_CALL).flatMap(([name, of]) => (of === code ? name : []))].flat()),
  ],
}));

/** The exit code for a call that failed. */
export const exitCodeOf = ({ kind, isOutcomeUnknown }: ApiError): ExitCode =>
  isOutcomeUnknown ? EXIT.outcomeUnknown : CODE_OF_CALL[kind];
