/** Writes a rental into the database. */
import type { Database } from '../database/database.ts';
import type { Rental } from './rentals.ts';

/** A function that writes one rental of a machine. */
export const prepareRentalInsert = (database: Database): ((machineId: number, rental: Rental) => void) => {
  const insert = database.prepare(
    'INSERT INTO instances (id, machine_id, renter_id, first_gpu, num_gpus, actual_status) VALUES (?, ?, ?, ?, ?, ?)',
  );
  return (machineId, { id, renterId, firstGpu, gpus, status }) => {
    insert.run(id, machineId, renterId, firstGpu, gpus, status);
  };
};
