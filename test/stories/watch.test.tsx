/** What a renter sees who watches offers: what is new, gone, cheaper or dearer since a look, and what costs no byte. */
import { afterEach, describe, expect, test } from 'vitest';
import type { Offer } from '../../src/catalogue/values.ts';
import { type DeckOptions, type OpenDeck, openDeck } from '../support/deck.tsx';
import { manualClock } from '../support/manual-clock.ts';
import { json, type ScriptedReply, startScriptedServer } from '../support/scripted-server.ts';

const NOON = Date.UTC(2026, 10, 22, 12);
const MINUTE = 60_000;

let open: OpenDeck | undefined;

afterEach(async () => {
  await open?.close();
  open = undefined;
});

/** An offer of id 100 to 999 whose price is its id in thousandths, unless it is another one. */
const offer = (id: number, price = id / 1000, more: Partial<Offer> = {}): Offer => ({
  id,
  machine_id: id + 8000,
  host_id: 1,
  num_gpus: 1,
  gpu_name: 'RTX 4090',
  geolocation: 'Sweden, SE',
  dph_total: price,
  dlperf: 80,
  dlperf_per_dphtotal: 80 / price,
  reliability: 0.99,
  ...more,
});
const offers = (...list: readonly Offer[]): ScriptedReply => json(200, { success: true, offers: list });

const CHEAPEST_FIRST = { order: [['dph_total', 'asc']] as const };

const start = async (url: string, options: Omit<DeckOptions, 'service'> = {}) => {
  const clock = manualClock(NOON);
  open = await openDeck({
    columns: 80,
    rows: 24,
    clock,
    ...options,
    start: { ...CHEAPEST_FIRST, ...options.start },
    service: { url, apiKey: 'sk-test-0123456789' },
  });
  const deck = open;
  return {
    deck,
    clock,
    /** Lets time pass, and whatever falls due then. */
    pass: async (ms: number) => {
      clock.elapse(ms);
      await deck.settle();
    },
    /** The lines of the table from the first on, without the headings. */
    rows: () => deck.screen().filter((line) => /RTX 4090/.test(line)),
  };
};

