import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Address } from '../src/options.ts';
import { readSetup } from '../src/setup.ts';

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
  readSetup(
    { isAscii: false, isPlain: false, hasColour: true, isReadOnly: false, configFolder: folder, address, ...more },
    'America/New_York',
  );
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
      address: { kind: 'remote', baseUrl: 'https://market.example/prefix', apiKey: 'abcd1234' },
      keySource: 'key file',
      userId: 12,
      timeZone: 'Europe/Berlin',
      readOnlyReason: 'The profile work is read-only.',
      profileNames: ['work', 'bare'],
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
      `there is no profile "home" in ${folder}/profiles.json. There are: work, bare.`,
    );
  });

  test('of no file at all leaves the local service', () => {
    expect(read({ kind: 'local' })).toMatchObject({
      profileName: 'local service',
      serviceName: 'local service',
      profileNames: [],
    });
  });
});

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

  test('what is no JSON is named by its line', () => {
    write('profiles.json', '{\n "profiles": {\n  oops\n }\n}');
    expect(problemOf({ kind: 'local' })).toMatch(/profiles\.json, line 3: this is no JSON/);
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
      problem: `The key file ${file} may be read by others (mode ${shown}). Mend it with: chmod 600 '${file}'`,
      isKeyProblem: true,
    });
  });

  test.each([
    ['', 'is empty'],
    ['two words\n', 'holds more than a key'],
    ['one\ntwo\n', 'holds more than a key'],
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
