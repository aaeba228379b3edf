import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FILTER_FIELDS, findFilterField } from '../src/catalogue/lookup.ts';
import type { Offer } from '../src/catalogue/values.ts';
import { completionAt } from '../src/filter/complete.ts';
import { compileLine } from '../src/filter/evaluate.ts';
import type { FilterLine, SetMember } from '../src/filter/line.ts';
import type { OwnSets } from '../src/filter/own-sets.ts';
import { parseLine } from '../src/filter/parse.ts';
import { printLine, printWire } from '../src/filter/print.ts';
import { wireFilters } from '../src/filter/request.ts';
import { switchedLine, switchedText } from '../src/filter/switched-line.ts';
import { quoted } from '../src/filter/tokens.ts';

/** Offers with what members of the sets below are, and with what they are not. */
const offers: readonly Offer[] = Array.from({ length: 90 }, (_, index) => ({
  id: 100 + index,
  machine_id: [8207, 11843, 5, index, null][index % 5] ?? null,
  host_id: index % 3,
  gpu_name: ['RTX 4090', 'H100 SXM', 'nowhere', null][index % 4] ?? null,
  geolocation: ['Berlin, DE', 'Oslo, NO', 'Iowa, US', null][index % 4] ?? null,
  verification: ['verified', 'unverified', null][index % 3] ?? null,
  driver_version: ['535.86', '535.86.5', 'none', null][index % 4] ?? null,
  num_gpus: index % 7,
  gpu_ram: (index % 50) * 1000,
}));

const SETS: OwnSets = {
  file: '/home/ann/.config/gpudeck/sets.json',
  members: {
    mine: [8207, 11843],
    trusted: [9107],
    Fast: ['RTX 4090', 'H100 SXM'],
    slip: ['RTX_4090'],
    near: ['DE', 'NORDIC'],
    none: [],
    mixed: [8207, 'RTX 4090'],
    halves: [8207.5],
    drivers: ['535.86', '550.54.14'],
    major: ['535'],
    sizes: [24, 48],
    many: Array.from({ length: 10_001 }, (_, id) => id),
  },
};

const read = (text: string, cursor?: number): FilterLine => parseLine(text, cursor, { sets: SETS });

const messagesOf = (text: string) => read(text).problems.map(({ message }) => message);

describe('a set', () => {
  test.each([
    ['host_id in @trusted', { host_id: { in: [9107] } }, 'host_id in @trusted'],
    ['machine_id notin @mine', { machine_id: { notin: [8207, 11843] } }, 'machine_id notin @mine'],
    ['machine_id not in @mine', { machine_id: { notin: [8207, 11843] } }, 'machine_id notin @mine'],
    ['host=@trusted', { host_id: { in: [9107] } }, 'host_id in @trusted'],
    ['machine_id != @mine', { machine_id: { notin: [8207, 11843] } }, 'machine_id notin @mine'],
    ['machine_id in [@mine, 5]', { machine_id: { in: [8207, 11843, 5] } }, 'machine_id in [@mine, 5]'],
    ['machine_id in 5,@mine', { machine_id: { in: [5, 8207, 11843] } }, 'machine_id in [5, @mine]'],
    ['machine_id in [@MINE, @trusted]', { machine_id: { in: [8207, 11843, 9107] } }, 'machine_id in [@mine, @trusted]'],
    ['machine_id=@mine|5', { machine_id: { in: [8207, 11843, 5] } }, 'machine_id in [@mine, 5]'],
    ['machine_id=5 | @mine', { machine_id: { in: [5, 8207, 11843] } }, 'machine_id in [5, @mine]'],
    ['machine_id in @mine or machine_id=5', { machine_id: { in: [8207, 11843, 5] } }, 'machine_id in [@mine, 5]'],
    ['machine_id in [@none, 5]', { machine_id: { in: [5] } }, 'machine_id in [@none, 5]'],
    [
      'gpu_name in [@fast, RTX_3090]',
      { gpu_name: { in: ['RTX 4090', 'H100 SXM', 'RTX 3090'] } },
      'gpu_name in [@Fast, RTX_3090]',
    ],
    [
      'geolocation in @near',
      { geolocation: { in: ['DE', 'DK', 'FI', 'IS', 'NO', 'SE', 'AX', 'FO'] } },
      'geolocation in @near',
    ],
    ['gpu_ram in @sizes', { gpu_ram: { in: [24_000, 48_000] } }, 'gpu_ram in @sizes'],
    ['driver_version in @drivers', { driver_version: { in: ['535.86', '550.54.14'] } }, 'driver_version in @drivers'],
    ['gpu_name="@fast"', { gpu_name: { eq: '@fast' } }, 'gpu_name="@fast"'],
    ['gpu_name~"@f"', {}, 'gpu_name~"@f"'],
  ])('in %j is sent as its values and printed by its name', (text, sent, printed) => {
    const line = read(text);
    expect(line.problems).toEqual([]);
    expect(wireFilters(line).filters).toMatchObject(sent);
    expect(printLine(line)).toBe(printed);
    expect(printLine(read(printed))).toBe(printed);
  });

  test('that has nothing to do with the line changes nothing in it', () => {
    expect(read('gpu_name=RTX_4090 "@x" any:@x')).toEqual(parseLine('gpu_name=RTX_4090 "@x" any:@x'));
  });

  test('of a spelling that no model has is sent so, and that is said', () => {
    expect(read('gpu_name in @slip').hints.map(({ message }) => message)).toEqual([
      '@slip holds "RTX_4090", which is sent so: the known spelling is "RTX 4090".',
    ]);
  });

  test('shows the start of what is sent', () => {
    const sets = { ...SETS, members: { ids: Array.from({ length: 1000 }, (_, id) => id + 1) } };
    const { clauses } = parseLine('host_id notin @ids', undefined, { sets });
    expect(clauses.map(printWire)).toEqual(['host_id notin [1, 2, 3, 4, 5, 6, 7, 8, and 992 more]']);
  });

  test('stays what it is when parts of its line are switched off', () => {
    const text = 'num_gpus=4 machine_id=@mine static_ip';
    expect(switchedText(switchedLine(read(text), text))).toBe(text);
  });
});

