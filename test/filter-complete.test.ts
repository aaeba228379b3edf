import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { completionAt } from '../src/filter/complete.ts';
import { parseLine } from '../src/filter/parse.ts';

const SEEN: Readonly<Record<string, readonly string[]>> = {
  gpu_name: ['RTX 4090', 'RTX 3090', 'H100 SXM', 'A100_X'],
  geolocation: ['US', 'DE', 'DK'],
  driver_version: ['535.86.05'],
};

const complete = (marked: string) => {
  const at = marked.indexOf('|');
  const { candidates, from, to, shared } = completionAt(marked.replace('|', ''), at, ({ name }) => SEEN[name] ?? []);
  return { candidates, shared, stretch: marked.slice(from, to) };
};

describe('Tab offers what may stand at the cursor', () => {
  test.each([
    ['names that begin so', 'gpu_r|', ['gpu_ram']],
    ['in any letter case', 'GPU_R|', ['gpu_ram']],
    ['names that hold it where none begins so', 'nvl|', ['bw_nvlink']],
    ['the name behind an alias', 'cuda_v|', ['cuda_max_good']],
    [
      'operators behind a whole name',
      'geolocation|',
      ['geolocation=', 'geolocation!=', 'geolocation in ', 'geolocation notin '],
    ],
    [
      'longer names first',
      'dlperf|',
      [
        'dlperf_per_dphtotal',
        'dlperf=',
        'dlperf!=',
        'dlperf>',
        'dlperf<',
        'dlperf>=',
        'dlperf<=',
        'dlperf in ',
        'dlperf notin ',
      ],
    ],
    ['what lifts a default behind a yes-or-no field', 'rentable|', ['rentable=any']],
    ['yes-or-no fields behind "!"', '!has|', ['has_sla', 'has_avx']],
    ['truths', 'static_ip=|', ['true', 'false']],
    ['and what lifts a default', 'verified=a|', ['any']],
    ['values that were seen, spaces as underscores', 'gpu_name=rt|', ['RTX_4090', 'RTX_3090']],
    ['values that hold it where none begins so', 'gpu_name=4090|', ['RTX_4090']],
    ['values that need quotes in quotes', 'gpu_name=a|', ['"A100_X"']],
    ['also when a quote is open', 'gpu_name="RTX 3|', ['RTX_3090']],
    ['further values of a list', 'gpu_name in [RTX_4090, h|', ['H100_SXM']],
    ['also without brackets', 'gpu_name notin RTX_4090,h|', ['H100_SXM']],
    ['behind "not in"', 'gpu_name not in [|', ['RTX_4090', 'RTX_3090', 'H100_SXM', '"A100_X"']],
    ['countries by their names', 'geolocation=germ|', ['DE']],
    ['and by their codes, with regions', 'geolocation in [US, d|', ['DE', 'DK', 'DACH']],
    ['values that the catalogue knows', 'cpu_arch=|', ['amd64', 'arm64', 'any']],
    ['no figures', 'num_gpus>=|', []],
    ['another clause behind a comma', 'num_gpus>=4, gpu_r|', ['gpu_ram']],
    ['another clause behind a list', 'gpu_name in [H100_SXM] mob|', ['mobo_name']],
    ['nothing for a word in quotes', '"gpu|', []],
    ['nothing for what no name holds', 'zzz|', []],
  ])('%s: %s', (_, line, candidates) => {
    expect(complete(line).candidates).toEqual(candidates);
  });

  test('an empty line may become any of the 56 filters', () => {
    const { candidates } = complete('|');
    expect(new Set(candidates.slice(0, 56)).size).toBe(56);
    expect(candidates.slice(56), 'what is computed here').toEqual(['dph_gpu']);
  });

  test('what candidates have in common is known, and stays as typed where they have no more', () => {
    expect(complete('gpu_na|').shared).toBe('gpu_name');
    expect(complete('gpu_name=rt|').shared).toBe('RTX_');
    expect(complete('gpu_|').shared).toBe('gpu_');
    expect(complete('4090 nvl|').shared).toBe('nvl');
  });

  test('only the token before the cursor is replaced', () => {
    expect(complete('num_gpus>=4 gpu_name=rt| static_ip').stretch).toBe('rt');
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
