import { describe, expect, test } from 'vitest';
import { parseLine } from '../src/filter/parse.ts';

/** Each problem as the stretch that is marked and what is said about it. */
const said = (line: string): readonly (readonly [marked: string, message: string])[] =>
  parseLine(line).problems.map(({ from, to, message }) => [line.slice(from, to), message]);

/** The line with every suggestion put in its place. */
const mended = (line: string): string =>
  parseLine(line).problems.reduceRight(
    (text, { from, to, suggestion }) => text.slice(0, from) + (suggestion ?? '') + text.slice(to),
    line,
  );

describe('a line that cannot be meant is marked where it is wrong, and says what to do', () => {
  test.each([
    ['foo>3', 'foo', 'The service has no filter "foo": to search the rows for a text, put it in quotes.'],
    [
      'start_date<2',
      'start_date',
      'start_date is a column, but the service cannot filter by it: remove the clause, or sort by it.',
    ],
    ['num_gpus', 'num_gpus', 'num_gpus needs an operator and a value: continue with =, !=, >, <, >=, <=, in or notin.'],
    ['gpu_name big', 'gpu_name', 'gpu_name needs an operator and a value: continue with =, !=, in, notin or ~.'],
    ['num_gpus>=', 'num_gpus>=', 'num_gpus >= needs a value: write one after it.'],
    ['gpu_name= num_gpus>=4', 'gpu_name=', 'gpu_name = needs a value: write one after it.'],
    ['verification = verified=true', 'verification =', 'verification = needs a value: write one after it.'],
    ['gpu_name>A', '>', 'gpu_name cannot be filtered with ">": use =, !=, in, notin or ~.'],
    ['geolocation<US', '<', 'geolocation cannot be filtered with "<": use =, !=, in or notin.'],
    ['static_ip in [true]', 'in', 'static_ip cannot be filtered with "in": use = or !=.'],
    ['num_gpus=>=4', '=>=', '"=>=" is not an operator: use = != > >= < <= ~ in or notin.'],
    ['>=5', '>=', '">=" has no field before it: write the one to compare.'],
    ['in [a]', 'in', '"in" has no field before it: write the one to compare.'],
    ['num_gpus=four', 'four', '"four" is not a number: num_gpus takes a number, perhaps followed by k.'],
    ['num_gpus=', 'num_gpus=', 'num_gpus = needs a value: write one after it.'],
    ['id=7k', '7k', '"k" is not a unit of id: it takes a number without a unit.'],
    ['num_gpus>2.5', '2.5', 'num_gpus takes whole numbers, and "2.5" is not one.'],
    [
      'id=99999999999999999999',
      '99999999999999999999',
      '"99999999999999999999" is too large for id: write a smaller number.',
    ],
    ['dph<1e999', '1e999', '"1e999" is too large for dph_total: write a smaller number.'],
    ['static_ip=maybe', 'maybe', '"maybe" is neither yes nor no: write static_ip, !static_ip or static_ip=true.'],
    [
      'driver_version=abc',
      'abc',
      '"abc" is not a version for driver_version: write two or three numbers with dots between them.',
    ],
    [
      'driver_version=1.2.3.4',
      '1.2.3.4',
      '"1.2.3.4" is not a version for driver_version: write two or three numbers with dots between them.',
    ],
    [
      'geolocation=XX',
      'XX',
      '"XX" is not a country: write a two-letter ISO 3166 code such as US or DE, or an English name.',
    ],
    [
      'geolocation in [US,Moon]',
      'Moon',
      '"Moon" is not a country: write a two-letter ISO 3166 code such as US or DE, or an English name.',
    ],
    [
      'reliability<-1',
      '-1',
      '"-1" is out of range, reliability is at least 0 and at most 1: write a number in that range.',
    ],
    [
      'target_reliability=1',
      '1',
      '"1" is out of range, target_reliability is more than 0 and less than 1: write a number in that range.',
    ],
    [
      'target_reliability=0',
      '0',
      '"0" is out of range, target_reliability is more than 0 and less than 1: write a number in that range.',
    ],
    [
      'gpu_name=any',
      'gpu_name=any',
      '"any" lifts a default, and only verified, cpu_arch, rentable and rented have one: remove gpu_name.',
    ],
    [
      'num_gpus=any',
      'num_gpus=any',
      '"any" lifts a default, and only verified, cpu_arch, rentable and rented have one: remove num_gpus.',
    ],
    ['gpu_name in []', '[]', 'The list of gpu_name is empty: write a value into it, or remove it.'],
    ['gpu_name in [a, b', '[a, b', 'The list is not closed: write the closing bracket.'],
    ['gpu_name in [a dph<2', '[a', 'The list is not closed: write the closing bracket.'],
    ['[a, b]', '[a, b]', 'A list goes after a field and "in", as in num_gpus in [2, 4]: write them before it.'],
    [']', ']', 'Brackets hold lists, and group nothing: every clause must hold anyway. Remove it.'],
    ['target_reliability=[0.9]', '=', 'target_reliability takes one value: remove the list.'],
    ['gpu_name="H100', '"H100', 'The text in quotes is not closed: write the closing quote.'],
    ['"H100', '"H100', 'The text in quotes is not closed: write the closing quote.'],
    ['!', '!', '! has nothing after it: write a yes-or-no field or a text right after it, as in !static_ip.'],
    ['! static_ip', '!', '! has nothing after it: write a yes-or-no field or a text right after it, as in !static_ip.'],
    ['!num_gpus>=4', '!num_gpus>=4', '! goes before the name of a yes-or-no field, alone: use !=.'],
  ])('%s', (line, marked, message) => {
    expect(said(line)).toEqual([[marked, message]]);
  });

  test('a second target_reliability, which could be neither sent nor applied', () => {
    expect(said('target_reliability=0.9 num_gpus=2 target_reliability=0.99')).toEqual([
      ['target_reliability=0.99', 'target_reliability is given twice, and only one can be sent: remove one.'],
    ]);
  });

  test('several problems come in their order, and the rest of the line is read', () => {
    const line = 'dhp<2 num_gpus>=4 geolocation=XX 4090';
    expect(said(line).map(([marked]) => marked)).toEqual(['dhp', 'XX']);
    expect(parseLine(line).clauses).toEqual([{ field: 'num_gpus', operator: 'gte', value: 4, from: 6, to: 17 }]);
    expect(parseLine(line).words).toEqual([{ text: '4090', isExact: false, from: 33, to: 37 }]);
  });

  test('a long text is cut in the message', () => {
    expect(said(`${'x'.repeat(9000)}=1`)[0]?.[1]).toBe(
      'The service has no filter "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...": to search the rows for a text, put it in quotes.',
    );
  });
});

