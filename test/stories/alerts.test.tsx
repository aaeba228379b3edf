/** Alerts in the notifications pane: written with what they would have found, armed, fired, told. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createAlertDesk } from '../../src/alerts/desk.ts';
import { type Firing, noteFiring } from '../../src/alerts/firing.ts';
import { NO_SETS } from '../../src/filter/own-sets.ts';
import { parseLine } from '../../src/filter/parse.ts';
import { wireFilters } from '../../src/filter/request.ts';
import { historyOf } from '../../src/history/history.ts';
import { keptOf } from '../../src/history/kept-offer.ts';
import { openSqliteHistory } from '../../src/history/sqlite-store.ts';
import { callsOn } from '../../src/history-thread/thread-calls.ts';
import type { DeckOptions, OpenDeck } from '../support/deck.tsx';
import { openDeck } from '../support/deck.tsx';
import { startRuns } from '../support/runs.ts';
import { startScriptedServer } from '../support/scripted-server.ts';

const SERVICE = 'https://market.example';
/** The clock of a deck begins there: 2026-11-21T12:00:00Z. */
const NOW_MS = Date.UTC(2026, 10, 21, 12);
const MINUTE_MS = 60_000;
const CHEAP = 'when gpu_name=RTX_4090 dph_gpu<0.25 appears';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gpudeck-alerts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const offer = (id: number, price: number, model = 'RTX 4090') => ({
  id,
  machine_id: id * 10,
  gpu_name: model,
  num_gpus: 1,
  dph_total: price,
  verification: 'verified',
  rentable: true,
  rented: false,
  external: false,
});

/** The deck at the alerts, with a history of three answers: a cheap offer comes with the second, another with the third. */
const openAlerts = async (
  options: Partial<DeckOptions> = {},
  open: (options: DeckOptions) => Promise<OpenDeck> = openDeck,
  keepsAsked = true,
) => {
  const server = await startScriptedServer();
  const opened = openSqliteHistory(':memory:', NOW_MS);
  if ('problem' in opened) throw new Error(opened.problem);
  const { store } = opened;
  onTestFinished(async () => {
    await store.close();
    await server[Symbol.asyncDispose]();
  });
  const { filters } = wireFilters(parseLine('gpu_name=RTX_4090'));
  const answers = [[offer(1, 0.4)], [offer(1, 0.4), offer(2, 0.2)], [offer(2, 0.2), offer(3, 0.21)]];
  for (const [place, rows] of answers.entries())
    await store.record({
      service: SERVICE,
      asked: { type: 'ondemand', storageGb: 8, filters },
      atEpochMs: NOW_MS + (place - 100) * MINUTE_MS,
      isWhole: true,
      offers: rows.flatMap((it) => keptOf(it) ?? []),
    });
  const calls = callsOn(store);
  const history = historyOf(SERVICE, calls, () => {});
  const alerts = createAlertDesk({
    service: SERVICE,
    keepsAsked,
    places: { configFolder: folder },
    sets: () => NO_SETS,
    firings: (most) => history.read(() => calls.firings(SERVICE, most)),
    backTest: (rule, span) => history.read(() => calls.backTested(rule, span)),
  });
  const deck = await open({
    columns: 80,
    rows: 24,
    ...options,
    service: { url: server.url, apiKey: 'sk-test-0123456789' },
    parts: { pane: 'notifications', history, alerts, ...options.parts },
  });
  if (!deck.text().includes('Resume the session')) await deck.press('notifications.previous-tab');
  return {
    ...deck,
    store,
    [Symbol.asyncDispose]: deck.close,
  };
};

const written = () => JSON.parse(readFileSync(join(folder, 'alerts.json'), 'utf8')).alerts;
const write = (...alerts: readonly object[]) => writeFileSync(join(folder, 'alerts.json'), JSON.stringify({ alerts }));

const firing = (more: Partial<Firing> = {}): Firing => ({
  key: `cheap@${NOW_MS - 90 * MINUTE_MS}:${NOW_MS - 30 * MINUTE_MS}`,
  alert: 'cheap',
  sentence: CHEAP,
  words: '1x RTX 4090, $0.2/h, offer 2, machine 20 appeared',
  tell: ['line', 'bell', 'osc'],
  isQuiet: false,
  isLate: false,
  hasCommand: false,
  finding: { atEpochMs: NOW_MS - 30 * MINUTE_MS, count: 1, offers: [] },
  ...more,
});

const armedSince = new Date(NOW_MS - 90 * MINUTE_MS).toISOString();
const cheap = { id: 'cheap', sentence: CHEAP, service: SERVICE, armed: armedSince };

