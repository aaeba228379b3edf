/** What a footer says of any list: how many rows are marked, and what of the answer could not be read. */
import type { List, RowKey } from '../state/list.ts';
import { presentOf } from '../state/list-places.ts';
import { keySet, markedAmong, markWords } from '../state/marks.ts';
import type { ListRow } from '../state/row-words.ts';
import type { Segment } from './segments.ts';

/** What had to be left out of an answer: values of a wrong kind, and entries that are no record. */
type Losses = {
  readonly malformedValues: number;
  readonly malformedRecords: number;
  readonly isTruncated?: boolean;
};

/** The part of a list that the words on its marks are made of. */
type ListMarks<Row> = Pick<List<Row>, 'marked' | 'gone' | 'shown' | 'departed'>;

/** The words, each followed by spaces; none when there is nothing to say. */
export const listFootnote = (list: ListMarks<ListRow>, losses: Losses | undefined): readonly Segment[] => [
  ...marksFootnote(list, ({ key }) => key),
  ...(losses?.isTruncated ? [{ text: 'cut by the service   ', role: 'warning' } as const] : []),
  ...warning(losses?.malformedValues ?? 0, 'unreadable value'),
  ...warning(losses?.malformedRecords ?? 0, 'unreadable entry', 'unreadable entries'),
];

/** How many rows are marked, how many of those are hidden and how many are gone; none when there is nothing to say. */
export const marksFootnote = <Row>(
  list: ListMarks<Row>,
  keyOf: (row: Row) => RowKey | undefined,
): readonly Segment[] => {
  const { marked, gone = [] } = list;
  if (marked.length === 0 && gone.length === 0) return [];
  const keys = keySet(marked);
  const here = marked.length - gone.filter((key) => keys.has(key)).length;
  const hidden = here - markedAmong<Row, RowKey | undefined>(presentOf(list, list.shown), keyOf, marked).length;
  const words = markWords(here, hidden, gone.length);
  return [{ text: `${words}   `, role: hidden === 0 && gone.length === 0 ? 'plain' : 'warning' }];
};

const warning = (count: number, one: string, several = `${one}s`): readonly Segment[] =>
  count === 0 ? [] : [{ text: `${count} ${count === 1 ? one : several}   `, role: 'warning' }];
