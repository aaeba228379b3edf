/** The drawing parts, frame by frame: what stands on screen for given properties, without a store and without keys. */
import { render } from 'ink-testing-library';
import type { ReactElement } from 'react';
import { describe, expect, test } from 'vitest';
import { keyName, withKeys } from '../src/base/named-keys.ts';
import { lineOf } from '../src/tui/state/line.ts';
import { EditedLine, Field } from '../src/tui/ui/field.tsx';

import { Table as InkTable } from '../src/tui/ui/ink-table.ts';
import { MessagePage } from '../src/tui/ui/message-page.tsx';
import { RecordPage } from '../src/tui/ui/over-list.tsx';
import { SegmentLine } from '../src/tui/ui/segment-line.tsx';
import { band, dim, keyedSegments, plain } from '../src/tui/ui/segments.ts';
import { Table, type TableColumn } from '../src/tui/ui/table.tsx';

/** What is drawn, without the spaces at the ends of lines, which nobody sees. */
const frameOf = (element: ReactElement): string => {
  const { lastFrame, unmount } = render(element);
  const frame = lastFrame() ?? '';
  unmount();
  return frame.replace(/ +$/gm, '');
};

describe('the long table', () => {
  const columns: readonly TableColumn[] = [
    { id: 'price', heading: '$/h', width: 7, align: 'right', mark: { arrow: '↑', rank: '¹' }, isCurrent: true },
    { id: 'gpu', heading: 'GPU', width: 8, align: 'left', isCurrent: false },
    { id: 'days', heading: 'Days', width: 5, align: 'right', mark: { arrow: '↓', rank: '²' }, isCurrent: false },
  ];
  const row = (cells: readonly string[], isMarked = false) => ({ key: cells.join(), cells, isMarked });

  test('aligns numbers right and text left, and shows cursor, marks and order', () => {
    const frame = frameOf(
      <Table
        columns={columns}
        rows={[row(['0.5', 'RTX 4090', '31.2']), row(['12.25', 'H100', '-'], true)]}
        cursorRow={1}
      />,
    );
    expect(frame).toBe(
      ['     ↑ $/h¹ GPU     ↓² Days', '       0.5  RTX 4090   31.2', '*>   12.25  H100          -'].join('\n'),
    );
  });

  test('cuts what is too wide and lets nothing from the service break a row', () => {
    const frame = frameOf(
      <Table
        columns={columns}
        rows={[row(['1', 'RTX PRO 6000', '1']), row(['1', 'a\nb\u001b[2Jc', '1'])]}
        cursorRow={undefined}
      />,
    );
    expect(frame.split('\n').slice(1)).toEqual(['         1  RTX PRO…      1', '         1  a bc          1']);
  });
});

describe('the page of one record', () => {
  test.each([
    [2, ''],
    [3, '1 more line below'],
    [4, '2 more lines below'],
  ])('of %i lines on two says how many are below', (count, words) => {
    const lines = Array.from({ length: count }, () => [plain('x')]);
    const [, title = ''] = frameOf(<RecordPage title="Call" lines={lines} top={0} width={30} height={4} />).split('\n');
    expect(title.replace(' Call', '').trim()).toBe(words);
  });
});

describe('a section of a page', () => {
  test('has its answer at the right end of its band, and a blank line above it where all is in sight', () => {
    const lines = [[plain('x')], band('Costs', [plain('4 $')]), [plain('y')]];
    const shown = (height: number) =>
      frameOf(<RecordPage title="Call" lines={lines} top={0} width={16} height={height} />).split('\n');
    expect(shown(6)).toEqual(['', ' Call', '  x', '', ' Costs      4 $', '  y']);
    expect(shown(5)).toEqual(['', ' Call', '  x', ' Costs      4 $', '  y']);
  });

  test('names a key by its own role in a quiet sentence, and leaves a warning whole', () => {
    const named = (text: string) => withKeys(text, () => 'n');
    const text = `${keyName('new')} creates one.`;
    expect(keyedSegments(dim(text), named)).toEqual([{ text: 'n', role: 'accent' }, dim(' creates one.')]);
    expect(keyedSegments({ text, role: 'warning' }, named)).toEqual([{ text: 'n creates one.', role: 'warning' }]);
  });
});

