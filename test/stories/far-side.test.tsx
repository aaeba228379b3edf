/** What a slow line, a terminal that answers late and a window that shrinks send, and what must not come of it. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Service } from '../../src/local-service/serve.ts';
import { type DeckOptions, type OpenDeck, openDeck } from '../support/deck.tsx';
import { impatientClock } from '../support/impatient-clock.ts';
import { startTestService } from '../support/local-service.ts';

let service: Service;
let quits = 0;

const start = async (options: Partial<DeckOptions> = {}): Promise<OpenDeck> => {
  const deck = await openDeck({ service, onQuit: () => void quits++, ...options });
  onTestFinished(deck.close);
  return deck;
};

beforeEach(async () => {
  quits = 0;
  service = await startTestService({ offers: 60, seed: 11 });
});

const REPLIES = [
  ['a status report', ['\u001B[0n']],
  ['its attributes', ['\u001B[?64;1;2;6;9;15;22c']],
  ['where its cursor is', ['\u001B[12;40R']],
  ['a colour, in two packets', ['\u001B]11;rgb:1e1e/1e', '1e/1e1e\u001B\\']],
  ['its name, in three packets', ['\u001BP>|tm', 'ux 3.3a', '\u001B\\']],
] as const;

describe('a terminal that answers late', () => {
  test.each(REPLIES)('with %s changes nothing in a list', async (_, packets) => {
    const deck = await start();
    const before = deck.cells();
    for (const packet of packets) await deck.send(packet);
    expect(deck.cells()).toEqual(before);
    expect(quits).toBe(0);
  });

  test.each(REPLIES)('with %s types nothing into the filter', async (_, packets) => {
    const deck = await start();
    await deck.press('offers.filter');
    const before = deck.cells();
    for (const packet of packets) await deck.send(packet);
    expect(deck.cells()).toEqual(before);
  });
});

test('an arrow key split over two packets is an arrow key, or nothing, and never the letters that it is made of', async () => {
  const deck = await start();
  await deck.press('offers.down');
  const once = deck.cells();
  await deck.press('offers.up');
  await deck.send('\u001B');
  await deck.send('[B');
  expect(deck.cells()).toEqual(once);
  await deck.press('offers.filter');
  await deck.send('\u001B[');
  await deck.send('D');
  expect(deck.screen()[1]).toMatch(/^ \/ {3}/);
});

test('a paste of 10 kB into the filter is text, whatever it holds', async () => {
  const deck = await start();
  const pasted = `q:?1${'\r\n'}${'\u001B[A'}${'gpu_name '.repeat(1150)}`;
  expect(pasted.length).toBeGreaterThan(10_000);
  await deck.press('offers.filter');
  await deck.paste(pasted);
  expect(deck.deck.store.getState().offers.list.filter.text).toMatch(/^q:\?1 gpu_name gpu_name /);
  expect(deck.text()).toMatch(/Only the first 2,000 of 10,\d{3} characters were taken: this field holds 2,000\./);
  expect(deck.deck.store.getState().frame).toMatchObject({ pane: 'offers' });
  expect(deck.deck.store.getState().frame.overlay).toBeUndefined();
  expect(quits).toBe(0);
  await deck.press('offers.filter-restore');
  expect(deck.text()).toContain('no filter');
});

test('a paste into a list is no command', async () => {
  const deck = await start();
  const before = deck.cells();
  await deck.paste('q2:?');
  expect(deck.cells()).toEqual(before);
  expect(quits).toBe(0);
});

test('on the smallest screen the costs of an offer can be read to their end', async () => {
  const deck = await start({ columns: 60, rows: 15 });
  await deck.press('offers.open', 'offers.page');
  expect(deck.text()).toContain('GPUs');
  expect(deck.text()).not.toContain('Total if reserved');
  await deck.press('offers.scroll-page-down', 'offers.scroll-page-down');
  expect(deck.text()).toContain('Total if reserved');
  expect(deck.screen()[1]).toContain('Costs');
});

test('a window that is too small says so and what is needed; q quits, no other key does anything', async () => {
  const deck = await start();
  const before = deck.cells();
  await deck.press('offers.filter');
  await deck.resize(50, 9);
  expect(deck.screen().slice(0, 4)).toEqual(['This terminal is 50x9.', 'gpudeck needs 40x10.', 'q quits', '']);
  await deck.type('x2?');
  await deck.type('q');
  expect(quits).toBe(1);
  await deck.resize(100, 30);
  await deck.press('offers.filter-restore');
  expect(deck.cells()).toEqual(before);
});

describe('the line to the terminal', () => {
  test('is shown when the user asks for it: the round trip, and what the key before cost', async () => {
    let sentBytes = 5000;
    const deck = await start({ link: () => ({ roundTripMs: 83.4, isSlow: false, sentBytes }) });
    expect(deck.text()).not.toContain('round trip');
    const toggle = async () => {
      await deck.press('frame.palette');
      await deck.type('link to this terminal');
      await deck.press('palette.run');
    };
    await toggle();
    sentBytes = 5061;
    await deck.press('offers.down');
    expect(deck.text()).toContain('round trip 83 ms, last key 61 B');
    await toggle();
    expect(deck.text()).not.toContain('round trip');
  });

  test('is known only as far as a program that answers in its place', async () => {
    const deck = await start({ link: () => ({ roundTripMs: 2, through: 'tmux', isSlow: false, sentBytes: 0 }) });
    await deck.press('frame.palette');
    await deck.type('link to this terminal');
    await deck.press('palette.run');
    expect(deck.text()).toContain('round trip 2 ms to tmux, last key 0 B');
  });

  const watched = (isSlow: boolean) => {
    const clock = impatientClock(Date.UTC(2026, 10, 21, 12));
    const delaysMs: number[] = [];
    const after = (delayMs: number, run: () => void) => {
      delaysMs.push(delayMs);
      return clock.after(delayMs, run);
    };
    const link = () => ({ roundTripMs: isSlow ? 400 : 20, isSlow, sentBytes: 0 });
    return { delaysMs, options: { link, clock: { ...clock, after } } };
  };

  test.each([
    ['quick', false, 300],
    ['slow', true, 900],
  ])('when it is %s, a search waits for so long a pause in typing', async (_, isSlow, pauseMs) => {
    const { delaysMs, options } = watched(isSlow);
    const deck = await start(options);
    delaysMs.length = 0;
    await deck.press('offers.filter');
    await deck.type('!static_ip ');
    expect(delaysMs).toContain(pauseMs);
    expect(delaysMs).not.toContain(isSlow ? 300 : 900);
  });

  test.each(['volumes', 'connections'] as const)(
    'when it is quick, a wait in the %s counts its seconds; when it is slow, it does not',
    async (pane) => {
      service = await startTestService({ offers: 60, seed: 11, thresholds: true });
      for (const isSlow of [false, true]) {
        const { delaysMs, options } = watched(isSlow);
        const deck = await start({ ...options, parts: { pane } });
        delaysMs.length = 0;
        await deck.press(`${pane}.refresh`);
        expect(Math.max(...delaysMs)).toBeGreaterThan(1500);
        expect(delaysMs.filter((delayMs) => delayMs === 1000).length > 0).toBe(!isSlow);
      }
    },
  );
});