describe('a problem is', () => {
  test.each([
    [
      'host_id in @trustd',
      'There is no set "@trustd": did you mean @trusted? Sets are written in /home/ann/.config/gpudeck/sets.json.',
    ],
    [
      'host_id in @xyz',
      'There is no set "@xyz", but @mine, @trusted, @Fast, @slip, @near and others. Sets are written in /home/ann/.config/gpudeck/sets.json.',
    ],
    [
      'host_id in @fast',
      '@Fast holds "RTX 4090", and host_id takes numbers: use another set, or write numbers without quotes.',
    ],
    [
      'gpu_name in @mine',
      '@mine holds 8207, and gpu_name takes texts: use another set, or put quotes around its values.',
    ],
    [
      'host_id in @mixed',
      '@mixed holds "RTX 4090", and host_id takes numbers: use another set, or write numbers without quotes.',
    ],
    ['host_id in @halves', '@halves holds "8207.5". host_id takes whole numbers, and "8207.5" is not one.'],
    ['driver_version in @major', '@major holds "535". A version has two or three numbers with dots between them.'],
    ['host_id in @none', '@none is an empty set: write a value into it, or remove it here.'],
    ['host_id in [@none, @none]', '@none is an empty set: write a value into it, or remove it here.'],
    [
      'host_id notin @many',
      'A list has at most 10,000 values, and with its sets this one has 10,001: use smaller sets.',
    ],
    ['host_id>=@mine', '"@mine" is a set, and >= takes one value: use in or notin.'],
    ['gpu_name~@fast', '"@fast" is a set, and ~ takes one value: use in or notin.'],
    ['verified=@mine', '"@mine" is a set, and verified takes one value: write it.'],
    [
      '@mine',
      '"@mine" names a set: did you mean host_id in @mine, or another field? To search for the text, put it in quotes.',
    ],
  ])('%j', (text, message) => {
    expect(messagesOf(text)).toEqual([message]);
  });

  test('a set before any is written', () => {
    const { problems } = parseLine('host_id in @mine', undefined, {
      sets: {
        members: {},
        file: '/c/sets.json',
      },
    });
    expect(problems.map(({ message }) => message)).toEqual([
      'There is no set "@mine": write it in /c/sets.json, as {"sets": {"mine": [8207, 11843]}}.',
    ]);
  });

  test('a file that cannot be read, where a set is named and nowhere else', () => {
    const sets = {
      members: {},
      file: '/c/sets.json',
      problem: '/c/sets.json, line 3, sets.mine.1: a set holds numbers and texts.',
    };
    const problemsOf = (text: string) => parseLine(text, undefined, { sets }).problems;
    expect(problemsOf('num_gpus=4')).toEqual([]);
    expect(problemsOf('host_id in @mine').map(({ message }) => message)).toEqual([
      '@mine is not known: line 3, sets.mine.1: a set holds numbers and texts. This is in /c/sets.json.',
    ]);
  });

  test('a sign without a name', () => {
    expect(messagesOf('@ num_gpus=2')).toEqual([
      '@ goes before the name of a set, behind a field: host_id in @trusted.',
    ]);
    expect(messagesOf('host_id in @ num_gpus=2')).toEqual([
      '@ goes before the name of a set: @mine, @trusted, @Fast, @slip, @near and others. Sets are written in /home/ann/.config/gpudeck/sets.json.',
    ]);
  });

  test('never what is still being typed', () => {
    for (const begun of ['host_id in @', 'host_id in @m', 'host_id in [@mine, @t', 'host_id=@tru', '@', '@m']) {
      expect(read(begun, begun.length).problems).toEqual([]);
    }
  });
});

