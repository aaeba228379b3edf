/**
 * @module-tag service
 */
import { describe, expect, test } from 'vitest';
import { CALLER_USER_ID } from '../src/local-service/market/caller.ts';
import {
  countRenters,
  findMachine,
  gpuNames,
  listConnectionsOf,
  listVolumesOf,
} from '../src/local-service/market/holdings.ts';
import { EVERYTHING, find, findAll, openMarket, type Row } from './support/market.ts';

const values = (rows: readonly Row[], name: string): ReadonlySet<unknown> => new Set(rows.map((row) => row[name]));

describe('what people have on the market', () => {
  test('the caller owns volumes, with the published fields and the facts of their machines', () => {
    const database = openMarket({ offers: 1000 });
    const volumes = listVolumesOf(database, CALLER_USER_ID, 0);
    expect(volumes.length).toBeGreaterThan(2);
    for (const volume of volumes) {
      const [offer] = find(database, { ...EVERYTHING, machine_id: { eq: volume.machine_id } });
      expect(Object.keys(volume).sort()).toEqual([
        'cpu_arch',
        'cpu_name',
        'cuda_max_good',
        'disk_name',
        'disk_space',
        'driver_version',
        'host_id',
        'id',
        'inet_down',
        'inet_up',
        'instances',
        'machine_id',
        'mobo_name',
        'os_version',
        'public_ipaddr',
        'reliability2',
        'start_date',
        'static_ip',
        'status',
        'storage_total_cost',
        'verification',
      ]);
      expect(volume).toMatchObject({ cpu_name: offer?.cpu_name, host_id: offer?.host_id, static_ip: offer?.static_ip });
      expect(volume.storage_total_cost).toBe((Number(offer?.storage_cost) * Number(volume.disk_space)) / 720);
      expect(volume.instances).toEqual([{ id: expect.any(Number), actual_status: expect.any(String) }]);
    }
  });

  test('the caller has cloud connections, and somebody unknown has nothing', () => {
    const database = openMarket({ offers: 20 });
    expect(listConnectionsOf(database, CALLER_USER_ID)).toContainEqual({
      id: 7300,
      name: 'training-sets',
      cloud_type: 's3',
    });
    expect(listConnectionsOf(database, 1)).toEqual([]);
    expect(listVolumesOf(database, 1, 0)).toEqual([]);
  });

  test('the caller hosts machines on which others rent', () => {
    const database = openMarket();
    const machines = [...values(findAll(database, { host_id: { eq: CALLER_USER_ID } }), 'machine_id')].map(Number);
    expect(machines.length).toBeGreaterThanOrEqual(3);
    for (const machineId of machines.slice(0, 3)) {
      expect(findMachine(database, machineId)).toEqual({ hostId: CALLER_USER_ID });
      expect(countRenters(database, machineId)).toBeGreaterThan(0);
    }
  });

  test('a renter with several rentals on one machine is one renter', () => {
    const database = openMarket({ offers: 2000 });
    const instances = database.prepare('SELECT machine_id, renter_id FROM instances').all();
    const machines = Object.values(Object.groupBy(instances, (instance) => String(instance.machine_id)));
    const renters = machines.map((group = []) => new Set(group.map((instance) => instance.renter_id)).size);
    expect(Math.max(...renters)).toBeGreaterThan(2);
    expect(Math.max(...machines.map((group = [], place) => group.length - (renters[place] ?? 0)))).toBeGreaterThan(0);
    expect(machines.map((group = []) => countRenters(database, Number(group[0]?.machine_id)))).toEqual(renters);
  });

  test('an unknown machine has no host and no renters', () => {
    const database = openMarket({ offers: 5 });
    expect(findMachine(database, 1)).toBeUndefined();
    expect(countRenters(database, 1)).toBe(0);
  });

  test('the models on offer are listed once each, by name', () => {
    const database = openMarket();
    const names = gpuNames(database);
    expect(names).toEqual([...new Set(names)].sort());
    expect(new Set(names)).toEqual(values(findAll(database), 'gpu_name'));
  });
});
