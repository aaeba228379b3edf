import { describe, expect, test } from 'vitest';
import { parseLine } from '../src/filter/parse.ts';
import { printClause, printLine, printWire } from '../src/filter/print.ts';
import { defaultClauses } from '../src/filter/request.ts';

describe('a line is printed in its shortest form, and echoed in wire units', () => {
  test.each([
    ['gpu_ram >= 24', 'gpu_ram>=24GB', 'gpu_ram>=24000'],
    ['gpu_ram>=24GiB', 'gpu_ram>=24576MB', 'gpu_ram>=24576'],
    ['compute_cap>=860', 'compute_cap>=8.6', 'compute_cap>=860'],
    ['duration>168h', 'duration>7d', 'duration>604800'],
    ['duration>90m', 'duration>90m', 'duration>5400'],
    ['duration>36h', 'duration>36h', 'duration>129600'],
    ['duration>1.5s', 'duration>1.5s', 'duration>1.5'],
    ['reliability>.9971', 'reliability>99.71%', 'reliability>0.9971'],
    ['inet_down>500Mbps', 'inet_down>62.5', 'inet_down>62.5'],
    ['internet_down_cost_per_tb<$10', 'internet_down_cost_per_tb<10$/TB', 'internet_down_cost_per_tb<10$/TB'],
    ['internet_down_cost_per_tb<=10$/TB', 'internet_down_cost_per_tb<=10$/TB', 'internet_down_cost_per_tb<=10$/TB'],
    ['dph<$0.5', 'dph_total<0.5', 'dph_total<0.5'],
    ['disk_space>=2TB', 'disk_space>=2000', 'disk_space>=2000'],
    ['num_gpus not in 2,4', 'num_gpus notin [2, 4]', 'num_gpus notin [2, 4]'],
    ['gpu_name in RTX_4090,"H100 SXM"', 'gpu_name in [RTX_4090, H100_SXM]', 'gpu_name in ["RTX 4090", "H100 SXM"]'],
    ['gpu_name="RTX_4090"', 'gpu_name="RTX_4090"', 'gpu_name=RTX_4090'],
    ['mobo_name="ROME D8"', 'mobo_name="ROME D8"', 'mobo_name="ROME D8"'],
    ['mobo_name=\'a "b"\'', 'mobo_name="a ""b"""', 'mobo_name="a ""b"""'],
    ['mobo_name="any"', 'mobo_name="any"', 'mobo_name=any'],
    ['geolocation=uk', 'geolocation=GB', 'geolocation in [GB]'],
    ['geolocation!=us', 'geolocation!=US', 'geolocation notin [US]'],
    ['STATIC_IP=true', 'static_ip', 'static_ip'],
    ['static_ip=no', '!static_ip', '!static_ip'],
    ['static_ip!=true', 'static_ip!=true', '!static_ip'],
    ['verified=ANY', 'verified=any', 'verified in [true, false]'],
    ['rented=any', 'rented=any', 'rented'],
    ['cpu_arch=any', 'cpu_arch=any', 'cpu_arch notin []'],
    ['os eq 22.04', 'os_version=22.04', 'os_version=22.04'],
  ])('%s', (typed, printed, wired) => {
    const { clauses } = parseLine(typed);
    expect(clauses.map(printClause)).toEqual([printed]);
    expect(clauses.map(printWire)).toEqual([wired]);
  });

  test('words come first, quoted where they were', () => {
    expect(printLine(parseLine('num_gpus>=4 4090, "in" static_ip h100'))).toBe('4090 "in" h100 num_gpus>=4 static_ip');
  });

  test('a unit behind a list is a word, for no number waits for it', () => {
    expect(printLine(parseLine('num_gpus in [2, 4] k'))).toBe('k num_gpus in [2, 4]');
  });
});

test('the defaults that a line leaves in force are read as clauses', () => {
  const inForce = (line: string): string => defaultClauses(parseLine(line)).map(printClause).join(' ');
  expect(inForce('')).toBe('verified rentable !rented cpu_arch=amd64');
  expect(inForce('!verified rented=any num_gpus=4')).toBe('rentable cpu_arch=amd64');
  expect(inForce('verified rentable rented cpu_arch=any')).toBe('');
});
