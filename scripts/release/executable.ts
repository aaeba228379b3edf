/** Makes the single executable: Node without its symbols, and in it the program as one script, its compiled code and its assets. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { bundleWithInputs } from '../bundle.ts';
import { yogaBinary } from '../changed-packages/yoga-in-executable.ts';
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

/**
 * `script` with one byte a character, as V8 keeps it in half the memory. The bundler writes everything but regular expressions
 * so, and these take the same escapes.
 */
const inAscii = (script: string): string =>
  script.replace(/[^\0-\x7f]/g, (unit) => {
    if (/[\ud800-\udfff]/.test(unit)) throw new Error(`half a character cannot stand in a regular expression`);
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });

const ENTRIES = {
  program: 'src/executable/program.ts',
  launcher: 'src/executable/launcher.ts',
  'service-worker': 'src/local-service/worker/service-worker.ts',
};

/** The executable's scripts, unwritten, and the files that they were made from. */
export const bundleExecutable = (folder: string) => bundleWithInputs(ENTRIES, folder, { isOneScript: true });

/** Writes the scripts and the assets of the executable into `folder`, without compiled code. */
const writeAssets = async (folder: string): Promise<void> => {
  mkdirSync(folder, { recursive: true });
  for (const { path, text } of (await bundleExecutable(folder)).files) {
    writeFileSync(path, inAscii(text));
  }
  const yoga = join(
    dirname(createRequire(import.meta.url).resolve('yoga-layout')),
    '../binaries/yoga-wasm-base64-esm.js',
  );
  writeFileSync(join(folder, 'yoga.wasm'), yogaBinary(readFileSync(yoga, 'utf8')));
  writeFileSync(join(folder, 'program.code'), '');
};

/** Puts the assets into `node`, and says where its libraries lie. */
const inject = (assets: string, node: string, target: string, platform: Platform): void => {
  const names = ['program.js', 'program.code', 'service-worker.js', 'yoga.wasm'];
  const configuration = join(assets, 'sea.json');
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

/** The first line that an executable of this machine says about its compiled code. */
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
  /** Compiled code of an earlier build of the same commit; absent: it is made by a run. */
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
    const made = join(assets, 'made.code');
    if (code === undefined) await keepCompiledCode(stripped, assets, made);
    else copyFileSync(code, made);
    renameSync(made, join(assets, 'program.code'));
  }
  mkdirSync(dirname(target), { recursive: true });
  inject(assets, stripped, resolve(target), platform);
  if (!isRunHere) return;
  const said = compiledCodeOf(resolve(target));
  if (!said.endsWith('compiled code: taken'))
    throw new Error(`${basename(target)} does not take its compiled code: ${said}`);
};

/** Copies the libraries that a system may lack, those of this machine, beside the executable. */
export const copyLibraries = (folder: string): void => {
  mkdirSync(folder, { recursive: true });
  for (const name of ['libatomic.so.1', 'libstdc++.so.6', 'libgcc_s.so.1']) {
    copyFileSync(join('/lib/x86_64-linux-gnu', name), join(folder, name));
  }
};
