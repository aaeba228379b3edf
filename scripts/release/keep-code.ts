/**
 * Run by the very Node that the executable will hold, in a terminal: runs the program's scripts once, like the executable does,
 * and writes what V8 has compiled of them by the end. Arguments: folder of the assets, folder to write to, the program's own.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { constants, Script, type ScriptOptions } from 'node:vm';

const [folder = '', target = '', ...args] = process.argv.slice(2);
process.argv.splice(2, Number.POSITIVE_INFINITY, ...args);

const kept = new Map<string, Script>();
class KeptScript extends Script {
  constructor(text: string, options: ScriptOptions & { readonly filename: string }) {
    super(text, options);
    kept.set(options.filename, this);
  }
}

const sea = {
  getAssetKeys: () => readdirSync(folder),
  getRawAsset: (name: string) => new Uint8Array(readFileSync(join(folder, name))),
  getAsset: (name: string) => readFileSync(join(folder, name), 'latin1'),
};

const requireOfNode = createRequire(resolve('package.json'));
const answers = new Map<string, unknown>([
  ['node:sea', sea],
  ['node:vm', { constants, Script: KeptScript }],
  // V8 takes compiled code only with the flags under which it was made, which the program changes later on.
  ['node:v8', { ...requireOfNode('node:v8'), setFlagsFromString: () => {} }],
]);
const requireHere = (name: string): unknown => answers.get(name) ?? requireOfNode(name);

process.on('exit', () => {
  for (const [name, script] of kept) writeFileSync(join(target, `${name}.code`), script.createCachedData());
});
new Function('require', 'module', 'exports', readFileSync(join(folder, 'launcher.js'), 'latin1'))(
  requireHere,
  { exports: {} },
  {},
);
