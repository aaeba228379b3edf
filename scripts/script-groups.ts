/**
 * Cuts the program into a few scripts: what reads the command line, and one for each group of what is loaded when a command
 * needs it. A script for each `import()` would be more than a hundred files, and finding and opening them a third of a short run.
 * Inside a group a module still runs only when it is first asked for.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import type { Plugin } from 'esbuild';

/** Names of groups, and which modules belong to each; the first that fits. */
const GROUPS = [
  ['screen', /^src\/tui\//],
  ['service', /^src\/(?:local-service\/|cli\/commands\/(?:service|keys)\b)/],
  ['calls', /^/],
] as const;

const DYNAMIC_IMPORT = /\bimport\('(\.[^']+)'\)/g;

const groupOf = (module: string): string => GROUPS.find(([, pattern]) => pattern.test(module))?.[0] ?? '';

/** Path from the root of what the module at `path` imports as `target`. */
const fromRoot = (path: string, target: string): string => relative('.', resolve(dirname(path), target));

/** Every module that is imported while the program runs. */
const importedLater = (): readonly string[] => {
  const found = globSync('src/**/*.{ts,tsx}').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(DYNAMIC_IMPORT)].map(([, target = '']) => fromRoot(path, target)),
  );
  return [...new Set(found)].sort();
};

export const scriptGroups = (): Plugin => ({
  name: 'script-groups',
  setup(bundler) {
    const later = importedLater();
    bundler.onLoad({ filter: /[\\/]src[\\/].*\.tsx?$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(DYNAMIC_IMPORT, (_whole, target: string) => {
        const module = fromRoot(path, target);
        return `import('group:${groupOf(module)}').then(({ modules }) => modules['${module}']())`;
      }),
      loader: path.endsWith('x') ? 'tsx' : 'ts',
    }));
    bundler.onResolve({ filter: /^group:/ }, ({ path }) => ({ path: path.slice('group:'.length), namespace: 'group' }));
    bundler.onLoad({ filter: /^/, namespace: 'group' }, ({ path: group }) => {
      const members = later.filter((module) => groupOf(module) === group);
      const lines = members.map((module) => `'${module}': () => require('./${module}'),`);
      return { contents: `export const modules = {${lines.join('\n')}};`, resolveDir: resolve('.') };
    });
    // Otherwise a script would begin by loading all that is Node's and that one of its modules may need.
    bundler.onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace: 'node' } : { path, external: true },
    );
    bundler.onLoad({ filter: /^/, namespace: 'node' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
    }));
  },
});
