/** How the program becomes a bundle: shared by the build and the benchmark, so that both run the same code. */
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { build, type OutputFile, transform } from 'esbuild';
import { changedPackages } from './changed-packages/bundler.ts';
import type { Change } from './changed-packages/change.ts';
import { CHANGES } from './changed-packages/index.ts';
import { nodeServer } from './changed-packages/node-server.ts';
import { zodLocales } from './changed-packages/zod-locales.ts';
import { builtinsLater, scriptGroups, USED_OF_ZOD, usedOnly, zodLater } from './script-groups.ts';

/** CommonJS packages inside the bundle still call `require` for Node's own modules. */
const BANNER =
  "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);";

/** A file, and what it is to hold. */
type WrittenFile = { readonly path: string; readonly contents: string | Uint8Array };

export type BundleOptions = {
  /** Makes each entry one CommonJS script. */
  readonly isOneScript?: boolean;
  /** Puts a mark of its text into the name of each file. */
  readonly isMarked?: boolean;
  /** Makes few modules of it, which can become scripts: see {@link bundleProgram}. Names the script that zod is. */
  readonly inScriptsWith?: string;
  /** Loads what is Node's own when it is first used, and is no script. */
  readonly isStarter?: boolean;
  /** Keeps names and lines, for what is to print a stack. */
  readonly isReadable?: boolean;
  /** With React's development build, which warns of what is wrong with a component. */
  readonly isDevelopment?: boolean;
  /** Packages that are loaded when the bundle runs. */
  readonly external?: string[];
  /** The changes to packages that it is made with: all of them, but where something is compared. */
  readonly changes?: readonly Change[];
};

/** Bundles `entryPoints`, output name to source file, and returns the files that belong into `outdir`, unwritten. */
export const bundle = async (
  entryPoints: Record<string, string>,
  outdir: string,
  options: BundleOptions = {},
): Promise<readonly OutputFile[]> => (await bundleWithInputs(entryPoints, outdir, options)).files;

/** The same, with the paths of all files that something was taken from, and of all that were read. */
export const bundleWithInputs = async (
  entryPoints: Record<string, string>,
  outdir: string,
  options: BundleOptions = {},
): Promise<{
  readonly files: readonly OutputFile[];
  readonly inputs: readonly string[];
  readonly read: readonly string[];
}> => {
  const {
    isOneScript = false,
    isMarked = false,
    inScriptsWith: zod,
    isStarter = false,
    isReadable = false,
    isDevelopment = false,
    external = [],
  } = options;
  const { changes = CHANGES } = options;
  const isInScripts = zod !== undefined;
  const { outputFiles, metafile } = await build({
    entryPoints,
    outdir,
    ...(isMarked ? { entryNames: '[name]-[hash]', chunkNames: '[name]-[hash]' } : { chunkNames: 'chunk-[hash]' }),
    bundle: true,
    splitting: !isOneScript,
    minify: !isReadable,
    external,
    format: isOneScript ? 'cjs' : 'esm',
    platform: 'node',
    target: 'node26',
    jsx: 'automatic',
    legalComments: 'none',
    logLevel: 'warning',
    write: false,
    metafile: true,
    define: {
      'process.env.NODE_ENV': isDevelopment ? '"development"' : '"production"',
      'Intl.Segmenter': 'LazySegmenter',
      performance: 'LightPerformance',
      Headers: 'LightHeaders',
      'globalThis.Headers': 'LightHeaders',
      Request: 'LightRequest',
      'global.Request': 'LightRequest',
      Response: 'LightResponse',
      'global.Response': 'LightResponse',
      // undici's own word for a bundle without its second parser, which is off: a quarter of its text.
      esbuildDetection: 'true',
      ...((isOneScript || isInScripts) && { 'import.meta.url': '"file:///gpudeck"' }),
    },
    inject: ['segmenter', 'performance', 'web'].map((name) => `scripts/changed-packages/${name}.ts`),
    ...(!isOneScript && !isInScripts && !isStarter && { banner: { js: BANNER } }),
    plugins: [
      changedPackages(changes),
      usedOnly,
      ...(isInScripts ? [scriptGroups(), zodLater(zod)] : []),
      ...(isInScripts || isOneScript ? [builtinsLater('require')] : []),
      ...(isStarter ? [builtinsLater('process.getBuiltinModule')] : []),
    ],
  });
  const taken = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs));
  const inputs = new Set(taken.flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])));
  return { files: outputFiles, inputs: [...inputs], read: Object.keys(metafile.inputs) };
};

