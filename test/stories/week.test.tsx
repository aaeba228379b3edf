/** A host sees the windows of a week side by side: when each is, what is away together, who is hit. */
import { describe, expect, test } from 'vitest';
import { maintenance } from '../../src/tui/panes/maintenance/pane.tsx';
import type { DeckOptions, OpenDeck } from '../support/deck.tsx';
import { openMaintenance } from '../support/maintenance.ts';
import { manualClock } from '../support/manual-clock.ts';
import { json, startScriptedServer } from '../support/scripted-server.ts';

/** Sunday the 22nd of November 2026, 23:30 in Berlin: there the week ends in half an hour. */
const NOW = Date.UTC(2026, 10, 22, 22, 30);

const at = (day: number, hour: number) => Date.UTC(2026, 10, day, hour) / 1000;

const window = (id: number, machine: number, from: number, hours: number, reason: string) => ({
  id,
  machine_id: machine,
  start_time: from,
  end_time: from + hours * 3600,
  maintenance_category: 'power',
  maintenance_reason: reason,
  cancelled_at: null,
  created_at: at(21, 12),
});

const WINDOWS = [
  window(1, 1206, at(24, 1), 2, 'new PDU'),
  window(2, 1209, at(24, 2), 1.5, 'swap GPU 0'),
  window(3, 1213, at(29, 12), 8, 'driver 580 and a very long word on what it is for'),
  { ...window(4, 1213, at(25, 12), 2, 'withdrawn'), cancelled_at: at(22, 1) },
  window(5, 1213, at(22, 21), 1, 'ends tonight'),
];

const machine = (id: number, gpus: number, occupancy: string, more: object = {}) => ({
  id,
  num_gpus: gpus,
  gpu_name: 'RTX 5090',
  gpu_occupancy: occupancy,
  hostname: `node-${id}`,
  geolocation: 'Illinois, US',
  ...more,
});

const MACHINES = [
  machine(1206, 8, 'IIIIxxxx', { current_rentals_running: 1, current_rentals_resident: 2, earn_hour: 0.319 }),
  machine(1209, 4, 'Dxxx'),
  machine(1213, 8, 'DRxxxxxx'),
  machine(1250, 1, 'x'),
];

const open = async (columns: number, rows: number, pages = 1, more: Partial<DeckOptions> = {}) => {
  const server = await startScriptedServer();
  server.offer('machines/?owner=me', json(200, { machines: MACHINES }));
  server.offer('maintenances?owner=me', json(200, WINDOWS));
  const service = { url: server.url, apiKey: 'sk-test-0123456789', userId: 204117 };
  const clock = manualClock(NOW);
  const deck = await openMaintenance(service, { columns, rows, clock, ...more });
  await deck.press(...Array.from({ length: pages }, () => 'maintenance.page-back' as const));
  return { deck, server, clock };
};

/** The line that begins with the machine. */
const rowOf = (deck: OpenDeck, id: number): string =>
  deck.screen().find((line) => new RegExp(`^ [> ] ${id} `).test(line)) ?? '';

