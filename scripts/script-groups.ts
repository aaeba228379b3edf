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
  ['mcp', /^src\/cli\/commands\/mcp\/serve/],
  ['postgres', /^src\/history\/postgres-/],
  ['service', /^src\/(?:local-service\/|cli\/commands\/(?:(?:service|keys)\b|record\/metrics\/serve))/],
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

/**
 * A module of Node's own that is loaded when something of it is first used: a search has no need of most that the modules in it
 * name. One that is itself a function, as `assert` is, is loaded at once.
 */
const builtinLater = async (name: string, way: string): Promise<string> => {
  const { default: whole, ...members } = (await import(name)) as Record<string, unknown>;
  const asked = `${way}(${JSON.stringify(name)})`;
  if (typeof whole === 'function' || name === 'node:process') return `module.exports = ${asked};`;
  return membersLater(Object.keys(members), asked);
};

/**
 * A CommonJS module with these `members` of the module that `asked` gives, which is asked for when one of them is used. They
 * stand in its prototype: the bundler copies a module's own members for each module that imports it.
 */
const membersLater = (members: readonly string[], asked: string): string => `
  let found;
  const members = {};
  for (const member of ${JSON.stringify(members)})
    Object.defineProperty(members, member, { get: () => (found ??= ${asked})[member] });
  module.exports = Object.create(members);`;

/** `way` is the function that gives such a module where the bundle runs. */
export const builtinsLater = (way: 'require' | 'process.getBuiltinModule'): Plugin => ({
  name: 'builtins-later',
  setup(bundler) {
    bundler.onResolve({ filter: /^node:/ }, ({ path, namespace, kind }) =>
      namespace === 'node' || kind === 'dynamic-import' ? { path, external: true } : { path, namespace: 'node' },
    );
    bundler.onLoad({ filter: /^/, namespace: 'node' }, async ({ path }) => ({
      contents: await builtinLater(path, way),
    }));
  },
});

/** An entry that holds of zod what the source uses: a start reads and runs all of the script. */
export const USED_OF_ZOD = 'used:zod';

/** The members of zod that the source names; the whole it calls `z`. */
const usedOfZod = async (): Promise<readonly string[]> => {
  const all = await import('zod');
  const named = globSync('src/**/*.{ts,tsx}').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\bz\s*\.(\w+)/g)].map(([, member = '']) => member),
  );
  return [...new Set(named)].filter((member) => member in all).sort();
};

/** Makes {@link USED_OF_ZOD}. */
export const usedOnly: Plugin = {
  name: 'used-only',
  setup(bundler) {
    bundler.onResolve({ filter: /^used:/ }, ({ path }) => ({ path, namespace: 'used' }));
    bundler.onLoad({ filter: /^/, namespace: 'used' }, async () => ({
      contents: `export { ${(await usedOfZod()).join(', ')} } from 'zod';`,
      resolveDir: resolve('.'),
    }));
  },
};

/** For the source zod is the script `script`, which is loaded when something of it is first used. */
export const zodLater = (script: string): Plugin => ({
  name: 'zod-later',
  setup(bundler) {
    bundler.onResolve({ filter: /^zod$/ }, ({ path, importer }) =>
      /[\\/]node_modules[\\/]/.test(importer) ? undefined : { path, namespace: 'later' },
    );
    bundler.onResolve({ filter: /^/, namespace: 'later' }, ({ path }) => ({ path, external: true }));
    bundler.onLoad({ filter: /^/, namespace: 'later' }, async () => ({
      contents: `${membersLater(await usedOfZod(), `require('./${script}')`)}
        members.z = module.exports;`,
    }));
  },
});

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
  },
});
