/** Several machines one after the other: the pace, the pause, the stop, and what happens when an answer is not a yes. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type DeckOptions, openDeck } from '../support/deck.tsx';
import { cutAfterActing, holdAfterActing, inTurn, isWrite, startFaultProxy } from '../support/fault-proxy.ts';
import { startHostService } from '../support/host.ts';
import { impatientClock } from '../support/impatient-clock.ts';
import { startJournal } from '../support/journal.ts';
import { folderInMemory } from '../support/local-service.ts';
import {
  BODY_TEXT,
  beginToConfirm,
  confirmWith,
  openMaintenance,
  shows,
  tap,
  typePlan,
  windowOf,
} from '../support/maintenance.ts';
import { manualClock } from '../support/manual-clock.ts';
import { cutOff, hangUp, json, raw, type ScriptedReply, startScriptedServer } from '../support/scripted-server.ts';

const NOON_EPOCH_MS = Date.UTC(2026, 10, 21, 12);

const sent = (count: number): ScriptedReply => json(200, { success: true, you_sent: `${count} notifications sent` });
const refusal: ScriptedReply = json(404, { success: false, error: 'no_such_machine', msg: 'there is no machine 2' });

const KEY = { apiKey: 'test-key-0123' };

/** Confirms a plan for `machineIds` on a program whose clock stands still, and waits until the first answer is there. */
const beginOn = async (url: string, machineIds: readonly number[], link?: DeckOptions['link']) => {
  const clock = manualClock(NOON_EPOCH_MS);
  const deck = await openMaintenance({ url, ...KEY }, { clock, ...(link && { link }) });
  await typePlan(deck, machineIds);
  await beginToConfirm(deck);
  await deck.type(String(machineIds.length));
  tap(deck, 'maintenance.keep');
  return { deck, clock };
};

describe('twelve machines with thresholds on', () => {
  test('get twelve receipts, none refused and none twice, in hardly more time than the thresholds take', async () => {
    const clock = impatientClock(NOON_EPOCH_MS);
    const { service, machineIds, windows } = await startHostService(12, { thresholds: true, clock });
    await using proxy = await startFaultProxy(service.url);
    const deck = await openMaintenance({ url: proxy.url, apiKey: service.apiKey }, { clock });
    await typePlan(deck, machineIds);
    const startedAtMs = clock.now();
    await confirmWith(deck, '12');
    const tookS = (clock.now() - startedAtMs) / 1000;
    expect(deck.text()).toContain('12 announced.');
    expect(windows()).toEqual(machineIds.map((id) => windowOf(id)));
    expect(proxy.requests.filter(isWrite).map(({ path, body }) => ({ path, body }))).toEqual(
      machineIds.map((id) => ({ path: `/api/v0/machines/${id}/dnotify`, body: BODY_TEXT })),
    );
    expect(tookS).toBeGreaterThanOrEqual(11 * 2.5);
    expect(tookS).toBeLessThan(11 * 2.5 + 2);
  });
});

