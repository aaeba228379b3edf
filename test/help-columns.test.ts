/** The help page: keys beside what they do, in columns that leave the words their room. */
import { expect, test } from 'vitest';
import { helpLines } from '../src/tui/frame/help.ts';
import { bind } from '../src/tui/keys/binding.ts';

test('a row with many keys leaves the others their room', () => {
  const lines = helpLines(
    [
      bind('a', ['x'], 'remove', 'Part', () => {}, { help: 'remove this part; of a default, lift it' }),
      bind('b', ['g', 'home', 'pageup', 'ctrl-b', 'ctrl-u'], 'first', 'Part', () => {}),
    ],
    [],
    40,
  ).map((line) =>
    line
      .map(({ text }) => text)
      .join('')
      .trimEnd(),
  );
  expect(lines).toEqual([
    '  Part',
    '   x  remove this part; of a default,',
    '      lift it',
    '   g Home PgUp Ctrl-B Ctrl-U',
    '      first',
  ]);
});
