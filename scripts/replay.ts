/**
 * Records what the built program sends in a session of 200 mixed keys, and replays it into tmux: the final screen must be
 * the one that xterm shows, cell by cell. Needs tmux and script(1), so that it is run by hand: `npm run replay`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openEmulator } from '../test/support/emulator.ts';
import { keyBytes } from '../test/support/fake-keyboard.ts';
import { MIXED_KEYS } from '../test/support/mixed-keys.ts';
import { openPty } from '../test/support/pty.ts';

const COLUMNS = 120;
const ROWS = 35;
/** Longer than a frame takes, and than the wait for the rest of an escape sequence. */
const KEY_PAUSE_MS = 60;
const SETTLE_MS = 3000;

const folder = mkdtempSync(join(tmpdir(), 'gpudeck-replay-'));
const socket = join(folder, 'tmux');
const tmux = (...args: readonly string[]): string =>
  execFileSync('tmux', ['-S', socket, '-f', '/dev/null', ...args], { encoding: 'utf8' });

/** What the program sends from its first frame to the last key, with the screen that a terminal shows of it. */
const record = async () => {
  await using pty = openPty([process.execPath, 'dist/gpudeck.js'], {
    columns: COLUMNS,
    rows: ROWS,
    environment: { HOME: folder, GPUDECK_API_KEY: undefined, GPUDECK_BASE_URL: undefined },
  });
  await pty.until((screen) => screen.some((line) => line.includes('as of')));
  for (const key of MIXED_KEYS) {
    pty.write(keyBytes(key));
    await pause(KEY_PAUSE_MS);
  }
  await pause(SETTLE_MS);
  return { bytes: pty.received(), cells: pty.emulator.cells(), screen: pty.screen() };
};

/** The cells of a tmux window that was given `bytes`, once it has stood still. */
const inTmux = async (bytes: string) => {
  const file = join(folder, 'bytes');
  writeFileSync(file, bytes);
  tmux('new-session', '-d', '-x', String(COLUMNS), '-y', String(ROWS), `stty raw -echo; cat '${file}'; sleep 60`);
  tmux('set-option', '-g', 'status', 'off');
  tmux('resize-window', '-x', String(COLUMNS), '-y', String(ROWS));
  await pause(SETTLE_MS);
  const captured = tmux('capture-pane', '-p', '-e', '-N').replace(/\n$/, '').replaceAll('\n', '\r\n');
  tmux('kill-server');
  const emulator = openEmulator(COLUMNS, ROWS);
  await emulator.write(`\u001B[?7l${captured}`);
  return emulator.cells();
};

try {
  const { bytes, cells, screen } = await record();
  const replayed = await inTmux(bytes);
  const wrong = cells.flatMap((line, row) => (JSON.stringify(line) === JSON.stringify(replayed[row]) ? [] : [row]));
  const summary = `${MIXED_KEYS.length} keys, ${Buffer.byteLength(bytes)} bytes, ${tmux('-V').trim()}`;
  if (wrong.length === 0) console.log(`${summary}: all ${ROWS} lines the same in xterm and in tmux`);
  else {
    console.log(`${summary}: different lines`);
    for (const row of wrong) {
      const cell = cells[row]?.findIndex((text, column) => text !== replayed[row]?.[column]) ?? 0;
      console.log(`${row + 1}: ${screen[row]}`);
      console.log(`   cell ${cell + 1}: xterm "${cells[row]?.[cell]}", tmux "${replayed[row]?.[cell]}"`);
    }
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true });
}
