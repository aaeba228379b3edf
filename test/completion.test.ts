/** `gpudeck completion`: what is offered at the end of a line, from the definition of the command line and the filter's own completion. */

import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command as Parser } from 'commander';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openCommandTree } from '../src/cli/command-line.ts';
import { answerFor, completeLine, readShellLine } from '../src/cli/completion/complete-line.ts';

import { ARGUMENT_VALUES, OPTION_VALUES } from '../src/cli/completion/values.ts';
import { completionAt } from '../src/filter/complete.ts';
import { temporaryFolder } from './support/local-service.ts';
import { gpudeck } from './support/one-shot.ts';

const BREAKS = ' \t\n"\'><=;|&(:';

const at = async (line: string, configFolder = '/nonexistent') => {
  const { offering, read } = await completeLine(line, openCommandTree('0.0.0'), configFolder);
  return {
    offering,
    read,
    offered: offering.kind === 'words' ? offering.offered.map(({ text }) => text) : [offering.kind as string],
  };
};
const inBash = async (line: string, configFolder?: string) => {
  const { offering, read } = await at(line, configFolder);
  return answerFor('bash', offering, read, BREAKS).replace(/\n$/, '').split('\n');
};

describe('the words of a line', () => {
  test.each([
    ["gpudeck search 'a b", ['gpudeck', 'search'], 'a b', "'"],
    ['gpudeck search "a \\" b', ['gpudeck', 'search'], 'a " b', '"'],
    ['gpudeck views show a\\ b', ['gpudeck', 'views', 'show'], 'a b', ''],
    ["FOO=1 gpudeck --view='x y", ['FOO=1', 'gpudeck'], '--view=x y', "'"],
    ['ls | gpudeck se', ['gpudeck'], 'se', ''],
    ['ls && gpudeck ', ['gpudeck'], '', ''],
    ["gpudeck '' x", ['gpudeck', ''], 'x', ''],
    ['', [], '', ''],
  ])('%s', (line, words, text, quote) => {
    const read = readShellLine(line);
    expect([read.words, read.begun.text, read.begun.quote]).toEqual([words, text, quote]);
  });

  test('of any line are read, and each character of the begun one stands where it is said', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab \'"\\|<=$'), maxLength: 20 }), (line) => {
        const { begun } = readShellLine(line);
        expect(begun.places).toHaveLength(begun.text.length + 1);
        expect([...begun.places].sort((a, b) => a - b)).toEqual(begun.places);
        expect(begun.quotedFrom).toBeLessThanOrEqual(begun.text.length);
      }),
    );
  });
});

