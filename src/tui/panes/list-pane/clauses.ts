/**
 * The line of a list whose fields are known (docs/filter-line.md, Other lists): clauses over them and words, what is wrong in it, and what
 * may stand at its cursor. Pure.
 */
import type { ServiceRecord } from '../../../catalogue/columns.ts';
import { unitOf } from '../../../catalogue/format.ts';
import type { FilterField } from '../../../catalogue/lookup.ts';
import { GROUP_TITLES } from '../../../catalogue/sections.ts';
import { piecesOf } from '../../../filter/clause-parts.ts';
import { completionAt, type Offering } from '../../../filter/complete.ts';
import type { Problem } from '../../../filter/line.ts';
import { blanked, type ListFields, listValue, readListLine } from '../../../filter/list-line.ts';
import { problemTexts } from '../../../filter/problems.ts';
import type { Language } from '../../keys/list-needs.ts';
import { type LanguageEntry, WORD_LANGUAGE } from '../../state/language-help.ts';
import type { LineQuery, List, Narrowing } from '../../state/list.ts';
import { type ListRow, wordMatcher, wordPieces, wordProblems } from '../../state/row-words.ts';
import { completionOf, knownOf, withCount } from './completing.ts';

/** No place of a line: nothing in it is being typed. */
const NOWHERE = -1;

/** What is found wrong in a line, and perhaps a text that would mend it. */
type LineProblem = Pick<Problem, 'from' | 'to' | 'message' | 'suggestion'>;

/** The line of one list. */
export type FieldLine<Row extends ListRow> = ReturnType<typeof fieldLine<Row>>;

/** What the page that tells what a line can say has of a field. */
export const fieldEntry = (field: FilterField): LanguageEntry => ({
  name: field.name,
  aside: unitOf(field),
  meaning: `${GROUP_TITLES[field.group]}: ${field.label}`,
  words: [...(field.aliases ?? []), ...(field.known ?? []), ...(field.isComputed ? ['computed here'] : [])],
});

const CLAUSES_TITLE = 'Clauses: a field, an operator and a value, as in name=a*';

/** The line of a list whose rows hold such records. */
export const fieldLine = <Row extends ListRow>(fields: ListFields, recordOf: (row: Row) => ServiceRecord) => {
  type OwnList = List<Row>;
  const READ = new WeakMap<LineQuery, ReturnType<typeof readListLine>>();
  const RECORDS = new WeakMap<readonly Row[], readonly ServiceRecord[]>();

  const read = (query: LineQuery) =>
    READ.getOrInsertComputed(query, ({ text, sets, typing }) => readListLine(text, fields, sets, typing?.at, true));

  const problems = (query: LineQuery): readonly LineProblem[] => {
    const { problems: ofClauses, words } = read(query);
    const ofWords = wordProblems(words, query.typing?.at, (clause) => problemTexts.fieldMissing(clause).message);
    return [...ofClauses, ...ofWords].sort((a, b) => a.from - b.from);
  };

  const left = (rows: readonly Row[], query: LineQuery, columns: OwnList['columns']) => {
    const { isMet, words } = read(query);
    const hasWords = wordMatcher(words, columns);
    return rows.filter((row) => hasWords(row.words) && isMet(recordOf(row)));
  };

  const narrowing: Narrowing<Row, LineQuery> = {
    opened: (query, { at }) => ({ ...query, typing: { at } }),
    typed: ({ sets }, { text, at }) => ({ text, sets, typing: { at } }),
    kept: ({ sets }, { text }) => {
      const query = { text, sets };
      const [problem] = problems(query);
      return problem === undefined
        ? { query }
        : { query: { ...query, typing: { at: NOWHERE } }, problem: problem.message };
    },
    closed: ({ sets }, { text }) => ({ text, sets }),
    narrowed: (rows, query, columns) => {
      const shown = left(rows, query, columns);
      if (shown.length > 0 || query.typing === undefined) return shown;
      // A text at the cursor may be half a word: it is held back while it would leave none.
      const { at } = query.typing;
      const half = read(query).clauses.filter(
        ({ to, field }) => to === at && fields.find(field)?.filter.kind === 'text',
      );
      const text = blanked(query.text, half);
      return half.length === 0 ? shown : left(rows, { ...query, text }, columns);
    },
  };

  const known = (rows: readonly Row[], field: FilterField) =>
    knownOf(
      RECORDS.getOrInsertComputed(rows, (all) => all.map(recordOf)),
      field,
      (record) => listValue(field, record),
    );

  const found = ({ query, filter: { text, at }, rows }: OwnList): Offering => {
    const counts = (field: FilterField) => known(rows, field).counts;
    const offered = completionAt(text, at, (field) => [...counts(field).keys()], fields.all, query.sets, fields.find);
    const items = offered.candidates.map((candidate) => withCount(candidate, fields.find(candidate.field), counts));
    return { from: offered.from, items, offers: rows.length };
  };

  const completion = completionOf<Row, LineQuery>({ found, problem: ({ query }) => problems(query)[0] });

  const language: Language<Row, LineQuery> = {
    sections: () => [...WORD_LANGUAGE, { title: CLAUSES_TITLE, entries: fields.all.map(fieldEntry) }],
    begun: () => undefined,
    placed: (list, { name }) => {
      const { from, items } = completion.offering(list);
      const isBegun = from < list.filter.at && items.some(({ text }) => text === name);
      return { from: isBegun ? from : list.filter.at, put: name };
    },
  };
  /** The pieces of a line: clauses as they are read, and words. */
  const pieces = (text: string) => {
    const { words } = readListLine(text, fields, undefined, undefined, true);
    const clauses = Array.from(text, (sign, place) => (words[place] === sign ? ' ' : sign)).join('');
    return [...piecesOf(clauses, fields.find), ...wordPieces(words)].sort((a, b) => a.from - b.from);
  };

  return { narrowing, problems, pieces, completion, language };
};
