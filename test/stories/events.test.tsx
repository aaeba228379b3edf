/** The page of events: what happened, from the store of the history, the newest first. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { MarketAlert } from '../../src/alerts/alert.ts';
import { firingOf, noteFiring } from '../../src/alerts/firing.ts';
import { claimRun, noteEnd } from '../../src/alerts/runs.ts';
import { historyOf } from '../../src/history/history.ts';
import { openSqliteHistory } from '../../src/history/sqlite-store.ts';
import type { HistoryStore } from '../../src/history/store.ts';
import { callsOn } from '../../src/history-thread/thread-calls.ts';
import type { DeckOptions, OpenDeck } from '../support/deck.tsx';
import { impatientClock } from '../support/impatient-clock.ts';
import { folderInMemory } from '../support/local-service.ts';
import { openNotifications } from '../support/notifications.ts';
import { json, type ScriptedReply, type ScriptedServer, startScriptedServer } from '../support/scripted-server.ts';

const START_MS = Date.UTC(2026, 10, 21, 12);
const SERVICE = 'https://market.example';
const READ_EVERY_MS = 5000;
const ASK_EVERY_MS = 15_000;

const startStore = async () => {
  const opened = openSqliteHistory(join(folderInMemory(), 'history.db'), START_MS);
  if ('problem' in opened) throw new Error(opened.problem);
  let events = 0;
  const store: HistoryStore = {
    ...opened.store,
    events: async (wanted) => {
      const read = await opened.store.events(wanted);
      events += read.length;
      return read;
    },
  };
  onTestFinished(() => store.close());
  const note = (id: string, minute: number, body: object, kind = 'delivery', service = SERVICE) =>
    store.noteEvent({ service, kind, id, atEpochMs: START_MS + minute * 60_000, body: JSON.stringify(body) });
  /** How many events were read since this was asked last. */
  const eventsRead = () => {
    const read = events;
    events = 0;
    return read;
  };
  return { store, note, eventsRead, history: historyOf(SERVICE, callsOn(store), () => {}) };
};

type Store = Awaited<ReturnType<typeof startStore>>;

/** The page, on a clock that looks into the store and asks the service again only when `lookAgain` is called. */
const openEvents = async (
  history: Store['history'] | undefined,
  options: Partial<DeckOptions> = {},
): Promise<OpenDeck & { lookAgain: () => Promise<void> }> => {
  const server = await startScriptedServer();
  onTestFinished(() => server[Symbol.asyncDispose]());
  const own = impatientClock(START_MS);
  const held = new Map<number, () => void>();
  const clock = {
    ...own,
    after: (ms: number, run: () => void) => {
      if (ms !== READ_EVERY_MS && ms !== ASK_EVERY_MS) return own.after(ms, run);
      held.set(ms, run);
      return () => held.delete(ms);
    },
  };
  const deck = await openNotifications({
    service: { url: server.url, apiKey: 'sk-test-0123456789' },
    columns: 80,
    rows: 24,
    clock,
    ...options,
    parts: { ...(history !== undefined && { history }), ...options.parts },
  });
  await deck.press('notifications.tab', 'notifications.tab');
  return {
    ...deck,
    lookAgain: async () => {
      for (const run of [...held.values()]) run();
      await deck.settle();
    },
  };
};

const rowsOf = (deck: OpenDeck) => deck.screen().filter((line) => /\d\d:\d\d:\d\d/.test(line));

const OFFLINE = { type: 'host:machine_offline', what: 'Machine 8207 is offline.', outcome: 'signature good', n: 1 };

test('events stand newest first, those of this service alone, and a later one comes by itself while the cursor keeps its row', async () => {
  const { note, eventsRead, history } = await startStore();
  await note('e-1', 1, OFFLINE);
  await note('a-1', 3, { type: 'cheap 4090', what: 'An offer appeared at $0.24.', outcome: 'told' }, 'alert');
  await note('x-1', 4, OFFLINE, 'delivery', 'https://other.example');
  const deck = await openEvents(history);
  expect(rowsOf(deck).map((line) => line.replace(/\s+/g, ' ').trim())).toEqual([
    expect.stringMatching(/^> ?11-21 12:03:00 .*cheap 4090 .*An offer appeared/),
    expect.stringMatching(/^11-21 12:01:00 .*host:machine_offline .*Machine 8207/),
  ]);
  await deck.press('events.down');
  expect(eventsRead()).toBe(2);
  await note('e-2', 5, { ...OFFLINE, what: 'Machine 8208 is offline.' });
  await deck.lookAgain();
  expect(rowsOf(deck)).toHaveLength(3);
  expect(rowsOf(deck)[0]).toContain('Machine 8208');
  expect(rowsOf(deck)[2]).toMatch(/^ ?>.*Machine 8207/);
  expect(deck.bytesSent()).toBeGreaterThan(0);
  expect(eventsRead()).toBe(1);
  await deck.lookAgain();
  expect(deck.bytesSent()).toBe(0);
  expect(eventsRead()).toBe(0);
  await deck.press('events.refresh');
  expect(rowsOf(deck)).toHaveLength(3);
  expect(eventsRead()).toBe(3);
});

