/** Searching earlier filter lines: which there are, which have what is looked for, and where. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  chosenLine,
  earlierLines,
  historyEdited,
  historyMoved,
  historyOpened,
  partsFound,
} from '../src/tui/state/filter-history.ts';
import { lineOf } from '../src/tui/state/line.ts';

describe('the earlier lines', () => {
  test('are the newest first, the one cancelled last before them, none twice and not the present one', () => {
    const kept = ['num_gpus>=2', 'dph_total<3', 'gpu_ram>=24'];
    expect(earlierLines(kept, lineOf('dph_total<3 '))).toEqual(['gpu_ram>=24', 'num_gpus>=2']);
    expect(earlierLines(kept, { ...lineOf(''), cancelled: ' num_gpus>=2 ' })).toEqual([
      'num_gpus>=2',
      'gpu_ram>=24',
      'dph_total<3',
    ]);
    expect(earlierLines([], lineOf(''))).toEqual([]);
  });
});

describe('what is looked for', () => {
  test.each<[line: string, sought: string, found: string[] | undefined]>([
    ['gpu_name=RTX_4090 dph_total<3', '4090', ['4090']],
    ['gpu_name=RTX_4090 dph_total<3', 'rtx', ['RTX']],
    ['gpu_name=RTX_4090 dph_total<3', 'dph gpu', ['gpu', 'dph']],
    ['gpu_name=RTX_4090 dph_total<3', 'rtx_40 _4090', ['RTX_4090']],
    ['gpu_name=RTX_4090 dph_total<3', 'dph 5090', undefined],
    ['gpu_name=RTX_4090', '', []],
    ['any:İstanbul num_gpus>=2', 'GPUS', ['gpus']],
  ])('%s: %s', (line, sought, found) => {
    expect(partsFound(line, sought)?.map(({ from, to }) => line.slice(from, to))).toEqual(found);
  });

  test('is in each line that is found, in no other, and marked in order', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'B', 'İ', ' ', '>', '4', '_') });
    fc.assert(
      fc.property(fc.array(texts), texts, (lines, sought) => {
        const search = historyEdited(historyOpened(lines), lineOf(sought));
        const wanted = sought.trim() === '' ? [] : sought.trim().split(/ +/);
        const has = (line: string) => wanted.every((word) => foldedPlainly(line).includes(foldedPlainly(word)));
        expect(search.found).toEqual(lines.flatMap((line, place) => (has(line) ? [place] : [])));
        for (const place of search.found) {
          const parts = partsFound(lines[place] ?? '', sought) ?? [];
          let end = -1;
          for (const { from, to } of parts) {
            expect(from).toBeGreaterThan(end);
            end = to;
          }
        }
      }),
    );
  });

  /** Letter by letter, so that none becomes two. */
  const foldedPlainly = (text: string) => text.replaceAll('B', 'b');
});

describe('going through what was found', () => {
  const search = historyEdited(historyOpened(['dph<3 a', 'num_gpus>=2', 'dph<1 a']), lineOf('dph'));

  test('begins at the newest, and stays at the ends', () => {
    expect(chosenLine(search)).toBe('dph<3 a');
    expect(chosenLine(historyMoved(search, 1))).toBe('dph<1 a');
    expect(chosenLine(historyMoved(search, 5))).toBe('dph<1 a');
    expect(chosenLine(historyMoved(historyMoved(search, 5), -9))).toBe('dph<3 a');
  });

  test('stays where it is while the cursor moves in the text, and begins anew with another text', () => {
    const moved = historyMoved(search, 1);
    expect(chosenLine(historyEdited(moved, { text: 'dph', at: 0 }))).toBe('dph<1 a');
    expect(chosenLine(historyEdited(moved, lineOf('dph<')))).toBe('dph<3 a');
    expect(chosenLine(historyEdited(moved, lineOf('zzz')))).toBeUndefined();
    expect(chosenLine(historyMoved(historyEdited(moved, lineOf('zzz')), 1))).toBeUndefined();
  });
});
