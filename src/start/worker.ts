/**
 * The first script of every worker thread: runs the thread's own, with the code that V8 compiled for it in an earlier run, and
 * keeps that of this run where there was none.
 */
import { workerData } from 'node:worker_threads';
import { type CodeFiles, readCode, writeCode } from './kept-code.ts';
import { createScripts } from './scripts.ts';

/** What it is given besides the thread's own options. */
export type ThreadScript = {
  readonly name: string;
  readonly text: string;
  readonly code: CodeFiles;
};

declare const require: NodeJS.Require;

/** By then the first rows are on the screen, and the program has not yet changed the flags under which V8 takes the code again. */
const KEPT_AFTER_MS = 1000;

// Its one giver is src/main.ts.
const { name, text, code } = workerData.script as ThreadScript;

const scripts = createScripts({
  textOf: () => text,
  codeOf: () => readCode(code),
  require,
});
scripts.load(name);
setTimeout(() => {
  for (const [, bytes] of scripts.codeToKeep()) if (code.own !== undefined) writeCode(code.own, bytes);
}, KEPT_AFTER_MS).unref();
