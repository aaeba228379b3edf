/** Prints the records of a command in the layout that is wished for, or that fits where they go; a table is as wide as the terminal at most. */
import type { Losses } from '../api/records/replies.ts';
import { ASCII_CUT_MARK, asciiText, cellStart, cellText, cutCell, padCell } from '../base/text.ts';
import { type Column, columnsWidth, fittingColumns } from '../catalogue/columns.ts';
import type { Field } from '../catalogue/field.ts';
import { jsonLayout, type Layout, ndjsonLayout } from '../formats/json.ts';
import type { CommonOptions } from './common-options.ts';
import type { CommandIo } from './io.ts';
import { createRecordWriter } from './record-writer.ts';
import type { Output } from './shared-options.ts';

/** What kind of record is printed: its fields, and the columns of its table. */
export type Subject = {
  readonly fields: readonly Field[];
  /** Every column that a table may show unasked, in order. */
  readonly columns: readonly Column[];
  /** Ids of those columns, the last to leave a narrow table first. */
  readonly keptLongest: readonly string[];
  /** The column of a name that `--fields` takes. */
  readonly findColumn: (name: string) => Column | undefined;
};

/** Width of a table that goes into a pipe or a file, in cells. */
const PIPE_WIDTH = 160;

/** The layout that `output` names, or the one that fits where the results go. Says so when chosen columns have no room. */
export const layoutFor = async (
  { output, isAscii, hasColour }: CommonOptions & { readonly output: Output },
  subject: Subject,
  { columns, writeError }: Pick<CommandIo, 'columns' | 'writeError'>,
): Promise<Layout> => {
  const { fields } = output;
  switch (formatFor(output, columns)) {
    case 'json':
      return jsonLayout(fields);
    case 'ndjson':
      return ndjsonLayout(fields);
    case 'csv': {
      const { csvColumns, csvLayout } = await import('../formats/csv.ts');
      return csvLayout(fields ?? csvColumns(subject.fields));
    }
    case 'table': {
      const width = columns ?? PIPE_WIDTH;
      const shown =
        fields === undefined
          ? fittingColumns(subject.columns, subject.keptLongest, width, COLUMN_GAP)
          : leadingColumns(chosen(subject, fields), width);
      const missing = fields?.slice(shown.length) ?? [];
      if (missing.length > 0) writeError(`gpudeck: a width of ${width} leaves no room for ${missing.join(', ')}\n`);
      return tableLayout(shown, { width, isAscii, hasColour: hasColour && columns !== undefined });
    }
  }
};

/** The format that `output` names, or the one that fits where the results go: `columns` is the terminal's width, if it is one. */
export const formatFor = ({ format }: Output, columns: number | undefined): NonNullable<Output['format']> =>
  format ?? (columns === undefined ? 'ndjson' : 'table');

const chosen = ({ findColumn }: Subject, names: readonly string[]): readonly Column[] =>
  names.flatMap((name) => findColumn(name) ?? []);

/** An empty answer says nothing of offers that are not in it. */
export const CAUSE_UNKNOWN =
  'gpudeck: an empty answer does not say which part of the filter keeps them away: search --explain reads the market and says it\n';

/** Says on stderr what a reply held that could not be printed as what it should be. */
export const tellLosses = (
  { malformedValues, malformedRecords }: Losses,
  { writeError }: Pick<CommandIo, 'writeError'>,
): void => {
  if (malformedValues > 0)
    writeError(`gpudeck: values with an unexpected type, which only JSON shows: ${malformedValues}\n`);
  if (malformedRecords > 0)
    writeError(`gpudeck: entries that are not records and were left out: ${malformedRecords}\n`);
};

/** Writes the records; resolves to false when nobody reads them. A table without rows is nothing to look at: what is said tells more. */
export const writeRecords = async (
  records: readonly Readonly<Record<string, unknown>>[],
  subject: Subject,
  options: CommonOptions & { readonly output: Output },
  io: CommandIo,
): Promise<boolean> => {
  if (records.length === 0 && formatFor(options.output, io.columns) === 'table') return true;
  const writer = createRecordWriter(await layoutFor(options, subject, io), io.stdout);
  await writer.add(records.map((record) => ({ record, text: JSON.stringify(record) })));
  return writer.end();
};

/** Blanks between two columns. */
export const COLUMN_GAP = 2;

/** What the terminal can show; `width` in cells. */
type TableStyle = { readonly width: number; readonly hasColour: boolean; readonly isAscii: boolean };

const DIM = '\x1b[2m';
const NOT_DIM = '\x1b[22m';

/** A table of `columns`, which the caller has chosen for the width; text that is longer than its column is cut. */
export const tableLayout = (columns: readonly Column[], { width, hasColour, isAscii }: TableStyle): Layout => {
  const cell = (text: string, column: Column): string => {
    const room = Math.min(column.width, width);
    const shown = isAscii ? cutCell(asciiText(cellStart(text, room)), room, ASCII_CUT_MARK) : cellText(text, room);
    return padCell(shown, room, column.align);
  };
  const line = (textOf: (column: Column) => string): string =>
    columns
      .map((column) => cell(textOf(column), column))
      .join(' '.repeat(COLUMN_GAP))
      .trimEnd();
  const heading = line((column) => column.heading);
  return {
    head: hasColour ? `${DIM}${heading}${NOT_DIM}\n` : `${heading}\n`,
    rows: (records) => records.map(({ record }) => `${line((column) => column.cell(record))}\n`).join(''),
    between: '',
    tail: '',
  };
};

/** As many of `columns` as there is room for in `width` cells, from the first on, and at least that one. */
export const leadingColumns = (columns: readonly Column[], width: number): readonly Column[] => {
  let count = columns.length;
  while (count > 1 && columnsWidth(columns.slice(0, count), COLUMN_GAP) > width) count--;
  return columns.slice(0, count);
};
