/** How the program becomes a bundle: shared by the build and the benchmark, so that both run the same code. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { build, type OutputFile } from 'esbuild';
import { changedPackages } from './changed-packages/bundler.ts';
import type { Change } from './changed-packages/change.ts';
import { CHANGES, CHANGES_OF_EXECUTABLE } from './changed-packages/index.ts';

/** CommonJS packages inside the bundle still call `require` for Node's own modules. */
const BANNER =
  "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);";

export type BundleOptions = {
  /** Makes each entry one CommonJS script that is no module, as the single executable has it. */
  readonly isOneScript?: boolean;
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

/** The same, with the paths of all files that something was taken from. */
export const bundleWithInputs = async (
  entryPoints: Record<string, string>,
  outdir: string,
  options: BundleOptions = {},
): Promise<{ readonly files: readonly OutputFile[]; readonly inputs: readonly string[] }> => {
  const { isOneScript = false, isReadable = false, isDevelopment = false, external = [] } = options;
  const { changes = isOneScript ? CHANGES_OF_EXECUTABLE : CHANGES } = options;
  const { outputFiles, metafile } = await build({
    entryPoints,
    outdir,
    chunkNames: 'chunk-[hash]',
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
      ...(isOneScript && { 'import.meta.url': '"file:///gpudeck"' }),
    },
    inject: ['scripts/changed-packages/segmenter.ts'],
    ...(!isOneScript && { banner: { js: BANNER } }),
    plugins: [changedPackages(changes)],
  });
  const taken = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs));
  const inputs = new Set(taken.flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])));
  return { files: outputFiles, inputs: [...inputs] };
};

/** Writes what was bundled where it belongs. */
export const writeBundle = async (files: readonly OutputFile[]): Promise<void> => {
  await Promise.all(
    [...new Set(files.map(({ path }) => dirname(path)))].map((folder) => mkdir(folder, { recursive: true })),
  );
  await Promise.all(files.map(({ path, contents }) => writeFile(path, contents)));
};
