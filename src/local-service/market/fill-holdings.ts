/** Gives the market its people: users, their volumes and their cloud connections. */
import type { Database } from '../database/database.ts';
import { CALLER_USER_ID, callerRole } from './caller.ts';
import type { Machine } from './machines.ts';
import { createRandom } from './random.ts';
import { RENTER_IDS } from './rentals.ts';
import { rounded } from './rounding.ts';

const DAY_S = 86_400;
const FIRST_VOLUME_ID = 8_400_000;
const FIRST_CONNECTION_ID = 7300;

const CALLERS_CONNECTIONS = [
  { name: 'training-sets', type: 's3' },
  { name: 'checkpoints-archive', type: 'backblaze' },
  { name: 'Team drive', type: 'gdrive' },
  { name: 'paper results', type: 'dropbox' },
] as const;

/** Writes down everyone who hosts or rents on `machines`, and what they keep there. */
export const fillHoldings = (
  database: Database,
  seed: number,
  machines: readonly Machine[],
  nowEpochS: number,
): void => {
  insertUsers(database, machines);
  insertVolumes(database, seed, machines, nowEpochS);
  insertConnections(database, seed);
};

const insertUsers = (database: Database, machines: readonly Machine[]): void => {
  const insert = database.prepare('INSERT OR IGNORE INTO users (id, name) VALUES (?, ?)');
  insert.run(CALLER_USER_ID, 'caller');
  for (const id of RENTER_IDS) insert.run(id, `renter-${id}`);
  for (const { hostId } of machines) insert.run(hostId, `host-${hostId}`);
};

/** The caller keeps a volume wherever they rent, up to six; others have some here and there. */
const insertVolumes = (database: Database, seed: number, machines: readonly Machine[], nowEpochS: number): void => {
  const insert = database.prepare(
    'INSERT INTO volumes (id, owner_id, machine_id, status, disk_space, start_date) VALUES (?, ?, ?, ?, ?, ?)',
  );
  let callersVolumes = 0;
  machines.forEach((machine, index) => {
    const random = createRandom(seed, index, FIRST_VOLUME_ID);
    const isCallers = callerRole(seed, index) === 'renter' && callersVolumes < 6;
    if (!isCallers && !random.chance(0.02)) return;
    if (isCallers) callersVolumes += 1;
    insert.run(
      FIRST_VOLUME_ID + index * 3,
      isCallers ? CALLER_USER_ID : random.pick(RENTER_IDS),
      machine.id,
      random.pick(['active', 'active', 'active', 'creating', 'offline']),
      rounded(random.between(10, 1500), 2),
      rounded(nowEpochS - random.between(0.5, 200) * DAY_S, 4),
    );
  });
};

const insertConnections = (database: Database, seed: number): void => {
  const insert = database.prepare('INSERT INTO connections (id, owner_id, name, cloud_type) VALUES (?, ?, ?, ?)');
  CALLERS_CONNECTIONS.forEach(({ name, type }, place) => {
    insert.run(FIRST_CONNECTION_ID + place * 7, CALLER_USER_ID, name, type);
  });
  const random = createRandom(seed, FIRST_CONNECTION_ID);
  RENTER_IDS.slice(0, 40).forEach((renterId, place) => {
    insert.run(FIRST_CONNECTION_ID + 1000 + place, renterId, `bucket-${place + 1}`, random.pick(['s3', 'gdrive']));
  });
};
