/** Somebody pastes over a line that loses the end of it. */
import { expect, test } from 'vitest';
import { openDeck } from '../support/deck.tsx';
import { startTestService } from '../support/local-service.ts';

test('a paste whose end was lost is told, Ctrl-C drops it, and the program hears keys again', async () => {
  const service = await startTestService();
  const deck = await openDeck({ service });
  await deck.press('offers.filter');
  await deck.send('\u001B[200~num_gpus=8');
  await deck.wait(1999);
  expect(deck.text()).not.toContain('has not ended');
  await deck.wait(1);
  expect(deck.text()).toContain('The paste has not ended');
  await deck.send('q');
  await deck.wait(2000);
  await deck.send('\u0003');
  expect(deck.text()).toContain('The paste was dropped.');
  await deck.send(' rm -r\r');
  await deck.wait(1000);
  await deck.type('num_gpus=1');
  expect(deck.text()).toContain('num_gpus=1');
  expect(deck.text()).not.toContain('num_gpus=8');
  expect(deck.text()).not.toContain('rm -r');
});
