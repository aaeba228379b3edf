/**
 * What the launcher starts: runs the program's scripts, which lie beside it, with compiled code of an earlier run of the same
 * command, or else of the build, and keeps the code of this run where there was none.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as program from './program.ts';
import { type CodeFiles, codeFolder, readCode, writeCode } from './start/kept-code.ts';
import { createScripts } from './start/scripts.ts';
import type { ThreadScript } from './start/worker.ts';

/** What opens without a command. */
const USUAL_COMMAND = 'offers';

/** The first script, and those of the threads; as in all of them, a mark of its text is part of its name. */
const PROGRAM = /^program-\w+\.js$/;
const SERVICE = /^service-worker-\w+\.js$/;
const HISTORY = /^history-worker-\w+\.js$/;

const textOf = (name: string): string => readFileSync(new URL(name, import.meta.url), 'latin1');

const [word = ''] = process.argv.slice(2);
/** Each command has code of its own: a search shall not read what draws pictures. */
const command = /^[a-z]{1,20}$/.test(word) ? word : USUAL_COMMAND;
const folder = codeFolder(process.env);
const filesOf = (name: string, owner = command): CodeFiles => {
  const { versions, platform, arch } = process;
  const file = `${owner}-${name}-${versions.node}-${platform}-${arch}.code`;
  return { own: folder && join(folder, file), brought: join(import.meta.dirname, 'compiled', file) };
};

const scripts = createScripts({
  textOf,
  codeOf: (name) => readCode(filesOf(name)),
  require: process.getBuiltinModule,
});

/** Keeps the code of a run of the command `ran`, once it has done what it is for. */
const keepCode = (ran: string): void => {
  if (ran !== command) return;
  for (const [name, code] of scripts.codeToKeep()) {
    const { own } = filesOf(name);
    if (own !== undefined) writeCode(own, code);
  }
};

/** The script whose name is like `pattern`. */
const named = (pattern: RegExp): string =>
  readdirSync(new URL('.', import.meta.url)).find((name) => pattern.test(name)) ?? '';

/**
 * A thread's script, whose code is the same for every command. One that has ended and begins again does so under flags that V8 takes no
 * kept code under.
 */
const thread = (pattern: RegExp) => {
  let isFirst = true;
  return () => {
    const name = named(pattern);
    const script: ThreadScript = { name, text: textOf(name), code: isFirst ? filesOf(name, 'local') : {} };
    isFirst = false;
    return { source: textOf('worker.js'), data: { script } };
  };
};

// The script is made of this module.
const { runProgram } = scripts.load(named(PROGRAM)) as typeof program;
await runProgram({ service: thread(SERVICE), history: thread(HISTORY) }, keepCode);
