/**
 * Tries what `npm run package` made, like somebody who gets it: the executable in an empty root that has nothing but glibc, the
 * installer, the Debian package and the npm package, each from nothing to its removal. Wants root, for the empty root.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { openPty } from '../test/support/pty.ts';

const OUT = 'dist/release';
const OFFER = /\d\.\d{4}\s+\d+[x×] \w/;
const GLIBC = ['libc.so.6', 'libm.so.6', 'libdl.so.2', 'libpthread.so.0'].map(
  (name) => `/lib/x86_64-linux-gnu/${name}`,
);

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const work = mkdtempSync(join(tmpdir(), 'gpudeck-try-'));

const check = (what: string, isSo: boolean, told = ''): void => {
  console.log(`${isSo ? 'ok    ' : 'FAILED'} ${what}${isSo ? '' : `\n${told}`}`);
  if (!isSo) process.exitCode = 1;
};

/** Runs a command, and checks its exit code and its output. */
const expectRun = (
  what: string,
  argv: readonly string[],
  wanted: RegExp,
  env: NodeJS.ProcessEnv = process.env,
): void => {
  const [program = '', ...args] = argv;
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env, timeout: 120_000 });
  check(what, status === 0 && wanted.test(stdout), `exit code ${status}\n${stdout}\n${stderr}`);
};

/** Everything in a folder, but for folders. */
const contents = (folder: string): readonly string[] =>
  globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

const checkPages = (what: string, folder: string): void =>
  check(
    `${what}: man pages`,
    ['man1/gpudeck.1', 'man7/gpudeck-filter.7'].every((page) => existsSync(join(folder, page))),
  );

/** Shows offers in a terminal, sorts them, quits. */
const tryScreen = async (what: string, argv: readonly string[]): Promise<void> => {
  await using terminal = openPty(argv, { columns: 120, rows: 30 });
  try {
    const first = performance.now();
    await terminal.until((screen) => OFFER.test(screen.join('\n')), 60_000);
    const tookMs = performance.now() - first;
    terminal.write('o');
    await terminal.until((screen) => /by \$\/h/.test(screen.join('\n')), 30_000);
    terminal.write('q');
    await terminal.gone();
    check(`${what}: first row (${Math.round(tookMs)} ms), a sort, the end`, true);
  } catch (error) {
    check(what, false, String(error));
  }
};

/** What agents are given: the skill in `folder`, and the tools as the protocol's own client lists them. */
const tryAgent = async (
  what: string,
  argv: readonly string[],
  folder: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> => {
  expectRun(`${what}: the skill`, [...argv, 'skill', 'install', folder], /gpudeck\/SKILL\.md/, env);
  const [command = '', ...args] = [...argv, 'mcp'];
  const client = new Client({ name: 'try', version });
  try {
    await client.connect(
      new StdioClientTransport({ command, args, env: env as Record<string, string>, stderr: 'ignore' }),
    );
    const { tools } = await client.listTools();
    const { isError } = await client.callTool({ name: 'search', arguments: { limit: 1 } });
    const names = tools.map(({ name }) => name).join(', ');
    check(`${what}: tools for agents`, names.includes('plan') && isError === false, names);
  } catch (error) {
    check(`${what}: tools for agents`, false, String(error));
  } finally {
    await client.close();
  }
};

const tryEmptyRoot = async (): Promise<void> => {
  const root = join(work, 'root');
  for (const folder of ['proc', 'tmp', 'home', 'lib64']) mkdirSync(join(root, folder), { recursive: true });
  for (const path of GLIBC) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    copyFileSync(path, join(root, path));
  }
  copyFileSync('/lib64/ld-linux-x86-64.so.2', join(root, 'lib64/ld-linux-x86-64.so.2'));
  execFileSync('tar', ['-C', root, '-xJf', `${OUT}/gpudeck-${version}-linux-x64.tar.xz`]);
  writeFileSync(join(root, '.env'), 'GPUDECK_BASE_URL=http://127.0.0.1:1\nGPUDECK_API_KEY=wrong\n');
  const enter = 'mount -t proc proc "$0/proc"; cd "$0"; exec chroot "$0" "$@"';
  const inside = (...args: string[]): readonly string[] => [
    ...[
      'env',
      '-i',
      'HOME=/home',
      'TERM=xterm-256color',
      'NODE_OPTIONS=--no-such-option',
      'NODE_DEBUG=gpudeck',
      `PATH=${process.env.PATH}`,
    ],
    ...['unshare', '--mount', '--pid', '--fork', 'sh', '-c', enter, root],
    ...[`/gpudeck-${version}-linux-x64/bin/gpudeck`, ...args],
  ];
  expectRun('empty root: version', inside('--version'), new RegExp(`^${RegExp.escape(version)}\\n$`));
  expectRun(
    'empty root: search on the local service',
    inside('search', 'num_gpus>=4', '--limit', '3', '--table'),
    OFFER,
  );
  expectRun('empty root: a key', inside('keys', 'create', 'reading', '--allow', 'manage_machines'), /[0-9a-f]{64}/);
  expectRun('empty root: keys', inside('keys', 'list'), /reading/);
  await tryAgent('empty root', inside(), '/skills');
  // Without what Node says of the compiled code, which would stand on the screen.
  await tryScreen(
    'empty root: the screen',
    inside().filter((word) => !word.startsWith('NODE_DEBUG')),
  );
  const left = contents(root).filter(
    (path) => /\/(?:home|tmp)\//.test(path.slice(root.length)) && !path.includes('/state/gpudeck/'),
  );
  check('empty root: nothing was unpacked', left.length === 0, left.join('\n'));
};

