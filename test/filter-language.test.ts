/** The page that tells what a filter can say: that what it tells is true, that nothing is missing, and how it is gone through. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withKeys } from '../src/base/named-keys.ts';
import { shownPress } from '../src/base/press-names.ts';
import { REGIONS } from '../src/catalogue/countries.ts';
import { FILTER_FIELDS, type FilterField, findFilterField } from '../src/catalogue/lookup.ts';
import type { Offer } from '../src/catalogue/values.ts';
import type { Clause } from '../src/filter/line.ts';
import { parseLine } from '../src/filter/parse.ts';
import { GRAMMAR, OFFER_LANGUAGE, offerLanguage } from '../src/tui/panes/offers/filter/language.ts';
import { languageDetail, seenBriefly } from '../src/tui/panes/offers/filter/language-detail.ts';

import { offersArranged } from '../src/tui/panes/offers/list.ts';
import { initialOffers, USUAL_START } from '../src/tui/panes/offers/state.ts';
import {
  chosenEntry,
  type LanguageEntry,
  type LanguageSection,
  languageLines,
  languageMoved,
  languageOpened,
  languageSought,
  languageTop,
  putInto,
  WORD_LANGUAGE,
} from '../src/tui/state/language-help.ts';
import { lineOf } from '../src/tui/state/line.ts';
import { filterEdited, filterOpened } from '../src/tui/state/list-filter.ts';
import { wordMatcher, wordProblems, wordsOf } from '../src/tui/state/row-words.ts';

const DOCUMENT = readFileSync('docs/filter-line.md', 'utf8');
const EXAMPLES = [...DOCUMENT.matchAll(/^(.+?) +→ (\{.*\})$/gm)].map(([, line = '']) => line);

/** The alternatives of one rule of the documented grammar; what stands behind three blanks explains it. */
const documented = (rule: string): readonly string[] => {
  const [, block = ''] = /## Grammar\n+```\n([\s\S]*?)```/.exec(DOCUMENT) ?? [];
  const [, first = '', others = ''] = new RegExp(`^${rule} +=(.*)\n((?: {9}\\|.*\n)*)`, 'm').exec(block) ?? [];
  return [first, ...others.split('\n').map((line) => line.replace(/^ {9}\| /, ''))]
    .map((text) => text.trim().replace(/ {3,}.*$/, ''))
    .filter((text) => text !== '');
};

/** What a clause says, without its place. */
const conditionOf = (clause: Clause): readonly unknown[] => [
  clause.field,
  clause.operator,
  clause.operator === 'any' ? undefined : clause.value,
];

const fieldsOf = (query: Parameters<typeof offerLanguage>[0]): readonly LanguageEntry[] =>
  offerLanguage(query)[1]?.entries ?? [];

const QUERY = initialOffers(USUAL_START).list.query;
const OFFERS = [
  { id: 1, gpu_name: 'RTX 4090', num_gpus: 2, dph_total: 0.4, static_ip: true, geolocation: 'Texas, US' },
  { id: 2, gpu_name: 'H100 SXM', num_gpus: 8, dph_total: 12.5, static_ip: false, geolocation: 'Vienna, AT' },
  { id: 3, gpu_name: 'RTX 4090', num_gpus: 4, dph_total: null, static_ip: false, geolocation: null },
] as unknown as readonly Offer[];

const textsOf = (entry: LanguageEntry, rows = OFFERS, isPlain = false, width = 400): readonly string[] =>
  languageDetail(entry, { rows, isCut: false }, width, isPlain).map((line) =>
    withKeys(line.map(({ text }) => text).join(''), (_, press) => shownPress(press)),
  );

