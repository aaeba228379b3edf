/**
 * What holds on every screen of the program, gone through by a tour of all of them.
 *
 * @module-tag exhaustive
 */
import '../support/with-colour.ts';

import { describe, expect, test } from 'vitest';
import type { Cell } from '../support/emulator.ts';
import { type Says, tour } from '../support/tour.tsx';

const FOREIGN: Says = {
  texts: ['Zürich, CH', '東京', `${'naïve '.repeat(12)}text`],
  sentence: ' – and so on… 東京',
  typed: 'déjà vu',
  json: '✓ «é»',
};

const BOTH = [
  ['when all goes well', false],
  ['when every call fails', true],
] as const;

/** Colours of text and ground, as SGR parameters; bold, dim, underlined and inverse are none. */
const COLOURS = /\u001B\[(?:\d*;)*(?:3[0-8]|4[0-8]|9\d|10\d)(?:;\d*)*m/g;

/** Frames of tables, and bars. */
const FRAMES = /[\u2500-\u259F]/g;

/** A slow line is given more time before a search. */
const SECONDS = /(?<=\d\d:\d\d:)\d\d/g;

/**
 * Goes through all screens; gives their cells by place, but for those that show sizes and times, all bytes sent, and how many
 * they were at each place.
 */
const seen = async (says: Says, options: Parameters<typeof tour>[2]) => {
  const screens = new Map<string, Cell[][]>();
  let bytes = '';
  const lengths: number[] = [];
  await tour(
    says,
    (place, deck) => {
      bytes = deck.sent();
      lengths.push(bytes.length);
      if (!/request|by hand/.test(place)) screens.set(place, deck.cells());
    },
    options,
  );
  return { screens, bytes, lengths };
};

/** What a usual terminal gets, whom several tests compare others with. */
const usualSeen = new Map<boolean, ReturnType<typeof seen>>();
const seenUsually = (isFailing: boolean) => {
  const made = usualSeen.get(isFailing) ?? seen({ ...FOREIGN, isFailing }, {});
  usualSeen.set(isFailing, made);
  return made;
};

type Screens = readonly (readonly [place: string, screen: readonly string[]])[];

const toured = new Map<string, Promise<Screens>>();

/** The screens of such a size; several tests look at those of one tour. */
const screensOf = (columns: number, rows: number, isFailing: boolean): Promise<Screens> => {
  const key = `${columns} ${rows} ${isFailing}`;
  const known = toured.get(key);
  if (known !== undefined) return known;
  const screens: (readonly [string, readonly string[]])[] = [];
  const made = tour({ ...FOREIGN, isFailing }, (place, deck) => screens.push([place, deck.screen()]), {
    columns,
    rows,
  });
  const all = made.then(() => screens);
  toured.set(key, all);
  return all;
};

const isAscii = (cell: Cell | undefined) => cell !== undefined && /^[!-~] 1/.test(cell);

const charactersOf = (cells: readonly Cell[]) => cells.map((cell) => cell[0]).join('');

describe('a terminal that shows ASCII only, and no colour', () => {
  test.each(BOTH)('gets nothing else on any screen %s, everything where it always stands', async (_, isFailing) => {
    const says = { ...FOREIGN, isFailing };
    const plain = await seen(says, { look: { hasColour: false }, isAscii: true });
    const usual = await seenUsually(isFailing);
    expect(plain.bytes.match(/[^\u0000-\u007F]+/gu) ?? []).toEqual([]);
    expect(plain.bytes.match(COLOURS) ?? []).toEqual([]);
    expect(usual.bytes.match(COLOURS)?.length).toBeGreaterThan(10);
    for (const [place, screen] of usual.screens) {
      const kept = plain.screens.get(place)?.map((line, row) => line.filter((__, at) => isAscii(screen[row]?.[at])));
      expect(kept?.map(charactersOf), place).toEqual(screen.map((line) => charactersOf(line.filter(isAscii))));
    }
  });
});

test('a slow line to the terminal gets the same words on every screen, without colours, dimming and frames', async () => {
  const says = { ...FOREIGN, isFailing: false };
  const usual = await seenUsually(false);
  const slow = await seen(says, { link: () => ({ roundTripMs: undefined, isSlow: true, sentBytes: 0 }) });
  const [first = 0] = slow.lengths;
  // Until the first key nothing is sent to undress a screen that is there.
  const dressed = /\u001B\[(?:\d*;)*(?:2|3[0-8]|4[0-8]|9\d|10\d)(?:;\d*)*m/g;
  expect(slow.bytes.slice(first).match(dressed) ?? []).toEqual([]);
  expect(usual.bytes.match(dressed)?.length).toBeGreaterThan(100);
  expect(slow.bytes.length).toBeLessThan(0.9 * usual.bytes.length);
  const words = (screen: Cell[][] | undefined) =>
    screen?.map((line) => charactersOf(line).replaceAll(FRAMES, ' ').replaceAll(SECONDS, ''));
  // Where figures stand for what is drawn elsewhere there are more of them.
  for (const [place, screen] of usual.screens)
    if (!/of the market|the market$|what is left|was earned/.test(place))
      expect(words(slow.screens.get(place)), place).toEqual(words(screen));
});

describe.each([
  [80, 24],
  [60, 15],
  [40, 15],
  [40, 10],
])('on a screen of %i by %i', (columns, rows) => {
  test.each(BOTH)(
    'every screen is whole %s: the frame around it stands, and no line is pushed out',
    async (_, isFailing) => {
      for (const [place, screen] of await screensOf(columns, rows, isFailing)) {
        expect(screen, place).toHaveLength(rows);
        expect(screen[0], place).toMatch(columns < 60 ? / test .* [0-9] [A-Z][a-z]+/ : /^ gpudeck /);
        expect(screen.at(-1), place).toMatch(/ (?:Esc|\?) /);
        expect(screen.slice(1, -2).join('').trim(), place).not.toBe('');
      }
    },
  );
});

test.each(BOTH)('on the smallest screen each line is one that a tall screen shows too, %s', async (_, isFailing) => {
  /** Lines of pages, without figures that count what is out of sight or the time. */
  const linesOf = async (rows: number) => {
    const screens = await screensOf(60, rows, isFailing);
    // The palette's rows stand beside each other, as wide as those in sight.
    const pages = screens.filter(([place]) => !/palette/.test(place));
    return pages.flatMap(([place, screen]) =>
      screen
        .slice(1, -2)
        .map((line) => ({ place, line: line.replaceAll(/\d+/g, '0').replaceAll(/^[ *>]*|\s+/g, ' ') })),
    );
  };
  const tall = [...new Set((await linesOf(40)).map(({ line }) => line))];
  const isOnTall = (line: string) =>
    tall.some((other) => other === line || (line.endsWith('…') && other.startsWith(line.slice(0, -1))));
  const small = await linesOf(15);
  expect(small.filter(({ line }) => !isOnTall(line) && !/below/.test(line))).toEqual([]);
});

describe.each([
  [60, 15],
  [60, 16],
  [80, 24],
])('on a screen of %i by %i', (columns, rows) => {
  test('what identifies a row and what decides about it is there', async () => {
    const screens = await screensOf(columns, rows, false);
    const texts = new Map(screens.map(([place, screen]) => [place, screen.join('\n')]));
    const headings: readonly (readonly [string, RegExp])[] = [
      [
        'the offers',
        columns < 80 ? /\$\/h +GPU +\$\/GPU\/h +vs med +↓DLP\/\$/ : /\$\/h +GPU +\$\/GPU\/h .*DLP\/\$ +Rel % +✓ +at\n/,
      ],
      ['the costs of an offer', /rank +lowest +median +this\n/],
      ['the volumes', /Volume +Status .*\$\/h +Machine/],
      ['the connections', /Id +Name +Type/],
      ['the history of plans', /Machine +Start .*Outcome/],
      ['the requests', /Method +Path +Status .*Outcome/],
    ];
    for (const [place, heading] of headings) expect(texts.get(place), place).toMatch(heading);
    expect(texts.get('the history of plans')).toMatch(/8001 +2026-.*3 notifications/);
  });
});

test('on a screen of 40 columns each list has what identifies a row and what decides about it', async () => {
  const screens = await screensOf(40, 20, false);
  const texts = new Map(screens.map(([place, screen]) => [place, screen.join('\n')]));
  const headings: readonly (readonly [string, RegExp])[] = [
    ['the offers', /GPU +\$\/h +at +Machine/],
    ['the costs of an offer', /rank +lowest +this\n/],
    ['the volumes', /Volume +Status +.*\$\/h +Machine/],
    ['the connections', /Id +Name +Type/],
    ['the history of plans', /Machine +Start +Outcome/],
    ['the requests', /Method +Path +Time/],
    ['the preferences', /Group +Event +Email/],
  ];
  for (const [place, heading] of headings) expect(texts.get(place), place).toMatch(heading);
});
