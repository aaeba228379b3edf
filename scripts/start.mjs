/** `npm start`: runs the program, which is built before where that is due. */
import { isBuilt } from './made-of.mjs';

if (!isBuilt()) await import('./build.mjs');
if (process.exitCode === undefined) await import('../dist/gpudeck.js');