describe('while the queue works', () => {
  test('the time left is shown, and counted down once a second at the most', async () => {
    await using server = await startScriptedServer(sent(1), sent(1), sent(1));
    const { deck, clock } = await beginOn(server.url, [1, 2, 3]);
    await shows(deck, 'next in 3 s, about 5 s left');
    expect(deck.text()).toMatch(/1 of 3 {2}█{13}▍ +1 announced, 2 waiting/);
    let changes = 0;
    deck.deck.store.subscribe(() => changes++);
    clock.elapse(999);
    expect(changes).toBe(0);
    clock.elapse(1);
    expect(changes).toBe(1);
    await shows(deck, 'next in 2 s, about 4 s left');
    clock.elapse(1500);
    await shows(deck, '2 announced, 1 waiting');
    clock.elapse(2500);
    await shows(deck, '3 announced.');
    changes = 0;
    clock.elapse(60_000);
    expect(changes).toBe(0);
  });

  test('on a slow line to the terminal nothing is sent to count down so short a time', async () => {
    await using server = await startScriptedServer(sent(1), sent(1));
    const { deck, clock } = await beginOn(server.url, [1, 2], () => ({ roundTripMs: 400, isSlow: true, sentBytes: 0 }));
    await shows(deck, 'next in 3 s');
    let changes = 0;
    deck.deck.store.subscribe(() => changes++);
    clock.elapse(2400);
    expect(changes).toBe(0);
    clock.elapse(100);
    await shows(deck, '2 announced');
  });

  test('it can be paused before the next call, and goes on where it was', async () => {
    await using server = await startScriptedServer(sent(1), sent(1));
    const { deck, clock } = await beginOn(server.url, [1, 2]);
    await shows(deck, 'next in 3 s');
    await deck.press('maintenance.pause');
    expect(deck.text()).toContain('paused');
    clock.elapse(60_000);
    await deck.settle();
    expect(server.requests).toHaveLength(1);
    await deck.press('maintenance.pause');
    expect(deck.text()).toContain('2 announced.');
    expect(server.requests.map(({ path }) => path)).toEqual([
      '/api/v0/machines/1/dnotify',
      '/api/v0/machines/2/dnotify',
    ]);
  });

  test('Ctrl-C stops it first, in whatever pane, and q does not quit meanwhile', async () => {
    await using server = await startScriptedServer(sent(1), json(200, { offers: [] }));
    const { deck, clock } = await beginOn(server.url, [1, 2, 3]);
    await shows(deck, 'next in 3 s');
    deck.deck.press({ name: 'q', text: 'q' });
    await shows(deck, 'Announcements are still open: Ctrl-C stops them.');
    expect(deck.deck.refusalToLeave()).toBe('Announcements are still open: Ctrl-C stops them.');
    tap(deck, 'frame.offers');
    await shows(deck, 'Ctrl-C stop ');
    deck.deck.press({ name: 'ctrl-c', text: '' });
    await shows(deck, 'Stopped: no more announcements are sent.');
    clock.elapse(60_000);
    await deck.press('frame.maintenance');
    expect(server.requests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
    expect(deck.text()).toContain('1 announced, 2 never sent');
    expect(deck.deck.refusalToLeave()).toBe(undefined);
    expect(deck.deck.layers().flatMap(({ bindings }) => bindings.map(({ id }) => id))).toContain('frame.quit');
    server.script(sent(1), sent(1));
    tap(deck, 'maintenance.resume');
    await shows(deck, '2 announced');
    clock.elapse(2500);
    await shows(deck, '3 announced.');
  });

  test('a stop while an answer is awaited waits for that answer', async () => {
    let answer = () => {};
    const later: ScriptedReply = (response, request) => {
      answer = () => sent(4)(response, request);
    };
    await using server = await startScriptedServer(later);
    const { deck } = await beginOn(server.url, [1, 2]);
    await server.received(1);
    deck.deck.press({ name: 'ctrl-c', text: '' });
    await shows(deck, 'Stopping after the pending answer.');
    expect(deck.text()).toContain('stopping after this answer');
    answer();
    await shows(deck, '1 announced, 1 never sent');
    expect(deck.text()).toContain('4 notifications sent');
  });

  test('a refusal by the rate limit was not accepted and is sent again when its time has come', async () => {
    const tooSoon = json(429, { detail: 'API requests too frequent endpoint threshold=4.0' });
    await using server = await startScriptedServer(tooSoon, tooSoon, tooSoon, sent(2));
    const { deck, clock } = await beginOn(server.url, [1, 2].slice(0, 1));
    // Each wait is at least twice the one before.
    for (const [waitMs, attempt, seconds] of [
      [4500, 2, 5],
      [10_125, 3, 11],
      [22_782, 4, 23],
    ] as const) {
      await shows(deck, `called too soon: try ${attempt} in ${seconds} s`);
      expect(deck.text()).toMatch(new RegExp(`> 1 +- waiting +called too soon, try ${attempt} is next`));
      clock.elapse(waitMs - 1);
      expect(server.requests).toHaveLength(attempt - 1);
      clock.elapse(1);
    }
    await shows(deck, '1 announced.');
    expect(server.requests).toHaveLength(4);
    expect(deck.text()).toContain('2 notifications sent');
    await deck.press('maintenance.page');
    expect(deck.text()).toContain('[History 1]');
  });
});

describe('a refusal stops the queue and asks', () => {
  const begin = async (...replies: readonly ScriptedReply[]) => {
    const server = await startScriptedServer(...replies);
    const deck = await openMaintenance({ url: server.url, ...KEY });
    await typePlan(deck, [1, 2, 3]);
    await confirmWith(deck, '3');
    return { server, deck };
  };

  test('the host leaves the machine out and goes on', async () => {
    const { server, deck } = await begin(sent(1), refusal, sent(1));
    await using _ = server;
    expect(deck.text()).toContain('Machine 2: not announced.');
    await deck.resize(80, 24);
    expect(deck.screen().at(-1)).toMatch(/ c skip, continue {3}a send it again {3}x stop {3}\? help$/);
    expect(deck.text()).toContain('The service refused: there is no machine 2 (no_such_machine, status 404).');
    expect(deck.text()).toContain('Fix what the message names, then try again.');
    expect(server.requests).toHaveLength(2);
    await deck.press('maintenance.go-on');
    expect(deck.text()).toContain('2 announced, 1 not announced.');
    expect(server.requests.map(({ path }) => path.split('/')[4])).toEqual(['1', '2', '3']);
  });

  test('a long reason is there to its end wherever there is room, and is marked where it is cut', async () => {
    const msg = `${'the power of this row is worked on '.repeat(7)}until noon`;
    await using server = await startScriptedServer(json(409, { success: false, error: 'window_taken', msg }));
    const deck = await openMaintenance({ url: server.url, ...KEY }, { columns: 80, rows: 24 });
    await typePlan(deck, [8207]);
    await confirmWith(deck, '8207');
    const words = () => deck.text().replace(/\s+/g, ' ');
    expect(words()).toContain('until noon (window_taken, status 409). Fix what the message names');
    await deck.press('maintenance.go-on');
    expect(words()).toContain('until noon (window_taken, status 409). sent: {"sdate"');
    await deck.press('maintenance.page');
    expect(words()).toContain('until noon (window_taken, status 409).');
    await deck.press('maintenance.page-back');
    await deck.resize(60, 15);
    expect(deck.text()).toMatch(/ Machine +Outcome +Notified +Answered$/m);
    expect(deck.text()).toMatch(/^ {3}Machine 8207, .*…$\n {3}sent: .*…$/ms);
    await deck.resize(60, 20);
    expect(words()).toContain('(window_taken, status 409). sent:');
  });

  test('the host mends the cause and sends that one again', async () => {
    const { server, deck } = await begin(sent(1), refusal, sent(5), sent(1));
    await using _ = server;
    await deck.press('maintenance.again');
    expect(deck.text()).toContain('3 announced.');
    expect(server.requests.map(({ path }) => path.split('/')[4])).toEqual(['1', '2', '2', '3']);
  });

  test('the host stops, and sees what was never sent', async () => {
    const { server, deck } = await begin(sent(1), refusal);
    await using _ = server;
    await deck.press('maintenance.stop', 'maintenance.next');
    expect(deck.text()).toContain('1 announced, 1 not announced, 1 never sent.');
    expect(server.requests).toHaveLength(2);
  });

  test('the machine that is asked about is in view, however long the queue', async () => {
    await using server = await startScriptedServer(...Array.from({ length: 19 }, () => sent(1)), refusal);
    const deck = await openMaintenance({ url: server.url, ...KEY }, { columns: 60, rows: 15 });
    await typePlan(
      deck,
      Array.from({ length: 30 }, (_, place) => 101 + place),
    );
    await confirmWith(deck, '30');
    expect(deck.text()).toMatch(/^ > 120 +! not announced/m);
    expect(deck.text()).toContain('19 announced, 1 not announced');
    await deck.resize(80, 24);
    expect(deck.text()).toMatch(/^ > 120 +! not announced/m);
  });

  test.each([
    ['400', json(400, { error: 'bad_request', msg: 'sdate is odd' }), 'sdate is odd', 'not announced'],
    [
      '401',
      json(401, { success: false, error: 'auth_error', msg: 'invalid API key' }),
      'invalid API key',
      'not announced',
    ],
    [
      '403',
      json(403, { success: false, error: 'permission_denied', msg: 'lacks manage_machines' }),
      'lacks manage',
      'not announced',
    ],
    ['404', json(404, { success: false, error: 'no_such_machine', msg: 'no machine' }), 'no machine', 'not announced'],
    ['422', json(422, { msg: 'duration must be a number' }), 'duration must be', 'outcome unknown'],
    [
      'a no with status 200',
      json(200, { success: false, error: 'refused', msg: 'not today' }),
      'not today',
      'not announced',
    ],
    [
      "500 in the service's words",
      json(500, { success: false, error: 'internal', msg: 'oops' }),
      'oops',
      'outcome unknown',
    ],
    ['500 with HTML', raw(500, 'text/html', '<h1>Internal error</h1>'), 'status 500', 'outcome unknown'],
    ['502', raw(502, 'text/html', '<title>Bad gateway</title>'), 'status 502', 'outcome unknown'],
    ['an empty body', raw(200, 'application/json', ''), 'status 200', 'outcome unknown'],
    ['truncated JSON', raw(200, 'application/json', '{"success":true,"you'), 'status 200', 'outcome unknown'],
    ['wrong types', json(200, { success: 'yes', you_sent: 3 }), 'status 200', 'outcome unknown'],
    ['a connection cut in the middle', cutOff(200, '{"success":tr'), 'connection was lost', 'outcome unknown'],
    ['a connection cut before the answer', hangUp, 'connection was lost', 'outcome unknown'],
  ] as const)('%s: says what came back, and what was typed is still there', async (_name, reply, words, fate) => {
    await using server = await startScriptedServer(reply);
    const deck = await openMaintenance({ url: server.url, ...KEY });
    await typePlan(deck, [1]);
    await confirmWith(deck, '1');
    if (deck.text().includes('Enter another one')) await deck.press('key.give-up');
    expect(deck.text()).toContain(`Machine 1: ${fate}.`);
    expect(deck.text()).toContain(words);
    await deck.press('maintenance.back');
    expect(deck.text().replaceAll(/\n +/g, '')).toContain(BODY_TEXT);
    expect(server.requests).toHaveLength(1);
  });
});

describe('a lost answer', () => {
  test('is an outcome unknown that is sent again only when its id is typed', async () => {
    const { service, machineIds, windows } = await startHostService(2);
    const [one = 0, two = 0] = machineIds;
    await using proxy = await startFaultProxy(service.url);
    proxy.decide(inTurn(isWrite, cutAfterActing));
    const deck = await openMaintenance({ url: proxy.url, apiKey: service.apiKey });
    await typePlan(deck, machineIds);
    await confirmWith(deck, '2');
    expect(deck.text()).toContain(`Machine ${one}: outcome unknown.`);
    expect(deck.text()).toContain(`! outcome unknown: machine ${one}, Tue 2026-12-01 03:00`);
    await deck.press('maintenance.again');
    expect(deck.text()).toContain(`Type ${one} to send it once more; its renters may be notified twice:`);
    await deck.type('y');
    await deck.press('maintenance.keep');
    expect(deck.text()).toContain(`Machine ${one}: outcome unknown.`);
    expect(windows()).toEqual([windowOf(one)]);
    await deck.press('maintenance.again');
    await deck.type(String(one));
    await deck.press('maintenance.keep');
    expect(deck.text()).toContain('2 announced.');
    expect(deck.text()).not.toContain('! outcome unknown');
    expect(windows()).toEqual([windowOf(one), windowOf(one), windowOf(two)]);
    await deck.press('maintenance.page', 'maintenance.last');
    expect(deck.text()).toContain('outcome unknown, sent again');
  });

  test.each(['maintenance.count', 'maintenance.drop'])('stays unknown until the user decides: %s', async (decision) => {
    const { service, machineIds } = await startHostService(1);
    const [only = 0] = machineIds;
    await using proxy = await startFaultProxy(service.url);
    proxy.decide(inTurn(isWrite, cutAfterActing));
    const journal = startJournal();
    const deck = await openMaintenance({ url: proxy.url, apiKey: service.apiKey }, { parts: { journal } });
    await typePlan(deck, machineIds);
    await confirmWith(deck, String(only));
    await deck.press('maintenance.go-on', 'maintenance.page');
    expect(deck.text()).toContain(`! outcome unknown: machine ${only}`);
    await deck.press(decision);
    expect(deck.text()).not.toContain('! outcome unknown');
    await deck.press('maintenance.page-back', 'maintenance.new');
    await typePlan(deck, machineIds);
    const isNoticed = deck.text().includes('The same window was announced before for this machine');
    expect(isNoticed).toBe(decision === 'maintenance.count');
  });

  test('the service is killed between request and answer: after a restart of both the outcome is unknown, and one window is recorded', async () => {
    const folder = folderInMemory();
    const dataFile = join(folder, 'service.db');
    const journalFile = join(folder, 'journal.db');
    const before = await startHostService(1, { dataFile });
    const [only = 0] = before.machineIds;
    await using proxy = await startFaultProxy(before.service.url);
    proxy.decide(inTurn(isWrite, holdAfterActing));
    const journal = startJournal(journalFile);
    const program = await openDeck({
      service: { url: proxy.url, apiKey: before.service.apiKey },
      parts: { pane: 'maintenance', timeZone: 'Europe/Berlin', journal },
    });
    await typePlan(program, [only]);
    await program.press('maintenance.confirm');
    await program.type(String(only));
    tap(program, 'maintenance.keep');
    // Behind the machines and their windows, which the pane reads when it is opened.
    await proxy.played(3);
    expect(before.windows()).toEqual([windowOf(only)]);
    // Killed, not ended: whatever the program would still note, it cannot.
    journal.close();
    await program.close();
    await before.service.close();

    const after = await startHostService(1, { dataFile });
    const restarted = await openMaintenance(after.service, { parts: { journal: startJournal(journalFile) } });
    expect(restarted.text()).toContain(`! outcome unknown: machine ${only}, Tue 2026-12-01 03:00   ] decides`);
    await restarted.press('maintenance.page');
    expect(restarted.text()).toMatch(
      new RegExp(`\\*> 2026-11-21 13:00 +${only} +2026-12-01 03:00 +1 h 30 min +outcome unknown`),
    );
    expect(restarted.text()).toContain('no answer was recorded: the program ended first');
    expect(after.windows()).toEqual([windowOf(only)]);
    await restarted.press('maintenance.page-back');
    await typePlan(restarted, [only]);
    expect(restarted.text()).toContain(
      'The same window was announced before for this machine: they would be notified twice.',
    );
    expect(restarted.text()).toMatch(new RegExp(`${only} .*same window, 2026-11-21 13:00: outcome unknown`));
    expect(after.windows()).toEqual([windowOf(only)]);
  });
});
