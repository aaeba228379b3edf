/** The overview: what one wants to see on coming back, and the way from each row to where it lives. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { type DeckOptions, type OpenDeck, openDeck } from '../support/deck.tsx';
import { startJournal } from '../support/journal.ts';
import { startTestService } from '../support/local-service.ts';
import { manualClock } from '../support/manual-clock.ts';
import { startPast, weekOf } from '../support/past.ts';
import { json, type ScriptedReply, startScriptedServer } from '../support/scripted-server.ts';

const NOON = Date.UTC(2026, 10, 21, 12);

const start = async (options: DeckOptions): Promise<OpenDeck> => {
  const deck = await openDeck({ ...options, parts: { pane: 'overview', ...options.parts } });
  onTestFinished(deck.close);
  return deck;
};

const instance = (id: number, more: object) => ({
  id,
  machine_id: 8000 + id,
  num_gpus: 1,
  gpu_name: 'RTX 5090',
  actual_status: 'running',
  dph_total: 0.25,
  gpu_util: 90,
  uptime_mins: 600,
  end_date: NOON / 1000 + 3 * 86_400,
  ...more,
});

const machine = (id: number) => ({ id, num_gpus: 4, gpu_name: 'RTX 4090', gpu_occupancy: 'D R x x', earn_day: 12.5 });

/** A service with these lists; `told` is asked anew each time. */
const serviceWith = async (
  told: () => { readonly instances?: readonly object[]; readonly machines?: readonly object[] },
) => {
  const server = await startScriptedServer(
    ...Array.from(
      { length: 30 },
      (): ScriptedReply =>
        (...call) =>
          json(200, { instances: told().instances ?? [] })(...call),
    ),
  );
  onTestFinished(() => server[Symbol.asyncDispose]());
  const machines: ScriptedReply = (...call) => json(200, { machines: told().machines ?? [] })(...call);
  server.offer('machines/?owner=me', machines);
  server.offer('maintenances?owner=me', json(200, []));
  server.offer('users/current/', json(200, { id: 7, credit: 10 }));
  return { server, service: { url: server.url, apiKey: 'sk-test-0123456789' } };
};

const markedRow = (deck: OpenDeck) => deck.screen().find((line) => line.includes(' > '));

describe('who comes back', () => {
  test('sees on one screen money, what is wrong first, machines, and how the market moved', async () => {
    const service = await startTestService({ offers: 400, seed: 11 });
    const { history } = await startPast(service.url, await weekOf(service.url, service.apiKey));
    const deck = await start({ service, columns: 160, rows: 48, parts: { history } });
    const text = deck.text();
    for (const title of ['Credit', 'Burn', 'Runway', 'Instances', 'Machines', 'Market, 7 days', 'cheaper', 'dearer'])
      expect(text).toContain(title);
    expect(text).toMatch(/\d of \d+ GPUs rented/);
    expect(text).toMatch(/as of 12:00/);
  });

  test('goes with Enter from a row to where it lives, and with Tab from part to part', async () => {
    const { service } = await serviceWith(() => ({
      instances: [instance(1, {}), instance(2, { actual_status: 'exited', label: 'train' })],
      machines: [machine(501)],
    }));
    const deck = await start({ service, columns: 80, rows: 24 });
    const [first, second] = deck.screen().filter((line) => /exited|running/.test(line) && !line.includes('Instances'));
    expect(first).toMatch(/! exited +train/);
    expect(second).toMatch(/\+ running +1 /);
    await deck.press('overview.next-part');
    expect(markedRow(deck)).toMatch(/^ > ! exited +train/);
    await deck.press('overview.down', 'overview.open');
    expect(deck.deck.store.getState().frame.pane).toBe('instances');
    expect(markedRow(deck)).toMatch(/^ > 1 /);
    await deck.press('frame.overview', 'overview.next-part', 'overview.open');
    expect(deck.screen()[0]).toContain('9 Mach');
    expect(deck.text()).toContain('501');
  });

  test('sees what changed since the pane was left, and after five minutes what is new, for no byte while nothing is', async () => {
    const clock = manualClock(NOON);
    let status = 'running';
    const { service, server } = await serviceWith(() => ({
      instances: [instance(1, { actual_status: status, label: 'train' })],
    }));
    const deck = await start({ service, columns: 80, rows: 24, clock });
    expect(deck.text()).not.toContain('Since you looked last');
    await deck.press('frame.ledger');
    status = 'exited';
    clock.elapse(10_000);
    await deck.press('frame.overview');
    const asked = server.requests.length;
    deck.bytesSent();
    clock.elapse(280_000);
    await deck.settle();
    expect([server.requests.length, deck.bytesSent()]).toEqual([asked, 0]);
    clock.elapse(30_000);
    await deck.settle();
    expect(server.requests.length).toBe(asked + 1);
    // It has no such call.
    expect(server.optionalRequests.filter(({ path }) => path.includes('price-increases'))).toHaveLength(1);
    expect(deck.text()).toMatch(/Since you looked last +12:00/);
    expect(deck.text()).toMatch(/train {2}\+ running → ! exited/);
  });

  test('sees at once what another pane or another program has set meanwhile, and asks anew where a lease has sent something', async () => {
    const { service, server } = await serviceWith(() => ({ instances: [instance(1, { label: 'train' })] }));
    const journal = startJournal();
    const deck = await start({ service, columns: 120, rows: 30, parts: { journal } });
    expect(deck.text()).toContain('Rents end');
    await deck.press('frame.ledger');
    const leased = { account: 'k', instanceId: 1, machineId: 8001, startS: 7, label: 'train', fromMs: NOON };
    journal.leases.set({ ...leased, untilMs: NOON + 3_600_000, end: 'stop' });
    const asked = server.requests.length;
    await deck.press('frame.overview');
    expect(deck.text()).toMatch(/Leases +◆ stop train/);
    journal.leases.set({ ...leased, untilMs: NOON + 3_600_000, end: 'tell' });
    deck.deck.leasesChanged(false);
    await deck.settle();
    expect([deck.text(), server.requests.length]).toEqual([expect.stringContaining('tell train'), asked]);
    deck.deck.leasesChanged(true);
    await deck.settle();
    expect(server.requests.length).toBe(asked + 1);
  });

  test('is told what would stand here where there is nothing', async () => {
    const { service } = await serviceWith(() => ({}));
    const deck = await start({ service, columns: 40, rows: 12, parts: { history: undefined } });
    expect(deck.text()).toMatch(/Credit 10\.00/);
    expect(deck.text()).not.toMatch(/Instances|Machines|Alerts/);
  });
});