describe('a page that says something', () => {
  test.each([40, 60, 80, 82])('breaks its sentences between words and has each line in its middle, at %i', (width) => {
    const sentence = 'The call needs the id of the user that the API key belongs to, and it is not known here.';
    const lines = frameOf(<MessagePage lines={['Whose preferences?', sentence]} width={width} />).split('\n');
    const said = lines.slice(1).map((line) => line.trim());
    expect(said.join(' ')).toBe(sentence);
    for (const line of lines)
      expect(line.length - line.trimStart().length).toBe(Math.floor((width - line.trim().length) / 2));
  });
});

describe('one line of pieces', () => {
  test('sets the left and the right part against the edges', () => {
    expect(frameOf(<SegmentLine left={[plain('left')]} right={[dim('right')]} width={16} />)).toBe('left       right');
  });

  test('cuts the left part first when there is no room for both', () => {
    expect(frameOf(<SegmentLine left={[plain('a long left part')]} right={[dim('right')]} width={16} />)).toBe(
      'a long l…  right',
    );
  });

  test('is one row high even when there is nothing to say', () => {
    expect(frameOf(<SegmentLine left={[]} width={10} />)).toHaveLength(0);
  });
});

describe('a line being edited', () => {
  test('shows the part around the cursor when it does not fit, with a mark where it is cut', () => {
    expect(frameOf(<EditedLine line={lineOf('abcdefghij')} isEditing width={6} />)).toBe('…ghij');
    expect(frameOf(<EditedLine line={{ text: 'abcdefghij', at: 0 }} isEditing width={6} />)).toBe('abcde…');
    expect(frameOf(<EditedLine line={{ text: 'abcdefghij', at: 6 }} isEditing width={6} />)).toBe('…defg…');
    expect(frameOf(<EditedLine line={{ text: 'abcdefghij', at: 9 }} isEditing width={6} />)).toBe('…ghij');
  });

  test('shows all of what fits, and the beginning of what does not while nobody edits it', () => {
    expect(frameOf(<EditedLine line={lineOf('abcdef')} isEditing={false} width={6} />)).toBe('abcdef');
    expect(frameOf(<EditedLine line={lineOf('abcdefg')} isEditing={false} width={6} />)).toBe('abcde…');
  });
});

describe('a field', () => {
  const field = { label: 'Name', example: 'Enter to type it', opener: 'Enter to edit it', width: 30 };

  test('that is closed shows its text and the key that opens it, however long the text is', () => {
    expect(frameOf(<Field {...field} line={lineOf('')} isOpen={false} />)).toBe('Name Enter to type it');
    expect(frameOf(<Field {...field} line={lineOf('ab\u001b[2J')} isOpen={false} />)).toBe(
      'Name ab   Enter to edit it',
    );
    expect(frameOf(<Field {...field} line={lineOf('abcdefghij')} isOpen={false} />)).toBe(
      'Name abcd…   Enter to edit it',
    );
  });

  test('that is open shows nothing but the text around its cursor', () => {
    expect(frameOf(<Field {...field} line={lineOf('')} isOpen />).trimEnd()).toBe('Name');
    expect(frameOf(<Field {...field} line={lineOf('ab')} isOpen />).trimEnd()).toBe('Name ab');
    expect(frameOf(<Field {...field} line={lineOf('x'.repeat(10_000))} isOpen />).trimEnd()).toBe(
      `Name …${'x'.repeat(22)}`,
    );
  });
});

test('a page of sentences breaks between words', () => {
  const frame = frameOf(
    <MessagePage lines={['Nothing here.', 'A volume that you rent would stand here.']} width={30} />,
  );
  expect(frame.split('\n').map((line) => line.trim())).toEqual([
    'Nothing here.',
    'A volume that you rent',
    'would stand here.',
  ]);
});

test('ink-table draws a small table', () => {
  expect(frameOf(<InkTable data={[{ a: '1', b: 'x' }]} />)).toBe(
    ['┌───┬───┐', '│ a │ b │', '├───┼───┤', '│ 1 │ x │', '└───┴───┘'].join('\n'),
  );
});
