/**
 * The built program in a pseudo-terminal, in every pane, on a service that repeats the key wherever it can: afterwards the
 * key and a webhook's secret are looked for in everything that the program wrote, started or left. `npm test` builds it first.
 *
 * @module-tag program
 */
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from './support/local-service.ts';
import { openPty, type Pty } from './support/pty.ts';
import { atHome, go, shows } from './support/running-program.ts';
import { json, raw, type ScriptedReply, startScriptedServer } from './support/scripted-server.ts';

/** Their middles stand nowhere else; of the key's end the header shows four characters. */
const KEY = 'sk-Qx7hJ2mV9/"b0-tail';
const SECRET = 'whsec_Wn4kT8zR1/"c0-end';

/** Forms in which a careless program would leave them. */
const formsOf = (text: string): readonly string[] => [
  text,
  JSON.stringify(text).slice(1, -1),
  encodeURIComponent(text),
  Buffer.from(text).toString('base64'),
  Buffer.from(`Bearer ${text}`).toString('base64'),
  text.slice(4, 11),
];
const FORMS = [...formsOf(KEY), ...formsOf(SECRET)];

const isIn = (bytes: string | Buffer) => FORMS.some((form) => bytes.includes(form));

/** Files below `folder`, by their names from there. */
const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));

const offers = { offers: [{ id: 1, machine_id: 8207, num_gpus: 4, gpu_name: 'RTX 4090' }] };

/** A service that answers each call by its path. The offers fail from their second call on; it tells the secret once it has given it. */
const createService = (): ScriptedReply => {
  let searches = 0;
  let told = KEY;
  const chatter = () => `no way with ${told}, ${JSON.stringify({ told })}, sk-Qx7hJ2mV9\\/"b0-tail`;
  const answers: Readonly<Record<string, () => ScriptedReply>> = {
    bundles: () => (++searches === 1 ? json(200, offers) : json(400, { error: KEY, msg: chatter() })),
    volumes: () => raw(500, 'text/html', `<title>Bearer ${KEY.replace('/', '&#x2F;').replace('"', '&quot;')}</title>`),
    cloud_integrations: () => json(403, { success: false, error: chatter(), msg: chatter() }),
    dnotify: () => json(200, { success: true, you_sent: `3 notifications sent, ${chatter()}` }),
    webhooks: () => {
      told = `${KEY} ${SECRET}`;
      return json(200, {
        success: true,
        webhook: { id: 7, user_id: 9, name: told, webhook_url: `https://${told}`, webhook_secret: SECRET },
        enabled_notification_preferences: [`client:${KEY}`, `client:${SECRET}`],
      });
    },
    'notification-prefs': () =>
      json(200, { success: true, notification_preferences: { [KEY]: { [SECRET]: { email: true, webhooks: true } } } }),
  };
  return (response, request) => answers[request.path.split('/').at(-1) ?? '']?.()(response, request);
};

/** Where the program lives in this test: its home, a clipboard helper that notes how it was started, and reports. */
const createHome = () => {
  const folder = temporaryFolder();
  const home = join(folder, 'home');
  const tools = join(folder, 'tools');
  const seen = join(folder, 'seen');
  for (const path of [home, tools, seen]) mkdirSync(path);
  const script = `#!/bin/sh
tr '\\0' '\\n' </proc/$$/environ >"${seen}/environment"
printf '%s\\n' "$0" "$@" >"${seen}/arguments"
cat >"${seen}/$(date +%s%N).copied"
`;
  writeFileSync(join(tools, 'tmux'), script);
  chmodSync(join(tools, 'tmux'), 0o755);
  // Breaks the program from within, with a message that holds all that must not be told.
  writeFileSync(join(folder, 'words'), `broke down \u001B[2J with ${KEY} and ${SECRET}`);
  const breaker = join(tools, 'breaker.mjs');
  writeFileSync(
    breaker,
    `import { readFileSync } from 'node:fs';
process.on('SIGPWR', () => { throw new Error(readFileSync(${JSON.stringify(join(folder, 'words'))}, 'utf8')); });`,
  );
  return { home, tools, seen, breaker };
};

/** Where the README says that files are, below a home. */
const DOCUMENTED = /^\.(?:local\/state|cache)\/gpudeck\//;

