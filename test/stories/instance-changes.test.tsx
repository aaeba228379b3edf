/** What a renter does to instances: start, stop, reboot, destroy, label and bid, each reviewed first and sent once. */
import { afterEach, describe, expect, test } from 'vitest';
import type { Instance } from '../../src/catalogue/values.ts';
import { type DeckOptions, type OpenDeck, openDeck } from '../support/deck.tsx';
import { manualClock } from '../support/manual-clock.ts';
import { startRuns } from '../support/runs.ts';
import {
  hangUp,
  json,
  type ScriptedReply,
  type ScriptedServer,
  startScriptedServer,
} from '../support/scripted-server.ts';

const NOON = Date.UTC(2026, 10, 22, 12);

let open: OpenDeck | undefined;

const start = async (url: string, { parts, ...options }: Omit<DeckOptions, 'service'> = {}): Promise<OpenDeck> => {
  open = await openDeck({
    columns: 100,
    ...options,
    service: { url, apiKey: 'sk-test-0123456789' },
    parts: { pane: 'instances', ...parts },
  });
  return open;
};

afterEach(async () => {
  await open?.close();
  open = undefined;
});

const instance = (id: number, more: Instance = {}): Instance => ({
  id,
  actual_status: 'running',
  intended_status: 'running',
  label: null,
  machine_id: 8000 + id,
  num_gpus: 2,
  gpu_name: 'RTX 4090',
  is_bid: false,
  dph_base: 0.49,
  dph_total: 0.5,
  storage_total_cost: 0.01,
  ...more,
});

const list = (...instances: readonly Instance[]): ScriptedReply => json(200, { success: true, instances });
const yes = json(200, { success: true });

const no = (error: string, msg: string) => ({ success: false, error, msg });

/** What is answered to one call for several. */
const results = (...all: readonly object[]): ScriptedReply => json(200, { success: true, results: all });

/** What was sent besides the list, as method, path and body. */
const writesOf = ({ requests }: ScriptedServer) =>
  requests.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]);

describe('a label or a bid that is typed', () => {
  test('is there again after the program was killed, and is reviewed before it is sent', async () => {
    const all = list(instance(5, { label: 'old' }), instance(6, { is_bid: true }));
    await using server = await startScriptedServer(all, all, all, all, all, all, all, all);
    const runs = startRuns({ url: server.url, apiKey: 'sk-test-0123456789' });
    const first = await runs.start({ columns: 100, parts: { pane: 'instances' } });
    await first.press('instances.label');
    await first.type('er');
    await runs.die(first);
    const second = await runs.start({ columns: 100, parts: { pane: 'instances' } });
    expect(second.text()).toContain('a label for instance 5');
    await second.press('session.resume');
    expect(second.text()).toContain('Label: older');
    expect(second.text()).toMatch(/5 {2}.*running {2}2x RTX 4090 {2}old/);
    await second.type(' one');
    await second.press('instances.change-review');
    expect(second.text()).toContain('PUT /api/v0/instances/5/ {"label":"older one"}');
    // The review is not resumed: what was typed for it is.
    await runs.die(second);
    const third = await runs.start({ columns: 100, parts: { pane: 'instances' } });
    await third.press('session.resume');
    expect(third.text()).toContain('Label: older one');
    await third.press('instances.change-cancel');
    expect(writesOf(server)).toEqual([]);
  });
});