describe('what the page tells is true', () => {
  test.each(GRAMMAR.map(({ name }) => name))('%s is an example of the document, without a problem', (example) => {
    expect(EXAMPLES).toContain(example);
    const { problems, clauses, words } = parseLine(example);
    expect(problems).toEqual([]);
    expect(clauses.length + words.length).toBeGreaterThan(0);
  });

  test('the examples say what stands beside them', () => {
    const operators = (text: string) => parseLine(text).clauses.map(conditionOf);
    expect(operators('num_gpus=2..4')).toEqual([
      ['num_gpus', 'gte', 2],
      ['num_gpus', 'lte', 4],
    ]);
    expect(operators('geolocation in [DACH, US]')).toEqual([['geolocation', 'in', ['DACH', 'US']]]);
    expect(operators('gpu_name=RTX_4090 | RTX_5090')).toEqual([['gpu_name', 'in', ['RTX 4090', 'RTX 5090']]]);
    expect(operators('gpu_name~40')).toEqual([['gpu_name', 'contains', '40']]);
    expect(operators('static_ip')).toEqual(operators('static_ip=true'));
    expect(operators('!static_ip')).toEqual(operators('static_ip=false'));
    expect(operators('gpu_ram>=24')).toEqual(operators('gpu_ram>=24GB'));
    for (const name of ['gpu_name=rtx4090', 'gpu_name=RTX_4090']) {
      expect(operators(name)).toEqual(operators('gpu_name="RTX 4090"'));
    }
    for (const name of ['verified', 'rentable', 'rented', 'cpu_arch'])
      expect(parseLine(`${name}=any`).problems).toEqual([]);
  });

  test('every form of the documented grammar is there, and no other', () => {
    const told = new Set(GRAMMAR.map(({ aside }) => aside));
    const forms = [
      ...documented('clause').filter((form) => form !== 'value operator field'),
      ...documented('word').flatMap((line) => line.split(' | ')),
    ];
    expect(forms).toHaveLength(13);
    expect(forms.filter((form) => !told.has(form))).toEqual([]);
    // The forms of a value stand among those of a clause.
    const ofValues = [...documented('value'), ...documented('list')].join(' | ');
    expect([...told].filter((form) => !forms.includes(form) && !ofValues.includes(form))).toEqual([]);
  });

  test('the page names every operator of the document, but for spellings of the same one', () => {
    const [words = ''] = GRAMMAR.map(({ more = '' }) => more).filter((more) => more.startsWith('operators are'));
    const named = words.slice('operators are '.length, words.indexOf(';')).split(' ');
    const all = documented('operator').flatMap((line) => [...line.matchAll(/"([^"]+)"/g)].map(([, text = '']) => text));
    const spelled = ['==', ':', 'not in', 'eq', 'neq', 'gt', 'gte', 'lt', 'lte'];
    expect(named.toSorted()).toEqual(all.filter((text) => !spelled.includes(text)).toSorted());
  });

  test('every field that filters is there once, and what a job costs where a job is known', () => {
    const names = fieldsOf(QUERY).map(({ name }) => name);
    expect(names.toSorted()).toEqual([...FILTER_FIELDS.map(({ name }) => name), 'dph_gpu'].toSorted());
    const withJob = fieldsOf({ ...QUERY, hasWorkload: true }).map(({ name }) => name);
    expect(withJob.filter((name) => !names.includes(name)).toSorted()).toEqual(['job_hour', 'job_total']);
  });

  test('every region is there, found by its countries', () => {
    const [, , regions] = offerLanguage(QUERY);
    expect(regions?.entries.map(({ name }) => name)).toEqual(Object.keys(REGIONS).map((name) => `geolocation=${name}`));
    for (const { name } of regions?.entries ?? []) expect(parseLine(name).problems).toEqual([]);
    const found = languageLines(offerLanguage(QUERY), 'austria').flatMap((line) =>
      line.kind === 'entry' ? [line.entry.name] : [],
    );
    expect(found).toEqual(['geolocation=EU', 'geolocation=EEA', 'geolocation=DACH', 'geolocation=EUROPE']);
  });

  const sample = ({ filter, known = [], name }: FilterField): string => {
    if (filter.kind === 'country') return 'US';
    if (filter.kind === 'version') return '22.04';
    if (filter.kind === 'text') return known.at(-1)?.replaceAll(' ', '_') ?? 'ROME_D8';
    return name === 'compute_cap' ? '8.6' : filter.range === undefined ? '4' : '0.5';
  };

  test.each(fieldsOf({ ...QUERY, hasWorkload: true }).map((entry) => [entry.name, entry] as const))(
    'operators, units and other names that are told of %s may be typed',
    (name, entry) => {
      const field = findFilterField(name);
      if (field === undefined) throw new Error(name);
      const [what = '', how = '', units = ''] = textsOf(entry);
      const problemsOf = (line: string) =>
        parseLine(line, undefined, { hasWorkload: true }).problems.map(({ message }) => `${line}: ${message}`);
      const [told = ''] = how.trim().split(' · ');
      const lines =
        field.filter.kind === 'boolean'
          ? told.split(' or ')
          : told.split(' ').map((operator) => {
              const value = operator === 'in' || operator === 'notin' ? `[${sample(field)}]` : sample(field);
              return `${name} ${operator} ${value}`;
            });
      const [first = '='] = told.split(' ');
      const typed = units.replace('units:', '').trim().split(/\s+/).filter(Boolean);
      const withUnits = typed.map((unit) => `${name}${first}${unit === '%' ? 50 : 1}${unit}`);
      const others = /also (.*)$/.exec(what)?.[1]?.split(', ') ?? [];
      expect(others).toEqual(field.aliases ?? []);
      const aliases = others.map((alias) =>
        field.filter.kind === 'boolean' ? alias : `${alias}${first}${sample(field)}`,
      );
      expect([...lines, ...withUnits, ...aliases].flatMap(problemsOf)).toEqual([]);
      for (const operator of ['>', '~', 'in', '!='].filter(
        (text) => field.filter.kind !== 'boolean' && !told.split(' ').includes(text),
      )) {
        const value = operator === 'in' ? `[${sample(field)}]` : sample(field);
        expect(problemsOf(`${name} ${operator} ${value}`), operator).not.toEqual([]);
      }
    },
  );

  test('of a field it tells what the offers at hand have', () => {
    const entry = (name: string) => fieldsOf(QUERY).find((field) => field.name === name) ?? GRAMMAR[0];
    const seen = (name: string, rows = OFFERS) => {
      const found = entry(name);
      return found === undefined ? '' : (textsOf(found, rows, true).at(-1) ?? '').trim();
    };
    expect(seen('gpu_name')).toBe('in 3 offers:  RTX_4090 · 2  H100_SXM · 1');
    expect(seen('num_gpus')).toBe('in 3 offers:  2 to 8');
    expect(seen('dph_total')).toBe('in 2 of 3 offers:  0.4000 to 12.5000 $/h');
    expect(seen('static_ip')).toBe('in 3 offers:  false · 2  true · 1');
    expect(seen('geolocation')).toBe('in 2 of 3 offers:  US · 1  AT · 1');
    expect(seen('driver_version')).toBe('No value in 3 offers.');
    expect(seen('gpu_name', [])).toBe('No offers are here to see values in.');
    expect(seen('target_reliability')).toBe('It changes what is asked for; no offer has one.');
    const briefly = [
      'gpu_name',
      'num_gpus',
      'dph_total',
      'static_ip',
      'geolocation',
      'driver_version',
      'target_reliability',
    ];
    expect(briefly.map((name) => seenBriefly(OFFERS, name))).toEqual([
      '2 values',
      '2 to 8',
      '0.4000 to 12.5000',
      'yes in 1',
      '2 values',
      '',
      '',
    ]);
  });

  test('every line of it fits, and no word is cut', () => {
    const words = (text: string) => text.split(/\s+/);
    for (const section of offerLanguage(QUERY)) {
      for (const entry of section.entries) {
        const whole = new Set(textsOf(entry, OFFERS, true, 4000).flatMap(words));
        for (const width of [59, 79, 159]) {
          for (const line of textsOf(entry, OFFERS, true, width)) {
            expect(line.length, line).toBeLessThanOrEqual(width);
            expect(
              words(line).filter(
                (word) => word !== '…' && !/^\+\d+$/.test(word) && word !== 'more' && !whole.has(word),
              ),
            ).toEqual([]);
          }
        }
      }
    }
  });
});

test('sets of the user stand at the end, and go in as values where they fit, else as a clause', () => {
  const sets = { file: 'sets.json', members: { mine: [8207, 11843], fast: ['RTX 4090'], none: [] } };
  const withSets = offerLanguage({ ...QUERY, sets });
  expect(withSets).toHaveLength(4);
  expect(withSets[3]?.title).toBe('Your sets, which are written in sets.json');
  expect(withSets[3]?.entries.map(({ name, aside, meaning }) => [name, aside, meaning])).toEqual([
    ['@mine', '2 values', '8207, 11843'],
    ['@fast', '1 value', 'RTX 4090'],
    ['@none', '0 values', 'empty: a filter cannot name it yet'],
  ]);
  const put = (typed: string, name: string) => {
    const { list } = initialOffers(USUAL_START);
    const opened = filterOpened({ ...list, query: { ...list.query, sets } }, offersArranged(10));
    const now = filterEdited(opened, { ...opened.filter, text: typed, at: typed.length }, offersArranged(10));
    const entry = withSets[3]?.entries.find((one) => one.name === name);
    if (entry === undefined) throw new Error(name);
    return putInto(typed, typed.length, OFFER_LANGUAGE.placed(now, entry)).text;
  };
  expect(put('verified ', '@mine')).toBe('verified host_id in @mine');
  expect(put('', '@fast')).toBe('gpu_name in @fast');
  expect(put('machine_id in ', '@mine')).toBe('machine_id in @mine');
  expect(put('machine_id=', '@mine')).toBe('machine_id=@mine');
  expect(put('machine_id in @m', '@mine')).toBe('machine_id in @mine');
  expect(put('gpu_name in [', '@fast')).toBe('gpu_name in [@fast');
  for (const line of ['host_id in @mine', 'gpu_name in @fast', 'machine_id=@mine']) {
    expect(parseLine(line, undefined, { sets }).problems).toEqual([]);
  }
});

describe('the words of other lists', () => {
  test('are told with examples that are words, and mean what stands beside them', () => {
    const [{ entries } = { entries: [] }] = WORD_LANGUAGE;
    for (const { name } of entries) expect(wordProblems(name), name).toEqual([]);
    const rows = [
      wordsOf(['a WORD here', '']),
      wordsOf(['one two']),
      wordsOf(['one', 'two']),
      wordsOf(['one_two'], ['sword']),
      wordsOf([], ['one two']),
      wordsOf(['this and that', 'a=b']),
    ];
    const left = (name: string) => rows.flatMap((row, place) => (wordMatcher(name)(row) ? [place] : []));
    expect(Object.fromEntries(entries.map(({ name }) => [name, left(name)]))).toEqual({
      word: [0],
      'one two': [1, 2, 3],
      '"one two"': [1, 3],
      one_two: [1, 3],
      '!word': [1, 2, 3, 4, 5],
      '!"one two"': [0, 2, 4, 5],
      'any:word': [0, 3],
      'any:"one two"': [1, 3, 4],
      '"and"': [5],
      '"a=b"': [5],
    });
  });
});

describe('going through the page', () => {
  const sections = fc.array(
    fc.record({
      title: fc.constantFrom('One', 'Two'),
      entries: fc.array(
        fc.record({
          name: fc.constantFrom('alpha', 'beta', 'gamma ray', 'Delta'),
          aside: fc.constantFrom('', 'GB'),
          meaning: fc.constantFrom('a beta', 'rays', ''),
          words: fc.constantFrom([], ['zeta']),
        }),
        { maxLength: 6 },
      ),
    }),
    { maxLength: 4 },
  );
  const sought = fc.constantFrom('', 'a', 'beta', 'ray gamma', 'ZETA', 'one alpha', 'nothing like it', ' GB ');

  test('it has the entries that have every word somewhere, in their order', () => {
    fc.assert(
      fc.property(sections, sought, (all, text) => {
        const words = text.toLowerCase().split(' ').filter(Boolean);
        const expected = all.flatMap(({ title, entries }) =>
          entries.filter((entry) => {
            const texts = [entry.name, entry.aside, entry.meaning, ...entry.words, title].map((one) =>
              one.toLowerCase(),
            );
            return words.every((word) => texts.some((one) => one.includes(word)));
          }),
        );
        const lines = languageLines(all, text);
        expect(lines.flatMap((line) => (line.kind === 'entry' ? [line.entry] : []))).toEqual(expected);
      }),
    );
  });

  test('the cursor is on an entry that is seen, wherever it goes, and its title with the first one', () => {
    const moves = fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 8 });
    fc.assert(
      fc.property(sections, sought, moves, fc.integer({ min: 1, max: 6 }), (all, text, steps, height) => {
        let help = languageSought(languageOpened(all, undefined, height), lineOf(text), all, height);
        for (const step of [0, ...steps]) {
          help = languageMoved(help, step, all, height);
          const lines = languageLines(all, text);
          if (lines.length === 0) expect(chosenEntry(help, all)).toBeUndefined();
          else {
            const top = languageTop(help, lines, height);
            expect(lines[help.cursor.row]?.kind).toBe('entry');
            expect(help.cursor.row - top).toBeGreaterThanOrEqual(0);
            expect(help.cursor.row - top).toBeLessThan(height);
            if (height > 1 && lines[help.cursor.row - 1]?.kind === 'title') expect(top).toBeLessThan(help.cursor.row);
          }
        }
        const last = languageMoved(help, 1000, all, height);
        const entries = languageLines(all, text).flatMap((line) => (line.kind === 'entry' ? [line.entry] : []));
        expect(chosenEntry(last, all)).toBe(entries.at(-1));
      }),
    );
  });

  test('a name or alias that begins with what is typed is chosen before what only holds it', () => {
    const all: readonly LanguageSection[] = offerLanguage(QUERY);
    const chosen = (text: string) => {
      const help = languageSought(languageOpened(all, undefined, 10), lineOf(text), all, 10);
      return chosenEntry(help, all)?.name;
    };
    expect([chosen('price'), chosen('vram'), chosen('cuda_v'), chosen('dach'), chosen('h100')]).toEqual([
      'dph_total',
      'gpu_ram',
      'cuda_max_good',
      'geolocation in [DACH, US]',
      'gpu_name',
    ]);
  });
});

