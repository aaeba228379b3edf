/** What a renter reads of what an instance writes: the page of its log. */
import { afterEach, describe, expect, test } from 'vitest';
import type { Instance } from '../../src/catalogue/values.ts';
import { type DeckOptions, type OpenDeck, openDeck } from '../support/deck.tsx';
import { SHELL_CORPUS, TERMINAL_CORPUS } from '../support/hostile-text.ts';
import { manualClock } from '../support/manual-clock.ts';
import { json, raw, type ScriptedReply, startScriptedServer } from '../support/scripted-server.ts';

const NOON = Date.UTC(2026, 10, 22, 12);

let open: OpenDeck | undefined;

afterEach(async () => {
  await open?.close();
  open = undefined;
});

const instance = (id: number, more: Instance = {}): Instance => ({ id, actual_status: 'running', ...more });
const list = (...instances: readonly Instance[]) => json(200, { success: true, instances });
const told: ScriptedReply = (response, request) =>
  json(200, { success: true, result_url: `http://${request.headers.host}/logs/t` })(response, request);
const log = (text: string): readonly ScriptedReply[] => [told, raw(200, 'text/plain', text)];
const numbered = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `step ${from + index} loss\n`).join('');

const start = async (url: string, options: Omit<DeckOptions, 'service'> = {}) => {
  const clock = manualClock(NOON);
  open = await openDeck({
    columns: 80,
    rows: 24,
    clock,
    ...options,
    service: { url, apiKey: 'sk-test-0123456789' },
    parts: { pane: 'instances', ...options.parts },
  });
  const deck = open;
  return {
    deck,
    /** Lets time pass, and whatever falls due then. */
    pass: async (ms: number) => {
      clock.elapse(ms);
      await deck.settle();
    },
  };
};

