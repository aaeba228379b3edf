/** What people write out of habit, from other tools or as they speak: each gets a suggestion that the filter line takes. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findComputedField } from '../src/catalogue/computed-fields.ts';
import { parseLine } from '../src/filter/parse.ts';
import { wireFilters } from '../src/filter/request.ts';
import { conditions } from './support/filter-lines.ts';

/** Suggestions that are written in turn, at most. */
const STEPS = 6;

/** `line` with what its first problem suggests written, as often as one does. */
const mended = (line: string): string => {
  let text = line;
  for (let step = 0; step < STEPS; step++) {
    const problem = parseLine(text).problems.find(({ suggestion }) => suggestion !== undefined);
    if (problem?.suggestion === undefined) break;
    text = text.slice(0, problem.from) + problem.suggestion + text.slice(problem.to);
  }
  return text.replaceAll(/ {2,}/g, ' ').trim();
};

describe('ends, by its suggestions, in a line without a problem', () => {
  test.each([
    // A figure beside the name of its field.
    ['vram 24', 'gpu_ram>=24'],
    ['24 gb vram', 'gpu_ram>=24gb'],
    ['24 gb', 'gpu_ram>=24gb'],
    ['64gb ram', 'cpu_ram>=64gb'],
    ['200gb disk', 'disk_space>=200gb'],
    ['99% reliability', 'reliability>=99%'],
    ['4090 30 days', '4090 duration>=30'],
    ['machine 8207', 'machine_id=8207'],
    ['gpus 2-4', 'num_gpus=2..4'],
    ['4+ gpus', 'num_gpus>=4'],
    ['country germany', 'geolocation=germany'],
    ['gpu 4090', 'gpu_name~4090'],
    // Comparisons in words, and without a field.
    ['4090 under 0.4', '4090 dph_total<0.4'],
    ['under $0.40', 'dph_total<$0.40'],
    ['max price 0.4', 'dph_total<=0.4'],
    ['price under 0.4', 'dph_total<0.4'],
    ['less than 0.5 4090', 'dph_total<0.5 4090'],
    ['at least 4 gpus', 'num_gpus>=4'],
    ['at least 24gb', 'gpu_ram>=24gb'],
    ['4090 <0.4', '4090 dph_total<0.4'],
    ['<0.4', 'dph_total<0.4'],
    ['>24gb', 'gpu_ram>24gb'],
    ['>=4 gpus', 'num_gpus>=4'],
    ['num_gpus>1 <5', 'num_gpus>1 num_gpus<5'],
    ['price:<0.4', 'price<0.4'],
    // Names in several words.
    ['gpu ram > 24gb', 'gpu_ram > 24gb'],
    ['GPU RAM over 24', 'gpu_ram>24'],
    ['gpu ram 24', 'gpu_ram>=24'],
    ['4090 disk space > 100gb', '4090 disk_space > 100gb'],
    ['cpu cores > 16', 'cpu_cores > 16'],
    ['price per hour < 1', 'dph_total < 1'],
    ['price per gpu < 0.5', 'dph_gpu < 0.5'],
    ['number of gpus >= 4 4090', 'num_gpus >= 4 4090'],
    ['gpu name = rtx_4090', 'gpu_name = rtx_4090'],
    ['static ip', 'static_ip'],
    ['data center us', 'datacenter us'],
    ['min gpu ram 24', 'gpu_ram>=24'],
    ['at least 24 gpu ram', 'gpu_ram>=24'],
    ['24gb+', 'gpu_ram>=24gb'],
    ['24gb+ gpu ram', 'gpu_ram>=24gb'],
    ['under 0.4 per hour 4090', 'dph_total<0.4 4090'],
    ['0.4 per hour', 'dph_total<=0.4'],
    ['$0.4 an hour', 'dph_total<=$0.4'],
    ['under 0.4 per gpu', 'dph_gpu<0.4'],
    ['less than 2 dollars per hour', 'dph_total<2'],
    ['us only', 'us'],
    ['4090 with 200gb disk', '4090 disk_space>=200gb'],
    // Figures with words around them, and what is left out.
    ['24 gb gpu ram under $1 per hour in europe', 'gpu_ram>=24gb dph_total<$1 geolocation=EUROPE'],
    ['up to 4 gpus', 'num_gpus<=4'],
    ['between 2 and 4 gpus', 'num_gpus=2..4'],
    ['2 to 4 gpus', 'num_gpus=2..4'],
    ['gpus 2 - 4', 'num_gpus=2..4'],
    ['exactly 4 gpus', 'num_gpus=4'],
    ['4 gpus or more', 'num_gpus>=4'],
    ['gpus 4 or more', 'num_gpus>=4'],
    ['24gb or more', 'gpu_ram>=24gb'],
    ['24-48gb', 'gpu_ram=24..48gb'],
    ['2 weeks', 'duration>=2weeks'],
    ['budget 0.5', 'dph_total<=0.5'],
    ['count=2', 'num_gpus=2'],
    ['single gpu 4090', 'num_gpus=1 4090'],
    ['8 h100', 'num_gpus=8 gpu_name in [H100_NVL, H100_SXM, H100_PCIE]'],
    ['8 h100 sxm', 'num_gpus=8 gpu_name=H100_SXM'],
    ['2 x 5090', 'num_gpus=2 gpu_name=RTX_5090'],
    ['16 5090', 'num_gpus=16 gpu_name=RTX_5090'],
    ['dual rtx 5090', 'num_gpus=2 gpu_name=RTX_5090'],
    ['h100/a100', 'gpu_name in [H100_NVL, H100_SXM, H100_PCIE, A100_PCIE, A100_SXM4]'],
    ['4090, 5090', 'gpu_name in [RTX_4090, RTX_4090D, RTX_5090]'],
    ['4090,5090', 'gpu_name in [RTX_4090, RTX_4090D, RTX_5090]'],
    ['4090 5090 disk>200', 'gpu_name in [RTX_4090, RTX_4090D, RTX_5090] disk>200'],
    ['4090 except china', '4090 geolocation!=CN'],
    ['outside the us', 'geolocation!=US'],
    ['4090 not in china', '4090 geolocation!=CN'],
    ['without static_ip', '!static_ip'],
    ['not 4090', '!4090'],
    ['not a 4090', '!4090'],
    ['not rtx 5090', 'gpu_name!=RTX_5090'],
    ['not 5090, 4080s', 'gpu_name notin [RTX_5090, RTX_4080S]'],
    ['not h100 or a100', 'gpu_name notin [H100_NVL, H100_SXM, H100_PCIE, A100_PCIE, A100_SXM4]'],
    ['except us and china', 'geolocation notin [US, CN]'],
    ['not de, fr', 'geolocation notin [DE, FR]'],
    ['no china, no russia', 'geolocation!=CN, geolocation!=RU'],
    ['no datacenter', '!datacenter'],
    ['without static ip', '!static_ip'],
    ['4090 but no 5090', '4090 !5090'],
    ['no more than 4 gpus', 'num_gpus<=4'],
    ['not less than 24gb', 'gpu_ram>=24gb'],
    ['not over 0.5', 'dph_total<=0.5'],
    ['price not over 0.5', 'dph_total<=0.5'],
    ['fewer than 4 gpus', 'num_gpus<4'],
    ['us, canada', 'geolocation in [US, CA]'],
    ['us or ca', 'geolocation in [US, CA]'],
    ['2 or 4 gpus', 'num_gpus in [2, 4]'],
    ['2, 4 or 8 gpus', 'num_gpus in [2, 4, 8]'],
    ['2/4/8 gpus', 'num_gpus in [2, 4, 8]'],
    ['between 0.2 and 0.5', 'dph_total=0.2..0.5'],
    ['0.2 - 0.5 per gpu', 'dph_gpu=0.2..0.5'],
    ['under $300 per month', 'dph_total<$0.4167'],
    ['under $10 per day', 'dph_total<$0.4167'],
    ['under 50 cents', 'dph_total<$0.5'],
    ['price < 50 cents', 'price < $0.5'],
    ['minimum 0.2', 'dph_total>=0.2'],
    ['16 cores', 'cpu_cores_effective>=16'],
    ['1tb ssd', 'disk_space>=1tb'],
    ['7d', 'duration>=7d'],
    ['8xh100', '8x h100'],
    // SQL, jq, shells and addresses.
    ["where gpu_name = 'RTX 4090' and dph < 0.5", "gpu_name = 'RTX 4090' dph < 0.5"],
    ["gpu_name like '%4090%'", 'gpu_name~"4090"'],
    ['dph between 0.2 and 0.5', 'dph_total=0.2..0.5'],
    ['.dph_total < 0.5', 'dph_total < 0.5'],
    ['(num_gpus=1 or num_gpus=2) and verified', 'num_gpus=1 or num_gpus=2 verified'],
    ['gpu_name=RTX_4090&num_gpus=1', 'gpu_name=RTX_4090 num_gpus=1'],
    ['gpu_name=RTX_4090; num_gpus=1;', 'gpu_name=RTX_4090 num_gpus=1'],
    ['dph/num_gpus<0.4', 'dph_gpu<0.4'],
    ['gpu_name in ["RTX 4090" "RTX 5090"]', 'gpu_name in ["RTX 4090", "RTX 5090"]'],
    // Models, counts and places.
    ['RTX_4090|RTX_5090', 'gpu_name in [RTX_4090, RTX_5090]'],
    ['h100 or a100', 'gpu_name in [H100_NVL, H100_SXM, H100_PCIE, A100_PCIE, A100_SXM4]'],
    ['4x4090', '4x 4090'],
    ['8×H100', '8x H100'],
    ['8*H100', '8x H100'],
    ['4090x4', '4x 4090'],
    ['4090 united states', '4090 geolocation=US'],
    ['north america', 'geolocation=NORTH_AMERICA'],
    ['in the us', 'geolocation=US'],
    ['not china', 'geolocation!=CN'],
    ['!china', 'geolocation!=CN'],
    ['-china', 'geolocation!=CN'],
    // The request of a search.
    ['{"gpu_name":{"eq":"RTX 4090"},"num_gpus":{"gte":4}}', 'gpu_name=RTX_4090 num_gpus>=4'],
    ['{"gpu_ram": {"gte": 24000, "lt": 50000}, "verified": true}', 'gpu_ram>=24GB gpu_ram<50GB verified'],
    ['{"geolocation":{"in":["US","CA"]},"verified":{"in":[true,false]}}', 'geolocation in [US, CA] verified=any'],
    // What an East Asian keyboard types.
    ['ＲＴＸ　４０９０', 'RTX　4090'],
    ['ｎｕｍ＿ｇｐｕｓ＝4', 'num_gpus＝4'],
  ])('%s', (line, better) => {
    expect(parseLine(line).problems).not.toEqual([]);
    expect(mended(line)).toBe(better);
    expect(parseLine(better).problems).toEqual([]);
  });
});

