/**
 * @module-tag service
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import type { Service } from '../src/local-service/serve.ts';
import { call, standingClock, startTestService, temporaryFolder } from './support/local-service.ts';

const WINDOW = {
  sdate: '2026-12-01T02:00:00Z',
  duration: 2,
  maintenance_reason: 'replace a disk',
  maintenance_category: 'disk',
};

const announce = (service: Service, machineId: number | string, body: unknown, key = service.apiKey) =>
  call(service, 'PUT', `/api/v0/machines/${machineId}/dnotify`, { key, body });

/** A service on a file, with one machine of the caller's, one of another host's, and what the database says of both. */
const startWithMachines = async (options: Parameters<typeof startTestService>[0] = {}) => {
  const dataFile = join(temporaryFolder(), 'service.db');
  const service = await startTestService({ dataFile, ...options });
  const database = new DatabaseSync(dataFile, { readOnly: true });
  const machineWhere = (condition: string) =>
    Number(database.prepare(`SELECT id FROM machines WHERE host_id ${condition} ORDER BY id LIMIT 1`).get(204117)?.id);
  return {
    service,
    own: machineWhere('= ?'),
    foreign: machineWhere('<> ?'),
    renters: (machineId: number) =>
      Number(
        database.prepare('SELECT count(DISTINCT renter_id) AS n FROM instances WHERE machine_id = ?').get(machineId)?.n,
      ),
    windows: () =>
      database
        .prepare('SELECT * FROM maintenance_windows ORDER BY id')
        .all()
        .map((row) => ({ ...row })),
  };
};

describe('PUT /api/v0/machines/{machine_id}/dnotify', () => {
  test('"you_sent is a count sentence of the form `<n> notifications sent`", n being the renters of the machine', async () => {
    const { service, own, renters } = await startWithMachines();
    expect(renters(own)).toBeGreaterThan(0);
    expect(await announce(service, own, WINDOW)).toEqual({
      status: 200,
      body: { success: true, you_sent: `${renters(own)} notifications sent` },
    });
  });

  test('the window is stored as it was announced', async () => {
    const { service, own, renters, windows } = await startWithMachines();
    await announce(service, own, WINDOW);
    expect(windows()).toEqual([
      {
        id: 1,
        machine_id: own,
        user_id: 204117,
        starts_at: 1_796_090_400,
        duration_hours: 2,
        category: 'disk',
        reason: 'replace a disk',
        notifications_sent: renters(own),
        created_at: 1_793_534_400,
        cancelled_at: null,
      },
    ]);
  });

  test.each([
    ['epoch seconds', 1_796_090_400, 1_796_090_400],
    ['epoch seconds as text', '1796090400', 1_796_090_400],
    ['a datetime without seconds', '2026-12-01T02:00Z', 1_796_090_400],
    ['a datetime with an offset', '2026-12-01T04:00:00+02:00', 1_796_090_400],
    ['a datetime with a fraction', '2026-12-01T02:00:00.750Z', 1_796_090_400],
  ])('sdate may be %s', async (_, sdate, startsAt) => {
    const { service, own, windows } = await startWithMachines();
    expect((await announce(service, own, { ...WINDOW, sdate })).status).toBe(200);
    expect(windows()).toMatchObject([{ starts_at: startsAt }]);
  });

  test.each([
    ['no start', { sdate: undefined }, 'sdate: must be an ISO 8601 UTC datetime, for example 2026-12-01T02:00:00Z'],
    ['a start without zone', { sdate: '2026-12-01T02:00:00' }, /^sdate: /],
    ['a start that no calendar has', { sdate: '2026-02-30T02:00:00Z' }, /^sdate: /],
    ['a start in milliseconds', { sdate: 1_796_090_400_000 }, /^sdate: /],
    ['a start that is only a year', { sdate: '2026' }, /^sdate: /],
    ['a start that is no date', { sdate: 'tomorrow' }, /^sdate: /],
    ['no length', { duration: undefined }, 'duration: must be a number of hours greater than 0'],
    ['no length at all', { duration: 0 }, /^duration: /],
    ['a negative length', { duration: -1 }, /^duration: /],
    ['a length in words', { duration: 'two' }, /^duration: /],
    ['an empty length', { duration: '' }, /^duration: /],
    [
      'another category',
      { maintenance_category: 'weather' },
      'maintenance_category: must be one of power, internet, disk, gpu, software, other',
    ],
    ['a reason that is no text', { maintenance_reason: 7 }, 'maintenance_reason: must be a string'],
  ])('%s is refused by name and nothing is stored', async (_, change, msg) => {
    const { service, own, windows } = await startWithMachines();
    expect(await announce(service, own, { ...WINDOW, ...change })).toEqual({
      status: 400,
      body: { success: false, error: 'invalid_args', msg: typeof msg === 'string' ? msg : expect.stringMatching(msg) },
    });
    expect(windows()).toEqual([]);
  });

  test.each([{}, { maintenance_category: null }, { maintenance_category: 'not provided' }])(
    'a window needs no reason and no category: %j',
    async (fields) => {
      const { service, own, windows } = await startWithMachines();
      const window = { sdate: WINDOW.sdate, duration: '1.5', ...fields };
      expect((await announce(service, own, window)).status).toBe(200);
      expect(windows()).toMatchObject([{ duration_hours: 1.5, category: '', reason: '' }]);
    },
  );

  test('a machine that is not there gives 404, one of another host 403', async () => {
    const { service, foreign, windows } = await startWithMachines();
    expect(await announce(service, 999_999, WINDOW)).toEqual({
      status: 404,
      body: { success: false, error: 'no_such_machine', msg: 'there is no machine 999999' },
    });
    expect(await announce(service, 'mine', WINDOW)).toEqual({
      status: 404,
      body: { success: false, error: 'no_such_machine', msg: 'there is no machine mine' },
    });
    expect(await announce(service, foreign, WINDOW)).toEqual({
      status: 403,
      body: { success: false, error: 'not_your_machine', msg: `machine ${foreign} belongs to another host` },
    });
    expect(windows()).toEqual([]);
  });

  test('"Rate limit threshold, schedule maintenance: 2.5": the refused call announces nothing', async () => {
    const clock = standingClock();
    const { service, own, windows } = await startWithMachines({ thresholds: true, clock });
    expect((await announce(service, own, WINDOW)).status).toBe(200);
    clock.pass(2.4);
    expect(await announce(service, own, WINDOW)).toEqual({
      status: 429,
      body: {
        detail: 'API requests too frequent endpoint threshold=2.5',
        msg: 'API requests too frequent endpoint threshold=2.5',
      },
    });
    expect(windows()).toHaveLength(1);
    clock.pass(0.1);
    expect((await announce(service, own, WINDOW)).status).toBe(200);
    expect(windows()).toHaveLength(2);
  });

  test('a call that was refused for its body starts no wait', async () => {
    const { service, own } = await startWithMachines({ thresholds: true });
    expect((await announce(service, own, { ...WINDOW, duration: 0 })).status).toBe(400);
    expect((await announce(service, own, WINDOW)).status).toBe(200);
  });
});
