/** A service that cannot be reached for a while: what is read is asked for again, in sight, and the user may end that at any time. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { type DeckOptions, type OpenDeck, openDeck } from '../support/deck.tsx';
import { lookAtKeys } from '../support/key-rows.ts';
import { manualClock } from '../support/manual-clock.ts';
import { hangUp, json, raw, type ScriptedServer, startScriptedServer } from '../support/scripted-server.ts';

const NOON = Date.UTC(2026, 10, 21, 12);

const volumes = (...ids: readonly number[]) => json(200, { volumes: ids.map((id) => ({ id, status: 'active' })) });
const offers = (...ids: readonly number[]) =>
  json(200, { offers: ids.map((id) => ({ id, gpu_name: `GPU ${id}`, num_gpus: 1, dph_total: 1 })) });
const busy = raw(503, 'text/html', '<h1>Busy</h1>');

/** The program at a pane that has its first answer, with a clock that moves by hand. */
const start = async (server: ScriptedServer, options: Partial<DeckOptions> = {}) => {
  const clock = manualClock(NOON);
  const service = { url: server.url, apiKey: 'sk-test-0123456789' };
  const deck = await openDeck({ service, clock, columns: 80, rows: 24, ...options });
  onTestFinished(deck.close);
  return {
    ...deck,
    elapse: clock.elapse,
    press: (text: string) => deck.deck.press({ name: text, text }),
    /** Waits for the message line to say this. */
    says: (text: string) => deck.until((screen) => screen.at(-2)?.includes(text) ?? false),
    shows: (text: string) => deck.until((screen) => screen.join('\n').includes(text)),
  };
};

const atVolumes = (server: ScriptedServer, options: Partial<DeckOptions> = {}) =>
  start(server, { parts: { pane: 'volumes' }, ...options });

const message = (deck: Pick<OpenDeck, 'screen'>) => deck.screen().at(-2)?.trim();

