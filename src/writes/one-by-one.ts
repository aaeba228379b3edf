/** Sends one thing after the other, each once: the terminal and scripts alike. */
import type { ApiError } from '../api/errors/error.ts';

/** What became of one that something before it had kept from being sent. */
type NotSent = { readonly kind: 'not-sent' };

/** How one of them may end, as far as that says something of those after it. */
type End =
  | { readonly kind: 'accepted' | 'overtaken' | 'unknown' | 'held-back' }
  | { readonly kind: 'refused'; readonly error: ApiError };

type Parts<Id, Sent> = {
  /** Sends it; `onSending` is told that the call goes out now. */
  readonly send: (id: Id, onSending: () => void) => Promise<Sent>;
  /** True where no refusal says anything of the others. */
  readonly goesOnAfterRefusal?: boolean | undefined;
  /** Keeps what was not begun from being begun. */
  readonly signal?: AbortSignal | undefined;
  /** Told that the call for the one at `place` goes out now. */
  readonly onSending?: ((place: number) => void) | undefined;
  /** Told what became of the one at `place`, before the next one is begun. */
  readonly onEnd: (place: number, result: Sent | NotSent) => Promise<void> | void;
};

/**
 * Sends for each of `ids` in turn. One that the service refuses says nothing of the others; after anything else that is no yes
 * nothing more is sent.
 */
export const sendOneByOne = async <Id, Sent extends End>(
  ids: readonly Id[],
  { send, goesOnAfterRefusal, signal, onSending, onEnd }: Parts<Id, Sent>,
): Promise<void> => {
  let isEnded = false;
  for (const [place, id] of ids.entries()) {
    isEnded ||= signal?.aborted === true;
    const result: Sent | NotSent = isEnded ? { kind: 'not-sent' } : await send(id, () => onSending?.(place));
    isEnded ||= !isNextOpen(result) && !(goesOnAfterRefusal && result.kind === 'refused');
    await onEnd(place, result);
  }
};

const isNextOpen = (result: End | NotSent): boolean => {
  switch (result.kind) {
    case 'accepted':
    case 'overtaken':
      return true;
    case 'refused':
      return isOfOneAlone(result.error);
    case 'unknown':
    case 'held-back':
    case 'not-sent':
      return false;
  }
};

/** True for a no that speaks of one thing alone, such as that there is none of this id, or that it is another host's. */
const isOfOneAlone = ({ kind, status = 0, code }: ApiError): boolean =>
  kind === 'bad-request' || code === 'not_your_machine' || (kind === 'refused' && status >= 400 && status < 500);
