/** Sends for one target after the other, and for none that the newest list tells otherwise of than its call was made of. */
import { ApiError } from '../api/errors/error.ts';
import { explain } from '../api/errors/explain.ts';
import { createSpendingLimits, type SaidOver } from '../limits/allowance.ts';
import { readAnew } from './read-back.ts';
import type { Sending, WriteEnd, WriteKind, WriteTypes } from './write-kind.ts';

/** Sends for one of them; `rows` are a list that was read a moment ago, else it is read before the first. Each call may bring a newer one. */
export const whileAsPlanned = <W extends WriteTypes>(
  { list, send, spending, changedSince }: WriteKind<W>,
  request: W['request'],
  {
    rows: newest,
    over,
    ...parts
  }: Sending<W['row']> & {
    readonly rows?: readonly W['row'][] | undefined;
    /** What somebody has said to go over limits with. */
    readonly over?: SaidOver | undefined;
  },
) => {
  const limits = createSpendingLimits(parts.journal.purse, parts.client, parts.clock);
  let rows = newest;
  const onListed = (listed: readonly W['row'][]): void => {
    rows = listed;
  };
  return async (target: W['target'], onSending: () => void): Promise<WriteEnd<W>> => {
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
    if (reason !== undefined) return { kind: 'outdated', reason };
    const taken = spending?.(target, request);
    const allowance = taken && (await limits(taken, over));
    return send(target, request, { ...parts, allowance, onSending, onListed });
  };
};
