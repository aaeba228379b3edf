/**
 * The single executable's first script: runs the program's, whose code was compiled when the executable was built. It takes
 * the place of `src/launcher.js`; Node is in the file here, so that nothing has to be handed over.
 */
import { getRawAsset } from 'node:sea';
import { debuglog } from 'node:util';
import { constants, Script } from 'node:vm';

declare const require: NodeJS.Require;

// Whatever this program writes is for its user alone.
process.umask(0o077);

const text = Buffer.from(getRawAsset('program.js')).toString('latin1');
const compiled = Buffer.from(getRawAsset('program.code'));
const script = new Script(`(function (require, module, exports) {${text}\n})`, {
  filename: 'gpudeck.js',
  ...(compiled.length > 0 && { cachedData: compiled }),
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});
// Printed with NODE_DEBUG=gpudeck. V8 takes compiled code only of its own version, its own flags and a script of this length.
debuglog('gpudeck')('compiled code: %s', script.cachedDataRejected === false ? 'taken' : 'not taken');
script.runInThisContext()(require, { exports: {} }, {});
