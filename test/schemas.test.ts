/** docs/schemas against the program; `npm run readme` writes them. What commands print is held against them in their own tests. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestService, temporaryFolder } from './support/local-service.ts';
import { at, gpudeck } from './support/one-shot.ts';
import { SCHEMA_TEXTS, schemaProblem } from './support/printed-schemas.ts';

const FOLDER = 'docs/schemas';

test('the schemas in the documents are those of the program', () => {
  if (process.env.GPUDECK_WRITE_README === '1')
    for (const [name, text] of SCHEMA_TEXTS) writeFileSync(join(FOLDER, name), text);
  const kept = readdirSync(FOLDER).map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')]);
  expect(Object.fromEntries(kept)).toEqual(Object.fromEntries(SCHEMA_TEXTS));
});

test('what a command prints as JSON has a schema, which the help names, and what has none says of which format its text is', async () => {
  const { commands } = JSON.parse((await gpudeck(['help', '--json'])).out);
  const named = new Set(['error', 'plan']);
  for (const { command, effect, options } of commands) {
    const isJson = options.some(({ name }: { readonly name: string }) => ['--json', '--ndjson'].includes(name));
    const { prints } = effect;
    if (typeof prints === 'object' && !('text' in prints)) {
      const [name] = Object.values<string>(prints);
      named.add(name ?? '');
      expect([command, name, SCHEMA_TEXTS.has(`${name}.json`), isJson]).toEqual([command, name, true, true]);
    } else expect([command, isJson]).toEqual([command, false]);
  }
  named.add('help');
  expect([...SCHEMA_TEXTS.keys()].sort()).toEqual([...named].map((name) => `${name}.json`).sort());
});

test('what is changed on this machine alone is told as JSON too, and what cannot be as an error', async () => {
  const { url, apiKey } = await startTestService();
  const folder = temporaryFolder();
  const run = async (line: string) => {
    const { code, out, errors } = await gpudeck(
      [...line.split(' '), '--json', '--config', folder],
      at({ url, apiKey }),
    );
    return code === 0 ? JSON.parse(out) : JSON.parse(errors).error;
  };
  const data = `--data ${join(folder, 'market.db')}`;
  const { id, value } = await run(`keys create laptop --allow manage_machines ${data}`);
  expect([id, value]).toEqual([1, expect.any(String)]);
  expect(await run(`keys list ${data}`)).toMatchObject([{ id: 1, name: 'laptop', allow: [expect.any(String)] }]);
  expect((await run(`keys reset 1 ${data}`)).value).not.toBe(value);
  expect(await run(`keys delete 1 ${data}`)).toEqual({ id: 1, value: null });
  expect(await run(`keys delete 1 ${data}`)).toMatchObject({ kind: 'failed', exit: 1 });
  const file = join(folder, 'mine.view');
  expect(await run(`views export mine ${file}`)).toEqual({ name: 'mine', file });
  expect(await run(`views export mine ${file}`)).toMatchObject({ kind: 'bad-usage', exit: 2 });
  expect(await run(`views import ${file} --name other`)).toEqual({ name: 'other', file });
  expect(await run('views delete other')).toEqual({ name: 'other', file: null });
  const alert = ['when machine 8207 is gone', '--id', 'away', '--disarmed', '--json', '--config', folder];
  const added = await gpudeck(['alerts', 'add', ...alert], at({ url, apiKey }));
  expect(JSON.parse(added.out)).toMatchObject({ id: 'away', sentence: 'when machine 8207 is gone', armed: false });
  expect(await run('alerts arm away')).toMatchObject({ id: 'away', armed: expect.any(String) });
  expect(await run('alerts remove away')).toMatchObject({ id: 'away' });
  expect(await run('alerts arm away')).toMatchObject({ kind: 'bad-usage' });
  expect(await run(`skill install ${folder}`)).toEqual({ file: join(folder, 'gpudeck/SKILL.md') });
});

test('what is printed is as its schema says, and what is not is found', async () => {
  const { url, apiKey } = await startTestService();
  const told = JSON.parse((await gpudeck(['help', 'list', '--json'])).out);
  for (const { command, effect } of told.commands) {
    const name: string = effect.prints.array;
    if (!existsSync(join(FOLDER, `${name}.json`))) continue;
    const { code, out } = await gpudeck([...command.split(' '), '--json'], at({ url, apiKey }));
    expect([command, code, schemaProblem(name, JSON.parse(out))]).toEqual([command, 0, undefined]);
  }
  expect(schemaProblem('balance', { credit: '1' })).toMatch(/balance\.json/);
  expect(schemaProblem('offers', [{ id: 'x' }])).toMatch(/id/);
  expect(schemaProblem('error', { error: { kind: 'odd', message: '', tried: null, next: null, exit: 1 } })).toMatch(
    /kind/,
  );
});
