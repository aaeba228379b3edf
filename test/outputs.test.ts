/**
 * The built program where its output, its messages or itself fail: one line, an exit code, and never a stack.
 *
 * @module-tag program
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { shortened } from '../src/base/message.ts';
import { temporaryFolder } from './support/local-service.ts';
import { usedHome } from './support/used-home.ts';

type Outputs = { readonly out?: 'full' | 'unread'; readonly errors?: 'full'; readonly nodeArgs?: readonly string[] };

/** Runs the program with outputs that fail; `errors` is empty where nobody could read them. */
const run = async (args: readonly string[], { out, errors, nodeArgs = [] }: Outputs) => {
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [...nodeArgs, 'dist/gpudeck.js', ...args], {
    env: { HOME: usedHome() },
    stdio: ['ignore', out === 'full' ? full : 'pipe', errors === 'full' ? full : 'pipe'],
  });
  closeSync(full);
  if (out === 'unread') child.stdout?.destroy();
  const [complaints, [code]] = await Promise.all([
    child.stderr === null ? '' : text(child.stderr),
    once(child, 'close'),
    ...(child.stdout === null || out === 'unread' ? [] : [text(child.stdout)]),
  ]);
  return { code, complaints: String(complaints) };
};

const UNWRITTEN = 'gpudeck: the results could not be written: ENOSPC: no space left on device, write\n';

const WINDOW = ['--start', '2027-01-01T02:00Z', '--hours', '2', '--category', 'disk'];

const COMMANDS: readonly (readonly string[])[] = [
  ['--version'],
  ['--help'],
  ['keys', 'create', '--help'],
  ['search', '--limit', '3', '--json'],
  ['search', '--limit', '3', '--csv'],
  ['search', '--limit', '3', '--table'],
  ['search', '--dry-run'],
  ['list', 'volumes'],
  ['schedule', '--machine', '8207', ...WINDOW, '--dry-run'],
  ['service', '--port', '0'],
  ['service', '--port', '0', '--json'],
];

describe.skipIf(process.platform !== 'linux')('outputs that take nothing', () => {
  test.each(COMMANDS)('a full disk is said in one line and ends with 1: %s %s %s %s', async (...args) => {
    const { code, complaints } = await run(args, { out: 'full' });
    const plan = args[0] === 'schedule' ? /^(?:gpudeck schedule: .*\n)+/ : '';
    const last = complaints.trimEnd().split('\n').at(-1) ?? '';
    const told = args.includes('--json') ? `gpudeck: ${JSON.parse(last).error.message}\n` : complaints;
    expect(told.replace(plan, '')).toBe(UNWRITTEN);
    expect(code).toBe(1);
  });

  test.each(COMMANDS)('a reader that has gone ends it quietly: %s %s %s %s', async (...args) => {
    const { code, complaints } = await run(args, { out: 'unread' });
    expect(complaints.replace(/^(?:gpudeck schedule: .*\n)+/, '')).toBe('');
    expect(code).toBe(0);
  });

  test('a key whose only value could not be written is named, with what gives it another', async () => {
    const data = ['--data', join(temporaryFolder(), 'service.db')];
    const { code, complaints } = await run(['keys', 'create', 'ci', ...data], { out: 'full' });
    expect(code).toBe(1);
    expect(complaints).toBe(
      'key 1 "ci" created: full access. Its value is shown only once:\n' +
        `the value of key 1 is lost: "gpudeck keys reset 1" gives it a new one\n${UNWRITTEN}`,
    );
    expect((await run(['keys', 'list', ...data], { out: 'full' })).complaints).toBe(UNWRITTEN);
  });

  test('messages that nobody can be told end it with 1 where all else went well', async () => {
    // A message says what would be read.
    expect((await run(['search', 'h100', '--limit', '3'], { errors: 'full' })).code).toBe(1);
    expect((await run(['--version'], { errors: 'full' })).code).toBe(0);
    expect((await run(['nonsense'], { errors: 'full' })).code).toBe(2);
    expect((await run(['--help'], { out: 'full', errors: 'full' })).code).toBe(1);
  });
});

describe('what nobody expected', () => {
  const failing = (how: string) => ['--import', `data:text/javascript,Temporal.Now.timeZoneId=()=>{${how}}`];

  test.each([
    ['thrown', "throw new RangeError('too%20deep')"],
    ['thrown later', "setImmediate(()=>{throw new RangeError('too%20deep')});return'UTC'"],
    ['rejected', "Promise.reject(new RangeError('too%20deep'));return'UTC'"],
  ])('an error that is %s is one line without its stack, and exit code 1', async (_how, script) => {
    const { code, complaints } = await run(['search', '--limit', '1'], { nodeArgs: failing(script) });
    expect(complaints).toBe('gpudeck: an unexpected error ended the program: RangeError: too deep\n');
    expect(code).toBe(1);
  });
});

test('of a message the ends are shown, however long what it repeats', () => {
  const long = 'x'.repeat(1_000_000);
  const message = shortened(`gpudeck: there is no command '${long}'.\nwhat mends it`);
  expect(message).toMatch(/^gpudeck: there is no command 'x{159} \.\.\. x{58}'\.\nwhat mends it$/);
  const words = shortened(`not understood: ${'y '.repeat(500_000)}y: what can be meant`);
  expect(words).toMatch(/^not understood: (?:y )+ ?\.\.\. (?:y )+y: what can be meant$/);
  expect(words.length).toBeLessThan(2000);
  expect(shortened(`a ${'z'.repeat(290)}`)).toBe(`a ${'z'.repeat(290)}`);
});