test('Enter shows the whole event, words narrow the list, and what no program understands is shown as it was kept', async () => {
  const { store, note, history } = await startStore();
  await note('e-1', 1, OFFLINE);
  await store.noteEvent({ service: SERVICE, kind: 'delivery', id: 'odd', atEpochMs: START_MS, body: '[1, "\u001b[2J' });
  const deck = await openEvents(history);
  await deck.press('events.open');
  expect(deck.text()).toMatch(/Outcome +signature good/);
  expect(deck.text()).toMatch(/Id +e-1/);
  expect(deck.text()).toContain('"n": 1');
  await deck.press('events.close', 'events.down', 'events.open');
  expect(deck.text()).toMatch(/received odd/);
  expect(deck.text()).toMatch(/Type +not said/);
  await deck.press('events.close', 'events.filter');
  await deck.type('any:signature');
  expect(rowsOf(deck)).toHaveLength(1);
});

const ALERT: MarketAlert = {
  id: 'cheap',
  text: '',
  sentence: { kind: 'machine', machineId: 8207, becomes: 'gone' },
  service: SERVICE,
  type: 'ondemand',
  storageGb: 8,
  armedAtMs: START_MS,
  tell: ['line'],
  quiet: undefined,
  debounceMs: 0,
  command: { args: ['true'], timeoutMs: 1000, runs: 1 },
};

test('an alert that fired stands there with its sentence and with what became of its command', async () => {
  const { store, eventsRead, history } = await startStore();
  const fire = async (minute: number, isLate: boolean) => {
    const finding = { atEpochMs: START_MS + minute * 60_000, count: 1, offers: [] };
    const firing = firingOf(ALERT, finding, { isLate, timeZone: 'UTC' });
    await noteFiring(store, SERVICE, firing);
    return firing;
  };
  const claim = await claimRun(store, ALERT, await fire(-2, false), START_MS - 120_000);
  await fire(-1, true);
  const deck = await openEvents(history, { columns: 160, rows: 48 });
  expect(rowsOf(deck)[0]).toMatch(/cheap +machine 8207 is gone \(when machine 8207 is gone\) +found late/);
  expect(rowsOf(deck)[1]).toMatch(/cheap .*the outcome of its command/);
  if (claim === undefined) throw new Error('no run was claimed');
  await noteEnd(store, ALERT, claim, { kind: 'exited', code: 3, output: '' }, START_MS);
  eventsRead();
  await deck.lookAgain();
  expect(eventsRead()).toBe(1);
  await deck.press('events.down', 'events.open');
  expect(deck.text()).toMatch(/Outcome +its command failed with exit code 3/);
});

const AT_S = START_MS / 1000;
const sent = (event_id: string, minute: number, more: object = {}) => ({
  ...{ event_id, notif_type: 'host:machine_offline', message: `Machine of ${event_id} is offline` },
  ...{ created_at: AT_S + minute * 60, state: 'delivered', note: null, next_attempt_at: null },
  attempts: [{ number: 1, at: AT_S + minute * 60 + 1, status: 200, trouble: null }],
  ...more,
});

/** A service with two webhooks; what it says of the deliveries of each is given in turn. */
const startSender = async (...replies: readonly ScriptedReply[]): Promise<ScriptedServer> => {
  const server = await startScriptedServer();
  onTestFinished(() => server[Symbol.asyncDispose]());
  const webhook = (id: number, name: string) => ({ id, name, webhook_url: 'https://hooks.example', event_types: [] });
  server.offer('webhooks', json(200, { webhooks: [webhook(7, 'pager'), webhook(8, 'log')] }));
  server.offer('deliveries', ...replies);
  return server;
};

