/**
 * Fetches a log from the address that the service gave for it (docs/interface.md, Logs): without the key, without following a
 * redirect, again and again until it is there, and no more of it than fits the screen many times over.
 */
import { sleep } from '../../base/clock.ts';
import type { ApiError, ErrorFacts } from '../errors/error.ts';
import { collectLines, type LogLines } from '../records/log-lines.ts';
import type { ClientOptions } from './caller.ts';
import { ACCEPTED_ENCODINGS, decodedBody } from './decode.ts';
import { type Answer, send } from './send.ts';
import { USUAL_LIMITS } from './time-limits.ts';

/** How often, and how many times, a log is asked for that is not there yet. */
const PAUSE_MS = 300;
const TRIES = 30;

/** More is left unread, bytes after decompression; and the whole of it takes no longer, ms. */
const LARGEST_BYTES = 16 * 1024 * 1024;
const WHOLE_MS = 90_000;

/** A log as it was; `isCut` where there was more of it than is read. */
export type LogReading = LogLines & { readonly isCut: boolean };

/** The address that `text` is, if a log may be fetched from it: over https, or from the service itself. */
export const logAddress = (text: string, baseUrl: string): URL | undefined => {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return undefined;
  return url.protocol === 'https:' || url.origin === new URL(baseUrl).origin ? url : undefined;
};

type Fetching = Pick<ClientOptions, 'dispatcher' | 'clock' | 'limits' | 'userAgent'> & {
  readonly signal: AbortSignal | undefined;
  readonly errorOf: (facts: ErrorFacts) => ApiError;
};

/** The log at `address`. Fails with an ApiError. */
export const fetchLog = async (address: URL, fetching: Fetching): Promise<LogReading> => {
  const { clock, signal, errorOf } = fetching;
  for (let tries = 1; ; tries++) {
    const answer = await askFor(address, fetching);
    if (answer.status === 200) return readLog(answer, errorOf);
    answer.body.destroy();
    if (answer.status >= 300 && answer.status < 400)
      throw errorOf({ kind: 'unreadable', stage: 'answered', status: answer.status, text: LEADS_ELSEWHERE });
    if (tries === TRIES) throw errorOf({ kind: 'timed-out', stage: 'waiting' });
    if (!(await sleep(clock, PAUSE_MS, signal))) throw errorOf({ kind: 'aborted', stage: 'waiting' });
  }
};

const LEADS_ELSEWHERE = 'The address of the log leads elsewhere, which is not followed.';

const askFor = (address: URL, { dispatcher, clock, limits, userAgent, signal, errorOf }: Fetching): Promise<Answer> =>
  send({
    dispatcher,
    clock,
    limits: { ...USUAL_LIMITS, wholeMs: WHOLE_MS, ...limits },
    method: 'GET',
    origin: address.origin,
    path: address.pathname + address.search,
    headers: { accept: 'text/plain', 'accept-encoding': ACCEPTED_ENCODINGS, 'user-agent': userAgent ?? 'gpudeck' },
    body: undefined,
    signal,
    errorOf,
    onReceived: () => undefined,
  });

const readLog = async (answer: Answer, errorOf: Fetching['errorOf']): Promise<LogReading> => {
  const decoder = new TextDecoder();
  const { add, result } = collectLines();
  let bytes = 0;
  for await (const chunk of decodedBody(answer, Number.POSITIVE_INFINITY, errorOf)) {
    bytes += chunk.length;
    add(decoder.decode(chunk, { stream: true }));
    if (bytes > LARGEST_BYTES) return { ...result(), isCut: true };
  }
  add(decoder.decode());
  return { ...result(), isCut: false };
};
