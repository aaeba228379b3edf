/**
 * What a program does about leases: it warns of each end, and does at the end what the lease says, through `sendOnce`. Due is what is past
 * by this machine's clock and by the date of the service's last answer; what is not surely due, or not surely the instance that is named,
 * is told and not done (docs/leases.md, Never too early). No call is made while no lease needs one.
 */
import { isDeepStrictEqual } from 'node:util';
import { CALLS } from '../api/calls.ts';
import type { Client } from '../api/client.ts';
import { ApiError } from '../api/errors/error.ts';
import { explain } from '../api/errors/explain.ts';
import type { Exchange } from '../api/http/exchange.ts';
import { isListWhole } from '../api/records/replies.ts';
import type { Clock } from '../base/clock.ts';
import type { Instance } from '../catalogue/values.ts';
import { isStopped, sendChange } from '../instances/change.ts';
import { candidates } from '../rentals/rent-one.ts';
import { LEFT_OPEN } from '../storage/journal/journal.ts';
import type { Lease, LeaseStep } from '../storage/journal/leases.ts';
import { stateOf } from '../storage/journal/process-mark.ts';
import type { ProfileJournal } from '../storage/journal/profile-journal.ts';
import { createIsOfAccount } from './account.ts';
import { identityProblem, isInTime, isOpen, isShownDone, nextStep, POSTPONED_MS, warnAtMs } from './lease.ts';
import { createLeaseWords } from './words.ts';

/** What is told: a warning of an end, what was done, or that something is not as it should be. */
export type LeaseNews = {
  readonly kind: 'warning' | 'done' | 'trouble';
  /** Undefined where it is of no lease alone. */
  readonly lease: Lease | undefined;
  readonly text: string;
};

type RunnerParts = {
  readonly journal: ProfileJournal;
  /** The way to the service; undefined until it is known. */
  readonly access: () => { readonly client: Client; readonly keyMark: string } | undefined;
  readonly clock: Clock;
  /** Why nothing may be sent; undefined when it may. */
  readonly readOnlyReason: string | undefined;
  readonly timeZone: string;
  readonly tell: (news: LeaseNews) => void;
  /** Told where leases have changed since the last look, here or in another program. */
  readonly onChanged?: () => void;
  /** How a lease is taken away, in a sentence. */
  readonly clearing: (lease: Lease) => string;
  /** Holds back what was not sent. */
  readonly signal?: AbortSignal | undefined;
};

/** Looks after the leases of one service. */
export type LeaseRunner = {
  /** Does what is to be done now; resolves to the milliseconds until it is to be asked again. Rejects only with a programmer's error. */
  readonly look: () => Promise<number>;
  /** A call has ended: its answer tells the time of the service. */
  readonly exchanged: (exchange: Pick<Exchange, 'status' | 'serviceEpochMs'>) => void;
};

/** The journal is looked at so often: other programs change leases, and clocks are set. */
const POLL_MS = 10_000;

/** What was refused, or is told and not done, is tried and looked at so often. */
const AGAIN_MS = 15 * 60_000;

/** A call of another program has ended after so long, one way or the other. */
const LONGEST_CALL_MS = 5 * 60_000;

/** So long before a warning it is found out whose key is in use: the warning does not wait for an answer. */
const SOON_MS = 60_000;

/** The service's clock is behind this one by so much without a word. */
const UNTOLD_MS = 15_000;

const NOT_YET = 'by the clock of the service that time has not come yet';

/** So long a creation may be without an answer, and its instance is looked for by who has rented it. */
const RENTING_MS = 3 * 60_000;

/** Looks after an outcome that is unknown, and for an instance that nobody named, before that is left to time. */
const QUICK_LOOKS = 6;

/** The list as it was read for all that is due. */
type Seen = { readonly records: readonly Instance[]; readonly isWhole: boolean };

