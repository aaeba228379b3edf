/** What a renter does with files: copies them, tries it with a cloud first, ends copies, and has his own rsync run. */
import { afterEach, expect, test } from 'vitest';
import type { Instance } from '../../src/catalogue/values.ts';
import { type DeckOptions, type OpenDeck, openDeck } from '../support/deck.tsx';
import { startRuns } from '../support/runs.ts';
import { json, raw, type ScriptedReply, type ScriptedServer, startScriptedServer } from '../support/scripted-server.ts';

let open: OpenDeck | undefined;

const start = async (url: string, options: Omit<DeckOptions, 'service'> = {}): Promise<OpenDeck> => {
  const service = { url, apiKey: 'sk-test-0123456789' };
  open = await openDeck({ columns: 100, rows: 30, ...options, service, parts: { pane: 'instances' } });
  return open;
};

afterEach(async () => {
  await open?.close();
  open = undefined;
});

const instance = (id: number, more: Instance = {}): Instance => ({
  ...{ id, actual_status: 'running', intended_status: 'running', num_gpus: 2, gpu_name: 'RTX 4090' },
  ...{ ssh_host: 'ssh5.example.net', ssh_port: 41022, status_msg: 'success, running' },
  ...more,
});
const list = (...instances: readonly Instance[]): ScriptedReply => json(200, { success: true, instances });
const yes = (msg: string) => json(200, { success: true, msg });

const writesOf = ({ requests }: ScriptedServer) =>
  requests.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => `${method} ${path} ${body}`);

test('copies from one instance into another: reviewed, typed, sent once, and its message is told', async () => {
  const all = list(instance(5), instance(6));
  const copying = list(instance(5), instance(6, { status_msg: 'Copying 2 of 8 files' }));
  await using server = await startScriptedServer(all, all, yes('begun'), copying, copying, yes('ended'), copying);
  const deck = await start(server.url);
  await deck.press('instances.files');
  expect(deck.text()).toContain('From and to: 5:/workspace/');
  await deck.type('6:/root');
  expect(deck.text()).toContain('Nothing is copied into /root of instance 6');
  await deck.type('/a');
  await deck.press('instances.files-review');
  expect(deck.text()).toContain('Anything under /root/a on instance 6 may be overwritten.');
  expect(deck.text()).toContain('up to 30 s late');
  await deck.press('instances.files-confirm');
  await deck.type('6');
  await deck.press('instances.files-send');
  await deck.until(() => deck.text().includes('Copying 2 of 8 files'));
  expect(deck.text()).toContain('begun');
  await deck.press('instances.files-leave');
  // What goes into an instance is ended there, and is known.
  await deck.press('instances.down', 'instances.end-copies');
  expect(deck.text()).toContain('copy "5:/workspace/ -> 6:/root/a" was sent');
  await deck.press('instances.files-confirm');
  await deck.type('6');
  await deck.press('instances.files-send');
  await deck.until(() => deck.text().includes('ended'));
  expect(writesOf(server)).toEqual([
    'PUT /api/v0/commands/copy_direct/ {"client_id":"me","src_id":"C.5","dst_id":"C.6","src_path":"/workspace/","dst_path":"/root/a"}',
    'DELETE /api/v0/commands/copy_direct/ {"client_id":"me","dst_id":"C.6"}',
  ]);
});

test('a copy that is half typed or reviewed is there again after a kill, and nothing is sent by that', async () => {
  const all = list(instance(5), instance(6));
  await using server = await startScriptedServer(...Array.from({ length: 6 }, () => all));
  const runs = startRuns({ url: server.url, apiKey: 'sk-test-0123456789' });
  const parts = { pane: 'instances' } as const;
  const first = await runs.start({ columns: 100, parts });
  await first.press('instances.files');
  await first.type('6:/root/a');
  await first.press('instances.files-review');
  expect(first.text()).toContain('Anything under /root/a on instance 6 may be overwritten.');
  await runs.die(first);
  const second = await runs.start({ columns: 100, parts });
  expect(second.text()).toContain('a copy of files, from instance 5 or to it');
  await second.press('session.resume');
  expect(second.text()).toContain('From and to: 5:/workspace/ 6:/root/a');
  await second.press('instances.files-review');
  expect(second.text()).toContain('Anything under /root/a on instance 6 may be overwritten.');
  expect(writesOf(server)).toEqual([]);
});

