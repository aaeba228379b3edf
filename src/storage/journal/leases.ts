/**
 * The journal's subject of leases: until when something that is rented is wanted, what is done then, and how far that has come. What is
 * sent for one is claimed here first, so that of several programs one sends it, and one that dies leaves an unknown outcome.
 */

import { z } from 'zod';
import {
  inOneStep,
  keptText,
  type Own,
  readOrProblem,
  type Statements,
  soundRows,
  storedMoment,
  storedText,
  written,
} from './journal.ts';
import { ownMark } from './process-mark.ts';

/** What is done when a lease ends. */
export const LEASE_ENDS = ['tell', 'stop', 'destroy'] as const;

/** One of them. */
export type LeaseEnd = (typeof LEASE_ENDS)[number];

/** What an end sends. */
export type LeaseStep = Exclude<LeaseEnd, 'tell'>;

/** From when (where its length begins) until when, and what is done then. Unix epoch milliseconds. */
export type LeaseTerms = { readonly fromMs: number; readonly untilMs: number; readonly end: LeaseEnd };

/** The lease of what is about to be rented: its instance is not known yet. */
export type RentalLease = LeaseTerms & { readonly account: string };

/** What a lease is of. What the service has not said yet is undefined. */
type Leased = {
  /** Of the key with which it was made: another one is another account's (`src/leases/account.ts`). */
  readonly account: string;
  readonly instanceId: number | undefined;
  readonly machineId: number | undefined;
  /** The start date of the instance as it was read first, Unix epoch seconds. */
  readonly startS: number | undefined;
};

/** One lease. Times are Unix epoch milliseconds. */
export type Lease = Readonly<z.infer<typeof rowSchema>>;

/** How what a lease sends ended. */
type StepEnd = { readonly kind: 'accepted' | 'refused' | 'unknown'; readonly words: string };

/** The leases of one service. What cannot be written comes back as a sentence that says why. */
export type Leases = {
  /** Those that are not over come first, the next end first; or why they cannot be read. */
  readonly list: () => readonly Lease[] | { readonly problem: string };
  /** In place of any other of the instance. */
  readonly set: (leased: Leased & LeaseTerms & { readonly label: string }) => string | undefined;
  /** Takes away that of an instance. */
  readonly clear: (instanceId: number) => string | undefined;
  /** What the service says of its instance for the first time. */
  readonly read: (lease: Lease, seen: Omit<Leased, 'account'> & { readonly isFound: boolean }) => string | undefined;
  readonly warned: (lease: Lease, atMs: number) => string | undefined;
  /** Nobody was warned in time: it is destroyed then only. */
  readonly postponed: (lease: Lease, destroyMs: number) => string | undefined;
  /**
   * Claims the step, within a step of the journal's: a sentence comes back where the lease is not as it was read, so that nothing may be
   * sent. Throws what the journal throws.
   */
  readonly claim: (lease: Lease, step: LeaseStep, atMs: number) => string | undefined;
  /** What came of the step of a lease that is in this state still. A refused one may be sent again. */
  readonly settle: (lease: Lease, step: LeaseStep, end: StepEnd, atMs: number) => string | undefined;
  /** Nothing is done any more, for this reason; a lease that is in another state by now stays as it is. */
  readonly end: (lease: Lease, words: string) => string | undefined;
  /** For a rental, within the steps in which its line is written: its lease, and what the service says of the instance. */
  readonly ofRental: {
    readonly add: (
      rental: number,
      lease: RentalLease & { readonly machineId: number | undefined; readonly label: string },
    ) => void;
    /** `instanceId` is undefined where it was certainly not rented. */
    readonly settle: (rental: number, instanceId: number | undefined, isFound: boolean) => void;
  };
};

/** The table; a step of the journal. */
export const LEASES_TABLE = `
  CREATE TABLE leases (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    service TEXT NOT NULL,
    account TEXT NOT NULL,
    rental INTEGER,
    label TEXT NOT NULL,
    instance_id INTEGER,
    machine_id INTEGER,
    start_s REAL,
    is_found INTEGER NOT NULL DEFAULT 0,
    from_ms INTEGER NOT NULL,
    until_ms INTEGER NOT NULL,
    act TEXT NOT NULL CHECK (act IN ('tell', 'stop', 'destroy')),
    state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sending', 'unknown', 'over')),
    warned_ms INTEGER,
    stopped_ms INTEGER,
    destroy_ms INTEGER,
    step TEXT,
    tried_ms INTEGER,
    sent_by TEXT,
    words TEXT NOT NULL DEFAULT ''
  ) STRICT;
  CREATE INDEX leases_by_instance ON leases (service, instance_id)`;

/** Leases of one service that are kept once they are over. */
const KEPT_OVER = 100;

const SELECT = `
  SELECT id, account, rental, label, instance_id AS instanceId, machine_id AS machineId, start_s AS startS, is_found AS isFound,
    from_ms AS fromMs, until_ms AS untilMs, act AS "end", state, warned_ms AS warnedMs, stopped_ms AS stoppedMs, destroy_ms AS destroyMs,
    step, tried_ms AS triedMs, sent_by AS "by", words
  FROM leases`;

const maybe = <Value>(schema: z.ZodType<Value>) => schema.nullable().transform((value) => value ?? undefined);

const mark = z
  .string()
  .transform((text) => z.object({ host: z.string(), pid: z.number(), began: z.string() }).parse(JSON.parse(text)));