test.each([
  '4090 24',
  '4090 disk>200',
  'rtx 4090 verified',
  '4x 4090',
  'united',
  'us',
  '0.2..0.4',
  'asus prime x570',
  '"gpu ram"',
  '"with"',
])('is left alone where it may be meant: %s', (line) => {
  expect(parseLine(line).problems).toEqual([]);
});

test.each([
  ['-o dph_total-', '"-o" is not a filter: options go outside the filter.'],
  [
    'storage 100gb',
    '"storage" is not a filter: the key "disk GB" of the panes sets it, or give --storage in a command; disk_space filters.',
  ],
  ['hours=72', '"hours" is not a filter: the key "job" of the panes describes one, or give --workload in a command.'],
  ['gpu_name is not null', 'gpu_name needs an operator'],
])('%s is told apart from that', (line, message) => {
  expect(parseLine(line).problems[0]?.message.startsWith(message ?? '')).toBe(message === undefined ? undefined : true);
});

test('what is no filter in JSON is named, and JSON that is none of a search is read as a line', () => {
  const [problem] = parseLine('{"num_gpus":4,"order":[["dph_total","asc"]],"limit":5}').problems;
  expect(problem?.message).toBe('This is JSON: did you mean num_gpus=4? order and limit would be left out: no filter.');
  for (const text of [
    '{"num_gpus":{"near":4}}',
    '{"num_gpus":{"gte":"many"}}',
    '{"colour":"red"}',
    '{}',
    '{"num_gpus":',
  ])
    expect(parseLine(text).problems.some(({ message }) => message.startsWith('This is JSON'))).toBe(false);
});

