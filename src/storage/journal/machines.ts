/** The journal's subject of remembered machines: those that this profile has announced windows for, so that they can be picked. */
import { readOr, type Statements, written } from './journal.ts';

/** The machines that one profile remembers. */
export type SavedMachines = {
  /** Their ids, the one used last first; none when the journal cannot be read. */
  readonly list: () => readonly number[];
  /** Remembers a machine as used at `atEpochMs`. What the journal cannot take is not remembered. */
  readonly remember: (machineId: number, atEpochMs: number) => void;
  /** Forgets a machine; a sentence comes back when the journal could not be written. */
  readonly forget: (machineId: number) => string | undefined;
};

/** The table; a step of the journal. */
export const MACHINES_TABLE = `
  CREATE TABLE machines (
    profile TEXT NOT NULL,
    machine_id INTEGER NOT NULL,
    used_at_ms INTEGER NOT NULL,
    PRIMARY KEY (profile, machine_id)
  ) STRICT`;

/** Machines of a profile that are kept at the most, those used last: more than anybody looks through, and as many as one queue has. */
export const KEPT_MACHINES = 2000;

/** The machines of `profile`. */
export const createSavedMachines = (journal: Statements, profile: string): SavedMachines => {
  const all = journal.prepare('SELECT machine_id FROM machines WHERE profile = ? ORDER BY used_at_ms DESC, machine_id');
  const put = journal.prepare('INSERT OR REPLACE INTO machines (profile, machine_id, used_at_ms) VALUES (?, ?, ?)');
  const trim = journal.prepare(`
    DELETE FROM machines WHERE profile = ? AND machine_id IN (
      SELECT machine_id FROM machines WHERE profile = ? ORDER BY used_at_ms DESC, machine_id LIMIT -1 OFFSET ${KEPT_MACHINES})`);
  const remove = journal.prepare('DELETE FROM machines WHERE profile = ? AND machine_id = ?');
  return {
    list: () => readOr([], () => all.all(profile).map((row) => Number(row.machine_id))),
    remember: (machineId, atEpochMs) =>
      void written(() => {
        put.run(profile, machineId, atEpochMs);
        trim.run(profile, profile);
      }),
    forget: (machineId) => written(() => remove.run(profile, machineId)),
  };
};
