/** Applies changes to packages in a bundle. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Plugin } from 'esbuild';
import { applyChange, type Change, checkVersion, refusal } from './change.ts';

/** A change whose file the bundle never met, or whose text is gone, fails the build. */
export const changedPackages = (changes: readonly Change[]): Plugin => ({
  name: 'changed-packages',
  setup(bundler) {
    const unmet = new Map<string, Change>();
    bundler.onStart(() => {
      for (const change of changes) checkVersion(change, resolve('node_modules', change.package));
    });
    for (const change of changes) {
      for (const file of change.files) {
        unmet.set(`${change.package}/${file}`, change);
        bundler.onLoad({ filter: pathEndingIn(['node_modules', change.package, file]) }, async ({ path }) => {
          unmet.delete(`${change.package}/${file}`);
          return { contents: applyChange(change, file, await readFile(path, 'utf8')) };
        });
      }
    }
    bundler.onEnd(({ errors }) => {
      if (errors.length > 0) return;
      for (const [file, change] of unmet) throw new Error(refusal(change, `the bundle does not load ${file}`));
    });
  },
});

const pathEndingIn = (parts: readonly string[]): RegExp =>
  new RegExp(`[\\\\/]${parts.map((part) => part.split('/').map(RegExp.escape).join('[\\\\/]')).join('[\\\\/]')}$`);
