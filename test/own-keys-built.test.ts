/**
 * Keys of the user's own in the built program, which reads them from its folder.
 *
 * @module-tag program
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { temporaryFolder } from './support/local-service.ts';
import { openPty } from './support/pty.ts';
import { atHome, go, shows } from './support/running-program.ts';
import { requireBuild } from './support/surroundings.ts';

test('a key of keys.json works, and a row with a mistake in it is told at the start', async () => {
  requireBuild();
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'keys.json'), '{"keys": {\n  "offers.sort": "s",\n  "offers.copy": "F5"\n}}');
  await using pty = openPty([process.execPath, 'dist/gpudeck.js', '--config', folder], {
    columns: 140,
    rows: 24,
    environment: atHome(folder),
  });
  await pty.until(shows(/keys\.json, line 3, keys\.offers\.copy: "F5" is no key/));
  // There is something to sort once the offers are here.
  await pty.until((screen) => screen.at(-1)?.includes(' s sort ') === true);
  await go(pty, [
    ['s', /by \$\/h/],
    ['o', 'o does nothing here: sort is on s.'],
  ]);
});
