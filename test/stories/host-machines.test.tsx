/** A host's machines and the windows announced for them, as the service lists them: looked at, and picked for a window. */
import '../support/with-colour.ts';
import { describe, expect, test } from 'vitest';
import { reachableBindings } from '../../src/tui/keys/binding.ts';
import { call, startTestService } from '../support/local-service.ts';
import { openMaintenance, tap, typePlan } from '../support/maintenance.ts';
import { json, type ScriptedReply, startScriptedServer } from '../support/scripted-server.ts';

const MACHINES = [
  {
    id: 1206,
    hostname: 'node-2',
    num_gpus: 4,
    gpu_name: 'RTX 4090',
    gpu_occupancy: 'DDIx',
    listed: true,
    listed_gpu_cost: 0.41,
    earn_day: 21.5,
    num_reports: 2,
    geolocation: 'Norway, NO',
  },
  { id: 1209, hostname: 'node-3', num_gpus: 8, gpu_name: 'H100 SXM', gpu_occupancy: 'xxxxxxxx', earn_day: 0 },
];

const startLister = async (...more: readonly ScriptedReply[]) => {
  const server = await startScriptedServer(...more);
  server.offer('machines/?owner=me', json(200, { machines: MACHINES }));
  return { server, service: { url: server.url, apiKey: 'sk-test-0123456789', userId: 204117 } };
};

/** Another's offer of one such GPU. */
const other = (id: number, price: number) => ({
  ...{ id, machine_id: 9000 + id, host_id: 7, gpu_name: 'RTX 4090', num_gpus: 1, verification: 'verified' },
  ...{ dph_base: price, dph_total: price },
});

/** Answers each call of the pane by its path. */
const answering =
  (machines: readonly object[], offers: readonly object[]): ScriptedReply =>
  (response, request) => {
    const { path } = request;
    const day = Math.floor(Date.UTC(2026, 10, 21) / 86_400_000);
    const answer = path.includes('machine-earnings')
      ? {
          per_day: [1, 0].map((ago) => ({ day: day - ago, gpu_earn: 3 + ago, sto_earn: 0.5, sla_earn: 9 })),
          current: {},
        }
      : path.endsWith('/reports/')
        ? [{ problem: 'slow disk', message: 'half of what was promised', created_at: '2026-11-20T09:00:00Z' }]
        : path.includes('bundles')
          ? { offers }
          : path.includes('maintenances')
            ? []
            : { machines };
    json(200, answer)(response, request);
  };

