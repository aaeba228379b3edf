/**
 * Faults at the end of a lease: answers that are lost, late or a no, a service that names no time, clocks that are set, programs that are
 * killed at each step, and several at once. What must hold in each: nothing is sent twice, nothing too early, and what nobody knows is told.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { createServiceAccess } from '../../src/access/service-access.ts';
import { systemClock } from '../../src/base/clock.ts';
import type { Lease, LeaseEnd } from '../../src/storage/journal/leases.ts';
import { openJournal } from '../../src/storage/journal/open-journal.ts';
import { createProfileJournal } from '../../src/storage/journal/profile-journal.ts';
import { LEASE_KEY, LEASE_SERVICE, LEASE_STEPS, type LeaseKill } from '../support/lease-process.ts';
import { leasedRow, START_S, startLeaseService, type Taking } from '../support/lease-service.ts';
import type { Problem } from './result.ts';

/** One fault: what is leased to which end, and what is to come of it. */
type LeaseFault = {
  readonly name: string;
  readonly end: LeaseEnd;
  readonly taking?: Taking;
  /** The first program dies there; a second one goes on. */
  readonly kill?: LeaseKill;
  /** Programs at once; 1 where it is not said. */
  readonly programs?: number;
  /** What the service's clock is off by, ms; undefined: it names no time. */
  readonly serviceOffMs?: number | undefined;
  readonly namesNoTime?: true;
  /** How long before now it ended, ms; what is below 0 is still to come. */
  readonly endedMs?: number;
  /** Calls that go out, at least and at most. */
  readonly calls: readonly [least: number, most: number];
  readonly state: Lease['state'];
  /** What is said, by one of the programs. */
  readonly told?: RegExp;
};

const HOUR_MS = 3_600_000;

const killed = (kill: LeaseKill): LeaseFault => {
  const isClaimed = kill === 'between claim and call';
  return {
    name: `kill -9 ${kill}`,
    end: kill.includes('that is') || kill.includes('postponed') ? 'destroy' : 'stop',
    kill,
    calls: isClaimed ? [0, 0] : [1, 1],
    state: isClaimed ? 'unknown' : kill.includes('that is') || kill.includes('postponed') ? 'waiting' : 'over',
    ...(isClaimed && { told: /Outcome unknown/ }),
  };
};

/** All of them. */
export const LEASE_FAULTS: readonly LeaseFault[] = [
  { name: 'answer: lost', end: 'stop', taking: 'lost', calls: [1, 1], state: 'over', told: /the answer was lost/ },
  { name: 'answer: late', end: 'stop', taking: 'silent', calls: [1, 1], state: 'over', told: /the answer was lost/ },
  { name: 'answer: a no', end: 'stop', taking: 'no', calls: [1, 1], state: 'waiting', told: /tried again in 15/ },
  { name: 'request: lost', end: 'stop', taking: 'dropped', calls: [1, 1], state: 'unknown', told: /Outcome unknown/ },
  { name: 'two programs', end: 'stop', programs: 2, calls: [1, 1], state: 'over' },
  {
    name: 'four programs, and no answer',
    end: 'stop',
    programs: 4,
    taking: 'dropped',
    calls: [1, 1],
    state: 'unknown',
  },
  { name: 'clock set forward', end: 'stop', serviceOffMs: -HOUR_MS, calls: [0, 0], state: 'waiting' },
  {
    name: 'clock set back',
    end: 'stop',
    serviceOffMs: HOUR_MS,
    endedMs: -HOUR_MS / 2,
    calls: [0, 0],
    state: 'waiting',
  },
  { name: 'no date', end: 'stop', namesNoTime: true, calls: [0, 0], state: 'waiting', told: /what time it is/ },
  { name: 'unwarned', end: 'destroy', calls: [1, 1], state: 'waiting', told: /nobody was warned in time/ },
  ...LEASE_STEPS.map(killed),
];

/** So long a program looks, ms: two looks after an outcome that is unknown. */
const LOOKS_MS = 2500;

/** Plays one; resolves to what was told last, and what is wrong. */
export const playLease = async (
  fault: LeaseFault,
): Promise<{ readonly shown: string; readonly problems: readonly Problem[] }> => {
  const folder = mkdtempSync(join(tmpdir(), 'gpudeck-lease-'));
  const file = join(folder, 'journal.db');
  await using service = await startLeaseService([leasedRow(5)], () =>
    fault.namesNoTime ? undefined : Date.now() + (fault.serviceOffMs ?? 0),
  );
  service.taking = fault.taking ?? 'yes';
  begin(file, fault);
  const start = (kill?: LeaseKill) => {
    const program = resolve('test/support/lease-process.ts');
    const child = spawn(
      process.execPath,
      [program, file, service.url, String(fault.taking === 'silent' ? 2 * LOOKS_MS : LOOKS_MS), kill ?? ''],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    return Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  };
  if (fault.kill !== undefined) await start(fault.kill);
  const runs = await Promise.all(Array.from({ length: fault.programs ?? 1 }, () => start()));
  const said = runs.map(([out]) => out).join('');
  const errors = runs.map(([, problem]) => problem).join('');
  const state = stateIn(file);
  const [least, most] = fault.calls;
  const { length } = service.writes;
  rmSync(folder, { recursive: true });
  return {
    shown: state,
    problems: [
      ...(length > most ? [{ kind: 'duplicate write', text: `${length} calls` } as const] : []),
      ...(length < least ? [{ kind: 'outcome', text: `${length} calls` } as const] : []),
      ...(state !== fault.state ? [{ kind: 'outcome', text: `it is ${state}: ${said}` } as const] : []),
      ...(fault.told?.test(said) === false ? [{ kind: 'words', text: said } as const] : []),
      ...(errors === '' ? [] : [{ kind: 'crash', text: errors } as const]),
    ],
  };
};

const journalIn = (file: string) => {
  const opened = openJournal(file);
  if ('problem' in opened) throw new Error(opened.problem);
  const { leases } = createProfileJournal(opened.journal, 'test', 'judge', { service: LEASE_SERVICE });
  return { leases, close: () => opened.journal.close() };
};

const begin = (file: string, { end, endedMs = 2000 }: LeaseFault): void => {
  const { leases, close } = journalIn(file);
  const untilMs = Date.now() - endedMs;
  const parts = { environment: {}, clock: systemClock, version: 'test', keySource: 'test' };
  const account = `k${createServiceAccess('http://127.0.0.1:1', LEASE_KEY, parts).keyMark}`;
  const named = { account, instanceId: 5, machineId: 8207, startS: START_S, label: 'train' };
  leases.set({ ...named, fromMs: untilMs - HOUR_MS, untilMs, end });
  close();
};

const stateIn = (file: string): string => {
  const { leases, close } = journalIn(file);
  const all = leases.list();
  close();
  return 'problem' in all ? all.problem : (all[0]?.state ?? 'none');
};
