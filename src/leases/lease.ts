/** What a lease asks for: when it warns, what is done next and from when on, and whether an instance is the one that it names. Pure. */
import type { Instance } from '../catalogue/values.ts';
import { isStopped } from '../instances/change.ts';
import type { Lease, LeaseEnd, LeaseStep, LeaseTerms } from '../storage/journal/leases.ts';

const HOUR_MS = 3_600_000;

/** So long after the moment of its warning that still counts as given in time, where the warning comes that long before the end. */
const GRACE_MS = 15_000;

/** So long before the end it is warned of, a tenth of the whole at the most. */
const leadMs = ({ fromMs, untilMs }: LeaseTerms): number => Math.max(0, Math.min((untilMs - fromMs) / 10, HOUR_MS));

/** When its end is warned of, Unix epoch milliseconds. */
export const warnAtMs = (terms: LeaseTerms): number => terms.untilMs - leadMs(terms);

/** True where a warning at `atMs` leaves the time that was promised. */
export const isInTime = (terms: LeaseTerms, atMs: number): boolean =>
  atMs <= warnAtMs(terms) + Math.min(GRACE_MS, leadMs(terms) / 2);

const isWarned = (lease: Lease): boolean => lease.warnedMs !== undefined && isInTime(lease, lease.warnedMs);

/** From the stop of what nobody was warned of until its destruction. */
export const POSTPONED_MS = HOUR_MS;

/** What is done next, and from when on by every clock (Unix epoch milliseconds). A destruction that nobody was warned of in time begins with a stop. */
export const nextStep = (lease: Lease, nowMs: number): { readonly step: LeaseEnd; readonly atMs: number } => {
  const { end, untilMs, destroyMs, stoppedMs } = lease;
  if (end !== 'destroy' || (isWarned(lease) && destroyMs === undefined)) return { step: end, atMs: untilMs };
  return destroyMs !== undefined && (stoppedMs !== undefined || nowMs >= destroyMs)
    ? { step: 'destroy', atMs: destroyMs }
    : { step: 'stop', atMs: untilMs };
};

/** Why `instance` is not surely the one that is named; undefined where it is. */
export const identityProblem = (
  { machineId, startS }: Pick<Lease, 'machineId' | 'startS'>,
  { machine_id: machine, start_date: start }: Instance,
): string | undefined => {
  if (machineId === undefined || startS === undefined || machine == null || start == null)
    return 'the service does not name its machine and its start date';
  if (machine !== machineId) return `it is on machine ${machine} by now, and was on ${machineId}`;
  return start === startS ? undefined : 'its start date is another than it was';
};

/** True where the list shows that `step` was carried out; an instance that the list has no more is judged by whoever read it. */
export const isShownDone = (instance: Instance, step: LeaseStep): boolean =>
  step === 'stop' && (isStopped(instance) || isStopping(instance));

/** Meant to be stopped while it runs on. One that was outbid is meant to be so by nobody. */
const isStopping = ({ actual_status: actual, intended_status: intended }: Instance): boolean =>
  actual === 'running' && intended === 'stopped';

/** True where something is still to come of it. */
export const isOpen = ({ state }: Lease): boolean => state !== 'over';
