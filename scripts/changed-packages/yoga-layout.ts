import { type Change, replaced } from './change.ts';

const ENCODED = /"data:application\/octet-stream;base64,([^"]+)"/;

export const yogaEntry: Change = {
  package: 'yoga-layout',
  version: '3.2.1',
  files: ['dist/src/index.js'],
  reason: 'It waits for its WebAssembly while it is loaded, which a script that is no module cannot.',
  gain: 'The program can be one script, whose compiled code is kept from run to run.',
  apply: (source) =>
    replaced(
      source,
      'const Yoga = wrapAssembly(await loadYoga());',
      'const loaded = {};\nloadYoga(loaded);\nconst Yoga = wrapAssembly(loaded);',
    ),
};

export const yogaLayout: Change = {
  package: 'yoga-layout',
  version: '3.2.1',
  files: ['dist/binaries/yoga-wasm-base64-esm.js'],
  reason: "It has its WebAssembly decoded by Node's fetch, for which Node loads a second HTTP client at every start.",
  gain: 'With the changes to string-width and Intl.Segmenter the first row is there after 261 ms instead of 294.',
  apply: (source) => {
    const base64 = ENCODED.exec(source)?.[1] ?? '';
    return replaced(
      replaced(source, base64, ''),
      'loadYoga = loadYoga || {};',
      `loadYoga.instantiateWasm = (imports, take) => {
        const binary = Buffer.from('${base64}', 'base64');
        const instance = new WebAssembly.Instance(new WebAssembly.Module(binary), imports);
        take(instance);
        return instance.exports;
      };`,
    );
  },
};
