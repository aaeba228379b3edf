import { type Change, holding } from './change.ts';

export const restoreCursor: Change = {
  package: 'restore-cursor',
  version: '4.0.0',
  files: ['index.js'],
  reason:
    'Ink has the cursor shown at the end by a sequence on the error stream, whatever that is: a log file gets it, and a terminal that knows no sequences prints it.',
  gain: 'Nothing but messages goes to the error stream. The terminal hold gives the cursor back by itself.',
  apply: (source) => {
    holding(source, 'process.stderr.write');
    return 'export default () => {};';
  },
};
