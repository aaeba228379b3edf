/**
 * Makes one call from its turn in the pacing to its line in the ledger: the headers with the key, the exchange, what a
 * failure means. Holds the key, and makes every ApiError, with its texts redacted.
 */
import type { Dispatcher } from 'undici';
import type { Clock } from '../../base/clock.ts';
import type { Call } from '../call.ts';
import { CALLS, isWrite } from '../calls.ts';
import { ApiError, type ErrorFacts } from '../errors/error.ts';
import { contentTypeOf, factsOfAnswer, redactFacts } from '../errors/failure.ts';
import { keyProblem } from '../errors/key-problem.ts';
import type { NetworkUnit } from '../network-unit.ts';
import { redactorFor } from '../redact/private-texts.ts';
import { createRedactor, type Redactor } from '../redact/redact.ts';
import { ACCEPTED_ENCODINGS, createSample, decodedBody, readErrorText, type Sample } from './decode.ts';

import type { Exchange } from './exchange.ts';
import type { Pacing } from './pacing.ts';
import { holdMsOf } from './rate-headers.ts';

import { type Answer, send } from './send.ts';
import { type TimeLimits, USUAL_LIMITS } from './time-limits.ts';

/** What a client is made of. */
export type ClientOptions = {
  /** Address of the service; a path in it stays in front of every call's path. A user name or query in it is ignored. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Carries the calls (transport.ts); stays the caller's to close. */
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  /** The unit of the service's `inet_down` and `inet_up`, MB/s where absent. */
  readonly networkUnit?: NetworkUnit | undefined;
  /** Value of the User-Agent header, `gpudeck/<version>`. */
  readonly userAgent?: string;
  /** Holds every call back until its turn, and learns from every answer. Without it no call waits. */
  readonly pacing?: Pacing;
  /** Told of every call when it has ended, well or not. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Time limits in place of 5 s to connect, 30 s to the first byte, 15 s of silence and what the endpoint has for the whole reply. */
  readonly limits?: Partial<TimeLimits>;
  /** Ceiling of a reply's size in bytes after decompression, in place of the endpoint's. */
  readonly maximumReplyBytes?: number;
};

/** What every call takes. */
export type CallOptions = {
  /** Gives the call up; it then fails with an ApiError of kind `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** For the ledger: which try of the same call this is, from 1 (the default). */
  readonly attempt?: number;
  /** Called when the call must wait for its turn, with the moment of that turn in the clock's ticks; again when that moves. */
  readonly onWait?: (untilMs: number) => void;
  /** Called when the call's turn has come and nothing has been sent. A reason that comes back keeps it unsent: it fails as `aborted`. */
  readonly beforeSending?: () => string | undefined;
};

/** What a reply of status 2xx held: the value expected of the call, or the text of something else. */
type Reading<T> = { readonly value: T } | { readonly unexpected: string };

/** Reads the body of a reply of status 2xx. */
export type Reader<T> = (body: AsyncIterable<Buffer>) => Promise<Reading<T>>;

/** Makes calls. Each fails with an ApiError and nothing else. */
type Caller = {
  readonly perform: <T>(call: Call, options: CallOptions, read: Reader<T>) => Promise<T>;
  /** Knows the key; a secret that it is told of is kept out of every later error and ledger line. */
  readonly redactor: Redactor;
  /** Address of the service, without a slash at its end. */
  readonly baseUrl: string;
};

/** One call on its way. */
type Running = {
  readonly call: Call;
  readonly options: CallOptions;
  readonly requestText: string | undefined;
  readonly waitedMs: number;
  readonly startedAtEpochMs: number;
  readonly startedMs: number;
  readonly sample: Sample;
  receivedBytes: number;
  answer: Answer | undefined;
};

