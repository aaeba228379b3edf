/** What `npm ci` brings onto a machine: exactly what the lockfile names, and nothing of it runs by itself. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod';

const locked = z.object({
  version: z.string().optional(),
  /** Where a package comes from when that is not the registry in use. */
  resolved: z.string().optional(),
  /** What npm warns of on an older Node, a screen of it, although all of it runs on the Node that comes as a package. */
  engines: z.unknown().optional(),
  integrity: z.string().optional(),
  hasInstallScript: z.boolean().optional(),
  link: z.boolean().optional(),
});
const versions = z.record(z.string(), z.string()).optional();

const { packages } = z
  .object({ packages: z.record(z.string(), locked) })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
const manifest = z
  .object({
    allowScripts: z.record(z.string(), z.boolean()),
    engines: z.record(z.string(), z.string()),
    scripts: z.record(z.string(), z.string()),
    dependencies: versions,
    optionalDependencies: versions,
    devDependencies: versions,
  })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));

const inRegistry = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);

test('one package has an install script, and it is not run', () => {
  const withScript = Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript ? [path] : [],
  );
  expect(withScript).toEqual(['node_modules/esbuild']);
  expect(manifest.allowScripts).toEqual({ esbuild: false });
});

test('the program itself runs nothing when it is installed', () => {
  const hooks = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish', 'preprepare', 'postprepare'];
  expect(hooks.filter((hook) => hook in manifest.scripts)).toEqual([]);
});

test('every package is known by its content, and comes from the registry in use', () => {
  expect(inRegistry.length).toBeGreaterThan(100);
  const unknown = inRegistry.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''));
  expect(unknown.map(([path]) => path)).toEqual([]);
  expect(inRegistry.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
});

test('npm on any Node that can install has nothing to warn of, so that real trouble is seen', () => {
  const demanding = Object.entries(packages).filter(([path, { engines }]) => path !== '' && engines !== undefined);
  expect(demanding.map(([path]) => path)).toEqual([]);
  expect(manifest.engines).toEqual({ node: '>=20' });
});

test('what the program asks for is one version each, the one that is locked', () => {
  const asked = { ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.devDependencies };
  expect(Object.keys(asked).length).toBeGreaterThan(20);
  for (const [name, version] of Object.entries(asked)) {
    expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
    expect(packages[`node_modules/${name}`]?.version, name).toBe(version);
  }
});
