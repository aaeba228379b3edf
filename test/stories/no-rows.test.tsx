/** A filter that finds nothing: which part of it alone keeps all away, and what in its place would keep some. */
import { expect, onTestFinished, test } from 'vitest';
import { openDeck } from '../support/deck.tsx';
import { json, type ScriptedReply, startScriptedServer } from '../support/scripted-server.ts';

const offer = (id: number, dph_total: number) => ({
  id,
  gpu_name: 'RTX 4090',
  num_gpus: id,
  dph_total,
  mobo_name: 'TUF GAMING X570-PLUS',
});

const SOME = json(200, { offers: [offer(1, 0.0712), offer(2, 0.3), offer(4, 2.5)] });
const NONE = json(200, { offers: [] });

const open = async (limit: number, ...answers: readonly ScriptedReply[]) => {
  const server = await startScriptedServer(...answers);
  const deck = await openDeck({
    service: { url: server.url, apiKey: 'key' },
    columns: 120,
    start: { filter: 'gpu_name=RTX_4090', limit },
  });
  onTestFinished(async () => {
    await deck.close();
    await server[Symbol.asyncDispose]();
  });
  const keep = async (text: string) => {
    await deck.press('offers.filter');
    await deck.send(` ${text}`);
    await deck.press('offers.filter-keep');
  };
  return { deck, keep, flat: () => deck.text().replaceAll(/\s+/g, ' ') };
};

test('a renter who asks for too little money is told what the others cost, of the offers that were there before', async () => {
  const { keep, flat } = await open(100, SOME, NONE);
  await keep('dph_total<0.05');
  expect(flat()).toMatch(
    /No offer matches\. w shows each part gpu_name=RTX_4090 3 left █+ dph_total<0\.05 0 left of the 3 offers of 12:00/,
  );
  expect(flat()).toContain(
    'Without dph_total<0.05, 3 of the 3 offers of 12:00 would match; with dph_total<=0.0712, 1. w shows which part',
  );
});

test('a price that alone keeps the model away is named before another model, which more offers have', async () => {
  const mixed = json(200, { offers: [offer(1, 0.3), offer(2, 0.4), { ...offer(4, 2.5), gpu_name: 'H100 SXM' }] });
  const { deck, flat } = await open(100, SOME, mixed, NONE, NONE);
  await deck.press('offers.filter', 'offers.line-delete-to-start', 'offers.filter-keep', 'offers.filter');
  await deck.send('gpu_name=H100_SXM dph_total<1');
  await deck.press('offers.filter-keep');
  expect(flat()).toContain('Without dph_total<1, 1 of the 3 offers of 12:00 would match; with dph_total<=2.5, 1.');
});

test('a renter who wrote a name another way is told how it is written here', async () => {
  const { keep, flat } = await open(100, SOME, NONE);
  await keep('mobo_name=X570_TUF');
  expect(flat()).toContain('No mobo_name "X570_TUF" is known here: did you mean "TUF GAMING X570-PLUS"?');
  expect(flat()).toContain('with mobo_name="TUF GAMING X570-PLUS", 3.');
});

test('what was asked while the line was half typed is no reason to know less', async () => {
  const { deck, flat } = await open(100, SOME, SOME, NONE);
  await deck.press('offers.filter');
  await deck.send(' num_gpus>=1');
  await deck.send('6');
  await deck.press('offers.filter-keep');
  expect(flat()).toContain('Without num_gpus>=16, 3 of the 3 offers of 12:00 would match; with num_gpus>=4, 1.');
});

test('of offers that were cut it is said that they are the first ones', async () => {
  const { keep, flat } = await open(3, SOME, NONE);
  await keep('num_gpus=3');
  expect(flat()).toContain('Without num_gpus=3, 3 of the first 3 offers of 12:00 would match; with num_gpus=2, 1.');
});

test('where only the first offers are known, it is said that what the price keeps away is not among them', async () => {
  const { deck, flat } = await open(3, SOME, SOME, NONE, NONE);
  await deck.press('offers.filter', 'offers.line-delete-to-start', 'offers.filter-keep', 'offers.filter');
  await deck.send('gpu_name=H100_SXM dph_total<1');
  await deck.press('offers.filter-keep');
  expect(flat()).toContain(
    'Without gpu_name=H100_SXM, 2 of the first 3 offers of 12:00 would match. ' +
      'What dph_total<1 alone keeps away is not among these first ones: w, then R, reads the whole market and tells the nearest.',
  );
});

test('nothing is said of offers that another filter kept away', async () => {
  const { deck, flat } = await open(100, SOME, NONE, NONE);
  await deck.press('offers.filter', 'offers.line-delete-to-start');
  await deck.send('gpu_name=H100_SXM num_gpus=3');
  await deck.press('offers.filter-keep');
  expect(flat()).toContain('No offer matches.');
  expect(flat()).not.toContain('would match');
  expect(flat()).toContain('w shows which part of the filter keeps offers away.');
});