describe('before anything is sent', () => {
  test('the review shows what is lost, what it costs and the exact call, and the id confirms', async () => {
    const all = list(instance(4711, { label: 'train' }));
    await using server = await startScriptedServer(all, all, yes, list());
    const deck = await start(server.url);
    await deck.press('instances.destroy');
    expect(deck.text()).toContain('Destroy instance 4711?');
    expect(deck.text()).toContain('4711  + running  2x RTX 4090  train');
    expect(deck.text()).toContain('Its disk is deleted, with everything on it, for good.');
    expect(deck.text()).toContain('Cost: $0.5000/h now, nothing afterwards.');
    expect(deck.text()).toContain('DELETE /api/v0/instances/4711/');
    await deck.press('instances.change-confirm');
    await deck.type('471');
    await deck.press('instances.change-send');
    expect(deck.text()).toContain('Nothing was sent: to continue, type the id of the instance, 4711.');
    expect(writesOf(server)).toEqual([]);
    await deck.type('1');
    await deck.press('instances.change-send');
    expect(writesOf(server)).toEqual([['DELETE', '/api/v0/instances/4711/', '']]);
    expect(deck.text()).toContain('The service accepted: destroy instance 4711.');
    expect(deck.text()).toContain('You rent no instances.');
  });

  test.each([
    [
      'running',
      'running',
      'stop',
      '{"state":"stopped"}',
      'Its disk stays, and is charged',
      '$0.0100/h afterwards ($7.20',
    ],
    [
      'stopped',
      'stopped',
      'start',
      '{"state":"running"}',
      'It is charged in full again',
      '$0.5000/h afterwards ($360.00',
    ],
    ['exited', 'running', 'start', '{"state":"running"}', 'It is charged in full again', '$0.5000/h afterwards'],
    ['unknown', 'running', 'stop', '{"state":"stopped"}', 'Its disk stays', '$0.0100/h afterwards'],
    ['loading', 'running', 'stop', '{"state":"stopped"}', 'Its disk stays', '$0.0100/h afterwards'],
    ['running', 'stopped', 'start', '{"state":"running"}', 'It is charged in full again', '$0.5000/h afterwards'],
  ])('S on one that is %s and meant to be %s is to %s it', async (actual, intended, kind, body, lost, costs) => {
    const all = list(instance(5, { actual_status: actual, intended_status: intended }));
    await using server = await startScriptedServer(all, all, yes, all);
    const deck = await start(server.url);
    await deck.press('instances.start-stop');
    expect(deck.text()).toMatch(new RegExp(`${kind} instance 5\\?`, 'i'));
    expect(deck.text()).toContain(lost);
    expect(deck.text()).toContain(costs);
    await deck.press('instances.change-confirm');
    await deck.type('5');
    await deck.press('instances.change-send');
    expect(writesOf(server)).toEqual([['PUT', '/api/v0/instances/5/', body]]);
  });

  test('a label and a bid are typed first; Enter on the review sends the exact call', async () => {
    const all = list(instance(5, { is_bid: true, label: 'old', min_bid: 0.2 }));
    await using server = await startScriptedServer(all, all, yes, all, all, yes, all);
    const deck = await start(server.url);
    await deck.press('instances.label');
    await deck.type('er one');
    await deck.press('instances.change-review');
    expect(deck.text()).toContain('PUT /api/v0/instances/5/ {"label":"older one"}');
    await deck.press('instances.change-back');
    expect(deck.text()).toContain('Label: older one');
    await deck.press('instances.change-review', 'instances.change-send');
    await deck.press('instances.bid');
    expect(deck.text()).toContain('5: the bid is $0.4900/h, the market takes $0.2000/h and more.');
    await deck.type('40');
    await deck.press('instances.change-review');
    expect(deck.text()).toContain('A bid is a number from 0.001 to 32 in $/h');
    await deck.press('instances.line-delete-word');
    await deck.type('0.25');
    await deck.press('instances.change-review');
    expect(deck.text()).toContain('PUT /api/v0/instances/bid_price/5/ {"client_id":"me","price":0.25}');
    expect(deck.text()).toContain('$0.2600/h with this bid while it runs');
    await deck.press('instances.change-send');
    expect(writesOf(server)).toEqual([
      ['PUT', '/api/v0/instances/5/', '{"label":"older one"}'],
      ['PUT', '/api/v0/instances/bid_price/5/', '{"client_id":"me","price":0.25}'],
    ]);
  });

  test('recycling says that the files outside of volumes are lost, and wants the id typed', async () => {
    const all = list(instance(5));
    await using server = await startScriptedServer(all, all, yes, all);
    const deck = await start(server.url);
    await deck.press('instances.recycle');
    expect(deck.text()).toContain('Recycle instance 5?');
    expect(deck.text()).toMatch(/every\s+file\s+outside\s+of\s+its\s+volumes\s+is\s+lost/);
    await deck.press('instances.change-confirm');
    await deck.type('5');
    await deck.press('instances.change-send');
    expect(writesOf(server)).toEqual([['PUT', '/api/v0/instances/recycle/5/', '']]);
  });

  test('a review that does not fit is read to its end first', async () => {
    const all = list(...Array.from({ length: 20 }, (_, place) => instance(place + 1)));
    await using server = await startScriptedServer(all, all, all, results(), list());
    const deck = await start(server.url, { columns: 60, rows: 15 });
    await deck.press('instances.mark-shown', 'instances.destroy', 'instances.change-confirm');
    expect(deck.text()).toMatch(/Read to the end first: \d+ more below, Space shows them/);
    // Digits that are typed too early do not lead to another pane.
    await deck.type('20');
    expect(deck.text()).toContain('Destroy 20 instances?');
    expect(deck.text()).toMatch(/^ +\d+ more below: Space reads on\. Esc leaves it\.$/m);
    expect(deck.screen().at(-1)).toMatch(/^ Space page down {3}/);
    for (let pages = 0; pages < 6; pages++) await deck.press('instances.change-page-down');
    expect(deck.screen().at(-1)).toMatch(/^ Enter confirm {3}/);
    await deck.type('20');
    expect(deck.text()).toContain('Nothing was typed: Enter goes on from here');
    await deck.press('instances.change-confirm');
    expect(deck.text()).toContain('Type the number of instances, 20, to destroy:');
    await deck.type('20');
    await deck.press('instances.change-send');
    expect(writesOf(server)).toEqual([
      ['DELETE', '/api/v0/instances/', `{"instance_ids":[${Array.from({ length: 20 }, (_, place) => place + 1)}]}`],
    ]);
  });

  test.each([
    ['S', 'instances.start-stop', { actual_status: 'offline' }, 'is offline: its host cannot be reached'],
    [
      'B',
      'instances.reboot',
      { actual_status: 'stopped', intended_status: 'stopped' },
      'does not run (stopped). Start it.',
    ],
    ['b', 'instances.bid', {}, 'is rented on demand: there is no bid to change'],
    ['X', 'instances.destroy', { id: null }, 'The service named no id of it'],
  ])('%s says why it does not work now', async (_, key, more, reason) => {
    await using server = await startScriptedServer(list(instance(5, more)));
    const deck = await start(server.url);
    await deck.press(key);
    expect(deck.text()).toContain(reason);
    expect(server.requests).toHaveLength(1);
  });

  test('a read-only program refuses each with the reason', async () => {
    await using server = await startScriptedServer(list(instance(5)));
    const readOnlyReason = 'The program was started with --read-only.';
    const deck = await start(server.url, { parts: { readOnlyReason } });
    for (const key of ['start-stop', 'reboot', 'destroy', 'label', 'bid']) {
      await deck.press(`instances.${key}`);
      expect(deck.text()).toContain(readOnlyReason);
      expect(deck.text()).not.toContain('exactly what will be sent');
    }
    expect(server.requests).toHaveLength(1);
  });

  test('nothing that is pressed by habit changes anything', async () => {
    const all = list(instance(5));
    await using server = await startScriptedServer(all, all);
    const deck = await start(server.url);
    await deck.press('instances.destroy');
    await deck.send(' \x7f\x04\x0b\x17');
    expect(deck.text()).toContain('Destroy instance 5?');
    await deck.press('instances.change-leave');
    await deck.send('\x7f\x04\x0b\x17');
    expect(writesOf(server)).toEqual([]);
  });

  test('an instance that is gone meanwhile is said, on its page and in the review', async () => {
    const loading = list(instance(5, { actual_status: 'loading' }), instance(6));
    const left = list(instance(6, { actual_status: 'loading' }));
    await using server = await startScriptedServer(loading, loading, left, left);
    const clock = manualClock(NOON);
    const deck = await start(server.url, { clock });
    await deck.press('instances.open');
    void deck.press('instances.destroy-open');
    await deck.until((screen) => screen.join('\n').includes('Destroy instance 5?'));
    // The list is asked for again with the review, and while something is on its way.
    clock.elapse(1100);
    await deck.settle();
    expect(deck.text()).not.toContain('no longer');
    clock.elapse(5100);
    await deck.settle();
    expect(deck.text()).toContain('5 is no longer in the list.');
    await deck.press('instances.change-confirm');
    expect(deck.text()).toContain('Instance 5 is no longer in the list.');
    await deck.press('instances.change-leave');
    expect(deck.text()).toMatch(/Instance 5 .*no longer in the list/);
    await deck.press('instances.destroy-open');
    expect(deck.text()).toContain('Instance 5 is no longer in the list.');
    expect(writesOf(server)).toEqual([]);
  });
});

