/**
 * A renter's script, on the built program: search, look at what will be sent, rent, wait, stop, destroy; and what comes of it when
 * it is killed, or runs twice at once.
 *
 * @module-tag program
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { holdAfterActing, startFaultProxy } from './support/fault-proxy.ts';
import { call, startTestService } from './support/local-service.ts';
import { atHome } from './support/running-program.ts';
import { usedHome } from './support/used-home.ts';

const PROGRAM = join(import.meta.dirname, '../dist/gpudeck.js');
const TOKEN = 'hf_Zq8W3nTokenOfSomebodyElse';

/** How many times faster lives pass at the service: an instance runs within a second. */
const TIMES = 30;

const quickClock = () => {
  const beganMs = Date.now();
  return { now: () => beganMs + TIMES * (Date.now() - beganMs) };
};

type Place = { readonly url: string; readonly apiKey: string; readonly home: string };

/** Starts a shell script in which `gpudeck` is the built program. */
const start = (script: string, { url, apiKey, home }: Place) => {
  const environment = { GPUDECK_BASE_URL: url, GPUDECK_API_KEY: apiKey, HF_TOKEN: TOKEN };
  const shell = `set -eu\ngpudeck() { ${quoted(process.execPath)} ${quoted(PROGRAM)} "$@"; }\n${script}`;
  const child = spawn('sh', ['-c', shell], {
    env: { PATH: process.env.PATH, ...atHome(home), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
  return { child, ended: ended.then(([[code], out, errors]) => ({ code, out, errors })) };
};

const quoted = (word: string): string => `'${word}'`;

const run = (script: string, place: Place) => start(script, place).ended;

const instancesOf = async (service: Parameters<typeof call>[0] & { readonly apiKey: string }, label: string) => {
  const filters = encodeURIComponent(JSON.stringify({ label: { in: [label] } }));
  const { body } = await call(service, 'GET', `/api/v1/instances/?select_filters=${filters}`, { key: service.apiKey });
  return (body as { readonly instances: readonly { readonly id: number }[] }).instances.map(({ id }) => id);
};

const FIND = `offer=$(gpudeck search 'num_gpus=1 !vms_enabled' --order dph_total --limit 1 --ndjson --fields id 2>/dev/null | tr -dc 0-9)`;
const PLAN = '--image ubuntu:24.04 --disk 20 --label job-1 --env HF_TOKEN';

test('searches, sees what will be sent, rents, waits until it runs, stops and destroys', async () => {
  const service = await startTestService({ offers: 300, clock: quickClock(), still: true });
  const place = { ...service, home: usedHome() };
  const { code, out, errors } = await run(
    `${FIND}
    gpudeck rent "$offer" ${PLAN} --dry-run
    id=$(gpudeck rent "$offer" ${PLAN} --max 100 --yes --wait)
    echo "id $id"
    gpudeck list instances --ndjson --fields id,label,actual_status
    gpudeck instance stop "$id" --yes
    gpudeck instance destroy "$id" --yes
    gpudeck list instances --ndjson --fields id,label`,
    place,
  );
  expect(code, errors).toBe(0);
  const [plan = '', named = '', ...rest] = out.split('\n');
  expect(JSON.parse(plan)).toMatchObject({
    method: 'POST',
    body: { image: 'ubuntu:24.04', disk: 20, label: 'job-1', env: { HF_TOKEN: '[redacted]' } },
  });
  const id = Number(named.replace('id ', ''));
  expect(rest.map((line) => line && JSON.parse(line))).toContainEqual({ id, label: 'job-1', actual_status: 'running' });
  expect(out.split('\n').filter((line) => line === `{"id":${id},"label":"job-1"}`)).toEqual([]);
  expect(errors).toContain(`instance ${id}: running`);
  expect(out + errors).not.toContain(TOKEN);
  expect(await instancesOf(service, 'job-1')).toEqual([]);
});

test('killed between its request and the answer, it does not rent again until it is told to', async () => {
  const service = await startTestService({ offers: 300, still: true });
  await using proxy = await startFaultProxy(service.url);
  const held = Promise.withResolvers<void>();
  proxy.decide(({ method, path }) =>
    method === 'POST' && path.startsWith('/api/v0/asks/')
      ? async (caught) => {
          await holdAfterActing(caught);
          held.resolve();
        }
      : undefined,
  );
  const place = { ...service, url: proxy.url, home: usedHome() };
  const { out: offer } = await run(`${FIND}; printf %s "$offer"`, place);
  const { child, ended } = start(`gpudeck rent ${offer} ${PLAN} --yes`, place);
  await held.promise;
  process.kill(-(child.pid ?? 0), 'SIGKILL');
  await ended;
  const again = await run(`gpudeck rent ${offer} ${PLAN} --yes`, place);
  expect({ code: again.code, out: again.out }).toEqual({ code: 6, out: '' });
  expect(again.errors).toContain('outcome unknown: it may be rented. Nothing was sent.');
  expect(await instancesOf(service, 'job-1')).toHaveLength(1);
  expect(
    proxy.requests.filter(({ method, path }) => method === 'POST' && path.startsWith('/api/v0/asks/')),
  ).toHaveLength(1);
});

test.each([2, 5])('%i at once rent an offer once: one gets the id, and the others say why not', async (count) => {
  const service = await startTestService({ offers: 300, still: true });
  await using proxy = await startFaultProxy(service.url);
  const place = { ...service, url: proxy.url, home: usedHome() };
  const { out: offer } = await run(`${FIND}; printf %s "$offer"`, place);
  const runs = await Promise.all(
    Array.from({ length: count }, () => run(`gpudeck rent ${offer} ${PLAN} --yes`, place)),
  );
  const ids = runs.flatMap(({ code, out }) => (code === 0 ? [Number(out)] : []));
  expect(ids).toEqual(await instancesOf(service, 'job-1'));
  expect(ids).toHaveLength(1);
  for (const { code, out, errors } of runs) {
    if (code === 0) continue;
    expect([1, 4, 6]).toContain(code);
    expect(out).toBe('');
    expect(errors).toMatch(/outcome unknown|first, so this one sent nothing|is gone|called too soon/);
  }
});
