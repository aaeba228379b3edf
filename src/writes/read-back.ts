/**
 * Sends one call and reads back what it was to change: only what the service lists afterwards is noted as carried out. A program that dies
 * in between, a list that cannot be read and one that tells something else leave an outcome unknown.
 */
import type { ListCall, WriteCall } from '../api/calls.ts';
import { ApiError } from '../api/errors/error.ts';
import { explain } from '../api/errors/explain.ts';
import { COMMAND_BUDGET, readPatiently } from '../api/http/retry.ts';
import type { SentChange } from '../storage/journal/changes.ts';
import { type Line, type SendEnd, type SendParts, sendOnce } from './send-once.ts';

/** The service said yes, and its list does not show what was sent: `reason` is what it shows, or why it could not be read. */
export type Unconfirmed = {
  readonly kind: 'unconfirmed';
  readonly atEpochMs: number;
  readonly reason: string;
  readonly journalProblem?: string;
};

/** As `sendOnce`; then reads `list`. `differs` says what in it is not as it was sent; undefined where all is. */
export const sendAndReadBack = async <Request, Reply, Kind, Row>(
  call: WriteCall<Request, Reply>,
  request: Request,
  line: Line<Reply, readonly SentChange<Kind>[]>,
  { list, differs }: { readonly list: ListCall<Row>; readonly differs: (rows: readonly Row[]) => string | undefined },
  parts: SendParts,
): Promise<SendEnd<Reply, readonly SentChange<Kind>[]> | Unconfirmed> => {
  const open: typeof line = {
    ...line,
    settle: (outcome) => (outcome.kind === 'accepted' ? undefined : line.settle(outcome)),
  };
  const end = await sendOnce(call, request, open, parts);
  if (end.kind !== 'accepted') return end;
  const reason = await readAnew(list, parts)
    .then(({ records }) => differs(records))
    .catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      return `Accepted, and not confirmed: ${explain(error).whatCameBack}`;
    });
  const atEpochMs = parts.clock.now();
  const { reply } = end;
  const problem = line.settle(
    reason === undefined ? { kind: 'accepted', reply, atEpochMs } : { kind: 'unknown', reason, atEpochMs },
  );
  const noted = problem === undefined ? {} : { journalProblem: problem };
  return reason === undefined ? { ...end, ...noted } : { kind: 'unconfirmed', atEpochMs, reason, ...noted };
};

/** Reads `list` as it is now; fails with an ApiError. */
export const readAnew = <Row>(list: ListCall<Row>, { client, clock }: Pick<SendParts, 'client' | 'clock'>) =>
  readPatiently({
    read: list.name,
    call: (wishes) => client.list(list, { ...wishes, isFresh: true }),
    budget: COMMAND_BUDGET,
    clock,
    // Nobody else waits for the same moment.
    random: () => 1,
    turnInMs: client.turnInMs,
    onRetry: () => {},
  });