const body = (deck: Pick<OpenDeck, 'screen'>) =>
  deck
    .screen()
    .slice(1, -1)
    .map((line) => line.trimEnd());

describe('who waits for a price', () => {
  test('writes a sentence, sees what is wrong with it and what it would have found, and keeps it armed', async () => {
    await using deck = await openAlerts();
    expect(deck.text()).toContain('There are no alerts yet.');
    await deck.press('notifications.alert-new');
    expect(deck.text()).toContain('such as  when gpu_name=RTX_4090 dph_gpu<0.25 appears');
    await deck.type('when gpu_name=RTX_4090 dph_gpu<0.25 apears');
    expect(deck.text()).toMatch(/Perhaps you mean: when .*appears/);
    await deck.press('notifications.field-enter');
    expect(deck.deck.store.getState().notifications.alerts.open?.isTyping).toBe(true);
    await deck.press('notifications.line-delete-word');
    await deck.type('appears');
    expect(body(deck).slice(2, 9)).toEqual([
      ' A new alert',
      `  Sentence ${CHEAP}`,
      '',
      ' The last 7 days',
      '  It would have fired twice, by 3 answers since 2026-11-21 10:20:00. 2 offers',
      '  fit now; only those that come fire.',
      '  2026-11-21 10:22:00  1x RTX 4090, $0.21/h, offer 3, machine 30 appeared',
    ]);
    await deck.press('notifications.field-enter');
    expect(deck.text()).toContain('Alert 1 waits from now on.');
    expect(written()).toEqual([
      { id: '1', sentence: CHEAP, service: SERVICE, armed: expect.stringMatching(/^2026-11-21T12:/) },
    ]);
    await deck.press('notifications.alert-close');
    expect(body(deck)[3]).toMatch(/^ > armed {6}1 +when gpu_name=RTX_4090 dph_gpu/);
    await deck.press('notifications.alert-arm');
    expect(body(deck)[3]).toMatch(/^ > off {8}1 /);
    expect(written()[0].armed).toBe(false);
    await deck.press('notifications.alert-remove');
    expect(written()).toEqual([]);
    expect(deck.text()).toContain('There are no alerts yet.');
  });

  test("is told on the program's own local service that only gpudeck record looks", async () => {
    await using deck = await openAlerts({}, openDeck, false);
    expect(deck.text()).toContain('On this local service gpudeck record alone looks, while it runs beside.');
    await deck.press('notifications.alert-new');
    await deck.type('when gpu_name=H100_SXM appears');
    expect(deck.text().replace(/\s+/g, ' ')).toContain(
      'What is asked here of this local service is not kept: run gpudeck record.',
    );
    await deck.press('notifications.field-enter');
    expect(deck.screen().at(-2)).toContain('Alert 1 waits from now on: gpudeck record alone looks at it.');
    expect(deck.text().replace(/\s+/g, ' ')).toMatch(
      /State armed, since [^.]+\. On this local service gpudeck record alone looks/,
    );
    expect(deck.text()).not.toContain('a line here');
    await deck.press('notifications.alert-close');
    expect(deck.text()).toContain('On this local service gpudeck record alone looks, while it runs beside.');
  });

  test('finds on the page of an alert what fired, and gives up an edit as it was', async () => {
    write(
      cheap,
      { ...cheap, id: 'else', service: 'https://other.example' },
      { id: 'bad', sentence: 'when x=1 appears', service: SERVICE },
    );
    await using deck = await openAlerts({ columns: 160, rows: 48 });
    await noteFiring(deck.store, SERVICE, firing());
    await deck.press('notifications.alert-refresh');
    expect(
      body(deck)
        .slice(2, 6)
        .map((line) => line.slice(0, 50).trimEnd()),
    ).toEqual([
      '   State      Alert       Last fired           Sen',
      ' > fired      cheap       2026-11-21 11:30:00  whe',
      '   elsewhere  else                             whe',
      '*  problem    bad                              whe',
    ]);
    await deck.press('notifications.alert-open');
    expect(deck.text()).toContain('fired, and still armed, since 2026-11-21 10:30:00');
    expect(deck.text()).toMatch(
      /\n {2}Sentence when .*\n {2}State {4}fired.*\n {2}Told by {2}a line here, the bell; not again within 10m/,
    );
    expect(deck.text()).toMatch(
      /\n Fired +1\n {2}2026-11-21 11:30:00 {2}1x RTX 4090, \$0\.2\/h, offer 2, machine 20 appeared\n/,
    );
    await deck.press('notifications.alert-edit', 'notifications.line-delete-word');
    await deck.press('notifications.field-leave');
    expect(deck.text()).toContain(`Sentence ${CHEAP}`);
    expect(written()).toHaveLength(3);
  });

  test('is told once by line, bell and notice, and no text of the network acts on the terminal', async () => {
    write(cheap);
    const attracted: unknown[] = [];
    await using deck = await openAlerts({ attract: (attention) => attracted.push(attention) });
    const hostile = 'offer \u001B]52;c;eA==\u0007 appeared';
    deck.deck.fired([firing({ isQuiet: true, tell: [] }), firing({ words: hostile })]);
    await deck.settle();
    expect(deck.text()).toMatch(/Alert cheap: offer .*appeared\. 5 lists what fired\./);
    expect(deck.sent()).not.toContain('\u001B]52');
    expect(attracted).toEqual([
      { isBellRung: true, notice: expect.stringMatching(/^Alert cheap: offer .*appeared\.$/) },
    ]);
    expect(JSON.stringify(attracted)).not.toContain('\\u001b');
    // Nobody has pressed a key: those that come later do not take its place, and what waits behind it waits on.
    deck.deck.announce('A view could not be read.');
    deck.deck.fired([firing({ words: 'offer 9 appeared' })]);
    deck.deck.fired([firing({ words: 'offer 10 appeared' }), firing({ words: 'offer 11 appeared' })]);
    await deck.settle();
    expect(deck.text()).toMatch(/1 of 2, any key shows the next: Alert cheap: offer 11 appeared \(and 3 more\)/);
    await deck.press('notifications.down');
    expect(deck.text()).toContain('A view could not be read.');
    await deck.press('notifications.down');
    deck.deck.fired([firing({ words: 'offer 12 appeared' })]);
    await deck.settle();
    expect(deck.text()).toContain('Alert cheap: offer 12 appeared. 5 lists what fired.');
  });

  test('goes on after a lost line with a sentence that was half typed, new or of an alert, and keeps it', async () => {
    write(cheap);
    const runs = startRuns({ url: 'http://127.0.0.1:9', apiKey: 'key' });
    const openRun = () => openAlerts({}, runs.start);
    const first = await openRun();
    await first.press('notifications.alert-new');
    await first.type('when machine 8207 is gon');
    await runs.die(first);
    const second = await openRun();
    expect(second.text()).toContain('a new alert "when machine 8207 is gon"');
    await second.press('session.resume');
    expect(body(second)[2]).toBe(' A new alert');
    await second.type('e');
    await second.press('notifications.field-enter');
    expect(written()).toEqual([cheap, expect.objectContaining({ id: '1', sentence: 'when machine 8207 is gone' })]);
    await second.press('notifications.alert-close', 'notifications.first', 'notifications.alert-edit');
    await second.press('notifications.line-delete-word');
    await runs.die(second);
    const third = await openRun();
    expect(third.text()).toContain('a change to alert cheap');
    // Meanwhile another program has removed it.
    write();
    await third.press('session.resume');
    await third.type('appears');
    await third.press('notifications.field-enter');
    expect(third.text()).toContain('Alert cheap waits from now on.');
    expect(written()).toEqual([expect.objectContaining({ id: 'cheap', sentence: CHEAP })]);
  });

  test('sees each as one text on ten lines of forty columns, and opens one', async () => {
    write(cheap, { ...cheap, id: 'other' });
    await using deck = await openAlerts({ columns: 40, rows: 10 });
    expect(deck.screen().slice(3, 5)).toEqual([
      ' > armed  cheap  when gpu_name=RTX_…',
      '   armed  other  when gpu_name=RTX_…',
    ]);
    await deck.press('notifications.alert-open');
    expect(deck.text()).toContain(' Alert cheap');
  });

  test('has it in ASCII too, and is told why nothing can be waited for without a history', async () => {
    write(cheap);
    await using ascii = await openAlerts({ isAscii: true });
    await ascii.press('notifications.alert-open');
    expect(ascii.text()).toMatch(/^[\x20-\x7e\n]*$/);
    await using server = await startScriptedServer();
    const deck = await openDeck({ service: { url: server.url, apiKey: 'key' }, parts: { pane: 'notifications' } });
    await deck.press('notifications.previous-tab');
    expect(deck.text()).toContain('no history is kept here');
    await deck.press('notifications.alert-new');
    expect(deck.text()).toContain('No history is kept here.');
    await deck.close();
  });
});
