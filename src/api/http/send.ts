/**
 * One HTTP exchange over undici: sends a call, watches its time limits, and hands the reply's body on as it comes in.
 * Knows nothing about what bodies mean. Nothing is retried and no redirect is followed.
 */
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { Clock } from '../../base/clock.ts';
import type { Method } from '../call-row.ts';
import type { ApiError, ErrorFacts, ErrorKind, Stage } from '../errors/error.ts';
import { proxyTrouble } from './proxy-trouble.ts';
import type { TimeLimits } from './time-limits.ts';

/** Everything one exchange needs. */
type Sending = {
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  readonly limits: TimeLimits;
  readonly method: Method;
  /** Scheme, host and port; `path` is everything after it. */
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
  /** Makes the error of this call. */
  readonly errorOf: (facts: ErrorFacts) => ApiError;
  /** Told of each piece of the body as it arrives, in bytes on the wire. */
  readonly onReceived: (bytes: number) => void;
};

/** Headers of a reply by lower-case name; a header that came several times is a list. */
export type ReplyHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The beginning of a reply. `body` fails with an ApiError when the rest does not come. */
export type Answer = { readonly status: number; readonly headers: ReplyHeaders; readonly body: Readable };

/** Sends the call and resolves when the reply's headers are there. Fails with an ApiError. */
export const send = (sending: Sending): Promise<Answer> => {
  const exchange = new RunningExchange(sending);
  exchange.start();
  return exchange.answer;
};

/** A reply's pieces wait here for their reader; beyond this many bytes the connection is paused. */
const HIGH_WATER_BYTES = 256 * 1024;

class RunningExchange implements Dispatcher.DispatchHandler {
  readonly answer: Promise<Answer>;
  readonly #sending: Sending;
  readonly #resolve: (answer: Answer) => void;
  readonly #reject: (error: ApiError) => void;
  readonly #body: Readable;
  #stage: Stage = 'connecting';
  #status: number | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #failure: ApiError | undefined;
  #cancelTimer: () => void = () => {};
  #cancelWhole: () => void = () => {};

  constructor(sending: Sending) {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    this.answer = promise;
    this.#sending = sending;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#body = new Readable({
      highWaterMark: HIGH_WATER_BYTES,
      read: () => {
        if (this.#controller?.paused !== true) return;
        this.#limit(this.#sending.limits.silenceMs);
        this.#controller.resume();
      },
      // Also reached when the reader has seen enough: then the connection has no further use.
      destroy: (error, done) => {
        if (this.#stage !== 'answered') this.#fail('aborted', { text: 'The rest of the answer was not read.' });
        done(error);
      },
    });
    // Whoever reads the body sees its error; before anybody does, it must not count as unhandled.
    this.#body.on('error', () => {});
  }

  start(): void {
    const { method, dispatcher, limits, origin, path, headers, body, signal } = this.#sending;
    if (signal?.aborted === true) {
      this.#onAbort();
      return;
    }
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    this.#limit(limits.connectMs);
    try {
      dispatcher.dispatch(
        {
          origin,
          path,
          method,
          headers: { ...headers },
          body: body ?? null,
          // undici's own timers are too coarse (half a second and more); ours are in #limit.
          headersTimeout: 0,
          bodyTimeout: 0,
        },
        this,
      );
    } catch (error) {
      // It may quote a header, and with it the key.
      this.#fail('unreachable', { text: error instanceof Error ? error.message : String(error), cause: error });
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Given up while connecting, or undici about to send it a second time: nothing more may go out.
    if (this.#failure !== undefined || this.#stage !== 'connecting') {
      controller.abort(this.#failure ?? new Error('A call is sent once.'));
      return;
    }
    this.#controller = controller;
    this.#stage = 'waiting';
    this.#limit(this.#sending.limits.firstByteMs);
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: ReplyHeaders): void {
    // 100 and 103 announce the reply that is still to come.
    if (status < 200) return;
    this.#status = status;
    this.#stage = 'reading';
    const { silenceMs, wholeMs } = this.#sending.limits;
    this.#limit(silenceMs);
    if (Number.isFinite(wholeMs))
      this.#cancelWhole = this.#sending.clock.after(wholeMs, () => this.#fail('timed-out', {}));
    this.#resolve({ status, headers, body: this.#body });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#sending.onReceived(chunk.length);
    this.#limit(this.#sending.limits.silenceMs);
    if (this.#body.push(chunk)) return;
    // The reader is behind, so silence on the line would be our own doing.
    this.#cancelTimer();
    controller.pause();
  }

  onResponseEnd(): void {
    this.#stage = 'answered';
    this.#settle();
    this.#body.push(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
    // Several addresses tried in vain make an error without a message of its own.
    const first = error instanceof AggregateError ? error.errors[0] : undefined;
    const text = error.message || (first instanceof Error ? first.message : '') || code;
    this.#fail(kindOf(error, code), { code, text, ...proxyTrouble(error), cause: error });
  }

  readonly #onAbort = (): void => this.#fail('aborted', {});

  /** Starts the time limit of the part that begins now, in place of the one before. */
  #limit(delayMs: number): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#sending.clock.after(delayMs, () => this.#fail('timed-out', {}));
  }

  #fail(kind: ErrorKind, facts: Pick<ErrorFacts, 'code' | 'text' | 'cause'>): void {
    if (this.#failure !== undefined || this.#stage === 'answered') return;
    this.#failure = this.#sending.errorOf({ kind, stage: this.#stage, status: this.#status, ...facts });
    this.#settle();
    this.#reject(this.#failure);
    this.#body.destroy(this.#failure);
    this.#controller?.abort(this.#failure);
  }

  #settle(): void {
    this.#cancelTimer();
    this.#cancelWhole();
    this.#sending.signal?.removeEventListener('abort', this.#onAbort);
  }
}

/** What an error of the transport means: no time, no HTTP, or no connection. */
const kindOf = ({ name }: Error, code: string | undefined): ErrorKind => {
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return 'timed-out';
  return name === 'HTTPParserError' || code === 'UND_ERR_HEADERS_OVERFLOW' ? 'unreadable' : 'unreachable';
};
