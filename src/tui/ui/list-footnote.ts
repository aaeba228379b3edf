/** What a footer says of any list: how many rows are marked, and what of the answer could not be read. */
import type { List } from '../state/list.ts';
import { chosenAmong, markWords } from '../state/marks.ts';
import type { ListRow } from '../state/word-list.ts';
import type { Segment } from './segments.ts';

/** What had to be left out of an answer: values of a wrong kind, and entries that are no record. */
type Losses = {
  readonly malformedValues: number;
  readonly malformedRecords: number;
  readonly isTruncated?: boolean;
};

/** The words, each followed by spaces; none when there is nothing to say. */
export const listFootnote = (
  { marked, shown }: Pick<List<ListRow>, 'marked' | 'shown'>,
  losses: Losses | undefined,
): readonly Segment[] => [
  ...marksFootnote(marked, shown, ({ key }) => key),
  ...(losses?.isTruncated ? [{ text: 'cut by the service   ', role: 'warning' } as const] : []),
  ...warning(losses?.malformedValues ?? 0, 'unreadable value'),
  ...warning(losses?.malformedRecords ?? 0, 'unreadable entry', 'unreadable entries'),
];

/** How many rows are marked, and how many of those are hidden; none when no row is marked. */
export const marksFootnote = <Row, Key>(
  marked: readonly Key[],
  shown: readonly Row[],
  keyOf: (row: Row) => Key,
): readonly Segment[] => {
  if (marked.length === 0) return [];
  const inSight = chosenAmong(shown, keyOf, marked, undefined).length;
  return [{ text: `${markWords(marked.length, inSight)}   `, role: inSight === marked.length ? 'plain' : 'warning' }];
};

const warning = (count: number, one: string, several = `${one}s`): readonly Segment[] =>
  count === 0 ? [] : [{ text: `${count} ${count === 1 ? one : several}   `, role: 'warning' }];
