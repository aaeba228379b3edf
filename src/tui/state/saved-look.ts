/** How what a list shows is saved for a later run beside its filter, order and marks. Pure; what is read back is checked. */
import { z } from 'zod';
import { columnsChosen, columnsSaved, savedColumns } from './column-choice.ts';
import { comparisonSaved, savedComparison } from './comparing.ts';
import type { List } from './list.ts';
import { lineSaved, savedLine } from './saved-line.ts';

/**
 * The columns that were chosen, the text that was looked for, whether marked rows alone are shown, rows side by side, and what is
 * being looked for among earlier filters.
 */
export const savedLook = {
  columns: savedColumns.optional(),
  find: z.object({ line: savedLine, stage: z.enum(['typed', 'kept', 'ended']) }).optional(),
  isMarkedOnly: z.literal(true).optional(),
  comparing: savedComparison.optional(),
  history: z
    .object({ line: savedLine, isFromList: z.literal(true).optional() })
    .optional()
    .catch(undefined),
};

const look = z.object(savedLook);

/** What is saved of it; nothing for what is as usual. */
export const lookSaved = <Row, Query>({
  columns,
  find,
  isMarkedOnly,
  comparing,
  editing: { history, isFromList } = {},
}: List<Row, Query>): z.input<typeof look> => ({
  ...(columns !== undefined && { columns: columnsSaved(columns) }),
  ...(find !== undefined && find.line.text !== '' && { find: { line: lineSaved(find.line), stage: find.stage } }),
  ...(isMarkedOnly && { isMarkedOnly }),
  ...(comparing !== undefined && { comparing: comparisonSaved(comparing) }),
  ...(history !== undefined && { history: { line: lineSaved(history.line), ...(isFromList && { isFromList }) } }),
});

/** The list as it is resumed; without marks all rows are shown. */
export const lookResumed = <Row, Query>(
  { find: _, isMarkedOnly: __, comparing: ___, ...list }: List<Row, Query>,
  { columns, find, isMarkedOnly, comparing }: Omit<z.output<typeof look>, 'history'>,
): List<Row, Query> => ({
  ...columnsChosen<List<Row, Query>>(list, columns),
  ...(find !== undefined && { find: { ...find, from: 0 } }),
  ...(isMarkedOnly && list.marked.length > 0 && { isMarkedOnly }),
  ...(comparing !== undefined && { comparing }),
});
