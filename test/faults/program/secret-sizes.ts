/** The built program with keys of every length, on a service that repeats the key in what it answers and in what it refuses. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { atHome } from '../../support/running-program.ts';
import { json, startScriptedServer } from '../../support/scripted-server.ts';
import { secretOf, wantedSizes } from '../../support/secrets.ts';
import type { CallName } from '../fault.ts';
import type { CellResult, Problem } from '../result.ts';
import type { World } from '../world.ts';

const COMMANDS: readonly (readonly [CallName, readonly string[], (records: readonly object[]) => unknown])[] = [
  ['searchOffers', ['search', '--ndjson'], (offers) => ({ offers })],
  ['listVolumes', ['list', 'volumes', '--ndjson'], (volumes) => ({ volumes })],
  ['listConnections', ['list', 'connections', '--ndjson'], (connections) => connections],
];

/** Characters in a row that are a part of the key and of no word. */
const PART = 8;

/** Plays the rows that are wanted; tells `onCell` of each cell. */
export const playSecretSizes = async (
  world: World,
  isWanted: (row: string) => boolean,
  onCell: (result: CellResult) => void,
): Promise<void> => {
  for (const length of wantedSizes(1)) {
    const row = `secret: a key of ${length} characters`;
    if (!isWanted(row)) continue;
    for (const [call, words, reply] of COMMANDS) {
      const problems = await problemsOf(world, secretOf(length), words, reply);
      onCell({ row, call, shown: 'hidden', problems, screen: '' });
    }
  }
};

const problemsOf = async (
  { folder }: World,
  key: string,
  words: readonly string[],
  reply: (records: readonly object[]) => unknown,
): Promise<readonly Problem[]> => {
  const home = mkdtempSync(join(folder, 'sizes-'));
  const chatter = `${key}, ${JSON.stringify(key)}, ${encodeURIComponent(key)}`;
  const problems: Problem[] = [];
  for (const answer of [
    json(200, reply([{ id: 1, name: chatter, [key]: 1 }])),
    json(400, { error: key, msg: chatter }),
  ]) {
    await using server = await startScriptedServer(answer);
    const child = spawn(process.execPath, ['dist/gpudeck.js', ...words], {
      env: { ...atHome(home), GPUDECK_BASE_URL: server.url, GPUDECK_API_KEY: key },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    const files = readdirSync(home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
    const isShown = [out, errors, ...files].some((said) => partsOf(key).some((part) => said.includes(part)));
    if (isShown) problems.push({ kind: 'leak', text: `the key of ${key.length} characters is shown` });
    if (code === null || /\n\s+at |unexpected error/.test(errors))
      problems.push({ kind: 'crash', text: errors.slice(0, 500) });
    if (code !== 0 && errors.trim() === '') problems.push({ kind: 'words', text: 'it fails without a word' });
  }
  rmSync(home, { recursive: true, force: true });
  return problems;
};

/** Parts from the beginning, the middle and the end; none of a key that is itself no more than a word. */
const partsOf = (key: string): readonly string[] =>
  key.length < PART
    ? []
    : [0, Math.floor((key.length - PART) / 2), key.length - PART].map((at) => key.slice(at, at + PART));
