/** Sends one thing after the other, each once: the terminal and scripts alike. */
import type { ApiError } from '../api/errors/error.ts';

/** What became of one that something before it had kept from being sent. */
type NotSent = { readonly kind: 'not-sent' };

/** How one of them may end, as far as that says something of those after it. */
type End =
  | { readonly kind: 'accepted' | 'overtaken' | 'unknown' | 'held-back' }
  | { readonly kind: 'refused'; readonly error: ApiError };

type Sending<Id, Sent> = {
  /** Sends it; `onSending` is told that the call goes out now. */
  readonly send: (id: Id, onSending: () => void) => Promise<Sent>;
  /** True for an end after which nothing more is sent: one of the rules below. */
  readonly stopsAfter: (end: Sent) => boolean;
  /** Keeps what was not begun from being begun. */
  readonly signal?: AbortSignal | undefined;
  /** Told that the call for the one at `place` goes out now. */
  readonly onSending?: ((place: number) => void) | undefined;
  /** Told what became of the one at `place`, before the next one is begun. */
  readonly onEnd: (place: number, result: Sent | NotSent) => Promise<void> | void;
};

/** Sends for each of `ids` in turn, until one ends so that nothing more is sent. */
export const sendOneByOne = async <Id, Sent>(
  ids: readonly Id[],
  { send, stopsAfter, signal, onSending, onEnd }: Sending<Id, Sent>,
): Promise<void> => {
  let isEnded = false;
  for (const [place, id] of ids.entries()) {
    isEnded ||= signal?.aborted === true;
    if (isEnded) await onEnd(place, { kind: 'not-sent' });
    else {
      const result = await send(id, () => onSending?.(place));
      isEnded = stopsAfter(result);
      await onEnd(place, result);
    }
  }
};

/** A refusal of one says nothing of the others; anything else that is no yes ends it. */
export const usuallyStopsAfter = (end: End): boolean =>
  end.kind === 'refused' ? !isOfOneAlone(end.error) : goingOnStopsAfter(end);

/** No refusal says anything of the others. */
export const goingOnStopsAfter = ({ kind }: End): boolean => kind === 'unknown' || kind === 'held-back';

/** Of offers that are rented: one that is gone or dearer says nothing of the others, and neither does a refusal but of the key. */
export const rentingStopsAfter = (
  end: { readonly kind: RentingEnd } | { readonly kind: 'refused'; readonly error: ApiError },
): boolean =>
  end.kind === 'refused'
    ? end.error.kind === 'key-rejected' || end.error.kind === 'forbidden'
    : end.kind === 'unknown' || end.kind === 'not-sent' || end.kind === 'overtaken';

type RentingEnd = 'rented' | 'gone' | 'dearer' | 'unfit' | 'unknown' | 'not-sent' | 'overtaken';

/** True for a no that speaks of one thing alone, such as that there is none of this id, or that it is another host's. */
const isOfOneAlone = ({ kind, status = 0, code }: ApiError): boolean =>
  kind === 'bad-request' || code === 'not_your_machine' || (kind === 'refused' && status >= 400 && status < 500);
