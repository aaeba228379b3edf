/** The record of one call for the request ledger: plain data, with every key and secret already replaced. */

import type { Call } from '../call.ts';
import type { EndpointName } from '../calls.ts';
import type { ErrorKind } from '../errors/error.ts';

/** One finished call. */
export type Exchange = {
  /** Counts up from 1 within one client. */
  readonly id: number;
  readonly endpoint: EndpointName;
  readonly method: Call['method'];
  /** Base address of the service that was called, without a slash at its end. */
  readonly baseUrl: string;
  /** Path below the base address. */
  readonly path: string;
  readonly startedAtEpochMs: number;
  readonly durationMs: number;
  /** Which try of the same call this was, from 1, as the caller counted. */
  readonly attempt: number;
  /** Milliseconds for which the caller held the call back because of pacing. */
  readonly waitedMs: number;
  /** Status of the answer; undefined when none began. */
  readonly status: number | undefined;
  /** What the clock of the service showed, by the reply's Date; absent where it named none. */
  readonly serviceEpochMs?: number;
  /** Bytes of the bodies as they went over the wire, before decompression. */
  readonly sentBytes: number;
  readonly receivedBytes: number;
  /** `answered` when the call did what was asked. */
  readonly outcome: 'answered' | ErrorKind;
  /** See ApiError.isOutcomeUnknown. */
  readonly isOutcomeUnknown: boolean;
  /** The request's JSON; undefined for a call without a body. */
  readonly requestText: string | undefined;
  /** The beginning of the reply; undefined when no byte of it came. */
  readonly replyText: string | undefined;
  /** True when the reply was longer than `replyText`. */
  readonly isReplyCut: boolean;
};