describe('a host', () => {
  test('sees this week and the next, each window at its place, what is away together, and the window in full', async () => {
    const { deck, server } = await open(120, 35);
    await using _ = server;
    expect(deck.screen()[1]).toContain('[Week]');
    expect(deck.screen()[2]).toMatch(/^ Mon 16 to Sun 22 Nov .* times in Europe\/Berlin$/);
    expect(rowOf(deck, 1213)).toMatch(/22:00 1 h ends tonight █$/);
    expect(rowOf(deck, 1206)).toMatch(/^ {3}1206 {4}8× RTX 5090 {4}IIII···· +│$/);
    expect(deck.text()).toMatch(/ 8 of 21 +█$/m);
    await deck.press('maintenance.week-later');
    expect(deck.screen()[2]).toContain('Mon 23 to Sun 29 Nov');
    expect(deck.text()).not.toContain('now');
    const tuesday = (deck.screen()[3] ?? '').indexOf('Tue 24');
    expect(rowOf(deck, 1206).indexOf('█')).toBe(tuesday + 1);
    expect(rowOf(deck, 1206)).toContain('█ 02:00 2 h new PDU');
    expect(rowOf(deck, 1213)).toMatch(/ 13:00 8 h driver 580 and a very long word on what it is for ████ *$/);
    expect(deck.text()).not.toContain('withdrawn');
    expect(deck.text()).toMatch(/ 12 of 21 /);
    expect(deck.text()).toContain(
      'mind   ! Overlaps with a window of machine 1209: 12 of 21 GPUs of yours away at once.',
    );
    const hit = 'hits   1 instance running, 1 stopped; 4 interruptible, 4 free; 0.3190 $ earned in the last hour';
    expect(deck.text()).toContain(hit);
    await deck.press('maintenance.down', 'maintenance.down', 'maintenance.down');
    expect(deck.text()).toMatch(/ Machine 1250 .*\n {3}window none announced/);
  });

  test('sees it at every size, none of its figures cut, and begins to withdraw from it', async () => {
    const { deck, server, clock } = await open(120, 35);
    await using _ = server;
    await deck.press('maintenance.week-later');
    for (const [columns, rows] of [
      [40, 15],
      [60, 15],
      [80, 24],
      [200, 60],
    ] as const) {
      await deck.resize(columns, rows);
      expect(deck.screen()[1]).toContain('[Week]');
      expect(rowOf(deck, 1206)).toContain('█ 02:00 2 h new PDU');
      expect(deck.text()).toContain('Tue 2026-11-24 02:00 to 04:00');
      expect(deck.text()).toContain('X withdraws it');
    }
    deck.deck.press({ name: 'X', text: 'X' });
    clock.elapse(60_000);
    await deck.until((screen) => screen.some((line) => line.includes(', US: 1 window')));
    expect(deck.text()).toContain('Withdraw the windows of machine 1206');
    expect(server.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('reads in the preview of the list of windows who is hit by the one under the cursor', async () => {
    const { deck, server } = await open(120, 36, 2);
    await using _ = server;
    expect(deck.screen()[1]).toContain('[Windows]');
    const told = maintenance.face.preview(deck.deck.store.getState().maintenance);
    const place = { width: 48, height: 9, timeZone: 'UTC', isAscii: false };
    const lines = told?.(place).map((line) => line.map(({ text }) => text).join('')) ?? [];
    expect(lines.slice(0, 5).join('\n')).toMatch(/^ Window 1 {2}machine 1206, node-1206, Illinois, US.*\n +from +Tue/);
    expect(lines.join('\n')).toContain('hits   1 instance running, 1 stopped');
  });

  test('hears the day of each window where lines are read aloud, and sees blocks of ASCII', async () => {
    const aloud = await open(80, 24, 1, { look: { isPlain: true, isSparse: true } });
    await using _ = aloud.server;
    await aloud.deck.press('maintenance.week-later');
    expect(rowOf(aloud.deck, 1206)).toMatch(/ 2026-11-24 02:00, 2 h new PDU$/);
    expect(aloud.deck.text()).not.toContain('█');
    expect(aloud.deck.text()).toContain('12 of 21');
    await aloud.deck.close();
    const ascii = await open(80, 24, 1, { isAscii: true });
    await using __ = ascii.server;
    await ascii.deck.press('maintenance.week-later');
    expect(rowOf(ascii.deck, 1206)).toContain('# 02:00 2 h new PDU');
    expect(ascii.deck.text()).not.toMatch(/[?\u0080-\uffff]{2}/);
  });

  test('is told that the windows are not known, and asks', async () => {
    await using server = await startScriptedServer();
    const deck = await openMaintenance({ url: server.url, apiKey: 'sk-test-0123456789' });
    await deck.press('maintenance.page-back');
    expect(deck.text()).toContain('The service has not listed any in this run: R asks.');
  });
});
