/** What a renter does with the instances. */
import { afterEach, describe, expect, test } from 'vitest';
import type { Instance } from '../../src/catalogue/values.ts';
import type { SshEnd } from '../../src/instances/ssh.ts';
import { type DeckOptions, type OpenDeck, openDeck } from '../support/deck.tsx';
import { manualClock } from '../support/manual-clock.ts';
import { json, type ScriptedReply, startScriptedServer } from '../support/scripted-server.ts';

const NOON = Date.UTC(2026, 10, 21, 12);

let open: OpenDeck | undefined;

const start = async (url: string, options: Omit<DeckOptions, 'parts' | 'service'> = {}): Promise<OpenDeck> => {
  open = await openDeck({
    columns: 120,
    ...options,
    service: { url, apiKey: 'sk-test-0123456789' },
    parts: { pane: 'instances' },
  });
  return open;
};

afterEach(async () => {
  await open?.close();
  open = undefined;
});

const instance = (id: number, status: string | null, more: Instance = {}): Instance => ({
  id,
  actual_status: status,
  intended_status: 'running',
  machine_id: 8000 + id,
  host_id: 51,
  num_gpus: 2,
  gpu_name: 'RTX 4090',
  dph_total: 0.5,
  storage_total_cost: 0.01,
  uptime_mins: 90,
  end_date: NOON / 1000 + 86_400 * 3,
  public_ipaddr: '203.0.113.7',
  ports: { '22/tcp': [{ HostIp: '0.0.0.0', HostPort: `4${id}022` }] },
  ...more,
});

const answer = (...instances: readonly Instance[]): ScriptedReply => json(200, { success: true, instances });

/** The ids of the rows, in their order. */
const ids = (deck: OpenDeck): string[] => deck.screen().flatMap((line) => /^ [> ] (\d+) /.exec(line)?.[1] ?? []);

describe('a list that comes by pages', () => {
  const first = json(200, {
    success: true,
    instances: [instance(2, 'offline'), instance(1, 'running')],
    total_instances: 3,
    next_token: 't',
  });
  /** Refreshed after a list of the instance 4 alone, until the first page has come. */
  const refreshed = async () => {
    const server = await startScriptedServer(answer(instance(4, 'running')), first, answer(instance(3, 'running')));
    const clock = manualClock(NOON);
    const deck = await start(server.url, { clock });
    clock.elapse(60_000);
    deck.deck.press({ name: 'R', text: 'R' });
    await deck.until((screen) => screen.some((line) => line.includes('2 of 3')));
    return { server, clock, deck };
  };

  test('shows the rows of a page as it comes beside those of before, takes none for gone, and sums at least those', async () => {
    const { server, clock, deck } = await refreshed();
    await using _ = server;
    expect(ids(deck).sort()).toEqual(['1', '2', '4']);
    expect(deck.text()).toContain('all: at least $1.00');
    clock.elapse(60_000);
    await deck.until((screen) => screen.some((line) => line.includes('all: $1.00')));
    expect(ids(deck).sort()).toEqual(['1', '2', '3']);
  });

  test('is stopped with Escape, keeps what has come, and says that it is not whole', async () => {
    const { server, deck } = await refreshed();
    await using _ = server;
    deck.deck.press({ name: 'escape', text: '' });
    await deck.until((screen) => screen.some((line) => line.includes('the list is not whole')));
    expect(ids(deck).sort()).toEqual(['1', '2', '4']);
    expect(deck.text()).toContain('at least');
    expect(server.requests).toHaveLength(2);
  });
});

