/** The built program in a pseudo-terminal, under a shell that tells what the terminal was like and how the program ended. */
import { readFileSync } from 'node:fs';
import { openPty, type Pty } from '../../support/pty.ts';
import { atHome } from '../../support/running-program.ts';
import { within } from '../patience.ts';
import type { Problem } from '../result.ts';
import type { World } from '../world.ts';
import type { End } from './ending.ts';

/** Bytes to type, and what is on the screen once they were taken. */
export type Step = readonly [typed: string, words: RegExp];

/** The program ended although nobody had it end. */
export class Crash extends Error {}

/** What a program prints that crashes. */
export const STACK = /\n\s+at .+:\d+:\d+|\w*Error: /;
const ENDED = /^exit \d/m;

/** Starts the program, on the proxy unless `at` says where, with `home` as its home; `pane` is its argument, empty for none. */
export const openProgram = (
  { proxy, service, hear }: World,
  pane: string,
  home: string,
  at = { url: proxy.url, apiKey: service.apiKey },
): Pty => {
  const command = `'${process.execPath}' dist/gpudeck.js ${pane}`;
  // What a killed program has left on these lines goes first.
  const say = (word: string, value: string) => `printf '\\r\\033[K%s %s\\n' ${word} "${value}"`;
  const script = `${say('before', '$(stty -g)')}; ${command}; ${say('exit', '$?')}; ${say('after', '$(stty -g)')}`;
  const pty = openPty(['sh', '-c', script], {
    columns: 120,
    rows: 36,
    environment: {
      ...atHome(home),
      GPUDECK_BASE_URL: at.url,
      GPUDECK_API_KEY: at.apiKey,
      GPUDECK_USER_ID: String(service.userId),
    },
  });
  hear('what the terminal was sent', pty.received);
  hear('the screen', () => pty.screen().join('\n'));
  return pty;
};

/** Waits until the screen shows `words`, and returns it. Throws a {@link Crash} when the program ends before. */
export const reach = async (pty: Pty, words: RegExp): Promise<string> => {
  const shows = (screen: readonly string[]) => words.test(screen.join('\n'));
  const screen = await pty.until((lines) => shows(lines) || ENDED.test(lines.join('\n')));
  if (!shows(screen)) throw new Crash(screen.join('\n'));
  return screen.join('\n');
};

/** Types each step when the one before was taken. */
export const take = async (pty: Pty, steps: readonly Step[]): Promise<void> => {
  for (const [typed, words] of steps) {
    pty.write(typed);
    await reach(pty, words);
  }
};

/** Has the program end; resolves to what is wrong with how it does, and with the terminal then. */
export const ended = async (pty: Pty, { end, exitCode, isTerminalGivenBack }: End): Promise<readonly Problem[]> => {
  end(pty, pty.processes().filter(isProgram));
  if (exitCode === undefined) {
    await within('the line was cut', pty.gone());
    return [];
  }
  const screen = await pty.until((lines) => lines.some((line) => line.startsWith('after ')));
  const said = (word: string) => screen.find((line) => line.startsWith(`${word} `))?.slice(word.length + 1);
  const problems: Problem[] = [];
  if (said('exit') !== String(exitCode)) problems.push({ kind: 'crash', text: `ended with ${said('exit')}` });
  if (!isTerminalGivenBack) return problems;
  if (said('after') !== said('before')) problems.push({ kind: 'terminal', text: 'its modes are others than before' });
  if (pty.emulator.isAlternateScreen()) problems.push({ kind: 'terminal', text: 'it is left in the other screen' });
  if (pty.emulator.cursor() === undefined) problems.push({ kind: 'terminal', text: 'its cursor is left hidden' });
  if (STACK.test(screen.join('\n'))) problems.push({ kind: 'crash', text: screen.join('\n') });
  return problems;
};

const isProgram = (pid: number): boolean => {
  const [command = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  return command === process.execPath;
};
