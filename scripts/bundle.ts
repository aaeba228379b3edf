/** How the program becomes a bundle: shared by the build and the benchmark, so that both run the same code. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { build, type OutputFile } from 'esbuild';
import { changedPackages } from './changed-packages/bundler.ts';
import type { Change } from './changed-packages/change.ts';
import { CHANGES } from './changed-packages/index.ts';

/** CommonJS packages inside the bundle still call `require` for Node's own modules. */
const BANNER =
  "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);";

export type BundleOptions = {
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
  { isReadable = false, isDevelopment = false, external = [], changes = CHANGES }: BundleOptions = {},
): Promise<readonly OutputFile[]> => {
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
    define: {
      'process.env.NODE_ENV': isDevelopment ? '"development"' : '"production"',
      'Intl.Segmenter': 'LazySegmenter',
    },
    inject: ['scripts/changed-packages/segmenter.ts'],
    banner: { js: BANNER },
    plugins: [changedPackages(changes)],
  });
  return outputFiles;
};

/** Writes what was bundled where it belongs. */
export const writeBundle = async (files: readonly OutputFile[]): Promise<void> => {
  await Promise.all(
    [...new Set(files.map(({ path }) => dirname(path)))].map((folder) => mkdir(folder, { recursive: true })),
  );
  await Promise.all(files.map(({ path, contents }) => writeFile(path, contents)));
};
