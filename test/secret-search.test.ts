/** What the fault bench counts as a secret that is shown. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { filesIn, openIn, shownIn } from './faults/secret-search.ts';
import { temporaryFolder } from './support/local-service.ts';

const KEY = 'sk/"9é&Qx7hJ2mV4b0tail';

const isShown = (text: string) => shownIn([KEY], [['a text', text]]).length > 0;

test.each([
  ['as it is', 'my sk/"9é&Qx7hJ2mV4b0tail is this'],
  ['as JSON', 'my sk\\/\\"9\\u00e9&Qx7hJ2mV4b0tail is this'],
  ['as JSON within JSON', 'my sk\\/\\\\\\"9\\\\u00e9\\\\u0026Qx7hJ2mV4b0tail is this'],
  ['in an address', 'https://a.example/?key=sk%2F%229%C3%A9%26Qx7hJ2mV4b0tail&b=2'],
  ['in HTML', '<b>sk/&quot;9&#233;&amp;Qx7h&#x4a;2mV4b0tail</b>'],
  ['broken to fit a screen', ' my sk/"9é&Qx7\n  hJ2mV4b0tail is this'],
  ['in colours', '\u001B[1mmy sk/"9é&\u001B[38;5;2mQx7hJ2mV4b0tail\u001B[0m'],
  ['on its way to a clipboard', `\u001B]52;c;${Buffer.from('my sk/"9é&Qx7hJ2mV4b0tail').toString('base64')}\u0007`],
  ['of which more than half is there', 'Qx7hJ2mV4b0tail'],
  ['in the middle', '9é&Qx7hJ2mV4'],
])('a key %s is shown', (_, text) => {
  expect(isShown(text)).toBe(true);
});

test.each([
  ['no more than half of it', 'sk/"9é&Qx7'],
  ['its tail', 'key ..tail'],
  ['what stands in its place', 'my [redacted] is this'],
])('%s does not show a key', (_, text) => {
  expect(isShown(text)).toBe(false);
});

test('of a key of 100,000 characters half is not enough, and more than half is', () => {
  const long = Array.from({ length: 20_000 }, (_, at) => String(at + 10_000)).join('');
  const shown = (text: string) => shownIn([long], [['a text', `- ${text} -`]]).length > 0;
  expect(shown(long.slice(0, 50_000))).toBe(false);
  expect(shown(long.slice(0, 50_001))).toBe(true);
  expect(shown(long.slice(-50_001))).toBe(true);
  expect(shown(long.slice(24_000, 74_001))).toBe(true);
});

test('files are read whatever they are called, packed ones as what they hold, and their names too', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'gpudeck'), { mode: 0o700 });
  writeFileSync(join(folder, 'gpudeck', 'answer.zst'), zstdCompressSync(Buffer.from(`[{"name":"${KEY}"}]`)));
  writeFileSync(join(folder, 'gpudeck', 'plain'), 'nothing');
  writeFileSync(join(folder, 'gpudeck', `${KEY.replaceAll('/', '%2F')}.json`), '{}');
  expect(
    shownIn([KEY], filesIn(folder))
      .map(({ text }) => text)
      .sort(),
  ).toEqual([
    'the key or a secret is in gpudeck/answer.zst',
    expect.stringContaining('is in the name of gpudeck/sk%2F'),
  ]);
});

test('what others may read of the program is told, and not the folders above it', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'state', 'gpudeck'), { recursive: true, mode: 0o755 });
  chmodSync(join(folder, 'state', 'gpudeck'), 0o750);
  writeFileSync(join(folder, 'state', 'gpudeck', 'closed'), '', { mode: 0o600 });
  writeFileSync(join(folder, 'state', 'gpudeck', 'open'), '', { mode: 0o644 });
  expect(openIn(folder).map(({ text }) => text)).toEqual([
    'others may read state/gpudeck',
    'others may read state/gpudeck/open',
  ]);
});
