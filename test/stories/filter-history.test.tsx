/**
 * Earlier filter lines: found again with up and down, in this run and in later ones, by profile.
 *
 * @module-tag exhaustive
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Service } from '../../src/local-service/serve.ts';
import { type OpenDeck, openDeck } from '../support/deck.tsx';
import { folderInMemory, startTestService } from '../support/local-service.ts';
import { journalIn } from '../support/notifications.ts';

let service: Service;
let file = '';

beforeEach(async () => {
  service = await startTestService({ offers: 60, seed: 11 });
  file = join(folderInMemory(), 'journal.db');
});

/** The program on the profile's journal, as the run `session`. */
const start = async (session: string): Promise<OpenDeck> => {
  const deck = await openDeck({ service, parts: { journal: journalIn(file, session) } });
  onTestFinished(deck.close);
  return deck;
};

const keep = async (deck: OpenDeck, line: string) => {
  await deck.press('offers.filter', 'offers.line-delete-to-start');
  await deck.type(line);
  await deck.press('offers.filter-keep');
};

const filterOf = (deck: OpenDeck) => deck.deck.store.getState().offers.list.filter.text;

test('the lines of an earlier run are there, the newest first, none twice, and what is being typed comes back', async () => {
  const first = await start('first');
  for (const line of ['num_gpus>=2', 'dph_total<3', 'num_gpus>=2']) await keep(first, line);
  const second = await start('second');
  await second.press('offers.filter');
  await second.type('geo');
  await second.press('offers.filter-older');
  expect(filterOf(second)).toBe('num_gpus>=2');
  await second.press('offers.filter-older');
  expect(filterOf(second)).toBe('dph_total<3');
  await second.press('offers.filter-older');
  expect(filterOf(second)).toBe('dph_total<3');
  await second.press('offers.filter-newer', 'offers.filter-newer');
  expect(filterOf(second)).toBe('geo');
});

test('two programs at once find what the other has kept', async () => {
  const one = await start('one');
  const two = await start('two');
  await keep(one, 'num_gpus>=2');
  await keep(two, 'dph_total<3');
  await one.press('offers.filter', 'offers.line-delete-to-start', 'offers.filter-older');
  expect(filterOf(one)).toBe('dph_total<3');
  await one.press('offers.filter-older');
  expect(filterOf(one)).toBe('num_gpus>=2');
});

test('each list has its own lines, and the newest 200 of them are kept', async () => {
  const { filterLines } = journalIn(file);
  const [offers, volumes] = [filterLines('offers'), filterLines('volumes')];
  for (let place = 1; place <= 205; place++) offers.keep(`dlperf>${place}`);
  expect(volumes.list()).toEqual([]);
  const deck = await start('later');
  await deck.press('offers.filter', 'offers.filter-older');
  expect(filterOf(deck)).toBe('dlperf>205');
  expect(offers.list()).toHaveLength(200);
  expect(offers.list()[0]).toBe('dlperf>6');
});

test('a line that holds the key by mistake is not kept', async () => {
  const deck = await start('first');
  await keep(deck, `"${service.apiKey}"`);
  await keep(deck, 'num_gpus>=2');
  expect(journalIn(file).filterLines('offers').list()).toEqual(['num_gpus>=2']);
  expect(readFileSync(file).includes(service.apiKey)).toBe(false);
});

test('without a journal the lines of this run are there', async () => {
  const deck = await openDeck({ service, parts: { journal: { problem: 'The disk is full.' } } });
  onTestFinished(deck.close);
  await keep(deck, 'num_gpus>=2');
  await deck.press('offers.filter', 'offers.line-delete-to-start', 'offers.filter-older');
  expect(filterOf(deck)).toBe('num_gpus>=2');
});
