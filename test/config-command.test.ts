/** `gpudeck config`: where the files are, what they say, what is wrong with them, and what they may say. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from './support/local-service.ts';
import { gpudeck } from './support/one-shot.ts';

const KEY = 'k3y-that-is-never-shown-1a2b3c4d';

const world = (files: Readonly<Record<string, string>>) => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'views'), { mode: 0o700 });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o600 });
  const run = (args: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
    gpudeck(['--config', folder, ...args], { environment });
  return { folder, run };
};

const PROFILES = JSON.stringify({
  profiles: { work: { base_url: 'https://market.example/p/', key_file: 'work.key', user_id: 12 } },
});
const GOOD = {
  'profiles.json': PROFILES,
  'work.key': KEY,
  'sets.json': '{"sets": {"trusted": [8207]}}',
  'keys.json': '{"keys": {"offers.sort": ["s", "Ctrl-S"]}}',
  'theme.json': '{"background": "light", "colours": {"accent": "blue", "warning": {"dark": 220, "light": "#8a5a00"}}}',
  'presets.json':
    '{"presets": {"train": {"image": "ubuntu:24.04", "disk": 40, "env": {"HF_TOKEN": {"from_env": "HF_TOKEN"}}}}}',
  'views/four.view': 'filter: num_gpus=4 host_id in @trusted\n',
};

describe('path', () => {
  test('names every file and whether it is there', async () => {
    const { folder, run } = world(GOOD);
    const { code, out } = await run(['config', 'path', '--json']);
    expect(code).toBe(0);
    const rows = JSON.parse(out) as { what: string; path: string; exists: boolean }[];
    expect(rows.filter(({ exists }) => exists).map(({ path }) => path)).toEqual([
      folder,
      join(folder, 'profiles.json'),
      join(folder, 'sets.json'),
      join(folder, 'keys.json'),
      join(folder, 'views'),
      join(folder, 'theme.json'),
      join(folder, 'presets.json'),
    ]);
    expect(rows.find(({ what }) => what === 'journal')).toEqual({
      what: 'journal',
      path: join(folder, 'state/journal.db'),
      exists: false,
    });
    expect((await run(['config', 'path'])).out).toMatch(
      /^config folder +there +\/.*\nprofiles +there .*\n[\s\S]*journal +missing /,
    );
  });
});

describe('show', () => {
  test('says what is in use, and never a key', async () => {
    const { run } = world(GOOD);
    for (const args of [[], ['--json']]) {
      const { code, out, errors } = await run(['--profile', 'work', 'config', 'show', ...args], {
        GPUDECK_API_KEY: `${KEY}-2`,
      });
      expect([code, errors]).toEqual([0, '']);
      expect(out).not.toContain('k3y');
      expect(out).toContain('https://market.example/p');
    }
    const { out } = await run(['--profile', 'work', 'config', 'show', '--json']);
    expect(JSON.parse(out)).toMatchObject({
      in_use: { service: 'work', key: 'in a file, not shown', user_id: 12, read_only: false },
      profiles: { work: { key_file: 'work.key' } },
      sets: { trusted: [8207] },
      views: ['four'],
      theme: { background: 'light', colours: { accent: 'blue' } },
      presets: { train: { image: 'ubuntu:24.04', disk: 40, env: { HF_TOKEN: { from_env: 'HF_TOKEN' } } } },
    });
    expect((await run(['--profile', 'work', 'config', 'show'])).out).toMatch(
      /\ntheme\n +background +light\n +accent +blue\n +warning +220 on dark, #8a5a00 on light\n\npreset train\n +image +ubuntu:24\.04\n +disk +40\n +env +\{"HF_TOKEN":\{"from_env":"HF_TOKEN"\}\}\n/,
    );
  });

  test('of a set-up that cannot be used says why, and an address with a password is not repeated', async () => {
    const { run } = world({});
    const unknown = await run(['--profile', 'wrok', 'config', 'show']);
    expect(unknown.code).toBe(2);
    expect(unknown.errors).toContain('there is no profile "wrok"');
    const secret = await run(['config', 'show', '--json'], { GPUDECK_BASE_URL: `https://me:${KEY}@market.example` });
    expect(secret.code).toBe(2);
    expect(secret.out + secret.errors).not.toContain(KEY);
  });
});

describe('validate', () => {
  test('finds nothing where nothing is wrong, and where there are no files', async () => {
    expect(await world(GOOD).run(['config', 'validate'])).toEqual({
      code: 0,
      out: '',
      errors: 'gpudeck config: 6 files were read, and nothing is wrong\n',
    });
    expect((await world({}).run(['config', 'validate', '--json'])).out).toBe('[]\n');
  });

  test('names file, line and member of everything that is wrong', async () => {
    const { folder, run } = world({
      'profiles.json':
        '{\n  "profiles": {\n    "a": { "base_url": "market.example" },\n    "b": { "base_url": "https://b.example",\n      "user_id": 0 }\n  }\n}',
      'sets.json': '{"sets": {\n  "mine": 7\n}}',
      'keys.json': '{"keys": {\n  "offers.srot": "s",\n\n  "frame.help": 7,\n  "offers.copy": "R"\n}}',
      'theme.json':
        '{\n"background": "grey",\n"colours": {\n"accent": "blu",\n"good": 256,\n"acent": 1,\n"danger": {"dark": "red",\n"lite": 1},\n"match": {\n"light": "#12345"}}, "x": 1}',
      'presets.json': '{"presets": {\n"train": {\n"disk": 4,\n"env": {\n"HF_TOKEN": "hf_secret"}}}}',
      'views/bad.view': '# first\nlimit: all\n',
      'views/slip.view': 'limit: 5\nfilter: num_gpu>=4\n',
    });
    const { code, out, errors } = await run(['config', 'validate', '--json']);
    expect(code).toBe(1);
    const found = (JSON.parse(out) as { file: string; line: number; member: string; message: string }[]).map(
      ({ file, line, member }) => [file.slice(folder.length + 1), line, member],
    );
    expect(found).toEqual([
      ['profiles.json', 3, 'profiles.a.base_url'],
      ['profiles.json', 5, 'profiles.b.user_id'],
      ['sets.json', 2, 'sets.mine'],
      ['keys.json', 4, 'keys.frame.help'],
      ['keys.json', 2, 'keys.offers.srot'],
      ['keys.json', 5, 'keys.offers.copy'],
      ['views/bad.view', 2, 'limit'],
      ['views/slip.view', 2, 'filter'],
      ['theme.json', 2, 'background'],
      ['theme.json', 4, 'colours.accent'],
      ['theme.json', 5, 'colours.good'],
      ['theme.json', 8, 'colours.danger.lite'],
      ['theme.json', 10, 'colours.match.light'],
      ['theme.json', 6, 'colours.acent'],
      ['theme.json', 10, 'x'],
      ['presets.json', 3, 'presets.train.disk'],
      ['presets.json', 5, 'presets.train.env.HF_TOKEN'],
    ]);
    expect(JSON.parse(errors)).toMatchObject({ error: { message: '7 files were read, with 17 problems', exit: 1 } });
    expect((await run(['config', 'validate'])).out).toMatch(
      /^.*profiles\.json, line 3, profiles\.a\.base_url: the address is not valid/,
    );
  });
});

test('validate reads what limits what may be spent', async () => {
  const { run } = world({ 'limits.json': '{\n"burn_per_hour": "2"}' });
  const { code, out, errors } = await run(['config', 'validate']);
  expect([code, errors]).toEqual([1, 'gpudeck config: one file was read, with one problem\n']);
  expect(out).toMatch(/limits\.json, line 2, burn_per_hour: is an amount in dollars\.\n$/);
});

describe('keys', () => {
  test('prints every row with the keys that it has now, and marks those of the user', async () => {
    const { run } = world(GOOD);
    const { code, out } = await run(['config', 'keys', '--json']);
    expect(code).toBe(0);
    const rows = JSON.parse(out) as { id: string }[];
    expect(rows.length).toBeGreaterThan(600);
    expect(rows.find(({ id }) => id === 'offers.sort')).toEqual({
      id: 'offers.sort',
      keys: ['s', 'Ctrl-S'],
      label: 'sort',
      is_own: true,
    });
    expect(rows.find(({ id }) => id === 'frame.quit')).toEqual({
      id: 'frame.quit',
      keys: ['q', 'Ctrl-C'],
      label: 'quit',
      is_own: false,
    });
    const { out: text } = await run(['config', 'keys']);
    expect(text).toMatch(/^\* offers\.sort +s Ctrl-S +sort$/m);
    expect(text).toMatch(/^ {2}frame\.quit +q Ctrl-C +quit$/m);
  });
});

describe('schema', () => {
  test.each(['profiles', 'sets', 'keys'])('of %s is one that an editor reads, and names every member', async (name) => {
    const { code, out } = await world({}).run(['config', 'schema', name]);
    expect(code).toBe(0);
    const schema = JSON.parse(out) as { $schema: string; required: string[]; additionalProperties: boolean };
    expect(schema.$schema).toContain('json-schema.org');
    expect(schema.required).toEqual([name]);
    expect(schema.additionalProperties).toBe(false);
    if (name === 'profiles')
      for (const member of ['base_url', 'key_file', 'user_id', 'time_zone', 'read_only', 'allow_plain_http'])
        expect(out).toContain(`"${member}"`);
  });

  test('of theme names every role, and the numbers and names of colours', async () => {
    const { code, out } = await world({}).run(['config', 'schema', 'theme']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ properties: { background: { enum: ['dark', 'light'] } } });
    for (const word of ['accent', 'dim', 'match', 'bright-red', 'default', '255']) expect(out).toContain(word);
  });

  test('of another file is refused', async () => {
    expect((await world({}).run(['config', 'schema', 'views'])).errors).toContain(
      'profiles, sets, keys, theme, presets',
    );
  });
});
