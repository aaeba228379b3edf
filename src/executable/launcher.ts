/**
 * The single executable's first script: runs the program's, whose code was compiled when the executable was built. It takes
 * the place of `src/launcher.js` and `src/main.ts`; Node is in the file here, so that nothing has to be handed over.
 */
import { getAsset, getAssetKeys, getRawAsset } from 'node:sea';
import type * as program from '../program.ts';
import { createScripts } from '../start/scripts.ts';

declare const require: NodeJS.Require;

/** An asset with this behind a script's name is its compiled code. */
const CODE = '.code';
const PROGRAM = /^program-\w+\.js$/;

// Whatever this program writes is for its user alone.
process.umask(0o077);

const assets = getAssetKeys();
const bytesOf = (name: string): Buffer => Buffer.from(getRawAsset(name));
const scripts = createScripts({
  textOf: (name) => bytesOf(name).toString('latin1'),
  codeOf: (name) => (assets.includes(name + CODE) ? { bytes: bytesOf(name + CODE), isStale: false } : undefined),
  require,
});
// The script is made of this module.
const { runProgram } = scripts.load(assets.find((name) => PROGRAM.test(name)) ?? 'program.js') as typeof program;
const thread = (name: string) => () => ({ source: getAsset(name, 'latin1') });
void runProgram({ service: thread('service-worker.js'), history: thread('history-worker.js') });
