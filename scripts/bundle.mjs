/** How the program becomes a bundle: shared by the build and the benchmark, so that both run the same code. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
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

/** Ink has the cursor shown at the end by a sequence on stderr, whatever that is; the program shows it again by itself. */
const withoutCursorRestoring = {
  name: 'without-cursor-restoring',
  setup(bundler) {
    bundler.onLoad({ filter: /restore-cursor[\\/]index\.js$/ }, () => ({ contents: 'export default () => {};' }));
  },
};

/** ink-table is CommonJS and requires Ink, a module with top-level await: its three requires become imports. */
const inkTableAsModule = {
  name: 'ink-table-as-module',
  setup(bundler) {
    bundler.onLoad({ filter: /src[\\/]tui[\\/]ui[\\/]ink-table\.ts$/ }, async () => {
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
    // Of undici's browser interfaces, mocks and caches nothing; the two dispatchers that api/transport.ts makes. Its own entry
    // gives all dispatchers their calls: of these only the tunnel through a proxy is made with one.
    bundler.onResolve({ filter: /^undici$/ }, ({ path }) => ({ path, namespace: 'dispatchers' }));
    bundler.onLoad({ filter: /.*/, namespace: 'dispatchers' }, () => ({
      contents: `
        import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
        import connect from 'undici/lib/api/api-connect.js';
        Dispatcher.prototype.connect = connect;
        export { default as Agent } from 'undici/lib/dispatcher/agent.js';
        export { default as EnvHttpProxyAgent } from 'undici/lib/dispatcher/env-http-proxy-agent.js';`,
      resolveDir: process.cwd(),
    }));
    // Of zod's error messages only the English ones.
    bundler.onLoad({ filter: /zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({ contents: 'export {}' }));
  },
};

/** `text` with `found` replaced, which must be in it: a package that was changed is noticed here and not at run time. */
const replaced = (text, found, replacement) => {
  if (found === '' || !text.includes(found)) throw new Error(`not found in a package: ${found}`);
  return text.replace(found, () => replacement);
};

/** Puts off what takes tens of milliseconds at every start and is rarely or never needed. */
const withoutEarlyWork = {
  name: 'without-early-work',
  setup(bundler) {
    // Yoga has its WebAssembly decoded by Node's fetch, for which Node loads a second HTTP client.
    bundler.onLoad({ filter: /yoga-wasm-base64-esm\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const [, base64 = ''] = /"data:application\/octet-stream;base64,([^"]+)"/.exec(source) ?? [];
      const binary = `loadYoga = { wasmBinary: Buffer.from('${base64}', 'base64') };`;
      return { contents: replaced(replaced(source, base64, ''), 'loadYoga = loadYoga || {};', binary) };
    });
    // Building the set of all emoji takes longer than drawing a frame; nearly all text is measured without it.
    bundler.onLoad({ filter: /string-width[\\/]index\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const lazy = `
        let emoji;
        const rgiEmojiRegex = { test: (text) => (emoji ??= new RegExp('^\\\\p{RGI_Emoji}$', 'v')).test(text) };`;
      return { contents: replaced(source, 'const rgiEmojiRegex = /^\\p{RGI_Emoji}$/v;', lazy) };
    });
  },
};

/**
 * Ink remembers up to 8191 texts with their widths, and as many that it wrapped. A screen has some hundreds, and most lines of a
 * market that moves never come again: they took 2 MB after an hour.
 */
const withSmallerCaches = {
  name: 'with-smaller-caches',
  setup(bundler) {
    bundler.onLoad({ filter: /ink[\\/]build[\\/](measure|wrap)-text\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      return { contents: replaced(source, 'maxSize: 4096', 'maxSize: 512') };
    });
  },
};

/** Has most frames put together by `direct-picture.ts`; Ink's own way stays behind it for all others. */
const directPictureFirst = {
  name: 'direct-picture-first',
  setup(bundler) {
    bundler.onLoad({ filter: /ink[\\/]build[\\/]output\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const first = `
        const picture = directPicture(this.operations, this.height);
        if (picture !== undefined) return { output: picture, height: this.height };`;
      const imported = `import { directPicture } from ${JSON.stringify(resolve('src/terminal/direct-picture.ts'))};`;
      return { contents: imported + replaced(source, '\n    get() {', `\n    get() {${first}`) };
    });
  },
};

/**
 * Bundles `entryPoints`, output name to source file, and returns the files that belong into `outdir`, unwritten. `isReadable`
 * keeps names and lines, for what is to print a stack; `external` packages are loaded when it runs; `isInkAsPublished` leaves
 * every frame to Ink, for comparison.
 */
export const bundle = async (
  entryPoints,
  outdir,
  { isReadable = false, external = [], isInkAsPublished = false } = {},
) => {
  const { outputFiles } = await build({
    entryPoints,
    outdir,
    chunkNames: 'chunk-[hash]',
    bundle: true,
    splitting: true,
    minify: !isReadable,
    external,
    format: 'esm',
    platform: 'node',
    target: 'node26',
    jsx: 'automatic',
    legalComments: 'none',
    logLevel: 'warning',
    write: false,
    // Loading the rules for cutting text takes as long: see `lazy-segmenter.mjs`.
    define: { 'process.env.NODE_ENV': '"production"', 'Intl.Segmenter': 'LazySegmenter' },
    inject: ['scripts/lazy-segmenter.mjs'],
    banner: { js: BANNER },
    plugins: [
      withoutUnreached,
      withoutEarlyWork,
      withoutDevtools,
      withoutCursorRestoring,
      inkTableAsModule,
      withSmallerCaches,
      ...(isInkAsPublished ? [] : [directPictureFirst]),
    ],
  });
  return outputFiles;
};
