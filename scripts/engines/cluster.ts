/**
 * Two ClickHouse servers on this machine, over which the data set is spread as in docs/history.md, Beyond one machine. They hang on a pipe of this process: with it
 * they end, however it ends.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Engine, type Row, rowsIn } from './engine.ts';
import { statementsOf } from './statements.ts';

const SHARDS = 2;
const START_MS = 20_000;

/** Where the server lies: where somebody says, on the path, or in Debian's folder. */
const FOLDERS = [process.env.GPUDECK_TEST_CLICKHOUSE ?? '', ...(process.env.PATH ?? '').split(':'), '/usr/sbin'];

/** The rows of each table as the shards take them, which know whole seconds: what ended within one ended at the end of it. */
const LOADS: Readonly<Record<string, string>> = {
  offers: `SELECT day, question, machine_id, id, gpu_name, num_gpus, dph_total,
    strftime(seen_from, '%Y-%m-%d %H:%M:%S'), strftime(seen_until + INTERVAL 999 MILLISECOND, '%Y-%m-%d %H:%M:%S') FROM offers`,
  observations: `SELECT day, question, strftime(observed_at, '%Y-%m-%d %H:%M:%S'), whole::INT FROM observations`,
  rented_share: 'SELECT day, question, gpu_name, machines, listed_ms, rented_ms FROM rented_share',
};

type Server = { readonly child: ChildProcess; readonly http: number; readonly tcp: number };

/** Starts them in `folder`, and loads what `source` knows. Each question is asked of one of them, over both. */
export const openCluster = async (folder: string, source: Engine): Promise<Engine> => {
  const program = FOLDERS.map((path) => join(path, 'clickhouse-server')).find((path) => existsSync(path));
  if (program === undefined)
    throw new Error('There is no ClickHouse on this machine: apt-get install clickhouse-server.');
  const ports: { readonly http: number; readonly tcp: number }[] = [];
  for (let shard = 0; shard < SHARDS; shard++) ports.push({ http: await freePort(), tcp: await freePort() });
  const servers = ports.map(
    (own, place): Server => ({
      ...own,
      child: start(
        program,
        join(folder, `shard-${place + 1}`),
        own,
        ports.map(({ tcp }) => tcp),
      ),
    }),
  );
  const close = async (): Promise<void> => {
    for (const { child } of servers) child.stdin?.end();
    await Promise.all(servers.map(({ child }) => child.exitCode ?? new Promise((done) => child.once('exit', done))));
  };
  try {
    for (const server of servers) {
      await ready(server);
      for (const sql of statementsOf('ClickHouse', 'tables of a shard', '')) await send(server, sql);
    }
    const [first] = servers;
    if (first === undefined) throw new Error('no shard');
    for (const [table, select] of Object.entries(LOADS))
      await send(first, `INSERT INTO ${table} FORMAT TabSeparated`, textOf(await source.ask(select)));
    return {
      name: `ClickHouse on ${SHARDS} shards`,
      dialect: 'ClickHouse',
      // Of hours, as it knows whole seconds.
      mostApart: 1e-4,
      ask: async (sql) => rowsIn(await send(first, `${sql} FORMAT JSONEachRow`)),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};

const start = (
  program: string,
  home: string,
  { http, tcp }: { readonly http: number; readonly tcp: number },
  all: readonly number[],
) => {
  mkdirSync(home, { recursive: true });
  const shards = all.map((port) => `<shard><replica><host>127.0.0.1</host><port>${port}</port></replica></shard>`);
  writeFileSync(
    join(home, 'config.xml'),
    `<yandex>
  <logger><level>fatal</level><console>1</console></logger>
  <listen_host>127.0.0.1</listen_host><http_port>${http}</http_port><tcp_port>${tcp}</tcp_port>
  <path>${home}/data/</path><tmp_path>${home}/tmp/</tmp_path><users_config>${home}/users.xml</users_config>
  <default_profile>default</default_profile><default_database>default</default_database>
  <mark_cache_size>134217728</mark_cache_size><timezone>UTC</timezone>
  <remote_servers><market>${shards.join('')}</market></remote_servers>
</yandex>`,
  );
  writeFileSync(
    join(home, 'users.xml'),
    `<yandex>
  <profiles><default><insert_distributed_sync>1</insert_distributed_sync></default></profiles>
  <users><default><password></password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota></default></users>
  <quotas><default></default></quotas>
</yandex>`,
  );
  // The shell reads until nobody holds the other end of the pipe.
  return spawn('sh', ['-c', '"$0" "$@" & cat; kill -9 $!; wait', program, `--config-file=${home}/config.xml`], {
    cwd: home,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
};

const ready = async (server: Server): Promise<void> => {
  for (const endMs = performance.now() + START_MS; ; await wait(100)) {
    try {
      await send(server, 'SELECT 1');
      return;
    } catch (error) {
      if (performance.now() > endMs) throw error;
    }
  }
};

/** The server's answer. Rows to be put in come as `body`. */
const send = async ({ http }: Server, sql: string, body?: string): Promise<string> => {
  const query = body === undefined ? '' : `?query=${encodeURIComponent(sql)}`;
  const response = await fetch(`http://127.0.0.1:${http}/${query}`, { method: 'POST', body: body ?? sql });
  const text = await response.text();
  if (!response.ok) throw new Error(`${text.slice(0, 1000)}\n${sql}`);
  return text;
};

/** Rows as tab-separated lines. */
const textOf = (rows: readonly Row[]): string =>
  rows.map((row) => `${Object.values(row).map(cellOf).join('\t')}\n`).join('');

const cellOf = (value: unknown): string =>
  value === null ? '\\N' : String(value).replace(/[\\\t\n]/g, (character) => ESCAPES[character] ?? character);

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n' };

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
};