describe('several', () => {
  test('are confirmed by their number, and sent one after the other where the service refuses one call for all; what became of each is told', async () => {
    const all = list(instance(5), instance(6), instance(7));
    const gone = json(404, no('not_found', 'you have no instance 6'));
    const noSuchCall = json(405, no('method_not_allowed', 'there is no such call'));
    await using server = await startScriptedServer(all, all, all, noSuchCall, yes, gone, yes, list());
    const deck = await start(server.url);
    await deck.press('instances.mark-shown', 'instances.destroy');
    expect(deck.text()).toContain('Destroy 3 instances?');
    expect(deck.text()).toContain('For each of the 3: its disk is deleted');
    expect(deck.text()).toContain('$1.5000/h now, nothing afterwards');
    await deck.press('instances.change-confirm');
    await deck.type('3');
    await deck.press('instances.change-send');
    expect(writesOf(server).map(([, path]) => path)).toEqual(
      ['', '5/', '6/', '7/'].map((place) => `/api/v0/instances/${place}`),
    );
    expect(deck.text()).toMatch(/5 +accepted\n/);
    expect(deck.text()).toMatch(/6 +refused\n +The service refused: you have no instance 6/);
    expect(deck.text()).toMatch(/7 +accepted\n/);
    await deck.press('instances.change-leave');
    expect(deck.text()).toContain('You rent no instances.');
  });

  test('are sent in one call where the service has it; what became of each is told, and what changed since it was read is left out', async () => {
    const all = [instance(5), instance(6), instance(7), instance(8)];
    const now = all.map((one) => (one.id === 7 ? { ...one, label: 'keep' } : one));
    const some = results({ id: 5, success: true }, { id: 6, ...no('not_found', 'you have no instance 6') });
    await using server = await startScriptedServer(list(...all), list(...all), list(...now), some, list(...now));
    const deck = await start(server.url);
    await deck.press('instances.mark-shown', 'instances.destroy');
    expect(deck.text()).toContain('DELETE /api/v0/instances/ {"instance_ids":[5,6,7,8]}');
    expect(deck.text()).toContain('where its answer is lost, the outcome of each is unknown');
    await deck.press('instances.change-confirm');
    await deck.type('4');
    await deck.press('instances.change-send');
    expect(writesOf(server)).toEqual([['DELETE', '/api/v0/instances/', '{"instance_ids":[5,6,8]}']]);
    expect(deck.text()).toMatch(/5 +accepted\n/);
    expect(deck.text()).toMatch(/6 +refused\n +The service refused: you have no instance 6/);
    expect(deck.text()).toMatch(/7 +not sent\n +Not sent: the label of instance 7 was none, and is "keep" now\./);
    expect(deck.text()).toMatch(/8 +outcome unknown\n/);
    expect(deck.text()).toContain('did not say what became of this one');
    expect(deck.text()).toContain('The list, read again, says: running, meant to be running.');
  });

  test('whose one answer is lost are each an outcome unknown that the list is asked about, and are sent again one by one', async () => {
    const all = list(instance(5), instance(6));
    await using server = await startScriptedServer(all, all, all, hangUp, list(instance(6)), all, all);
    const deck = await start(server.url);
    await deck.press('instances.mark-shown', 'instances.start-stop', 'instances.change-confirm');
    await deck.type('2');
    await deck.press('instances.change-send');
    expect(writesOf(server)).toEqual([['PUT', '/api/v0/instances/', '{"state":"stopped","ids":[5,6]}']]);
    expect(deck.text()).toMatch(/5 +outcome unknown/);
    expect(deck.text()).toContain('The list has no such instance any more.');
    expect(deck.text()).toMatch(/6 +outcome unknown/);
    await deck.press('instances.change-leave', 'instances.mark-shown', 'instances.start-stop');
    expect(deck.text()).toMatch(/Instance 6: stop was sent 2026-.*outcome unknown/s);
    expect(deck.text()).toContain('PUT /api/v0/instances/6/ {"state":"stopped"}');
  });

  test('of which some run and some rest are not to be started and stopped at once', async () => {
    await using server = await startScriptedServer(
      list(instance(5), instance(6, { actual_status: 'stopped', intended_status: 'stopped' })),
    );
    const deck = await start(server.url);
    await deck.press('instances.mark-shown', 'instances.start-stop');
    expect(deck.text()).toContain('Unmark those that run, or all others: some are to be stopped, some started.');
  });

  test('are stopped by Ctrl-C in any pane: what was sent is waited for, and the rest is not sent', async () => {
    const answer = Promise.withResolvers<void>();
    const slow: ScriptedReply = (response, request) => {
      void answer.promise.then(() => yes(response, request));
    };
    const all = list(instance(5), instance(6));
    await using server = await startScriptedServer(all, all, slow, all, all);
    const deck = await start(server.url);
    await deck.press('instances.mark-shown', 'instances.reboot', 'instances.change-confirm');
    await deck.type('2');
    void deck.press('instances.change-send');
    await deck.until((screen) => screen.join('\n').includes('being sent'));
    expect(deck.text()).toMatch(/6 +waiting/);
    void deck.send('\x03');
    await deck.until((screen) => screen.join('\n').includes('Stopping after the pending answer.'));
    answer.resolve();
    await deck.settle();
    expect(writesOf(server)).toHaveLength(1);
    expect(deck.text()).toMatch(/5 +accepted/);
    expect(deck.text()).toMatch(/6 +not sent/);
  });
});

