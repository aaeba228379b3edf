/**
 * What the program may say on stderr, also of an error that nobody expected: without any key, secret or password that it was
 * told of, short, and with nothing that acts on a terminal. Never throws.
 */
import { createRedactor } from '../api/redact/redact.ts';
import { shortened, unexpected } from '../base/message.ts';
import { printableLines } from '../base/printable.ts';

/** Says things, and knows what must not be said. */
export type LastWords = {
  /** From now on nothing is said of what `take` takes out of a text. */
  readonly hide: (take: (text: string) => string) => void;
  /** The same for a key or a password. */
  readonly hideSecret: (secret: string) => void;
  /** `text`, as it may be said. */
  readonly harmless: (text: string) => string;
  /** One line about an error that nobody expected. */
  readonly of: (error: unknown) => string;
};

const UNSAID = 'an unexpected error ended the program; its message cannot be shown';

/** Nothing is to be hidden yet but passwords in addresses of the arguments and of proxies, and what is secret in `environment`. */
export const createLastWords = (
  environment: Readonly<Record<string, string | undefined>>,
  argv: readonly string[] = [],
): LastWords => {
  const hidden: ((text: string) => string)[] = [];
  const hideSecret = (secret: string): void => void hidden.push(createRedactor(secret).redact);
  const harmless = (text: string): string => {
    try {
      // Of a secret that was cut first, half would stay.
      return printableLines(shortened(hidden.reduce((rest, take) => take(rest), text)));
    } catch {
      return UNSAID;
    }
  };
  hideSecret(environment.GPUDECK_API_KEY ?? '');
  hideSecret(environment.PGPASSWORD ?? '');
  const proxies = ['HTTPS_PROXY', 'HTTP_PROXY', 'https_proxy', 'http_proxy'].map((name) => environment[name] ?? '');
  for (const text of [...proxies, ...argv]) {
    const password = /:\/\/[^/@:]*:([^/@]*)@/.exec(text)?.[1];
    if (password !== undefined) hideSecret(password);
  }
  return {
    hide: (take) => void hidden.push(take),
    hideSecret,
    harmless,
    of: (error) => {
      try {
        return harmless(unexpected(error));
      } catch {
        return UNSAID;
      }
    },
  };
};
