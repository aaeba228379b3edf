/**
 * What is given away: the licences in it, what the npm package holds, the installer. `npm run package:try` tries the whole.
 *
 * @module-tag program
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { filesIn, sumsOf } from '../scripts/release/contents.ts';
import { bundleExecutable } from '../scripts/release/executable.ts';
import { bundledPackages, licenceProblems, noticesOf } from '../scripts/release/licences.ts';
import { billOf } from '../scripts/release/sbom.ts';
import { missingTools } from '../scripts/release/tools.ts';

test('everything in the bundle may be given away, and its licence comes along', async () => {
  const { files, inputs } = await bundleExecutable('build');
  const names = files.map(({ path }) => path.replace(/.*\//, ''));
  expect(names).toEqual(expect.arrayContaining(['launcher.js', 'service-worker.js', 'history-worker.js']));
  expect(names.filter((name) => name.startsWith('program-'))).toHaveLength(1);
  const packages = bundledPackages(inputs);
  expect(packages.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['ink', 'react', 'undici', 'yoga-layout', 'hono']),
  );
  expect(licenceProblems(packages)).toEqual([]);
  const notices = noticesOf(packages);
  expect(notices).toContain('## yoga-layout 3.2.1 (MIT)');
  expect(notices).toContain('Copyright (c) Meta Platforms, Inc. and affiliates.');
});

test('a licence that asks for more, or comes without its text, is named', () => {
  const text = 'Do as you like.';
  const packages = [
    { name: 'free', version: '1.0.0', licence: 'ISC', text },
    { name: 'copyleft', version: '1.0.0', licence: 'GPL-3.0-only', text },
    { name: 'silent', version: '1.0.0', licence: 'MIT', text: '' },
  ];
  expect(licenceProblems(packages)).toEqual([
    'copyleft has the licence GPL-3.0-only, which is not known to be permissive',
    'silent has no text of its licence',
  ]);
});

test('the bill of materials has what is in the release, and nothing of the machine or the minute', () => {
  const part = (name: string) => ({ 'bom-ref': `${name}@1.0.0`, name, version: '1.0.0', properties: ['development'] });
  const whole = {
    serialNumber: 'urn:uuid:random',
    metadata: { timestamp: 'now', component: { ...part('folder'), 'bom-ref': 'gpudeck@1.0.0' } },
    components: [part('ink'), part('vitest')],
    dependencies: [
      { ref: 'gpudeck@1.0.0', dependsOn: ['vitest@1.0.0', 'ink@1.0.0'] },
      { ref: 'vitest@1.0.0', dependsOn: [] },
      { ref: 'ink@1.0.0', dependsOn: [] },
    ],
  };
  const bill = billOf(whole, [{ name: 'ink', version: '1.0.0' }], 1_000_000_000);
  expect(bill.components).toEqual([{ ...part('ink'), properties: [] }]);
  expect(bill.dependencies).toEqual([
    { ref: 'gpudeck@1.0.0', dependsOn: ['ink@1.0.0'] },
    { ref: 'ink@1.0.0', dependsOn: [] },
  ]);
  expect(bill.metadata).toMatchObject({ timestamp: '2001-09-09T01:46:40.000Z', component: { name: 'gpudeck' } });
  expect(bill).toEqual(
    billOf({ ...whole, serialNumber: 'urn:uuid:other' }, [{ name: 'ink', version: '1.0.0' }], 1_000_000_000),
  );
  expect(() => billOf(whole, [{ name: 'ink', version: '2.0.0' }], 0)).toThrow('does not have ink 2.0.0');
});

test('missing tools are named with the packages that have them', () => {
  expect(missingTools(['patchelf', 'strip', 'xz'], (name) => name === 'xz')).toBe(
    'Not found on the path: patchelf, strip. On Debian and Ubuntu: apt-get install patchelf binutils',
  );
  expect(missingTools(['xz'], () => true)).toBeUndefined();
});

test('the npm package holds the program, its licence and its notices', () => {
  const listed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { encoding: 'utf8' });
  const [{ files = [] } = {}] = JSON.parse(listed) as readonly { files: readonly { path: string }[] }[];
  const paths = files.map(({ path }) => path);
  // Notices and man pages are there once `npm run package` has made them.
  const others = paths.filter(
    (path) => !/^dist\/(?:[\w-]+-[A-Z\d]{8}\.js|compiled\/.*\.code|NOTICES\.md|man\/.*)$/.test(path),
  );
  expect(others.sort()).toEqual([
    'LICENSE',
    'README.md',
    'dist/gpudeck',
    'dist/gpudeck.js',
    'dist/main.js',
    'dist/worker.js',
    'package.json',
    'skills/gpudeck/SKILL.md',
  ]);
});

/** An unpacked archive whose program says a version, and a place to install it. */
const unpacked = () => {
  const work = mkdtempSync(join(tmpdir(), 'gpudeck-install-'));
  onTestFinished(() => rmSync(work, { recursive: true, force: true }));
  const folder = join(work, 'gpudeck-1.2.3-linux-x64');
  for (const part of ['bin', 'lib/gpudeck', 'share/man/man1']) mkdirSync(join(folder, part), { recursive: true });
  writeFileSync(join(folder, 'bin/gpudeck'), '#!/bin/sh\necho 1.2.3\n', { mode: 0o755 });
  writeFileSync(join(folder, 'lib/gpudeck/libatomic.so.1'), 'a library');
  writeFileSync(join(folder, 'share/man/man1/gpudeck.1'), 'a page');
  writeFileSync(join(folder, 'SHA256SUMS'), sumsOf(folder, filesIn(folder)));
  execFileSync('cp', [resolve('scripts/release/install.sh'), folder]);
  const home = join(work, 'a home');
  mkdirSync(home);
  const run = (...args: string[]) =>
    spawnSync(join(folder, 'install.sh'), args, { encoding: 'utf8', env: { PATH: process.env.PATH, HOME: home } });
  return { folder, home, run };
};

