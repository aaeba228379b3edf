/**
 * Text of the service, of a delivery and of the user's own files that tries to act on the terminal: whatever a command prints, it
 * does not, and JSON still says the same.
 *
 * @module-tag service
 */
import { createHmac } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { COMMANDS } from '../src/cli/commands.ts';
import { PANE_NAMES } from '../src/tui/panes/names.ts';
import { bytesOf, type Play, startFaultProxy } from './support/fault-proxy.ts';
import { TERMINAL_CORPUS } from './support/hostile-text.ts';
import { impatientClock, TIME_LIMITS_MS } from './support/impatient-clock.ts';
import { standingClock, startTestService, temporaryFolder } from './support/local-service.ts';
import { gpudeck } from './support/one-shot.ts';

const HOSTILE = TERMINAL_CORPUS.map(([text]) => text).join(' ');
const NOON_EPOCH_MS = standingClock().now();
const KEY_LIKE = 'whsec_Wn4kT8zR1';

/** Everything but text, line breaks, tabs, and the two sequences of a heading. */
const ACTING =
  /\u001B(?!\[22?m)|\r(?!\n)|[\0-\u0008\u000B\u000C\u000E-\u001A\u001C-\u001F\u007F-\u009F\u2028\u2029\p{Bidi_Control}\u{E0000}-\u{E007F}]/gu;

/** What must be so for a command to print at all. */
const KEPT = ['result_url', 'public_ipaddr', 'ssh_host', 'actual_status', 'image_runtype', 'created_at'];

/** The same value with something hostile behind each text and as one more member of each object. */
const hostile = (value: unknown): unknown => {
  if (typeof value === 'string') return `${value}${HOSTILE}`;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(hostile);
  const members = Object.entries(value).map(([name, inner]) => [name, KEPT.includes(name) ? inner : hostile(inner)]);
  return { ...Object.fromEntries(members), [HOSTILE]: HOSTILE };
};

/** Answers of the service at `url` as they come through `proxy`. */
const answerHostile =
  (url: string, proxy: string): Play =>
  async ({ socket, passOn }) => {
    const answer = await passOn();
    const text = answer.body.toString().replaceAll(url, proxy);
    const body = /^[[{]/.test(text) ? JSON.stringify(hostile(JSON.parse(text))) : text + HOSTILE;
    socket.end(bytesOf({ ...answer, body: Buffer.from(body) }));
  };

const answerLog: Play = ({ socket }) => {
  socket.end(bytesOf({ status: 200, headers: { 'content-type': 'text/plain' }, body: Buffer.from(`a ${HOSTILE}\n`) }));
};

const answerEmpty: Play = ({ socket }) => {
  socket.end(
    bytesOf({ status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from('{"offers":[]}') }),
  );
};

/** The user of a service whose every text is hostile, with files of his own that are so too. */
const createUser = async () => {
  const service = await startTestService();
  const proxy = await startFaultProxy(service.url);
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'views'), { mode: 0o700 });
  mkdirSync(join(folder, 'state'), { mode: 0o700 });
  const files: Readonly<Record<string, string>> = {
    'sets.json': JSON.stringify({ sets: { trusted: [8207], [HOSTILE]: HOSTILE } }),
    'presets.json': JSON.stringify({ presets: { [HOSTILE]: { image: HOSTILE, disk: 40 } } }),
    'theme.json': JSON.stringify({ colours: { [HOSTILE]: HOSTILE } }),
    'views/odd.view': `# ${HOSTILE.replaceAll(/[\r\n]/g, ' ')}\nfilter: num_gpus=1\n`,
    secret: KEY_LIKE,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o600 });
  const environment = { GPUDECK_BASE_URL: proxy.url, GPUDECK_API_KEY: service.apiKey, PATH: '/bin:/usr/bin' };
  let minute = 0;
  const run = (args: readonly string[], more: Omit<Parameters<typeof gpudeck>[1] & object, 'environment'> = {}) => {
    const nowMs = NOON_EPOCH_MS + minute * 60_000;
    const clock = { ...impatientClock(0, TIME_LIMITS_MS), now: () => nowMs };
    return gpudeck(['--config', folder, ...args], { environment, clock, ...more });
  };
  // What comes into an empty market is what alerts wait for.
  proxy.decide(() => answerEmpty);
  await run(['alerts', 'add', 'when num_gpus>=1 appears', '--id', 'any', '--debounce', '0']);
  await run(['record', '--once']);
  minute = 1;
  proxy.decide(({ path }) => (path.startsWith('/logs/') ? answerLog : answerHostile(service.url, proxy.url)));
  return {
    folder,
    run,
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  };
};