test('the filters of a request, as JSON that is pasted, come back as they were', () => {
  fc.assert(
    fc.property(conditions, (wanted) => {
      const known = wanted.filter(({ field }) => findComputedField(field) === undefined);
      const { filters } = wireFilters({ clauses: known.map((condition) => ({ ...condition, from: 0, to: 0 })) });
      const [pasted] = parseLine(JSON.stringify(filters)).problems;
      const line = pasted?.suggestion ?? '';
      expect(wireFilters(parseLine(line)).filters).toEqual(filters);
    }),
    { numRuns: 1000 },
  );
});

test('a word for machines that a default hides says how to lift it', () => {
  const hint = 'The default verified hides unverified: add verified=any.';
  expect(parseLine('4090 unverified').hints).toMatchObject([{ from: 5, to: 15, message: hint }]);
  expect(parseLine('4090 unverified verified=any').hints).toEqual([]);
  expect(parseLine('4090 !"unverified"').hints).toEqual([]);
});

test('while a figure is typed behind a word, the line is neither applied nor wrong', () => {
  const line = '4090 under 0.4';
  const { problems, unfinished, words } = parseLine(line, line.length);
  expect({ problems, unfinished, words: words.map(({ text }) => text) }).toEqual({
    problems: [],
    unfinished: { from: 5, to: 14 },
    words: ['4090'],
  });
});