const tryInstaller = async (): Promise<void> => {
  const home = join(work, 'installer');
  mkdirSync(home);
  const env = { PATH: process.env.PATH, HOME: home };
  const installer = resolve(OUT, 'install.sh');
  expectRun('installer: install', [installer], /is in .*\.local\/bin/, env);
  expectRun('installer: install again', [installer], /is in/, env);
  checkPages('installer', join(home, '.local/share/man'));
  await tryScreen('installer: the screen', ['env', `HOME=${home}`, join(home, '.local/bin/gpudeck')]);
  rmSync(join(home, '.local/state'), { recursive: true, force: true });
  expectRun('installer: remove', [installer, '--uninstall'], /is gone/, env);
  check(
    'installer: nothing is left',
    readdirSync(home).length === 0,
    readdirSync(home, { recursive: true }).join('\n'),
  );
};

const tryDebian = (): void => {
  const root = join(work, 'debian');
  mkdirSync(join(root, 'var/lib/dpkg'), { recursive: true });
  writeFileSync(join(root, 'var/lib/dpkg/status'), '');
  const dpkg = ['dpkg', `--root=${root}`, '--force-depends', '--force-script-chrootless', '--log=/dev/null'];
  expectRun('Debian package: install', [...dpkg, '-i', `${OUT}/gpudeck_${version}_amd64.deb`], /Setting up gpudeck/);
  expectRun('Debian package: run', [join(root, 'usr/bin/gpudeck'), '--version'], /^\d/);
  checkPages('Debian package', join(root, 'usr/share/man'));
  expectRun('Debian package: remove', [...dpkg, '-P', 'gpudeck'], /Removing gpudeck/);
  const left = contents(root).filter((path) => !path.includes('/var/lib/dpkg/'));
  check('Debian package: nothing is left', left.length === 0, left.join('\n'));
};

const tryNpm = async (): Promise<void> => {
  const prefix = join(work, 'npm');
  const npm = ['npm', '--silent', '--global', '--prefix', prefix, '--no-audit', '--no-fund'];
  // Twice, because a second install is where npm may drop the packages of one platform.
  expectRun('npm package: install', [...npm, 'install', resolve(OUT, `gpudeck-${version}.tgz`)], /^/);
  expectRun('npm package: install again', [...npm, 'install', resolve(OUT, `gpudeck-${version}.tgz`)], /^/);
  checkPages('npm package', join(prefix, 'share/man'));
  const program = join(prefix, 'bin/gpudeck');
  const outside = (process.env.PATH ?? '').split(':').filter((folder) => !folder.includes('node_modules'));
  for (const path of [outside.join(':'), [resolve('node_modules/.bin'), ...outside].join(':')]) {
    const env = { ...process.env, PATH: path, HOME: work };
    const node = execFileSync('node', ['--version'], { env, encoding: 'utf8' }).trim();
    expectRun(
      `npm package: runs on Node ${node}`,
      [program, 'search', 'num_gpus>=4', '--limit', '3', '--table'],
      OFFER,
      env,
    );
  }
  await tryScreen('npm package: the screen', ['env', `HOME=${work}`, program]);
  await tryAgent('npm package', [program], join(work, 'skills'), { ...process.env, HOME: work });
  expectRun('npm package: remove', [...npm, 'uninstall', 'gpudeck'], /^/);
  check('npm package: nothing is left', contents(prefix).length === 0, contents(prefix).join('\n'));
};

try {
  await tryEmptyRoot();
  await tryInstaller();
  tryDebian();
  await tryNpm();
} finally {
  rmSync(work, { recursive: true, force: true });
}
