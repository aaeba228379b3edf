/** What a host's stories need: a local service with machines of the caller's own. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import type { Service, ServiceOptions } from '../../src/local-service/serve.ts';
import { startTestService, temporaryFolder } from './local-service.ts';

/** One maintenance window as the service has recorded it. */
export type RecordedWindow = {
  readonly machine: number;
  readonly start: string;
  readonly hours: number;
  readonly category: string;
  readonly reason: string;
};

/** A service and its books. */
type HostService = {
  readonly service: Service;
  /** Machines that belong to the caller, the lowest id first. */
  readonly machineIds: readonly number[];
  /** What it has recorded, the oldest first. */
  readonly windows: () => readonly RecordedWindow[];
};

/** A service on a file of its own, on which the caller is the host of `count` machines. */
export const startHostService = async (count: number, options: Partial<ServiceOptions> = {}): Promise<HostService> => {
  const dataFile = options.dataFile ?? join(temporaryFolder(), 'service.db');
  const service = await startTestService({ offers: 60, seed: 7, ...options, dataFile });
  const database = new DatabaseSync(dataFile);
  onTestFinished(() => database.close());
  const chosen = database.prepare('SELECT id FROM machines ORDER BY id LIMIT ?').all(count);
  const machineIds = chosen.map(({ id }) => Number(id));
  const own = database.prepare('UPDATE machines SET host_id = ? WHERE id = ?');
  for (const id of machineIds) own.run(service.userId, id);
  const windows = database.prepare('SELECT * FROM maintenance_windows ORDER BY id');
  return {
    service,
    machineIds,
    windows: () =>
      windows.all().map((row) => ({
        machine: Number(row.machine_id),
        start: new Date(Number(row.starts_at) * 1000).toISOString(),
        hours: Number(row.duration_hours),
        category: String(row.category),
        reason: String(row.reason),
      })),
  };
};
