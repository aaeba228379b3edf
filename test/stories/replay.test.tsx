/** @module-tag exhaustive */
import { expect, onTestFinished, test } from 'vitest';
import { openDeck } from '../support/deck.tsx';
import { openEmulator } from '../support/emulator.ts';
import { startTestService } from '../support/local-service.ts';
import { MIXED_KEYS } from '../support/mixed-keys.ts';

const SIZE = { columns: 120, rows: 35 };

/** So few characters at a time that sequences are cut apart. */
const PIECE = 7;

test('the bytes of 200 mixed keys end in the screen that a full repaint gives, and replayed in another terminal too', async () => {
  expect(MIXED_KEYS).toHaveLength(200);
  const service = await startTestService({ offers: 400, seed: 11 });
  const deck = await openDeck({ service, ...SIZE });
  onTestFinished(deck.close);
  for (const key of MIXED_KEYS) await deck.type(key);
  const recorded = deck.sent();
  const shown = deck.cells();
  expect(deck.text()).toContain('Machine');

  const other = openEmulator(SIZE.columns, SIZE.rows);
  await other.write('\u001B[?1049h\u001B[?7l');
  const pieces = Array.from({ length: Math.ceil(recorded.length / PIECE) }, (_, at) =>
    other.write(recorded.slice(at * PIECE, (at + 1) * PIECE)),
  );
  await Promise.all(pieces);
  expect(other.cells()).toEqual(shown);

  await deck.press('frame.repaint');
  expect(deck.sent().length - recorded.length).toBeGreaterThan(1000);
  expect(deck.cells()).toEqual(shown);
});
