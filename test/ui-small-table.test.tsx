/** The table of a few rows, as a person sees it. */
import { Box, renderToString } from 'ink';
import { describe, expect, test } from 'vitest';
import { rowsOnPage } from '../src/tui/ui/list-words.ts';
import { fittedColumns, SmallTable } from '../src/tui/ui/small-table.tsx';
import type { TableColumn } from '../src/tui/ui/table.tsx';
import { LookContext } from '../src/tui/ui/theme.tsx';

const column = (id: string, heading: string, width: number, more: Partial<TableColumn> = {}): TableColumn => ({
  id,
  heading,
  width,
  align: 'left',
  isCurrent: false,
  ...more,
});

const COLUMNS = [
  column('id', 'Id', 6, { align: 'right', isCurrent: true, mark: { arrow: '↑', rank: '' } }),
  column('name', 'Name', 10),
];

const drawn = (cells: readonly (readonly string[])[]): readonly string[] =>
  renderToString(
    <LookContext value={{ hasColour: false, isSparse: false }}>
      <Box flexDirection="column">
        <SmallTable
          columns={COLUMNS}
          rows={cells.map((texts, place) => ({ key: String(place), cells: texts, isMarked: place === 0 }))}
          cursorRow={1}
        />
      </Box>
    </LookContext>,
    { columns: 60 },
  ).split('\n');

describe('the small table', () => {
  test('marks rows, cursor and order in words of one cell, not by colour', () => {
    expect(
      drawn([
        ['7300', 'training'],
        ['7307', 'a name that is too long'],
      ]),
    ).toEqual(['      ↑Id  Name', '*    7300  training', ' >   7307  a name th…']);
  });

  test('stays aligned with wide, combining and dangerous characters', () => {
    expect(
      drawn([
        ['1', '漢字漢字漢'],
        ['2', 'e\u0301te\u0301'],
        ['3', '\u001b[31mred\u202e'],
      ]).filter((line) => /\d/.test(line)),
    ).toEqual(['*       1  漢字漢字漢', ' >      2  e\u0301te\u0301', '        3  red']);
  });

  test('stands as the long table does, a line for each row below the headings', () => {
    expect(drawn([['1', 'x']])).toEqual(['      ↑Id  Name', '*       1  x']);
    expect([2, 3, 4, 5, 22].map((height) => rowsOnPage(height, false))).toEqual([1, 1, 2, 3, 19]);
  });
});

describe('columns of a small table', () => {
  const rows = [
    ['7300', 'x'.repeat(50)],
    ['7307', 'y'],
  ];

  test('are as wide as their longest cell, and as their heading with its marks', () => {
    expect(fittedColumns(COLUMNS, rows, 200).map(({ width }) => width)).toEqual([4, 50]);
  });

  test('give way, the widest first, so that the table fits', () => {
    expect(fittedColumns(COLUMNS, rows, 40).map(({ width }) => width)).toEqual([4, 30]);
  });
});