test('with a cloud a dry run comes first, and what it tells stands in the review of the real one', async () => {
  const all = list(instance(5));
  const answer: ScriptedReply = (response, request) => {
    const reply = request.body.includes('--dry-run') ? json(200, { msg: '3 files' }) : yes('begun');
    (request.method === 'GET' ? all : reply)(response, request);
  };
  await using server = await startScriptedServer(...Array.from({ length: 9 }, () => answer));
  const deck = await start(server.url);
  await deck.press('instances.files');
  await deck.type('s3.7:/kept --update');
  await deck.press('instances.files-review');
  expect(deck.text()).toContain('A dry run: nothing is copied');
  await deck.press('instances.files-send');
  await deck.until(() => deck.text().includes('The dry run says: 3 files'));
  await deck.press('instances.files-confirm');
  await deck.type('5');
  await deck.press('instances.files-send');
  await deck.until(() => deck.text().includes('begun'));
  expect(deck.text()).toContain('Nothing more is sent. Esc goes back.');
  expect(writesOf(server).map((call) => /"flags":\S+\]/.exec(call)?.[0])).toEqual([
    '"flags":["--dry-run","--update"]',
    '"flags":["--update"]',
  ]);
});

test('a local copy is run by the user’s own rsync on the terminal, once its command was seen', async () => {
  const all = list(instance(5));
  await using server = await startScriptedServer(all);
  const told: string[] = [];
  const deck = await start(server.url, {
    lend: async (visitor) => {
      told.push(visitor.told);
      return { kind: 'exited', code: 12 };
    },
  });
  await deck.press('instances.files');
  await deck.type("'./my files'");
  await deck.press('instances.files-review');
  const line = "rsync -a --partial --progress -e 'ssh -p 41022' -- root@ssh5.example.net:/workspace/ './my files'";
  expect(deck.text().replaceAll(/\s+/g, ' ')).toContain(line);
  expect(told).toEqual([]);
  await deck.press('instances.files-run');
  await deck.until(() => deck.text().includes('rsync ended with exit code 12: is rsync installed on the instance?'));
  expect(told).toEqual([line]);
  expect(writesOf(server)).toEqual([]);
});

test('what lies on a stopped disk is listed: the very call is shown, sent once, and what comes is text only', async () => {
  const stopped = list(instance(4711, { actual_status: 'exited', intended_status: 'stopped' }));
  await using server = await startScriptedServer(stopped, (response, request) =>
    json(200, { success: true, result_url: `${server.url}/results/1` })(response, request),
  );
  server.script(raw(200, 'text/plain', `4096\t\x1b[31mcheckpoints\n${'12\ttrain.py\n'.repeat(60)}`));
  const deck = await start(server.url);
  await deck.press('instances.command');
  expect(deck.text()).toContain('PUT /api/v0/instances/command/4711/ {"command":"ls -l /workspace"}');
  await deck.press('instances.line-delete-to-start');
  await deck.type('rm -rf /');
  await deck.press('instances.command-send');
  expect(deck.text()).toContain('Only ls and du are run, which change nothing.');
  await deck.press('instances.line-delete-to-start');
  await deck.type('du /workspace');
  await deck.press('instances.command-send');
  expect(deck.text()).toMatch(/4096 +checkpoints/);
  await deck.press('instances.command-page-down');
  expect(deck.text()).not.toContain('checkpoints');
  expect(writesOf(server)).toEqual(['PUT /api/v0/instances/command/4711/ {"command":"du /workspace"}']);
  await deck.press('instances.command-close');
  expect(deck.text()).toContain('Command: du /workspace');
});
