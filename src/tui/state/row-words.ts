/**
 * Lists of records that are narrowed by words: in what their columns show, or behind `any:` in everything that a row holds. Letter
 * case counts for nothing, `_` matches a space too, what is in quotes is one word, and `!` before a word leaves out the rows that
 * show it. Clauses (a name, an operator and a value, with or without spaces between them) are not read here, and said to be none.
 */
import { listFieldsOf, readListLine } from '../../filter/list-line.ts';
import type { ColumnChoice } from './columns.ts';
import { emptyList, type LineQuery, type List, type ListKind, type Narrowing } from './list.ts';
import type { Ranking } from './order.ts';

/** A piece of a line, from `from` up to and without `to`, in UTF-16 units. */
type Piece = { readonly from: number; readonly to: number };

/** A word with its parts: what stands before it, what is inside its quotes, or how it stands, with a quoted value at its end. */
const WORD =
  /(any:|!)?(?:"([^"]*)"?|'([^']*)'?|[“”„‟]([^“”„‟]*)[“”„‟]?|[‘’‚‛]([^‘’‚‛]*)[‘’‚‛]?|([^\s"'“”„‟‘’‚‛=<>~!:≥≤≠]*[=<>~!:≥≤≠]+(?:'[^']*'?|[“”„‟][^“”„‟]*[“”„‟]?|[‘’‚‛][^‘’‚‛]*[‘’‚‛]?)|[^\s"]+"[^"]*"?|\S+))/giu;

/** What an operator alone begins with. */
const SIGNS_FIRST = /^[=<>~≥≤≠]/u;

type Cut = Piece & { readonly text: string; readonly isQuoted: boolean; readonly before: string };

const cutsOf = (typed: string): readonly Cut[] =>
  [...typed.matchAll(WORD)].map(({ 0: piece, 1: before = '', 2: a, 3: b, 4: c, 5: d, 6: bare, index: from }) => {
    const inside = a ?? b ?? c ?? d;
    return { from, to: from + piece.length, text: inside ?? bare ?? '', isQuoted: inside !== undefined, before };
  });

/** The texts of a row, folded: what the usual columns show at full width, everything, and what each column shows by its id. */
export type RowWords = {
  readonly shown: string;
  readonly everywhere: string;
  readonly cells?: Readonly<Record<string, string>>;
};

/** What is wrong in a line of words, from `from` up to and without `to`, in UTF-16 units. */
type WordProblem = { readonly from: number; readonly to: number; readonly message: string };

/** A word; rows that show an excluded one are left out. */
type TypedWord = { readonly text: string; readonly isEverywhere: boolean; readonly isExcluded: boolean };

const LINKS = ['and', 'or', '&&', '||'];

/** The row's words: the texts that its usual columns show, whatever else it holds, and the text of every column by its id. */
export const wordsOf = (
  shown: readonly string[],
  others: readonly string[] = [],
  cells: readonly (readonly [id: string, text: string])[] = [],
): RowWords => ({
  shown: folded(shown.join('\n')),
  everywhere: folded([...shown, ...others].join('\n')),
  cells: Object.fromEntries(cells.map(([id, text]) => [id, folded(text)])),
});

/** Narrowing by words alone. A line that is no words all through stays open. */
const byWords = <Row>(wordsIn: (row: Row) => RowWords): Narrowing<Row, LineQuery> => ({
  opened: (query) => query,
  typed: withText,
  kept: (query, { text }) => {
    const [problem] = wordProblems(text);
    return { query: withText(query, { text }), ...(problem && { problem: problem.message }) };
  },
  closed: withText,
  narrowed: (rows, { text }, columns) => {
    const isWanted = wordMatcher(text, columns);
    return rows.filter((row) => isWanted(wordsIn(row)));
  },
});

const withText = (query: LineQuery, { text }: Pick<LineQuery, 'text'>): LineQuery =>
  text === query.text ? query : { text };

/** Tells whether a row has every word of `typed`; without words every row has. What is no word narrows nothing. */
export const wordMatcher = (typed: string, columns?: ColumnChoice): ((row: RowWords) => boolean) => {
  const { words } = readWords(typed);
  const shownOf = shownIn(columns);
  return (row) =>
    words.every(
      ({ text, isEverywhere, isExcluded }) =>
        (isEverywhere ? row.everywhere : shownOf(row)).includes(text) !== isExcluded,
    );
};

/** What in `typed` is no word, in the order of places; a link right before `cursor` may still become a word. */
export const wordProblems = (typed: string, cursor?: number, saidOf = clauseMessage): readonly WordProblem[] =>
  readWords(typed, saidOf).problems.filter(({ from, to }) => to !== cursor || !isLink(typed.slice(from, to)));