describe('a renter who reads the log of an instance', () => {
  test('sees its end, and each line that comes, by one request in 5 s', async () => {
    await using server = await startScriptedServer(
      list(instance(5, { label: 'train' })),
      ...log(numbered(1, 40)),
      ...log(numbered(2, 41)),
      ...log(`${numbered(2, 41)}half`),
    );
    const { deck, pass } = await start(server.url);
    await deck.press('instances.log');
    expect(deck.text()).toMatch(/Log of instance 5 +train +following +as of 12:00/);
    expect(deck.text()).toContain('step 40 loss');
    expect(deck.text()).not.toContain('step 10 loss');
    await pass(4900);
    expect(server.requests).toHaveLength(3);
    await pass(200);
    expect(deck.text()).toContain('step 41 loss');
    expect(server.requests).toHaveLength(5);
    await pass(5100);
    expect(deck.text()).toMatch(/step 41 loss\n +half/);
    expect(server.requests.filter(({ method }) => method === 'PUT')).toHaveLength(3);
  });

  test('gets no byte for an answer in which nothing is new', async () => {
    await using server = await startScriptedServer(list(instance(5)), ...log('a\n'), ...log('a\n'));
    const { deck, pass } = await start(server.url);
    await deck.press('instances.log');
    deck.bytesSent();
    await pass(5100);
    expect(server.requests).toHaveLength(5);
    expect(deck.bytesSent()).toBe(0);
  });

  test('scrolls back, which ends the following, and follows again by a key', async () => {
    await using server = await startScriptedServer(list(instance(5)), ...log(numbered(1, 60)), ...log(numbered(1, 61)));
    const { deck, pass } = await start(server.url);
    await deck.press('instances.log', 'instances.log-page-up', 'instances.log-up');
    expect(deck.text()).toContain('stands still, G follows');
    expect(deck.text()).not.toContain('step 60 loss');
    await pass(60_000);
    expect(server.requests).toHaveLength(3);
    await deck.press('instances.log-first');
    expect(deck.text()).toContain('step 1 loss');
    await deck.press('instances.log-follow');
    expect(deck.text()).toContain('following');
    expect(deck.text()).toContain('step 61 loss');
    expect(server.requests).toHaveLength(5);
  });

  test('asks nothing while another pane is looked at, and goes on on the way back', async () => {
    await using server = await startScriptedServer(
      list(instance(5)),
      ...log('one\n'),
      json(200, { volumes: [] }),
      ...log('one\ntwo\n'),
    );
    const { deck, pass } = await start(server.url);
    await deck.press('instances.log', 'frame.volumes');
    await pass(60_000);
    expect(server.requests).toHaveLength(4);
    await deck.press('frame.instances');
    expect(deck.text()).toContain('two');
    await deck.press('instances.log-close');
    await pass(60_000);
    expect(server.requests).toHaveLength(6);
    expect(deck.text()).toContain('+ running');
  });

  test('searches: the newest match first, then those above and below', async () => {
    const text = `Error one\n${numbered(1, 30)}an error two\n${numbered(31, 60)}ERROR three\n${numbered(61, 62)}`;
    await using server = await startScriptedServer(list(instance(5)), ...log(text));
    const { deck, pass } = await start(server.url);
    await deck.press('instances.log', 'instances.log-search');
    await deck.type('error');
    expect(deck.text()).toContain('3 matches');
    await deck.press('instances.log-search-keep');
    expect(deck.text()).toContain('> ERROR three');
    expect(deck.text()).toContain('match 3 of 3');
    await deck.press('instances.log-next');
    expect(deck.text()).toContain('No further line below has it.');
    await deck.press('instances.log-before');
    expect(deck.text()).toContain('> an error two');
    await deck.press('instances.log-before');
    expect(deck.text()).toContain('> Error one');
    await deck.press('instances.log-next');
    expect(deck.text()).toContain('match 2 of 3');
    await pass(60_000);
    expect(server.requests).toHaveLength(3);
    await deck.press('instances.log-search-end');
    expect(deck.text()).not.toContain('match 2');
    await deck.press('instances.log-search');
    await deck.type('nowhere');
    await deck.press('instances.log-search-keep', 'instances.log-next');
    expect(deck.text()).toContain('No line has "nowhere": / searches for another text.');
    await deck.press('instances.log-search');
    await deck.press('instances.log-search-cancel');
    expect(deck.text()).toContain('nowhere');
  });

  test('sees text and nothing else, whatever the machine writes', async () => {
    const hostile = [...TERMINAL_CORPUS.map(([text]) => text), ...SHELL_CORPUS, '\u0000\u0001\u00ff'].join('\n');
    const answers = [hostile, hostile.replaceAll('\n', '\r\n'), `${'\u001B[31m'.repeat(10_000)}long`];
    for (const text of answers) {
      await using server = await startScriptedServer(list(instance(5)), ...log(text));
      const { deck } = await start(server.url, { rows: 60 });
      await deck.press('instances.log');
      const sent = deck.sent();
      for (const sequence of ['\u001B]52', '\u001B]0;', '\u001B[6n', '\u001BP', '\u0007'])
        expect(sent).not.toContain(sequence);
      expect(deck.text()).toContain('Log of instance 5');
      await deck.close();
      open = undefined;
    }
  });

  test('reads long lines in several rows, and the end of a log whose last line fills the page', async () => {
    const long = Array.from({ length: 60 }, (_, word) => `word${word}`).join(' ');
    await using server = await startScriptedServer(list(instance(5)), ...log(`first\n${long}\n`));
    const { deck } = await start(server.url, { columns: 60, rows: 15 });
    await deck.press('instances.log');
    expect(deck.text()).toContain('word0 word1');
    expect(deck.text()).toContain('word59');
    await deck.resize(40, 15);
    await deck.settle();
    expect(deck.text()).toContain('word0 word1');
  });

  test.each([
    [json(501, { success: false, error: 'no', msg: 'no' }), 'This service gives no logs of instances.'],
    [
      json(404, { success: false, error: 'not_found', msg: 'there is no instance 5' }),
      'The service refused: there is no instance 5',
    ],
    [
      json(200, { success: true, result_url: 'http://elsewhere.example/' }),
      'The address of the log is neither https nor of this service.',
    ],
  ])('is told why there is none %#', async (reply, words) => {
    await using server = await startScriptedServer(list(instance(5)), reply);
    const { deck, pass } = await start(server.url, { columns: 120 });
    await deck.press('instances.log');
    expect(deck.text()).toContain(words);
    await pass(60_000);
    expect(server.requests).toHaveLength(2);
  });

  test('is told that an instance has written nothing yet', async () => {
    await using server = await startScriptedServer(list(instance(5)), ...log(''));
    const { deck } = await start(server.url);
    await deck.press('instances.log');
    expect(deck.text()).toContain('Instance 5 has written nothing yet.');
  });
});
