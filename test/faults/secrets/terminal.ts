/** The built program in a pseudo-terminal with keys of several lengths, on a service that repeats the key in all that it says. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { json, type ScriptedReply, startScriptedServer } from '../../support/scripted-server.ts';
import { secretOf } from '../../support/secrets.ts';
import { answering } from '../../support/tour.tsx';
import type { CallName } from '../fault.ts';
import { judged } from '../judged.ts';
import { Crash, ended, openProgram, reach, take } from '../program/built-program.ts';
import { TERMINATED } from '../program/ending.ts';
import { READY, type Typed, typedCalls } from '../program/typed.ts';
import type { CellResult, Problem } from '../result.ts';
import type { World } from '../world.ts';
import { chatterOf } from './chatter.ts';

/** The shortest that is looked for, a signed token, and the longest that a header carries. */
const SIZES = [8, 4000, 16_000];

const MACHINE_ID = 8207;

/** More than two runs of the program ask for. */
const ANSWERS = 40;

/** On the screen once the call was answered. */
const LISTED = / 1\/1 /;
const ANSWERED: Readonly<Partial<Record<CallName, RegExp>>> = {
  searchOffers: LISTED,
  listVolumes: LISTED,
  listConnections: LISTED,
  scheduleMaintenance: /1 announced\./,
  createWebhook: /The webhook was created\./,
  replaceNotificationPreferences: /Confirmed/,
};

/** Plays the rows that are wanted; tells `onCell` of each cell. */
export const playSecretTerminal = async (
  world: World,
  isWanted: (row: string) => boolean,
  onCell: (result: CellResult) => void,
): Promise<void> => {
  for (const length of SIZES) {
    const row = `secret: a terminal with a key of ${length} characters`;
    if (!isWanted(row)) continue;
    for (const typed of typedCalls(MACHINE_ID)) {
      if (ANSWERED[typed.call] !== undefined) onCell(await play(world, row, typed, secretOf(length)));
    }
  }
};

const play = async (world: World, row: string, typed: Typed, key: string): Promise<CellResult> => {
  const home = mkdtempSync(join(world.folder, 'home-'));
  world.begin();
  const chatter = chatterOf(key);
  const says = answering({ texts: [chatter], sentence: chatter, typed: '', json: chatter, secret: 'hush-0123456789' });
  // The settings in force are not what is looked at.
  const reply: ScriptedReply = (response, request) =>
    (request.method === 'GET' && request.path.includes('notification-') ? json(404, { detail: chatter }) : says)(
      response,
      request,
    );
  await using server = await startScriptedServer(...Array.from({ length: ANSWERS }, () => reply));
  const problems: Problem[] = [];
  try {
    const open = () => openProgram(world, typed.pane, home, { url: server.url, apiKey: key });
    problems.push(...(await makeCall(open, typed)), ...(await startAgain(open)));
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    problems.push({ kind: error instanceof Crash ? 'crash' : 'hang', text });
  }
  try {
    return judged(world, { row, call: typed.call, shown: 'hidden', problems, screen: '' }, home, [key]);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
};

/** The call is made, and its line among the requests is read and copied as a command. */
const makeCall = async (open: () => ReturnType<typeof openProgram>, { call, steps, last }: Typed) => {
  await using pty = open();
  await reach(pty, READY);
  await take(pty, steps);
  pty.write(last);
  await reach(pty, ANSWERED[call] ?? READY);
  await take(pty, [
    ['6', /copy as curl/],
    ['y', /cop(?:y|ied)/],
    ['\r', /Received/],
  ]);
  return await ended(pty, TERMINATED);
};

/** What was kept is shown again. */
const startAgain = async (open: () => ReturnType<typeof openProgram>) => {
  await using pty = open();
  await reach(pty, READY);
  return await ended(pty, TERMINATED);
};
