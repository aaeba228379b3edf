/** Whose days are kept: what another user, another key or a local service that began anew has charged is not taken for one's own. */
import { expect, test } from 'vitest';
import { accountOf, openKeptDays } from '../src/money/kept-days.ts';
import { temporaryFolder } from './support/local-service.ts';

const made = (seed: number, filledMinute: number) => ({ keyMark: 'local', market: { seed, filledMinute } });

test.each([
  ['the user, whatever the key', accountOf(7, { keyMark: 'a' }), accountOf(7, { keyMark: 'b' }), true],
  [
    'the key, where nobody says whose it is',
    accountOf(undefined, { keyMark: 'a' }),
    accountOf(undefined, { keyMark: 'b' }),
    false,
  ],
  ['a local service as it was', accountOf(7, made(1, 5)), accountOf(7, made(1, 5)), true],
  ['a local service that began anew', accountOf(7, made(1, 5)), accountOf(7, made(1, 9)), false],
])('days of %s', async (_, one, other, isSame) => {
  const folder = temporaryFolder();
  const kept = openKeptDays(folder, 'local service', one);
  kept.keep(20_000, [{ type: 'instance', source: 'instance-5', amount: 1.5, items: [] }]);
  await kept.write();
  expect(openKeptDays(folder, 'local service', other).of(20_000) !== undefined).toBe(isSame);
});