type User = Awaited<ReturnType<typeof createUser>>;

/** What `gpudeck listen` prints of one delivery. */
const listened = async ({ folder, run }: User, ...args: readonly string[]): Promise<string> => {
  const signals = new EventEmitter();
  const { promise: url, resolve } = Promise.withResolvers<string>();
  const ended = run(['listen', '--port', '0', '--secret-file', join(folder, 'secret'), ...args], {
    signals,
    onMessage: (text) => resolve(/listening at (\S+)/.exec(text)?.[1] ?? text),
  });
  const body = JSON.stringify({
    event_id: `${args.length}\u009D52;c;\u202E\u007F`,
    notif_type: HOSTILE,
    subject: HOSTILE,
  });
  const timestamp = NOON_EPOCH_MS / 1000 + 60;
  const headers = {
    'X-Market-Timestamp': `${timestamp}`,
    'X-Market-Signature-256': `sha256=${createHmac('sha256', KEY_LIKE).update(`${timestamp}.${body}`).digest('hex')}`,
  };
  expect((await fetch(await url, { method: 'POST', body, headers })).status).toBe(200);
  signals.emit('SIGTERM');
  return (await ended).out;
};

/** What a service may not tell of a machine. */
const LISTED = ['--volume-size', 'none', '--min-chunk', '1', '--discount', '0', '--end', 'none'];

/** What `gpudeck leases run` prints of a lease that ends within its warning. */
const leased = async ({ run }: User, instance: string, ...args: readonly string[]): Promise<string> => {
  await run(['lease', 'set', instance, '+1s']);
  const signals = new EventEmitter();
  const shown: string[] = [];
  const stdout = new Writable({
    write: (chunk, _, done) => {
      shown.push(String(chunk));
      signals.emit('SIGTERM');
      done();
    },
  });
  await run(['leases', 'run', ...args], {
    signals,
    stdout,
    clock: impatientClock(NOON_EPOCH_MS + 60_950, TIME_LIMITS_MS),
  });
  return shown.join('');
};

const FORMATS = [['--json'], ['--ndjson'], ['--csv'], ['--table']] as const;

const LISTS = ['volumes', 'connections', 'instances', 'ssh-keys', 'machines', 'windows', 'webhooks'];

/** Command lines that print something, with the id of an offer, an instance and a machine. */
const linesFor = (offer: string, instance: string, machine: string): readonly (readonly string[])[] => [
  ['record', '--once', '--json'],
  ...FORMATS.flatMap((format) => [
    ['search', 'num_gpus>=1', ...format],
    ['market', ...format],
    ['history', ...format],
    ['history', 'offer', offer, ...format],
    ...LISTS.map((what) => ['list', what, ...format]),
  ]),
  ['search', '--explain'],
  ['search', '--dry-run'],
  ...[[], ['--json']].flatMap((json) => [
    ['alerts', 'list', ...json],
    ['alerts', 'check', 'any', ...json],
    ['alerts', 'events', ...json],
    ['views', 'list', ...json],
    ['views', 'show', 'odd', ...json],
    ['config', 'validate', ...json],
    ['config', 'show', ...json],
    ['config', 'path', ...json],
    ['config', 'keys', ...json],
    ['doctor', ...json],
    ['waste', ...json],
    ['limits', ...json],
    ['overview', ...json],
    ['balance', ...json],
    ['charges', ...json],
    ['invoices', ...json],
    ['earnings', ...json],
  ]),
  ['apply', '0f3a5c7e9b1d2f4a6c8e0b1d', '--yes'],
  ['volume', 'delete', '1', '--dry-run'],
  ['template', 'delete', '1', '--dry-run'],
  ['config', 'schema', 'presets'],
  ['completion', 'bash'],
  ['instance', 'label', instance, '--label', 'odd', '--dry-run'],
  ['instance', 'stop', instance, '--yes'],
  ['rent', offer, '--image', 'ubuntu:24.04', '--disk', '10', '--dry-run'],
  ['rent', offer, '--image', 'ubuntu:24.04', '--disk', '10', '--max', '1000', '--yes'],
  ['schedule', '--machine', machine, '--start', '2027-01-01 10:00', '--hours', '1', '--category', 'disk', '--dry-run'],
  ['schedule', '--machine', machine, '--start', '2027-01-01 10:00', '--hours', '1', '--category', 'disk', '--yes'],
  ['withdraw', machine, '--yes'],
  ['machine', 'price', machine, '--price', '0.42', ...LISTED, '--dry-run'],
  ['machine', 'min-bid', machine, '--min-bid', '0.1', '--yes'],
  ['webhook', 'create', '--name', 'odd', '--url', 'https://odd.example.com', '--types', 'client:low_credit', '--yes'],
  ['ssh', instance],
  ['ssh-key', 'show', instance],
  ['copy', 'cancel', instance, '--dry-run'],
  ['keys', 'create', 'odd', '--data', join(temporaryFolder(), 'service.db')],
  ['ssh-config'],
  ['logs', instance],
  ['lease', 'set', instance, '+4h'],
  ['lease', 'list'],
  ['lease', 'list', '--json'],
  ['journal'],
  ['journal', '--json'],
];