describe('a list whose service is away for a moment', () => {
  test('is asked for again, says when, which try and why, and keeps its rows with the time of their answer', async () => {
    await using server = await startScriptedServer(volumes(1, 2), busy, volumes(3));
    const deck = await atVolumes(server);
    deck.press('R');
    await deck.says('Asking in 6 s');
    deck.elapse(60_000);
    await deck.says('Again in 6 s, try 2 of 6: the service failed (503). R now, Esc stops.');
    expect(deck.text()).toContain('1/2   no answer, as of 12:00');
    expect(deck.text()).not.toContain('Tried to');
    deck.elapse(1000);
    await deck.says('Again in 5 s');
    deck.elapse(4499);
    expect(server.requests).toHaveLength(2);
    deck.elapse(1);
    await deck.shows('1/1   as of 12:01');
    expect(message(deck)).toBe('');
    expect(server.requests).toHaveLength(3);
  });

  test('is not asked for again before the time that the service names (Retry-After)', async () => {
    await using server = await startScriptedServer(
      volumes(1),
      raw(429, 'text/plain', 'slow down', { 'retry-after': '20' }),
      volumes(2),
    );
    const deck = await atVolumes(server);
    deck.elapse(5500);
    deck.press('R');
    await deck.says('Again in 20 s, try 2: called too soon.');
    deck.elapse(19_000);
    await deck.says('Again in 1 s');
    expect(server.requests).toHaveLength(2);
    deck.elapse(1000);
    await deck.shows('1/1   as of 12:00');
    expect(server.requests).toHaveLength(3);
  });

  test('says what failed and what to do when every try was in vain; the tries stand in the ledger', async () => {
    await using server = await startScriptedServer(volumes(1), ...Array.from({ length: 9 }, () => busy));
    const { press, text } = await openDeck({
      service: { url: server.url, apiKey: 'sk-test-0123456789' },
      parts: { pane: 'volumes' },
    });
    await press('volumes.refresh');
    expect(text()).toContain('failed, as of 12:00');
    expect(text()).toContain('The service failed: Busy (status 503).');
    expect(server.requests).toHaveLength(7);
    await press('frame.ledger', 'ledger.open');
    expect(text()).toMatch(/attempt +6/i);
  });

  test('R asks at once, without waiting for the next try', async () => {
    await using server = await startScriptedServer(volumes(1), hangUp, hangUp, hangUp, hangUp, volumes(2));
    const deck = await atVolumes(server);
    deck.elapse(5500);
    deck.press('R');
    for (const attempt of [2, 3, 4]) {
      await deck.says(`Again in 6 s, try ${attempt} of 6`);
      deck.elapse(5500);
    }
    await deck.says('Again in 6 s, try 5 of 6');
    deck.elapse(5600);
    expect(server.requests).toHaveLength(5);
    deck.press('R');
    await deck.shows('1/1   as of 12:00');
    expect(server.requests).toHaveLength(6);
  });

  test('Esc stops it, and the failure stands there', async () => {
    await using server = await startScriptedServer(volumes(1), hangUp, volumes(2));
    const deck = await atVolumes(server);
    deck.elapse(5500);
    deck.press('R');
    await deck.says('Again in 6 s, try 2 of 6: connection lost');
    deck.deck.press({ name: 'escape', text: '' });
    await deck.shows('failed, as of 12:00');
    expect(deck.text()).toContain('The connection was lost before an answer came');
    expect(message(deck)).toBe('');
    deck.elapse(120_000);
    await deck.settle();
    expect(server.requests).toHaveLength(2);
  });

  test('leaving the pane stops it, coming back asks again', async () => {
    await using server = await startScriptedServer(volumes(1), hangUp, volumes(2));
    const deck = await atVolumes(server);
    deck.elapse(5500);
    deck.press('R');
    await deck.says('Again in 6 s');
    deck.press('6');
    await deck.settle();
    expect(message(deck)).toBe('');
    deck.elapse(120_000);
    await deck.settle();
    expect(server.requests).toHaveLength(2);
    deck.press('2');
    await deck.settle();
    expect(deck.text()).toContain('as of 12:02');
    expect(server.requests).toHaveLength(3);
  });

  test('what fails while another pane is open is not tried again until the user is back', async () => {
    await using server = await startScriptedServer(volumes(1), hangUp, hangUp, volumes(2));
    const deck = await atVolumes(server);
    deck.press('R');
    await deck.says('Asking in 6 s');
    deck.press('6');
    deck.elapse(5500);
    await deck.settle();
    expect(server.requests).toHaveLength(2);
    deck.elapse(5500);
    deck.press('2');
    await deck.says('Again in 6 s, try 2 of 6');
    deck.elapse(5500);
    await deck.settle();
    expect(server.requests).toHaveLength(4);
    expect(deck.text()).toContain('1/1   as of 12:00');
  });

  test('quitting does not wait for it', async () => {
    let quits = 0;
    await using server = await startScriptedServer(volumes(1), hangUp);
    const deck = await atVolumes(server, { onQuit: () => void quits++ });
    deck.elapse(5500);
    deck.press('R');
    await deck.says('Again in 6 s');
    deck.deck.press({ name: 'ctrl-c', text: '' });
    expect(quits).toBe(1);
  });

  test('a refused key is asked for at once, not tried again', async () => {
    await using server = await startScriptedServer(volumes(1), json(401, { detail: 'Invalid token.' }), volumes(2));
    const deck = await atVolumes(server);
    deck.elapse(5500);
    deck.press('R');
    await deck.shows('The service did not accept the API key. Enter another one:');
    deck.elapse(120_000);
    expect(server.requests).toHaveLength(2);
  });

  test.each([
    ['once a second', false, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]],
    ['every tenth second where the line to the terminal is slow', true, [0, 0, 0, 0, 0, 0, 0, 0, 0, 1]],
  ])('its countdown repaints %s', async (_, isSlow, painted) => {
    await using server = await startScriptedServer(volumes(1), raw(503, 'text/plain', '', { 'retry-after': '30' }));
    const link = () => ({ roundTripMs: isSlow ? 400 : 20, isSlow, sentBytes: 0 });
    const deck = await atVolumes(server, { link });
    deck.elapse(5500);
    deck.press('R');
    await deck.says('Again in 30 s');
    const paints: number[] = [];
    for (let second = 1; second <= painted.length; second++) {
      deck.bytesSent();
      for (let tenth = 0; tenth < 10; tenth++) deck.elapse(100);
      if (painted[second - 1] === 1) await deck.says(`Again in ${30 - second} s`);
      const bytes = deck.bytesSent();
      expect(bytes).toBeLessThan(60);
      paints.push(bytes > 0 ? 1 : 0);
    }
    expect(paints).toEqual(painted);
  });
});

