/**
 * A service that sends what waits in a data file until nothing does, beside others on the same file. It begins when it is told to, and
 * says when it has looked for what is to be sent first.
 */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { createDeliverer } from '../../src/local-service/account/deliverer.ts';
import { openDataFile } from '../../src/local-service/data-file.ts';
import { neverWait } from '../../src/local-service/database.ts';

/** What webhooks are sealed with there. */
export const SEAL = 'seal';

const run = async (dataFile: string): Promise<void> => {
  const database = openDataFile(dataFile);
  neverWait(database);
  const deliverer = createDeliverer({ database, seal: SEAL, reach: 'loopback', clock: { now: Date.now } });
  const waiting = database.prepare(
    "SELECT count(*) AS count FROM webhook_deliveries WHERE state IN ('waiting', 'sending')",
  );
  process.stdout.write('ready\n');
  await once(process.stdin, 'data');
  const first = deliverer.run();
  process.stdout.write('begun\n');
  await first;
  while (waiting.get()?.count !== 0) {
    await pause(1);
    await deliverer.run();
  }
  await deliverer.stop();
  database.close();
  process.stdin.destroy();
};

const [, , dataFile] = process.argv;
if (import.meta.main && dataFile !== undefined) await run(dataFile);
