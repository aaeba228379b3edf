/**
 * Rate limits (docs/interface.md, Limits): the least number of seconds between two accepted calls to one endpoint with one key, and the rows that
 * searches may bring a key in a day of UTC.
 */
import { inTransaction } from '../../storage/files/database-file.ts';
import { type Database, isLocked, whenUnlocked } from '../database.ts';

/** What calls are counted as, the least number of seconds between two, and whether a call that cannot be counted waits. */
export type Threshold = { readonly endpoint: string; readonly thresholdS: number; readonly isWrite?: true };

/** One call of a key to an endpoint. */
type PacedCall = Threshold & { readonly keyId: number; readonly signal: AbortSignal };

/** Lets a call through, or tells that it comes too early. */
export type Thresholds = {
  /**
   * What `answer` gives, or the text of the refusal. A call that was refused for any reason starts no wait. `answer` works on
   * the database at once: it is part of the transaction in which the call is counted.
   */
  readonly pace: (call: PacedCall, answer: () => Response) => Promise<Response | string>;
};

/** A read is answered after this wait even when it cannot be counted in the database: reads never wait for a writer. */
const READ_PATIENCE_MS = 100;

type ThresholdsOptions = {
  readonly isOn: boolean;
  /** `now` is in epoch milliseconds; a clock that went back makes nobody wait. */
  readonly clock: { readonly now: () => number };
  readonly database: Database;
  /** How long a write waits for the lock, when not for the usual time. */
  readonly patienceMs?: number | undefined;
};

/** Thresholds over all services on the database. Switched off, they refuse nothing. */
export const createThresholds = ({ isOn, clock, database, patienceMs }: ThresholdsOptions): Thresholds => {
  /** Calls that could not be counted in the database, so that they count here at least. */
  const uncounted = new Map<string, number>();
  const find = database.prepare('SELECT accepted_at_ms FROM accepted_calls WHERE key_id = ? AND endpoint = ?');
  const note = database.prepare('INSERT OR REPLACE INTO accepted_calls VALUES (?, ?, ?)');

  const refusal = ({ keyId, endpoint, thresholdS }: PacedCall): string | undefined => {
    const here = uncounted.get(`${keyId} ${endpoint}`);
    const everywhere = find.get(keyId, endpoint)?.accepted_at_ms;
    const isEarly = [here, everywhere].some((acceptedAtMs) => {
      const elapsedMs = acceptedAtMs === undefined ? -1 : clock.now() - Number(acceptedAtMs);
      return elapsedMs >= 0 && elapsedMs < thresholdS * 1000;
    });
    return isEarly ? `API requests too frequent endpoint threshold=${thresholdS}` : undefined;
  };

  const answered = (call: PacedCall, answer: () => Response, count: () => void): Response | string => {
    const detail = refusal(call);
    if (detail !== undefined) return detail;
    const reply = answer();
    if (reply.ok) count();
    return reply;
  };

  const pace: Thresholds['pace'] = async (call, answer) => {
    const { keyId, endpoint, isWrite = false, signal } = call;
    if (!isOn) {
      return whenUnlocked(() => (isWrite ? inTransaction(database, answer) : answer()), { signal, patienceMs });
    }
    const counted = () =>
      inTransaction(database, () => answered(call, answer, () => note.run(keyId, endpoint, clock.now())));
    if (isWrite) return whenUnlocked(counted, { signal, patienceMs });
    try {
      return await whenUnlocked(counted, { signal, patienceMs: READ_PATIENCE_MS });
    } catch (error) {
      if (!isLocked(error)) throw error;
      return answered(call, answer, () => uncounted.set(`${keyId} ${endpoint}`, clock.now()));
    }
  };

  return { pace };
};

/** How many rows a key may have; it lasts as long as the service runs. */
export type Quota = {
  /** Hours until the next day begins, 1 to 24, where the rows of `keyId` are used up; otherwise undefined. */
  readonly hoursToWait: (keyId: number) => number | undefined;
  readonly count: (keyId: number, rows: number) => void;
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** `rowsADay` undefined: no limit. `now` is in epoch milliseconds. */
export const createQuota = (rowsADay: number | undefined, clock: { readonly now: () => number }): Quota => {
  let day = 0;
  const rowsOf = new Map<number, number>();
  const turn = (): void => {
    const today = Math.floor(clock.now() / DAY_MS);
    if (today !== day) rowsOf.clear();
    day = today;
  };
  return {
    hoursToWait: (keyId) => {
      turn();
      if (rowsADay === undefined || (rowsOf.get(keyId) ?? 0) < rowsADay) return undefined;
      return Math.ceil(((day + 1) * DAY_MS - clock.now()) / HOUR_MS);
    },
    count: (keyId, rows) => {
      turn();
      rowsOf.set(keyId, (rowsOf.get(keyId) ?? 0) + rows);
    },
  };
};
