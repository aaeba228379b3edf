/** The journal's subject of whose machines are: what the service has told of those that were planned for, and of the user's own. */
import { z } from 'zod';
import { inOneStep, readOr, type Statements, soundRows, written } from './journal.ts';

/** A machine's id and the user id of its host. */
type MachineHost = readonly [machineId: number, hostId: number];

/** The hosts of machines of one service. What the journal cannot take is not remembered. */
export type KnownHosts = {
  /** None when the journal cannot be read. */
  readonly list: () => readonly MachineHost[];
  readonly remember: (hosts: readonly MachineHost[]) => void;
};

/** The table; a step of the journal. */
export const MACHINE_HOSTS_TABLE = `
  CREATE TABLE machine_hosts (
    service TEXT NOT NULL,
    machine_id INTEGER NOT NULL,
    host_id INTEGER NOT NULL,
    PRIMARY KEY (service, machine_id)
  ) STRICT`;

/** Machines of a service that are kept at the most, those learned last: two queues of the largest size. */
const KEPT_HOSTS = 4000;

/** The hosts at `service`. */
export const createKnownHosts = (journal: Statements, service: string): KnownHosts => {
  const all = journal.prepare('SELECT machine_id, host_id FROM machine_hosts WHERE service = ?');
  const put = journal.prepare('INSERT OR REPLACE INTO machine_hosts (service, machine_id, host_id) VALUES (?, ?, ?)');
  const trim = journal.prepare(`
    DELETE FROM machine_hosts WHERE service = ? AND rowid IN (
      SELECT rowid FROM machine_hosts WHERE service = ? ORDER BY rowid DESC LIMIT -1 OFFSET ${KEPT_HOSTS})`);
  const list = () => readOr([], () => soundRows(all.all(service), readRow));
  return {
    list,
    remember: (hosts) => {
      const known = new Map(list());
      const news = hosts.filter(([machineId, hostId]) => known.get(machineId) !== hostId);
      if (news.length === 0) return;
      written(() =>
        inOneStep(journal, () => {
          for (const [machineId, hostId] of news) put.run(service, machineId, hostId);
          trim.run(service, service);
        }),
      );
    },
  };
};

const rowSchema = z.object({ machine_id: z.int(), host_id: z.int() });

const readRow = (row: unknown): MachineHost => {
  const { machine_id: machineId, host_id: hostId } = rowSchema.parse(row);
  return [machineId, hostId];
};