describe('what is offered', () => {
  test('commands, their commands, and options with those of every command', async () => {
    expect((await at('gpudeck se')).offered).toEqual(['search', 'service']);
    expect((await at('gpudeck views ')).offered).toEqual(['list', 'show', 'export', 'import', 'delete']);
    expect((await at('gpudeck search --no-d')).offered).toEqual(['--no-default']);
    expect((await at('gpudeck search --pro')).offered).toEqual(['--profile']);
    expect((await at('gpudeck help sched')).offered).toEqual(['schedule']);
    expect((await at('gpudeck --profile x --read-only sea')).offered).toEqual(['search']);
  });

  test('values of options and arguments', async () => {
    expect((await at('gpudeck search --type ')).offered).toEqual(['ondemand', 'bid', 'reserved']);
    expect((await at('gpudeck search --type=b')).offered).toEqual(['bid']);
    expect((await at('gpudeck search --order dph_total:d')).offered).toEqual(['desc']);
    expect((await at('gpudeck search --order dph_total,gpu_n')).offered).toEqual(['gpu_name']);
    expect((await at('gpudeck market --by gpu_name,')).offered).not.toContain('gpu_name');
    expect((await at('gpudeck list volumes --fields ')).offered).toContain('id');
    expect((await at('gpudeck schedule --category po')).offered).toEqual(['power']);
    expect((await at('gpudeck service --thresholds ')).offered).toEqual(['on', 'off']);
    expect((await at('gpudeck completion f')).offered).toEqual(['fish']);
    expect((await at('gpudeck service --data /t')).offered).toEqual(['files']);
    expect((await at('gpudeck --config /t')).offered).toEqual(['folders']);
    expect((await at('gpudeck search x > /t')).offered).toEqual(['files']);
    expect((await at('gpudeck search --workload hours=7,d')).offered).toEqual(['disk=', 'down=']);
  });

  test('names of profiles and views of the folder that the line names', async () => {
    const folder = temporaryFolder();
    await gpudeck(['--config', folder, 'views', 'delete', 'mine']);
    const profiles = {
      work: { base_url: 'https://a.example' },
      bad: { base_url: 7 },
      'at home': { base_url: 'https://b.example' },
    };
    writeFileSync(join(folder, 'profiles.json'), JSON.stringify({ profiles }));
    chmodSync(join(folder, 'profiles.json'), 0o600);
    expect((await at(`gpudeck --config ${folder} search --profile `)).offered).toEqual(['work', 'at home']);
    expect((await at('gpudeck --profile w', folder)).offered).toEqual(['work']);
    expect(await inBash('gpudeck --profile at', folder)).toEqual(['word', 'at\\ home']);
    expect(await inBash("gpudeck --profile 'at", folder)).toEqual(['word', 'at home']);
    expect((await at(`gpudeck --config=${folder} views show ch`)).offered).toEqual(['cheap single GPUs']);
    expect((await at('gpudeck search --view ', folder)).offered).toEqual([
      '8-GPU machines in datacenters',
      'cheap single GPUs',
    ]);
  });

  test.each(['gpu_name=RTX_40', 'num_gpus>=4 geo', 'reliability ', 'verified=', 'gpu_name in [RTX_4090,H1', 'dph'])(
    'in a filter as the filter line itself: %s',
    async (filter) => {
      const { from, candidates } = completionAt(filter, filter.length, () => []);
      for (const command of ['search', 'market', 'offers']) {
        const { offering } = await at(`gpudeck ${command} '${filter}`);
        if (offering.kind !== 'words') throw new Error(offering.kind);
        expect(offering.from).toBe(from);
        expect(offering.offered.map(({ text }) => text)).toEqual(
          expect.arrayContaining(candidates.map(({ text }) => text)),
        );
      }
    },
  );

  test('names of the fields of a list in its filter', async () => {
    const { offering, offered } = await at("gpudeck list volumes --filter 'id=1 disk_");
    expect(offered).toEqual(['disk_space', 'disk_name']);
    expect(offering).toMatchObject({ from: 5 });
  });

  test('names of sets behind their sign', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'sets.json'), '{"sets": {"trusted": [8207], "far": [11843]}}');
    expect((await at("gpudeck search 'num_gpus=4 host_id in @tr", folder)).offered).toEqual(['@trusted']);
    expect((await at('gpudeck search host_id=@', folder)).offered.toSorted()).toEqual(['@far', '@trusted']);
  });

  test('of a filter in several words what stands in the last', async () => {
    expect((await at('gpudeck search num_gpus=4 gpu_name=RTX_409')).offered).toEqual(['RTX_4090', 'RTX_4090D']);
    expect((await at('gpudeck search num_gpus=4 -- gpu_nam')).offered).toContain('gpu_name');
  });

  test('a value for each option and argument of every command: what is new has its row', async () => {
    const { program, grow } = openCommandTree('0.0.0');
    const missing: string[] = [];
    const look = (command: Parser): void => {
      for (const { long, required, optional, argChoices } of command.options) {
        if ((required || optional) && argChoices === undefined && OPTION_VALUES[long ?? ''] === undefined)
          missing.push(`${command.name()} ${long}`);
      }
      for (const argument of command.registeredArguments) {
        const isKnown = argument.argChoices !== undefined || ARGUMENT_VALUES[argument.name()] !== undefined;
        if (!isKnown && !['command', 'more'].includes(argument.name()))
          missing.push(`${command.name()} <${argument.name()}>`);
      }
      command.commands.forEach(look);
    };
    for (const command of program.commands) await grow(command);
    look(program);
    expect(missing).toEqual([]);
  });
});

describe('bash is told', () => {
  test.each([
    ['a whole word', 'gpudeck search --ord', ['word', '--order']],
    ['what stands behind the last place where bash parts words', 'gpudeck search --type=b', ['word', 'bid']],
    [
      'all of a quoted word, and that it goes on',
      "gpudeck search 'a=1 gpu_name=RTX_4090D",
      ['part', 'a=1 gpu_name=RTX_4090D', 'a=1 gpu_name=RTX_4090D '],
    ],
    ['to open a quote where the shell would take the operator for its own', 'gpudeck search dph_total', ["'dph_total"]],
    ['nothing where nothing fits', 'gpudeck search --type=zzz', ['word']],
  ])('%s', async (_, line, expected) => {
    const lines = await inBash(line);
    if (expected.length > 1 || expected[0] === 'word') expect(lines).toEqual(expected);
    else for (const text of lines.slice(1)) expect(text.startsWith(expected[0] ?? '')).toBe(true);
  });

  test('the ends alone once nothing more can be inserted, kept from beginning alike', async () => {
    const lines = await inBash("gpudeck search 'num_gpus=4 gpu_name=RTX_40");
    expect(lines[0]).toBe('part');
    expect(lines).toContain('RTX_4090');
    expect(lines.at(-1)).toBe(' ');
  });
});

test('a name with a control character is not offered', async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'profiles.json'),
    JSON.stringify({ profiles: { 'a\u001b[2J': { base_url: 'https://a.example' } } }),
  );
  const { code, out } = await gpudeck(['--config', folder, 'completion', '--at', 'fish', '--', 'gpudeck --profile ']);
  expect([code, out]).toEqual([0, 'word\n']);
});

test('a shell that is not known is refused', async () => {
  const { code, errors } = await gpudeck(['completion', 'tcsh']);
  expect(code).toBe(2);
  expect(errors).toContain('bash, zsh, fish');
});
