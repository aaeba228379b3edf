/** A time of day that somebody sets while a call waits to be made again: no wait may become longer or shorter by that. */
import { type Fault, WAITING_WRITES, WRITES } from '../fault.ts';
import { answering } from './refusal.ts';

const HOUR_MS = 3_600_000;

const TOO_SOON = {
  name: '',
  contentType: 'application/json',
  body: '{"detail":"API requests too frequent endpoint threshold=2.5"}',
};
const AWAY = { name: '', contentType: 'text/plain', body: 'not now' };
const READS = ['searchOffers', 'listVolumes', 'listConnections'] as const;

/** All of them. */
export const CLOCK_FAULTS: readonly Fault[] = [['back', -HOUR_MS] as const, ['forward', HOUR_MS] as const].flatMap(
  ([way, clockJumpMs]): readonly Fault[] => {
    const fault = { group: 'clock', clockJumpMs, times: 2 } as const;
    return [
      {
        ...fault,
        name: `set ${way} by an hour while the rate limit is waited for`,
        play: answering(429, TOO_SOON, false),
        outcomes: ['answered'],
        acts: true,
        calls: [...WAITING_WRITES, ...READS],
      },
      {
        ...fault,
        name: `set ${way} by an hour before another try`,
        play: answering(503, AWAY, false),
        outcomes: ['answered'],
        acts: true,
        calls: READS,
      },
      {
        ...fault,
        name: `set ${way} by an hour by the refusal of a write`,
        play: answering(429, TOO_SOON, false),
        outcomes: ['failed'],
        acts: false,
        times: 1,
        says: /called too soon after the last call/,
        calls: [...WRITES].filter((call) => !WAITING_WRITES.has(call)),
      },
    ];
  },
);
