/**
 * `npm run faults`: the program under every fault of the link, the service and the terminal (`test/faults`). `--long` adds the
 * trials that take minutes, `--only load,soak` runs just these, `--scale 0.01` makes them a hundredth as long; `--row redirect`
 * plays only the rows of the matrix whose names hold that.
 */
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { bundle, writeBundle } from './bundle.ts';

const FOLDER = 'build/faults';

const { values } = parseArgs({
  options: {
    long: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    row: { type: 'string', default: '' },
    scale: { type: 'string', default: '1' },
  },
});

await rm(FOLDER, { recursive: true, force: true });
// Test support knows how to end with a test; here it is not asked to.
const files = await bundle({ faults: 'test/faults/run.ts' }, FOLDER, { isReadable: true, external: ['vitest'] });
await writeBundle(files);

const { runFaults } = await import(pathToFileURL(resolve(FOLDER, 'faults.js')).href);
// Until it is known better: a run that nothing wakes up any more must not pass for one that went well.
process.exitCode = 1;
process.exitCode = await runFaults({
  isLong: values.long,
  only: values.only.split(',').filter((name) => name !== ''),
  row: values.row,
  scale: Number(values.scale),
});
