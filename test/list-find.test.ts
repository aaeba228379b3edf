/** Finding a text among the rows of a list: where the cursor goes, and that nothing is narrowed. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OFFERS_LIST } from '../src/tui/panes/offers/list.ts';
import { lineReplaced } from '../src/tui/state/line.ts';
import { type Arrangement, currentRow, cursorChanged, type List, rowsReplaced } from '../src/tui/state/list.ts';
import {
  findCancelled,
  findEdited,
  findEnded,
  findKept,
  findOpened,
  matchPlaces,
  matchStepped,
  soughtText,
} from '../src/tui/state/list-find.ts';
import { emptyWordList, type ListRow, wordListKind, wordsOf } from '../src/tui/state/row-words.ts';

const row = (key: string): ListRow => ({ key, words: wordsOf([key]) });
const ROWS = ['RTX 4090', 'H100 SXM', 'RTX_3090', 'A100', 'rtx 5090'].map(row);

const BY: Arrangement<ListRow> = { ...wordListKind({ valueOf: () => 0, compareTexts: () => undefined }), height: 3 };

const listing = (rows = ROWS): List<ListRow> => rowsReplaced(emptyWordList('key'), rows, BY);
const onRow = (list: List<ListRow>, place: number) => cursorChanged(list, { row: place, top: 0 });
const typing = (list: List<ListRow>, text: string) => findEdited(list, lineReplaced(text), BY);
const finding = (list: List<ListRow>, text: string) => findKept(typing(findOpened(list), text));
const current = (list: List<ListRow>) => currentRow(list)?.key;

describe('a text that is typed', () => {
  test('takes the cursor to the first row that shows it, from where it was, in any letter case and with a blank for _', () => {
    const opened = findOpened(onRow(listing(), 1));
    expect(current(typing(opened, 'rtx'))).toBe('RTX_3090');
    expect(current(typing(opened, 'rtx 5'))).toBe('rtx 5090');
    expect(current(typing(opened, 'RTX 4'))).toBe('RTX 4090');
    expect(typing(opened, 'rtx').shown).toBe(opened.shown);
  });

  test('that no row shows leaves the cursor where it was', () => {
    const opened = findOpened(onRow(listing(), 1));
    expect(current(typing(typing(opened, 'rtx'), 'rtx 9'))).toBe('H100 SXM');
  });

  test('is one text: words that stand apart in a row are not it', () => {
    expect(matchPlaces(listing(), 'rtx 90', BY)).toEqual([]);
    expect(matchPlaces(listing(), '90', BY)).toEqual([0, 2, 4]);
  });

  test('is given up with the cursor back where it was, and can be brought back', () => {
    const given = findCancelled(typing(findOpened(onRow(listing(), 1)), 'a100'), BY);
    expect([current(given), soughtText(given), given.find?.line.cancelled]).toEqual(['H100 SXM', undefined, 'a100']);
  });

  test('of blanks is nothing that is looked for', () => {
    expect(finding(listing(), '  ').find?.stage).toBe('ended');
  });
});

describe('a text that is kept', () => {
  test('is gone through forwards and backwards, round both ends', () => {
    const list = finding(onRow(listing(), 1), 'rtx');
    const forwards = [list];
    for (let step = 0; step < 3; step++) forwards.push(matchStepped(forwards.at(-1) ?? list, 1, BY));
    expect(forwards.map(current)).toEqual(['RTX_3090', 'rtx 5090', 'RTX 4090', 'RTX_3090']);
    expect(current(matchStepped(list, -1, BY))).toBe('RTX 4090');
    expect(current(matchStepped(onRow(list, 0), -1, BY))).toBe('rtx 5090');
  });

  test('stays through a newer answer, and is found in its rows', () => {
    const list = rowsReplaced(finding(listing(), 'rtx'), [row('H200'), row('RTX 6000')], BY);
    expect(current(matchStepped(list, 1, BY))).toBe('RTX 6000');
  });

  test('is remembered when the find has ended: n goes on, and f offers it', () => {
    const ended = findEnded(finding(listing(), 'a100'));
    expect(soughtText(ended)).toBeUndefined();
    expect(current(matchStepped(onRow(ended, 0), 1, BY))).toBe('A100');
    expect(findOpened(ended).find?.line).toMatchObject({ text: 'a100', isSelected: true });
  });

  test('is met in each row that shows it once a round, whatever the rows and wherever the cursor', () => {
    const letters = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '_', ' '), minLength: 1, maxLength: 3 }));
    fc.assert(
      fc.property(letters, fc.nat(20), fc.constantFrom('a', 'B', 'ab', 'a_b'), (texts, place, text) => {
        const rows = texts.map((own, at) => ({ key: String(at), words: wordsOf([own]) }));
        const plain = (own: string) => own.toLowerCase().replaceAll('_', ' ');
        const expected = texts.flatMap((own, at) => (plain(own).includes(plain(text)) ? [at] : []));
        let list = finding(onRow(listing(rows), Math.min(place, Math.max(0, rows.length - 1))), text);
        const seen = new Set<number>();
        for (let step = 0; step < expected.length; step++) {
          list = matchStepped(list, 1, BY);
          seen.add(list.cursor.row);
        }
        expect([...seen].sort((a, b) => a - b)).toEqual(expected);
        expect(list.shown).toHaveLength(rows.length);
      }),
    );
  });
});

test('offers are found by what their columns show, models, places and figures', () => {
  const offers = [
    { id: 1, num_gpus: 4, gpu_name: 'RTX 4090', machine_id: 8207, geolocation: 'Sweden, SE' },
    { id: 2, num_gpus: 1, gpu_name: 'H100 SXM', machine_id: 11843, geolocation: 'US' },
  ];
  const places = (text: string) => matchPlaces({ shown: [...offers] }, text, OFFERS_LIST);
  expect([places('4x rtx'), places('h100'), places('8207'), places('rtx 1')]).toEqual([[0], [1], [0], []]);
});

test('where columns were chosen, offers are found by those alone, and by what the hidden ones show no more', () => {
  const shown = [{ id: 1, num_gpus: 4, gpu_name: 'RTX 4090', machine_id: 8207, mobo_name: 'ROMED8-2T', disk_bw: 1234 }];
  const isFound = (text: string, ...columns: readonly string[]) =>
    matchPlaces({ shown, columns: { shown: columns } }, text, OFFERS_LIST).length === 1;
  expect([
    isFound('romed8', 'machine_id', 'mobo_name'),
    isFound('1234', 'disk_bw'),
    isFound('rtx4090', 'gpu_name'),
  ]).toEqual([true, true, true]);
  expect([isFound('romed8', 'machine_id'), isFound('8207', 'mobo_name'), isFound('4x', 'gpu_ram')]).toEqual([
    false,
    false,
    false,
  ]);
  expect(isFound('8207', 'no such column')).toBe(true);
});

test('what is found follows the columns, over the same rows', () => {
  const shown = [{ id: 1, machine_id: 8207, mobo_name: 'ROMED8-2T' }];
  const places = (...columns: readonly string[]) =>
    matchPlaces({ shown, columns: { shown: columns } }, 'rome', OFFERS_LIST);
  expect([places('machine_id'), places('mobo_name'), places('machine_id')]).toEqual([[], [0], []]);
});
