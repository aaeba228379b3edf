/**
 * The pictures of the documents are screens of the program, reached as in stories. `npm run pictures` writes them; as a test
 * this only compares, so that a picture of a former program fails.
 *
 * @module-tag exhaustive
 */
import { createHash } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
// Ink's own copy, of which there is one in a worker.
import chalk from '../node_modules/chalk/source/index.js';
import { systemClock } from '../src/base/clock.ts';
import { type Background, THEME_NAMES, type ThemeName } from '../src/base/roles.ts';
import { themeOn } from '../src/base/themes.ts';
import { createLooks } from '../src/tui/looks.ts';
import type { LookOfTerminal } from '../src/tui/ui/theme.tsx';
import { type DeckOptions, type OpenDeck, openDeck } from './support/deck.tsx';
import type { Drawn } from './support/emulator.ts';
import { startHostService } from './support/host.ts';
import { temporaryFolder } from './support/local-service.ts';
import { openMaintenance, typePlan } from './support/maintenance.ts';
import { movingPictureOf, type Shot } from './support/moving-picture.ts';
import { openNotifications } from './support/notifications.ts';
import { startPast, weekOf } from './support/past.ts';
import { pictureOf, stripOf } from './support/picture.ts';

const FOLDER = 'docs/pictures';

const before = chalk.level;
beforeAll(() => {
  chalk.level = 2;
});
afterAll(() => {
  chalk.level = before;
});

/** A theme in 256 colours. */
const lookOf = (theme: ThemeName, background: Background, { isAscii = false, hasColour = true } = {}): LookOfTerminal =>
  createLooks(
    { background, theme },
    { colourLevel: 2, hasColour, isAscii, isPlain: false },
    { places: { configFolder: '/nowhere' }, redraw: () => {} },
  ).look();

/** The header shows how the key ends, so that it must be the same each time. */
const KEY = '0123456789abcdef'.repeat(4);

/** Time that passes only while a service answers, so that a call takes as long each time. */
const startWorkTime = () => {
  let workedMs = 0;
  let calls = 0;
  const work = () => {
    calls++;
    workedMs += 31 + ((calls * 47) % 60);
  };
  subscribe('http.server.request.start', work);
  onTestFinished(() => void unsubscribe('http.server.request.start', work));
  return { ...systemClock, now: () => Date.UTC(2026, 10, 21, 12) + workedMs, ticks: () => workedMs };
};

/** A market of which the caller owns two machines, and what a deck on it is opened with. */
const startMarket = async (offers = 400) => {
  const dataFile = join(temporaryFolder(), 'service.db');
  const { service, machineIds } = await startHostService(2, { offers, seed: 11, dataFile });
  const database = new DatabaseSync(dataFile);
  database.prepare('UPDATE api_key_values SET hash = ?').run(createHash('sha256').update(KEY).digest('hex'));
  database.close();
  const options = {
    service: { url: service.url, apiKey: KEY },
    columns: 100,
    rows: 30,
    lineClock: startWorkTime(),
    look: lookOf('deck', 'dark'),
    parts: { serviceName: 'local service' },
  } satisfies DeckOptions;
  return { options, machineIds };
};

const openOffers = async (more: Partial<DeckOptions> = {}): Promise<OpenDeck> => {
  const { options } = await startMarket();
  const deck = await openDeck({ ...options, ...more });
  onTestFinished(deck.close);
  return deck;
};

/** A line on which everything is drawn. */
const quick = () => ({ roundTripMs: 5, isSlow: false, isQuick: true, sentBytes: 0 });

/** The offers with a week of the past, on a quick line. */
const openWeek = async (more: Partial<DeckOptions> = {}, offers?: number): Promise<OpenDeck> => {
  const { options } = await startMarket(offers);
  const { history } = await startPast(options.service.url, await weekOf(options.service.url, KEY, 160));
  const deck = await openDeck({ ...options, link: quick, ...more, parts: { ...options.parts, history } });
  onTestFinished(deck.close);
  return deck;
};

const WIDE = { columns: 160, rows: 40 };

const reachWide = async () => {
  const deck = await openWeek(WIDE, 1500);
  await deck.press('offers.group', 'offers.down', 'offers.mark', 'offers.down', 'offers.mark', 'offers.down');
  return deck;
};

const reachMarket = async () => {
  const deck = await openWeek({ columns: 140, rows: 34 }, 1500);
  await deck.press('offers.market', 'offers.market.down', 'offers.market.down');
  return deck;
};

const reachOverview = async () => {
  const deck = await openWeek({ columns: 140, rows: 42 }, 400);
  await deck.press('frame.overview', 'overview.next-part');
  return deck;
};

const reachSmall = async () => {
  const deck = await openWeek({ columns: 80, rows: 24 });
  await deck.press('offers.down', 'offers.down', 'offers.mark');
  return deck;
};

