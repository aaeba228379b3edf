/** A list of records that is narrowed by words: what volumes, connections and the ledger are. */
import type { ColumnChoice } from './column-choice.ts';
import { emptyList, type List, type ListKind } from './list.ts';
import type { Ranking } from './order.ts';
import { byWords, type RowWords, textMatcher } from './row-words.ts';

/** What every row of such a list has: a name that outlives a refresh, and the texts that words are looked for in. */
export type ListRow = { readonly key: string; readonly words: RowWords };

/** Tells of rows whether their columns show a text. */
export const findingInWords = (text: string, columns?: ColumnChoice): ((row: ListRow) => boolean) => {
  const isShown = textMatcher(text, columns);
  return ({ words }) => isShown(words);
};

/** The kind of a list whose rows compare as `ranking` says. */
export const wordListKind = <Row extends ListRow>(ranking: Ranking<Row>): ListKind<Row> => ({
  keyOf: ({ key }) => key,
  ranking,
  narrowing: byWords(({ words }) => words),
  finding: findingInWords,
});

/** A list without rows and words, its column cursor on `column`. */
export const emptyWordList = <Row extends ListRow>(column: string): List<Row> => emptyList(column, '');
