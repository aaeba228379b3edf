/** `npm run test:quick` leaves out what is tagged: whatever waits for programs has to be. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('a test that starts the built program or opens a terminal says so', () => {
  const untagged = globSync('test/**/*.test.{ts,tsx}').filter((path) => {
    const text = readFileSync(path, 'utf8');
    return /'dist\/gpudeck\.js'|'\.\.?\/support\/pty\.ts'/.test(text) && !text.includes('* @module-tag program');
  });
  expect(untagged, 'to be tagged in their first comment: @module-tag program').toEqual([]);
});