describe('an answer that is lost', () => {
  test('is an outcome unknown; the list is read again and what it says is told, and nothing is sent again', async () => {
    const all = list(instance(5), instance(6));
    await using server = await startScriptedServer(all, all, hangUp, list(instance(6)));
    const deck = await start(server.url);
    await deck.press('instances.mark-shown', 'instances.reboot', 'instances.change-confirm');
    await deck.type('2');
    await deck.press('instances.change-send');
    expect(deck.text()).toMatch(/5 +outcome unknown/);
    expect(deck.text()).toContain('The list has no such instance any more.');
    expect(deck.text()).toMatch(/6 +not sent/);
    expect(writesOf(server)).toHaveLength(1);
  });

  test('is told by the next review of the same, which sends again only when it is confirmed', async () => {
    const all = list(instance(5));
    await using server = await startScriptedServer(all, all, hangUp, all, all, yes, all);
    const deck = await start(server.url);
    const reboot = async () => {
      await deck.press('instances.reboot', 'instances.change-confirm');
      await deck.type('5');
      await deck.press('instances.change-send');
    };
    await reboot();
    expect(deck.text()).toContain('The list, read again, says: running, meant to be running.');
    await deck.press('instances.change-leave', 'instances.reboot');
    expect(deck.text()).toMatch(/Instance 5: reboot was sent 2026-.*outcome unknown: .*Confirming\s+sends it again/s);
    await deck.press('instances.change-leave');
    await reboot();
    expect(writesOf(server)).toHaveLength(2);
    expect(deck.text()).toContain('The service accepted: reboot instance 5.');
  });

  test('of a refused call nothing is left: the same may be sent again', async () => {
    const all = list(instance(5));
    const refusal = json(409, no('instance_offline', 'the machine cannot be reached'));
    await using server = await startScriptedServer(all, all, refusal, all);
    const deck = await start(server.url);
    await deck.press('instances.start-stop', 'instances.change-confirm');
    await deck.type('5');
    await deck.press('instances.change-send');
    expect(deck.text()).toMatch(/5 +refused\n +The service refused: the machine cannot be reached/);
    await deck.press('instances.change-leave', 'instances.start-stop');
    expect(deck.text()).not.toContain('outcome unknown');
  });
});

