/** Gives an instance a lease, or takes it away: what both need to know before, for the page and the command. */
import type { Client } from '../api/client.ts';
import type { Instance } from '../catalogue/values.ts';
import { brokenByLease } from '../limits/judge.ts';
import { readLimits } from '../storage/files/limits-file.ts';
import type { Lease, LeaseEnd, Leases, LeaseTerms } from '../storage/journal/leases.ts';
import type { Purse } from '../storage/journal/profile-journal.ts';
import { accountOf } from './account.ts';
import { isOpen } from './lease.ts';

/** The lease of an instance that is not over; undefined where it has none, or why that cannot be read. */
export const leaseOf = (
  leases: Pick<Leases, 'list'>,
  instanceId: number,
): { readonly lease: Lease | undefined } | { readonly problem: string } => {
  const all = leases.list();
  if ('problem' in all) return all;
  return { lease: all.find((one) => one.instanceId === instanceId && isOpen(one)) };
};

/** Why the lease cannot be changed now; undefined when it can. */
export const changeRefusal = (lease: Lease | undefined): string | undefined =>
  lease?.state === 'sending' ? 'What its lease says is being sent: look at the instance in a minute.' : undefined;

/** True where the id has to be typed: something is destroyed, or was to be, or nobody has named the instance yet. */
export const isIdNeeded = (before: Pick<Lease, 'end' | 'isFound'> | undefined, end: LeaseEnd | undefined): boolean =>
  end === 'destroy' || before?.end === 'destroy' || before?.isFound === true;

const HOUR_MS = 3_600_000;

/**
 * Why the limits keep an instance from this lease, or from none; undefined where they do not. Another lease counts from the start of the instance on,
 * a first one from now on; one that ends no later than before is always let through.
 */
export const limitOfLease = (
  { sources }: Purse,
  { start_date: startS }: Pick<Instance, 'start_date'>,
  before: Lease | undefined,
  terms: LeaseTerms | undefined,
): string | undefined => {
  if (sources === undefined || (before !== undefined && terms !== undefined && terms.untilMs <= before.untilMs))
    return undefined;
  const placed = readLimits(sources);
  if ('problem' in placed) return `What may be spent is not known. ${placed.problem}`;
  const beganMs = before === undefined || startS == null ? Number.POSITIVE_INFINITY : startS * 1000;
  const lease =
    terms === undefined ? 'none' : (terms.untilMs - Math.min(beganMs, before?.fromMs ?? terms.fromMs)) / HOUR_MS;
  const broken = brokenByLease(placed, lease);
  const since = before !== undefined && terms !== undefined ? ' It counts from the start of the instance on.' : '';
  return broken.length === 0
    ? undefined
    : `The limits forbid it: ${broken.map(({ words }) => words).join('; ')}.${since}`;
};

/** Sets it in place of any other. A sentence comes back where it cannot be; fails as a call does. */
export const setLease = async (
  leases: Leases,
  { id: instanceId, machine_id: machine, start_date: start, label }: Instance,
  terms: LeaseTerms,
  { client, keyMark }: { readonly client: Client; readonly keyMark: string },
): Promise<string | undefined> => {
  if (instanceId == null) return 'The service named no id of it.';
  if (terms.end !== 'tell' && (machine == null || start == null))
    return `The service does not name machine and start date of instance ${instanceId}, by which it is known again: nothing could be sent for it.`;
  return leases.set({
    ...terms,
    account: await accountOf(client, keyMark),
    instanceId,
    machineId: machine ?? undefined,
    startS: start ?? undefined,
    label: label ?? '',
  });
};
