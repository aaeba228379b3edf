/** What a renter reads on the page of an instance, and what is marked that has changed since the last look. */
import { afterEach, describe, expect, test } from 'vitest';
import type { Instance } from '../../src/catalogue/values.ts';
import { type DeckOptions, type OpenDeck, openDeck } from '../support/deck.tsx';
import { manualClock } from '../support/manual-clock.ts';
import { json, type ScriptedReply, startScriptedServer } from '../support/scripted-server.ts';

const NOON = Date.UTC(2026, 10, 22, 12);

let open: OpenDeck | undefined;

afterEach(async () => {
  await open?.close();
  open = undefined;
});

const start = async (url: string, options: Partial<DeckOptions> = {}): Promise<OpenDeck> => {
  open = await openDeck({
    columns: 80,
    rows: 24,
    ...options,
    service: { url, apiKey: 'sk-test-0123456789' },
    parts: { pane: 'instances' },
  });
  return open;
};

const instance = (id: number, more: Instance = {}): Instance => ({
  id,
  actual_status: 'running',
  intended_status: 'running',
  label: `job ${id}`,
  machine_id: 8207,
  host_id: 51,
  gpu_name: 'RTX 4090',
  num_gpus: 1,
  dph_total: 0.5,
  is_bid: true,
  public_ipaddr: '203.0.113.7',
  ports: {
    '22/tcp': [{ HostIp: '0.0.0.0', HostPort: '41022' }],
    '8080/tcp': [{ HostIp: '0.0.0.0', HostPort: '41023' }],
  },
  search: { gpuCostPerHour: 0.4, diskHour: 0.05, slaPremiumPerHour: 0.05, totalHour: 0.5 },
  instance: { gpuCostPerHour: 0.4, diskHour: 0.05, slaPremiumPerHour: 0.05, totalHour: 0.5 },
  ...more,
});

const answer = (...instances: readonly Instance[]): ScriptedReply => json(200, { success: true, instances });
const volumes = json(200, { volumes: [] });

describe('the page of an instance', () => {
  test.each([
    [60, 15],
    [80, 24],
    [160, 48],
  ])('has its costs, its ports and where it came from, on %i by %i', async (columns, rows) => {
    await using server = await startScriptedServer(answer(instance(5)));
    const deck = await start(server.url, { columns, rows });
    await deck.press('instances.open');
    let seen = deck.text();
    for (let page = 0; page < 5; page++) {
      await deck.press('instances.scroll-page-down');
      seen += `\n${deck.text()}`;
    }
    expect(seen).toMatch(/What it costs(?! now)/);
    expect(seen).toMatch(/GPUs +0\.4000 \$\/h/);
    expect(seen).toMatch(/Disk +0\.0500 \$\/h/);
    expect(seen).toMatch(/SLA premium +0\.0500 \$\/h/);
    expect(seen).toMatch(/Total of a day +12\.00 +\$/);
    expect(seen).toMatch(/Total of 30 days +360\.00 +\$/);
    expect(seen).toMatch(/22\/tcp is at +203\.0\.113\.7:41022/);
    expect(seen).toMatch(/8080\/tcp is at +203\.0\.113\.7:41023/);
    expect(seen).toMatch(/Offer +of machine 8207, host 51/);
    expect(seen).toMatch(/Rented +by a bid/);
    expect(seen.replace(/\s+/g, ' ')).toContain('machine_id=8207 rented=true rentable=any verified=any');
  });

  test('has no total beyond the end of what is rented', async () => {
    await using server = await startScriptedServer(
      answer(instance(5, { end_date: Date.UTC(2026, 10, 21, 17) / 1000 })),
    );
    const deck = await start(server.url, { rows: 60 });
    await deck.press('instances.open');
    expect(deck.text()).toContain('! It ends in 5 h.');
    expect(deck.text()).toMatch(/Total to its end +2\.50 +\$, in 5 h/);
    expect(deck.text()).not.toMatch(/Total of (a day|30 days)/);
  });

  test('says of one that is stopped what it costs now, and what it would while it runs', async () => {
    const stopped = instance(5, {
      actual_status: 'stopped',
      intended_status: 'stopped',
      instance: { gpuCostPerHour: 0, diskHour: 0.05, totalHour: 0.05 },
    });
    await using server = await startScriptedServer(answer(stopped));
    const deck = await start(server.url, { rows: 60 });
    await deck.press('instances.open');
    expect(deck.text()).toMatch(
      /What it costs now\b.*Total +0\.0500 \$\/h.*What it costs while it runs\b.*Total +0\.5000 \$\/h/s,
    );
  });

  test('lacks what the service does not tell, and no text of it acts', async () => {
    const bare = { id: 5, actual_status: 'running', ports: null };
    const hostile = instance(6, {
      ports: { '22/tcp\u001B[2J': [{ HostPort: '\u001B]52;c;aGk=\u0007' }], x: 'y', z: [null, 7] },
    });
    await using server = await startScriptedServer(answer(bare, hostile));
    const deck = await start(server.url, { rows: 60 });
    await deck.press('instances.open');
    expect(deck.text()).not.toContain('What it costs');
    expect(deck.text()).not.toContain('Where it came from');
    await deck.press('instances.next');
    expect(deck.text()).toContain('22/tcp is at');
    expect(deck.sent()).not.toContain('\u001B]52');
  });
});