test('what was typed for a call that failed is there again, for those that were not accepted', async () => {
  const all = list(instance(5), instance(6));
  const no = json(400, { success: false, error: 'invalid_args', msg: 'label: no' });
  await using server = await startScriptedServer(all, all, yes, no, all, yes, all);
  const deck = await start(server.url);
  await deck.press('instances.mark-shown', 'instances.label');
  await deck.type('night run');
  await deck.press('instances.change-review', 'instances.change-send');
  expect(deck.text()).toMatch(/6 +refused/);
  await deck.press('instances.change-again');
  expect(deck.text()).toContain('Label instance 6?');
  expect(deck.text()).toContain('PUT /api/v0/instances/6/ {"label":"night run"}');
  await deck.press('instances.change-send');
  expect(writesOf(server).map(([, path]) => path)).toEqual([5, 6, 6].map((id) => `/api/v0/instances/${id}/`));
});

test('a call that came too soon is told with when to try, and is not sent again by itself', async () => {
  const all = list(instance(5));
  const tooSoon = json(429, { detail: 'API requests too frequent endpoint threshold=1.0' });
  await using server = await startScriptedServer(all, all, tooSoon, yes, all);
  const deck = await start(server.url);
  await deck.press('instances.reboot', 'instances.change-confirm');
  await deck.type('5');
  await deck.press('instances.change-send');
  expect(deck.text()).toContain('Wait 1 s between calls of this kind.');
  expect(writesOf(server)).toHaveLength(1);
});

test('what the service says of an instance reaches the terminal as text only', async () => {
  const evil = '\u001b]0;pwned\u0007 \u202erun';
  const all = list(instance(5, { label: evil, gpu_name: evil, actual_status: evil, is_bid: true }));
  const no = json(400, { success: false, error: 'invalid_args', msg: evil });
  await using server = await startScriptedServer(all, all, no, all, all, all);
  const deck = await start(server.url);
  await deck.press('instances.destroy', 'instances.change-confirm');
  await deck.type('5');
  await deck.press('instances.change-send');
  expect(deck.text()).toContain('pwned');
  await deck.press('instances.change-leave', 'instances.label');
  expect(deck.text()).toMatch(/Label: .*pwned/);
  await deck.press('instances.change-review');
  expect(deck.text()).toContain('A label is one line without control characters.');
  await deck.press('instances.change-cancel', 'instances.bid', 'instances.change-cancel', 'instances.anew');
  expect(deck.sent()).not.toContain('\u001b]0');
  expect(deck.sent()).not.toContain('\u0007');
  expect(deck.sent()).not.toContain('\u202e');
});
