/** The built program's commands with keys of every length, on a service that repeats the key, and where the program breaks down. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { atHome } from '../../support/running-program.ts';
import { json, startScriptedServer } from '../../support/scripted-server.ts';
import { secretOf, wantedSizes } from '../../support/secrets.ts';
import type { CallName } from '../fault.ts';
import { judged } from '../judged.ts';
import type { CellResult, Problem } from '../result.ts';
import type { World } from '../world.ts';
import { chatterOf } from './chatter.ts';

/** What makes the call, and its answer with these records. */
type Command = readonly [call: CallName, words: readonly string[], answer: (records: readonly object[]) => unknown];

const COMMANDS: readonly Command[] = [
  ['searchOffers', ['search', '--ndjson'], (offers) => ({ offers })],
  ['listVolumes', ['list', 'volumes', '--ndjson'], (volumes) => ({ volumes })],
  ['listConnections', ['list', 'connections', '--ndjson'], (connections) => connections],
  [
    'scheduleMaintenance',
    'schedule --machine 8207 --start 2030-01-01T02:00Z --hours 2 --category disk --yes'.split(' '),
    (records) => ({ success: true, you_sent: JSON.stringify(records) }),
  ],
];

/** Plays the rows that are wanted; tells `onCell` of each cell. */
export const playSecretCommands = async (
  world: World,
  isWanted: (row: string) => boolean,
  onCell: (result: CellResult) => void,
): Promise<void> => {
  for (const length of wantedSizes(1)) {
    const key = secretOf(length);
    const said = `secret: a command with a key of ${length} characters`;
    const broken = `secret: a command that breaks down with a key of ${length} characters`;
    for (const command of COMMANDS) {
      if (isWanted(said)) onCell(await playCommand(world, said, key, command));
      if (isWanted(broken)) onCell(await playBreakdown(world, broken, key, command));
    }
  }
};

const playCommand = (world: World, row: string, key: string, [call, words, answerOf]: Command): Promise<CellResult> =>
  inOwnHome(world, key, { row, call, shown: 'hidden' }, async (home) => {
    const chatter = chatterOf(key);
    const problems: Problem[] = [];
    for (const answer of [
      json(400, { error: key, msg: chatter }),
      json(200, answerOf([{ id: 1, name: chatter, [key]: 1 }])),
    ]) {
      await using server = await startScriptedServer(answer);
      problems.push(...(await run(world, home, key, server.url, words)).problems);
    }
    return problems;
  });

/** In the middle of the call something is thrown that holds the key. */
const playBreakdown = (world: World, row: string, key: string, [call, words]: Command): Promise<CellResult> =>
  inOwnHome(world, key, { row, call, shown: 'one line' }, async (home) => {
    // Beside the home, which may hold no key.
    const breaker = `${home}.mjs`;
    const message = JSON.stringify(`broke down with ${chatterOf(key)}`);
    writeFileSync(breaker, `setTimeout(() => { throw new Error(${message}); }, 400);`);
    await using server = await startScriptedServer(() => {});
    const { code, problems } = await run(world, home, key, server.url, words, ['--import', breaker]);
    rmSync(breaker);
    return code === 1 ? problems : [...problems, { kind: 'outcome', text: `ended with ${code}` }];
  });

const inOwnHome = async (
  world: World,
  key: string,
  cell: Pick<CellResult, 'row' | 'call' | 'shown'>,
  play: (home: string) => Promise<readonly Problem[]>,
): Promise<CellResult> => {
  const home = mkdtempSync(join(world.folder, 'sizes-'));
  world.begin();
  try {
    return judged(world, { ...cell, problems: await play(home), screen: '' }, home, [key]);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
};

const run = async (
  { hear }: World,
  home: string,
  key: string,
  url: string,
  words: readonly string[],
  flags: readonly string[] = [],
) => {
  const child = spawn(process.execPath, [...flags, 'dist/gpudeck.js', ...words], {
    env: { ...atHome(home), GPUDECK_BASE_URL: url, GPUDECK_API_KEY: key },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  hear('stdout', () => out);
  hear('stderr', () => errors);
  const problems: Problem[] = [];
  if (code === null || /\n\s+at /.test(errors)) problems.push({ kind: 'crash', text: errors.slice(0, 500) });
  if (code !== 0 && errors.trim() === '' && out.trim() === '')
    problems.push({ kind: 'words', text: 'it fails without a word' });
  return { code, problems };
};
