import { describe, expect, it } from 'vitest';
import { INSTANCE_FIELDS } from '../src/catalogue/instance-fields.ts';
import { CONNECTION_FIELDS } from '../src/catalogue/volume-fields.ts';
import { listFieldsOf, readListLine } from '../src/filter/list-line.ts';

const FIELDS = listFieldsOf(INSTANCE_FIELDS);

const RECORDS = [
  { id: 1, label: 'sweep-1', actual_status: 'running', dph_total: 0.5, gpu_name: 'RTX 4090', static_ip: true },
  {
    id: 2,
    label: 'sweep-2',
    actual_status: 'exited',
    dph_total: 2.5,
    gpu_name: 'H100 SXM',
    target_reliability: 0.99,
    geolocation: 'Sweden, SE',
  },
  { id: 3, label: 'Sweep', actual_status: 'running', dph_total: 4, gpu_ram: 24_564, geolocation: 'Texas, US' },
  { id: 4, label: null, actual_status: 'loading', is_bid: true },
  { id: 5, actual_status: null, label: 'a*b', static_ip: false, is_bid: false },
];

const met = (line: string, sets = {}) =>
  RECORDS.filter(readListLine(line, FIELDS, { members: sets, file: 'sets.json' }).isMet).map(({ id }) => id);

const problemsOf = (line: string) => readListLine(line, FIELDS).problems;

describe('a filter line over instances', () => {
  it.each([
    ['', [1, 2, 3, 4, 5]],
    ['label=sweep*', [1, 2]],
    ['label="sweep*"', [1, 2]],
    ['label=*weep', [3]],
    ['label=s*-*2', [2]],
    ['label=s*e*p*p', []],
    ['label=*', [1, 2, 3, 5]],
    ['label=sweep', []],
    ['label~sweep', [1, 2, 3]],
    ['label in [sweep-1, a*]', [1, 5]],
    ['label=sweep-1|a*', [1, 5]],
    ['label=sweep-1 | label=sweep-2', [1, 2]],
    // What is not known meets nothing, not even that it is something else.
    ['label!=sweep*', [3, 5]],
    ['label notin [sweep*, a*]', [3]],
    ['actual_status!=running', [2, 4]],
    ['status=running price<1', [1]],
    ['dph_total=0.5..3', [1, 2]],
    ['id in [1, 4, 9]', [1, 4]],
    ['id in @mine', [2, 3]],
    ['gpu_name=rtx_4090', [1]],
    ['vram>=24', [3]],
    ['geolocation=EU', [2]],
    ['country!=SE', [3]],
    ['is_bid', [4]],
    ['target_reliability>=95%', [2]],
    ['!static_ip', [5]],
    ['is_bid!=true', [5]],
  ] as const)('%j is met by %j', (line, ids) => {
    expect(problemsOf(line.replace('@mine', '[1]'))).toEqual([]);
    expect(met(line, { mine: [2, 3] })).toEqual(ids);
  });

  it('of a list of few fields names all of them', () => {
    const few = listFieldsOf(CONNECTION_FIELDS);
    expect(readListLine('zzzz=1', few).problems[0]?.message).toBe(
      'This list has no field "zzzz": it has id, name and cloud_type.',
    );
  });

  it.each([
    ['labl=sweep*', 0, 4, 'This list has no field "labl": did you mean label?', 'label'],
    [
      'zzzz=1',
      0,
      4,
      'This list has no field "zzzz": it has id, label, machine_id, host_id, actual_status and intended_status, among others.',
      undefined,
    ],
    ['start_date>1', 0, 10, 'This list has no field "start_date"', undefined],
    [
      'id=1 sweep',
      5,
      10,
      '"sweep" is no clause: write a field, an operator and a value, as in label~sweep.',
      'label~sweep',
    ],
    ['"sweep"', 0, 7, '"sweep" is no clause', 'label~sweep'],
    ['!sweep', 0, 6, '"sweep" is no clause', 'label~sweep'],
    ['label', 0, 5, 'label needs an operator and a value: continue with =, !=, in, notin or ~.', undefined],
    ['label=', 0, 6, 'label = needs a value', undefined],
    ['id=1 and label=a', 5, 8, '"and" is not needed', ''],
    ['dph_total>x', 10, 11, '"x" is not a number', undefined],
    ['[', 0, 1, '"[" is no clause', undefined],
    ['id in @mine', 6, 11, 'There is no set "@mine"', undefined],
    ['label in [a', 9, 11, 'The list is not closed', undefined],
  ] as const)('%j is told what is wrong from %i to %i: %s', (line, from, to, message, suggestion) => {
    const [problem, ...others] = problemsOf(line);
    expect(problem).toMatchObject({ from, to, ...(suggestion !== undefined && { suggestion }) });
    expect(problem?.message.slice(0, message.length)).toBe(message);
    expect(others).toEqual([]);
  });

  it('leaves what is being typed at the cursor to be finished', () => {
    expect(readListLine('id=1 lab', FIELDS, undefined, 8)).toMatchObject({
      problems: [],
      unfinished: { from: 5, to: 8 },
    });
  });

  it('is refused where it is longer than a line may be', () => {
    const line = readListLine(`label=${'a'.repeat(10_000)}`, FIELDS);
    expect(line.problems).toHaveLength(1);
    expect(line.isMet({ label: 'a' })).toBe(false);
  });
});