describe('what has changed since the last look', () => {
  test('is marked at the row and told on the page, until the pane was left again', async () => {
    await using server = await startScriptedServer(
      answer(instance(5, { actual_status: 'loading' }), instance(6)),
      volumes,
      answer(instance(5), instance(6), instance(7)),
      answer(instance(5), instance(6), instance(7)),
    );
    const clock = manualClock(NOON);
    const deck = await start(server.url, { columns: 120, clock });
    /** Looks elsewhere, and is back a minute later. */
    const lookElsewhere = async () => {
      await deck.press('frame.volumes');
      clock.elapse(60_000);
      await deck.press('frame.instances');
    };
    expect(deck.text()).not.toContain(' <');
    await lookElsewhere();
    expect(deck.text()).toMatch(/ 5 < /);
    expect(deck.text()).toMatch(/ 6 {3,}/);
    expect(deck.text()).toMatch(/ 7 < /);
    await deck.press('instances.open');
    expect(deck.text()).toContain('Since you looked last: status was ~ loading.');
    await deck.press('instances.next', 'instances.next');
    expect(deck.text()).toContain('Since you looked last: not there before.');
    await deck.press('instances.close');
    await lookElsewhere();
    expect(deck.text()).toMatch(/ 5 {3,}/);
    await deck.press('instances.refresh');
    expect(server.requests).toHaveLength(4);
    expect(deck.text()).not.toMatch(/\d </);
  });

  test('is not what changes by itself, and stays marked while it is looked at', async () => {
    const clock = manualClock(NOON);
    const loading = (id: number, more: Instance) => instance(id, { actual_status: 'loading', ...more });
    await using server = await startScriptedServer(
      answer(loading(5, { gpu_util: 1, label: 'old' }), loading(6, { gpu_util: 1 })),
      answer(loading(5, { gpu_util: 2, label: 'new' }), loading(6, { gpu_util: 2 })),
      answer(loading(5, { gpu_util: 3, label: 'new' }), loading(6, { gpu_util: 3, dph_total: 0.6 })),
    );
    const deck = await start(server.url, { columns: 120, clock });
    const pass = async () => {
      clock.elapse(5100);
      await deck.settle();
    };
    await pass();
    expect(deck.text()).toMatch(/ 5 < /);
    expect(deck.text()).toMatch(/ 6 {3,}/);
    await pass();
    expect(deck.text()).toMatch(/ 5 < /);
    expect(deck.text()).toMatch(/ 6 < /);
    await deck.press('instances.open');
    expect(deck.text()).toContain('Since you looked last: label was old.');
  });

  test('begins anew with another key', async () => {
    await using server = await startScriptedServer(
      answer(instance(5, { label: 'a' })),
      answer(instance(5, { label: 'b' })),
    );
    const deck = await start(server.url);
    deck.deck.leave();
    await deck.press('frame.palette');
    await deck.type('another key');
    await deck.send('\r');
    await deck.send('sk-other-0123456789\r');
    expect(server.requests).toHaveLength(2);
    expect(deck.text()).not.toContain('running <');
  });
});
