/** The help of every command ends with examples, and each of them is what the program takes. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command as Parser } from 'commander';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../src/base/clock.ts';
import { openCommandTree, readCommandLine } from '../src/cli/command-line.ts';
import { readShellLine } from '../src/cli/completion/complete-line.ts';
import { impatientClock, TIME_LIMITS_MS } from './support/impatient-clock.ts';
import { startTestService, temporaryFolder } from './support/local-service.ts';
import { gpudeck } from './support/one-shot.ts';

/** The words of every command and of those below it, without the program's own name. */
const everyCommand = async (): Promise<readonly (readonly string[])[]> => {
  const { program, grow } = openCommandTree('0.0.0');
  for (const command of program.commands) if (command.name() !== 'help') await grow(command);
  const below = (command: Parser, words: readonly string[]): readonly (readonly string[])[] => [
    words,
    ...command.commands.flatMap((inner) => below(inner, [...words, inner.name()])),
  ];
  return below(program, []);
};

/** What a shell makes of an example: its words up to a pipe, a comment or a file to write to. */
const wordsOf = (example: string): readonly string[] =>
  readShellLine(`${example.split(/ [|#] /)[0] ?? ''} `).words.slice(1);

/** The help as data, which has each command that is run with its examples. */
const told = z
  .object({
    commands: z.array(
      z.object({ command: z.string(), examples: z.array(z.string()), effect: z.looseObject({ does: z.string() }) }),
    ),
  })
  .parse(JSON.parse((await gpudeck(['help', '--json'])).out)).commands;

const examplesOf = async (command: readonly string[]): Promise<readonly string[]> => {
  const data = told.find((one) => one.command === command.join(' '));
  if (data !== undefined) return data.examples;
  // Only those below it are run.
  const { code, out } = await gpudeck([...command, '--help']);
  expect(code).toBe(0);
  const [, ...parts] = out.split(/^Examples\b.*:$/m);
  return parts.flatMap((part) => [...part.matchAll(/^ {2}(gpudeck\b.*)$/gm)].map(([, line = '']) => line));
};

const commands = await everyCommand();
const examples = (
  await Promise.all(commands.map(async (words) => (await examplesOf(words)).map((line) => [line, words] as const)))
).flat();

test('the help as data has every command that is run, and says of each what it does', () => {
  const beginsOthers = (words: readonly string[]) =>
    commands.some((other) => other.length > words.length && words.every((word, place) => other[place] === word));
  const names = told.map(({ command }) => command);
  const run = commands.filter((words) => !beginsOthers(words)).map((words) => words.join(' '));
  // These are run by themselves too.
  expect(names.filter((name) => !['service', 'copy', 'history'].includes(name)).sort()).toEqual(run.sort());
  expect(told.find(({ command }) => command === 'instance destroy')?.effect).toEqual({
    does: 'writes',
    ends: true,
    prints: { lines: 'change' },
  });
});

test('the help of one command as data is that command alone, and the exit codes are one table', async () => {
  const { out } = await gpudeck(['help', 'instance', 'bid', '--json']);
  expect(JSON.parse(out)).toMatchObject({
    commands: [
      {
        command: 'instance bid',
        effect: { does: 'writes', costs: true },
        arguments: [{ name: 'id', is_required: true, is_many: true }],
        options: expect.arrayContaining([
          { name: '--price', type: 'price', meaning: 'the bid in $/h', is_required: true },
        ]),
        examples: ['gpudeck instance bid 4711 --price 0.25 --yes'],
      },
    ],
    exit_codes: expect.arrayContaining([
      { code: 5, meaning: 'unreachable or timed out', kinds: ['unreachable', 'timed-out'] },
    ]),
  });
});

test.each(commands.map((words) => [['gpudeck', ...words].join(' '), words] as const))(
  'the help of %s has an example of it',
  (_, words) => {
    const own = examples.filter(([, of]) => of === words);
    expect(own.length).toBeGreaterThan(0);
    if (words.length > 0 && words[0] !== 'help') {
      expect(own.every(([line]) => wordsOf(line).join(' ').includes(words.join(' ')))).toBe(true);
    }
  },
);

/** Those that open a screen, write, run until they are stopped, or need a file, a database or something else that the user has. */
const isRun = (line: string): boolean => {
  const words = wordsOf(line).join(' ');
  const of = told.filter(({ command }) => `${words} `.startsWith(`${command} `)).sort(byLength)[0];
  return of !== undefined && of.effect.does !== 'writes' && !NEEDS_SOMETHING.test(line);
};

const byLength = (one: { readonly command: string }, other: { readonly command: string }) =>
  other.command.length - one.command.length;

const NEEDS_SOMETHING =
  /^gpudeck (?:machine|record|lease (?:set|clear)|logs |service|listen|mcp|skill install|views import|keys|alerts (?:arm|disarm|remove|check away)|template show|instance execute|ssh-key show|history export)/;

describe('an example', () => {
  test.each([...new Set(examples.map(([line]) => line))].map((line) => [line]))('%s', async (line) => {
    const invocation = await readCommandLine(wordsOf(line), {}, '0.0.0');
    expect(invocation, JSON.stringify(invocation)).not.toMatchObject({ kind: 'refused' });
    if (!isRun(line)) return;
    const folder = temporaryFolder();
    const { url, apiKey } = await startTestService();
    mkdirSync(join(folder, 'state'), { mode: 0o700 });
    writeFileSync(
      join(folder, 'profiles.json'),
      JSON.stringify({ profiles: { work: { base_url: url, key_file: 'work.key' } } }),
      { mode: 0o600 },
    );
    writeFileSync(join(folder, 'work.key'), apiKey, { mode: 0o600 });
    const words = wordsOf(line).map((word) => word.replace(/mine\.view|market\.db/, (file) => join(folder, file)));
    const { code, errors } = await gpudeck(['--config', folder, ...words], {
      environment: { GPUDECK_PROFILE: 'work', LANG: 'C.UTF-8' },
      // The doctor compares it with the service's.
      clock: words[0] === 'doctor' ? systemClock : impatientClock(Date.now(), TIME_LIMITS_MS),
    });
    // A market this small has no such machine.
    if (line.includes('market --machine')) expect(errors).toContain('8207');
    // Nothing was exported here.
    else if (line.includes('history import'))
      expect([code, errors]).toEqual([1, expect.stringContaining('market has no manifest.json')]);
    else expect([code, errors]).toEqual([0, expect.anything()]);
  });

  test('there are many', () => expect(examples.length).toBeGreaterThan(50));
});
