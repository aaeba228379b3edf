/** A file that is named as the history and is none: it is refused, and stays as it is to the byte, whichever command names it. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { SQLITE_STEPS } from '../src/history/sqlite-tables.ts';
import { temporaryFolder } from './support/local-service.ts';
import { gpudeck } from './support/one-shot.ts';
import { json, startScriptedServer } from './support/scripted-server.ts';

const databaseWith =
  (...statements: readonly string[]) =>
  (file: string): void => {
    const database = new DatabaseSync(file);
    for (const statement of statements) database.exec(statement);
    database.close();
  };

const torn = (file: string): void => {
  databaseWith('CREATE TABLE notes (text TEXT)', "INSERT INTO notes VALUES ('mine')")(file);
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill('x', 100, 4000));
};

const FOREIGN: readonly (readonly [string, (file: string) => void])[] = [
  ['a text', (file) => writeFileSync(file, 'my notes\n', { mode: 0o644 })],
  ['a picture of zeros', (file) => writeFileSync(file, Buffer.alloc(10_000))],
  ["another program's database", databaseWith('CREATE TABLE notes (text TEXT)', 'PRAGMA user_version = 4')],
  ['one with a table of the same name', databaseWith('CREATE TABLE rounds (id INTEGER)')],
  ['one that writes ahead', databaseWith('PRAGMA journal_mode = WAL', 'CREATE TABLE notes (text TEXT)')],
  ['a damaged database', torn],
];

const COMMANDS: readonly (readonly string[])[] = [
  ['record', '--once'],
  ['history'],
  ['history', 'offer', '3'],
  ['alerts', 'events'],
  ['alerts', 'check', 'when gpu_name=RTX_4090 appears'],
  ['doctor'],
  ['config', 'show'],
];

const world = async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'config', 'state'), { recursive: true, mode: 0o700 });
  const server = await startScriptedServer(json(200, { offers: [] }), json(200, { offers: [] }));
  const file = join(folder, 'named');
  return {
    file,
    look: () => ({
      bytes: readFileSync(file).toString('base64'),
      mode: statSync(file).mode & 0o777,
      beside: readdirSync(folder),
    }),
    run: (args: readonly string[]) =>
      gpudeck(['--config', join(folder, 'config'), '--history', `sqlite:${file}`, ...args], {
        environment: { GPUDECK_BASE_URL: server.url, GPUDECK_API_KEY: 'key' },
      }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
};

describe.each(FOREIGN)('%s', (_, make) => {
  test.each(COMMANDS.map((args) => [args.join(' '), args] as const))('is not touched by %s', async (_name, args) => {
    await using it = await world();
    make(it.file);
    const before = it.look();
    const { code, out, errors } = await it.run(args);
    expect(it.look()).toEqual(before);
    if (args[0] === 'config') return;
    expect(code).toBe(1);
    expect(out + errors).toContain(`${it.file} is no history of gpudeck`);
    expect(out + errors).toContain('ame another file with --history');
  });
});

test.each([1, 2, 3])('a history of version %i is ours', async (version) => {
  await using it = await world();
  databaseWith(...SQLITE_STEPS.slice(0, version), `PRAGMA user_version = ${version}`)(it.file);
  expect(await it.run(['alerts', 'events'])).toMatchObject({ code: 0 });
  expect(await it.run(['record', '--once'])).toMatchObject({ code: 0 });
});

test('an empty file is begun by what records, and left by what reads', async () => {
  await using it = await world();
  writeFileSync(it.file, '');
  const before = it.look();
  const { code, errors } = await it.run(['history']);
  expect([code, errors]).toEqual([2, expect.stringContaining('gpudeck record begins one')]);
  expect(it.look()).toEqual(before);
  expect((await it.run(['record', '--once'])).code).toBe(0);
});
