/** Watching as it is kept in the pane's state. Pure. */
import type { Seen } from './changes.ts';

/** Watching, on or off. */
export type Watch = {
  /** Seconds between an answer and the next question. */
  readonly everyS: number;
  readonly isOn?: true;
  /** Present while offers are compared, which goes on when watching ends. */
  readonly seen?: Seen;
  /** When the next round is, Unix epoch milliseconds; present after one that failed. */
  readonly againAtEpochMs?: number;
};

/** Watching as it is until the user says otherwise. */
export const NOT_WATCHED: Watch = { everyS: 60 };
