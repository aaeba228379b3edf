/** A tip: one key of the open page that was never used, in the message line while that is empty. */
import { expect, test } from 'vitest';
import type { OpenDeck } from '../support/deck.tsx';
import { startTestService } from '../support/local-service.ts';
import { startRuns } from '../support/runs.ts';

const message = (deck: OpenDeck) => deck.screen().at(-2);
const down = (deck: OpenDeck, times: number) => deck.press(...Array.from({ length: times }, () => 'offers.down'));

test('there is one in a run, with what a key has changed anyway; whose key was used is told of never again', async () => {
  const runs = startRuns(await startTestService({ offers: 60 }));
  const first = await runs.start({ hasTips: true });
  await down(first, 2);
  expect(message(first)).toBe('');
  const before = first.bytesSent();
  await down(first, 1);
  expect(message(first)).toBe(' f finds a text');
  expect(first.bytesSent() - before).toBeLessThan(150);
  await down(first, 2);
  expect(message(first)).toBe(' f finds a text');
  await first.press('offers.find');
  expect(first.text()).not.toContain('finds a text');
  await first.press('offers.find-cancel');
  await down(first, 5);
  expect(message(first)).toBe('');
  await runs.die(first);

  const second = await runs.start({ hasTips: true });
  await down(second, 3);
  expect(message(second)).toBe(' c chooses columns');
  await second.send('!');
  expect(message(second)).toBe(' ! does nothing here; ? shows the keys.');
  await down(second, 1);
  expect(message(second)).toBe(' c chooses columns');
  await second.press('frame.notifications');
  expect(message(second)).toBe('');
  await second.press('frame.palette');
  await second.type('tips');
  await second.press('palette.run');
  expect(message(second)).toBe(' There are no tips any more.');
  await runs.die(second);

  const third = await runs.start({ hasTips: true });
  await third.press('frame.offers');
  await down(third, 4);
  expect(message(third)).toBe('');
});

test('there is none on a slow line', async () => {
  const runs = startRuns(await startTestService({ offers: 60 }));
  const link = () => ({ roundTripMs: 400, isSlow: true, sentBytes: 0 });
  const deck = await runs.start({ hasTips: true, link });
  await down(deck, 4);
  expect(message(deck)).toBe('');
});
