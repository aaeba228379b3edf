/** A host's look at the market, with its presses counted: where all machines stand, what to ask, and maintenance for the worst two. */
import { expect, onTestFinished, test } from 'vitest';
import { openDeck } from '../support/deck.tsx';
import { startTestService } from '../support/local-service.ts';

test.each([
  [80, 24],
  [160, 48],
])('the usual look of a host takes few presses, at %i x %i', async (columns, rows) => {
  const service = await startTestService({ offers: 800, seed: 11 });
  const deck = await openDeck({ service, parts: { userId: 204_117 }, columns, rows });
  onTestFinished(deck.close);
  let presses = 0;
  const press = async (...ids: readonly string[]) => {
    presses += ids.length;
    await deck.press(...ids);
  };
  const type = async (text: string) => {
    presses += text.length;
    await deck.type(text);
  };
  const counted = (): number => {
    const taken = presses;
    presses = 0;
    return taken;
  };

  // Where do my machines stand, and which is placed worst?
  await press('offers.own-position');
  expect(deck.screen()[1]).toMatch(/^ Your (?:\d+ machines|machine), by distance from median/);
  expect(counted()).toBeLessThanOrEqual(1);
  const worst = Number(/^ {1}> +(\d+) /.exec(deck.screen()[5] ?? '')?.[1]);

  // What would make the worst third, or put it at the quarter or in the middle?
  await press('offers.own-wish');
  await type('3rd, p25, median');
  expect(deck.text()).toContain(`machine ${worst}, yours`);
  expect(deck.text()).toMatch(/ 3rd of \d+/);
  expect(deck.text()).toContain('p25 is ');
  expect(deck.text()).toContain('The median is ');
  expect(counted()).toBeLessThanOrEqual(17);

  // Where would a price of my own put it?
  await press('offers.wish-keep', 'offers.wish', 'offers.line-delete-to-start');
  await type('0.01');
  expect(deck.text()).toMatch(/makes this 1st of \d+, \d+ % under the median/);
  expect(counted()).toBeLessThanOrEqual(7);
  await press('offers.wish-keep');
  presses = 0;

  // Maintenance for the two that are placed worst.
  await press('offers.position-close', 'offers.own-mark', 'offers.own-mark', 'offers.own-maintain');
  expect(deck.text()).toContain(`2 machines: ${worst}`);
  expect(counted()).toBeLessThanOrEqual(4);
});