describe('a problem suggests what was probably meant', () => {
  test.each([
    ['dhp<2', 'dph<2', 'The service has no filter "dhp": did you mean dph?'],
    ['reliabilty>0.9', 'reliability>0.9', 'The service has no filter "reliabilty": did you mean reliability?'],
    ['"num_gpus">=4', 'num_gpus>=4', 'A field name is written without quotes: remove them.'],
    ['num_gpus=>4', 'num_gpus>=4', '"=>" is not an operator: did you mean >=?'],
    ['num_gpus<>4', 'num_gpus!=4', '"<>" is not an operator: did you mean !=?'],
    ['target_reliability>=0.9', 'target_reliability=0.9', 'target_reliability cannot be filtered with ">=": use =.'],
    ['gpu_ram>=24564', 'gpu_ram>=24564MB', 'A bare number is GB, and gpu_ram is never 24564 GB: did you mean 24564MB?'],
    [
      'cpu_ram>=257000',
      'cpu_ram>=257000MB',
      'A bare number is GB, and cpu_ram is never 257000 GB: did you mean 257000MB?',
    ],
    ['gpu_ram>=24 GB', 'gpu_ram>=24GB', 'A unit follows its number without a space: write 24GB.'],
    ['inet_down>500mbps', 'inet_down>500Mbps', 'mbps can mean Mbps or MBps: write the one you mean.'],
    ['num_gpus>$4', 'num_gpus>4', 'num_gpus is not an amount of money: remove the $.'],
    [
      'reliability>98',
      'reliability>98%',
      '"98" is out of range, reliability is at least 0 and at most 1: did you mean 98%?',
    ],
    [
      'target_reliability=95',
      'target_reliability=95%',
      '"95" is out of range, target_reliability is more than 0 and less than 1: did you mean 95%?',
    ],
    [
      'driver_version=535',
      'driver_version=535.0',
      '"535" is not a version for driver_version: write two or three numbers with dots between them.',
    ],
    ['geolocation=Germ', 'geolocation=DE', '"Germ" is not a country: did you mean DE (Germany)?'],
    ['geolocation=South_K', 'geolocation=KR', '"South_K" is not a country: did you mean KR (South Korea)?'],
    ['gpu_name=a=b', 'gpu_name="a=b"', '"a=b" has characters with a special meaning: put it in quotes.'],
    ['mobo_name=[a, b]', 'mobo_name in [a, b]', '= takes one value: for a list write in or notin.'],
    ['mobo_name!=[a, b]', 'mobo_name notin [a, b]', '!= takes one value: for a list write in or notin.'],
    [
      'gpu_name in [RTX 4090]',
      'gpu_name in ["RTX 4090"]',
      'A list needs commas between its values, and quotes around one with a space.',
    ],
    ['num_gpus in [2 4]', 'num_gpus in [2, 4]', 'A list needs commas between its values.'],
    ['verified!=any', 'verified=any', '"any" goes alone after "=": write verified=any, or put quotes around a text.'],
    [
      '!verifed',
      '!verified',
      '! goes before the name of a yes-or-no field, alone: did you mean !verified? To leave out rows that show the text, write !"verifed".',
    ],
  ])('%s becomes %s', (line, better, message) => {
    expect(said(line).map(([, text]) => text)).toEqual([message]);
    expect(mended(line)).toBe(better);
    expect(parseLine(better).problems).toEqual([]);
  });
});
