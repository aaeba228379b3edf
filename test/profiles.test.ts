import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Address, readSetup } from '../src/access/setup.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gpudeck-profiles-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, text: string, mode = 0o600) => {
  writeFileSync(join(folder, name), text);
  chmodSync(join(folder, name), mode);
};
const read = (address: Address, more: { isReadOnly?: boolean; userId?: number } = {}) =>
  readSetup({ isReadOnly: false, configFolder: folder, address, ...more }, 'America/New_York');
const problemOf = (address: Address) => {
  const setup = read(address);
  return 'problem' in setup ? setup.problem : undefined;
};

const PROFILES = `{
  "profiles": {
    "work": {
      "base_url": "https://market.example/prefix/",
      "key_file": "work.key",
      "user_id": 12,
      "time_zone": "Europe/Berlin",
      "read_only": true
    },
    "bare": { "base_url": "https://other.example" }
  }
}`;

describe('a profile', () => {
  test('names address, key, user, zone and whether anything may be sent', () => {
    write('profiles.json', PROFILES);
    write('work.key', 'abcd1234\n');
    expect(read({ kind: 'profile', name: 'work', apiKey: 'of-another-service' })).toMatchObject({
      profileName: 'work',
      cacheName: 'work https://market.example/prefix',
      address: { kind: 'remote', baseUrl: 'https://market.example/prefix', apiKey: 'abcd1234' },
      keySource: 'key file',
      userId: 12,
      timeZone: 'Europe/Berlin',
      readOnlyReason: 'The profile work is read-only.',
      profiles: [{ name: 'work', baseUrl: 'https://market.example/prefix', isReadOnly: true }, { name: 'bare' }],
    });
  });

  test('without a key file takes the key of the environment, and asks for one where there is none', () => {
    write('profiles.json', PROFILES);
    expect(read({ kind: 'profile', name: 'bare', apiKey: 'k' })).toMatchObject({
      address: { kind: 'remote', baseUrl: 'https://other.example', apiKey: 'k' },
      keySource: 'environment',
      timeZone: 'America/New_York',
      readOnlyReason: undefined,
    });
    expect(read({ kind: 'profile', name: 'bare' })).toMatchObject({
      address: { kind: 'remote', baseUrl: 'https://other.example' },
      keySource: 'typed',
    });
  });

  test('that is not there is refused with those that are', () => {
    write('profiles.json', PROFILES);
    expect(problemOf({ kind: 'profile', name: 'home' })).toBe(
      `there is no profile "home" in ${folder}/profiles.json. The profiles are: work, bare.`,
    );
  });

  test('of no file at all leaves the local service', () => {
    expect(read({ kind: 'local' })).toMatchObject({
      profileName: 'local service',
      serviceName: 'local service',
      profiles: [],
    });
  });
});

describe('the key goes over plain http', () => {
  const PLAIN = (more: string) => `{ "profiles": { "lab": { "base_url": "http://gpu.example:8080/x"${more} } } }`;

  test('to another machine only when the profile says so', () => {
    write('profiles.json', PLAIN(''));
    expect(problemOf({ kind: 'profile', name: 'lab', apiKey: 'k' })).toBe(
      'the key is not sent to http://gpu.example:8080/x, the address of the profile lab: over plain http anyone on the network ' +
        'could read it. Nothing was sent.\nUse an https:// address, or, if the connection is secured in another way, ' +
        'add "allow_plain_http": true to the profile.',
    );
    write('profiles.json', PLAIN(', "allow_plain_http": false'));
    expect(problemOf({ kind: 'profile', name: 'lab' })).toContain('the key is not sent');
    write('profiles.json', PLAIN(', "allow_plain_http": true'));
    expect(read({ kind: 'profile', name: 'lab', apiKey: 'k' })).toMatchObject({
      address: { kind: 'remote', baseUrl: 'http://gpu.example:8080/x', apiKey: 'k' },
    });
  });

  test.each([
    'http://gpu.example',
    'HTTP://GPU.example',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'http://10.0.0.5:8600',
    'http://0.0.0.0:8600',
    'http://[::2]:8600',
  ])('never to %s, which no profile names', (baseUrl) => {
    expect(problemOf({ kind: 'remote', baseUrl, apiKey: 'k' })).toContain(
      'put the address into a profile with "allow_plain_http": true.',
    );
  });

  test.each(['http://127.0.0.1:8600', 'http://127.9.9.9', 'http://localhost:8600/x', 'http://[::1]:8600'])(
    'to %s, which is this machine itself',
    (baseUrl) => {
      expect(read({ kind: 'remote', baseUrl, apiKey: 'k' })).toMatchObject({ address: { baseUrl } });
    },
  );
});

