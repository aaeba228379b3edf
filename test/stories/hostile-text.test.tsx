/**
 * Text from the network that tries to reach the terminal as more than text: on every screen it looks exactly as harmless
 * text would, and of control sequences the terminal gets those that the frame writer makes.
 *
 * @module-tag exhaustive
 */
import { describe, expect, test } from 'vitest';
import type { Cell } from '../support/emulator.ts';
import { TERMINAL_CORPUS } from '../support/hostile-text.ts';
import { temporaryFolder } from '../support/local-service.ts';
import { at, gpudeck } from '../support/one-shot.ts';
import { startScriptedServer } from '../support/scripted-server.ts';
import { answering, type Says, tour } from '../support/tour.tsx';

/** An error message: every control character in it is a blank by the time it is one line. */
const MESSAGE = [
  `no\u001B[2J\u009B31m\u0007 way\u202E back e${'\u0301'.repeat(60)}`,
  'no [2J 31m way back e\u0301\u0301\u0301',
] as const;

const HOSTILE = TERMINAL_CORPUS.map(([text]) => text);
const HARMLESS = TERMINAL_CORPUS.map(([, text]) => text);

const saying = (texts: readonly string[], message: string | undefined): Says => ({
  texts: [texts.join('|'), ...texts],
  sentence: message ?? texts.join('|'),
  // A line that is being edited and JSON show control characters instead of leaving them out: the same in both.
  typed: HOSTILE.slice(0, 5).join('|'),
  json: HOSTILE.join('|'),
  isFailing: message !== undefined,
});

/** The sequences of the frame writer: cursor motion, erasing, scroll regions, looks of the theme, and the modes that it sets. */
const OWN_SEQUENCES =
  /\u001B\[(?:[\d;]*[HABCDG]|\d*[KJXST]|(?:\d*;\d+)?r|(?:0|1|2|4|7|22|24|27|3[0-9]|;)*m|\?2026[hl]|\?25[hl])|\u001BM/g;

/** What is no text in what the terminal got, once the writer's own sequences are taken out. */
const foreign = (bytes: string): readonly string[] =>
  bytes.replace(OWN_SEQUENCES, '').match(/[^\P{C}\r\n\b]+|\p{M}{4,}/gu) ?? [];

/**
 * Bodies are shown as JSON, with their sizes, and in a line that is kept the models that were read in it stand in quotes where they hold
 * more than letters: there, hostile and harmless text differ. So do the words of a refusal, in which control characters are blanks.
 */
const showsAsWritten = (place: string) =>
  /request|to copy by hand|review of preferences|history of the filter|became of what is rented/.test(place);

const screensOf = async (says: Says): Promise<{ screens: Map<string, Cell[][]>; bytes: string }> => {
  const screens = new Map<string, Cell[][]>();
  let bytes = '';
  await tour(says, (place, deck) => {
    if (!showsAsWritten(place)) screens.set(place, deck.cells());
    bytes = deck.sent();
  });
  return { screens, bytes };
};

describe.each([
  ['what the service says', [undefined, undefined]],
  ['the messages of failed calls', MESSAGE],
] as const)('control characters in %s', (_, [hostileMessage, harmlessMessage]) => {
  test('look on every screen as harmless text does, and reach the terminal nowhere', async () => {
    const given = await screensOf(saying(HOSTILE, hostileMessage));
    const expected = await screensOf(saying(HARMLESS, harmlessMessage));
    expect(foreign(given.bytes)).toEqual([]);
    expect([...given.screens.keys()]).toEqual([...expected.screens.keys()]);
    for (const [place, screen] of expected.screens) expect(given.screens.get(place), place).toEqual(screen);
  });
});

/** JSON is printed as it was received, but for what could act on a terminal or turn text around. */
const acting = (bytes: string): readonly string[] => bytes.match(/[^\P{Cc}\n]|\p{Bidi_Control}|[\u2028\u2029]/gu) ?? [];

const FIELDS = 'gpu_name,cpu_name,geolocation,hostname,verification';

describe.each([
  ['what the service says', undefined],
  ['the messages of failed calls', MESSAGE[0]],
])('control characters in %s', (_, message) => {
  test.each([
    ['a table of offers', ['search', '--table', '--fields', FIELDS]],
    ['offers as csv', ['search', '--csv', '--fields', FIELDS]],
    ['offers as json', ['search', '--json']],
    ['offers one a line', ['search', '--ndjson']],
    ['a table of volumes', ['list', 'volumes']],
    ['a table of connections', ['list', 'connections']],
    ['connections as csv', ['list', 'connections', '--csv']],
  ])('are in %s printed on a terminal nowhere', async (__, args) => {
    await using server = await startScriptedServer(answering(saying(HOSTILE, message)));
    const { code, out, errors } = await gpudeck(args, { ...at(server), columns: 120 });
    expect(code).toBe(message === undefined ? 0 : 1);
    expect((out + errors).length).toBeGreaterThan(50);
    expect(args.some((arg) => arg.endsWith('json')) ? acting(out + errors) : foreign(out + errors)).toEqual([]);
  });

  test('are in announcements printed on a terminal nowhere, nor when the journal tells of them later', async () => {
    await using server = await startScriptedServer(answering(saying(HOSTILE, message)));
    const machine = ['schedule', '--config', temporaryFolder(), '--machine', '8207'];
    const window = ['--start', '+36h', '--hours', '2', '--category', 'disk', '--reason', 'swap', '--yes'];
    const args = [...machine, ...window];
    const printed = [];
    for (const columns of [{ columns: 120 }, {}]) printed.push(await gpudeck(args, { ...at(server), ...columns }));
    expect(server.requests.length).toBeGreaterThan(0);
    for (const { out, errors } of printed) {
      expect((out + errors).length).toBeGreaterThan(200);
      expect(foreign(errors)).toEqual([]);
      expect(acting(out)).toEqual([]);
    }
  });
});
