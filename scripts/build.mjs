/**
 * Writes `dist/`: the launcher as it is (`gpudeck.js`), the program (`main.js` and the chunks that it loads when needed)
 * and the local service's worker (`service-worker.js`).
 */
import { chmod, copyFile, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { bundle, writeBundle } from './bundle.ts';

/** What `npm run package` puts there. */
const KEPT = new Set(['release', 'share', 'NOTICES.md']);

/** Replaces what lies in `dist/` only now that all of it is made, so that a build that fails leaves the old program. */
const write = async (files) => {
  await writeBundle(files);
  await copyFile('src/launcher.js', 'dist/gpudeck.js');
  await chmod('dist/gpudeck.js', 0o755);
  const made = new Set(['gpudeck.js', ...files.map(({ path }) => basename(path))]);
  const stale = (await readdir('dist')).filter((name) => !made.has(name) && !KEPT.has(name));
  await Promise.all(stale.map((name) => rm(join('dist', name), { recursive: true })));
};

try {
  const entryPoints = { main: 'src/main.ts', 'service-worker': 'src/local-service/worker/service-worker.ts' };
  await write(await bundle(entryPoints, 'dist'));
} catch (error) {
  // esbuild has printed its own errors by now.
  if (!('errors' in error)) console.error(error);
  process.exitCode = 1;
}
