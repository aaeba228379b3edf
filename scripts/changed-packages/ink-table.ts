import { type Change, holding } from './change.ts';

export const inkTable: Change = {
  package: 'ink-table',
  version: '3.1.0',
  files: ['dist/index.js'],
  reason: 'The package is CommonJS and requires Ink, a module with top-level await, which Node refuses to require.',
  gain: 'It can be imported at all: its three requires become imports.',
  apply: (source) => {
    for (const name of ['react', 'ink', 'object-hash']) holding(source, `require("${name}")`);
    return `
      import * as react from 'react';
      import * as ink from 'ink';
      import * as hash from 'object-hash';
      const modules = { react: { __esModule: true, default: react.default ?? react }, ink, 'object-hash': hash.default ?? hash };
      const exports = {};
      ((require, exports) => {${source}
      })((name) => modules[name], exports);
      export default exports.default;`;
  },
};
