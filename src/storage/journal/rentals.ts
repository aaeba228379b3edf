/**
 * The journal's subject of rentals: what was rented from here and what came of it. A line is written before its call is sent,
 * with what the instance is found by when the answer is lost. The environment and the script of an instance are never written.
 */

import { z } from 'zod';
import { rowsUntouched } from '../files/rows-untouched.ts';
import {
  claimed,
  inOneStep,
  keptText,
  LEFT_OPEN,
  type Objection,
  type Own,
  readOr,
  readOrProblem,
  type Statements,
  storedMoment,
  storedText,
  written,
} from './journal.ts';
import type { Leases, RentalLease } from './leases.ts';

/** What came of the call, as far as is known here. Times are Unix epoch milliseconds. */
type RentalOutcome =
  /** This very program is sending it. */
  | { readonly kind: 'sending' }
  /** The service's yes; `contract` is the instance, undefined where nobody has named it. */
  | { readonly kind: 'accepted'; readonly contract: number | undefined; readonly atEpochMs: number }
  /** It was certainly not carried out. */
  | { readonly kind: 'refused'; readonly reason: string; readonly atEpochMs: number }
  /** Nobody knows. */
  | { readonly kind: 'unknown'; readonly reason: string };

/** One line of the journal. Never the environment or the script of the instance. */
export type Rental = {
  readonly id: number;
  /** `cover` is the SLA cover of what the line `rent` before it has rented. */
  readonly kind: 'rent' | 'cover';
  readonly offerId: number;
  /** Undefined where the offer did not name its machine. */
  readonly machineId: number | undefined;
  readonly image: string;
  readonly diskGb: number;
  readonly label: string;
  /** Ids of all instances that there were just before. */
  readonly before: readonly number[];
  readonly sentAtEpochMs: number;
  readonly outcome: RentalOutcome;
};

/** Reads a row; one that another `session` left open is an outcome unknown. Throws for a row that is not as it was written. */
const readRental = (row: unknown, session: string): Rental => {
  const { machineId, session: by, state, contract, words, settledAtEpochMs, ...rental } = rowSchema.parse(row);
  const outcome = outcomeOf(
    { state, contract, words, atEpochMs: settledAtEpochMs ?? rental.sentAtEpochMs },
    by === session,
  );
  return { ...rental, machineId: machineId ?? undefined, outcome };
};

const SELECT = `
  SELECT id, kind, offer_id AS offerId, machine_id AS machineId, image, disk_gb AS diskGb, label, before_ids AS before,
    sent_at_ms AS sentAtEpochMs, session, state, contract, words, settled_at_ms AS settledAtEpochMs
  FROM rentals`;

const ids = z.string().transform((text) => z.array(z.int()).parse(JSON.parse(text)));

const rowSchema = z.object({
  id: z.number(),
  kind: z.enum(['rent', 'cover']),
  offerId: z.number(),
  machineId: z.number().nullable(),
  image: storedText,
  diskGb: z.number(),
  label: storedText,
  before: ids,
  sentAtEpochMs: storedMoment,
  session: z.string(),
  state: z.enum(['sending', 'accepted', 'refused', 'unknown']),
  contract: z.number().nullable(),
  words: storedText.nullable(),
  settledAtEpochMs: storedMoment.nullable(),
});

type Stored = Pick<z.infer<typeof rowSchema>, 'state' | 'contract' | 'words'> & { readonly atEpochMs: number };

const outcomeOf = ({ state, contract, words, atEpochMs }: Stored, isOwn: boolean): RentalOutcome => {
  switch (state) {
    case 'sending':
      return isOwn ? { kind: 'sending' } : { kind: 'unknown', reason: LEFT_OPEN };
    case 'accepted':
      return { kind: 'accepted', contract: contract ?? undefined, atEpochMs };
    case 'refused':
      return { kind: 'refused', reason: words ?? '', atEpochMs };
    case 'unknown':
      return { kind: 'unknown', reason: words ?? '' };
  }
};