/** Builds one. */
export const createLeaseRunner = (parts: RunnerParts): LeaseRunner => {
  const { journal, access, clock, readOnlyReason, timeZone, tell, signal } = parts;
  const { leases } = journal;
  const words = createLeaseWords(timeZone, parts.clearing);
  /** What was told of what, and when what is looked at again, in ticks, and for how many times it was. */
  const told = new Map<string, string>();
  const putOff = new Map<string, { readonly untilTicks: number; readonly looks: number }>();
  const isOfAccount = createIsOfAccount();
  /** The leases as they were at the end of the last look. */
  let seen: readonly Lease[] | undefined;
  /** By the date of the last answer. */
  let serviceMs: number | undefined;

  const say = (kind: LeaseNews['kind'], lease: Lease | undefined, text: string): void => tell({ kind, lease, text });
  /** Told once of each matter for each reason. */
  const sayOnce = (
    kind: LeaseNews['kind'],
    lease: Lease | undefined,
    matter: string,
    text: string,
    why = text,
  ): void => {
    const key = `${lease?.id ?? ''} ${matter}`;
    if (told.get(key) !== why) say(kind, lease, text);
    told.set(key, why);
  };
  /** What the journal did not take. */
  const noted = (lease: Lease, problem: string | undefined): boolean => {
    if (problem !== undefined) sayOnce('trouble', lease, 'journal', problem);
    return problem === undefined;
  };
  const putOffKey = ({ id, state }: Lease, matter: string): string => `${id} ${state} ${matter}`;
  const again = (lease: Lease, matter: string, inMs: number): void => {
    const key = putOffKey(lease, matter);
    putOff.set(key, { untilTicks: clock.ticks() + inMs, looks: (putOff.get(key)?.looks ?? 0) + 1 });
  };
  const looksAt = (lease: Lease, matter: string): number => putOff.get(putOffKey(lease, matter))?.looks ?? 0;

  /** What of a lease is to be looked at, and in how many milliseconds; undefined where that is nothing. */
  const matterOf = (lease: Lease, nowMs: number): { readonly matter: string; readonly inMs: number } => {
    const at = (matter: string, inMs: number) => {
      const { untilTicks = 0 } = putOff.get(putOffKey(lease, matter)) ?? {};
      return { matter, inMs: Math.max(inMs, untilTicks - clock.ticks()) };
    };
    if (lease.state === 'unknown') return at('outcome', 0);
    const sentMs = Math.abs(nowMs - (lease.triedMs ?? nowMs));
    if (lease.state === 'sending') {
      const isUnderway = lease.by !== undefined && stateOf(lease.by) !== 'ended' && sentMs < LONGEST_CALL_MS;
      return isUnderway ? { matter: 'sending', inMs: POLL_MS } : at('outcome', 0);
    }
    const { step, atMs } = nextStep(lease, nowMs);
    const isRefused = lease.step === step && lease.triedMs !== undefined;
    const due = at(step, Math.max(atMs - nowMs, isRefused ? AGAIN_MS - sentMs : 0));
    if (nowMs >= atMs || (lease.startS !== undefined && lease.machineId !== undefined)) return due;
    const reading = at('reading', 0);
    return reading.inMs < due.inMs ? reading : due;
  };

  /** Why this program sends nothing for it, whatever its instance is; undefined where it may. Fails as a call does. */
  const bar = async ({ account }: Lease): Promise<string | undefined> => {
    const way = access();
    if (readOnlyReason !== undefined || way === undefined) return readOnlyReason?.replace(/\.$/, '');
    return (await isOfAccount(account, way.client, way.keyMark)) ? undefined : 'the key in use is of another account';
  };
  const knownBar = async (lease: Lease): Promise<string | undefined> => {
    try {
      return await bar(lease);
    } catch (error) {
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  };

  const warn = async (lease: Lease): Promise<void> => {
    const { warnedMs, untilMs } = lease;
    if (lease.state !== 'waiting' || clock.now() < warnAtMs(lease) - SOON_MS || clock.now() >= untilMs) return;
    const why = lease.end === 'tell' || lease.isFound ? undefined : await knownBar(lease);
    const nowMs = clock.now();
    if (nowMs < warnAtMs(lease)) return;
    // Another program may send it, and has to warn of it itself.
    if (why !== undefined) return sayOnce('warning', lease, 'warning', words.barred(lease, why, nowMs), why);
    const isNow = isInTime(lease, nowMs);
    const isEver = isNow || (warnedMs !== undefined && isInTime(lease, warnedMs));
    sayOnce('warning', lease, 'warning', words.warning(lease, nowMs, isEver), String(isEver));
    // Told first: a program that is killed in between has warned nobody.
    if (warnedMs === undefined || (isNow && !isInTime(lease, warnedMs))) noted(lease, leases.warned(lease, nowMs));
  };

  /** Says why nothing is done. */
  const hindered = (lease: Lease, matter: string, why: string, inMs = AGAIN_MS): void => {
    sayOnce('trouble', lease, matter, words.hindered(lease, why, clock.now()), why);
    again(lease, matter, inMs);
  };

  /** The instance of a rental that was not answered. */
  const sought = (lease: Lease, matter: string, { records, isWhole }: Seen, others: readonly Lease[]) => {
    const rental = lease.rental === undefined ? undefined : journal.rentals.one(lease.rental);
    // Whoever rents it still waits for the answer, or looks for it.
    if (rental !== undefined && Math.abs(clock.now() - rental.sentAtEpochMs) < RENTING_MS)
      return again(lease, matter, POLL_MS);
    const all = rental === undefined ? [] : candidates(records, rental);
    const taken = rental === undefined ? [] : journal.rentals.ofOthers(all, rental.id);
    const [instanceId, ...more] = all.filter((id) => !taken.includes(id));
    const record = records.find(({ id }) => id === instanceId);
    if (instanceId === undefined || record === undefined || more.length > 0) {
      again(lease, matter, looksAt(lease, matter) < QUICK_LOOKS ? POLL_MS : AGAIN_MS);
      if (clock.now() < lease.untilMs || !isWhole) return;
      say('trouble', lease, words.neverFound(lease));
      noted(lease, leases.end(lease, 'no instance of it was found'));
      return;
    }
    if (others.some((other) => other.instanceId === instanceId)) {
      noted(lease, leases.end(lease, `instance ${instanceId} has another lease`));
      return;
    }
    const machineId = record.machine_id ?? undefined;
    const seen = { instanceId, machineId, startS: record.start_date ?? undefined, isFound: true };
    if (noted(lease, leases.read(lease, seen))) say('trouble', lease, words.found({ ...lease, ...seen }));
  };

  /** The lease with what the service says of its instance for the first time. */
  const firstRead = (lease: Lease, { machine_id: machine, start_date: start }: Instance): Lease => {
    if (start == null || (lease.startS !== undefined && lease.machineId !== undefined)) return lease;
    const { instanceId, isFound, machineId = machine ?? undefined } = lease;
    const seen = { instanceId, isFound, machineId, startS: lease.startS ?? start };
    return noted(lease, leases.read(lease, seen)) ? { ...lease, ...seen } : lease;
  };

  /** What the list says of a call whose answer was lost, also by a program that died. */
  const lookedUp = (lease: Lease, record: Instance | undefined, { isWhole }: Seen): void => {
    const { step = 'stop', words: reason } = lease;
    const isDone = record === undefined ? isWhole : isShownDone(record, step);
    if (isDone) {
      const end = { kind: 'accepted', words: 'the list shows it' } as const;
      const hasSettled = noted(lease, leases.settle(lease, step, end, clock.now()));
      const isGone = record === undefined && step === 'stop';
      if (hasSettled) say('done', lease, isGone ? words.gone(lease) : words.shown(lease, step));
      return;
    }
    const why = lease.state === 'unknown' ? reason : `${LEFT_OPEN}.`;
    const looks = looksAt(lease, 'outcome');
    const unknown = { ...lease, state: 'unknown' } as const;
    if (lease.state === 'sending')
      noted(lease, leases.settle(lease, step, { kind: 'unknown', words: why }, clock.now()));
    sayOnce('trouble', lease, 'outcome', words.unknown(lease, step, why), String(Math.max(looks, QUICK_LOOKS)));
    again(unknown, 'outcome', looks < QUICK_LOOKS ? POLL_MS : AGAIN_MS);
  };

  /** Why it is told and not done; undefined when it may be done. Fails as a call does. */
  const hindrance = async (lease: Lease, record: Instance): Promise<string | undefined> => {
    if (lease.isFound) return 'its instance was found by looking, and you have not confirmed its id';
    if (serviceMs === undefined) return 'the service does not say what time it is';
    return identityProblem(lease, record) ?? bar(lease);
  };

  const send = async (lease: Lease, step: LeaseStep, atMs: number, client: Client): Promise<void> => {
    const { instanceId = 0 } = lease;
    const { instanceChanges } = journal;
    const look = instanceChanges.look([instanceId], step);
    if ('problem' in look) return hindered(lease, step, look.problem);
    const isDue = () => clock.now() >= atMs && serviceMs !== undefined && serviceMs >= atMs;
    const sending = { ...lease, state: 'sending' } as const;
    const changes: typeof instanceChanges = {
      ...instanceChanges,
      begin: (change, nowMs, seen) =>
        instanceChanges.begin(change, nowMs, seen, () => {
          const problem = isDue() ? leases.claim(lease, step, nowMs) : 'A clock was set.';
          return problem === undefined ? undefined : { problem };
        }),
      settle: (line, outcome) => {
        const end = { kind: outcome.kind, words: 'reason' in outcome ? outcome.reason : '' };
        return leases.settle(sending, step, end, clock.now()) ?? instanceChanges.settle(line, outcome);
      },
    };
    const end = await sendChange(instanceId, { kind: step }, { client, clock, changes, seen: look.seen, signal });
    if (end.kind !== 'held-back' && 'journalProblem' in end) noted(lease, end.journalProblem);
    switch (end.kind) {
      case 'accepted':
        return say('done', lease, words.done(lease, step, atMs, clock.now()));
      case 'refused':
        again(lease, step, AGAIN_MS);
        return say('trouble', lease, words.refused(lease, step, explain(end.error).whatCameBack));
      case 'unknown':
        // The list is looked at first.
        return again({ ...lease, state: 'unknown' }, 'outcome', 1000);
      case 'overtaken':
      case 'held-back':
        return again(lease, step, POLL_MS);
    }
  };

  /** What is to be done at the end of a lease whose instance is `record`. */
  const end = async (lease: Lease, record: Instance, way: NonNullable<ReturnType<RunnerParts['access']>>) => {
    const nowMs = clock.now();
    const { step, atMs } = nextStep(lease, nowMs);
    if (nowMs < atMs) return again(lease, 'reading', AGAIN_MS);
    if (serviceMs !== undefined && serviceMs < atMs) {
      const behindMs = atMs - serviceMs;
      const inMs = Math.min(Math.max(behindMs, 1000), AGAIN_MS);
      return behindMs > UNTOLD_MS ? hindered(lease, step, NOT_YET, inMs) : again(lease, step, inMs);
    }
    if (step === 'tell') {
      sayOnce('trouble', lease, step, words.ended(lease, nowMs), step);
      return again(lease, step, AGAIN_MS);
    }
    const why = await hindrance(lease, record);
    if (why !== undefined) return hindered(lease, step, why);
    if (lease.end === 'destroy' && step === 'stop' && lease.destroyMs === undefined) {
      const destroyMs = nowMs + POSTPONED_MS;
      say('warning', lease, words.postponed(lease, destroyMs, nowMs));
      if (!noted(lease, leases.postponed(lease, destroyMs))) return again(lease, step, AGAIN_MS);
    }
    if (step === 'destroy' || !isStopped(record)) return send(lease, step, atMs, way.client);
    if (noted(lease, leases.settle(lease, step, { kind: 'accepted', words: 'it was stopped already' }, nowMs)))
      say('done', lease, words.already(lease));
  };

  const handle = async (lease: Lease, matter: string, seen: Seen, open: readonly Lease[]): Promise<void> => {
    const way = access();
    const record = seen.records.find(({ id }) => id !== undefined && id === lease.instanceId);
    if (way === undefined) return;
    // That a list of others lacks it says nothing.
    const isMissed = record === undefined && (lease.instanceId !== undefined || clock.now() >= lease.untilMs);
    if (isMissed && !(await isOfAccount(lease.account, way.client, way.keyMark))) {
      sayOnce('trouble', lease, 'account', words.otherAccount(lease));
      return again(lease, matter, AGAIN_MS);
    }
    // What the journal does not take is not tried again at once.
    putOff.set(putOffKey(lease, matter), { untilTicks: clock.ticks() + POLL_MS, looks: looksAt(lease, matter) });
    if (lease.state !== 'waiting') return lookedUp(lease, record, seen);
    if (lease.instanceId === undefined) return sought(lease, matter, seen, open);
    if (record !== undefined) return end(firstRead(lease, record), record, way);
    if (clock.now() < lease.untilMs) return again(lease, matter, AGAIN_MS);
    if (!seen.isWhole) return hindered(lease, matter, 'the list of instances is cut, and lacks it', POLL_MS);
    // A list that lacks it may be the fault of a moment.
    if (looksAt(lease, 'gone') === 0) {
      again(lease, 'gone', 0);
      return again(lease, matter, 2000);
    }
    if (noted(lease, leases.end(lease, 'the instance is gone'))) say('done', lease, words.gone(lease));
  };

  const lookAt = async (due: readonly (readonly [Lease, string])[], open: readonly Lease[]): Promise<void> => {
    const putOffAll = (why: string, inMs = POLL_MS): void => {
      for (const [lease, matter] of due) {
        const isQuiet = inMs < POLL_MS && looksAt(lease, matter) < QUICK_LOOKS;
        if (clock.now() >= lease.untilMs && !isQuiet) hindered(lease, matter, why, inMs);
        else again(lease, matter, inMs);
      }
    };
    const way = access();
    if (way === undefined) return putOffAll('the service is not ready');
    try {
      const reply = await way.client.list(CALLS.instances, { signal });
      const seen = { records: reply.records, isWhole: isListWhole(reply) };
      for (const [lease, matter] of due) await handle(lease, matter, seen, open);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (signal?.aborted === true) return;
      // Another program, or a page of this one, has asked a moment ago: it is asked in its turn.
      const turnMs = error.kind === 'rate-limited' ? Math.max(1000, way.client.turnInMs(error.endpoint)) : POLL_MS;
      putOffAll(explain(error).whatCameBack.replace(/\.$/, ''), turnMs);
    }
  };

  return {
    exchanged: ({ status, serviceEpochMs }) => {
      if (status !== undefined) serviceMs = serviceEpochMs;
    },
    look: async () => {
      const open = read();
      for (const lease of open) await warn(lease);
      const due = open.flatMap((lease): readonly (readonly [Lease, string])[] => {
        const { matter, inMs } = matterOf(lease, clock.now());
        return inMs <= 0 && matter !== 'sending' ? [[lease, matter]] : [];
      });
      if (due.length > 0) await lookAt(due, open);
      const nowMs = clock.now();
      const now = read();
      if (!isDeepStrictEqual(seen ?? open, now)) parts.onChanged?.();
      seen = now;
      const waits = now.flatMap((lease) => [matterOf(lease, nowMs).inMs, warnAtMs(lease) - nowMs]);
      return Math.max(MINIMUM_MS, Math.min(POLL_MS, ...waits.filter((ms) => ms > 0)));
    },
  };

  function read(): readonly Lease[] {
    const all = leases.list();
    if ('problem' in all) {
      sayOnce('trouble', undefined, 'journal', all.problem);
      return [];
    }
    return all.filter(isOpen);
  }
};

/** No two looks are closer, ms. */
const MINIMUM_MS = 200;
