/** Writes a call as a command for a shell. It takes the key from the environment and never holds it. */

import { shellWord } from '../../base/other-programs.ts';
import type { Exchange } from './exchange.ts';

/**
 * A curl command that makes the call again, for any POSIX shell. The key comes from GPUDECK_API_KEY through a pipe, so that it
 * stands in no process list. JSON is written in ASCII, which means the same and cannot mislead whoever reads the command.
 */
export const curlCommand = ({
  method,
  baseUrl,
  path,
  requestText,
}: Pick<Exchange, 'method' | 'baseUrl' | 'path' | 'requestText'>): string => {
  const words = [
    'curl -sS --globoff',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    '-H @-',
    ...(requestText === undefined
      ? []
      : [`-H ${shellWord('Content-Type: application/json')}`, `--data-raw ${shellWord(ascii(requestText))}`]),
    shellWord(baseUrl + path),
  ];
  return `printf 'Authorization: Bearer %s\\n' "$GPUDECK_API_KEY" | ${words.join(' ')}`;
};

/** The same JSON without any character that is not printable ASCII: such a one stands inside a string, where it can be escaped. */
const ascii = (json: string): string =>
  json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
