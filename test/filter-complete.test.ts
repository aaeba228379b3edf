import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { completionAt } from '../src/filter/complete.ts';
import { parseLine } from '../src/filter/parse.ts';

const SEEN: Readonly<Record<string, readonly string[]>> = {
  gpu_name: ['RTX 4090', 'RTX 3090', 'H100 SXM', 'A100_X'],
  geolocation: ['US', 'DE', 'DK'],
  driver_version: ['535.86.05'],
  host_id: ['1042', '977'],
};

const complete = (marked: string) => {
  const at = marked.indexOf('^');
  const { candidates, from, to } = completionAt(marked.replace('^', ''), at, ({ name }) => SEEN[name] ?? []);
  return { candidates: candidates.map(({ text }) => text), stretch: marked.slice(from, to) };
};

describe('Tab offers what may stand at the cursor', () => {
  test.each([
    ['names that begin so', 'gpu_r^', ['gpu_ram']],
    ['in any letter case', 'GPU_R^', ['gpu_ram']],
    ['names that hold it where none begins so', 'nvl^', ['bw_nvlink']],
    ['the name behind an alias', 'cuda_v^', ['cuda_max_good']],
    [
      'operators behind a whole name',
      'geolocation^',
      ['geolocation=', 'geolocation!=', 'geolocation in ', 'geolocation notin '],
    ],
    [
      'prices at most first',
      'dph_total^',
      [
        'dph_total<=',
        'dph_total<',
        'dph_total>=',
        'dph_total>',
        'dph_total=',
        'dph_total!=',
        'dph_total in ',
        'dph_total notin ',
      ],
    ],
    [
      'sizes at least, and longer names behind',
      'dlperf^',
      [
        'dlperf>=',
        'dlperf>',
        'dlperf<=',
        'dlperf<',
        'dlperf=',
        'dlperf!=',
        'dlperf in ',
        'dlperf notin ',
        'dlperf_per_dphtotal',
      ],
    ],
    ['no operators where one stands already', 'gpu_name^=RTX_4090', []],
    ['nor behind a blank', 'gpu_name ^ != RTX_4090', []],
    ['the continent that the code of a country looks like', 'geolocation=sa^', ['SOUTH_AMERICA']],
    ['operators behind a blank', 'num_gpus ^', ['=', '>=', '>', '<=', '<', '!=', 'in ', 'notin ']],
    ['operators that are words', 'gpu_name n^', ['notin ']],
    ['names behind a yes-or-no field', 'static_ip gpu_n^', ['gpu_name']],
    ['no operators behind a value that is a name', 'gpu_name=cpu_ram gpu_n^', ['gpu_name']],
    ['further values behind a bar', 'gpu_name=RTX_4090|h^', ['H100_SXM']],
    ['also with blanks', 'gpu_name=RTX_4090 | h^', ['H100_SXM']],
    ['also behind a list', 'gpu_name in [RTX_4090, RTX_3090] or h^', ['H100_SXM']],
    ['and the field again', 'gpu_name=RTX_4090 | gpu_n^', ['gpu_name']],
    ['what is not in the list yet', 'gpu_name in [rtx_4090, "RTX 3090", ^', ['H100_SXM', '"A100_X"']],
    ['and not behind a bar', 'gpu_name=rtx_4090|^', ['RTX_3090', 'H100_SXM', '"A100_X"']],
    ['regions by their beginning', 'geolocation=eu^', ['EU', 'EUROPE']],
    ['parts of texts', 'gpu_name~30^', ['RTX_3090']],
    ['models for a word that is in no name', '4090^', ['gpu_name=RTX_4090']],
    ['a place for a word that begins no name', 'germ^', ['geolocation=DE']],
    ['regions too', 'euro^', ['geolocation=EUROPE']],
    ['a country before names that only hold its code', 'us^', ['geolocation=US', 'num_gpus']],
    ['names before a country where they begin so', 'in^', ['inet_down', 'inet_up', 'inet_down_cost', 'inet_up_cost']],
    ['no other country for a whole code', 'geolocation=de^', ['DE']],
    ['a count as rows show it', '4x^', ['num_gpus=4']],
    ['ids that were seen', 'host_id in [10^', ['1042']],
    ['what is computed here', 'dph_g^', ['dph_gpu']],
    ['nothing for what stands there already', 'geolocation=US^', []],
    ['nothing inside a word', 'gpu_n^x', []],
    ['nothing for what is looked for in every field', 'any:gpu^', []],
    ['nothing for a value of no field', 'xyz=gpu^', []],
    ['no model behind "!"', '!4090^', []],
    ['no model behind a bar between words, which is mended as a whole', '3090 or 4090^', []],
    ['in front of a bracket that was closed first', 'gpu_name in [h^]', ['H100_SXM']],
    ['what lifts a default behind a yes-or-no field', 'rentable^', ['rentable=any']],
    ['yes-or-no fields behind "!"', '!has^', ['has_sla', 'has_avx']],
    ['truths', 'static_ip=^', ['true', 'false']],
    ['and what lifts a default', 'verified=a^', ['any']],
    ['values that were seen, spaces as underscores', 'gpu_name=rt^', ['RTX_4090', 'RTX_3090']],
    ['values that hold it where none begins so', 'gpu_name=4090^', ['RTX_4090']],
    ['values that need quotes in quotes', 'gpu_name=a^', ['"A100_X"']],
    ['also when a quote is open', 'gpu_name="RTX 3^', ['RTX_3090']],
    ['further values of a list', 'gpu_name in [RTX_4090, h^', ['H100_SXM']],
    ['also without brackets', 'gpu_name notin RTX_4090,h^', ['H100_SXM']],
    ['behind "not in"', 'gpu_name not in [^', ['RTX_4090', 'RTX_3090', 'H100_SXM', '"A100_X"']],
    ['countries by their names', 'geolocation=germ^', ['DE']],
    ['and by their codes, with regions', 'geolocation in [US, d^', ['DE', 'DK', 'DACH']],
    ['values that the catalogue knows', 'cpu_arch=^', ['amd64', 'arm64', 'any']],
    ['no figures', 'num_gpus>=^', []],
    ['another clause behind a comma', 'num_gpus>=4, gpu_r^', ['gpu_ram']],
    ['another clause behind a list', 'gpu_name in [H100_SXM] mob^', ['mobo_name']],
    ['nothing for a word in quotes', '"gpu^', []],
    ['nothing for what no name holds', 'zzz^', []],
  ])('%s: %s', (_, line, candidates) => {
    expect(complete(line).candidates).toEqual(candidates);
  });

  test('an empty line may become any of the 56 filters or what is computed here, the most used first', () => {
    const { candidates } = complete('^');
    expect(new Set(candidates).size).toBe(57);
    expect(candidates).toHaveLength(57);
    expect(candidates.slice(0, 4)).toEqual(['gpu_name', 'num_gpus', 'dph_total', 'gpu_ram']);
  });

  test('behind "!" any yes-or-no field', () => {
    expect(complete('!^').candidates.slice(0, 3)).toEqual(['verified', 'static_ip', 'datacenter']);
    expect(complete('!^').candidates).not.toContain('gpu_name');
  });

  test('only the token before the cursor is replaced', () => {
    expect(complete('num_gpus>=4 gpu_name=rt^ static_ip').stretch).toBe('rt');
  });
});

test.each(['gpu_name', 'geolocation', 'driver_version', 'cpu_arch', 'verified'])(
  'every value offered for %s can be read',
  (name) => {
    const { candidates } = complete(`${name}=|`);
    expect(candidates).not.toEqual([]);
    for (const value of candidates) expect(parseLine(`${name}=${value}`).problems).toEqual([]);
  },
);

/** Pieces that make up filter lines, and nonsense. */
const PIECES = [
  'gpu_name',
  'geolocation',
  'num_gpus',
  ' ',
  ' ',
  '=',
  '>=',
  '!',
  ' in ',
  ' not in ',
  '[',
  ']',
  ',',
  '"',
  "'",
  'rt',
  '4090',
  'U',
];

test('any line can be completed at any place, and the stretch ends at the cursor', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...PIECES)).map((pieces) => pieces.join('')),
      fc.nat(),
      (line, place) => {
        const at = place % (line.length + 1);
        const { from, to } = completionAt(line, at, () => ['RTX 4090']);
        expect(to).toBe(at);
        expect(from).toBeLessThanOrEqual(at);
      },
    ),
  );
});
