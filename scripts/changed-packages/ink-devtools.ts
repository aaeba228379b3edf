import { type Change, holding } from './change.ts';

export const inkDevtools: Change = {
  package: 'ink',
  version: '8.0.0',
  files: ['build/devtools.js'],
  reason:
    'Ink imports react-devtools-core, which is not installed, when DEV=true is set; a bundle must resolve it always.',
  gain: 'The program can be bundled, and a user who has DEV=true set can start it.',
  apply: (source) => {
    holding(source, "import devtools from 'react-devtools-core';");
    return 'export {};';
  },
};