test('nothing that a command prints acts on the terminal, whatever the service, a delivery or a file says', async () => {
  await using user = await createUser();
  const { run } = user;
  const idIn = async (...args: readonly string[]) => {
    const { out } = await run([...args, '--json']);
    const [first] = JSON.parse(out) as readonly { readonly id?: number; readonly machine_id?: number }[];
    return `${first?.id ?? first?.machine_id}`;
  };
  const instance = await idIn('list', 'instances');
  const lines = linesFor(await idIn('search'), instance, await idIn('list', 'machines'));
  // What mcp hands on are such lines, as they are printed.
  const walked = new Set(['listen', 'service', 'leases', 'mcp', 'skill']);
  const silent: string[] = [];
  const acting: string[] = [];
  const judge = (line: string, out: string): void => {
    if (out === '') silent.push(line);
    for (const [found] of out.matchAll(ACTING)) acting.push(`${line}: ${JSON.stringify(found)}`);
  };
  for (const line of lines) {
    const { out } = await run(line, { columns: 120 });
    walked.add(line[0] ?? '');
    judge(line.join(' '), out);
  }
  for (const args of [[], ['--json']]) judge(`listen ${args}`, await listened(user, ...args));
  for (const args of [[], ['--json']]) judge(`leases run ${args}`, await leased(user, instance, ...args));
  const json = JSON.parse(await listened(user, '--json', '--read-only')) as { readonly subject: string };
  expect(json.subject).toBe(HOSTILE);
  const panes: readonly string[] = PANE_NAMES.filter((row) => !('isPrinted' in row)).map(({ command }) => command);
  expect([...walked].sort()).toEqual(
    COMMANDS.map(({ name }) => name)
      .filter((name) => !panes.includes(name))
      .sort(),
  );
  expect(acting).toEqual([]);
  // What has nothing to print, or says it on stderr.
  const said = [
    ...['list windows --ndjson', 'list webhooks --ndjson', 'apply 0f3a5c7e9b1d2f4a6c8e0b1d --yes'],
    ...['volume delete 1 --dry-run', 'template delete 1 --dry-run', `ssh ${instance}`, `ssh-key show ${instance}`],
  ];
  expect(silent).toEqual(said);
});

test('there is one place that writes results', () => {
  const folder = new URL('../src/', import.meta.url).pathname;
  const files = ['program.ts', ...readdirSync(join(folder, 'cli'), { recursive: true }).map((name) => `cli/${name}`)];
  const writing = files.filter(
    (name) =>
      name.endsWith('.ts') && /(?:stream|stdout)\.(?:write|end)\(/.test(readFileSync(join(folder, name), 'utf8')),
  );
  expect(writing).toEqual(['cli/record-writer.ts']);
});
