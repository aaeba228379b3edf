/**
 * Writes `dist/`: the launcher as it is (`gpudeck.js`), what runs the program (`main.js`), the program as one script
 * (`program.js`), and the local service (`service-worker.js`) and the history (`history-worker.js`), which `worker.js` runs in threads.
 */
import { chmod, copyFile, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { bundle, bundleProgram, bundleThreads, writeBundle } from './bundle.ts';

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
  const { files } = await bundleProgram('dist');
  const threads = await bundleThreads('dist');
  const [worker] = await bundle({ worker: 'src/start/worker.ts' }, 'dist', { isOneScript: true, changes: [] });
  const starter = await bundle({ main: 'src/main.ts' }, 'dist', { isStarter: true, changes: [] });
  await write([...files, ...threads, worker, ...starter]);
} catch (error) {
  // esbuild has printed its own errors by now, but not those of a change to a package.
  console.error(error.message);
  process.exitCode = 1;
}
