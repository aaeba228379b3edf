/** Has the built program, in a pseudo-terminal, end in the middle of a call, and starts it again on what it left behind. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openPty, type Pty } from '../../support/pty.ts';
import { within } from '../patience.ts';
import type { CellResult, Problem, Wrong } from '../result.ts';
import type { World } from '../world.ts';
import type { Ending } from './ending.ts';
import { isReady, type Typed } from './typed.ts';

/** What a program prints that crashes. */
const STACK = /\n\s+at .+:\d+:\d+|\w*Error: /;

/** Plays `ending` while `typed` is under way. Rejects never: what does not come in time is a hang of the cell. */
export const playEnding = async (world: World, typed: Typed, ending: Ending): Promise<CellResult> => {
  const { proxy } = world;
  const problems: Problem[] = [];
  const wrong = (kind: Wrong, text: string) => problems.push({ kind, text });
  const home = mkdtempSync(join(world.folder, 'home-'));
  const callsBefore = proxy.requests.length;
  const calls = () => proxy.requests.slice(callsBefore).filter(typed.isMeant).length;
  let shown = '?';
  world.begin();
  try {
    for (const problem of await endInTheMiddle(world, typed, ending, home)) problems.push(problem);
    const callsMade = calls();
    proxy.decide(() => undefined);
    const isKnown = await startAgain(world, typed, home);
    if (typed.book === undefined) {
      shown = isKnown ? 'listed' : 'nothing';
      if (!isKnown) wrong('outcome', 'after a restart the list does not come');
    } else {
      shown = isKnown ? 'unknown' : 'nothing';
      const isMade = ending.play !== undefined;
      if (isKnown !== isMade) wrong('outcome', `after a restart it is ${isKnown ? '' : 'not '}said to be unknown`);
      if (callsMade > (isMade ? 1 : 0)) wrong('duplicate write', `${callsMade} calls`);
      if (calls() > callsMade) wrong('duplicate write', 'sent by a restart');
      const written = world.written(typed.book);
      if (written !== (ending.acts ? 1 : 0)) wrong('duplicate write', `the service has written ${written} times`);
    }
  } catch (error) {
    wrong('hang', error instanceof Error ? error.message : String(error));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  return { row: `program: ${ending.row}`, call: typed.call, shown, problems, screen: '' };
};

/** The program makes the call and ends; resolves to what is wrong with the terminal then. */
const endInTheMiddle = async (
  world: World,
  { steps, last, isMeant, pane }: Typed,
  { play, after, end, exitCode, isTerminalGivenBack }: Ending,
  home: string,
): Promise<readonly Problem[]> => {
  const struck = Promise.withResolvers<void>();
  if (play !== undefined) {
    world.proxy.decide((request) =>
      isMeant(request)
        ? async (caught) => {
            await play(caught);
            struck.resolve();
          }
        : undefined,
    );
  }
  await using pty = openProgram(world, pane, home);
  await pty.until(isReady);
  for (const [typed, words] of steps) {
    pty.write(typed);
    await pty.until((screen) => words.test(screen.join('\n')));
  }
  if (play !== undefined) {
    pty.write(last);
    await within('the call', struck.promise);
  }
  if (after !== undefined) await pty.until((screen) => after.test(screen.join('\n')));
  end(pty, pty.processes().filter(isProgram));
  if (exitCode === undefined) {
    await within('the line was cut', pty.gone());
    return [];
  }
  const screen = await pty.until((lines) => lines.some((line) => line.startsWith('after ')));
  const said = (word: string) => screen.find((line) => line.startsWith(`${word} `))?.slice(word.length + 1);
  const problems: Problem[] = [];
  if (said('exit') !== String(exitCode)) problems.push({ kind: 'terminal', text: `ended with ${said('exit')}` });
  if (!isTerminalGivenBack) return problems;
  if (said('after') !== said('before')) problems.push({ kind: 'terminal', text: 'its modes are others than before' });
  if (pty.emulator.isAlternateScreen()) problems.push({ kind: 'terminal', text: 'it is left in the other screen' });
  if (pty.emulator.cursor() === undefined) problems.push({ kind: 'terminal', text: 'its cursor is left hidden' });
  if (STACK.test(screen.join('\n'))) problems.push({ kind: 'crash', text: screen.join('\n') });
  return problems;
};

/** Starts the program once more; resolves to whether it says what `typed` says of a call whose outcome is unknown. */
const startAgain = async (world: World, { pane, look, looked, known }: Typed, home: string): Promise<boolean> => {
  await using pty = openProgram(world, pane, home);
  await pty.until(isReady);
  pty.write(look);
  const screen = await pty.until((lines) => looked.test(lines.join('\n')));
  return known.test(screen.join(' '));
};

/** The program in a shell that tells what the terminal was like before and afterwards, and how the program ended. */
const openProgram = ({ proxy, service }: World, pane: string, home: string): Pty => {
  const command = `'${process.execPath}' dist/gpudeck.js ${pane}`;
  // What a killed program has left on these lines goes first.
  const say = (word: string, value: string) => `printf '\\r\\033[K%s %s\\n' ${word} "${value}"`;
  const script = `${say('before', '$(stty -g)')}; ${command}; ${say('exit', '$?')}; ${say('after', '$(stty -g)')}`;
  return openPty(['sh', '-c', script], {
    columns: 120,
    rows: 36,
    environment: {
      HOME: home,
      XDG_STATE_HOME: undefined,
      XDG_CONFIG_HOME: undefined,
      GPUDECK_BASE_URL: proxy.url,
      GPUDECK_API_KEY: service.apiKey,
      GPUDECK_USER_ID: String(service.userId),
    },
  });
};

const isProgram = (pid: number): boolean => {
  const [command = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  return command === process.execPath;
};
