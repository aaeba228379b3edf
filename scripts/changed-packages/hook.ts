/**
 * Loaded before anything else (`node --import`), this gives a Node process the packages as they are changed, so that tests run
 * what the build bundles. A module that is imported with `?published` stays as it is published.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { applyChange, checkVersion } from './change.ts';
import { CHANGES } from './index.ts';
import { LazySegmenter } from './segmenter.ts';

const changed = new Map(
  CHANGES.flatMap((change) => {
    const folder = resolve('node_modules', change.package);
    checkVersion(change, folder);
    return change.files.map((file) => [pathToFileURL(resolve(folder, file)).href, { change, file }] as const);
  }),
);

registerHooks({
  load(url, context, nextLoad) {
    const found = changed.get(url);
    if (found === undefined) return nextLoad(url, context);
    const source = applyChange(found.change, found.file, readFileSync(new URL(url), 'utf8'));
    // Of a package that is CommonJS a change may make a module.
    const format = /^\s*(?:import|export)\b/m.test(source) ? 'module' : 'commonjs';
    return { format, source, shortCircuit: true };
  },
});

// The program makes segmenters and has texts segmented, nothing else.
Object.defineProperty(Intl, 'Segmenter', { value: LazySegmenter });
