import { type Change, holding, replaced } from './change.ts';

const ENCODED = /"data:application\/octet-stream;base64,([^"]+)"/;

const base64Of = (source: string): string => ENCODED.exec(source)?.[1] ?? '';

/** The WebAssembly that `source`, the package's module, holds as text. */
export const yogaBinary = (source: string): Buffer => {
  holding(source, base64Of(source));
  return Buffer.from(base64Of(source), 'base64');
};

export const yogaInExecutable: Change = {
  package: 'yoga-layout',
  version: '3.2.1',
  files: ['dist/src/index.js', 'dist/binaries/yoga-wasm-base64-esm.js'],
  reason: 'It waits for its WebAssembly while it is loaded, which a CommonJS script cannot, and carries it as text.',
  gain: 'The program can be one script, whose compiled code the single executable keeps; the WebAssembly is an asset.',
  apply: (source) => {
    if (source.includes('await loadYoga()')) {
      return replaced(
        source,
        'const Yoga = wrapAssembly(await loadYoga());',
        'const loaded = {};\nloadYoga(loaded);\nconst Yoga = wrapAssembly(loaded);',
      );
    }
    return replaced(
      replaced(source, base64Of(source), ''),
      'loadYoga = loadYoga || {};',
      `loadYoga.instantiateWasm = (imports, take) => {
        const binary = process.getBuiltinModule('node:sea').getRawAsset('yoga.wasm');
        const instance = new WebAssembly.Instance(new WebAssembly.Module(binary), imports);
        take(instance);
        return instance.exports;
      };`,
    );
  },
};
