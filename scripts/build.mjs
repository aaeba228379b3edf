/**
 * Writes `dist/`: the launcher as it is (`gpudeck.js`), the program (`main.js` and the chunks that it loads when needed)
 * and the local service's worker (`service-worker.js`).
 */
import { chmod, copyFile, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { build } from 'esbuild';

const require = createRequire(import.meta.url);

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

await rm('dist', { recursive: true, force: true });
await build({
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
  define: { 'process.env.NODE_ENV': '"production"' },
  banner: {
    js: "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);",
  },
  plugins: [withoutDevtools, inkTableAsModule],
});
await copyFile('src/launcher.js', 'dist/gpudeck.js');
await chmod('dist/gpudeck.js', 0o755);
