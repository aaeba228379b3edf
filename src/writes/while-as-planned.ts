/** Sends for one target after the other, and for none that the newest list tells otherwise of than its call was made of. */
import { ApiError } from '../api/errors/error.ts';
import { explain } from '../api/errors/explain.ts';
import { createSpendingLimits, type SaidOver } from '../limits/allowance.ts';
import { readAnew } from './read-back.ts';
import type { Sending, WriteEnd, WriteKind, WriteTypes } from './write-kind.ts';

/** What calls are sent with. */
export type Planned<W extends WriteTypes> = Sending<W['row']> & {
  /** A list that was read a moment ago; else it is read before the first. */
  readonly rows?: readonly W['row'][] | undefined;
  /** What somebody has said to go over limits with. */
  readonly over?: SaidOver | undefined;
};

/** Sends for one of them. Each call may bring a newer list. */
export const whileAsPlanned = <W extends WriteTypes>(
  kind: WriteKind<W>,
  request: W['request'],
  { rows, over, ...parts }: Planned<W>,
) => {
  const limits = createSpendingLimits(parts.journal.purse, parts.client, parts.clock);
  const { hindranceOf, onListed } = stillAsPlanned(kind, kind.changedSince, { ...parts, rows });
  return async (target: W['target'], onSending: () => void): Promise<WriteEnd<W>> => {
    const hindrance = await hindranceOf(target);
    if (hindrance !== undefined) return hindrance;
    const taken = kind.spending?.(target, request);
    const allowance = taken && (await limits(taken, over));
    return kind.send(target, request, { ...parts, allowance, onSending, onListed });
  };
};

/** What keeps a target from being sent: the newest list tells otherwise of it by `changedSince`, or cannot be read. */
export const stillAsPlanned = <W extends WriteTypes>(
  { list }: Pick<WriteKind<W>, 'list'>,
  changedSince: WriteKind<W>['changedSince'],
  { rows: newest, ...parts }: Planned<W>,
) => {
  let rows = newest;
  const onListed = (listed: readonly W['row'][]): void => {
    rows = listed;
  };
  const hindranceOf = async (target: W['target']): Promise<WriteEnd<W> | undefined> => {
    if (changedSince !== undefined && rows === undefined) {
      try {
        onListed((await readAnew(list, parts)).records);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const journalProblem = `Not sent: the list could not be read once more. ${explain(error).whatCameBack}`;
        return { kind: 'held-back', error, atEpochMs: parts.clock.now(), journalProblem };
      }
    }
    const reason = rows && changedSince?.(target, rows);
    return reason === undefined ? undefined : { kind: 'outdated', reason };
  };
  return { hindranceOf, onListed };
};
