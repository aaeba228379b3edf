/** The line of a list whose fields are known: clauses as a command reads them, and words beside them. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CALLS } from '../src/api/calls.ts';
import type { ServiceRecord } from '../src/catalogue/columns.ts';
import { listFieldsOf, readListLine } from '../src/filter/list-line.ts';
import { fieldLine } from '../src/tui/panes/list-pane/clauses.ts';
import { lineOf, lineReplaced } from '../src/tui/state/line.ts';
import { type Arrangement, type List, rowsReplaced } from '../src/tui/state/list.ts';
import { filterEdited, filterKept, filterOpened } from '../src/tui/state/list-filter.ts';
import { emptyWordList, type ListRow, wordListKind, wordsOf } from '../src/tui/state/row-words.ts';

type Row = ListRow & { readonly record: ServiceRecord };

const { fields } = CALLS.instances;
const FIELDS = listFieldsOf(fields);
const LINE = fieldLine<Row>(FIELDS, ({ record }) => record);
const BY: Arrangement<Row> = {
  ...wordListKind({ valueOf: () => 0, compareTexts: () => undefined }, LINE.narrowing),
  height: 5,
};

const rowOf = (record: ServiceRecord, place: number): Row => ({
  key: String(place),
  record,
  words: wordsOf([String(record.label ?? ''), String(record.actual_status ?? '')], [String(record.gpu_name ?? '')]),
});

const RECORDS: readonly ServiceRecord[] = [
  { id: 1, label: 'sweep-1', actual_status: 'running', dph_total: 0.5, gpu_name: 'RTX 4090', static_ip: true },
  { id: 2, label: 'sweep-2', actual_status: 'exited', dph_total: 2.5, geolocation: 'Sweden, SE', is_bid: true },
  { id: 3, label: 'night in texas', actual_status: 'running', dph_total: 4, is_bid: false },
  { id: 4, label: 'ubuntu/x:22.04', actual_status: 'loading', static_ip: false },
];

const listing = (records = RECORDS): List<Row> => rowsReplaced(emptyWordList('id'), records.map(rowOf), BY);

const typed = (text: string, list = listing()): List<Row> =>
  filterEdited(filterOpened(list, BY), lineReplaced(text)(lineOf('')), BY);
const kept = (text: string, list = listing()): List<Row> => filterKept(typed(text, list), BY);
const shown = ({ shown: rows }: List<Row>) => rows.map(({ record: { id } }) => id);

describe('a line over a list in a pane', () => {
  const pieces = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom('label', 'status', 'price', 'id', 'is_bid', 'static_ip', 'country', 'gpu_name'),
    },
    {
      weight: 3,
      arbitrary: fc.constantFrom('=', '!=', '>', '<=', '~', ' in ', ' not in ', ':', ' ', ', ', ' | ', '|', '!', '..'),
    },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        'sweep*',
        '"sweep-1"',
        'running',
        '2.5',
        '1',
        '[1, 2]',
        '(a, sweep-*)',
        'true',
        'SE',
        'EU',
        'rtx_4090',
      ),
    },
  );
  const clauses = fc.constantFrom(
    ...[
      'label=sweep*',
      'status=running',
      'status!=running',
      'price>0.5',
      'price=0.5..3',
      'id in [1, 3]',
      'id not in (1,3)',
      'is_bid',
    ],
    ...[
      '!is_bid',
      'label=sweep-1 | label=night*',
      'label in sweep-1,sweep-2',
      'country=EU',
      'gpu_name=rtx_4090',
      'label~"in tex"',
    ],
  );
  const lines = fc.oneof(
    fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
    fc.array(clauses, { maxLength: 4 }).map((parts) => parts.join(' ')),
  );
  const records = fc.array(
    fc.record(
      {
        id: fc.integer({ min: 1, max: 4 }),
        label: fc.constantFrom('sweep-1', 'sweep-2', 'a', '', null),
        actual_status: fc.constantFrom('running', 'exited', null),
        dph_total: fc.constantFrom(0.5, 1, 2.5, null),
        is_bid: fc.boolean(),
        static_ip: fc.boolean(),
        geolocation: fc.constantFrom('Sweden, SE', 'Texas, US'),
        gpu_name: fc.constantFrom('RTX 4090', 'H100 SXM'),
      },
      { requiredKeys: [] },
    ),
    { maxLength: 6 },
  );

  test('shows what the same line lists in a command, and takes what that takes', () => {
    let judged = 0;
    fc.assert(
      fc.property(lines, records, (line, all) => {
        const read = readListLine(line, FIELDS);
        if (read.problems.length > 0) return;
        judged++;
        const list = kept(line, listing(all));
        expect(list.editing).toBeUndefined();
        expect(list.shown.map(({ record }) => record)).toEqual(all.filter(read.isMet));
      }),
      { numRuns: 1500 },
    );
    expect(judged).toBeGreaterThan(500);
  });

  test.each([
    ['running', [1, 3]],
    ['running in texas', [3]],
    ['ubuntu/x:22', [4]],
    ['any:4090', [1]],
    ['!running', [2, 4]],
    ['sweep price>1', [2]],
    ['price>1, sweep', [2]],
    ['running !is_bid', [3]],
    ['label', []],
    ['"label=sweep*"', []],
  ] as const)('words stay words beside clauses: %s', (line, ids) => {
    expect(shown(kept(line))).toEqual(ids);
  });

  test.each([
    ['statis=running', 'This list has no field "statis": did you mean status?'],
    ['price>x', '"x" is not a number'],
    ['>5 sweep', '">5" has no field before it: write the one to compare.'],
    ['!label=x', '! goes before the name of a yes-or-no field, alone: use !=.'],
    ['running and sweep', 'Every word must be in a row: remove "and", or put it in quotes.'],
    ['id in [1', 'The list is not closed'],
  ] as const)('what is wrong is said, and the line stays open as it was typed: %s', (line, message) => {
    const list = kept(line);
    expect(LINE.problems(list.query)[0]?.message).toContain(message);
    expect([list.editing !== undefined, list.filter.text]).toEqual([true, line]);
  });

  test('what is begun at the cursor empties no list', () => {
    expect(shown(typed('label=swe'))).toEqual([1, 2, 3, 4]);
    expect(shown(typed('price>'))).toEqual([1, 2, 3, 4]);
    expect(shown(typed('label=swe '))).toEqual([]);
    expect(shown(kept('label=swe'))).toEqual([]);
  });

  test('its pieces are coloured as they are read', () => {
    const kinds = (line: string) => LINE.pieces(line).map(({ from, to, kind }) => [kind, line.slice(from, to)]);
    expect(kinds('night in texas label=a | b !is_bid')).toEqual([
      ['word', 'night'],
      ['word', 'in'],
      ['word', 'texas'],
      ['clause', 'label=a | b'],
      ['clause', '!is_bid'],
    ]);
  });
});
