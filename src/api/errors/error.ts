/** The one error of the client: a call that did not do what was asked, with everything that is known about why. */

import type { Call } from '../call.ts';
import { type EndpointName, isWrite } from '../calls.ts';

/**
 * What went wrong, as far as it decides what to do next. `refused` is any other no of the service, `unreadable` an
 * answer that is not what is published for the call.
 */
export type ErrorKind =
  | 'unreachable'
  | 'timed-out'
  | 'aborted'
  | 'bad-request'
  | 'key-rejected'
  | 'forbidden'
  | 'credentials-missing'
  | 'rate-limited'
  | 'refused'
  | 'unreadable';

/**
 * How far the exchange had come: `connecting` means that no byte of the request had been sent, `waiting` that it had
 * been sent in whole or in part, `reading` that an answer had begun, `answered` that it was complete.
 */
export type Stage = 'connecting' | 'waiting' | 'reading' | 'answered';

/** What an ApiError is made of. No text in it may hold the key or a webhook secret. */
export type ErrorFacts = {
  readonly kind: ErrorKind;
  readonly stage: Stage;
  /** Status of the answer, when one began. */
  readonly status?: number | undefined;
  /** The service's short code (docs/interface.md, Errors, rule 1), or the system's name for a broken connection. */
  readonly code?: string | undefined;
  /** One line for a person: the service's message, or what happened on the way. */
  readonly text?: string | undefined;
  /** Seconds to leave between two calls, as quoted by a rate-limit refusal. */
  readonly thresholdSeconds?: number | undefined;
  /** Milliseconds after which the service asks to be called again. */
  readonly retryAfterMs?: number | undefined;
  /** True when the service itself said that it did not do it, so that nothing was changed. Irrelevant before `answered`. */
  readonly isDefinite?: boolean;
  readonly cause?: unknown;
};

/** A call that failed. Thrown by every function of the client, and nothing else is. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ErrorKind;
  readonly endpoint: EndpointName;
  readonly method: string;
  /** Path below the base address. */
  readonly path: string;
  readonly stage: Stage;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly text: string | undefined;
  readonly thresholdSeconds: number | undefined;
  readonly retryAfterMs: number | undefined;
  /**
   * True when the call may have changed something although no usable answer came: the request had been sent, and the
   * service never said no. Always false for reads. Such a call must not be repeated by the program (docs/promises.md, 1).
   */
  readonly isOutcomeUnknown: boolean;

  constructor(call: Call, facts: ErrorFacts) {
    const outcome = [facts.kind, facts.status, facts.code].filter((part) => part !== undefined).join(' ');
    super(`${call.method} ${call.path}: ${outcome}${facts.text === undefined ? '' : `: ${facts.text}`}`, {
      ...(facts.cause === undefined ? {} : { cause: facts.cause }),
    });
    this.kind = facts.kind;
    this.endpoint = call.endpoint;
    this.method = call.method;
    this.path = call.path;
    this.stage = facts.stage;
    this.status = facts.status;
    this.code = facts.code;
    this.text = facts.text;
    this.thresholdSeconds = facts.thresholdSeconds;
    this.retryAfterMs = facts.retryAfterMs;
    this.isOutcomeUnknown =
      isWrite(call.endpoint) &&
      facts.stage !== 'connecting' &&
      !(facts.stage === 'answered' && facts.isDefinite === true);
  }
}

/** The code of a refusal because a key has had as many rows today as the service gives (docs/interface.md, Rate limits and errors). */
export const QUOTA_CODE = 'search_quota_exceeded';

/** True for such a refusal. */
export const isQuotaUsedUp = ({ kind, code }: ApiError): boolean => kind === 'rate-limited' && code === QUOTA_CODE;

/** True for a refusal because the offer is there no more: services say that in three ways (docs/interface.md, Create instance). */
export const isGone = ({ status, code, text = '' }: ApiError): boolean =>
  status === 410 ||
  (status === 404 && (code === 'no_such_ask' || (code === 'invalid_args' && text.includes('no_such_ask'))));

/** True when a connection was refused because of the service's certificate: trying again cannot help. */
export const isCertificateProblem = ({ code }: ApiError): boolean =>
  code !== undefined && /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)/.test(code);
