/** What has become of asking the service for the current settings, which it may have no call for. Pure. */
import { arrived, asked, failed, idle, putOff, type Remote, type RetryWords } from '../../../state/remote.ts';
import type { FailureWords } from '../../../ui/failure-lines.tsx';

/** `missing` says that the service has no such call, which holds for the whole run. `waitS` is there while a call waits for its turn. */
export type Reading = {
  readonly answer: Remote<'shown' | 'missing', FailureWords>;
  readonly waitS?: number;
};

/** Nothing was asked yet. */
export const notAsked: Reading = { answer: idle };

/** True once the service has shown the settings. */
export const isShown = ({ answer }: Reading): boolean => answerOf(answer) === 'shown';

/** True for a service that has no call that shows them. */
export const isMissing = ({ answer }: Reading): boolean => answerOf(answer) === 'missing';

/** Why the service must not be asked now; undefined when it may. */
export const refusalToAsk = (reading: Reading): string | undefined => {
  if (isMissing(reading)) return 'This service has no call that shows the current settings.';
  return reading.answer.stage === 'loading' && reading.waitS === undefined
    ? 'The current settings are already being fetched.'
    : undefined;
};

/** The question was put. */
export const readingAsked = ({ answer }: Reading, ticket: number): Reading => ({ answer: asked(answer, ticket) });

/** The call goes out in `waitS` seconds; undefined when it did. */
export const readingWaited = ({ answer }: Reading, waitS: number | undefined): Reading =>
  waitS === undefined ? { answer } : { answer, waitS };

/** The call failed and will be made again. */
export const readingPutOff = ({ answer, ...rest }: Reading, ticket: number, retry: RetryWords): Reading => ({
  ...rest,
  answer: putOff(answer, ticket, retry),
});

/** The answer is here. */
export const readingArrived = (
  { answer }: Reading,
  ticket: number,
  value: 'shown' | 'missing',
  atEpochMs: number,
): Reading => ({ answer: arrived(answer, ticket, value, atEpochMs) });

/** The question failed. */
export const readingFailed = ({ answer }: Reading, ticket: number, failure: FailureWords): Reading => ({
  answer: failed(answer, ticket, failure),
});

const answerOf = (answer: Reading['answer']): 'shown' | 'missing' | undefined =>
  answer.stage === 'idle' ? undefined : answer.last?.value;
