/** `gpudeck doctor`: what it finds, what it says to do, and that it leaves everything as it was. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startTestService, temporaryFolder } from './support/local-service.ts';
import { gpudeck } from './support/one-shot.ts';
import { json, startScriptedServer } from './support/scripted-server.ts';

const KEY = 'k3y-of-the-doctor-9f8e7d6c';
const GOOD_TERMINAL = { TERM: 'xterm-256color', LANG: 'en_US.UTF-8' };

type Finding = { readonly area: string; readonly state: string; readonly text: string; readonly todo?: string };

const config = () => {
  const folder = temporaryFolder();
  const write = (name: string, text: string, mode = 0o600): string => {
    const file = join(folder, name);
    mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 });
    writeFileSync(file, text);
    chmodSync(file, mode);
    return file;
  };
  return { folder, write };
};

/** Each path below `folder` with its mode, the time of its last change, and its content. */
const picture = (folder: string): unknown =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name);
    const { mode, mtimeMs } = statSync(path);
    return [path, mode, mtimeMs, entry.isFile() ? readFileSync(path, 'utf8') : ''];
  });

const examined = async (args: readonly string[], environment: Readonly<Record<string, string>>, isTerminal = true) => {
  const { code, out, errors } = await gpudeck([...args, 'doctor', '--json'], { environment, isTerminal });
  expect(errors).toBe('');
  const report = JSON.parse(out) as { faults: number; findings: readonly Finding[] };
  const faults = report.findings.filter(({ state }) => state === 'fault');
  expect(report.faults).toBe(faults.length);
  expect(code).toBe(faults.length === 0 ? 0 : 1);
  for (const { todo } of faults) expect(todo).toMatch(/\w/);
  return { out, findings: report.findings, faults };
};

describe('a set-up in which nothing is wrong', () => {
  test('is told subject by subject, with the one call named, and ends with code 0', async () => {
    const { url, apiKey } = await startTestService();
    const { folder, write } = config();
    write('profiles.json', JSON.stringify({ profiles: { work: { base_url: url, key_file: 'work.key' } } }));
    write('work.key', `${apiKey}\n`);
    write('theme.json', '{"colours": {"accent": "blue"}}');
    write('presets.json', '{"presets": {"small": {"disk": 16}, "train": {"env": {"T": {"from_env": "MY_TOKEN"}}}}}');
    mkdirSync(join(folder, 'state'), { mode: 0o700 });
    const before = picture(folder);
    const { code, out } = await gpudeck(['--config', folder, '--profile', 'work', 'doctor'], {
      environment: GOOD_TERMINAL,
      isTerminal: true,
    });
    expect(out).toContain('  ok     TERM is xterm-256color\n  ok     256 colours\n  ok     letters in UTF-8\n');
    expect(out).toContain('theme\n  ok     one role has its own colour\n');
    expect(out).toContain(
      'presets\n  ok     2 presets for renting\n  note   train cannot be used now: T: the variable MY_TOKEN is not set where gpudeck was started.\n',
    );
    expect(out).toContain('service (one call, which only reads: POST /api/v0/bundles, for one offer)\n');
    expect(out).toContain(`  ok     work: ${url}, with the key file work.key\n`);
    expect(out).toMatch(/status 200 after \d+ ms, with the key of the key file\n/);
    expect(out).toMatch(/this clock agrees with that of the service, to the second\n/);
    expect(out.endsWith('\n\nNothing is wrong.\n')).toBe(true);
    expect(code).toBe(0);
    expect(out).not.toContain(apiKey);
    expect(picture(folder)).toEqual(before);
  });

  test('with no address starts the local service in memory, which leaves nothing', async () => {
    const { folder } = config();
    const { faults, out } = await examined(['--config', folder], {}, false);
    expect(faults).toEqual([]);
    expect(out).toContain('the local service, started in memory for this: status 200');
    expect(readdirSync(folder)).toEqual([]);
  });
});

test('how instances are created and in what the network is measured is told where the profile says so', async () => {
  const { url, apiKey } = await startTestService();
  const { folder, write } = config();
  const work = { base_url: url, key_file: 'work.key', rent_with: 'PUT', network_unit: 'Mb/s' };
  write('profiles.json', JSON.stringify({ profiles: { work } }));
  write('work.key', apiKey);
  const { out } = await examined(['--config', folder, '--profile', 'work'], GOOD_TERMINAL);
  expect(out).toContain('instances are created with PUT, as the profile says');
  expect(out).toContain('inet_down and inet_up come in Mb/s, as the profile says');
});

