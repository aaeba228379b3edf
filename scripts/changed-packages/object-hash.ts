import { type Change, replaced } from './change.ts';

export const objectHash: Change = {
  package: 'object-hash',
  version: '2.2.0',
  files: ['index.js'],
  reason:
    'ink-table needs it, and when it is loaded it has Node load all of its cryptography, to list what can be hashed with.',
  gain: 'With the change to undici 5 ms until the first row, where no table of ink-table is drawn.',
  apply: (source) =>
    replaced(
      replaced(source, "require('crypto')", "require('node:crypto')"),
      'crypto.getHashes ? crypto.getHashes().slice() : ',
      '',
    ),
};