describe('a renter who looks at the instances', () => {
  test('sees what is wrong first, then what is on its way, what runs, what rests', async () => {
    await using server = await startScriptedServer(
      answer(
        instance(1, 'stopped', { intended_status: 'stopped' }),
        instance(2, 'running'),
        instance(3, 'offline'),
        instance(4, 'hibernating'),
        instance(5, 'running'),
      ),
    );
    const deck = await start(server.url);
    expect(ids(deck)).toEqual(['3', '4', '2', '5', '1']);
    expect(deck.text()).toMatch(/ ! offline {2}1 +\$0\.0000\/h\n > 3 +- +2× RTX 4090 .* 0\.0000 +- +/);
    // Nobody has said what is paid for in such a state.
    expect(deck.text()).toMatch(/ \? hibernating {2}1 +cost not known\n {3}4 +- +2× RTX 4090 .* - +- /);
    expect(deck.text()).toMatch(/ \+ running {2}2 +\$1\.0000\/h\n {3}2 +- +2× RTX 4090 .* 0\.5000 +0\.75 /);
    expect(deck.text()).toMatch(/ - stopped {2}1 +disk alone is charged: \$0\.0100\/h\n {3}1 /);
    expect(deck.text()).toContain('what is wrong first');
    expect(deck.text()).toContain('all: at least $1.0100/h');
  });

  test('sees who is idle and what that costs, how full each is, and each status in its row where another order is chosen', async () => {
    const busy = { gpu_temp: 61, mem_usage: 8, mem_limit: 32, disk_usage: 45, disk_space: 50 };
    await using server = await startScriptedServer(
      answer(instance(1, 'running', { ...busy, gpu_util: 50 }), instance(2, 'running', { ...busy, gpu_util: 4.9 })),
    );
    const deck = await start(server.url);
    expect(deck.text()).toMatch(/ \? idle {2}1 +no work for it: \$0\.5000\/h\n > 2 .* 5 {2}█▊ +25 {2}██████▎ +90 +61 /);
    expect(deck.text()).toMatch(/ \+ running {2}1 +\$0\.5000\/h\n {3}1 .* ███▌ +50 /);
    await deck.press(...Array.from({ length: 6 }, () => 'instances.column-right' as const), 'instances.sort');
    expect(deck.text()).not.toContain('idle');
    expect(deck.text()).toMatch(/ \+ running +2 .*\n.* \+ running +1 /);
    await deck.resize(40, 15);
    expect(deck.text()).toMatch(/ > \+ running +\d /);
  });

  test('reads beside the list what the one under the cursor costs, and what it would cost stopped', async () => {
    const idle = { gpu_util: 0, geolocation: 'Bulgaria, BG', image_uuid: 'pytorch/pytorch:2.9', uptime_mins: 90 };
    await using server = await startScriptedServer(answer(instance(2, 'running', idle), instance(3, 'offline')));
    const link = () => ({ roundTripMs: 60, isSlow: false, isQuick: false, sentBytes: 0 });
    const deck = await start(server.url, { columns: 160, rows: 48, link });
    await deck.press('instances.down');
    expect(deck.text()).toMatch(/ \? idle {2}0 % GPU +S stops it$/m);
    expect(deck.text()).toMatch(/ costs +12\.00 \$ a day; stopped 0\.24$/m);
    expect(deck.text()).toMatch(/ GPU +2× RTX 4090, Bulgaria, BG +machine 8002$/m);
    expect(deck.text()).toMatch(/ up +1\.5 h, since 20\d\d-/);
    expect(deck.text()).toMatch(/ ends +in /);
    await deck.press('instances.up');
    expect(deck.text()).toMatch(/ ! offline *$/m);
    expect(deck.text()).not.toContain('starts it');
  });

  test('goes through more than the screen has lines for, each seen behind its band', async () => {
    const many = Array.from({ length: 30 }, (_, place) => instance(place + 1, place < 15 ? 'exited' : 'running'));
    await using server = await startScriptedServer(json(200, { success: true, instances: many }));
    const deck = await start(server.url, { rows: 15 });
    const bands = [];
    for (let at = 1; at <= 30; at++) {
      expect(deck.text()).toMatch(new RegExp(` > ${at} `));
      bands.push(deck.screen()[4]?.slice(1, 11));
      await deck.press('instances.down');
    }
    expect([...new Set(bands)]).toEqual(['! exited  ', '+ running ']);
  });

  test('is not told a sum that lacks a price', async () => {
    await using server = await startScriptedServer(
      answer(instance(1, 'running'), instance(2, 'running', { dph_total: null })),
    );
    expect((await start(server.url)).text()).toContain('all: at least $0.5000/h');
  });

  test('reads how one is reached, and what to know of a state that does not pass', async () => {
    await using server = await startScriptedServer(answer(instance(3, 'exited', { label: 'train' })));
    const deck = await start(server.url, { rows: 80 });
    await deck.press('instances.open');
    expect(deck.text()).toContain('Instance 3   ! exited   train');
    expect(deck.text()).toContain('ssh -p 43022 root@203.0.113.7');
    expect(deck.text()).toContain('It does not come back by itself: destroy it, and rent another.');
  });

  test('copies the command that opens a shell, and is told where there is none', async () => {
    const hostile = { public_ipaddr: '-oProxyCommand=reboot' };
    await using server = await startScriptedServer(answer(instance(3, 'offline', hostile), instance(7, 'running')));
    const copied: string[] = [];
    const copy = async (text: string) => {
      copied.push(text);
      return 'sent' as const;
    };
    const deck = await start(server.url, { copy, rows: 80 });
    await deck.press('instances.copy', 'instances.copy-own');
    expect(deck.text()).toContain('There is nothing to copy as ssh command of the instance.');
    await deck.press('instances.open');
    expect(deck.text()).toContain('Not by ssh: the service named a host that is neither an IP address nor a DNS name.');
    await deck.press('instances.next', 'instances.copy-open', 'instances.copy-own');
    expect(copied).toEqual(['ssh -p 47022 root@203.0.113.7']);
  });

  test('never sees the environment and the script, which hold tokens', async () => {
    const telling = { extra_env: [['HF_TOKEN', 'hf_telling']], onstart: 'login hf_telling' };
    await using server = await startScriptedServer(answer(instance(1, 'running', telling)));
    const copied: string[] = [];
    const copy = async (text: string) => {
      copied.push(text);
      return 'sent' as const;
    };
    const deck = await start(server.url, { rows: 90, copy });
    await deck.press('instances.open');
    expect(deck.text()).toMatch(/Environment +\[redacted]/);
    await deck.press('instances.copy-open', 'instances.copy-take', 'instances.close', 'frame.ledger');
    // The newest call is the one that this service does not have: for price increases.
    await deck.press('ledger.down', 'ledger.open');
    expect(deck.text()).toContain('"extra_env": "[redacted]"');
    expect(deck.text()).not.toContain('hf_telling');
    expect(copied).toHaveLength(1);
    expect(JSON.stringify([copied, deck.deck.store.getState()])).not.toContain('hf_telling');
  });

  test('is told what the service does not offer', async () => {
    const missing = json(404, { success: false, error: 'not_found', msg: 'there is no such path' });
    await using server = await startScriptedServer(missing, missing);
    const deck = await start(server.url);
    expect(deck.text()).toContain('This service has no such call');
    expect(server.requests.map(({ path }) => path)).toEqual([
      '/api/v1/instances/?limit=25',
      '/api/v0/instances/?owner=me',
    ]);
  });
});