/** A caller for one service and one key. Throws a TypeError when `baseUrl` is no address. */
export const createCaller = (settings: ClientOptions): Caller => {
  const { apiKey, clock, pacing } = settings;
  const base = new URL(settings.baseUrl);
  const basePath = base.pathname.replace(/\/+$/, '');
  const baseUrl = base.origin + basePath;
  const redactor = createRedactor(apiKey);
  let callCount = 0;

  const redactorOf = ({ body }: Call): Redactor => redactorFor(body, redactor);
  const errorOf = (call: Call, facts: ErrorFacts): ApiError => new ApiError(call, redactFacts(facts, redactorOf(call)));

  /** Waits for the call's turn; resolves to the milliseconds it took. */
  const takeTurn = async (call: Call, { signal, onWait }: CallOptions): Promise<number> => {
    try {
      return (await pacing?.wait(call.endpoint, { signal, ...(onWait && { onWait }) })) ?? 0;
    } catch (error) {
      throw signal?.aborted === true ? errorOf(call, { kind: 'aborted', stage: 'connecting' }) : error;
    }
  };

  const converse = async <T>(running: Running, read: Reader<T>): Promise<T> => {
    const { call, options, requestText } = running;
    const errorOfCall = (facts: ErrorFacts): ApiError => errorOf(call, facts);
    const problem = keyProblem(apiKey);
    // undici would refuse such a header too, but could not say what to do about it.
    if (problem !== undefined) throw errorOfCall({ kind: 'key-rejected', stage: 'connecting', text: problem });
    const { largestBytes, wholeMs } = CALLS[call.endpoint].reply;
    const answer = await send({
      dispatcher: settings.dispatcher,
      clock,
      limits: { ...USUAL_LIMITS, wholeMs, ...settings.limits },
      method: call.method,
      origin: base.origin,
      path: basePath + call.path,
      headers: headersOf(settings, requestText),
      body: requestText,
      signal: options.signal,
      errorOf: errorOfCall,
      onReceived: (bytes) => {
        running.receivedBytes += bytes;
      },
    });
    running.answer = answer;
    const body = running.sample.watch(decodedBody(answer, settings.maximumReplyBytes ?? largestBytes, errorOfCall));
    const reading = isSuccess(answer)
      ? await read(body)
      : { unexpected: await readErrorText(body, contentTypeOf(answer), options.signal) };
    if ('value' in reading) return reading.value;
    throw errorOfCall(factsOfAnswer(call.endpoint, answer, redactorOf(call).redact(reading.unexpected), clock.now()));
  };

  const learn = ({ call, answer }: Running, failure: ApiError | undefined): void => {
    if (failure?.stage === 'connecting') {
      pacing?.unsent(call.endpoint);
      return;
    }
    pacing?.answered(call.endpoint, {
      isTooSoon: failure?.kind === 'rate-limited',
      thresholdSeconds: failure?.thresholdSeconds,
      holdMs: failure?.retryAfterMs ?? (answer && holdMsOf(answer.headers, clock.now())),
    });
  };

  const note = (running: Running, failure: ApiError | undefined): void => {
    const { call, options, requestText, waitedMs, startedAtEpochMs, startedMs, receivedBytes } = running;
    callCount++;
    settings.onExchange?.({
      id: callCount,
      endpoint: call.endpoint,
      method: call.method,
      baseUrl,
      path: call.path,
      startedAtEpochMs,
      durationMs: Math.round(clock.ticks() - startedMs),
      attempt: options.attempt ?? 1,
      waitedMs,
      status: running.answer?.status,
      sentBytes: failure?.stage === 'connecting' ? 0 : Buffer.byteLength(requestText ?? ''),
      receivedBytes,
      outcome: failure?.kind ?? 'answered',
      isOutcomeUnknown: failure?.isOutcomeUnknown ?? false,
      requestText: requestText && redactor.redact(requestText),
      ...serviceTimeOf(running.answer),
      ...running.sample.result(),
    });
  };

  const perform = async <T>(call: Call, options: CallOptions, read: Reader<T>): Promise<T> => {
    const waitedMs = await takeTurn(call, options);
    const objection = options.beforeSending?.();
    if (objection !== undefined) throw errorOf(call, { kind: 'aborted', stage: 'connecting', text: objection });
    const running: Running = {
      call,
      options,
      requestText: call.body && JSON.stringify(call.body),
      waitedMs,
      startedAtEpochMs: clock.now(),
      startedMs: clock.ticks(),
      sample: createSample(redactorOf(call), CALLS[call.endpoint].kept),
      receivedBytes: 0,
      answer: undefined,
    };
    let failure: ApiError | undefined;
    try {
      return await converse(running, read);
    } catch (error) {
      if (error instanceof ApiError) failure = error;
      // The reply was complete but was still being read.
      else if (options.signal?.aborted === true) failure = errorOf(call, { kind: 'aborted', stage: 'reading' });
      // A problem of the program itself. What the call has changed must be noted as unknown all the same.
      else if (isWrite(call.endpoint)) failure = errorOf(call, { ...OWN_FAULT, cause: error });
      throw failure ?? error;
    } finally {
      learn(running, failure);
      note(running, failure);
    }
  };

  return { perform, redactor, baseUrl };
};

const serviceTimeOf = (answer: Answer | undefined): Pick<Exchange, 'serviceEpochMs'> => {
  const epochMs = Date.parse(String(answer?.headers.date));
  return Number.isNaN(epochMs) ? {} : { serviceEpochMs: epochMs };
};

const OWN_FAULT: ErrorFacts = {
  kind: 'unreadable',
  stage: 'reading',
  text: 'an error in gpudeck itself',
};

const headersOf = ({ apiKey, userAgent }: ClientOptions, body: string | undefined): Record<string, string> => ({
  authorization: `Bearer ${apiKey}`,
  accept: 'application/json',
  'accept-encoding': ACCEPTED_ENCODINGS,
  'user-agent': userAgent ?? 'gpudeck',
  ...(body === undefined ? {} : { 'content-type': 'application/json' }),
});

const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300;
