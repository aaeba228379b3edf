/** `sets.json`, and what scripts get of the sets that it holds. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSets } from '../src/storage/files/sets.ts';
import { temporaryFolder } from './support/local-service.ts';
import { gpudeck } from './support/one-shot.ts';

const GOOD = '{ "sets": { "mine": [8207, 11843], "Fast": ["RTX 4090", "H100 SXM"], "none": [] } }';

const world = (text?: string) => {
  const configFolder = temporaryFolder();
  const file = join(configFolder, 'sets.json');
  if (text !== undefined) writeFileSync(file, text);
  const run = (...args: readonly string[]) => gpudeck(['--config', configFolder, ...args]);
  return { configFolder, file, run };
};

const problemOf = (text: string): string | undefined => {
  const { configFolder, file } = world(text);
  return readSets({ configFolder }).problem?.replace(`${file}, `, '');
};

describe('the file of sets', () => {
  test('holds sets of numbers and of texts by name', () => {
    const { configFolder, file } = world(GOOD);
    expect(readSets({ configFolder })).toEqual({
      file,
      members: { mine: [8207, 11843], Fast: ['RTX 4090', 'H100 SXM'], none: [] },
    });
  });

  test('that is not there holds none', () => {
    const { configFolder, file } = world();
    expect(readSets({ configFolder })).toEqual({ file, members: {} });
  });

  const FORM = 'sets are written as {"sets": {"mine": [8207, 11843]}}.';
  const NAME = 'the name of a set is written with letters, digits, "_" and "-", without "@", 60 at most.';
  test.each([
    ['', 'line 1: this is not JSON (Unexpected end of JSON input).'],
    ['{ "sets": {\n  "mine": [8207,]\n} }', "line 2: this is not JSON (Unexpected token ']')."],
    ['[8207]', `line 1: ${FORM}`],
    ['{ "mine": [8207] }', `line 1, sets: ${FORM}`],
    ['{ "sets": {},\n "profiles": {} }', 'line 2, profiles: Unrecognized key: "profiles".'],
    ['{ "sets": {\n "mine": 8207 } }', 'line 2, sets.mine: a set is a list, as in [8207, 11843].'],
    ['{ "sets": {\n "mine": [\n 8207,\n true ] } }', 'line 4, sets.mine.1: a set holds numbers and texts.'],
    ['{ "sets": { "mine": [[8207]] } }', 'line 1, sets.mine.0: a set holds numbers and texts.'],
    ['{ "sets": { "a": ["sets", "b"],\n "b": [""] } }', 'line 2, sets.b.0: is an empty text.'],
    [
      '{ "sets": { "a": [1],\n "b": ["@a"] } }',
      'line 2, sets.b.0: a set holds values and no other sets: write those of that set here.',
    ],
    [`{ "sets": { "a": ["${'x'.repeat(201)}"] } }`, 'line 1, sets.a.0: is longer than 200 characters.'],
    ['{ "sets": { "a b": [1] } }', `line 1, sets.a b: ${NAME}`],
    ['{ "sets": { "@a": [1] } }', `line 1, sets.@a: ${NAME}`],
    ['{ "sets": { "a": [1],\n "A": [1] } }', 'line 2, sets.A: is the same name as a: letter case makes no difference.'],
  ])('says where %j is wrong', (text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });

  test('that is no file, too large or closed is told', () => {
    const folder = world();
    mkdirSync(folder.file);
    expect(readSets(folder).problem).toBe(`${folder.file} is a folder, but must be a regular file.`);
    const large = world(`{ "sets": {} }${' '.repeat(512 * 1024)}`);
    expect(readSets(large).problem).toBe(`${large.file} is larger than 512 KB, the most that is read.`);
    const closed = world(GOOD);
    chmodSync(closed.file, 0o000);
    if (process.getuid?.() !== 0) expect(readSets(closed).problem).toContain('cannot be read');
  });
});

describe('a script', () => {
  const bodyOf = async (config: ReturnType<typeof world>, ...args: readonly string[]) => {
    const { code, out, errors } = await config.run('search', '--dry-run', ...args);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    return JSON.parse(out).body;
  };

  test('searches by the values of a set', async () => {
    const config = world(GOOD);
    expect(await bodyOf(config, 'machine_id in @mine gpu_name notin [@fast, "RTX 3090"]')).toMatchObject({
      machine_id: { in: [8207, 11843] },
      gpu_name: { notin: ['RTX 4090', 'H100 SXM', 'RTX 3090'] },
    });
  });

  test('finds the name in what is explained', async () => {
    const { run } = world(GOOD);
    const { out } = await run('search', '--explain', 'gpu_name=@FAST');
    const { clauses } = JSON.parse(out);
    expect(clauses[0]).toMatchObject({ text: 'gpu_name in @Fast', evaluated: true });
    expect(clauses[0].alone).toBeGreaterThan(0);
  });

  test('is told of a set that is not there, with nothing sent', async () => {
    const { run, file } = world(GOOD);
    const { code, out, errors } = await run('market', 'machine_id in @mime');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(errors).toContain(`There is no set "@mime": did you mean @mine? Sets are written in ${file}.`);
    expect(errors).toContain('  machine_id in @mime\n                ^^^^^\n');
  });

  test('is told of a file that is wrong only where a set is named', async () => {
    const config = world('{ "sets": { "mine": [true] } }');
    expect(await bodyOf(config, 'num_gpus=4')).toMatchObject({ num_gpus: { eq: 4 } });
    const { code, errors } = await config.run('search', 'machine_id in @mine');
    expect(code).toBe(2);
    expect(errors).toContain(
      `@mine is not known: line 1, sets.mine.0: a set holds numbers and texts. This is in ${config.file}.`,
    );
  });

  test('names a set in a view, and has what it holds when the view is used', async () => {
    const config = world(GOOD);
    const view = join(config.configFolder, 'ours.txt');
    writeFileSync(view, 'filter: machine_id in @mine num_gpus=4\n');
    await config.run('views', 'import', view);
    expect((await config.run('views', 'show', 'ours')).out).toContain('filter: machine_id in @mine num_gpus=4\n');
    writeFileSync(config.file, '{ "sets": { "mine": [5] } }');
    const { num_gpus, machine_id } = await bodyOf(config, '--view', 'ours', 'num_gpus=8');
    expect({ num_gpus, machine_id }).toEqual({ num_gpus: { eq: 8 }, machine_id: { in: [5] } });
    expect((await bodyOf(config, '--view', 'ours', 'machine_id=7')).machine_id).toEqual({ eq: 7 });
    writeFileSync(config.file, '{ "sets": {} }');
    const { code, errors } = await config.run('search', '--dry-run', '--view', 'ours');
    expect(code).toBe(2);
    expect(errors).toContain('the filter of the view "ours" has a problem');
    expect(errors).toContain('There is no set "@mine"');
  });

  test('has the machines of @mine in the view called mine, where there is that set', async () => {
    const config = world(GOOD);
    expect((await config.run('views', 'list')).out).toContain('machine_id in @mine verified=any');
    expect((await bodyOf(config, '--view', 'mine')).machine_id).toEqual({ in: [8207, 11843] });
    writeFileSync(config.file, '{ "sets": { "mine": ["not machines"] } }');
    expect((await config.run('views', 'list')).out).toContain('host_id=me verified=any');
  });

  test('hears from the doctor how many sets there are, and what is wrong with the file', async () => {
    const config = world(GOOD);
    expect((await config.run('doctor')).out).toContain(
      'sets\n  note   @none is empty: a filter cannot use it alone\n  ok     3 sets can be named\n',
    );
    writeFileSync(config.file, '{ "sets": { "mine": [true] } }');
    expect((await config.run('doctor')).out).toContain(
      `  fault  ${config.file}, line 1, sets.mine.0: a set holds numbers and texts.\n         -> mend the line; gpudeck config schema sets prints what is allowed\n`,
    );
  });
});
