/**
 * Holds the signing secret of the webhook that was created last, which the service shows only once (docs/interface.md, Create
 * notification webhook). It lives in this closure alone: it is in no state and no store, no log, journal or ledger, and no
 * error. Out of here it goes only where the user sends it: to the screen while it is revealed, to the clipboard, to a file.
 */
import type { CreatedWebhook } from './state.ts';

/** What the screen shows in place of a secret: it tells nothing, not even the length. */
export const MASKED_SECRET = '****************';

/** The one place in which a secret is. */
export type SecretHolder = {
  /** Takes a secret, in place of any before; nothing is held after `undefined`. */
  readonly hold: (secret: string | undefined) => void;
  /** Hands the secret to `use`; undefined when none is held. */
  readonly with: <Result>(use: (secret: string) => Result) => Result | undefined;
};

/** A holder without a secret. */
export const createSecretHolder = (): SecretHolder => {
  let held: string | undefined;
  return {
    hold: (secret) => {
      held = secret;
    },
    with: (use) => (held === undefined ? undefined : use(held)),
  };
};

/** The name suggested for the secret of a webhook; the folder is the one that the program was started in. A new secret stands beside the old. */
export const suggestedFile = (created: Pick<CreatedWebhook, 'webhook' | 'isRotated'> | undefined): string => {
  const id = created?.webhook.id;
  return ['webhook', id, created?.isRotated && 'new', 'secret.txt'].filter(Boolean).join('-');
};
