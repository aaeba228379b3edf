/** Who says in the terminal until when an instance is rented: the page of it, the list, and the form in which it is rented. */
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { type DeckOptions, type OpenDeck, openDeck } from '../support/deck.tsx';
import { impatientClock } from '../support/impatient-clock.ts';
import { startJournal } from '../support/journal.ts';
import { leasedRow, startLeaseService } from '../support/lease-service.ts';
import { startRenter } from '../support/renter.ts';

let open: OpenDeck | undefined;

afterEach(async () => {
  await open?.close();
  open = undefined;
});

const start = async (options: Partial<DeckOptions> = {}) => {
  const service = await startLeaseService([leasedRow(4711), leasedRow(4712)]);
  onTestFinished(() => service[Symbol.asyncDispose]());
  const journal = startJournal();
  const { parts, ...others } = options;
  open = await openDeck({
    ...{ columns: 100, rows: 24, service: { url: service.url, apiKey: 'sk-test-0123456789' } },
    ...others,
    parts: { pane: 'instances', journal, ...parts },
  });
  return { deck: open, journal, service };
};

/** Until when and to which end, as the journal has it. */
const leasesIn = ({ leases }: ReturnType<typeof startJournal>) => {
  const all = leases.list();
  return 'problem' in all
    ? all
    : all.map(({ instanceId, untilMs, end }) => [instanceId, new Date(untilMs).toISOString(), end]);
};

describe('a renter says until when an instance is wanted', () => {
  test('sees what it means while it is typed, and then when it ends in the list, the preview and its page', async () => {
    const { deck, journal, service } = await start();
    expect(deck.text()).not.toContain('Rented until');
    await deck.press('instances.lease');
    expect(deck.text()).toContain('It has no end: it costs until it is destroyed.');
    await deck.type('+4h stop');
    expect(deck.text()).toContain('4 h from the confirmation on, then it is stopped.');
    await deck.press('instances.lease-set');
    expect(leasesIn(journal)).toEqual([[4711, '2026-11-21T16:00:00.000Z', 'stop']]);
    expect(deck.text()).toMatch(/4711 .* 16:00 stop/);
    expect(deck.screen().filter((line) => line.includes('16:00 stop'))).toHaveLength(1);
    await deck.press('instances.open');
    expect(deck.text()).toContain('Rented until Sat 21 Nov 16:00, then it is stopped.');
    expect(service.writes).toEqual([]);
  });

  test('types the id for one that destroys, and nothing shorter', async () => {
    const { deck, journal } = await start({ columns: 40, rows: 10 });
    await deck.press('instances.lease');
    await deck.type('tomorrow 02:00 destroy');
    await deck.press('instances.lease-set');
    expect(leasesIn(journal)).toEqual([]);
    expect(deck.text()).toContain('Type 4711 to agree:');
    expect(deck.text()).toMatch(/Sun 22 Nov 02:00, then it is\s+destroyed, with everything on its\s+disk\./);
    await deck.type('4712');
    await deck.press('instances.lease-confirm');
    expect(leasesIn(journal)).toEqual([]);
    await deck.press('instances.lease-untype', 'instances.lease-set');
    await deck.type('4711');
    await deck.press('instances.lease-confirm');
    expect(leasesIn(journal)).toEqual([[4711, '2026-11-22T02:00:00.000Z', 'destroy']]);
    await deck.press('instances.lease', 'instances.lease-set');
    expect(deck.text()).toContain('Type 4711 to agree:');
    await deck.type('4711');
    await deck.press('instances.lease-confirm');
    expect(leasesIn(journal)).toEqual([]);
  });

  test('gets the moment that the page shows, however long it stays open, and none that has passed', async () => {
    const clock = impatientClock(Date.UTC(2026, 10, 21, 12));
    const { deck, journal } = await start({ clock });
    await deck.press('instances.lease');
    await deck.type('tomorrow 02:00');
    clock.set(13 * 3_600_000);
    expect(deck.text()).toContain('Sun 22 Nov 02:00');
    await deck.press('instances.lease-set');
    expect(leasesIn(journal)).toEqual([[4711, '2026-11-22T02:00:00.000Z', 'tell']]);
    await deck.press('instances.lease');
    await deck.type('02:00');
    clock.set(15 * 3_600_000);
    await deck.press('instances.lease-set');
    expect(deck.text()).toContain('That moment has passed.');
  });

  test('is told what is wrong with it, and that one instance at a time has one', async () => {
    const { deck, journal } = await start();
    await deck.press('instances.lease');
    await deck.type('2026-01-01 02:00');
    await deck.press('instances.lease-set');
    expect(deck.text()).toContain('That is in the past.');
    await deck.press('instances.lease-leave', 'instances.mark', 'instances.mark');
    await deck.press('instances.lease');
    expect(deck.text()).toContain('A lease is of one instance: unmark the others.');
    expect(leasesIn(journal)).toEqual([]);
  });

  test('sees one that another program has set, or done something with, once it is told', async () => {
    const { deck, journal, service } = await start();
    const leased = { account: 'k', instanceId: 4712, machineId: 8207, startS: 7, label: '' };
    const fromMs = Date.UTC(2026, 10, 21, 12);
    journal.leases.set({ ...leased, fromMs, untilMs: fromMs + 3_600_000, end: 'tell' });
    deck.bytesSent();
    deck.deck.leasesChanged(false);
    await deck.settle();
    expect(deck.text()).toMatch(/4712 .* 13:00 tell/);
    expect(deck.bytesSent()).toBeGreaterThan(0);
    deck.deck.leasesChanged(false);
    await deck.settle();
    expect(deck.bytesSent()).toBe(0);
    const lists = service.lists();
    deck.deck.leaseTold('Its lease has stopped instance 4712.');
    deck.deck.leasesChanged(true);
    await deck.settle();
    expect([deck.text(), service.lists()]).toEqual([expect.stringContaining('Its lease has stopped'), lists + 1]);
  });
});

test('a renter rents until a moment: the form, the review and the lease say the same', async () => {
  const { service } = await startRenter();
  const journal = startJournal();
  const { deck } = await start({
    service,
    columns: 120,
    rows: 40,
    start: { filter: 'vms_enabled=false', order: [['dph_total', 'asc']] },
    parts: { pane: 'offers', journal },
  });
  await deck.press('offers.rent');
  await deck.send('ubuntu:24.04');
  await deck.press('offers.rent-before', 'offers.rent-before', 'offers.rent-before');
  await deck.type('whenever');
  await deck.press('offers.rent-review');
  expect(deck.text()).toContain('This is no moment');
  await deck.send('\u0015+4h stop');
  await deck.press('offers.rent-review');
  expect(deck.text()).toContain('Until: 4 h from the confirmation on, then it is stopped.');
  const price = /price per hour, ([\d.]+):/.exec(deck.text())?.[1] ?? '';
  await deck.press('offers.rent-confirm');
  await deck.send(price);
  await deck.press('offers.rent-send');
  expect(leasesIn(journal)).toEqual([[expect.any(Number), expect.stringMatching(/^2026-11-21T16:00:/), 'stop']]);
  // The next one starts without an end.
  await deck.press('offers.rent-again');
  expect(deck.text()).not.toContain('+4h stop');
});
