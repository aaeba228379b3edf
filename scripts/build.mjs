/**
 * Writes `dist/`: the launcher as it is (`gpudeck.js`), the program (`main.js` and the chunks that it loads when needed)
 * and the local service's worker (`service-worker.js`).
 */
import { chmod, copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

const require = createRequire(import.meta.url);

/** CommonJS packages inside the bundle still call `require` for Node's own modules. */
const BANNER =
  "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);";

/** Ink imports its devtools only with DEV=true, yet the import must resolve when everything is bundled. */
const withoutDevtools = {
  name: 'without-devtools',
  setup(bundler) {
    bundler.onResolve({ filter: /^react-devtools-core$/ }, ({ path }) => ({ path, namespace: 'empty' }));
    bundler.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'export default {}' }));
  },
};

/** ink-table is CommonJS and requires Ink, a module with top-level await: its three requires become imports. */
const inkTableAsModule = {
  name: 'ink-table-as-module',
  setup(bundler) {
    bundler.onLoad({ filter: /src[\\/]ui[\\/]ink-table\.ts$/ }, async () => {
      const source = await readFile(require.resolve('ink-table'), 'utf8');
      const contents = `
        import * as react from 'react';
        import * as ink from 'ink';
        import * as hash from 'object-hash';
        const modules = { react: { __esModule: true, default: react.default ?? react }, ink, 'object-hash': hash.default ?? hash };
        const exports = {};
        ((require, exports) => {${source}
        })((name) => modules[name], exports);
        export const Table = exports.default;`;
      return { contents, loader: 'js', resolveDir: process.cwd() };
    });
  },
};

/** Keeps out what the program never reaches, but a bundler cannot know that: it would be read and compiled at every start. */
const withoutUnreached = {
  name: 'without-unreached',
  setup(bundler) {
    // Of undici's browser interfaces, mocks and caches nothing; the two dispatchers that api/transport.ts makes.
    bundler.onResolve({ filter: /^undici$/ }, ({ path }) => ({ path, namespace: 'dispatchers' }));
    bundler.onLoad({ filter: /.*/, namespace: 'dispatchers' }, () => ({
      contents: `
        export { default as Agent } from 'undici/lib/dispatcher/agent.js';
        export { default as EnvHttpProxyAgent } from 'undici/lib/dispatcher/env-http-proxy-agent.js';`,
      resolveDir: process.cwd(),
    }));
    // Of zod's error messages only the English ones.
    bundler.onLoad({ filter: /zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({ contents: 'export {}' }));
  },
};

const bundle = () =>
  build({
    entryPoints: { main: 'src/main.tsx', 'service-worker': 'src/service/service-worker.ts' },
    outdir: 'dist',
    chunkNames: 'chunk-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node26',
    jsx: 'automatic',
    legalComments: 'none',
    logLevel: 'warning',
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    banner: { js: BANNER },
    plugins: [withoutUnreached, withoutDevtools, inkTableAsModule],
  });

/** Replaces what lies in `dist/` only now that all of it is made, so that a build that fails leaves the old program. */
const write = async (files) => {
  await mkdir('dist', { recursive: true });
  await Promise.all(files.map(({ path, contents }) => writeFile(path, contents)));
  await copyFile('src/launcher.js', 'dist/gpudeck.js');
  await chmod('dist/gpudeck.js', 0o755);
  const made = new Set(['gpudeck.js', ...files.map(({ path }) => basename(path))]);
  const stale = (await readdir('dist')).filter((name) => !made.has(name));
  await Promise.all(stale.map((name) => rm(join('dist', name), { recursive: true })));
};

try {
  const { outputFiles } = await bundle();
  await write(outputFiles);
} catch (error) {
  // esbuild has printed its own errors by now.
  if (!('errors' in error)) console.error(error);
  process.exitCode = 1;
}
