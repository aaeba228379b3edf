/** A PostgreSQL for tests: the server of this machine in a folder of its own, one for the whole run, reached by a Unix socket. */
import { execFileSync, type SpawnSyncOptions } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chownSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import type { PostgresAddress } from '../../src/storage/files/history-name.ts';

/** Where the programs of a server may lie: where somebody says, on the path, in Debian's folders, in those of Homebrew. */
const FOLDERS = [
  ...(process.env.GPUDECK_TEST_POSTGRES ?? '').split(':'),
  ...(process.env.PATH ?? '').split(':'),
  ...globSync('/usr/lib/postgresql/*/bin').sort().reverse(),
  ...globSync('/{opt/homebrew,usr/local}/opt/postgresql@*/bin').sort().reverse(),
];

/** The folder with the programs of a server; undefined where none is installed. */
export const postgresFolder = (): string | undefined =>
  FOLDERS.find((folder) => folder !== '' && ['initdb', 'pg_ctl'].every((name) => existsSync(join(folder, name))));

/** A server refuses to run as root: then it runs as `nobody`. */
const NOBODY = 65_534;

const asUser = (): SpawnSyncOptions => ({
  stdio: 'pipe',
  cwd: '/',
  env: { PATH: process.env.PATH, LC_ALL: 'C' },
  ...(process.getuid?.() === 0 && { uid: NOBODY, gid: NOBODY }),
});

/** A server that runs. `socket` is the folder of its socket, which is also its host. */
export type PostgresServer = {
  readonly socket: string;
  /** Ends it, what is under way with it. */
  readonly stop: () => void;
  /** Ends it as nobody should. */
  readonly kill: () => void;
  readonly start: () => void;
  readonly remove: () => void;
};

/** Makes one, and starts it. Only `isDurable` survives a power cut. */
export const createPostgres = (settings: readonly string[] = []): PostgresServer => {
  if (postgresFolder() === undefined)
    throw new Error('There is no PostgreSQL on this machine: apt-get install postgresql.');
  const home = mkdtempSync(join(tmpdir(), 'gpudeck-pg-'));
  if (process.getuid?.() === 0) chownSync(home, NOBODY, NOBODY);
  const data = join(home, 'data');
  programs(
    'initdb',
    '-D',
    data,
    '-U',
    'gpudeck',
    '--auth=trust',
    '--no-sync',
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
  );
  const conf = [
    "listen_addresses = ''",
    `unix_socket_directories = '${home}'`,
    'fsync = off',
    'shared_buffers = 32MB',
    'max_connections = 40',
    'autovacuum = off',
    ...settings,
  ];
  writeFileSync(join(data, 'postgresql.auto.conf'), `${conf.join('\n')}\n`);
  const hba = readFileSync(join(data, 'pg_hba.conf'), 'utf8');
  writeFileSync(join(data, 'pg_hba.conf'), `local all guarded scram-sha-256\n${hba}`);
  const start = () => programs('pg_ctl', 'start', '-D', data, '-w', '-s', '-l', join(home, 'log'));
  const stop = () => programs('pg_ctl', 'stop', '-D', data, '-s', '-m', 'fast');
  const kill = () => {
    const pid = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0] ?? '';
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', pid], { encoding: 'utf8' }).trim().split(/\s+/);
    for (const each of [pid, ...children]) process.kill(Number(each), 'SIGKILL');
    // Where nobody buries the dead they would still count as running.
    for (const lock of [join(data, 'postmaster.pid'), join(home, '.s.PGSQL.5432.lock')]) rmSync(lock);
  };
  start();
  return {
    socket: home,
    start,
    stop,
    kill,
    remove: () => removePostgres(home),
  };
};

const removePostgres = (home: string): void => {
  const data = join(home, 'data');
  if (existsSync(join(data, 'postmaster.pid'))) programs('pg_ctl', 'stop', '-D', data, '-s', '-m', 'immediate');
  rmSync(home, { recursive: true, force: true });
};

const programs = (name: string, ...args: readonly string[]): void => {
  execFileSync(join(postgresFolder() ?? '', name), args, asUser());
};

/** The folder of the socket of this run's server, which whoever needs it first has started. */
export const sharedPostgres = (sharedFolder: string): string => {
  const place = join(sharedFolder, 'postgres');
  const told = join(place, 'told');
  try {
    mkdirSync(place);
  } catch {
    // Somebody else is at it. Files of tests run in processes of their own, and a server is up within a second or two.
    while (!existsSync(told)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    return readFileSync(told, 'utf8');
  }
  let socket = '';
  try {
    ({ socket } = createPostgres());
    return socket;
  } finally {
    writeFileSync(`${told}-`, socket);
    renameSync(`${told}-`, told);
  }
};

/** Ends the run's server, where there is one. */
export const endSharedPostgres = (sharedFolder: string): void => {
  const told = join(sharedFolder, 'postgres', 'told');
  const socket = existsSync(told) ? readFileSync(told, 'utf8') : '';
  if (socket !== '') removePostgres(socket);
};

/** An empty database on that server, by its address. */
export const createDatabase = async (socket: string): Promise<PostgresAddress> => {
  const database = `d${randomUUID().replaceAll('-', '')}`;
  const address = { host: socket, user: 'gpudeck', database };
  const sql = postgres({ ...address, database: 'postgres', max: 1, fetch_types: false });
  await sql.unsafe(`CREATE DATABASE ${database}`);
  await sql.end();
  return address;
};