/** What a line says of its call. */
export type RentalClaim = Pick<Rental, 'kind' | 'offerId' | 'machineId' | 'image' | 'diskGb' | 'label' | 'before'> & {
  /** Noted in the same step: no crash leaves the instance without it. */
  readonly lease?: RentalLease | undefined;
};

type Wanted = Pick<RentalClaim, 'offerId' | 'label'>;

/** Ids of lines that the user was shown, or all of them: those do not keep a call from being sent. */
export type KnownRentals = readonly number[] | 'all';

/** What an outcome can be once the call has ended. */
type SettledRental =
  | {
      readonly kind: 'accepted';
      readonly contract: number | undefined;
      /** The instance was found by looking: the answer did not name it. */
      readonly isFound?: true;
    }
  | { readonly kind: 'refused' | 'unknown'; readonly reason: string };

/** What was rented at one service. What cannot be written comes back as a sentence that says why. */
export type Rentals = {
  /**
   * Claims offer and label, as one step that no other program can come into: where nothing stands against it, the call is noted and
   * may be sent, and what is `known` and unknown in its outcome counts as sent again. Nothing may be sent otherwise.
   */
  readonly begin: (
    claim: RentalClaim,
    atEpochMs: number,
    known: KnownRentals,
  ) => { readonly id: number } | Objection<readonly Rental[]>;
  /** Notes what came of it. */
  readonly settle: (id: number, outcome: SettledRental, atEpochMs: number) => string | undefined;
  /**
   * What stands against renting this offer or by this label, the newest first: what was or may have been carried out and was not
   * sent again; or why that cannot be read.
   */
  readonly standing: (wanted: Wanted) => readonly Rental[] | { readonly problem: string };
  /** The line with this number; undefined where there is none, or it cannot be read. */
  readonly one: (id: number) => Rental | undefined;
  /** Those of `contracts` that are known to have been rented from here; none when the journal cannot be read. */
  readonly ofOthers: (contracts: readonly number[], id: number) => readonly number[];
  /** True where the service has shown this profile that it creates with PUT; false when the journal cannot be read. */
  readonly isPut: () => boolean;
  /** Notes that it does, or does no more. What the journal cannot take is asked again the next time. */
  readonly notePut: (isPut: boolean) => void;
};

/** Services that create with PUT, by the profile whose key has shown it; a step of the journal. */
export const RENTED_WITH_PUT_TABLE = `
  CREATE TABLE rented_with_put (
    profile TEXT NOT NULL,
    service TEXT NOT NULL,
    PRIMARY KEY (profile, service)
  ) STRICT`;

/** Lines of one service that are kept at the most, the newest ones; one whose outcome is unknown is never forgotten. */
const KEPT_RENTALS = 10_000;

/** The table; a step of the journal. */
export const RENTALS_TABLE = `
  CREATE TABLE rentals (
    id INTEGER PRIMARY KEY,
    profile TEXT NOT NULL,
    service TEXT NOT NULL,
    session TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('rent', 'cover')),
    offer_id INTEGER NOT NULL,
    machine_id INTEGER,
    image TEXT NOT NULL,
    disk_gb REAL NOT NULL,
    label TEXT NOT NULL,
    before_ids TEXT NOT NULL,
    sent_at_ms INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('sending', 'accepted', 'refused', 'unknown')),
    contract INTEGER,
    words TEXT,
    settled_at_ms INTEGER,
    is_repeated INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX rentals_by_offer ON rentals (service, offer_id);
  CREATE INDEX rentals_by_label ON rentals (service, label);
  CREATE INDEX rentals_by_contract ON rentals (service, contract)`;

/** The same as `isPut`, from the journal in `file`, of which nothing is changed. */
export const isPutIn = (file: string, { profile, service }: Pick<Own, 'profile' | 'service'>): boolean =>
  readOr(false, () =>
    rowsUntouched(file, 'SELECT profile, service FROM rented_with_put').some(
      (row) => row.profile === profile && row.service === service,
    ),
  );

