import { type Change, replaced } from './change.ts';

export const inkReconciler: Change = {
  package: 'ink',
  version: '8.0.0',
  files: ['build/reconciler.js'],
  reason:
    'With DEV=true it waits for its devtools and for its package.json while it is loaded, which a script that is no module cannot.',
  gain: 'The program can be one script, whose compiled code is kept from run to run.',
  apply: (source) =>
    replaced(
      replaced(source, "await import('./devtools.js');", ''),
      'const loaded = await loadPackageJson();',
      'const loaded = packageInfo;',
    ),
};
