/** Makes one change to several instances, one after the other: the terminal and scripts alike. */
import { sendOneByOne } from '../writes/one-by-one.ts';
import { type Change, type ChangeEnd, sendChange } from './change.ts';

/** What became of one instance; `not-sent` where something before it had ended the whole. */
export type ChangeResult = ChangeEnd | { readonly kind: 'not-sent' };

type MakingParts = Omit<Parameters<typeof sendChange>[2], 'onSending'> & {
  /** Told that the call for the instance at `place` goes out now. */
  readonly onSending?: (place: number) => void;
  /** Told what became of the instance at `place`, before the next one is begun. */
  readonly onEnd: (place: number, result: ChangeResult) => Promise<void> | void;
};

/** Makes it to each of `ids` in turn. */
export const makeChanges = (
  ids: readonly number[],
  change: Change,
  { onSending, onEnd, ...parts }: MakingParts,
): Promise<void> =>
  sendOneByOne<number, ChangeEnd>(ids, {
    send: (id, onSent) => sendChange(id, change, { ...parts, onSending: onSent }),
    signal: parts.signal,
    onSending,
    onEnd,
  });