/** What of it others on this machine could see while it runs. */
const argumentsOf = (pty: Pty) => pty.processes().map((id) => readFileSync(`/proc/${id}/cmdline`, 'utf8'));

/** Everything below `folder` that others could read or enter. */
const openTo = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    // A program that runs may just have given a file its name.
    (name) => ((statSync(join(folder, name), { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0,
  );

test('the key and a secret are in nothing that the program writes, starts or leaves', async () => {
  const service = createService();
  await using server = await startScriptedServer(...Array.from({ length: 100 }, () => service));
  const { home, tools, seen, breaker } = createHome();
  await using pty = openPty(
    ['sh', '-c', 'umask 000; exec "$@"', 'sh', process.execPath, '--import', breaker, 'dist/gpudeck.js'],
    {
      columns: 120,
      rows: 40,
      environment: {
        ...atHome(home),
        PATH: `${tools}${delimiter}${process.env.PATH}`,
        TMUX: '/tmp/tmux-0/default,1,0',
        HTTPS_PROXY: `http://user:${KEY}@127.0.0.1:9`,
        GPUDECK_BASE_URL: server.url,
        GPUDECK_API_KEY: KEY,
        GPUDECK_USER_ID: '9',
        NODE_OPTIONS: `--report-on-signal --report-uncaught-exception --report-directory=${seen}`,
      },
    },
  );
  await go(pty, [
    ['', /RTX 4090/],
    ['R', /The service refused/],
    ['2', /The service failed/],
    ['3', /not allowed/],
    ['4e8207\r', /> Start/],
    ['+36h\r', /> Length/],
    ['2\r', /> Reason/],
    ['\rdisk swap\r', /> Review/],
    ['\r8207\r', /3 notifications sent/],
    ['5n', /Name/],
    ['alerts\r', /> URL/],
    ['https://hooks.example/gpu\r', /> Add a type/],
    ['client:low_credit\r', /1 picked/],
    ['\u001B', /review and send/],
    ['s', /create it/],
    ['c', /The webhook was created/],
    ['y', /was sent|copied|Sent/],
    ['\u001B', /new webhook/],
    [']', /add a type/],
    [' ', /1 would change/],
    ['s', /y on, n off/],
    ['n', /y on, n off/],
    ['n', /confirm/],
    ['ereplace\r', /Confirmed/],
    ['6', /notification-prefs/],
    ['y', /Sent to your terminal's clipboard/],
    ['/POST webhooks\r', / 1\/1 of \d+/],
    ['\r', /"webhook_secret": "\[redacted\]"/],
  ]);
  expect(server.requests.length).toBeGreaterThanOrEqual(7);
  expect(new Set(server.requests.map(({ headers }) => headers.authorization))).toEqual(new Set([`Bearer ${KEY}`]));
  expect(pty.processes()).toHaveLength(1);
  expect(argumentsOf(pty).filter(isIn)).toEqual([]);

  const copied = filesBelow(seen).filter((file) => file.endsWith('.copied'));
  const [secret, command] = [...copied].sort().map((file) => readFileSync(join(seen, file), 'utf8'));
  expect(secret).toBe(SECRET);
  expect(command).toContain('"$GPUDECK_API_KEY"');
  for (const file of copied) rmSync(join(seen, file));

  for (const id of pty.processes()) process.kill(id, 'SIGUSR2');
  await pty.until(shows(/report completed/));
  for (const id of pty.processes()) process.kill(id, 'SIGPWR');
  await pty.gone();
  expect(pty.received()).toContain('broke down  with [redacted] and [redacted]');
  expect(isIn(pty.received())).toBe(false);

  expect([...filesBelow(seen)].sort()).toEqual([
    'arguments',
    'environment',
    expect.stringMatching(/^report\..*\.json$/),
  ]);
  expect(filesBelow(seen).filter((file) => isIn(readFileSync(join(seen, file))))).toEqual([]);
  expect(filesBelow(home).length).toBeGreaterThan(1);
  expect(filesBelow(home).filter((file) => isIn(readFileSync(join(home, file))))).toEqual([]);
  expect(openTo(home)).toEqual([]);
  expect(filesBelow(home).filter((file) => !DOCUMENTED.test(file))).toEqual([]);
});

test("the local service's own key is in its one file, whoever may look", async () => {
  const { home } = createHome();
  await using pty = openPty(
    ['sh', '-c', 'umask 000; exec "$@"', 'sh', process.execPath, 'dist/gpudeck.js', 'connections'],
    {
      environment: atHome(home),
    },
  );
  await go(pty, [
    ['', /s3/],
    ['6', /Method/],
    ['\r', /Waited for its turn/],
  ]);
  const keyFile = '.local/state/gpudeck/service.db.key';
  const key = readFileSync(join(home, keyFile), 'utf8').trim();
  expect(key.length).toBeGreaterThan(20);
  expect(pty.received()).not.toContain(key);
  expect(openTo(home)).toEqual([]);
  pty.write('qq');
  await pty.gone();
  expect(filesBelow(home).filter((file) => readFileSync(join(home, file)).includes(key))).toEqual([keyFile]);
  expect(filesBelow(home).filter((file) => !DOCUMENTED.test(file))).toEqual([]);
});

/** A command of the built program that goes on until it is told to end: what it has said, and its end. */
const startCommand = (home: string, words: readonly string[], environment: Readonly<Record<string, string>>) => {
  const child = spawn(process.execPath, ['dist/gpudeck.js', ...words], {
    env: { PATH: process.env.PATH, ...atHome(home), GPUDECK_API_KEY: KEY, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  const looks: (() => void)[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      for (const look of looks) look();
    });
  const ended = once(child, 'close');
  return {
    id: child.pid ?? 0,
    said: () => said,
    /** Resolves with what `pattern` finds in what it says. */
    until: (pattern: RegExp) =>
      new Promise<string>((resolve) => {
        const look = (): void => {
          const [found] = pattern.exec(said) ?? [];
          if (found !== undefined) resolve(found);
        };
        looks.push(look);
        look();
      }),
    end: async () => {
      child.kill('SIGTERM');
      return (await ended)[0];
    },
  };
};

test('a recorder and a listener keep key and secret to themselves, in words, figures, children and files', async () => {
  const { home } = createHome();
  const chatter = `no way with ${KEY}, ${JSON.stringify({ KEY })}`;
  const named = { ...offers.offers[0], gpu_name: `RTX ${KEY}`, geolocation: chatter, dph_total: 1 };
  await using server = await startScriptedServer(json(200, { offers: [named] }), json(500, { msg: chatter }));
  const environment = { GPUDECK_BASE_URL: server.url, PGPASSWORD: SECRET };
  const recorder = startCommand(home, ['record', '--json', '--metrics', '0', '--types', 'ondemand,bid'], environment);
  const figures = await recorder.until(/http:\S+/);
  await recorder.until(/is not recorded/);
  const text = await (await fetch(figures)).text();
  expect(text).toContain('gpu_name="RTX ');
  expect(readFileSync(`/proc/${recorder.id}/cmdline`).includes(KEY)).toBe(false);
  await recorder.end();

  const secretFile = join(dirname(home), 'secret');
  writeFileSync(secretFile, SECRET, { mode: 0o600 });
  const tell = ['--exec', 'sh', '--', '-c', 'env; cat /proc/$PPID/cmdline; exit 1'];
  const listener = startCommand(home, ['listen', '--port', '0', '--secret-file', secretFile, ...tell], environment);
  const address = await listener.until(/http:\S+/);
  const body = JSON.stringify({ event_id: '1', subject: 'Machine 8207' });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', SECRET).update(`${timestamp}.${body}`).digest('hex');
  const headers = { 'x-a-timestamp': timestamp, 'x-a-signature-256': `sha256=${signature}` };
  const reply = await fetch(address, { method: 'POST', body, headers });
  expect([reply.status, isIn(await reply.text())]).toEqual([503, false]);
  expect(await listener.end()).toBe(0);

  for (const said of [recorder.said(), listener.said(), text]) expect(isIn(said)).toBe(false);
  expect(filesBelow(home).length).toBeGreaterThan(0);
  expect(filesBelow(home).filter((file) => isIn(readFileSync(join(home, file))))).toEqual([]);
  expect(openTo(home)).toEqual([]);
});
