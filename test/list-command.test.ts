/** Printing lists of the account's own, and of these only what a filter line asks for. */
import { expect, test } from 'vitest';
import { impatientClock, TIME_LIMITS_MS } from './support/impatient-clock.ts';
import { temporaryFolder } from './support/local-service.ts';
import { gpudeck } from './support/one-shot.ts';
import { json, startScriptedServer } from './support/scripted-server.ts';

const INSTANCES = [
  { id: 5, label: 'sweep-1', actual_status: 'running' },
  { id: 6, label: 'sweep-2', actual_status: 'exited' },
  { id: 7, label: null, actual_status: 'running' },
];

/** `gpudeck list instances` with a filter, on a service that has those. */
const listed = async (filter: string) => {
  await using server = await startScriptedServer(json(200, { success: true, instances: INSTANCES }));
  const printed = await gpudeck(['list', 'instances', '--filter', filter, '--json', '--config', temporaryFolder()], {
    environment: { GPUDECK_BASE_URL: server.url, GPUDECK_API_KEY: 'key' },
    clock: impatientClock(Date.UTC(2026, 10, 22, 12), TIME_LIMITS_MS),
  });
  return { ...printed, asked: server.requests.length };
};

test('prints the records that meet the filter alone', async () => {
  const { code, out } = await listed('label=sweep* status=running');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual([INSTANCES[0]]);
});

test('asks for nothing where the filter is wrong, and says what was probably meant', async () => {
  const { code, errors, asked } = await listed('labl=sweep*');
  expect(code).toBe(2);
  const { message } = JSON.parse(errors).error;
  expect(message).toContain('there is a problem in the filter, so nothing was asked for');
  expect(message).toContain('did you mean label?');
  expect(asked).toBe(0);
});
