/** A filter with a mistake in it: what is right of it holds, what is wrong is marked, left out and told, and nothing is done to many rows by it. */
import { expect, onTestFinished, test } from 'vitest';
import { type DeckOptions, type OpenDeck, openDeck } from '../support/deck.tsx';
import { call, startTestService } from '../support/local-service.ts';
import '../support/with-colour.ts';

type Row = { readonly id: number; readonly num_gpus: number };

const FILTER_ROW = 1;
const RED = 9;

const open = async (options: Partial<DeckOptions> = {}) => {
  const service = await startTestService({ offers: 300, seed: 11 });
  const deck = await openDeck({ service, columns: 100, ...options });
  onTestFinished(deck.close);
  const { body } = await call(service, 'POST', '/api/v0/bundles', {
    key: service.apiKey,
    body: { limit: 500, num_gpus: { gte: 4 } },
  });
  const meant = (body as { readonly offers: readonly Row[] }).offers.length;
  expect(meant).toBeGreaterThan(1);
  return { deck, meant };
};

const keep = async (deck: OpenDeck, text: string) => {
  await deck.press('offers.filter');
  await deck.type(text);
  await deck.press('offers.filter-keep');
};

const marked = (deck: OpenDeck) =>
  (deck.drawn()[FILTER_ROW] ?? [])
    .map(({ colour, isUnderlined, text }) => (colour === RED && isUnderlined ? text : ' '))
    .join('')
    .trim();

const flat = (deck: OpenDeck) => deck.text().replaceAll(/\s+/g, ' ');

test('a renter who mistypes one word sees what the others find, the word marked, and what was probably meant', async () => {
  const { deck, meant } = await open();
  await keep(deck, 'statc_ip num_gpus>=4 foo=3');
  expect(deck.screen()[FILTER_ROW]).toContain('/ statc_ip num_gpus>=4 foo=3');
  expect(marked(deck)).toMatch(/^statc_ip +foo$/);
  expect(deck.screen()[FILTER_ROW]).toContain(`1/${meant} `);
  expect(flat(deck)).toContain('Left out: statc_ip foo=3. "statc_ip" says nothing here: did you mean static_ip?');
  await deck.press('offers.filter', 'offers.line-start', 'offers.filter-complete');
  expect(deck.screen()[FILTER_ROW]).toContain('/ static_ip num_gpus>=4 foo=3');
});

test('a renter who mistypes a model is told that there is none, and sees no offer by a piece of its id', async () => {
  const { deck, meant } = await open();
  await keep(deck, 'rtx 4900 num_gpus>=4');
  expect(marked(deck)).toBe('rtx 4900');
  expect(deck.screen()[FILTER_ROW]).toContain(`1/${meant} `);
  expect(flat(deck)).toContain('Left out: rtx 4900. There is no such model here as "rtx 4900": did you mean RTX 4090?');
  await deck.press('offers.filter', 'offers.line-start', 'offers.filter-complete');
  expect(deck.screen()[FILTER_ROW]).toContain('/ RTX 4090 num_gpus>=4');
});

test('a filter of which nothing is left is not kept, and a word in quotes is no mistake', async () => {
  const { deck } = await open();
  await keep(deck, 'foo=3');
  expect(deck.text()).toContain('Not accepted: The service has no filter "foo"');
  await deck.press('offers.line-delete-to-start');
  await deck.type('"statc_ip"');
  await deck.press('offers.filter-keep');
  expect(deck.text()).toContain('None of the');
  expect(deck.text()).not.toContain('Left out');
});

test('nothing is done to many rows while a part of the filter is left out, and to one only with a word of it', async () => {
  const { deck } = await open({ rows: 40 });
  await keep(deck, 'num_gpus>=4 foo=3');
  const refusal = '/ mends the filter first: without foo=3 these rows may be too many.';
  const marks = () => deck.deck.store.getState().offers.list.marked.length;
  await deck.press('offers.mark-shown');
  expect(deck.text()).toContain(refusal);
  expect(marks()).toBe(0);
  await deck.press('offers.mark', 'offers.mark');
  expect(marks()).toBe(2);
  for (const key of ['offers.rent', 'offers.maintain'] as const) {
    await deck.press(key);
    expect(deck.text()).toContain(refusal);
    expect(deck.screen()[FILTER_ROW]).toContain('/ num_gpus>=4 foo=3');
  }
  const told = 'Left out of the filter, and so not held against what is chosen: foo=3.';
  await deck.press('offers.unmark', 'offers.rent');
  await deck.send('ubuntu:24.04');
  await deck.press('offers.rent-review');
  expect(flat(deck)).toContain(`! ${told}`);
  await deck.press('offers.rent-back', 'offers.rent-leave', 'offers.maintain', 'maintenance.next');
  await deck.type('+48h');
  await deck.press('maintenance.keep');
  await deck.type('1');
  await deck.press('maintenance.keep', 'maintenance.pick-and-type', 'maintenance.keep');
  expect(flat(deck)).toContain(told);
});