describe('a renter who watches offers', () => {
  test('sees each that is new, gone, cheaper or dearer, where it stands, until all is said to be seen', async () => {
    await using server = await startScriptedServer(
      offers(offer(300), offer(310), offer(320), offer(330)),
      offers(offer(300, 0.4), offer(305), offer(320, 0.1), offer(330)),
      offers(offer(300, 0.4), offer(305), offer(320, 0.1), offer(330)),
    );
    const { deck, pass, rows } = await start(server.url);
    await deck.press('offers.down', 'offers.watch');
    expect(deck.text()).toContain('Since 12:00: nothing has changed');
    expect(deck.text()).toContain('every 1 min');
    await pass(MINUTE);
    expect(rows()).toEqual([
      expect.stringMatching(/^ {3}↑ dearer +0\.4000 /),
      expect.stringMatching(/^ {3}\+ new +0\.3050 /),
      expect.stringMatching(/^ > - gone +0\.3100 /),
      expect.stringMatching(/^ {3}↓ cheaper +0\.1000 /),
      expect.stringMatching(/^ +0\.3300 /),
    ]);
    expect(deck.text()).toContain('Since 12:00: 1 new, 1 gone, 1 cheaper, 1 dearer; lowest 0.1000, was 0.3000');
    expect(deck.text()).toContain('3/4');
    expect(deck.text()).toContain('as it was by $/h ↑');
    await pass(MINUTE);
    expect(deck.text()).toContain('Since 12:00: 1 new, 1 gone, 1 cheaper, 1 dearer');
    await deck.press('offers.seen');
    expect(deck.text()).toContain('Since 12:02: nothing has changed');
    expect(rows().map((line) => line.slice(15, 24).trim())).toEqual(['0.1000', '0.3050', '0.3300', '0.4000']);
    expect(deck.text()).toMatch(/ by \$\/h ↑/);
    expect(deck.text()).not.toContain('as it was');
    expect(server.requests).toHaveLength(3);
  });

  test('gets one frame for an answer, and no byte for one in which nothing has changed', async () => {
    const same = offers(offer(300), offer(310));
    await using server = await startScriptedServer(same, same, same, offers(offer(300), offer(310, 0.2)));
    const { deck, pass } = await start(server.url);
    await deck.press('offers.watch');
    deck.bytesSent();
    await pass(MINUTE);
    await pass(MINUTE);
    expect(server.requests).toHaveLength(3);
    expect(deck.bytesSent()).toBe(0);
    await pass(MINUTE - 1000);
    expect(deck.bytesSent()).toBe(0);
    const before = deck.sent().length;
    await pass(1000);
    expect(deck.sent().slice(before).split('\u001B[?2026h').length - 1).toBeLessThanOrEqual(1);
    expect(deck.bytesSent()).toBeLessThan(200);
    expect(deck.text()).toContain('1 cheaper');
  });

  test('can read an offer that is gone, and nothing else: no key acts on it, and no count has it', async () => {
    await using server = await startScriptedServer(
      offers(offer(300), offer(310), offer(320)),
      offers(offer(300), offer(320)),
      offers(offer(300)),
    );
    const copied: string[] = [];
    const { deck, pass } = await start(server.url, {
      copy: async (text) => {
        copied.push(text);
        return 'sent';
      },
    });
    await deck.press('offers.down', 'offers.watch');
    await pass(MINUTE);
    expect(deck.text()).toMatch(/> - gone +0\.3100/);
    for (const key of ['offers.rent', 'offers.mark', 'offers.copy', 'offers.maintain', 'offers.position']) {
      await deck.press(key);
      expect(deck.text()).toContain('Offer 310 is gone: the newest answer has it no more.');
    }
    await deck.press('offers.mark-shown');
    expect(deck.text()).toContain('2 marked');
    await deck.press('offers.unmark', 'offers.next-change');
    expect(deck.text()).toMatch(/> - gone/);
    await deck.press('offers.open');
    expect(deck.screen()[1]).toMatch(/^ gone: Offer 310 /);
    await deck.press('offers.rent');
    expect(deck.text()).toContain('Offer 310 is gone');
    await deck.press('offers.next');
    expect(deck.screen()[1]).toContain('Offer 320');
    expect(deck.screen()[1]).not.toContain('gone');
    await pass(MINUTE);
    expect(deck.screen()[1]).toMatch(/^ gone: Offer 320 /);
    await deck.press('offers.rent');
    expect(deck.text()).toContain('Offer 320 is gone');
    await deck.press('offers.close', 'offers.seen');
    expect(deck.text()).not.toContain('0.3100');
    expect(copied).toEqual([]);
  });

  test('keeps an offer in its place that stops matching what is judged here, until it matches again or is seen', async () => {
    const dear = offers(offer(300), offer(310, 0.4), offer(320));
    await using server = await startScriptedServer(
      offers(offer(300), offer(310), offer(320)),
      dear,
      dear,
      offers(offer(300), offer(310), offer(320)),
      dear,
    );
    const { deck, pass, rows } = await start(server.url, { start: { filter: 'dph_gpu<0.35' } });
    await deck.press('offers.down', 'offers.watch');
    for (let round = 0; round < 2; round++) {
      await pass(MINUTE);
      expect(rows()).toEqual([
        expect.stringMatching(/^ +0\.3000 /),
        expect.stringMatching(/^ > - no match +0\.3100 /),
        expect.stringMatching(/^ +0\.3200 /),
      ]);
      expect(deck.text()).toContain('Since 12:00: 1 no longer matching');
    }
    await deck.press('offers.rent');
    expect(deck.text()).toContain('Offer 310 does not match the filter any more: / changes the filter.');
    await deck.press('offers.open');
    expect(deck.screen()[1]).toMatch(/^ no longer matches: Offer 310 /);
    await deck.press('offers.close');
    await pass(MINUTE);
    expect(rows()[1]).toMatch(/^ > +0\.3100 /);
    await pass(MINUTE);
    expect(rows()[1]).toMatch(/^ > - no match +0\.3100 /);
    await deck.press('offers.seen');
    expect(rows()).toHaveLength(2);
  });

  test('is told what is not known: of a list that was cut nothing is said to be new or gone', async () => {
    const cut = (...list: readonly Offer[]) => json(200, { success: true, offers: list });
    await using server = await startScriptedServer(cut(offer(300), offer(310)), cut(offer(300), offer(305)));
    const { deck, pass, rows } = await start(server.url, { columns: 120, start: { limit: 2 } });
    await deck.press('offers.watch');
    await pass(MINUTE);
    expect(rows()[1]).toMatch(/\+ new here +0\.3050/);
    expect(rows()[2]).toMatch(/\? cut off +0\.3100/);
    expect(deck.text()).toContain('Since 12:00: 1 new here, 1 cut off');
    await deck.press('offers.last', 'offers.rent');
    expect(deck.text()).toContain('Offer 310 is cut off: the newest answer has other offers first.');
  });
});

