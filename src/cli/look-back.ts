/** How far a command looks back, as `--from` or another option says: a length of time, or the moment that is meant. */
import { readSpan } from '../base/time.ts';
import type { CommandIo } from './io.ts';

const MINUTE_MS = 60_000;

/** What is said of the option. */
export const LOOK_BACK_HELP = 'a length such as 12h, or a moment such as yesterday';

/** Milliseconds from the moment that `typed` means to the present, a minute or more; undefined where it means none, which has been told for `command`. */
export const readLookBack = async (
  typed: string,
  command: string,
  { setup, clock, writeError }: Pick<CommandIo, 'setup' | 'clock' | 'writeError'>,
  option = '--from',
): Promise<number | undefined> => {
  const spanS = readSpan(typed);
  const nowEpochMs = clock.now();
  let backMs = (spanS ?? 0) * 1000;
  if (spanS === undefined) {
    const { readMoment } = await import('../base/read-moment.ts');
    const reading = readMoment(typed, { timeZone: setup.timeZone, nowEpochMs, side: 'behind' });
    if (reading.kind !== 'moment') {
      const why = reading.kind === 'problem' ? `${reading.message} ` : '';
      writeError(`gpudeck ${command}: ${option} ${typed}: ${why}Write 12h, 7d, yesterday or 2026-11-20 08:00.\n`);
      return undefined;
    }
    backMs = nowEpochMs - reading.epochS * 1000;
  }
  if (backMs >= MINUTE_MS) return backMs;
  writeError(`gpudeck ${command}: ${option} ${typed}: That is less than a minute ago.\n`);
  return undefined;
};
