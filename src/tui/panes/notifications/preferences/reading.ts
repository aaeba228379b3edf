/** What has become of asking the service for the current settings, which it may have no call for. Pure. */
import { type Asked, idle, lastArrived } from '../../../state/remote.ts';
import type { FailureWords } from '../../../ui/message-page.tsx';

/** `missing` says that the service has no such call, which holds for the whole run. `waitS` is there while a call waits for its turn. */
export type Reading = Asked<'shown' | 'missing', FailureWords>;

/** Nothing was asked yet. */
export const notAsked: Reading = { answer: idle };

/** True once the service has shown the settings. */
export const isShown = ({ answer }: Reading): boolean => lastArrived(answer)?.value === 'shown';

/** True for a service that has no call that shows them. */
export const isMissing = ({ answer }: Reading): boolean => lastArrived(answer)?.value === 'missing';

/** Why the service must not be asked now; undefined when it may. */
export const refusalToAsk = (reading: Reading): string | undefined => {
  if (isMissing(reading)) return 'This service has no call that shows the current settings.';
  return reading.answer.stage === 'loading' && reading.waitS === undefined
    ? 'The current settings are already being fetched.'
    : undefined;
};