describe('a renter who wants to get in', () => {
  /** Opens the pane where the terminal is handed to a program that ends like this. */
  const opened = async (url: string, end: SshEnd | undefined, options: Omit<DeckOptions, 'service'> = {}) => {
    const visitors: unknown[] = [];
    const lend = async (visitor: unknown) => {
      visitors.push(visitor);
      return end;
    };
    return { deck: await start(url, { lend, ...options }), visitors };
  };

  test('hands the terminal to ssh, which gets the instance under the cursor and nothing else', async () => {
    await using server = await startScriptedServer(answer(instance(7, 'running', { label: '-oProxyCommand=reboot' })));
    const { deck, visitors } = await opened(server.url, { kind: 'exited', code: 0 });
    await deck.press('instances.ssh');
    expect(visitors).toEqual([
      {
        program: 'ssh',
        args: ['-p', '47022', '--', 'root@203.0.113.7'],
        told: 'Instance 7 (running): ssh -p 47022 -- root@203.0.113.7',
      },
    ]);
    expect(deck.text()).toContain('Back from instance 7.');
    await deck.press('instances.open', 'instances.ssh-open');
    expect(visitors).toHaveLength(2);
  });

  test.each<[SshEnd, string]>([
    [{ kind: 'exited', code: 255 }, 'Back from instance 7: ssh ended with exit code 255.'],
    [{ kind: 'killed', signal: 'SIGKILL' }, 'Back from instance 7: ssh was ended by SIGKILL.'],
    [{ kind: 'missing' }, 'There is no ssh on PATH. Install OpenSSH (openssh-client, or openssh), and try again.'],
  ])('is told how ssh ended: %o', async (end, words) => {
    await using server = await startScriptedServer(answer(instance(7, 'running')));
    const { deck } = await opened(server.url, end);
    await deck.press('instances.ssh');
    expect(deck.text()).toContain(words);
  });

  test('is told why not: no address, a host that is none, several instances, a program that only reads', async () => {
    const rows = [
      instance(1, 'running', { ports: null, public_ipaddr: null }),
      instance(2, 'running', { public_ipaddr: '-oProxyCommand=reboot' }),
    ];
    await using server = await startScriptedServer(answer(...rows), answer(...rows));
    const { deck, visitors } = await opened(server.url, { kind: 'exited', code: 0 });
    await deck.press('instances.ssh');
    expect(deck.text()).toContain('Not by ssh: it has no address yet.');
    await deck.press('instances.down', 'instances.ssh');
    expect(deck.text()).toContain('Not by ssh: the service named a host that is neither an IP address nor a DNS name.');
    await deck.press('instances.mark', 'instances.up', 'instances.mark', 'instances.ssh');
    expect(deck.text()).toContain('A shell is opened on one instance: unmark the others.');
    await deck.close();
    open = await openDeck({
      columns: 120,
      service: { url: server.url, apiKey: 'sk-test-0123456789' },
      parts: { pane: 'instances', readOnlyReason: 'The profile prod is read-only.' },
      lend: async () => ({ kind: 'exited', code: 0 }),
    });
    await open.press('instances.ssh');
    expect(open.text()).toContain('The profile prod is read-only. In a shell anything can be changed.');
    expect(visitors).toEqual([]);
  });
});

