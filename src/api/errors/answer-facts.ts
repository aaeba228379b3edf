/** What is known about a failure, gathered from a complete answer, and freed of keys and secrets. */
import type { EndpointName } from '../calls.ts';
import { holdMsOf, quotaHoldMsOf } from '../http/rate-headers.ts';
import type { Answer } from '../http/send.ts';
import type { Redactor } from '../redact/redact.ts';
import { type ErrorFacts, QUOTA_CODE } from './error.ts';
import { failureOf } from './failure.ts';

/** What a complete answer means whose body, `text`, is not what `endpoint` should bring. */
export const factsOfAnswer = (endpoint: EndpointName, answer: Answer, text: string, nowEpochMs: number): ErrorFacts => {
  const { status, headers } = answer;
  const location = typeof headers.location === 'string' ? headers.location : undefined;
  const failure = failureOf({ endpoint, status, contentType: contentTypeOf(answer), text, location });
  const retryAfterMs = (failure.code === QUOTA_CODE ? quotaHoldMsOf : holdMsOf)(headers, nowEpochMs);
  return { stage: 'answered', status, retryAfterMs, ...failure };
};

/** The Content-Type of an answer, or an empty text. */
export const contentTypeOf = ({ headers }: Answer): string => String(headers['content-type'] ?? '');

/** `facts` with every text in them redacted. */
export const redactFacts = ({ code, text, cause, ...facts }: ErrorFacts, { redact }: Redactor): ErrorFacts => ({
  ...facts,
  code: code && redact(code),
  text: text && redact(text),
  cause: cause instanceof Error ? redactedError(cause, redact) : undefined,
});

/** A plain copy: errors of the transport may carry bytes of the conversation in further members. */
const redactedError = (cause: Error, redact: Redactor['redact']): Error => {
  const copy = new Error(redact(cause.message));
  copy.name = cause.name;
  return copy;
};