describe('a search whose service is away for a moment', () => {
  test('R asks at once, without waiting for the next try', async () => {
    await using server = await startScriptedServer(offers(1), hangUp, hangUp, hangUp, offers(2));
    const deck = await start(server);
    deck.elapse(2000);
    deck.press('R');
    await deck.says('Again in 2 s, try 2 of 6: connection lost');
    expect(deck.text()).toContain('1/1   no answer, as of 12:00');
    deck.elapse(2000);
    await deck.says('try 3 of 6');
    deck.elapse(2000);
    await deck.says('Again in 3 s, try 4 of 6');
    deck.elapse(2000);
    deck.press('R');
    await deck.shows('GPU 2');
    expect(server.requests).toHaveLength(5);
    expect(message(deck)).toBe('');
  });

  test('another question takes the place of the one that waits', async () => {
    await using server = await startScriptedServer(offers(1), hangUp, offers(2));
    const deck = await start(server);
    deck.elapse(2000);
    deck.press('R');
    await deck.says('Again in 2 s');
    deck.press('/');
    for (const letter of 'num_gpus=1 ') deck.press(letter);
    deck.elapse(300);
    deck.elapse(1700);
    await deck.shows('GPU 2');
    deck.elapse(120_000);
    await deck.settle();
    expect(server.requests.map(({ body }) => JSON.parse(body).num_gpus)).toEqual([undefined, undefined, { eq: 1 }]);
  });

  test('a line that only narrows the rows leaves it waiting', async () => {
    await using server = await startScriptedServer(offers(1, 2), hangUp, offers(2, 3));
    const deck = await start(server);
    deck.elapse(2000);
    deck.press('R');
    await deck.says('Again in 2 s');
    deck.press('/');
    for (const letter of 'GPU') deck.press(letter);
    deck.elapse(1900);
    expect(server.requests).toHaveLength(2);
    deck.elapse(100);
    await deck.shows('GPU 3');
    expect(server.requests).toHaveLength(3);
  });

  test('Esc stops it; in the filter Esc first gives the filter back', async () => {
    await using server = await startScriptedServer(offers(1), hangUp, offers(2));
    const deck = await start(server);
    deck.elapse(2000);
    deck.press('R');
    await deck.says('Again in 2 s');
    deck.press('/');
    deck.deck.press({ name: 'escape', text: '' });
    await deck.says('Again in 2 s');
    deck.deck.press({ name: 'escape', text: '' });
    await deck.shows('failed, as of 12:00');
    deck.elapse(120_000);
    await deck.settle();
    expect(server.requests).toHaveLength(2);
  });

  test('part of an answer that broke off stays on screen until the next answer replaces it as a whole', async () => {
    const part = '{"offers":[{"id":1,"gpu_name":"GPU 1","num_gpus":1,"dph_total":1},';
    let finish = () => {};
    await using server = await startScriptedServer((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
      response.write(part);
      finish = () => response.destroy();
    }, offers(2));
    const deck = await start(server, { parts: { pane: 'ledger' } });
    deck.press('1');
    await deck.shows('GPU 1');
    finish();
    await deck.says('Again in 2 s, try 2 of 6: connection lost');
    expect(deck.text()).toContain('GPU 1');
    deck.elapse(2000);
    await deck.shows('GPU 2');
    expect(deck.text()).not.toContain('GPU 1');
  });
});

describe('a market that takes long to read', () => {
  const batch = (from: number, count: number) =>
    Array.from({ length: count }, (_, place) =>
      JSON.stringify({ id: from + place, gpu_name: `GPU ${from + place}`, num_gpus: 1, dph_total: 1 }),
    ).join();

  /** The program with two offers, to which the service sends hundreds of others, `send` by `send`. */
  const reading = async (server: ScriptedServer) => {
    const deck = await start(server);
    let send = (_: string): void => {};
    server.script((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      send = (text) => void response.write(text);
    });
    deck.elapse(60_000);
    deck.press('R');
    await server.received(2);
    send(`{"offers":[${batch(100, 200)},`);
    await deck.shows('asked 12:01:00: 200');
    return { ...deck, send: (text: string) => send(text) };
  };

  test('reads keys meanwhile, says how far it is, and Esc leaves the offers that stood there', async () => {
    await using server = await startScriptedServer(offers(1, 2));
    const deck = await reading(server);
    expect(message(deck)).toBe('');
    deck.elapse(200);
    deck.send(`${batch(300, 200)},`);
    await deck.says('400 offers so far ...  Esc leaves them.');
    lookAtKeys(deck.deck.layers());
    deck.press('j');
    await deck.shows('2/2');
    deck.deck.press({ name: 'escape', text: '' });
    await deck.shows('failed, as of 12:00');
    expect(deck.text()).toContain('It was cancelled after it was sent. Start it again when you are ready.');
    expect(deck.text()).toContain('GPU 2');
    expect(deck.text()).not.toContain('GPU 100');
    expect(message(deck)).toBe('');
    server.script(offers(3));
    deck.elapse(60_000);
    deck.press('R');
    await deck.shows('1/1   as of 12:02');
    expect(deck.text()).toContain('GPU 3');
  });
});
