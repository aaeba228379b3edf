/**
 * The pictures of the documents are screens of the program, reached as in stories. `npm run pictures` writes them; as a test
 * this only compares, so that a picture of a former program fails.
 *
 * @module-tag exhaustive
 */
import { createHash } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
// Ink's own copy, of which there is one in a worker.
import chalk from '../node_modules/chalk/source/index.js';
import { systemClock } from '../src/base/clock.ts';
import { createLooks } from '../src/tui/looks.ts';
import { type DeckOptions, type OpenDeck, openDeck } from './support/deck.tsx';
import { startHostService } from './support/host.ts';
import { temporaryFolder } from './support/local-service.ts';
import { openMaintenance, typePlan } from './support/maintenance.ts';
import { openNotifications } from './support/notifications.ts';
import { pictureOf } from './support/picture.ts';

const FOLDER = 'docs/pictures';

const before = chalk.level;
beforeAll(() => {
  chalk.level = 2;
});
afterAll(() => {
  chalk.level = before;
});

/** The usual theme, in 256 colours. */
const looks = createLooks(
  { background: 'dark' },
  { colourLevel: 2, hasColour: true, isAscii: false, isPlain: false },
  { places: { configFolder: '/nowhere' }, redraw: () => {} },
);

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
const startMarket = async () => {
  const dataFile = join(temporaryFolder(), 'service.db');
  const { service, machineIds } = await startHostService(2, { offers: 400, seed: 11, dataFile });
  const database = new DatabaseSync(dataFile);
  database.prepare('UPDATE api_key_values SET hash = ?').run(createHash('sha256').update(KEY).digest('hex'));
  database.close();
  const options = {
    service: { url: service.url, apiKey: KEY },
    columns: 100,
    rows: 30,
    lineClock: startWorkTime(),
    look: looks.look(),
    parts: { serviceName: 'local service' },
  } satisfies DeckOptions;
  return { options, machineIds };
};

const openOffers = async (): Promise<OpenDeck> => {
  const { options } = await startMarket();
  const deck = await openDeck(options);
  onTestFinished(deck.close);
  return deck;
};

const reachOffers = async () => {
  const deck = await openOffers();
  await deck.press('offers.down', 'offers.down', 'offers.mark', 'offers.mark');
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
  ['offers', 'The offers, the most performance for the money first', reachOffers],
  ['filter', 'A filter line with a problem, and what to do about it', reachFilter],
  ['help', 'The keys that work in the offers', reachHelp],
  ['maintenance', 'Everything about an announcement before it is sent', reachReview],
  ['preferences', 'Which events are notified by which channel', reachPreferences],
  ['ledger', 'Every call that was made, with how long it took and what came back', reachLedger],
])('the picture of %s is the screen of today', async (name, title, reach) => {
  const deck = await reach();
  const file = join(FOLDER, `${name}.svg`);
  const picture = pictureOf(title, deck.drawn());
  if (process.env.GPUDECK_WRITE_PICTURES === '1') {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(file, picture);
  }
  const isDrawn = readFileSync(file, 'utf8') === picture;
  expect(isDrawn, `${file} is not the screen of today: npm run pictures draws it again`).toBe(true);
});
