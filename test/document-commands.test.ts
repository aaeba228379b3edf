/**
 * The commands of the README and of each document, run as they are written, one after the other, in a shell, on the local service that the
 * program brings along. What would rent is run with --dry-run, and what goes on until it is stopped is only read.
 *
 * @module-tag program
 */
import { execFile } from 'node:child_process';
import { chmodSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readCommandLine } from '../src/cli/command-line.ts';
import { readShellLine } from '../src/cli/completion/complete-line.ts';
import { temporaryFolder } from './support/local-service.ts';
import { usedHome } from './support/used-home.ts';

/** The lines of the fenced blocks of a document that begin with the program's name; one that ends with \ goes on in the next. */
const commandsIn = (path: string): readonly string[] =>
  [...readFileSync(path, 'utf8').matchAll(/^```\w*\n(.*?)^```/gms)]
    .flatMap(([, block = '']) => block.replaceAll(/\\\n\s*/g, '').split('\n'))
    .filter((line) => /^gpudeck\b/.test(line));

const DOCUMENTS = ['README.md', 'skills/gpudeck/SKILL.md', ...globSync('docs/*.md').sort()].map(commandsIn);

/** They open the panes, run until they are stopped, copy files of the user's, or ask a PostgreSQL that is the user's. */
const ONLY_READ = /^gpudeck(?:$| copy| listen| leases| service| history export .*--follow)|postgresql:/;

/** What is run for a line: it as it is, but for what rents unplanned, and for the recorder, which shall end. What was planned and rented before is meant. */
const harmless = (line: string, before: string): string =>
  line
    .replace('DIGEST', before.match(/"digest":"(\w+)"/)?.[1] ?? 'DIGEST')
    .replace('4711', before.match(/"instance_id":(\d+)/)?.[1] ?? '4711')
    .replace(/^(gpudeck rent .*) --yes --wait/, '$1 --dry-run')
    .replace(/^gpudeck record(?! --once)/, 'gpudeck record --once');

/** What is said of an id that there is not. */
const NO_SUCH_ID = /not in your list|no recorded answer|no such/;

test.each(DOCUMENTS.flat().map((line) => [line]))('%s is what the program takes', async (line) => {
  const { words } = readShellLine(`${line.split(/ [|#>] /)[0] ?? ''} `);
  expect(await readCommandLine(words.slice(1), {}, '0.0.0')).not.toMatchObject({ kind: 'refused' });
});

/** Runs what is given, in a home where the program has been before, and looks at how each ends. */
const runAll = async (lines: readonly string[]): Promise<void> => {
  const folder = temporaryFolder();
  const home = usedHome();
  const program = join(folder, 'gpudeck');
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${resolve('dist/gpudeck.js')}' "$@"\n`);
  chmodSync(program, 0o700);
  mkdirSync(join(home, '.ssh'), { mode: 0o700 });
  const env = { HOME: home, PATH: `${folder}:${process.env.PATH}`, LANG: 'C.UTF-8', TZ: 'UTC' };
  const run = (line: string) =>
    new Promise<{ readonly code: number; readonly out: string; readonly errors: string }>((ended) => {
      execFile('bash', ['-c', line], { cwd: folder, env, maxBuffer: 1e9 }, (error, out, errors) =>
        ended({ code: Number(error?.code ?? 0), out, errors }),
      );
    });
  let before = '';
  for (const line of lines) {
    const { code, out, errors } = await run(harmless(line, before));
    before = out.startsWith('{') ? out + before : before;
    expect({ line, code, errors }).toEqual({ line, code: 0, errors: expect.not.stringMatching(NO_SUCH_ID) });
  }
};

test('every command of the documents does what it says, on the market of the local service', async () => {
  const documents = DOCUMENTS.map((lines) => lines.filter((line) => !ONLY_READ.test(line)));
  expect(documents.flat().length).toBeGreaterThan(20);
  // Documents at once: calls of a home keep the service's thresholds, and mostly wait.
  await Promise.all(documents.filter(({ length }) => length > 0).map(runAll));
}, 300_000);
