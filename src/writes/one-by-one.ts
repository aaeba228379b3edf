/** Sends one thing after the other, each once: the terminal and scripts alike. */
import type { ApiError } from '../api/errors/error.ts';

/** What became of one that something before it had kept from being sent. */
type NotSent = { readonly kind: 'not-sent' };

/** How one of them may end, as far as that says something of those after it. */
type End =
  | { readonly kind: 'refused'; readonly error: ApiError }
  | { readonly kind: 'overtaken'; readonly standing: readonly { readonly outcome: { readonly kind: string } }[] }
  | { readonly kind: GoingOn | 'unknown' | 'unconfirmed' | 'held-back' | 'not-sent' };

/** Ends that say nothing of the others: what was done, a target that became another, and an offer that is gone, dearer or does not fit. */
type GoingOn = 'accepted' | 'outdated' | 'rented' | 'gone' | 'dearer' | 'unfit';

/** How each is sent, and who is told. */
export type SendingOneByOne<Id, Sent> = {
  /** Sends it; `onSending` is told that the call goes out now. */
  readonly send: (id: Id, onSending: () => void) => Promise<Sent>;
  /** Keeps what was not begun from being begun. */
  readonly signal?: AbortSignal | undefined;
  /** Told that the call for the one at `place` goes out now. */
  readonly onSending?: ((place: number) => void) | undefined;
  /** Told what became of the one at `place`, before the next one is begun. */
  readonly onEnd: (place: number, result: Sent | NotSent) => Promise<void> | void;
};

/** Sends for each of `ids` in turn, until one ends so that nothing more is sent. */
export const sendOneByOne = async <Id, Sent extends End>(
  ids: readonly Id[],
  { send, signal, onSending, onEnd }: SendingOneByOne<Id, Sent>,
): Promise<void> => {
  let isEnded = false;
  for (const [place, id] of ids.entries()) {
    isEnded ||= signal?.aborted === true;
    if (isEnded) await onEnd(place, { kind: 'not-sent' });
    else {
      const result = await send(id, () => onSending?.(place));
      isEnded = stopsAll(result);
      await onEnd(place, result);
    }
  }
};

/**
 * The rule of when nothing more is sent (docs/promises.md, 1): after an outcome that nobody knows, what the service then lists otherwise,
 * what could not be sent, and a refusal that would meet the others too. A refusal of one thing says nothing of the others.
 */
export const stopsAll = (end: End): boolean => {
  switch (end.kind) {
    case 'refused':
      return meetsAll(end.error);
    case 'overtaken':
      return end.standing.some(({ outcome }) => outcome.kind !== 'accepted');
    case 'unknown':
    case 'unconfirmed':
    case 'held-back':
    case 'not-sent':
      return true;
    case 'accepted':
    case 'outdated':
    case 'rented':
    case 'gone':
    case 'dearer':
    case 'unfit':
      return false;
  }
};

/** Codes of a refusal of the key or of the account. */
const OF_ACCOUNT: readonly (string | undefined)[] = ['auth_error', 'missing_billing', 'insufficient_credit'];

/** Kinds of a refusal of the key, or of any call now. */
const OF_ANY_CALL: readonly string[] = ['key-rejected', 'credentials-missing', 'rate-limited', 'unreachable'];

const meetsAll = (error: ApiError): boolean => meetsAnyCall(error) || [405, 501].includes(error.status ?? 0);

/** True for a refusal that speaks of the key or the account, and so of whatever call. */
export const meetsAnyCall = ({ kind, status = 0, code }: ApiError): boolean =>
  OF_ANY_CALL.includes(kind) || OF_ACCOUNT.includes(code) || status === 401 || (status >= 300 && status < 400);
