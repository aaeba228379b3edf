/**
 * The first start of the built program: the local service that it brings along has a past of fourteen days. `npm test` builds it first.
 *
 * @module-tag program
 */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { temporaryFolder } from './support/local-service.ts';
import { openPty } from './support/pty.ts';
import { atHome, go } from './support/running-program.ts';

test('whoever starts for the first time sees what offers cost in the week before, and is told that it is generated', async () => {
  const home = temporaryFolder();
  const run = (...args: string[]) => {
    const { stdout, stderr } = spawnSync(process.execPath, ['dist/gpudeck.js', 'history', ...args], {
      env: { HOME: home, TZ: 'UTC' },
      encoding: 'utf8',
    });
    return { rows: stdout.trim().split('\n'), stderr };
  };
  expect(run('--json').stderr).toContain('nothing was recorded of this service');
  await using pty = openPty([process.execPath, 'dist/gpudeck.js'], {
    columns: 120,
    rows: 30,
    environment: atHome(home),
  });
  await go(pty, [
    ['', /1\/[\d,]+/],
    ['\r]]', 'generated, not recorded'],
    ['', 'known since'],
    ['q', /1\/[\d,]+/],
    ['q', /^/],
  ]);
  await pty.gone();
  const { rows, stderr } = run('gpu_name=RTX_4090', '--from', '14d', '--step', '1d', '--csv');
  expect(rows.length).toBeGreaterThan(13);
  expect(stderr).toMatch(/^gpudeck: up to \d{4}-\d\d-\d\d \d\d:\d\d generated, not recorded\n$/);
});
