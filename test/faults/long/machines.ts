/** Machines to announce maintenance for. */
import { DatabaseSync } from 'node:sqlite';

/** The ids of a machine of the caller's and of one of another host's. */
export type Machines = { readonly own: number; readonly foreign: number };

/** The machines with the smallest ids in a service's database. */
export const machinesIn = (dataFile: string, userId: number): Machines => {
  const database = new DatabaseSync(dataFile, { readOnly: true });
  const find = (condition: string) =>
    Number(database.prepare(`SELECT min(id) AS id FROM machines WHERE host_id ${condition}`).get(userId)?.id);
  const machines = { own: find('= ?'), foreign: find('<> ?') };
  database.close();
  return machines;
};
