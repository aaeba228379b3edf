/**
 * The trials of the local service in their short form; `npm run faults -- --long` runs them whole. `npm test` builds first.
 *
 * @module-tag program
 * @module-tag service
 */
import { expect, test } from 'vitest';
import { fuzz } from './faults/long/fuzz.ts';
import { killRounds } from './faults/long/kill-rounds.ts';
import { load } from './faults/long/load.ts';

const report = () => {};

test('fifty clients at once get documented answers, and each accepted write is recorded once', async () => {
  const { failures, figures } = await load.run({ scale: 0.002, report });
  expect(failures).toEqual([]);
  expect(figures).toMatchObject({ clients: 50, 'search p50 p99 max ms': expect.stringMatching(/calls\)$/) });
});

test('killed in the middle of writes or of a start, the service has everything that it acknowledged, once', async () => {
  const { failures, figures } = await killRounds.run({ scale: 0.03, report });
  expect(failures).toEqual([]);
  expect(figures).toMatchObject({ 'kills in writes': 3, 'kills in starts': 1 });
});

test('six hundred calls that are nearly right are answered as documented, within a second', async () => {
  const { failures, figures } = await fuzz.run({ scale: 0.01, report });
  expect(failures).toEqual([]);
  expect(figures).toMatchObject({ calls: 600, bodies: expect.any(Number) });
});
