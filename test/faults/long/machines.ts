/** What calls can be about: machines to announce maintenance for, an offer to rent, an instance. */
import { DatabaseSync } from 'node:sqlite';

/** The ids of a machine of the caller's and of one of another host's, of an offer that can be rented, and of an instance of the caller's. */
export type Machines = {
  readonly own: number;
  readonly foreign: number;
  readonly offer: number;
  readonly instance: number;
};

/** The machines with the smallest ids in a service's database. */
export const machinesIn = (dataFile: string, userId: number): Machines => {
  const database = new DatabaseSync(dataFile, { readOnly: true });
  const find = (condition: string) =>
    Number(database.prepare(`SELECT min(id) AS id FROM machines WHERE host_id ${condition}`).get(userId)?.id);
  const firstOf = (sql: string) => Number(database.prepare(sql).get()?.id);
  const machines = {
    own: find('= ?'),
    foreign: find('<> ?'),
    offer: firstOf('SELECT min(id) AS id FROM offers WHERE rentable AND NOT vms_enabled'),
    instance: firstOf('SELECT min(id) AS id FROM contracts'),
  };
  database.close();
  return machines;
};
