/**
 * Several programs that look after the same leases, and programs that are killed at each step: cells of the fault matrix.
 *
 * @module-tag program
 */
import { expect, test } from 'vitest';
import { LEASE_FAULTS, playLease } from './faults/leases.ts';

/** The others are played by `npm run faults`, and in one process by `test/leases.test.ts`. */
const PLAYED = ['two programs', 'kill -9 between claim and call'];

test.concurrent.each(
  LEASE_FAULTS.filter(({ name }) => PLAYED.includes(name)).map((fault) => [fault.name, fault] as const),
)('%s', async (_, fault) => {
  expect((await playLease(fault)).problems).toEqual([]);
});