test('what the service has sent is one row with what was received of it, and nothing is asked or drawn in vain', async () => {
  const { note, history } = await startStore();
  await note('both', 3, { ...OFFLINE, outcome: 'signed; command done', attempt: 2 });
  await note('a-1', 2, { type: 'cheap 4090', what: 'An offer appeared.', outcome: 'told' }, 'alert');
  const failing = [
    { number: 1, at: AT_S + 241, status: 503, trouble: null },
    { number: 2, at: AT_S + 243, status: null, trouble: 'ECONNREFUSED' },
  ];
  const waiting = sent('late', 4, { state: 'waiting', next_attempt_at: AT_S + 247, attempts: failing });
  const pager = json(200, { deliveries: [waiting, sent('both', 1), sent('now', 1, { state: 'sending' })] });
  const log = json(200, { deliveries: [sent('both', 1, { state: 'not sent', note: 'not sent: simulated service' })] });
  const server = await startSender(pager, log, pager, log, json(200, { deliveries: [sent('late', 4)] }), log);
  const deck = await openEvents(history, { service: { url: server.url, apiKey: 'key' }, columns: 160, rows: 48 });
  expect(rowsOf(deck).map((line) => line.replace(/\s+/g, ' ').trim())).toEqual([
    '> 11-21 12:04:00 sent host:machine_offline Machine of late is offline waits after 2 attempts',
    '11-21 12:03:00 sent, received host:machine_offline Machine of both is offline delivered; not sent: simulate…',
    '11-21 12:02:00 alert cheap 4090 An offer appeared. told',
    '11-21 12:01:00 sent host:machine_offline Machine of now is offline being sent, after 1 attempt',
  ]);
  await deck.press('events.open');
  expect(deck.text()).toMatch(/Sent to webhook 7 *\n +Name +pager/);
  expect(deck.text()).toMatch(/Attempt 1 at 12:04:01 +answered 503/);
  expect(deck.text()).toMatch(/Attempt 2 at 12:04:03 +no answer: ECONNREFUSED/);
  expect(deck.text()).toMatch(/Next attempt +2026-11-21 12:04:07/);
  await deck.press('events.close', 'events.down', 'events.open');
  expect(deck.text()).toMatch(/Received here *\n.* At +2026-11-21 12:03:00/);
  expect(deck.text()).toMatch(/Signature and command +signed; command done/);
  expect(deck.text()).toMatch(/State +not sent: simulated service/);
  expect(deck.text()).toMatch(/"received": \{/);
  await deck.press('events.close');
  deck.bytesSent();
  await deck.lookAgain();
  expect(deck.bytesSent()).toBe(0);
  await deck.lookAgain();
  expect(rowsOf(deck)[0]).toMatch(/Machine of late is offline +delivered *$/);
  expect(rowsOf(deck)[1]).toMatch(/^ >/);
  await deck.press('events.filter');
  await deck.type('sent any:simulated');
  expect(rowsOf(deck)).toHaveLength(1);
  expect(server.optionalRequests.filter(({ path }) => path.includes('webhooks')).length).toBe(10);
});

test('what the service has sent is copied and exported, also where no history is kept', async () => {
  const copied: string[] = [];
  const server = await startSender(json(200, { deliveries: [sent('e-1', 1)] }), json(200, { deliveries: [] }));
  const homeFolder = folderInMemory();
  const deck = await openEvents(undefined, {
    service: { url: server.url, apiKey: 'key' },
    copy: async (text) => {
      copied.push(text);
      return 'sent';
    },
    parts: { homeFolder },
  });
  expect(deck.text()).toContain('No history is read here: only what the service sends.');
  await deck.press('events.copy', 'events.copy-csv', 'events.copy', 'events.copy-id');
  expect(copied).toEqual([
    'at,from,id,type,what,outcome\n1795262460,sent,e-1,host:machine_offline,Machine of e-1 is offline,delivered\n',
    'e-1',
  ]);
  await deck.press('events.export', 'events.line-delete-to-start');
  await deck.send('~/events.json');
  await deck.press('events.export-save');
  expect(JSON.parse(readFileSync(join(homeFolder, 'events.json'), 'utf8'))).toEqual([
    { sent: [expect.objectContaining({ webhook: 'pager', event_id: 'e-1', state: 'delivered' })] },
  ]);
});

test('a service that names a thousand webhooks is not asked about all of them', async () => {
  const server = await startSender(json(200, { deliveries: [sent('e-1', 1)] }));
  server.offer('webhooks', json(200, { webhooks: Array.from({ length: 1000 }, (_, id) => ({ id, name: `w${id}` })) }));
  const deck = await openEvents(undefined, { service: { url: server.url, apiKey: 'key' } });
  await deck.press('events.open');
  expect(deck.text()).toContain('delivered (16 webhooks)');
  expect(server.optionalRequests.filter(({ path }) => path.endsWith('/deliveries'))).toHaveLength(16);
});

test('a service that does not tell what it has sent is asked once, and what is missing is said', async () => {
  const { note, history } = await startStore();
  const server = await startSender();
  const deck = await openEvents(history, { service: { url: server.url, apiKey: 'key' }, columns: 60, rows: 15 });
  expect(deck.text().replace(/\s+/g, ' ')).toContain('it has no call for it.');
  await note('e-1', 1, OFFLINE);
  await deck.press('events.refresh');
  expect(deck.screen()[2]?.trim()).toBe('The service does not tell what it sends: that is not here.');
  await deck.press('frame.offers', 'frame.notifications');
  expect(rowsOf(deck)).toHaveLength(1);
  expect(server.optionalRequests.filter(({ path }) => path.endsWith('/deliveries'))).toHaveLength(1);
});

test.each([
  ['nothing has happened', async () => (await startStore()).history, 'Nothing has happened yet.'],
  ['there is no history', async () => undefined, 'No history is kept here'],
  [
    'the store cannot be read',
    async () => {
      const { store } = await startStore();
      const broken = { ...callsOn(store), events: () => Promise.reject(new Error('The history is locked.')) };
      return historyOf(SERVICE, broken, () => {});
    },
    'The history is locked.',
  ],
])('says so where %s, and turns on', async (_, makeHistory, words) => {
  const deck = await openEvents(await makeHistory(), { columns: 60, rows: 15 });
  expect(deck.text().replace(/\s+/g, ' ')).toContain(words);
  await deck.press('notifications.tab');
  expect(deck.text()).toContain('[Alerts]');
  await deck.press('notifications.previous-tab');
  expect(deck.text()).toContain('[Events]');
});
