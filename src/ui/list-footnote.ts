/** What a footer says of any list: how many rows are marked, and what of the answer could not be read. */
import { plain, type Segment } from './segments.ts';

/** What had to be left out of an answer: values of a wrong kind, and entries that are no record. */
type Losses = { readonly malformedValues: number; readonly malformedRecords: number };

/** The words, each followed by blanks; none when there is nothing to say. */
export const listFootnote = (markedCount: number, losses: Losses | undefined): readonly Segment[] => [
  ...(markedCount === 0 ? [] : [plain(`${markedCount} marked   `)]),
  ...warning(losses?.malformedValues ?? 0, 'unreadable value'),
  ...warning(losses?.malformedRecords ?? 0, 'unreadable entry', 'unreadable entries'),
];

const warning = (count: number, one: string, several = `${one}s`): readonly Segment[] =>
  count === 0 ? [] : [{ text: `${count} ${count === 1 ? one : several}   `, role: 'warning' }];
