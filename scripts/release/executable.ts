/** Makes the single executable: Node without its symbols, and in it the program as one script, its compiled code and its assets. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { bundleProgram, bundleWithInputs, inAscii, THREADS, writeBundle } from '../bundle.ts';
import { zodLocales } from '../changed-packages/zod-locales.ts';
import { keepCompiledCode } from './code-cache.ts';
import { runTool } from './tools.ts';

/** Where the executable looks for the libraries that come with it, from its own folder. */
const LIBRARIES = '../lib/gpudeck';

/** Where the loader finds libraries of the system: what is there is taken before what comes along, because it fits the system. */
const SYSTEM = {
  'linux-x64': ['/lib/x86_64-linux-gnu', '/usr/lib/x86_64-linux-gnu', '/lib64', '/usr/lib64'],
  'linux-arm64': ['/lib/aarch64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/lib64', '/usr/lib64'],
} as const;

type Platform = keyof typeof SYSTEM;

const ENTRIES = {
  launcher: 'src/executable/launcher.ts',
  ...THREADS,
};

/** The executable's scripts, unwritten, and the files that they were made from. */
export const bundleExecutable = async (folder: string) => {
  const program = await bundleProgram(folder);
  const others = await bundleWithInputs(ENTRIES, folder, { isOneScript: true, changes: [zodLocales] });
  const files = others.files.map(({ path, text }) => ({ path, contents: inAscii(text) }));
  return { files: [...program.files, ...files], inputs: [...new Set([...program.inputs, ...others.inputs])] };
};

/** Writes the scripts of the executable into `folder`, without compiled code. */
const writeAssets = async (folder: string): Promise<void> => {
  mkdirSync(folder, { recursive: true });
  await writeBundle((await bundleExecutable(folder)).files);
};

/** Puts the assets into `node`, and says where its libraries lie. */
const inject = (assets: string, node: string, target: string, platform: Platform): void => {
  const names = readdirSync(assets).filter((name) => name !== 'launcher.js');
  const configuration = join(dirname(assets), 'sea.json');
  writeFileSync(
    configuration,
    JSON.stringify({
      main: join(assets, 'launcher.js'),
      mainFormat: 'commonjs',
      executable: node,
      output: target,
      disableExperimentalSEAWarning: true,
      useSnapshot: false,
      useCodeCache: false,
      // NODE_OPTIONS means nothing to the program.
      execArgvExtension: 'none',
      assets: Object.fromEntries(names.map((name) => [name, join(assets, name)])),
    }),
  );
  runTool(process.execPath, ['--build-sea', configuration]);
  // Before the assets are in, this would damage the file.
  const path = [...SYSTEM[platform], `$ORIGIN/${LIBRARIES}`].join(':');
  runTool('patchelf', ['--set-rpath', path, target]);
};

/** What an executable of this machine says about its compiled code. */
const compiledCodeOf = (executable: string): string =>
  execFileSync('sh', ['-c', '"$0" --version 2>&1 >/dev/null', executable], {
    encoding: 'utf8',
    env: { ...process.env, NODE_DEBUG: 'gpudeck' },
  }).trim();

/** What an executable is made of. */
type Made = {
  readonly platform: Platform;
  /** Node for that platform. */
  readonly node: string;
  /** A folder for what is needed on the way. */
  readonly work: string;
  readonly isRunHere: boolean;
  /** Folder with the compiled code of an earlier build of the same commit; absent: it is made by a run. */
  readonly code?: string | undefined;
};

/**
 * Makes `target` out of the Node in the file `node`. Compiled code goes only into what runs here: it is of no use on another
 * processor. Throws where the executable does not take it.
 */
export const makeExecutable = async (
  { platform, node, work, isRunHere, code }: Made,
  target: string,
): Promise<void> => {
  const assets = resolve(work, 'assets');
  const stripped = resolve(work, 'node');
  rmSync(assets, { recursive: true, force: true });
  await writeAssets(assets);
  runTool('strip', ['-o', stripped, node]);
  if (isRunHere) {
    const made = resolve(work, 'code');
    if (code === undefined) {
      rmSync(made, { recursive: true, force: true });
      mkdirSync(made);
      await keepCompiledCode(stripped, assets, made);
    }
    cpSync(code ?? made, assets, { recursive: true });
  }
  mkdirSync(dirname(target), { recursive: true });
  inject(assets, stripped, resolve(target), platform);
  if (!isRunHere) return;
  const said = compiledCodeOf(resolve(target));
  if (said === '' || said.includes('not taken'))
    throw new Error(`${basename(target)} does not take its compiled code: ${said}`);
};

/** Copies the libraries that a system may lack, those of this machine, beside the executable. */
export const copyLibraries = (folder: string): void => {
  mkdirSync(folder, { recursive: true });
  for (const name of ['libatomic.so.1', 'libstdc++.so.6', 'libgcc_s.so.1']) {
    copyFileSync(join('/lib/x86_64-linux-gnu', name), join(folder, name));
  }
};
