/**
 * When `npm start` builds the program.
 *
 * @module-tag program
 */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const MODULE = resolve('scripts/made-of.mjs');

const isBuiltIn = (folder: string): boolean =>
  execFileSync(process.execPath, ['-e', `import('${MODULE}').then(({ isBuilt }) => console.log(isBuilt()))`], {
    cwd: folder,
    encoding: 'utf8',
  }) === 'true\n';

test('a program is built once, and again when a file of it was written or is gone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gpudeck-made-of-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'dist'));
  expect(isBuiltIn(folder)).toBe(false);
  const file = join(folder, 'a.ts');
  await writeFile(file, 'one');
  await utimes(file, 1000, 1000);
  const note = (stamps: object) => writeFile(join(folder, 'dist/made-of.json'), JSON.stringify(stamps));
  await note({ 'a.ts': '1000000 3' });
  expect(isBuiltIn(folder)).toBe(true);
  // Older than the one that it was made of, as after a checkout that keeps times.
  await utimes(file, 999, 999);
  expect(isBuiltIn(folder)).toBe(false);
  await utimes(file, 1000, 1000);
  await writeFile(file, 'other');
  await utimes(file, 1000, 1000);
  expect(isBuiltIn(folder)).toBe(false);
  await rm(file);
  expect(isBuiltIn(folder)).toBe(false);
  await writeFile(join(folder, 'dist/made-of.json'), '{ half');
  expect(isBuiltIn(folder)).toBe(false);
});
