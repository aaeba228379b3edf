/** The line of progress on the terminal that stderr is. */
import { expect, test } from 'vitest';
import { createProgressLine } from '../src/cli/progress-line.ts';
import { openEmulator } from './support/emulator.ts';

test('is written over itself, stays below each message, and leaves nothing behind', async () => {
  const emulator = openEmulator(60, 5);
  const bytes: string[] = [];
  const line = createProgressLine((text) => bytes.push(text.replaceAll('\n', '\r\n')));
  const screen = async () => {
    await emulator.write(bytes.splice(0).join(''));
    return emulator.screen().filter((text) => text !== '');
  };
  line.writeAbove('before\n');
  line.show('25 of 1,000');
  line.show('50 of 1,000');
  expect(await screen()).toEqual(['before', '50 of 1,000']);
  line.writeAbove('waiting 2 s\n');
  expect(await screen()).toEqual(['before', 'waiting 2 s', '50 of 1,000']);
  line.show('');
  line.show('');
  line.writeAbove('after\n');
  expect(await screen()).toEqual(['before', 'waiting 2 s', 'after']);
});

test('sends nothing where nothing is shown', () => {
  const bytes: string[] = [];
  createProgressLine((text) => bytes.push(text)).show('');
  expect(bytes).toEqual([]);
});
