/** Chooses the layout in which a command's records are printed, and loads only that one. */
import type { Losses } from '../../api/records/replies.ts';
import { type Column, fittingColumns } from '../../catalogue/columns.ts';
import type { Field } from '../../catalogue/field.ts';
import { jsonLayout, ndjsonLayout } from '../../formats/json.ts';
import type { Layout } from '../../formats/layout.ts';
import type { CommonOptions } from '../common-options.ts';
import type { CommandIo } from '../io.ts';
import type { Output } from '../shared-options/output.ts';

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
      const { csvColumns, csvLayout } = await import('../../formats/csv.ts');
      return csvLayout(fields ?? csvColumns(subject.fields));
    }
    case 'table': {
      const { COLUMN_GAP, leadingColumns, tableLayout } = await import('./table.ts');
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
