/** What a creation sends, as it may be shown and printed: without the environment's values and without the script (docs/promises.md, 3). Pure. */
import type { Call } from '../api/call.ts';
import { REDACTED } from '../api/redact/redact.ts';

/** `call` with its secrets masked; the names in the environment stay, and options such as `-p 8080:8080`. */
export const maskedCall = ({ body, ...call }: Call): Call => {
  if (body === undefined) return call;
  const { env, onstart } = body;
  return {
    ...call,
    body: {
      ...body,
      ...(typeof env === 'object' &&
        env !== null && {
          env: Object.fromEntries(
            Object.entries(env).map(([name, value]) => [name, name.startsWith('-') ? value : REDACTED]),
          ),
        }),
      ...(onstart !== undefined && { onstart: REDACTED }),
    },
  };
};
