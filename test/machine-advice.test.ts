/** What prices would bring, told by `gpudeck machine advise`. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serviceAt } from '../src/api/http/base-url.ts';
import { openSqliteHistory } from '../src/history/sqlite-store.ts';
import { listedMachine, startHostService } from './support/host-service.ts';
import { impatientClock, TIME_LIMITS_MS } from './support/impatient-clock.ts';
import { temporaryFolder } from './support/local-service.ts';
import { gpudeck } from './support/one-shot.ts';
import { recordRented } from './support/rented-record.ts';

const NOW_MS = Date.UTC(2026, 10, 22, 12);

const recorded = async (file: string, url: string, hours: number): Promise<void> => {
  const opened = openSqliteHistory(file, 0);
  if ('problem' in opened) throw new Error(opened.problem);
  await recordRented(opened.store, serviceAt(url), hours, NOW_MS);
  await opened.store.close();
};

const advise = (url: string, file: string, line: string, columns = 100) =>
  gpudeck(['machine', 'advise', ...line.split(' '), '--history', `sqlite:${file}`], {
    environment: { GPUDECK_BASE_URL: url, GPUDECK_API_KEY: 'key' },
    clock: impatientClock(NOW_MS, TIME_LIMITS_MS),
    columns,
  });

test('advice names the price that would bring the most, beside the present one and the median', async () => {
  await using server = await startHostService([listedMachine(7), listedMachine(8, { gpu_name: null })]);
  const file = join(temporaryFolder(), 'history.db');
  await recorded(file, server.url, 240);
  const { code, out } = await advise(server.url, file, '7');
  expect(code).toBe(0);
  expect(out).toMatch(
    /^About \$0\.3000 for a GPU would bring the most: \$25\.\d\d a day, likely \$[\d.]+ to\s\$[\d.]+\./,
  );
  expect(out).toMatch(/\n +\$\/GPU\/h +a day +rented +likely +cases\n/);
  expect(out).toMatch(
    /\n +0\.3000 +\$25\.\d\d +8\d % .* 60 {2}the most\n +0\.4000 +\$9\.\d\d +2\d % .* 5\d {2}now\n +0\.4200 .* median\n/,
  );
  expect(out.replaceAll('\n', ' ')).toContain(
    'By 1 machine, known for 10.0 days on average, up to 2026-11-22 11:00:00',
  );

  const { out: json } = await advise(server.url, file, '7 --json');
  expect(JSON.parse(json)).toMatchObject({
    ...{
      machine_id: 7,
      gpus: 4,
      price_gpu: 0.4,
      median_price_gpu: 0.42,
      machines: 1,
      recorded_until: '2026-11-22T11:00:00Z',
    },
    best: { price_gpu: expect.closeTo(0.3), rented: expect.closeTo(0.875, 1), is_enough: true },
    present: { price_gpu: 0.4, income_per_day: expect.closeTo(9.6, 0) },
  });
  expect((await advise(server.url, file, '7', 72)).out).toMatch(/ likely +cases\n/);
  for (const line of (await advise(server.url, file, '7', 40)).out.split('\n'))
    expect(line.length).toBeLessThanOrEqual(40);
  // All of its words are ASCII: it loses no line either.
  expect((await advise(server.url, file, '7 --ascii')).out).toBe(out);
  expect(server.writes()).toEqual([]);

  const strange = await advise(server.url, file, '9');
  expect([strange.code, strange.errors]).toEqual([1, 'gpudeck machine: you host no machine 9\n']);
  expect((await advise(server.url, file, '8')).errors).toContain('model or GPUs of machine 8 are not known');
});

test('advice says where there are too few cases, and where nothing is recorded', async () => {
  await using server = await startHostService([listedMachine(7)]);
  const file = join(temporaryFolder(), 'history.db');
  await recorded(file, server.url, 40);
  const { out } = await advise(server.url, file, '7');
  expect(out).toMatch(/^Too few cases: at no price were 30 rentals seen to begin\./);
  expect(out).toMatch(/0\.3000 .* too few cases\n/);
  expect(JSON.parse((await advise(server.url, file, '7 --json')).out)).toMatchObject({ best: null });
  const other = join(temporaryFolder(), 'history.db');
  await recorded(other, 'http://elsewhere.example', 1);
  const { out: nothing } = await advise(server.url, other, '7');
  expect(nothing).toMatch(/^Nothing is recorded/);
});
