/** Sends for one target after the other, and for none that the newest list tells otherwise of than its call was made of. */
import type { Sending, WriteEnd, WriteKind, WriteTypes } from './write-kind.ts';

/** Sends for one of them; `rows` are a list that was read since they were planned, and each call may bring a newer one. */
export const whileAsPlanned = <W extends WriteTypes>(
  { send, changedSince }: WriteKind<W>,
  request: W['request'],
  { rows: newest, ...parts }: Sending<W['row']> & { readonly rows?: readonly W['row'][] | undefined },
) => {
  let rows = newest;
  const onListed = (listed: readonly W['row'][]): void => {
    rows = listed;
  };
  return async (target: W['target'], onSending: () => void): Promise<WriteEnd<W>> => {
    const reason = rows && changedSince?.(target, rows);
    return reason === undefined
      ? send(target, request, { ...parts, onSending, onListed })
      : { kind: 'outdated', reason };
  };
};