describe('while a line is typed, sets are offered', () => {
  const offered = (text: string) =>
    completionAt(text, text.length, () => ['6541'], undefined, SETS).candidates.map((candidate) => candidate.text);

  test('behind their sign: those that fit the field, once in a list', () => {
    expect(offered('host_id in @')).toEqual(['@mine', '@trusted', '@halves', '@sizes', '@many']);
    expect(offered('host_id in @t')).toEqual(['@trusted']);
    expect(offered('host_id in [@mine, @M')).toEqual(['@many']);
    expect(offered('gpu_name=@')).toEqual(['@Fast', '@slip', '@near', '@drivers', '@major']);
    expect(offered('gpu_ram notin @s')).toEqual(['@sizes']);
    expect(offered('gpu_name~@')).toEqual([]);
    expect(offered('num_gpus>=@')).toEqual([]);
    expect(offered('verified=@')).toEqual([]);
  });

  test('before the ids where an id is typed, and with a field where there is none', () => {
    expect(offered('host_id=')).toEqual(['@mine', '@trusted', '@halves', '@sizes', '@many', '6541']);
    expect(offered('host_id=6')).toEqual(['6541']);
    expect(offered('@t')).toEqual(['machine_id in @trusted', 'host_id in @trusted']);
    expect(offered('static_ip @fa')).toEqual(['gpu_name in @Fast']);
  });
});

const LISTED = FILTER_FIELDS.filter(({ filter }) => filter.operators.includes('in'));

const member: fc.Arbitrary<SetMember> = fc.oneof(
  fc.integer({ min: 0, max: 200_000 }),
  fc.integer({ min: 1, max: 9999 }).map((n) => n / 100),
  fc.constantFrom(
    'RTX 4090',
    'H100 SXM',
    'amd64',
    'DE',
    'EU',
    'verified',
    '535.86.5',
    '22.04',
    'a "quoted" text',
    'nowhere',
  ),
  fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !text.startsWith('@')),
);

const written = (value: SetMember): string => (typeof value === 'number' ? String(value) : quoted(value));

test('a set says what its values say when they are written out', () => {
  const sets = fc.dictionary(fc.constantFrom('a', 'b', 'long-name_2'), fc.array(member, { maxLength: 6 }), {
    minKeys: 1,
  });
  fc.assert(
    fc.property(
      fc.constantFrom(...LISTED),
      fc.constantFrom('in', 'notin'),
      sets,
      fc.array(member, { maxLength: 2 }),
      ({ name }, operator, members, besides) => {
        const kind = findFilterField(name)?.filter.kind;
        const fits = (value: SetMember) => (typeof value === 'number') === (kind === 'number' || kind === 'integer');
        const fitting = Object.fromEntries(Object.entries(members).map(([set, values]) => [set, values.filter(fits)]));
        const singles = besides.filter(fits);
        const folded = [...Object.keys(fitting).map((set) => `@${set}`), ...singles.map(written)].join(', ');
        const out = [...Object.values(fitting).flat(), ...singles].map(written).join(', ');
        const own = { members: fitting, file: 'sets.json' };
        const short = parseLine(`${name} ${operator} [${folded}]`, undefined, { sets: own });
        const long = parseLine(`${name} ${operator} [${out}]`);
        expect(short.problems.length > 0).toBe(long.problems.length > 0);
        expect(wireFilters(short).filters).toEqual(wireFilters(long).filters);
        const [keptShort, keptLong] = [short, long].map((line) => offers.filter(compileLine(line)));
        expect(keptShort).toEqual(keptLong);
        if (short.problems.length > 0) return;
        const again = parseLine(printLine(short), undefined, { sets: own });
        expect(printLine(again)).toBe(printLine(short));
        expect(wireFilters(again)).toEqual(wireFilters(short));
      },
    ),
  );
});

test('a long list keeps the offers that each of its values alone would', () => {
  const ids = [...new Set(offers.map(({ machine_id: id }) => id))].filter((id) => typeof id === 'number');
  fc.assert(
    fc.property(fc.subarray(ids, { minLength: 1 }), fc.integer({ min: 0, max: 40 }), (chosen, more) => {
      const list = [...chosen, ...Array.from({ length: more }, (_, index) => 10_000_000 + index)];
      const kept = (operator: string) =>
        offers.filter(compileLine(parseLine(`machine_id ${operator} [${list.join(', ')}]`)));
      expect(kept('in')).toEqual(offers.filter(({ machine_id: id }) => chosen.some((other) => other === id)));
      expect(kept('notin')).toEqual(
        offers.filter(({ machine_id: id }) => typeof id === 'number' && !chosen.some((other) => other === id)),
      );
    }),
  );
});
