/**
 * Narrowing a list by words: in what its columns show, or behind `any:` in everything that a row holds. Letter case counts
 * for nothing, `_` matches a space too, what is in quotes is one word, and `!` before a word leaves out the rows that show it.
 * Clauses are for offers alone, and said to be.
 */
import type { ColumnChoice } from './column-choice.ts';
import type { Narrowing } from './narrowing.ts';
import { typedPieces } from './typed-words.ts';

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

/** Narrowing by words; a query is the text of the line. A line that is no words all through stays open. */
export const byWords = <Row>(wordsIn: (row: Row) => RowWords): Narrowing<Row, string> => ({
  opened: (query) => query,
  typed: (_, { text }) => text,
  kept: (_, { text }) => {
    const [problem] = wordProblems(text);
    return problem === undefined ? { query: text } : { query: text, problem: problem.message };
  },
  closed: (_, { text }) => text,
  narrowed: (rows, query, columns) => {
    const isWanted = wordMatcher(query, columns);
    return rows.filter((row) => isWanted(wordsIn(row)));
  },
});

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
export const wordProblems = (typed: string, cursor?: number): readonly WordProblem[] =>
  readWords(typed).problems.filter(({ from, to }) => to !== cursor || !isLink(typed.slice(from, to)));

/** The words of a line with their places, wrong ones among them. */
export const wordPieces = (typed: string): readonly WordPiece[] =>
  typedPieces(typed).map(({ from, to }) => ({ from, to, kind: 'word', parts: [{ from, to, role: 'word' }] }));

type WordPiece = {
  readonly from: number;
  readonly to: number;
  readonly kind: 'word';
  readonly parts: readonly [{ readonly from: number; readonly to: number; readonly role: 'word' }];
};

/** Tells of rows whether their columns show `text` as it stands, in any letter case. */
export const textMatcher = (text: string, columns?: ColumnChoice): ((row: RowWords) => boolean) => {
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

const readWords = (typed: string) => {
  const words: TypedWord[] = [];
  const problems: WordProblem[] = [];
  for (const piece of typedPieces(typed)) {
    const { from, to } = piece;
    if (piece.kind === 'clause')
      problems.push({ from, to, message: clauseMessage(typed.slice(from, to), piece.value) });
    else if (!piece.isQuoted && isLink(piece.text)) problems.push({ from, to, message: linkMessage(piece.text) });
    else {
      const { text, before } = piece;
      words.push({ text: folded(text), isEverywhere: before.toLowerCase() === 'any:', isExcluded: before === '!' });
    }
  }
  return { words, problems };
};

const isLink = (word: string): boolean => LINKS.includes(word.toLowerCase());

const linkMessage = (word: string): string => `Every word must be in a row: remove "${word}", or put it in quotes.`;

/** Longest text that a message repeats, in characters. */
const SHOWN_LENGTH = 40;

const clauseMessage = (clause: string, value: string): string => {
  const better =
    value === '' ? 'type a word alone' : value.length > SHOWN_LENGTH ? 'type its value alone' : `type ${value}`;
  // Quotes inside quotes would end them.
  const isQuotable = clause.length <= SHOWN_LENGTH && !clause.includes('"');
  return `This list takes only words: ${better}${isQuotable ? `, or put ${clause} in quotes` : ''}.`;
};