const rowSchema = z.object({
  id: z.number(),
  account: z.string(),
  /** The line of the rental that it was made with; undefined for one that was made later. */
  rental: maybe(z.number()),
  label: storedText,
  instanceId: maybe(z.number()),
  machineId: maybe(z.number()),
  startS: maybe(z.number()),
  /** True where the instance was found by looking, not named by the creation's answer: nothing is sent until the user confirms its id. */
  isFound: z.number().transform((flag) => flag !== 0),
  fromMs: storedMoment,
  untilMs: storedMoment,
  end: z.enum(LEASE_ENDS),
  /** `over`: nothing is done any more. `unknown`: nobody knows what came of `step`, and the user decides. */
  state: z.enum(['waiting', 'sending', 'unknown', 'over']),
  /** When a program warned of the end. */
  warnedMs: maybe(storedMoment),
  /** For an instance whose destruction nobody was warned of in time: when it is stopped, and destroyed. */
  stoppedMs: maybe(storedMoment),
  destroyMs: maybe(storedMoment),
  /** What was sent last and when, by which program. */
  step: maybe(z.enum(['stop', 'destroy'])),
  triedMs: maybe(storedMoment),
  by: maybe(mark),
  /** What came of it, or why it is over, in words. */
  words: storedText,
});

const CHANGED = 'Another gpudeck has taken it on, or its lease was changed.';

/** Those of `service`. */
export const createLeases = (journal: Statements, { service }: Pick<Own, 'service'>): Leases => {
  const all = journal.prepare(`${SELECT} WHERE service = ? ORDER BY state = 'over', until_ms, id`);
  const insert = journal.prepare(`
    INSERT INTO leases (service, account, rental, label, instance_id, machine_id, start_s, from_ms, until_ms, act)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const remove = journal.prepare('DELETE FROM leases WHERE service = ? AND instance_id = ?');
  const trim = journal.prepare(`
    DELETE FROM leases WHERE service = ? AND state = 'over' AND id <= (
      SELECT id FROM leases WHERE service = ? AND state = 'over' ORDER BY id DESC LIMIT 1 OFFSET ${KEPT_OVER})`);
  const see = journal.prepare(`
    UPDATE leases SET instance_id = ?, machine_id = ?, start_s = ?, is_found = ? WHERE id = ? AND instance_id IS ?`);
  const warn = journal.prepare('UPDATE leases SET warned_ms = ? WHERE id = ?');
  const postpone = journal.prepare('UPDATE leases SET destroy_ms = ? WHERE id = ? AND destroy_ms IS NULL');
  const claim = journal.prepare(`
    UPDATE leases SET state = 'sending', step = ?, tried_ms = ?, sent_by = ?
    WHERE id = ? AND state = 'waiting' AND tried_ms IS ? AND stopped_ms IS ? AND is_found = 0`);
  const settle = journal.prepare(`
    UPDATE leases SET state = ?, stopped_ms = ?, tried_ms = ?, words = ? WHERE id = ? AND state = ?`);
  const end = journal.prepare(`UPDATE leases SET state = 'over', words = ? WHERE id = ? AND state = ?`);
  const ofRental = journal.prepare('UPDATE leases SET instance_id = ?, is_found = ? WHERE rental = ?');
  const removeOfRental = journal.prepare('DELETE FROM leases WHERE rental = ?');

  return {
    list: () => readOrProblem(() => soundRows(all.all(service), (row): Lease => rowSchema.parse(row))),
    set: ({ account, label, instanceId = null, machineId = null, startS = null, ...terms }) =>
      written(() =>
        inOneStep(journal, () => {
          const { fromMs, untilMs, end: atEnd } = terms;
          remove.run(service, instanceId);
          trim.run(service, service);
          const leased = [account, null, keptText(label), instanceId, machineId, startS];
          insert.run(service, ...leased, fromMs, untilMs, atEnd);
        }),
      ),
    clear: (instanceId) => written(() => remove.run(service, instanceId)),
    read: ({ id, instanceId: before = null }, { instanceId = null, machineId = null, startS = null, isFound }) =>
      written(() => see.run(instanceId, machineId, startS, Number(isFound), id, before)),
    warned: ({ id }, atMs) => written(() => warn.run(atMs, id)),
    postponed: ({ id }, destroyMs) => written(() => postpone.run(destroyMs, id)),
    claim: ({ id, triedMs = null, stoppedMs = null }, step, atMs) => {
      const by = JSON.stringify(ownMark());
      return Number(claim.run(step, atMs, by, id, triedMs, stoppedMs).changes) === 0 ? CHANGED : undefined;
    },
    settle: ({ id, end: atEnd, stoppedMs = null, state: before }, step, { kind, words }, atMs) => {
      const isHalf = kind === 'accepted' && step === 'stop' && atEnd === 'destroy';
      const state = kind === 'unknown' ? 'unknown' : kind === 'accepted' && !isHalf ? 'over' : 'waiting';
      return written(() => settle.run(state, isHalf ? atMs : stoppedMs, atMs, keptText(words), id, before));
    },
    end: ({ id, state }, words) => written(() => end.run(keptText(words), id, state)),
    ofRental: {
      add: (rental, { account, machineId = null, label, fromMs, untilMs, end: atEnd }) =>
        void insert.run(service, account, rental, keptText(label), null, machineId, null, fromMs, untilMs, atEnd),
      settle: (rental, instanceId, isFound) =>
        void (instanceId === undefined
          ? removeOfRental.run(rental)
          : ofRental.run(instanceId, Number(isFound), rental)),
    },
  };
};
