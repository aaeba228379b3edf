/** Which key a tip tells of. */
import { expect, test } from 'vitest';
import { tipEnded, tipFor, tipName, tipsRead, tipsSaved, tipsTurned, tipTold, tipUsed } from '../src/tui/frame/tips.ts';
import { type Binding, bind } from '../src/tui/keys/binding.ts';

const row = (id: string, more: Partial<Binding> = {}) =>
  bind(id, ['x'], 'does it', 'Look', () => {}, { tip: 'does a thing', ...more });
const NONE = tipsRead(undefined);

test('the one that was never told of comes first, then the one that was told of longest ago', () => {
  const rows = ['offers.columns', 'offers.find', 'offers.views'].map((id) => row(id));
  const told = tipTold(tipTold(NONE, 'columns'), 'find');
  expect(tipFor(rows, told)?.id).toBe('offers.views');
  expect(tipFor(rows, tipTold(told, 'views'))?.id).toBe('offers.columns');
});

test('none of a key that was used, in whichever list, that is refused now, or that does not exist', () => {
  const used = tipUsed(NONE, tipName(row('offers.columns')));
  expect(tipFor([row('volumes.columns')], used)).toBeUndefined();
  expect(tipFor([row('offers.find', { refusal: () => 'There is no row.' })], NONE)).toBeUndefined();
  expect(tipFor([bind('offers.past', [], 'past', 'Price', () => {}, { tip: 'has no key' })], NONE)).toBeUndefined();
});

test('a key that is used is told of no longer', () => {
  const told = tipTold(NONE, 'columns');
  expect(tipUsed(told, 'columns').shown).toBeUndefined();
  expect(tipUsed(told, 'find').shown).toBe('columns');
  expect(tipUsed(told, 'find').used).toEqual(['find']);
});

test('what is kept says nothing of the one on screen, and what is not understood counts as nothing', () => {
  expect(tipsSaved(NONE)).toBeUndefined();
  expect(tipsSaved(tipEnded(NONE))).toBeUndefined();
  const told = tipsTurned(tipUsed(tipTold(NONE, 'columns'), 'find'));
  expect(tipsRead(tipsSaved(told))).toEqual({ areOff: true, used: ['find'], told: ['columns'] });
  expect(tipsRead({ used: 'all' })).toEqual(NONE);
});