describe('watching', () => {
  test('asks nothing while another pane is seen, and on the way back when it is time', async () => {
    const same = offers(offer(300));
    await using server = await startScriptedServer(same, json(200, { volumes: [] }), same, same);
    const { deck, pass, clock } = await start(server.url);
    await deck.press('offers.watch', 'frame.volumes');
    await pass(10 * MINUTE);
    expect(server.requests).toHaveLength(2);
    await deck.press('frame.offers');
    await pass(0);
    expect(server.requests).toHaveLength(3);
    await deck.press('frame.volumes', 'frame.offers');
    await pass(MINUTE - 1);
    expect(server.requests).toHaveLength(3);
    await pass(1);
    expect(server.requests).toHaveLength(4);
    let late = (): void => {};
    server.script((response, request) => {
      late = () => same(response, request);
    });
    clock.elapse(MINUTE);
    await server.received(5);
    const left = deck.press('frame.volumes');
    late();
    await left;
    await pass(10 * MINUTE);
    expect(server.requests).toHaveLength(5);
    server.script(same);
    await deck.press('frame.offers');
    await pass(0);
    await deck.press('offers.watch');
    await pass(10 * MINUTE);
    expect(server.requests).toHaveLength(6);
  });

  test('has the interval of the user, and no shorter one than the call may have', async () => {
    const same = offers(offer(300));
    await using server = await startScriptedServer(same, same);
    const { deck, pass } = await start(server.url);
    await deck.press('offers.next-change');
    expect(deck.text()).toContain('Nothing is compared yet: W watches, and tells what changes from then on.');
    await deck.press('offers.interval');
    await deck.type('2m');
    await deck.press('offers.prompt-submit');
    expect(deck.text()).toContain('Offers are not watched now: W begins, and asks every 2 min.');
    await deck.press('offers.watch', 'offers.interval');
    await deck.type('1');
    await deck.press('offers.prompt-submit');
    expect(deck.text()).toContain('"1" is no time from 2 s to 24 h: write 90, 2m or 1h.');
    await deck.type('0m');
    await deck.press('offers.prompt-submit');
    expect(deck.text()).toContain('every 10 min');
    await pass(10 * MINUTE - 1);
    expect(server.requests).toHaveLength(1);
    await pass(1);
    expect(server.requests).toHaveLength(2);
  });

  test('says that a round has failed, waits longer for the next, and as long as the service says', async () => {
    const same = offers(offer(300));
    const busy = json(429, { success: false, error: 'rate_limit', msg: 'slow down' }, { 'retry-after': '600' });
    await using server = await startScriptedServer(same, json(500, {}), json(500, {}), busy, same);
    const { deck, pass } = await start(server.url);
    await deck.press('offers.watch');
    await pass(MINUTE);
    expect(deck.text()).toContain('failed, as of 12:00');
    expect(deck.text()).toContain('Asked again at 12:03.');
    await pass(2 * MINUTE - 1);
    expect(server.requests).toHaveLength(2);
    await pass(1);
    expect(server.requests).toHaveLength(3);
    expect(deck.text()).toContain('Asked again at 12:07.');
    await pass(4 * MINUTE);
    expect(server.requests).toHaveLength(4);
    expect(deck.text()).toContain('Asked again at 12:17.');
    await pass(10 * MINUTE);
    expect(server.requests).toHaveLength(5);
    expect(deck.text()).toContain('every 1 min');
    expect(deck.text()).toContain('Since 12:00: nothing has changed');
  });

  test('compares with nothing that was asked otherwise, and drops a round that something else was asked under', async () => {
    let late = (): void => {};
    const held: ScriptedReply = (response, request) => {
      late = () => offers(offer(300, 0.1))(response, request);
    };
    await using server = await startScriptedServer(
      offers(offer(300), offer(310)),
      offers(offer(300)),
      held,
      offers(offer(300, 0.5), offer(310, 0.6)),
      offers(offer(310, 0.6)),
    );
    const { deck, pass, clock } = await start(server.url);
    await deck.press('offers.watch');
    await pass(MINUTE);
    expect(deck.text()).toContain('1 gone');
    await deck.press('offers.storage');
    await deck.type('100');
    clock.elapse(MINUTE);
    await server.received(3);
    const submitted = deck.press('offers.prompt-submit');
    while (server.requests.length < 4) {
      clock.elapse(500);
      await new Promise((resolve) => setImmediate(resolve));
    }
    late();
    await submitted;
    expect(deck.text()).toMatch(/Since 12:0\d: nothing has changed/);
    expect(deck.text()).not.toContain('gone');
    expect(deck.text()).not.toContain('0.1000');
    await pass(MINUTE);
    expect(deck.text()).toMatch(/Since 12:0\d: 1 gone/);
  });

  test('goes on with a clock that was set, on a screen of another size, and shows signs alone on a narrow one', async () => {
    await using server = await startScriptedServer(
      offers(offer(300), offer(310)),
      offers(offer(300), offer(310)),
      offers(offer(300, 0.2), offer(305)),
    );
    const { deck, pass, clock, rows } = await start(server.url, { isAscii: true, look: { hasColour: false } });
    await deck.press('offers.watch');
    clock.set(-3 * 60 * MINUTE);
    await pass(MINUTE);
    expect(server.requests).toHaveLength(2);
    clock.set(7 * 24 * 60 * MINUTE);
    const before = deck.sent().length;
    await pass(MINUTE);
    expect(server.requests).toHaveLength(3);
    expect(deck.sent().slice(before)).toContain('asked ');
    await deck.resize(60, 15);
    expect(rows().map((line) => line.slice(0, 6))).toEqual([' > v  ', '   +  ', '   -  ']);
    await deck.resize(160, 48);
    expect(rows()[0]).toMatch(/^ > v cheaper, was 0\.3000 +0\.2000/);
    expect(rows()[2]).toMatch(/^ {3}- gone/);
  });
});
