import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Service } from '../../src/local-service/serve.ts';
import { type OpenDeck, openDeck } from '../support/deck.tsx';
import { startTestService } from '../support/local-service.ts';

const WRONG_KEY = 'wrong-key-that-nobody-knows';

let service: Service;
let open: OpenDeck | undefined;

const start = async (apiKey: string): Promise<OpenDeck> => {
  open = await openDeck({ service: { url: service.url, apiKey }, columns: 120, start: { filter: 'num_gpus>=2' } });
  return open;
};

beforeEach(async () => {
  service = await startTestService({ offers: 60, seed: 11 });
});
afterEach(async () => {
  await open?.close();
  open = undefined;
});

describe('a key that the service does not accept', () => {
  test('is asked for once, masked, and everything else stays as it was', async () => {
    const deck = await start(WRONG_KEY);
    expect(deck.text()).toContain('The service did not accept the API key.');
    await deck.paste(`${service.apiKey}\n`);
    expect(deck.text()).toContain('Key: ****');
    expect(deck.text()).not.toContain(service.apiKey.slice(0, 8));
    await deck.press('key.submit');
    expect(deck.text()).toContain('/ num_gpus>=2');
    expect(deck.text()).toContain('as of 12:00');
    expect(deck.text()).toContain(`key ..${service.apiKey.slice(-4)} typed`);
  });

  test('stays in no state, nor does the one that was typed instead', async () => {
    const deck = await start(WRONG_KEY);
    await deck.type(service.apiKey);
    expect(JSON.stringify(deck.deck.store.getState())).not.toContain(service.apiKey);
    await deck.press('key.submit');
    const snapshot = JSON.stringify(deck.deck.store.getState());
    expect(snapshot).not.toContain(service.apiKey);
    expect(snapshot).not.toContain(WRONG_KEY);
  });

  test('may be left as it is: Esc goes on without one, and says what failed', async () => {
    const deck = await start(WRONG_KEY);
    await deck.type('abc');
    await deck.press('key.give-up');
    expect(deck.text()).toContain('The service did not accept the API key');
    expect(deck.text()).toContain('Tried to');
  });

  test('may be entered later: whoever goes on without one is told how, and finds the way', async () => {
    const deck = await start(WRONG_KEY);
    await deck.press('key.give-up');
    expect(deck.text()).toContain('To enter a key, press : and type "another key".');
    await deck.press('frame.palette');
    await deck.type('another key');
    await deck.press('palette.run');
    expect(deck.text()).toContain('Key:');
  });

  test('is not asked for again by whoever goes on without one', async () => {
    const deck = await start(WRONG_KEY);
    await deck.press('key.give-up', 'frame.volumes');
    expect(deck.text()).not.toContain('Key:');
    expect(deck.text()).toContain('Tried to');
  });

  test('is asked for again when the next one is no better', async () => {
    const deck = await start(WRONG_KEY);
    await deck.type('another-wrong-one');
    await deck.press('key.submit');
    expect(deck.text()).toContain('Key:');
    expect(deck.text()).not.toContain('Key: *');
  });
});

test('of a key that is short not even its end is shown', async () => {
  const deck = await start('abcd');
  expect(deck.text()).not.toContain('abcd');
});

test('the palette offers to enter another key', async () => {
  const deck = await start(service.apiKey);
  await deck.press('frame.palette');
  await deck.type('another key');
  await deck.press('palette.run');
  expect(deck.text()).toContain('Another key for this service.');
});
