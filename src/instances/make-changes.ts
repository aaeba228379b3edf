/** Makes one change to several instances, one after the other: the terminal and scripts alike. */
import type { ApiError } from '../api/errors/error.ts';
import { type Change, type ChangeEnd, sendChange } from './change.ts';

/** What became of one instance; `not-sent` where something before it had ended the whole. */
export type ChangeResult = ChangeEnd | { readonly kind: 'not-sent' };

type MakingParts = Omit<Parameters<typeof sendChange>[2], 'onSending'> & {
  /** Told that the call for the instance at `place` goes out now. */
  readonly onSending?: (place: number) => void;
  /** Told what became of the instance at `place`, before the next one is begun. */
  readonly onEnd: (place: number, result: ChangeResult) => Promise<void> | void;
};

/**
 * Makes it to each of `ids` in turn. One that the service refuses says nothing of the others; after anything else that is no yes
 * nothing more is sent.
 */
export const makeChanges = async (
  ids: readonly number[],
  change: Change,
  { onSending, onEnd, ...parts }: MakingParts,
): Promise<void> => {
  let isEnded = false;
  for (const [place, id] of ids.entries()) {
    isEnded ||= parts.signal?.aborted === true;
    const result: ChangeResult = isEnded
      ? { kind: 'not-sent' }
      : await sendChange(id, change, { ...parts, onSending: () => onSending?.(place) });
    isEnded ||= !isNextOpen(result);
    await onEnd(place, result);
  }
};

const isNextOpen = (result: ChangeResult): boolean => {
  switch (result.kind) {
    case 'accepted':
    case 'overtaken':
      return true;
    case 'refused':
      return isOfOneInstance(result.error);
    case 'unknown':
    case 'held-back':
    case 'not-sent':
      return false;
  }
};

/** True for a no that speaks of one instance alone, such as that there is none of this id. */
const isOfOneInstance = ({ kind, status = 0 }: ApiError): boolean =>
  kind === 'bad-request' || (kind === 'refused' && status >= 400 && status < 500);
