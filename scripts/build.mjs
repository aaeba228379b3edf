/**
 * Writes `dist/`: the launchers as they are (`gpudeck`, which npm installs, and `gpudeck.js`), what runs the program (`main.js`), the
 * program as one script (`program.js`), the local service (`service-worker.js`) and the history (`history-worker.js`), which `worker.js`
 * runs in threads, and of what all that was made (`made-of.json`), by which `npm start` sees that nothing has changed. `npm run build` then has
 * compiled code made of it (`bring-code.ts`).
 */
import { chmod, copyFile, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { bundleProgram, bundleThreads, bundleWithInputs, writeBundle } from './bundle.ts';
import { MADE_OF, stampOf } from './made-of.mjs';

const LAUNCHERS = { 'src/launcher.js': 'gpudeck.js', 'src/launcher.sh': 'gpudeck' };

/** What `npm run package` puts there, and the compiled code, which whoever made it renews. */
const KEPT = new Set(['release', 'share', 'NOTICES.md', 'compiled']);

/** The files that make the build itself, and what npm writes when it has installed packages. */
const ofBuild = async () => {
  const { metafile } = await build({
    entryPoints: ['scripts/build.mjs'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    write: false,
    metafile: true,
  });
  return [...Object.keys(metafile.inputs), 'node_modules/.package-lock.json'];
};

/** Replaces what lies in `dist/` only now that all of it is made, so that a build that fails leaves the old program. */
const write = async (files, read) => {
  await rm(MADE_OF, { force: true });
  await writeBundle(files);
  for (const [file, name] of Object.entries(LAUNCHERS)) {
    await copyFile(file, join('dist', name));
    await chmod(join('dist', name), 0o755);
  }
  const made = new Set([...Object.values(LAUNCHERS), ...files.map(({ path }) => basename(path))]);
  const stale = (await readdir('dist')).filter((name) => !made.has(name) && !KEPT.has(name));
  await Promise.all(stale.map((name) => rm(join('dist', name), { recursive: true })));
  await writeFile(MADE_OF, JSON.stringify(Object.fromEntries(read.map((path) => [path, stampOf(path)]))));
};

try {
  const program = await bundleProgram('dist');
  const threads = await bundleThreads('dist');
  const worker = await bundleWithInputs({ worker: 'src/start/worker.ts' }, 'dist', { isOneScript: true, changes: [] });
  const starter = await bundleWithInputs({ main: 'src/main.ts' }, 'dist', { isStarter: true, changes: [] });
  const parts = [program, threads, worker, starter];
  await write(
    parts.flatMap(({ files }) => files),
    [...new Set([...parts.flatMap(({ read }) => read), ...Object.keys(LAUNCHERS), ...(await ofBuild())])],
  );
} catch (error) {
  // esbuild has printed its own errors by now, but not those of a change to a package.
  console.error(error.message);
  process.exitCode = 1;
}