const reachAscii = async () => {
  const look = lookOf('deck', 'dark', { isAscii: true, hasColour: false });
  const deck = await openWeek({ columns: 80, rows: 24, isAscii: true, look });
  await deck.press('offers.down', 'offers.down', 'offers.mark');
  return deck;
};

const reachFilter = async () => {
  const deck = await openOffers();
  await deck.press('offers.filter');
  await deck.type('num_gpus>=4 gpu_nam=rtx');
  return deck;
};

const reachHelp = async () => {
  const deck = await openOffers();
  await deck.press('frame.help');
  return deck;
};

const reachLedger = async () => {
  const deck = await openOffers();
  await deck.press('frame.offers', 'offers.type', 'frame.ledger');
  return deck;
};

const reachReview = async () => {
  const { options, machineIds } = await startMarket();
  const { service, ...rest } = options;
  const deck = await openMaintenance(service, rest);
  await typePlan(deck, machineIds);
  return deck;
};

const reachPreferences = async () => {
  const deck = await openNotifications((await startMarket()).options);
  await deck.press('notifications.tab', 'notifications.down', 'notifications.toggle');
  return deck;
};

test.each<[name: string, title: string, reach: () => Promise<OpenDeck>]>([
  ['offers', 'The offers of a week, each beside those like it, and all about the one under the cursor', reachWide],
  ['market', 'Every model of the market on one axis', reachMarket],
  ['overview', 'What one wants to see on coming back', reachOverview],
  ['small', 'The offers on 80 by 24 cells', reachSmall],
  ['ascii', 'The same without colours, in ASCII', reachAscii],
  ['filter', 'A filter line with a problem, and what to do about it', reachFilter],
  ['help', 'The keys that work in the offers', reachHelp],
  ['maintenance', 'Everything about an announcement before it is sent', reachReview],
  ['preferences', 'Which events are notified by which channel', reachPreferences],
  ['ledger', 'Every call that was made, with how long it took and what came back', reachLedger],
])('the picture of %s is the screen of today', async (name, title, reach) => {
  const deck = await reach();
  expectPicture(name, pictureOf(title, deck.drawn()));
});

/** The file of the picture holds it; it is written where that is wished. */
const expectPicture = (name: string, picture: string): void => {
  const file = join(FOLDER, `${name}.svg`);
  if (process.env.GPUDECK_WRITE_PICTURES === '1') {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(file, picture);
  }
  const isDrawn = existsSync(file) && readFileSync(file, 'utf8') === picture;
  expect(isDrawn, `${file} is not the screen of today: npm run pictures draws it again`).toBe(true);
};

test('the strip of themes is the screen of today', async () => {
  const { options } = await startMarket();
  const parts = [];
  for (const name of THEME_NAMES) {
    for (const background of ['dark', 'light'] as const) {
      const theme = themeOn(name, background);
      if (theme === undefined) continue;
      const deck = await openDeck({ ...options, columns: 80, rows: 14, link: quick, look: lookOf(name, background) });
      await deck.press('offers.down', 'offers.mark');
      const [title = [], ...others] = deck.drawn();
      await deck.close();
      const lines = [titled(title, `${name} ${background}`), ...others.slice(3, 9)];
      parts.push({ lines, ground: theme.ground, text: theme.colours.text.true, dim: theme.colours.dim.true });
    }
  }
  expectPicture('themes', stripOf('The offers in each theme, for a dark ground and for a light one', parts));
});

/** The header with the name of the theme in place of what stands at its left. */
const titled = (line: readonly Drawn[], name: string): readonly Drawn[] =>
  line.map((cell, column) => (column > 0 && column < 22 ? { ...cell, text: name[column - 1] ?? ' ' } : cell));

test('the moving picture shows a minute at the screen of today', async () => {
  const deck = await openWeek({ columns: 110, rows: 30 });
  const shots: Shot[] = [];
  const shoot = (seconds: number) => shots.push({ screen: deck.drawn(), seconds });
  const press = async (ids: readonly string[], seconds: number) => {
    for (const id of ids) {
      await deck.press(id);
      shoot(seconds);
    }
  };
  shoot(1.5);
  await press(['offers.down', 'offers.down'], 0.5);
  await press(['offers.group'], 2.5);
  await press(['offers.filter'], 0.6);
  for (const typed of ['409', '0 un', 'der 1', ' in eu']) {
    await deck.type(typed);
    shoot(0.5);
  }
  await press(['offers.filter-keep'], 1.5);
  await press(['offers.open'], 2.5);
  await press(['offers.close'], 0.8);
  await press(['offers.market'], 2);
  await press(['offers.market.down', 'offers.market.down'], 0.8);
  await press(['frame.instances'], 2.5);
  const picture = movingPictureOf('Filtering offers, one of them, the market, and what runs', shots);
  expect(picture.length).toBeLessThan(300_000);
  expectPicture('tour', picture);
});
