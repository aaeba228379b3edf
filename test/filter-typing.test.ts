import { describe, expect, test } from 'vitest';
import { parseLine } from '../src/filter/parse.ts';
import { printLine } from '../src/filter/print.ts';

/** What holds while somebody types with the cursor at `|`: the line that is applied, what is unfinished, what is wrong. */
const typing = (marked: string) => {
  const cursor = marked.indexOf('|');
  const text = marked.replace('|', '');
  const line = parseLine(text, cursor);
  return {
    applied: printLine(line),
    unfinished: line.unfinished && text.slice(line.unfinished.from, line.unfinished.to),
    wrong: line.problems.map(({ from, to }) => text.slice(from, to)),
  };
};

describe('what is being typed at the cursor is not applied until it is finished', () => {
  test.each([
    ['a word that may become a field', 'static_ip r|', 'r'],
    ['in capitals too', 'static_ip NUM|', 'NUM'],
    ['or an alias', 'static_ip cuda_v|', 'cuda_v'],
    ['with the cursor inside it', 'static_ip re|l', 'rel'],
    ['a field', 'static_ip dph_total|', 'dph_total'],
    ['a field and a blank', 'static_ip dph_total |', 'dph_total'],
    ['an operator begun', 'static_ip gpu_name i|', 'gpu_name i'],
    ['another one', 'static_ip gpu_name not |', 'gpu_name not'],
    ['and the shortest', 'static_ip gpu_name!|', 'gpu_name!'],
    ['a field and an operator', 'static_ip dph_total<|', 'dph_total<'],
    ['with spaces', 'static_ip dph_total <  |', 'dph_total <'],
    ['before other clauses', 'dph_total< | static_ip', 'dph_total<'],
    ['before other clauses, without an operator', 'dph_total | static_ip', 'dph_total'],
    ['a list begun', 'static_ip gpu_name in [|', 'gpu_name in ['],
    ['a list without its end', 'static_ip gpu_name in [RTX_4090, H1|', 'gpu_name in [RTX_4090, H1'],
    [
      'a list without its end before other clauses',
      'gpu_name in [RTX_4090, | static_ip',
      'gpu_name in [RTX_4090,  static_ip',
    ],
    ['a text without its quote', 'static_ip gpu_name="H100 S|', 'gpu_name="H100 S'],
    ['a searched text without its quote', 'static_ip "H100 S|', '"H100 S'],
    ['not', 'static_ip !|', '!'],
    ['not, with a word begun', 'static_ip !rent|', '!rent'],
    ['a part of a name', 'static_ip gpu_name=RTX_40|', 'gpu_name=RTX_40'],
    ['what may become a word', 'static_ip or|', 'or'],
    ['a version begun', 'static_ip compute_cap>=86|', 'compute_cap>=86'],
    ['half a country', 'static_ip geolocation=U|', 'geolocation=U'],
    ['half a truth', 'static_ip rented=tr|', 'rented=tr'],
    ['half of any', 'static_ip verified=an|', 'verified=an'],
    ['half a unit', 'static_ip inet_down>500Mb|', 'inet_down>500Mb'],
    ['an amount begun', 'static_ip dph<$|', 'dph<$'],
    ['a fraction begun', 'static_ip dph<.|', 'dph<.'],
    ['half a version', 'static_ip driver_version>=535.|', 'driver_version>=535.'],
  ])('%s: %s', (_, line, unfinished) => {
    const seen = typing(line);
    expect(seen.unfinished).toBe(unfinished);
    expect(seen.wrong).toEqual([]);
    expect(['static_ip', '']).toContain(seen.applied);
  });

  test('a list without its end leaves the clauses behind it in force', () => {
    expect(typing('gpu_name in [RTX_4090, | num_gpus>=4')).toEqual({
      applied: 'num_gpus>=4',
      unfinished: 'gpu_name in [RTX_4090,',
      wrong: [],
    });
  });
});

test('a clause holds while a further value for it is being typed', () => {
  expect(typing('gpu_name=RTX_4090 or RTX_50|')).toMatchObject({
    applied: 'gpu_name=RTX_4090',
    unfinished: 'or RTX_50',
    wrong: [],
  });
});

describe('what is finished is applied at once', () => {
  test.each([
    ['num_gpus>=4|', 'num_gpus>=4'],
    ['num_gpus>=|4', 'num_gpus>=4'],
    ['static_ip|', 'static_ip'],
    ['!static_ip|', '!static_ip'],
    ['gpu_name=RTX_4090|', 'gpu_name=RTX_4090'],
    ['gpu_name=zzz|', 'gpu_name=zzz'],
    ['num_gpus in 2,4|', 'num_gpus in [2, 4]'],
    ['num_gpus in 2,4,|', 'num_gpus in [2, 4]'],
    ['4090|', '4090'],
    ['!4090|', '!4090'],
    ['num_gpus=2..4|', 'num_gpus>=2 num_gpus<=4'],
    ['gpu_name=RTX_4090 or RTX_3090|', 'gpu_name in [RTX_4090, RTX_3090]'],
    ['h100|', 'h100'],
    ['rtx|', 'rtx'],
    ['dlperfx|', 'dlperfx'],
    ['re |', 're'],
    ['|re', 're'],
    ['re static_ip|', 're static_ip'],
    ['"reliab"|', '"reliab"'],
  ])('%s', (line, applied) => {
    expect(typing(line)).toEqual({ applied, unfinished: undefined, wrong: [] });
  });
});

describe('what more letters cannot mend is wrong at once', () => {
  test.each([
    ['dhp<|', 'dhp'],
    ['dph=>|', '=>'],
    ['gpu_name>|', '>'],
    ['reliability>98|', '98'],
    ['gpu_ram>=24564|', '24564'],
    ['geolocation=XX|', 'XX'],
    ['!4090>|', '!4090>'],
    ['gpu_name foo|', 'gpu_name'],
  ])('%s', (line, wrong) => {
    const seen = typing(line);
    expect(seen.wrong).toEqual([wrong]);
    expect(seen.unfinished).toBeUndefined();
  });
});

test('what is unfinished elsewhere than at the cursor is a problem', () => {
  expect(typing('dph_total< static_ip|')).toEqual({
    applied: 'static_ip',
    unfinished: undefined,
    wrong: ['dph_total<'],
  });
  expect(typing('geolocation=U |')).toEqual({ applied: '', unfinished: undefined, wrong: ['U'] });
});

test('without a cursor nothing is unfinished: a word that begins a field is searched for', () => {
  const line = parseLine('re num');
  expect(line.unfinished).toBeUndefined();
  expect(line.words.map(({ text }) => text)).toEqual(['re', 'num']);
});