/** The words of a line with their places, wrong ones among them. */
export const wordPieces = (typed: string): readonly WordPiece[] =>
  cutsOf(typed).map(({ from, to }) => ({ from, to, kind: 'word', parts: [{ from, to, role: 'word' }] }));

type WordPiece = {
  readonly from: number;
  readonly to: number;
  readonly kind: 'word';
  readonly parts: readonly [{ readonly from: number; readonly to: number; readonly role: 'word' }];
};

/** Tells of rows whether their columns show `text` as it stands, in any letter case. */
const textMatcher = (text: string, columns?: ColumnChoice): ((row: RowWords) => boolean) => {
  const part = folded(text);
  const shownOf = shownIn(columns);
  return (row) => shownOf(row).includes(part);
};

/** What rows show in the columns that were chosen last: a letter more is looked for in the same ones. */
const CHOSEN = new Map<string, WeakMap<RowWords, string>>();

/** Tells of rows what the columns that the user has chosen show, or the usual ones. */
const shownIn = (columns: ColumnChoice | undefined): ((row: RowWords) => string) => {
  const ids = columns?.shown;
  if (ids === undefined) return ({ shown }) => shown;
  const key = ids.join('\n');
  const known = CHOSEN.get(key) ?? new WeakMap<RowWords, string>();
  CHOSEN.clear();
  CHOSEN.set(key, known);
  return (row) => {
    const text = known.get(row) ?? cellsText(row, ids);
    known.set(row, text);
    return text;
  };
};

/** A choice that knows no column of a list is none. */
const cellsText = ({ shown, cells = {} }: RowWords, ids: readonly string[]): string => {
  const texts = ids.flatMap((id) => cells[id] ?? []);
  return texts.length === 0 ? shown : texts.join('\n');
};

/** A text as it is compared: in any letter case, a blank for `_`. */
export const folded = (text: string): string => text.toLowerCase().replaceAll('_', ' ');

const readWords = (typed: string, saidOf = clauseMessage) => {
  const { words: line, leftOut } = readListLine(typed, NO_FIELDS, undefined, undefined, true);
  const cuts = cutsOf(line);
  const isWord = ({ text, isQuoted }: Cut): boolean => isQuoted || !(SIGNS_FIRST.test(text) || isLink(text));
  const problems = [...leftOut, ...cuts.filter((cut) => !isWord(cut))].map(({ from, to }): WordProblem => {
    const text = typed.slice(from, to);
    return { from, to, message: isLink(text) ? linkMessage(text) : saidOf(text) };
  });
  const words = cuts.filter(isWord).map(
    ({ text, before }): TypedWord => ({
      text: folded(text),
      isEverywhere: before.toLowerCase() === 'any:',
      isExcluded: before === '!',
    }),
  );
  return { words, problems: problems.sort((a, b) => a.from - b.from) };
};

/** A list whose fields are not known takes words alone: what looks like a clause is none. */
const NO_FIELDS = listFieldsOf([]);

const isLink = (word: string): boolean => LINKS.includes(word.toLowerCase());

const linkMessage = (word: string): string => `Every word must be in a row: remove "${word}", or put it in quotes.`;

/** Longest text that a message repeats, in characters. */
const SHOWN_LENGTH = 40;

const clauseMessage = (clause: string): string => {
  // Quotes inside quotes would end them.
  const isQuotable = clause.length <= SHOWN_LENGTH && !clause.includes('"');
  return `This list takes only words: ${isQuotable ? `put ${clause} in quotes` : 'put it in quotes'} to look for it.`;
};

/** What every row of such a list has: a name that outlives a refresh, and the texts that words are looked for in. */
export type ListRow = { readonly key: string; readonly words: RowWords };

/** Tells of rows whether their columns show a text. */
export const findingInWords = (text: string, columns?: ColumnChoice): ((row: ListRow) => boolean) => {
  const isShown = textMatcher(text, columns);
  return ({ words }) => isShown(words);
};

/** The kind of a list whose rows compare as `ranking` says, narrowed by words alone unless there is another way. */
export const wordListKind = <Row extends ListRow>(
  ranking: Ranking<Row>,
  narrowing: Narrowing<Row, LineQuery> = byWords(({ words }) => words),
): ListKind<Row> => ({
  keyOf: ({ key }) => key,
  ranking,
  narrowing,
  finding: findingInWords,
});

/** A list without rows and words, its column cursor on `column`. */
export const emptyWordList = <Row extends ListRow>(column: string): List<Row> => emptyList(column, { text: '' });
