import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copy } from '../src/terminal/users-side.ts';

/** A folder with a `tmux` that writes what it is given, and its environment, into files, and ends with `exitCode`. */
function standInForTmux(exitCode: number) {
  const folder = mkdtempSync(join(tmpdir(), 'tmux-'));
  const script = `#!/bin/sh\necho "$@" >${folder}/arguments; env >${folder}/environment; /bin/cat >${folder}/input; exit ${exitCode}\n`;
  writeFileSync(join(folder, 'tmux'), script);
  chmodSync(join(folder, 'tmux'), 0o755);
  return { folder, read: (name: string) => readFileSync(join(folder, name), 'utf8') };
}

test('outside tmux the text goes to the terminal by OSC 52', async () => {
  const sent: string[] = [];
  const environment = { TERM: 'xterm-256color' };
  const result = await copy('4090 ä', { environment, multiplexer: undefined, send: (text) => sent.push(text) });
  expect(result).toBe('sent');
  expect(sent).toEqual(['\u001B]52;c;NDA5MCDDpA==\u0007']);
});

test('in tmux it goes to tmux, which is told nothing else about us', async () => {
  const tmux = standInForTmux(0);
  const environment = {
    TERM: 'tmux',
    TMUX: '/tmp/t,1,0',
    PATH: `${tmux.folder}:/usr/bin:/bin`,
    GPUDECK_API_KEY: 'key',
  };
  const send = () => expect.unreachable('nothing is to be sent to the terminal');
  expect(await copy('offer 7', { environment, multiplexer: 'tmux', send })).toBe('sent');
  expect(tmux.read('arguments')).toBe('load-buffer -w -\n');
  expect(tmux.read('input')).toBe('offer 7');
  expect(tmux.read('environment')).not.toContain('key');
});

test('a tmux too old for that is passed by', async () => {
  const tmux = standInForTmux(1);
  const sent: string[] = [];
  const environment = { TERM: 'tmux', TMUX: '/tmp/t,1,0', PATH: `${tmux.folder}:/usr/bin:/bin` };
  expect(await copy('x', { environment, multiplexer: 'tmux', send: (text) => sent.push(text) })).toBe('sent');
  expect(sent).toEqual(['\u001B]52;c;eA==\u0007']);
});

test('no tmux to be found is passed by', async () => {
  const sent: string[] = [];
  const environment = { TERM: 'tmux', TMUX: '/tmp/t,1,0', PATH: '/nonexistent' };
  expect(await copy('x', { environment, multiplexer: 'tmux', send: (text) => sent.push(text) })).toBe('sent');
  expect(sent).toHaveLength(1);
});

test.each([
  ['the Linux console', { TERM: 'linux' }, undefined, 'x'],
  ['screen, which keeps OSC 52 to itself', { TERM: 'screen', STY: '1' }, 'screen' as const, 'x'],
  ['more than a terminal takes', { TERM: 'xterm' }, undefined, 'x'.repeat(74_995)],
])('there is no way with %s, and nothing is sent', async (_, environment, multiplexer, text) => {
  const send = () => expect.unreachable('nothing is to be sent to the terminal');
  expect(await copy(text, { environment, multiplexer, send })).toBeUndefined();
});