/** What `profile` has rented at `service`. A line that another `session` left open is an outcome unknown. */
export const createRentals = (
  journal: Statements,
  { profile, service, session }: Own,
  leases: Leases['ofRental'],
): Rentals => {
  const insert = journal.prepare(`
    INSERT INTO rentals
      (profile, service, session, kind, offer_id, machine_id, image, disk_gb, label, before_ids, sent_at_ms, state)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'sending')`);
  const close = journal.prepare(
    'UPDATE rentals SET state = ?, contract = ?, words = ?, settled_at_ms = ? WHERE id = ?',
  );
  const repeat = journal.prepare('UPDATE rentals SET is_repeated = 1 WHERE id = ?');
  const met = journal.prepare(`
    ${SELECT}
    WHERE service = ? AND kind = 'rent' AND (offer_id = ? OR label = ?) AND state <> 'refused' AND NOT is_repeated
    ORDER BY id DESC`);
  const rented = journal.prepare('SELECT 1 FROM rentals WHERE service = ? AND contract = ? AND id <> ? LIMIT 1');
  const forget = journal.prepare(`
    DELETE FROM rentals WHERE service = ? AND state IN ('accepted', 'refused') AND id <= (
      SELECT id FROM rentals WHERE service = ? ORDER BY id DESC LIMIT 1 OFFSET ${KEPT_RENTALS - 1})`);

  const byId = journal.prepare(`${SELECT} WHERE service = ? AND id = ?`);
  const put = journal.prepare('SELECT 1 FROM rented_with_put WHERE profile = ? AND service = ?');
  const addPut = journal.prepare('INSERT OR IGNORE INTO rented_with_put (profile, service) VALUES (?, ?)');
  const removePut = journal.prepare('DELETE FROM rented_with_put WHERE profile = ? AND service = ?');

  const standing = ({ offerId, label }: Wanted): readonly Rental[] =>
    met.all(service, offerId, label).map((row) => readRental(row, session));

  return {
    begin: (claim, atEpochMs, known) =>
      claimed(journal, () => {
        // A cover belongs to an instance that was created a moment ago, which nobody else knows.
        const there = claim.kind === 'cover' ? [] : standing(claim);
        const unseen = known === 'all' ? [] : there.filter(({ id }) => !known.includes(id));
        if (unseen.length > 0) return { standing: unseen };
        for (const { id, outcome } of there) if (outcome.kind === 'unknown') repeat.run(id);
        forget.run(service, service);
        const { kind, offerId, machineId = null, image, diskGb, label, before, lease } = claim;
        const values = [kind, offerId, machineId, keptText(image), diskGb, label, JSON.stringify(before), atEpochMs];
        const id = Number(insert.run(profile, service, session, ...values).lastInsertRowid);
        if (lease !== undefined) leases.add(id, { ...lease, machineId: claim.machineId, label });
        return { id };
      }),
    settle: (id, outcome, atEpochMs) => {
      const contract = outcome.kind === 'accepted' ? (outcome.contract ?? null) : null;
      const words = outcome.kind === 'accepted' ? null : keptText(outcome.reason);
      return written(() =>
        inOneStep(journal, () => {
          close.run(outcome.kind, contract, words, atEpochMs, id);
          if (outcome.kind === 'refused') leases.settle(id, undefined, false);
          if (contract !== null) leases.settle(id, contract, outcome.kind === 'accepted' && outcome.isFound === true);
        }),
      );
    },
    one: (id) =>
      readOr(undefined, () => {
        const row = byId.get(service, id);
        return row && readRental(row, session);
      }),
    isPut: () => readOr(false, () => put.get(profile, service) !== undefined),
    notePut: (isPut) => void written(() => (isPut ? addPut : removePut).run(profile, service)),
    standing: (claim) => readOrProblem(() => standing(claim)),
    ofOthers: (contracts, id) => {
      try {
        return contracts.filter((contract) => rented.get(service, contract, id) !== undefined);
      } catch {
        return [];
      }
    },
  };
};
