/** docs/schemas against the program; `npm run readme` writes them. What commands print is held against them in their own tests. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestService } from './support/local-service.ts';
import { at, gpudeck } from './support/one-shot.ts';
import { SCHEMA_TEXTS, schemaProblem } from './support/printed-schemas.ts';

const FOLDER = 'docs/schemas';

test('the schemas in the documents are those of the program', () => {
  if (process.env.GPUDECK_WRITE_README === '1')
    for (const [name, text] of SCHEMA_TEXTS) writeFileSync(join(FOLDER, name), text);
  const kept = readdirSync(FOLDER).map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')]);
  expect(Object.fromEntries(kept)).toEqual(Object.fromEntries(SCHEMA_TEXTS));
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