describe('a host', () => {
  test('sees where the price of each machine stands in the market, and all that is told of one on its page', async () => {
    const machines = [
      { ...MACHINES[0], machine_id: 1206, verification: 'verified', host_id: 204117 },
      { ...MACHINES[1], listed: false, listed_gpu_cost: 2 },
      {
        id: 1210,
        gpu_name: 'RTX 4090',
        num_gpus: 1,
        listed: true,
        listed_gpu_cost: 0.2,
        verification: 'verified',
        timeout: 90,
      },
    ];
    const own = { ...other(1, 1.64), machine_id: 1206, host_id: 204117, num_gpus: 4 };
    // Another's, in any order; one is not alike, and one is of the host's other machines.
    const offers = [
      ...[0.5, 0.3, 0.6, 0.4, 0.7].map((price, at) => other(10 + at, price)),
      { ...other(20, 0.1), verification: 'unverified' },
      { ...other(21, 0.05), machine_id: 1210, host_id: 204117 },
      own,
    ];
    const reply = answering(machines, offers);
    await using server = await startScriptedServer(...Array.from({ length: 20 }, () => reply));
    for (const call of ['machines/?owner=me', 'maintenances?owner=me', 'reports/'] as const) server.offer(call, reply);
    const service = { url: server.url, apiKey: 'sk-test-0123456789', userId: 204117 };
    const deck = await openMaintenance(service, { columns: 100, rows: 50, parts: { pane: 'machines' } });
    const rowOf = (id: number) => deck.screen().find((line) => line.includes(` ${id} `)) ?? '';
    // What is wrong comes first: what is not listed, and what is not heard of.
    expect(deck.screen().flatMap((line) => /^ [ >]. +(12\d\d) /.exec(line)?.[1] ?? [])).toEqual([
      '1209',
      '1210',
      '1206',
    ]);
    expect(rowOf(1206)).toMatch(/0\.4100 +3rd of 6 .* -18% /);
    expect(rowOf(1210)).toMatch(/0\.2000 +1st of 6 .* -60% /);
    expect(rowOf(1209)).toMatch(/2\.0000 +- .* ! off/);
    await deck.press('machines.last', 'machines.open');
    const page = deck.text();
    expect(page).toMatch(/Its price in the market +3rd of 6 {2}-18%/);
    expect(page).toContain('Among 5 offers of others that are alike in model and verification');
    expect(page).toMatch(/What renters find of it +1 offer/);
    expect(page).toContain('1.6400 $/h, 0.4100 $/GPU/h');
    expect(page).toMatch(/Earned in 30 days, UTC +\$8\.00, \$4\.50 a day/);
    expect(page).toContain('Fri 20 Nov 10:00  slow disk: half of what was promised');
    expect(page).toContain('host_id  204117');
    expect(page).not.toContain('machine_id');
    await deck.press('machines.close', 'machines.first', 'machines.open');
    expect(deck.text()).toContain('Machine 1209   node-3   not listed');
    expect(deck.text()).toContain('It is not listed, and has no place.');
  });

  test('who leaves the page of a machine before its answers have come finds them when it is opened again', async () => {
    let isSilent = true;
    const told = answering(MACHINES, []);
    const reply: ScriptedReply = (response, request) => {
      if (!isSilent || !request.path.includes('earnings')) told(response, request);
    };
    await using server = await startScriptedServer(...Array.from({ length: 20 }, () => reply));
    for (const call of ['machines/?owner=me', 'maintenances?owner=me', 'reports/'] as const) server.offer(call, reply);
    const service = { url: server.url, apiKey: 'sk-test-0123456789' };
    const deck = await openMaintenance(service, {
      columns: 100,
      rows: 40,
      parts: { pane: 'machines', userId: 204117 },
    });
    tap(deck, 'machines.open');
    await deck.until((screen) => screen.some((line) => line.includes('Asking ...')));
    isSilent = false;
    tap(deck, 'machines.close');
    tap(deck, 'machines.open');
    await deck.settle();
    expect(deck.text()).toMatch(/Earned in 30 days, UTC +\$8\.00, /);
    expect(deck.text()).not.toContain('Asking ...');
  });

  test('who looks elsewhere before the machines have come finds their places in the market on coming back', async () => {
    const asked = Promise.withResolvers<() => void>();
    const told = answering([{ ...MACHINES[0], verification: 'verified' }], [other(1, 0.3), other(2, 0.5)]);
    const failed = Promise.withResolvers<void>();
    let [isSlow, isDown] = [true, false];
    const reply: ScriptedReply = (response, request) => {
      if (isDown && request.path.includes('bundles')) {
        json(503, {})(response, request);
        failed.resolve();
      } else if (isSlow && request.path.includes('machines/?owner=me')) asked.resolve(() => told(response, request));
      else told(response, request);
    };
    await using server = await startScriptedServer(...Array.from({ length: 20 }, () => reply));
    for (const call of ['machines/?owner=me', 'maintenances?owner=me'] as const) server.offer(call, reply);
    const service = { url: server.url, apiKey: 'sk-test-0123456789' };
    const deck = await openMaintenance(service, { columns: 100, rows: 30, parts: { pane: 'ledger', userId: 204117 } });
    tap(deck, 'frame.machines');
    const answer = await asked.promise;
    isSlow = false;
    tap(deck, 'frame.ledger');
    answer();
    await deck.settle();
    // Nothing else is asked while nobody looks.
    expect(server.requests).toEqual([]);
    await deck.press('frame.machines');
    expect(deck.text()).toContain('2nd of 3');
    // What failed is not tried again then either.
    isDown = true;
    const before = server.requests.length;
    tap(deck, 'machines.refresh');
    await failed.promise;
    tap(deck, 'frame.ledger');
    await deck.settle();
    expect(server.requests).toHaveLength(before + 1);
  });

  test('of a thousand machines goes through them as through offers: a key works on what is there', async () => {
    const machines = Array.from({ length: 1000 }, (_, at) => ({
      ...MACHINES[0],
      ...{ id: 2000 + at, hostname: `rack-${at}`, listed_gpu_cost: 0.3 + at / 10_000, verification: 'verified' },
    }));
    const offers = Array.from({ length: 20 }, (_, at) => other(at, 0.3 + at / 200));
    const reply = answering(machines, offers);
    await using server = await startScriptedServer(...Array.from({ length: 20 }, () => reply));
    for (const call of ['machines/?owner=me', 'maintenances?owner=me'] as const) server.offer(call, reply);
    const service = { url: server.url, apiKey: 'sk-test-0123456789' };
    const deck = await openMaintenance(service, {
      columns: 160,
      rows: 48,
      parts: { pane: 'machines', userId: 204117 },
    });
    const asked = () => server.requests.length + server.optionalRequests.length;
    const [rows, before] = [deck.deck.store.getState().machines.list.list.rows, asked()];
    await deck.press('machines.down', 'machines.page-down', 'machines.last');
    expect(deck.text()).toMatch(/> +2999 +rack-999 .* 0\.3999 +21st of 21 /);
    expect(deck.text()).toContain('1,000/1,000');
    await deck.press('machines.first', 'machines.mark', 'machines.mark');
    // Nothing is asked and no row made anew by a key.
    expect(deck.deck.store.getState().machines.list.list.rows).toBe(rows);
    expect(asked()).toBe(before);
    // One search for all of them.
    expect(server.requests.filter(({ path }) => path.includes('bundles'))).toHaveLength(1);
    await deck.press('machines.filter');
    await deck.send('rack-77');
    expect(deck.text()).toContain('1/11');
  });

  test('sees the machines, what each is listed for and earns, and the letters of its GPUs in words', async () => {
    const { server, service } = await startLister();
    await using _ = server;
    const deck = await openMaintenance(service, { columns: 80, rows: 24 });
    expect(server.requests).toEqual([]);
    await deck.press('maintenance.page');
    const inHistory = new Map(reachableBindings(deck.deck.layers()).map(({ id, label }) => [id, label]));
    expect(inHistory.get('maintenance.page-back')).toBe('previous page');
    // Nothing was announced: there is nothing to withdraw.
    expect(inHistory.has('maintenance.withdraw')).toBe(false);
    await deck.press('frame.machines');
    expect(deck.screen()[0]).toMatch(/ 8 9 Mach$/);
    expect(deck.text()).toMatch(/1206 {2}node-2 +DDI· +0\.4100 +\? +\? +21\.50 {2}-/);
    expect(deck.text()).toContain('all: $21.50 in 24 h');
    await deck.press('machines.open');
    expect(deck.text()).toContain('In use: 2 on demand, 1 interruptible, 1 free.');
    expect(deck.text()).toContain('Windows announced: not known.');
    expect(server.requests.map(({ path }) => path.split('?')[0])).toEqual([
      '/api/v0/bundles',
      '/api/v0/users/me/machine-earnings/',
    ]);
    // Each pane asks; the windows are those of the machines, which are read once for both.
    const asked = server.optionalRequests.filter(({ path }) => path === '/api/v0/machines/?owner=me');
    expect(asked).toHaveLength(2);
  });

  test('sees until when each is listed at every width, and what ends within a week', async () => {
    const { server, service } = await startLister();
    await using _ = server;
    const endS = (days: number) => Date.UTC(2026, 10, 21, 12) / 1000 + days * 86_400;
    const ends = [-1, 0.6, 6.5, 20, 800, null].map((days, place) => ({
      ...MACHINES[1],
      id: 1301 + place,
      end_date: days === null ? null : endS(days),
    }));
    server.offer('machines/?owner=me', json(200, { machines: ends }));
    const deck = await openMaintenance(service, { columns: 40, rows: 15, parts: { pane: 'machines' } });
    const shown = (pattern: RegExp) =>
      deck.screen().flatMap((line) => (/ 130\d /.test(line) ? [pattern.exec(line)?.[0] ?? line] : []));
    const brief = ['! over', '! 14 h', '! 6 d', '11 Dec', '2029', '-'];
    expect(shown(/! over|! \d+ [hd]|\d+ Dec|20\d\d|-(?= *$)/)).toEqual(brief);
    await deck.resize(80, 24);
    expect(shown(/! over|! \d+ [hd]|\d+ Dec|20\d\d|-(?= *$)/)).toEqual(brief);
    const last = deck
      .cells()
      .filter((row) => / 130\d /.test(row.map((cell) => cell[0]).join('')))
      .map((row) => row.findLast((cell) => !cell.startsWith(' '))?.slice(1));
    expect(new Set(last.slice(1, 3)).size).toBe(1);
    expect(new Set(last.slice(3)).size).toBe(1);
    expect(last[1]).not.toBe(last[3]);
    await deck.resize(160, 48);
    expect(shown(/(?:! )?20\d\d-\d\d-\d\d \d\d:\d\d/).slice(0, 5)).toEqual([
      '! 2026-11-20 13:00',
      '! 2026-11-22 03:24',
      '! 2026-11-28 01:00',
      '2026-12-11 13:00',
      '2029-01-29 13:00',
    ]);
    await deck.press('frame.help', 'help.last');
    expect(deck.text()).toContain('let on demand, reserved, interruptible, or free');
  });

  test('goes from the machines to where they stand in the market', async () => {
    const part = { id: 7, machine_id: 1206, host_id: 204117, num_gpus: 4, gpu_name: 'RTX 4090', dph_total: 2 };
    const offers = json(200, { success: true, offers: [part] });
    const { server, service } = await startLister(offers, offers, offers, offers);
    await using _ = server;
    const deck = await openMaintenance(service, { columns: 80, rows: 24, parts: { pane: 'machines', userId: 204117 } });
    await deck.press('machines.own-position');
    expect(deck.text()).toContain('Your machine, by distance from median');
    expect(deck.text()).toMatch(/> +1206 +4× RTX 4090 +0\.5000 +the only one/);
    await deck.press('offers.own-open', 'offers.position-close', 'offers.own-close');
    expect(deck.screen()[0]).toContain('9 Mach');
    await deck.press('frame.offers', 'offers.waterfall', 'frame.machines', 'machines.own-position');
    expect(deck.text()).toContain('Another page is open in Offers: leave it first.');
    expect(deck.screen()[0]).toContain('9 Mach');
  });

  test('picks machines for a window without typing an id', async () => {
    const { server, service } = await startLister();
    await using _ = server;
    const deck = await openMaintenance(service, { columns: 80, rows: 24, parts: { pane: 'machines' } });
    await deck.press('machines.mark', 'machines.mark', 'machines.maintain');
    expect(deck.screen()[1]).toMatch(/^ \[Announce\]/);
    expect(deck.text()).toMatch(/2 machines: 1206 \(4× RTX 4090, NO\), 1209 \(8× H100 SXM/);
    expect(deck.deck.store.getState().maintenance.draft.picked).toEqual([1206, 1209]);
  });

  test('picks among all own machines at once, let or not, and sees each as the service lists it', async () => {
    const part = { id: 7, machine_id: 1206, num_gpus: 1, gpu_name: 'RTX 4090', geolocation: 'Norway, NO' };
    const { server, service } = await startLister(json(200, { success: true, offers: [part] }));
    await using _ = server;
    const deck = await openMaintenance(service, { columns: 80, rows: 24 });
    await deck.press('frame.offers');
    expect(deck.text()).toContain('RTX 4090');
    await deck.press('frame.maintenance');
    expect(deck.screen()[1]).toMatch(/^ \[Announce\]/);
    expect(deck.text()).toMatch(/1206 .*4× RTX 4090, NO/);
    expect(deck.text()).toMatch(/1209 .*8× H100 SXM/);
    await deck.press('maintenance.pick');
    expect(deck.deck.store.getState().maintenance.draft.picked).toEqual([1206]);
  });

  test('is told in the review who is on each machine, and which are not in the list', async () => {
    const { server, service } = await startLister();
    await using _ = server;
    const [first, second] = MACHINES;
    const rented = { ...first, current_rentals_running: 2, current_rentals_resident: 3 };
    server.offer('machines/?owner=me', json(200, { machines: [rented, second] }));
    const deck = await openMaintenance(service, { columns: 160, rows: 48 });
    await typePlan(deck, [1206, 1209, 9]);
    expect(deck.text().replaceAll(/\s+/g, ' ')).toContain(
      'Hit: 2 instances running, 1 stopped on 1 of them. 1 of these 3 machines is not in your list: the service will refuse it. Who is on 1 of these 3 machines is not known here.',
    );
    expect(deck.text()).toMatch(/1206 +4× RTX 4090, NO +2\+1 +-/);
    expect(deck.text()).toMatch(/1209 +8× H100 SXM +\? +-/);
    expect(deck.text()).toMatch(/9 +not in your list +\? +-/);
    await deck.press('frame.help');
    expect(deck.text()).toContain('two instances run there, one more is stopped');
  });

  test('sees windows from wherever they were announced, and which were withdrawn', async () => {
    const service = await startTestService();
    const api = (method: string, path: string, body?: unknown) =>
      call(service, method, `/api/v0/machines${path}`, { key: service.apiKey, body });
    const { machines } = (await api('GET', '/')).body as { readonly machines: readonly { readonly id: number }[] };
    const [first, second] = machines.map(({ id }) => id);
    for (const id of [first, second])
      await api('PUT', `/${id}/dnotify`, { sdate: '2026-12-01T02:00:00Z', duration: 2 });
    await api('PUT', `/${second}/cancel_maint/`, {});
    const deck = await openMaintenance(service, { columns: 160, rows: 48 });
    await deck.press('maintenance.page-back', 'maintenance.page-back');
    expect(deck.text()).toMatch(new RegExp(`${first} {2}2026-12-01 02:00 {2}2026-12-01 04:00 +2\\.00`));
    const [row] = deck.screen().filter((line) => line.includes(` ${second} `));
    expect(row).toMatch(/2026-11-01 12:00 +2026-11-01 12:00/);
    await deck.resize(60, 15);
    expect(deck.screen().find((line) => line.includes(` ${second} `))).toMatch(/2026-12-01 02:00 +2026-11-01 12:00/);
    expect(deck.text()).toContain('Withdrawn');
  });

  test('whose service lacks the list is told which call it is, and announces as before', async () => {
    await using server = await startScriptedServer();
    const service = { url: server.url, apiKey: 'sk-test-0123456789', userId: 204117 };
    const deck = await openMaintenance(service, { columns: 60, rows: 15, parts: { pane: 'machines' } });
    const told = deck.text().replaceAll(/\s+/g, ' ');
    expect(told).toContain('Tried to list your machines (GET /api/v0/machines/?owner=me).');
    expect(told).toContain('This service has no such call');
    await deck.press('frame.maintenance', 'maintenance.edit');
    await deck.type('8207');
    await deck.press('maintenance.keep');
    expect(deck.text()).toContain('so far: 1 machine');
  });
});