describe('what Enter puts into the line', () => {
  /** The line with the entry called `name` taken where `|` stands in `typed`; the result has `|` at its cursor. */
  const taken = (typed: string, name: string): string => {
    const at = typed.indexOf('|');
    const { list } = initialOffers(USUAL_START);
    const opened = filterOpened(list, offersArranged(10));
    const line = { ...opened.filter, text: typed.replace('|', ''), at };
    const now = filterEdited(opened, line, offersArranged(10));
    const entry = offerLanguage(now.query)
      .flatMap(({ entries }) => entries)
      .find((one) => one.name === name);
    if (entry === undefined) throw new Error(name);
    const next = putInto(now.filter.text, now.filter.at, OFFER_LANGUAGE.placed(now, entry));
    return `${next.text.slice(0, next.at)}|${next.text.slice(next.at)}`;
  };

  test.each([
    ['|', 'gpu_ram', 'gpu_ram|'],
    ['num_gpus>=4|', 'gpu_ram', 'num_gpus>=4 gpu_ram|'],
    ['num_gpus>=4 |', 'gpu_ram', 'num_gpus>=4 gpu_ram|'],
    ['num_gpus>=4 | static_ip', 'gpu_ram', 'num_gpus>=4 gpu_ram| static_ip'],
    ['|num_gpus>=4', 'gpu_ram', 'gpu_ram| num_gpus>=4'],
    ['gpu_r|', 'gpu_ram', 'gpu_ram|'],
    ['verified gpu_|', 'num_gpus', 'verified num_gpus|'],
    ['!sta|', 'static_ip', '!static_ip|'],
    ['!|', 'static_ip', '!static_ip|'],
    ['gpu_ram|', 'gpu_name', 'gpu_ram gpu_name|'],
    ['4090|', 'gpu_ram', '4090 gpu_ram|'],
    ['gpu_r|', 'any:epyc', 'gpu_r any:epyc|'],
    ['any|', 'any:epyc', 'any:epyc|'],
    ['gpu_name=RTX_4|', 'num_gpus>=4', 'gpu_name=RTX_4 num_gpus>=4|'],
    ['geolocation=|', 'geolocation=EU', 'geolocation=EU|'],
    ['geolocation=D|', 'geolocation=DACH', 'geolocation=DACH|'],
    ['geolocation in [US, |]', 'geolocation=DACH', 'geolocation in [US, DACH|]'],
    ['num_gpus>=|', 'geolocation=DACH', 'num_gpus>= geolocation=DACH|'],
  ])('%s with %s is %s', (typed, name, expected) => {
    expect(taken(typed, name)).toBe(expected);
  });

  test('an example behind a whole line says what both say', () => {
    const plainExamples = EXAMPLES.filter((line) => parseLine(line).problems.length === 0);
    fc.assert(
      fc.property(fc.constantFrom(...plainExamples), fc.constantFrom(...GRAMMAR), (line, { name }) => {
        const { text } = putInto(line, line.length, { put: name, from: line.length });
        const [both, first, second] = [parseLine(text), parseLine(line), parseLine(name)];
        expect(both.problems).toEqual([]);
        const said = ({ clauses, words }: typeof both) => [
          clauses.map(conditionOf),
          words.map(({ text: word }) => word),
        ];
        expect(said(both)).toEqual(
          [0, 1].map((place) => [...(said(first)[place] ?? []), ...(said(second)[place] ?? [])]),
        );
      }),
    );
  });

  test('nothing that was typed is lost', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.string({ minLength: 1 }), (text, place, put) => {
        const at = text.length === 0 ? 0 : place % (text.length + 1);
        const next = putInto(text, at, { put, from: at });
        const [before, behind] = [next.text.slice(0, next.at), next.text.slice(next.at)];
        expect([text.slice(0, at) + put, `${text.slice(0, at)} ${put}`]).toContain(before);
        expect([text.slice(at), ` ${text.slice(at)}`]).toContain(behind);
      }),
    );
  });
});
