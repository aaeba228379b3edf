/** Reads the start of a window as people type it. Pure: the moment and the zone to read by are arguments. */
import { type Moment, type MomentContext, type MomentReading, readMoment } from '../base/read-moment.ts';

/** A start as it was read, and what it is read by. */
export type StartMoment = Moment;
export type StartReading = MomentReading;
export type StartContext = Omit<MomentContext, 'side'>;

/** What people type who mean the present. */
const PRESENT: readonly string[] = ['now', 'right now', 'immediately', 'at once', 'asap'];

/** Reads `typed`. A start that is not after the present is refused. */
export const readStart = (typed: string, context: StartContext): StartReading =>
  PRESENT.includes(typed.trim().replace(/\s+/g, ' ').toLowerCase())
    ? {
        kind: 'problem',
        message: 'A window starts later than now, so that renters can be told: +10m is in ten minutes.',
      }
    : readMoment(typed, { ...context, side: 'ahead' });

/** Texts that can be read as a start, for a person who needs one to go by. Apart from the reader, which is costly to load. */
export const START_EXAMPLES = '2026-12-01T02:00Z, 2026-12-01 02:00, tomorrow 02:00, next sunday 3am, +36h';
