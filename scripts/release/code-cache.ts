/**
 * The compiled code that the executable brings along: V8's, after a run that shows offers, sorts and opens one. What was
 * compiled only when it first ran is most of the gain; a cache made at loading would not have it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openPty, type Pty } from '../../test/support/pty.ts';
import { openService } from '../bench/service.ts';

const OFFERS = 1000;
/** How long the program may take for a step, and to end. */
const LIMIT_MS = 20_000;
/** A price, then a count and a model: the beginning of every offer's row. */
const OFFER = /\d\.\d{4}\s+\d+× \w/;
const ENTER = '\r';
const ESCAPE = '\u001B';

/** Keys of the run, and the words by which each is seen to be done. */
const RUN: readonly (readonly [string, RegExp])[] = [
  ['', OFFER],
  ['o', /by \$\/h/],
  [ENTER, /\[Fields\].*\bEsc back\b/s],
  [ESCAPE, /^(?!.*\[Fields\]).*\d\.\d{4}\s+\d+× \w/s],
];

/** Shows offers, sorts them, opens one and quits, once `isDone`. */
export const runOnce = async (terminal: Pty, isDone = async (): Promise<void> => {}): Promise<void> => {
  for (const [key, words] of RUN) {
    if (key !== '') terminal.write(key);
    await terminal.until((screen) => words.test(screen.join('\n')), LIMIT_MS);
  }
  await isDone();
  terminal.write('q');
  const limit = setTimeout(LIMIT_MS, 'late', { ref: false });
  if ((await Promise.race([terminal.gone(), limit])) === 'late') {
    throw new Error(`the run did not end; the screen:\n${terminal.screen().join('\n')}`);
  }
};

/** Writes into the folder `target` the compiled code of the scripts in the folder `assets`, made by `node`. */
export const keepCompiledCode = async (node: string, assets: string, target: string): Promise<void> => {
  const home = mkdtempSync(join(tmpdir(), 'gpudeck-code-'));
  try {
    await using service = await openService('dist/gpudeck.js', OFFERS);
    await using terminal = openPty([node, 'scripts/release/keep-code.ts', assets, target], {
      columns: 120,
      rows: 40,
      environment: {
        HOME: home,
        XDG_STATE_HOME: undefined,
        XDG_CONFIG_HOME: undefined,
        XDG_CACHE_HOME: undefined,
        GPUDECK_BASE_URL: service.url,
        GPUDECK_API_KEY: service.apiKey,
        NODE_OPTIONS: undefined,
      },
    });
    await runOnce(terminal);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
};
