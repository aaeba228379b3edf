/**
 * Looks for an instance whose creation was sent and not answered: a new id on the machine of the offer, with the label of the plan.
 * That it is not in the list yet does not mean that it was not rented.
 */
import { CALLS } from '../api/calls.ts';
import type { Client } from '../api/client.ts';
import { ApiError } from '../api/errors/error.ts';
import { type Clock, sleep } from '../base/clock.ts';
import type { Instance } from '../catalogue/values.ts';

/** What the instance is known by. */
type Sought = {
  /** Undefined where the offer did not name its machine: then nothing can be found. */
  readonly machineId: number | undefined;
  readonly label: string;
  /** Ids of all instances that there were before. */
  readonly before: readonly number[];
};

/** What looking is done with. */
type LookingParts = {
  readonly client: Client;
  readonly clock: Clock;
  /** Ends the looking; what was seen by then counts. */
  readonly signal?: AbortSignal | undefined;
  /** Those of these ids that are known to have been rented by another call: they are not it. */
  readonly ofOthers: (ids: readonly number[]) => readonly number[];
};

/** Waits between two looks, ms: a minute in all. */
const WAITS_MS = [0, 1000, 2000, 4000, 8000, 16_000, 29_000];

/** Ids that it may be, as of the last list that came: exactly one is it, none and several leave its outcome unknown. */
export const findRented = async (
  sought: Sought,
  { client, clock, signal, ofOthers }: LookingParts,
): Promise<readonly number[]> => {
  if (sought.machineId === undefined) return [];
  for (const waitMs of WAITS_MS) {
    if (!(await sleep(clock, waitMs, signal))) return [];
    try {
      const { records } = await client.list(CALLS.instances, { signal });
      const found = candidates(records, sought);
      const others = ofOthers(found);
      const left = found.filter((id) => !others.includes(id));
      if (left.length > 0) return left;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }
  return [];
};

/** New ids on that machine with that label, as of this list. */
export const candidates = (records: readonly Instance[], { machineId, label, before }: Sought): readonly number[] =>
  records.flatMap(({ id, machine_id, label: theirs }) =>
    typeof id === 'number' && machine_id === machineId && theirs === label && !before.includes(id) ? [id] : [],
  );