describe('while something is on its way', () => {
  const asked = async (deck: OpenDeck, elapse: (ms: number) => void, ms: number) => {
    elapse(ms);
    await deck.settle();
  };

  test('the list is asked for again each 5 s, until nothing is; then no more', async () => {
    await using server = await startScriptedServer(
      answer(instance(1, null)),
      answer(instance(1, 'loading')),
      answer(instance(1, 'running')),
    );
    const clock = manualClock(NOON);
    const deck = await start(server.url, { clock });
    expect(deck.text()).toContain('~ provisioning');
    await asked(deck, clock.elapse, 4900);
    expect(server.requests).toHaveLength(1);
    await asked(deck, clock.elapse, 200);
    expect(deck.text()).toContain('~ loading');
    await asked(deck, clock.elapse, 5100);
    expect(deck.text()).toContain('+ running');
    await asked(deck, clock.elapse, 600_000);
    expect(server.requests).toHaveLength(3);
  });

  test('nothing is asked while another pane is looked at, and at once on the way back', async () => {
    await using server = await startScriptedServer(
      answer(instance(1, 'loading')),
      json(200, { volumes: [] }),
      answer(instance(1, 'running')),
    );
    const clock = manualClock(NOON);
    const deck = await start(server.url, { clock });
    await deck.press('frame.volumes');
    await asked(deck, clock.elapse, 60_000);
    expect(server.requests).toHaveLength(2);
    await deck.press('frame.instances');
    expect(deck.text()).toContain('+ running');
    expect(server.requests).toHaveLength(3);
  });

  test('an answer in which nothing changed writes no byte', async () => {
    await using server = await startScriptedServer(answer(instance(1, 'loading')), answer(instance(1, 'loading')));
    const clock = manualClock(NOON);
    const deck = await start(server.url, { clock });
    deck.bytesSent();
    await asked(deck, clock.elapse, 5100);
    expect(server.requests).toHaveLength(2);
    expect(deck.bytesSent()).toBe(0);
  });
});
