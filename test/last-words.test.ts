/**
 * What the built program says when something is thrown that nobody expected: wherever it is, no key and no password.
 *
 * @module-tag program
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { createLastWords } from '../src/access/last-words.ts';
import { temporaryFolder } from './support/local-service.ts';
import { openPty } from './support/pty.ts';
import { atHome, shows } from './support/running-program.ts';
import { json, startScriptedServer } from './support/scripted-server.ts';
import { secretOf } from './support/secrets.ts';

const KEY = secretOf(4000);
const MIDDLE = KEY.slice(2000, 2007);
const PASSWORD = 'hush-hush-0123';

/** Throws, from within the program and at a moment of its own, a message that holds the key. */
const BREAKERS: Readonly<Record<string, string>> = {
  'when a module is asked for the folders': "import os from 'node:os'; os.homedir = () => fail();",
  'when the service is asked':
    "import net from 'node:net'; net.connect = () => fail(); net.Socket.prototype.connect = () => fail();",
  'in a timer': 'setTimeout(fail, 300);',
  'as a rejection that nobody handles': 'setTimeout(() => Promise.reject(fault()), 300);',
  'as something that is no error': 'setTimeout(() => { throw { toString: fail }; }, 300);',
  'when a file is opened':
    "import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module'; const open = fs.openSync; fs.openSync = (...all) => String(all[0]).includes('journal') ? fail() : open(...all); syncBuiltinESMExports();",
};

const breakerIn = (folder: string, body: string): string => {
  const file = join(folder, 'breaker.mjs');
  writeFileSync(join(folder, 'key'), KEY);
  const imports = body.match(/import .*? from '[^']*';/g) ?? [];
  const rest = imports.reduce((left, one) => left.replace(one, ''), body);
  writeFileSync(
    file,
    `import { readFileSync } from 'node:fs';
${imports.join('\n')}
const key = readFileSync(${JSON.stringify(join(folder, 'key'))}, 'utf8');
const fault = () => new Error('broke down with ' + key + ' and ${PASSWORD}');
const fail = () => { throw fault(); };
${rest}`,
  );
  return file;
};

const environmentOf = (home: string, url: string) => ({
  ...atHome(home),
  HTTPS_PROXY: `http://user:${PASSWORD}@127.0.0.1:9`,
  GPUDECK_BASE_URL: url,
  GPUDECK_API_KEY: KEY,
});

const filesWithKey = (home: string): readonly string[] =>
  readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => [MIDDLE, PASSWORD].some((part) => readFileSync(file).includes(part)));

describe.each(Object.entries(BREAKERS))('an error %s', (_, body) => {
  test('of a command that prints is told in one line at most, without the key', async () => {
    // After the timers of the breakers, which begin long before the call.
    await using server = await startScriptedServer(
      (response) => void setTimeout(() => response.destroy(), 400).unref(),
    );
    const home = temporaryFolder();
    const breaker = breakerIn(temporaryFolder(), body);
    const child = spawn(process.execPath, ['--import', breaker, 'dist/gpudeck.js', 'list', 'volumes'], {
      env: environmentOf(home, server.url),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    expect(code).toBeGreaterThan(0);
    expect(`${out}${errors}`).not.toContain(MIDDLE);
    expect(`${out}${errors}`).not.toContain(PASSWORD);
    expect(errors).not.toMatch(/\n\s+at /);
    expect(errors.length).toBeGreaterThan(20);
    expect(filesWithKey(home)).toEqual([]);
  });
});

test.each(['in a timer', 'as a rejection that nobody handles', 'as something that is no error'])(
  'an error %s ends the panes on the usual screen, without the key',
  async (name) => {
    await using server = await startScriptedServer(json(200, { offers: [] }), json(200, { offers: [] }));
    const home = temporaryFolder();
    const breaker = breakerIn(temporaryFolder(), BREAKERS[name] ?? '');
    await using pty = openPty(
      ['sh', '-c', `'${process.execPath}' --import '${breaker}' dist/gpudeck.js; echo "exit $?"`],
      { columns: 80, rows: 24, hasKeyboardProtocol: true, environment: environmentOf(home, server.url) },
    );
    await pty.until(shows(/exit 1/));
    expect(pty.emulator.isAlternateScreen()).toBe(false);
    expect(pty.emulator.keyboardFlags()).toEqual({ main: [], alternate: [] });
    expect(pty.received()).not.toContain(MIDDLE);
    expect(pty.received()).not.toContain(PASSWORD);
    expect(filesWithKey(home)).toEqual([]);
  },
);

test('words that cannot be searched are not said, and nothing that is thrown makes it throw', () => {
  const words = createLastWords({ GPUDECK_API_KEY: KEY, https_proxy: `http://user:${PASSWORD}@proxy.example` });
  expect(words.harmless(`with ${KEY} through http://user:${PASSWORD}@proxy.example`)).toBe(
    'with [redacted] through http://user:[redacted]@proxy.example',
  );
  words.hide(() => {
    throw new Error(KEY);
  });
  const strange = [
    new Error(KEY),
    KEY,
    undefined,
    Object.create(null),
    { toString: () => words.hide(Number as never) },
  ];
  for (const error of strange) {
    expect(words.of(error)).toBe('an unexpected error ended the program; its message cannot be shown');
  }
});
