/** What the header tells of the account's money, wherever the user is. */
import { afterEach, describe, expect, test } from 'vitest';
import { type OpenDeck, openDeck } from '../support/deck.tsx';
import { manualClock } from '../support/manual-clock.ts';
import { json, type ScriptedServer, startScriptedServer } from '../support/scripted-server.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const LIST = json(200, { success: true, instances: [{ id: 1, actual_status: 'running', dph_total: 0.5 }] });

let open: OpenDeck | undefined;

afterEach(async () => {
  await open?.close();
  open = undefined;
});

const rate = (gpu: number) =>
  json(200, { gpu_cost_per_hour: gpu, container_storage_cost_per_hour: 0.1, volume_storage_cost_per_hour: 0 });

/** The instances of an account that has `user`, and spends 0.5 $/h. */
const start = async (server: ScriptedServer, user: object | undefined, columns = 100) => {
  if (user !== undefined) {
    server.offer('users/current/', json(200, user));
    server.offer('users/spend-rate/', rate(0.4));
  }
  const clock = manualClock(NOON);
  open = await openDeck({
    ...{ columns, rows: 24, clock, service: { url: server.url, apiKey: 'sk-test-0123456789' } },
    parts: { pane: 'instances' },
  });
  await open.until((screen) => screen.some((line) => line.includes('running')));
  return { deck: open, clock };
};

const header = (deck: OpenDeck) => deck.screen()[0]?.trimEnd();

describe('the header', () => {
  test.each([
    [200, { credit: 40 }, / gpudeck {3}test service {3}\$40\.00 until Tue 20:00 {3}key \.\.6789/],
    [80, { credit: 40 }, / {3}test service {3}\$40\.00 until Tue 20:00 {2}/],
    [100, { credit: 40 }, / gpudeck {3}test service {3}\$40\.00 until Tue 20:00 {3}key/],
    [40, { credit: 40 }, /^ {3}test servi… /],
    [40, { credit: 11.9 }, /^ low Sun 11:48 /],
    [160, { credit: 11.9 }, / {3}\$11\.90 low until Sun 11:48 {3}key/],
    [58, { credit: 11.9 }, / {3}low until Sun 11:48 {2}/],
    [160, { credit: 1 }, / {3}\$1\.00 ending until 14:00 {3}/],
    [46, { credit: -0.5 }, / {3}-\$0\.50 below zero /],
    [40, { credit: -0.5 }, /^ below zero /],
    [160, { credit: 1, last4: '4242' }, / {3}\$1\.00 until 14:00 {3}/],
    [200, { balance: 5000 }, / {3}\$5,000\.00 {3}key/],
  ])('of %i columns tells of %j', async (columns, user, words) => {
    await using server = await startScriptedServer(LIST);
    const { deck } = await start(server, user, columns);
    await deck.settle();
    expect(header(deck)).toMatch(words);
  });

  test('tells of no runway where the balance is owed to a host', async () => {
    await using server = await startScriptedServer(LIST, json(200, { success: false, count: 0 }));
    const { deck } = await start(server, { credit: 0, balance: 50 }, 160);
    await deck.until(() => header(deck)?.includes('$50.00') === true);
    expect(header(deck)).toMatch(/ {3}\$50\.00 {3}key/);
  });

  test('tells, as a review does, what a stop does to it', async () => {
    await using server = await startScriptedServer(LIST, json(200, { success: true }), LIST);
    const { deck } = await start(server, { credit: 12 });
    await deck.settle();
    deck.deck.press({ name: 'S', text: 'S' });
    await deck.until((screen) => screen.some((line) => line.includes('Burn: $0.5000/h now, ')));
    expect(deck.text().replace(/\s+/g, ' ')).toContain('Runway: until Sun 22 Nov 12:00 now, not known afterwards.');
  });

  test('tells nothing where the service has no such call', async () => {
    await using server = await startScriptedServer(LIST);
    const { deck } = await start(server, undefined);
    await deck.settle();
    expect(header(deck)).not.toContain('$');
  });

  test('is asked for again every five minutes, sends nothing meanwhile, and says of an old figure when it was told', async () => {
    await using server = await startScriptedServer(LIST);
    const { deck, clock } = await start(server, { credit: 40 }, 220);
    await deck.settle();
    deck.bytesSent();
    clock.elapse(299_000);
    await deck.settle();
    expect(deck.bytesSent()).toBe(0);
    expect(server.optionalRequests.filter(({ path }) => path.includes('/users/'))).toHaveLength(2);

    server.offer('users/current/', json(200, { credit: 20 }));
    server.offer('users/spend-rate/', rate(0));
    clock.elapse(1000);
    await deck.until(([line = '']) => line.includes('$20.00 until Sun 29 Nov') || line.includes('$20.00 until 29 Nov'));
    server.offer('users/current/', json(403, { success: false, error: 'no', msg: 'not allowed' }));
    clock.elapse(300_000);
    await deck.until(([line = '']) => line.includes('$20.00 at 12:05 until 29 Nov'));
  });
});