describe('a broken set-up', () => {
  test('of many faults gets every one of them named, each with what to do, and stays as it was', async () => {
    await using server = await startScriptedServer();
    server.script(
      json(
        401,
        { success: false, error: 'auth_error', msg: `no such key: ${KEY}` },
        { date: 'Sun, 01 Mar 2026 10:00:00 GMT' },
      ),
    );
    const { folder, write } = config();
    const profiles = {
      used: { base_url: server.url, key_file: 'used.key' },
      open: { base_url: 'https://one.example', key_file: 'open.key' },
      lost: { base_url: 'https://two.example', key_file: 'lost.key' },
      empty: { base_url: 'https://three.example', key_file: 'empty.key' },
      plain: { base_url: 'http://four.example' },
      odd: { base_url: 'https://five.example', time_zone: 'Mars/Olympus' },
    };
    write('used.key', KEY);
    write('open.key', KEY, 0o644);
    write('empty.key', '\n');
    write('theme.json', '{\n"colours": {"accent": "blu"}\n}');
    write('keys.json', '{"keys": {\n  "offers.srot": "s",\n  "frame.quit": "Ctrl-D"\n}}');
    write('views/bad.view', 'filter: num_gpus=4\nlimit: all\n');
    write('views/slip.view', 'filter: num_gpu>=4\n');
    write('state/journal.db', 'this is no database');
    write('state/service.db.key', KEY, 0o644);
    write('state/service.db.corrupt-2026', '');
    symlinkSync('/etc/passwd', join(folder, 'state/service.db'));
    chmodSync(join(folder, 'state'), 0o755);
    write('profiles.json', JSON.stringify({ profiles }, null, 2), 0o666);
    const before = picture(folder);
    const environment = {
      TERM: 'dumb',
      LANG: 'C',
      GPUDECK_USER_ID: 'me',
      GPUDECK_BASE_URL: server.url,
      GPUDECK_API_KEY: KEY,
    };
    const { out, faults } = await examined(['--config', folder], environment);
    const texts = faults.map(({ area, text, todo }) => `${area}: ${text} -> ${todo}`);
    const expected = [
      /^terminal: TERM is dumb: .* -> set TERM/,
      /^environment: GPUDECK_USER_ID is "me"/,
      /^files: .*\/state is open to other users \(mode 0755\) -> chmod 700 /,
      /^files: .*journal\.db is damaged: .* -> restore it from a backup/,
      /^files: .*service\.db is a symbolic link, .* -> move it away: mv /,
      /^files: .*service\.db\.key is open to other users \(mode 0644\) -> chmod 600 /,
      /^profiles: .*profiles\.json, line \d+, profiles\.odd\.time_zone: is not a time zone/,
      /^profiles: Other users can write to .*profiles\.json .* -> chmod go-w /,
      /^profiles: open: Other users can read the key file .* -> chmod 600 /,
      /^profiles: lost: The key file .* cannot be read: there is no such file\. Write the key/,
      /^profiles: empty: The key file .* is empty/,
      /^profiles: plain: over plain http anyone .* -> write an https:\/\/ address/,
      /^keys: .*keys\.json, line 2, keys\.offers\.srot: no key has this id\. Did you mean offers\.sort/,
      /^keys: .*keys\.json, line 3, keys\.frame\.quit: .* Ctrl-D is pressed by habit/,
      /^views: .*bad\.view, line 2, limit: "all" is no limit/,
      /^views: .*slip\.view, line 1, filter: .*num_gpu/,
      /^theme: .*theme\.json, line 2, colours\.accent: a colour is one of .* -> mend the line; gpudeck config schema theme/,
      /^service: no service can be called: .*profiles\.odd/s,
    ];
    for (const pattern of expected) expect(texts.filter((text) => pattern.test(text))).toHaveLength(1);
    expect(texts).toHaveLength(expected.length);
    expect(out).not.toContain(KEY);
    expect(picture(folder)).toEqual(before);
  });

  test('a key that is refused and a clock that is wrong are told after one call', async () => {
    await using server = await startScriptedServer();
    server.script(
      json(
        401,
        { success: false, error: 'auth_error', msg: `no such key: ${KEY}` },
        { date: 'Sun, 01 Mar 2026 10:00:00 GMT' },
      ),
    );
    const { folder } = config();
    const environment = { ...GOOD_TERMINAL, GPUDECK_BASE_URL: server.url, GPUDECK_API_KEY: KEY };
    const { out, faults } = await examined(['--config', folder], environment);
    expect(faults.map(({ area }) => area)).toEqual(['service', 'service']);
    expect(faults[0]?.text).toMatch(/status 401 after \d+ ms, with the key of the environment\. /);
    expect(faults[0]?.todo).toContain('key');
    expect(faults[1]?.text).toMatch(/^this clock is \d+ s ahead of that of the service/);
    expect(faults[1]?.todo).toContain('set the clock');
    expect(out).not.toContain(KEY);
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /api/v0/bundles']);
  });

  test.each([
    [
      'no answer',
      ['--base-url', 'http://127.0.0.1:9'],
      { GPUDECK_API_KEY: KEY },
      /no answer.*No connection to the service/,
    ],
    ['no key', ['--base-url', 'https://market.example'], {}, /there is no API key for market\.example/],
    ['a key without an address', [], { GPUDECK_API_KEY: KEY }, /GPUDECK_API_KEY is set, but there is no address/],
    ['a wrong address', [], { GPUDECK_BASE_URL: 'market.example' }, /the address in GPUDECK_BASE_URL is not valid/],
    ['an unknown profile', ['--profile', 'wrok'], {}, /there is no profile "wrok"/],
    ['plain http', ['--base-url', 'http://market.example'], { GPUDECK_API_KEY: KEY }, /over plain http/],
    [
      'a proxy that is none',
      ['--base-url', 'https://market.example'],
      { GPUDECK_API_KEY: KEY, HTTPS_PROXY: 'socks://x' },
      /HTTPS_PROXY names a SOCKS proxy/,
    ],
  ])('%s', async (_, args, environment, expected) => {
    const { folder } = config();
    const { faults } = await examined(['--config', folder, ...args], { ...GOOD_TERMINAL, ...environment });
    expect(faults.map(({ text }) => text)).toEqual([expect.stringMatching(expected)]);
  });

  test('profiles that are no JSON are told with their line, and a state folder that is a file too', async () => {
    const { folder, write } = config();
    write('profiles.json', '{\n  "profiles": {\n');
    write('state', '');
    const { faults } = await examined(['--config', folder], {}, false);
    expect(faults.map(({ text }) => text)).toEqual([
      `${join(folder, 'state')} is no folder`,
      expect.stringMatching(/profiles\.json, line 3: this is not JSON/),
      expect.stringMatching(/^no service can be called: .*line 3/),
    ]);
  });
});
