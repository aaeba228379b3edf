/** Has the built program, in a pseudo-terminal, end in the middle of a call or of typing, and starts it again on what it left. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pty } from '../../support/pty.ts';
import { judged } from '../judged.ts';
import { within } from '../patience.ts';
import type { CellResult, Problem } from '../result.ts';
import type { World } from '../world.ts';
import { Crash, ended, openProgram, reach, take } from './built-program.ts';
import type { HalfTyped } from './draft.ts';
import type { End, Ending } from './ending.ts';
import { missing, READY, type Typed } from './typed.ts';

/** Longer than what was typed may take to be noted, by which a program that is killed can have lost it; ms. */
const NOTED_MS = 1500;

const ASKED = /Resume the session of/;
const MENTIONED = /can be resumed: press : and type resume/;

/** What came of a cell, and what is wrong in it. */
type Came = { readonly shown: string; readonly problems: readonly Problem[] };

/** Plays `ending` while `typed` is under way. Rejects never: what does not come in time is a hang of the cell. */
export const playEnding = (world: World, typed: Typed, ending: Ending): Promise<CellResult> =>
  inOwnHome(world, `program: ${ending.row}`, typed.call, async (home) => {
    const { proxy } = world;
    const callsBefore = proxy.requests.length;
    const calls = () => proxy.requests.slice(callsBefore).filter(typed.isMeant).length;
    const atTheEnd = await endInTheMiddle(world, typed, ending, home);
    const callsMade = calls();
    proxy.decide(() => undefined);
    const { isKnown, lost } = await startAgain(world, typed, home);
    const after = lost.map((name) => ({ kind: 'input lost', text: name }) as const);
    if (typed.book === undefined) {
      const problems: readonly Problem[] = isKnown ? [] : [{ kind: 'outcome', text: 'the list does not come' }];
      return { shown: isKnown ? 'listed' : 'nothing', problems: [...atTheEnd, ...problems, ...after] };
    }
    const isMade = ending.play !== undefined;
    const problems: Problem[] = [];
    if (isKnown !== isMade) {
      problems.push({ kind: 'outcome', text: `after a restart it is ${isKnown ? '' : 'not '}said to be unknown` });
    }
    if (callsMade > (isMade ? 1 : 0)) problems.push({ kind: 'duplicate write', text: `${callsMade} calls` });
    if (calls() > callsMade) problems.push({ kind: 'duplicate write', text: 'sent by a restart' });
    const written = world.written(typed.book);
    if (written !== (ending.acts ? 1 : 0)) {
      problems.push({ kind: 'duplicate write', text: `the service has written ${written} times` });
    }
    return { shown: isKnown ? 'unknown' : 'nothing', problems: [...atTheEnd, ...problems, ...after] };
  });

/** Ends the program while `half` is being typed, and goes on with it as the next start offers. Rejects never. */
export const playTyping = (world: World, half: HalfTyped, row: string, end: End): Promise<CellResult> =>
  inOwnHome(world, `program: ${row}`, half.call, async (home) => {
    const atTheEnd = await endWhileTyping(world, half, end, home);
    const callsBefore = world.proxy.requests.length;
    await using pty = openProgram(world, '', home);
    if (!(await isReached(pty, ASKED))) {
      return { shown: 'lost', problems: [...atTheEnd, { kind: 'input lost', text: 'the session' }] };
    }
    const early: readonly Problem[] =
      world.proxy.requests.length > callsBefore ? [{ kind: 'outcome', text: 'the service is asked too early' }] : [];
    pty.write('\r');
    const lost = (await missing(pty, half.kept)).map((name) => ({ kind: 'input lost', text: name }) as const);
    return { shown: lost.length === 0 ? 'resumed' : 'lost', problems: [...atTheEnd, ...early, ...lost] };
  });

/** Plays a cell with a home folder of its own. */
const inOwnHome = async (
  world: World,
  row: string,
  call: CellResult['call'],
  play: (home: string) => Promise<Came>,
): Promise<CellResult> => {
  const home = mkdtempSync(join(world.folder, 'home-'));
  world.begin();
  try {
    return judged(world, { row, call, ...(await play(home)), screen: '' }, home);
  } catch (error) {
    const kind = error instanceof Crash ? 'crash' : 'hang';
    const text = error instanceof Error ? error.message : String(error);
    return judged(world, { row, call, shown: '?', problems: [{ kind, text }], screen: '' }, home);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
};

/** The program makes the call and ends; resolves to what is wrong then. */
const endInTheMiddle = async (
  world: World,
  { steps, last, isMeant, pane }: Typed,
  ending: Ending,
  home: string,
): Promise<readonly Problem[]> => {
  const { play, after } = ending;
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
  await reach(pty, READY);
  await take(pty, steps);
  if (play !== undefined) {
    pty.write(last);
    await within('the call', struck.promise);
  }
  if (after !== undefined) await reach(pty, after);
  return await ended(pty, ending);
};

/** The program is ended with something half typed; resolves to what is wrong then. */
const endWhileTyping = async (
  world: World,
  { pane, steps }: HalfTyped,
  end: End,
  home: string,
): Promise<readonly Problem[]> => {
  await using pty = openProgram(world, pane, home);
  await reach(pty, READY);
  await take(pty, steps);
  if (end.isSudden) await pause(NOTED_MS);
  return await ended(pty, end);
};

/**
 * Starts the program once more at the same pane, where earlier sessions are only mentioned: resolves to whether it says what
 * `typed` says of a call whose outcome is unknown, and to what is not there again when the session is resumed.
 */
const startAgain = async (world: World, { pane, look, looked, known, steps, kept }: Typed, home: string) => {
  await using pty = openProgram(world, pane, home);
  const isMentioned = await isReached(pty, steps.length === 0 ? READY : MENTIONED);
  if (typeof look === 'string') pty.write(look);
  else await take(pty, look);
  const screen = await reach(pty, looked);
  const isKnown = known.test(screen.replaceAll('\n', ' '));
  if (steps.length === 0) return { isKnown, lost: [] };
  if (!isMentioned) return { isKnown, lost: ['the session'] };
  pty.write(':');
  await reach(pty, /^ ?:/m);
  pty.write('resume an earlier\r');
  await reach(pty, ASKED);
  pty.write('\r');
  return { isKnown, lost: await missing(pty, kept) };
};

/** Whether the screen comes to show `words`. Throws a {@link Crash} when the program ends before. */
const isReached = async (pty: Pty, words: RegExp): Promise<boolean> => {
  try {
    await reach(pty, words);
    return true;
  } catch (error) {
    if (error instanceof Crash) throw error;
    return false;
  }
};
