/**
 * The commands of the README and of the documents, run as they are written, one after the other, in a shell, on the local service that the
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

const COMMANDS = [...new Set(['README.md', ...globSync('docs/*.md').sort()].flatMap(commandsIn))];

/** They open the panes, run until they are stopped, or ask a PostgreSQL that is the user's. */
const ONLY_READ = /^gpudeck(?:$| listen| leases| service)|postgresql:/;

/** What is run for a line: it as it is, but for what rents, and for the recorder, which shall end. */
const harmless = (line: string): string =>
  line
    .replace(/^(gpudeck rent .*) --yes --wait/, '$1 --dry-run')
    .replace(/^gpudeck record(?! --once)/, 'gpudeck record --once');

/** What is said of an id that there is not. */
const NO_SUCH_ID = /not in your list|no recorded answer|no such/;

test.each(COMMANDS.map((line) => [line]))('%s is what the program takes', async (line) => {
  const { words } = readShellLine(`${line.split(/ [|#>] /)[0] ?? ''} `);
  expect(await readCommandLine(words.slice(1), {}, '0.0.0')).not.toMatchObject({ kind: 'refused' });
});

test('every command of the documents does what it says, on the market of the local service', async () => {
  const folder = temporaryFolder();
  const home = usedHome();
  const program = join(folder, 'gpudeck');
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${resolve('dist/gpudeck.js')}' "$@"\n`);
  chmodSync(program, 0o700);
  mkdirSync(join(home, '.ssh'), { mode: 0o700 });
  const env = { HOME: home, PATH: `${folder}:${process.env.PATH}`, LANG: 'C.UTF-8', TZ: 'UTC' };
  const run = (line: string) =>
    new Promise<{ readonly code: number; readonly errors: string }>((ended) => {
      execFile('bash', ['-c', line], { cwd: folder, env, maxBuffer: 1e9 }, (error, _, errors) =>
        ended({ code: Number(error?.code ?? 0), errors }),
      );
    });
  const lines = COMMANDS.filter((line) => !ONLY_READ.test(line));
  expect(lines.length).toBeGreaterThan(20);
  for (const line of lines) {
    const { code, errors } = await run(harmless(line));
    expect({ line, code, errors }).toEqual({ line, code: 0, errors: expect.not.stringMatching(NO_SUCH_ID) });
  }
  // Calls keep the service's thresholds.
}, 300_000);
