/** `presets.json`, and where the values of an environment come from. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactorFor } from '../src/api/redact/private-texts.ts';
import { createRedactor } from '../src/api/redact/redact.ts';
import {
  type EnvironmentSource,
  environmentText,
  parseEnvironment,
  readEnvironment,
} from '../src/rentals/environment.ts';
import { readPreset } from '../src/rentals/presets.ts';
import { readPresets } from '../src/storage/files/presets.ts';
import { temporaryFolder } from './support/local-service.ts';

const TRAIN = `{ "presets": { "train": {
  "image": "ubuntu:24.04", "disk": 80, "label": "train", "runtype": "ssh_direct",
  "env": { "HF_TOKEN": { "from_env": "MY_TOKEN" }, "WANDB": { "from_file": "~/wandb.key" }, "-p 8080:8080": true },
  "onstart_file": "setup.sh", "volume": { "new_gb": 200, "mount_path": "/data" }, "target_reliability": 0.98 } } }`;

const world = (text?: string) => {
  const configFolder = temporaryFolder();
  if (text !== undefined) writeFileSync(join(configFolder, 'presets.json'), text);
  const places = { variables: { MY_TOKEN: 'hf_abc' }, folder: configFolder, home: join(configFolder, 'home') };
  mkdirSync(places.home);
  return { configFolder, places, reading: readPresets({ configFolder }) };
};

describe('the file of presets', () => {
  test('that is not there holds none', () => {
    expect(world().reading).toEqual({ presets: {}, file: expect.stringMatching(/\/presets\.json$/) });
  });

  test('says what is rented, and values are read where they come from', () => {
    const { reading, places } = world(TRAIN);
    const { train = {} } = reading.presets;
    expect(readPreset(train, places)).toEqual({
      problem: expect.stringMatching(/^WANDB: the file .*home\/wandb\.key cannot be read: ENOENT/),
    });
    writeFileSync(join(places.home, 'wandb.key'), 'w-1234\n');
    writeFileSync(join(places.folder, 'setup.sh'), 'echo ready\n');
    expect(readPreset(train, places)).toEqual({
      image: 'ubuntu:24.04',
      diskGb: 80,
      label: 'train',
      runType: 'ssh_direct',
      environment: { HF_TOKEN: 'hf_abc', WANDB: 'w-1234', '-p 8080:8080': '1' },
      onStart: 'echo ready\n',
      volume: { newGb: 200, mountPath: '/data' },
      slaTarget: 0.98,
    });
    expect(readPreset({}, places)).toEqual({});
  });

  const SOURCE =
    'where a value comes from is written as {"from_env": "HF_TOKEN"} or {"from_file": "~/token"}, never the value itself.';
  test.each([
    ['[]', 'line 1: presets are written as {"presets": {"train": {"image": "ubuntu:24.04", "disk": 40}}}.'],
    ['{"presets": {\n"a b": {}}}', 'line 2, presets.a b: the name of a preset is written with letters, digits'],
    [
      '{"presets": {"a": {\n"image": "a b"}}}',
      'line 2, presets.a.image: is the name of an image, such as ubuntu:24.04.',
    ],
    ['{"presets": {"a": {\n"disk": 7}}}', 'line 2, presets.a.disk: is a number of GB, 8 or more.'],
    ['{"presets": {"a": {\n"runtype": "vm"}}}', 'line 2, presets.a.runtype: is one of ssh, ssh_direct, ssh_proxy,'],
    ['{"presets": {"a": {"env": {\n"HF_TOKEN": "hf_abc"}}}}', `line 2, presets.a.env.HF_TOKEN: ${SOURCE}`],
    ['{"presets": {"a": {"env": {\n"HF_TOKEN": true}}}}', `line 2, presets.a.env.HF_TOKEN: ${SOURCE}`],
    ['{"presets": {"a": {"env": {\n"-p 80:80": {"from_env": "A"}}}}}', 'line 2, presets.a.env.-p 80:80: an option is'],
    ['{"presets": {"a": {"env": {\n"A B": {"from_env": "A"}}}}}', 'line 2, presets.a.env.A B: the name of a variable'],
    ['{"presets": {"a": {\n"volume": {"id": 5}}}}', 'line 2, presets.a.volume: a volume is written as {"id": 12,'],
    ['{"presets": {"a": {\n"target_reliability": 1}}}', 'line 2, presets.a.target_reliability: is more than 0 and'],
    ['{"presets": {"a": {\n"gpus": 1}}}', 'line 2, presets.a.gpus: a preset has image, disk, label, runtype, env,'],
  ])('says where %j is wrong, and repeats no value', (text, problem) => {
    const { reading } = world(text);
    expect(reading.presets).toEqual({});
    expect(reading.problem).toContain(problem);
    expect(reading.problem).not.toContain('hf_abc');
  });
});

const sourcesIn = (text: string): readonly EnvironmentSource[] => {
  const sources = parseEnvironment(text);
  if ('problem' in sources) throw new Error(sources.problem);
  return sources;
};

describe('an environment as it is typed', () => {
  test('names variables, files, values and ports', () => {
    expect(sourcesIn(`HF_TOKEN  A=$MY_TOKEN KEY=@~/key W=@'a b' MODE=fast SAY='hello "you"' E= -p 8080:80`)).toEqual([
      { name: 'HF_TOKEN', from: 'variable', variable: 'HF_TOKEN' },
      { name: 'A', from: 'variable', variable: 'MY_TOKEN' },
      { name: 'KEY', from: 'file', file: '~/key' },
      { name: 'W', from: 'file', file: 'a b' },
      { name: 'MODE', from: 'typed', value: 'fast' },
      { name: 'SAY', from: 'typed', value: 'hello "you"' },
      { name: 'E', from: 'typed', value: '' },
      { name: '-p 8080:80', from: 'option' },
    ]);
    expect(sourcesIn('  ')).toEqual([]);
  });

  test.each([
    ['A=1 B="x', 'A quote is not closed.'],
    ['A=1 A', 'A is there twice.'],
    ['-p', 'Write the ports behind -p, as in -p 8080:8080.'],
    ['1A=hf_abc', '1A=... cannot be read: write HF_TOKEN, KEY=@~/file, MODE=fast or -p 8080:8080.'],
    [`hf_${'x'.repeat(40)}-`, 'A word cannot be read: write HF_TOKEN, KEY=@~/file, MODE=fast or -p 8080:8080.'],
  ])('that cannot be read is refused without its values: %s', (text, problem) => {
    expect(parseEnvironment(text)).toEqual({ problem });
  });

  test.each([
    ['HF_TOKEN', 'HF_TOKEN: the variable HF_TOKEN is not set where gpudeck was started.'],
    ['A=$GPUDECK_API_KEY', "GPUDECK_API_KEY is gpudeck's own, and is not sent."],
    ['A=', 'A has no value: write A=VALUE, or A alone for the variable of that name.'],
    ['A=@empty', /^A: the file .*\/empty is empty\.$/],
    ['A=@picture', /^A: the file .*\/picture is no text\.$/],
    ['A=@.', /^A: the file .* is a folder, but must be a regular file\.$/],
  ])('whose value cannot be had says why: %s', (text, problem) => {
    const { places } = world();
    writeFileSync(join(places.folder, 'empty'), '\n');
    writeFileSync(join(places.folder, 'picture'), Buffer.from([0xff, 0xd8, 0]));
    const reading = readEnvironment(sourcesIn(text), places);
    expect('problem' in reading && reading.problem).toEqual(
      typeof problem === 'string' ? problem : expect.stringMatching(problem),
    );
  });

  test('is the same when it is written and read again, and a typed value is written only where it may be shown', () => {
    const name = fc.stringMatching(/^[A-Z_][A-Z0-9_]{0,8}$/);
    const value = fc.string({ unit: 'grapheme' });
    const source = fc.oneof(
      fc.record({ name, from: fc.constant('variable' as const), variable: name }),
      fc.record({ name, from: fc.constant('file' as const), file: fc.string({ unit: 'grapheme', minLength: 1 }) }),
      fc.record({ name, from: fc.constant('typed' as const), value }),
      fc.record({ name: fc.stringMatching(/^-p \d{1,5}:\d{1,5}$/), from: fc.constant('option' as const) }),
    );
    fc.assert(
      fc.property(fc.uniqueArray(source, { selector: (one) => one.name, maxLength: 6 }), (sources) => {
        expect(parseEnvironment(environmentText(sources, true))).toEqual(sources);
        const hidden = sources.map((one) => (one.from === 'typed' ? { ...one, value: '' } : one));
        expect(parseEnvironment(environmentText(sources, false))).toEqual(hidden);
      }),
    );
  });
});

test('what a refusal repeats of an environment or a script is taken out of it', () => {
  const body = {
    env: { HF_TOKEN: 'hf_0123456789', MODE: 'fast' },
    onstart: 'set -e\nexport WANDB_API_KEY=0123456789abcdef0123 # mine\n',
  };
  const { redact } = redactorFor(body, createRedactor(''));
  expect(redact('HF_TOKEN hf_0123456789 is not allowed')).toBe('HF_TOKEN [redacted] is not allowed');
  expect(redact('line 2: export WANDB_API_KEY=0123456789abcdef0123 # mine')).toBe('line 2: [redacted]');
  expect(redact('the token 0123456789abcdef0123')).toBe('the token [redacted]');
  expect(redact('onstart: must be at most 4048 characters')).toBe('onstart: must be at most 4048 characters');
  const plain = createRedactor('');
  expect(redactorFor({ image: 'ubuntu' }, plain)).toBe(plain);
});