describe('profiles that others may write to could have the key sent elsewhere', () => {
  test.each([
    ['the file', 'profiles.json', 0o602, '0602'],
    ['the folder', '', 0o707, '0707'],
  ])('so %s is refused with the command that mends it', (_, name, mode, shown) => {
    write('profiles.json', PROFILES);
    const path = join(folder, name);
    chmodSync(path, mode);
    expect(problemOf({ kind: 'profile', name: 'bare', apiKey: 'k' })).toBe(
      `Other users can write to ${path} (mode ${shown}) and could send the key elsewhere. Fix it with: chmod go-w '${path}'`,
    );
    expect(read({ kind: 'local' })).toMatchObject({ profiles: [{ name: 'work' }, { name: 'bare' }] });
  });

  test('and so are those of another user', () => {
    write('profiles.json', PROFILES);
    const path = join(folder, 'profiles.json');
    const number = giveAway(path);
    expect(problemOf({ kind: 'profile', name: 'bare', apiKey: 'k' })).toContain(
      `belongs to another user (uid ${number}), who could send the key elsewhere.`,
    );
  });
});

/** Makes `path` somebody else's, or this program somebody else where it may not give files away; the owner's number. */
const giveAway = (path: string): number => {
  const own = process.getuid?.() ?? 0;
  if (own === 0) {
    chownSync(path, 12345, 0);
    return 12345;
  }
  const spy = vi.spyOn(process, 'getuid').mockReturnValue(own + 1);
  onTestFinished(() => spy.mockRestore());
  return own;
};

describe('a wrong profiles file names the line and the key', () => {
  test.each([
    ['{\n "profiles": {\n  "work": { "base_url": "ftp://x" }\n }\n}', 3, 'profiles.work.base_url'],
    [
      '{ "profiles": { "a": { "base_url": "https://a.example" },\n "b": { "base_url": "https://b.example",\n "time_zone": "Berlin" } } }',
      3,
      'profiles.b.time_zone',
    ],
    ['{ "profiles": {\n "a": {\n "base_url": "https://a.example",\n "user_id": "12" } } }', 4, 'profiles.a.user_id'],
  ])('%j', (text, line, key) => {
    write('profiles.json', text);
    expect(problemOf({ kind: 'local' })).toContain(`profiles.json, line ${line}, ${key}: `);
  });

  test('a key that no profile has is named', () => {
    write('profiles.json', '{ "profiles": { "a": { "base_url": "https://a.example",\n "api_key": "secret" } } }');
    const problem = problemOf({ kind: 'local' });
    expect(problem).toContain('api_key');
    expect(problem).not.toContain('secret');
  });

  test.each([
    ['https://me:hush@gpu.example', 'the address contains a user name or password: a key belongs in'],
    ['https://gpu.example/?key=hush', 'the address ends in a query or a fragment'],
    ['ftp://hush.example', 'the address is not valid: it must begin with https:// or http://'],
  ])('%s is no address for a key, and is not repeated', (address, reason) => {
    write('profiles.json', `{ "profiles": { "a": { "base_url": "${address}" } } }`);
    const problem = problemOf({ kind: 'local' });
    expect(problem).toContain(reason);
    expect(problem).not.toContain('hush');
  });

  test.each(['{ "profiles": { "a": { "api_key": sk-hush } } }', 'sk-hush', '{ "profiles": "sk-hush" "b" }'])(
    'what was pasted into %s is not repeated',
    (text) => {
      write('profiles.json', text);
      const problem = problemOf({ kind: 'local' });
      expect(problem).toContain('this is not JSON');
      expect(problem).not.toContain('sk-');
    },
  );

  test('a profile that nobody wrote is none, whatever it is called', () => {
    write('profiles.json', PROFILES);
    for (const name of ['constructor', '__proto__', 'toString']) {
      expect(problemOf({ kind: 'profile', name })).toContain(`there is no profile "${name}"`);
    }
  });

  test('what is no JSON is named by its line', () => {
    write('profiles.json', '{\n "profiles": {\n  oops\n }\n}');
    expect(problemOf({ kind: 'local' })).toMatch(/profiles\.json, line 3: this is not JSON/);
  });
});

describe('a key file', () => {
  test.each([
    [0o644, '0644'],
    [0o640, '0640'],
  ])('of mode %o is refused with the command that mends it', (mode, shown) => {
    write('profiles.json', PROFILES);
    write('work.key', 'abcd1234\n', mode);
    const file = join(folder, 'work.key');
    expect(read({ kind: 'profile', name: 'work' })).toEqual({
      problem: `Other users can read the key file ${file} (mode ${shown}). Fix it with: chmod 600 '${file}'`,
      isKeyProblem: true,
    });
  });

  test.each([
    ['', 'is empty'],
    ['two words\n', 'contains more than a key'],
    ['one\ntwo\n', 'contains more than a key'],
  ])('with %j inside is refused', (text, reason) => {
    write('profiles.json', PROFILES);
    write('work.key', text);
    expect(problemOf({ kind: 'profile', name: 'work' })).toContain(reason);
  });

  test('that is missing is refused', () => {
    write('profiles.json', PROFILES);
    expect(problemOf({ kind: 'profile', name: 'work' })).toContain('work.key cannot be read');
  });
});
