/**
 * Run by the very Node that the executable will hold, in a terminal: runs the program's script once, like the executable does,
 * and writes what V8 has compiled by the end. Arguments: folder of the assets, file to write.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { constants, Script, type ScriptOptions } from 'node:vm';

const [folder = '', target = '', ...args] = process.argv.slice(2);
process.argv.splice(2, Number.POSITIVE_INFINITY, ...args);

const kept: Script[] = [];
class KeptScript extends Script {
  constructor(text: string, options: ScriptOptions) {
    super(text, options);
    kept.push(this);
  }
}

const assetOf = (name: string): Buffer =>
  name === 'program.code' ? Buffer.alloc(0) : readFileSync(join(folder, name));
const sea = {
  isSea: () => true,
  getRawAsset: (name: string) => new Uint8Array(assetOf(name)),
  getAsset: (name: string) => assetOf(name).toString('latin1'),
};
// The layout engine's binary is asked for in another way, before there is a module to require from.
const getBuiltin = process.getBuiltinModule;
process.getBuiltinModule = ((name: string) => (name === 'node:sea' ? sea : getBuiltin(name))) as typeof getBuiltin;

const requireOfNode = createRequire(resolve('package.json'));
const answers = new Map<string, unknown>([
  ['node:sea', sea],
  ['node:vm', { constants, Script: KeptScript }],
  // V8 takes compiled code only with the flags under which it was made, which the program changes later on.
  ['node:v8', { ...requireOfNode('node:v8'), setFlagsFromString: () => {} }],
]);
const requireHere = (name: string): unknown => answers.get(name) ?? requireOfNode(name);

process.on('exit', () => {
  for (const script of kept) writeFileSync(target, script.createCachedData());
});
new Function('require', 'module', 'exports', readFileSync(join(folder, 'launcher.js'), 'latin1'))(
  requireHere,
  { exports: {} },
  {},
);