/** Writes what was bundled where it belongs. */
export const writeBundle = async (files: readonly WrittenFile[]): Promise<void> => {
  await Promise.all(
    [...new Set(files.map(({ path }) => dirname(path)))].map((folder) => mkdir(folder, { recursive: true })),
  );
  await Promise.all(files.map(({ path, contents }) => writeFile(path, contents)));
};

/**
 * `script` with one byte a character, as V8 keeps it in half the memory. The bundler writes everything but regular expressions
 * so, and these take the same escapes.
 */
export const inAscii = (script: string): string =>
  script.replace(/[^\0-\x7f]/g, (unit) => {
    if (/[\ud800-\udfff]/.test(unit)) throw new Error(`half a character cannot stand in a regular expression`);
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });

/**
 * Files of the program as `src/start/scripts.ts` runs them, each one function, with a mark of its text in its name. `program-*.js` is
 * the first. zod is a script of its own, with what the source uses of it: reading offers that are as they should be needs no schema.
 */
export const bundleProgram = async (
  outdir: string,
): Promise<{
  readonly files: readonly WrittenFile[];
  readonly inputs: readonly string[];
  readonly read: readonly string[];
}> => {
  const zod = await bundleWithInputs({ zod: USED_OF_ZOD }, outdir, {
    isOneScript: true,
    isMarked: true,
    changes: [zodLocales],
  });
  const program = await bundleWithInputs({ program: 'src/program.ts' }, outdir, {
    isMarked: true,
    inScriptsWith: basename(zod.files[0]?.path ?? ''),
    changes: CHANGES.filter((change) => change !== zodLocales),
  });
  const scripts = [...zod.files, ...program.files].map(async ({ path, text }) => ({
    path,
    contents: await scriptOf(text),
  }));
  return {
    files: await Promise.all(scripts),
    inputs: [...zod.inputs, ...program.inputs],
    read: [...zod.read, ...program.read],
  };
};

/** The scripts of the worker threads, by name. */
export const THREADS = {
  'service-worker': 'src/local-service/worker/service-worker.ts',
  'history-worker': 'src/history-thread/history-worker.ts',
};

/** Each of them as such a script. */
export const bundleThreads = async (
  outdir: string,
): Promise<{ readonly files: readonly WrittenFile[]; readonly read: readonly string[] }> => {
  const options = { isOneScript: true, isMarked: true, changes: [zodLocales, nodeServer] };
  const { files, read } = await bundleWithInputs(THREADS, outdir, options);
  const scripts = files.map(async ({ path, text }) => ({ path, contents: await scriptOf(text) }));
  return { files: await Promise.all(scripts), read };
};

/** An ES module of the bundler's as one function that is given `require`, `module` and `exports`. */
const scriptOf = async (module: string): Promise<string> => {
  const { code } = await transform(module, {
    format: 'cjs',
    platform: 'node',
    target: 'node26',
    minify: true,
    legalComments: 'none',
    // Each is another script, or Node's own.
    supported: { 'dynamic-import': false },
  });
  // esbuild gives out a copy of what it exports, marked for those who import a whole package: a millisecond for a thousand names.
  const given = code.replace(/\bmodule\.exports=[\w$]+\(([\w$]+)\);/, 'module.exports=$1;');
  return `(function (require, module, exports) {${inAscii(given)}\n})`;
};