test('the installer installs for one user, and removes all that it put there and nothing else', () => {
  const { home, run } = unpacked();
  mkdirSync(join(home, '.local/share/other'), { recursive: true });
  const installed = run();
  expect(installed).toMatchObject({ status: 0, stderr: '' });
  expect(installed.stdout).toContain(`gpudeck 1.2.3 is in ${home}/.local/bin.`);
  expect(installed.stdout).toContain('is not on your PATH');
  expect(execFileSync(join(home, '.local/bin/gpudeck'), { encoding: 'utf8' })).toBe('1.2.3\n');
  expect(run().status).toBe(0);
  writeFileSync(join(home, '.local/bin/mine'), '');
  expect(run('--uninstall')).toMatchObject({ status: 0, stderr: '' });
  expect(readdirSync(join(home, '.local'), { recursive: true }).sort()).toEqual([
    'bin',
    'bin/mine',
    'share',
    'share/other',
  ]);
  expect(run('--uninstall')).toMatchObject({
    status: 1,
    stderr: `install.sh: gpudeck is not installed in ${home}/.local\n`,
  });
});

test('the installer refuses a file that is not as it was packed, and a program that it did not put there', () => {
  const { folder, home, run } = unpacked();
  mkdirSync(join(home, '.local/bin'), { recursive: true });
  writeFileSync(join(home, '.local/bin/gpudeck'), 'mine');
  expect(run()).toMatchObject({ status: 1, stdout: '' });
  expect(run().stderr).toContain('was not put there by this script');
  rmSync(join(home, '.local'), { recursive: true });
  appendFileSync(join(folder, 'lib/gpudeck/libatomic.so.1'), '!');
  expect(run().stderr).toContain('a file is not as it was packed');
  expect(readdirSync(home)).toEqual([]);
});
