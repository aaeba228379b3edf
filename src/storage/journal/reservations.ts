/**
 * What acts that were sent from here will cost, until the service's own figures hold it: in a file of the user's usual state folder, whichever
 * folder the journal lies in, so that no two programs spend the same room of a limit.
 */
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { openDatabaseFile } from '../files/database-file.ts';
import type { Places } from '../files/places.ts';
import { claimed, type Objection, readOrProblem, written } from './journal.ts';

/** What one act takes up: $/h more than before, undefined where nobody knows, and instances. */
export type Reserved = { readonly perHour: number | undefined; readonly instances: number };

/** Whose limits are used up. */
export type Spender = { readonly service: string; readonly account: string };

/** What stood there before the service was asked for its figures: later ones, and those that were open, are not in them. */
export type ReservedLook = { readonly seen: number; readonly open: readonly number[] };

/** An act whose outcome is not known, or whose answer is awaited: it counts as spent. */
export type OpenReservation = Reserved & { readonly act: string; readonly madeAtEpochMs: number };

export type Reservations = {
  readonly look: (spender: Spender, nowEpochMs: number) => ReservedLook | { readonly problem: string };
  /** What is open, for whoever asks what is used up. */
  readonly open: (spender: Spender, nowEpochMs: number) => readonly OpenReservation[] | { readonly problem: string };
  /**
   * As one step that no other program can come into: `judge` is told what is taken up besides the service's figures, and where it has no objection,
   * what the act takes is noted. A place comes back; nothing is noted where it throws.
   */
  readonly reserve: <Standing>(
    spender: Spender,
    look: ReservedLook,
    act: Reserved & { readonly name: string },
    nowEpochMs: number,
    judge: (others: readonly Reserved[]) => Objection<Standing> | undefined,
  ) => Objection<Standing> | { readonly place: number };
  /** What was refused takes up nothing. */
  readonly settle: (place: number, outcome: 'accepted' | 'refused' | 'unknown') => string | undefined;
};

/** How long what was reserved counts where no figure of the service can hold it, ms. */
const COUNTED_MS = 24 * 3_600_000;

const TABLE = `
  CREATE TABLE reservations (
    line INTEGER PRIMARY KEY AUTOINCREMENT,
    service TEXT NOT NULL,
    account TEXT NOT NULL,
    act TEXT NOT NULL,
    per_hour REAL,
    instances INTEGER NOT NULL,
    made_at_ms INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('sending', 'accepted', 'unknown'))
  ) STRICT;
  CREATE INDEX reservations_by_spender ON reservations (service, account, line)`;

const row = z.object({
  line: z.number(),
  act: z.string(),
  per_hour: z.number().nullable(),
  instances: z.number(),
  made_at_ms: z.number(),
  state: z.enum(['sending', 'accepted', 'unknown']),
});

/** Opens them when they are first asked for; what cannot be opened is told by each. */
export const createReservations = (file: string): Reservations => {
  let opened: { readonly database: DatabaseSync } | { readonly problem: string } | undefined;
  const withFile = <Value>(use: (database: DatabaseSync) => Value): Value | { readonly problem: string } => {
    opened ??= openDatabaseFile(file, Date.now(), {
      name: 'record of what is reserved',
      steps: [TABLE],
      settings: '',
      prove: (database) => database.prepare('SELECT line, act, per_hour, instances FROM reservations LIMIT 1'),
      elsewhere: 'make room for it there',
    });
    return 'problem' in opened ? opened : use(opened.database);
  };
  const rowsOf = (database: DatabaseSync, { service, account }: Spender, sinceMs: number) =>
    database
      .prepare('SELECT * FROM reservations WHERE service = ? AND account = ? AND made_at_ms > ? ORDER BY line')
      .all(service, account, sinceMs)
      .map((found) => row.parse(found));
  const reservedOf = ({ per_hour: perHour, instances }: z.infer<typeof row>): Reserved => ({
    perHour: perHour ?? undefined,
    instances,
  });
  return {
    look: (spender, nowEpochMs) =>
      withFile((database) =>
        readOrProblem(() => {
          const rows = rowsOf(database, spender, nowEpochMs - COUNTED_MS);
          const open = rows.filter(({ state }) => state !== 'accepted').map(({ line }) => line);
          return { seen: rows.at(-1)?.line ?? 0, open };
        }),
      ),
    open: (spender, nowEpochMs) =>
      withFile((database) =>
        readOrProblem(() =>
          rowsOf(database, spender, nowEpochMs - COUNTED_MS)
            .filter(({ state }) => state !== 'accepted')
            .map((found) => ({ ...reservedOf(found), act: found.act, madeAtEpochMs: found.made_at_ms })),
        ),
      ),
    reserve: (spender, { seen, open }, { name, perHour, instances }, nowEpochMs, judge) =>
      withFile((database) =>
        claimed(database, () => {
          const others = rowsOf(database, spender, nowEpochMs - COUNTED_MS).filter(
            ({ line }) => line > seen || open.includes(line),
          );
          const objection = judge(others.map(reservedOf));
          if (objection !== undefined) return objection;
          database.prepare('DELETE FROM reservations WHERE made_at_ms <= ?').run(nowEpochMs - 2 * COUNTED_MS);
          const added = database
            .prepare(
              "INSERT INTO reservations (service, account, act, per_hour, instances, made_at_ms, state) VALUES (?, ?, ?, ?, ?, ?, 'sending')",
            )
            .run(spender.service, spender.account, name, perHour ?? null, instances, nowEpochMs);
          return { place: Number(added.lastInsertRowid) };
        }),
      ),
    settle: (place, outcome) => {
      const settled = withFile((database) =>
        written(() =>
          outcome === 'refused'
            ? database.prepare('DELETE FROM reservations WHERE line = ?').run(place)
            : database.prepare('UPDATE reservations SET state = ? WHERE line = ?').run(outcome, place),
        ),
      );
      return typeof settled === 'object' ? settled.problem : settled;
    },
  };
};

/** Their file; see `limits-file.ts` for why it lies in the usual folder. */
export const reservationsFile = ({ stateFolder }: Pick<Places, 'stateFolder'>): string =>
  join(stateFolder, 'reserved.db');
