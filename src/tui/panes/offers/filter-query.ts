/** Narrowing offers by a filter line (docs/filter-line.md, While typing): what the line says, also while it is being typed. Pure. */
import { findComputedField } from '../../../catalogue/computed-fields.ts';
import { findFilterField } from '../../../catalogue/lookup.ts';
import type { Offer } from '../../../catalogue/values.ts';
import { compileLine } from '../../../filter/evaluate.ts';
import type { Clause, FilterLine, Problem } from '../../../filter/line.ts';
import type { OwnSets } from '../../../filter/own-sets.ts';
import { parseLine } from '../../../filter/parse.ts';
import { wordsIn } from '../../../filter/row-words.ts';
import { type Line, lineOf } from '../../state/line.ts';
import type { Narrowing } from '../../state/list.ts';
import type { Walk } from './completing/offering.ts';
import { type SeenTexts, textsOf, textsSeen } from './seen-texts.ts';

/** What is known of a line that is being typed. */
type Typing = {
  /** The newest line without problems whose every token was behind the user. */
  readonly settled: FilterLine;
  /** The place of the cursor, in UTF-16 units. */
  readonly at: number;
  /** What stands before the cursor is a whole: a quote or a bracket closes it there. */
  readonly isClosed?: true;
  /**
   * What would be wrong with the clause before the cursor, which was left out so far, if it were finished; there once the typing
   * pauses.
   */
  readonly held?: Problem;
  /** Present while what may stand at the cursor is gone through: one of it stands there. */
  readonly walk?: Walk;
};

/** What a filter line says. */
export type FilterQuery = {
  /** The line as it is meant now: while it is being typed, an unfinished clause is left out. */
  readonly parsed: FilterLine;
  /** The newest line without problems: what narrows the rows and what is sent. */
  readonly applied: FilterLine;
  /** What is offered as values beside those of the offers at hand. */
  readonly seen: SeenTexts;
  /** True while a job is known, so that offers can be narrowed by what it costs. */
  readonly hasWorkload?: boolean;
  /** Sets that the line may name, once they were read. */
  readonly sets?: OwnSets;
  /** Names of the fields that stand in lines that were kept, the most used first; absent until a line is typed. */
  readonly used?: readonly string[];
  /** Present while the line is being edited. */
  readonly typing?: Typing;
};

/**
 * Narrowing by the filter language. A line that turns out wrong takes back what its beginning seemed to say: the last line that
 * was good as a whole is in force again. A line that is wrong is not kept.
 */
export const byFilter: Narrowing<Offer, FilterQuery> = {
  opened: ({ applied, ...query }, { at }, offers) => ({
    ...query,
    applied,
    seen: textsSeen(offers, query.seen),
    typing: { settled: applied, at },
  }),
  typed: (query, { text, at }) => {
    const { settled } = query.typing ?? { settled: query.applied };
    const parsed = lineRead(query, text, at);
    const isWrong = parsed.problems.length > 0;
    return {
      ...query,
      parsed,
      applied: isWrong ? settled : parsed,
      typing: {
        settled: isWrong || isAtCursor(parsed, at) ? settled : parsed,
        at,
        ...(parsed.unfinished === undefined && CLOSING.includes(text.charAt(at - 1)) && { isClosed: true as const }),
      },
    };
  },
  kept: (query, line) => {
    const next = closed(query, line);
    const [problem] = next.parsed.problems;
    return problem === undefined
      ? { query: next }
      : { query: { ...query, parsed: next.parsed }, problem: problem.message };
  },
  closed: (query, line) => closed(query, line),
  narrowed: (offers, query, columns) => {
    const { typing } = query;
    const applied = { ...query.applied, words: wordsIn(query.applied.words, columns?.shown) };
    const rows = offers.filter(compileLine(applied));
    if (rows.length > 0 || typing === undefined || typing.isClosed) return rows;
    // Text at the cursor may be half a word: it is held back while it would leave none.
    const clauses = applied.clauses.filter((clause) => clause.to !== typing.at || !isText(clause));
    return clauses.length === applied.clauses.length ? rows : offers.filter(compileLine({ ...applied, clauses }));
  },
};

/** What ends a text that was opened. */
const CLOSING = ['"', "'", ']', ')'];

/** What `text` says at the start of the program; a text that is wrong narrows nothing. */
export const filterRead = (text: string, hasWorkload = false): FilterQuery => {
  const empty = parseLine('');
  return closed({ parsed: empty, applied: empty, seen: {}, hasWorkload }, lineOf(text));
};

/** A job is known now, or none any more: then no clause on what it costs is in force. */
export const queryWithWorkload = (query: FilterQuery, line: Line, hasWorkload: boolean): FilterQuery => {
  const { typing } = query;
  const next: FilterQuery = {
    ...query,
    hasWorkload,
    applied: hasWorkload ? query.applied : withoutJob(query.applied),
    ...(typing !== undefined && {
      typing: { ...typing, settled: hasWorkload ? typing.settled : withoutJob(typing.settled) },
    }),
  };
  return typing === undefined ? closed(next, line) : byFilter.typed(next, line);
};

/** The sets that the line may name were read. */
export const queryWithSets = (query: FilterQuery, line: Line, sets: OwnSets): FilterQuery => {
  const { typing } = query;
  const next = closed({ ...query, sets }, line);
  return typing === undefined ? next : { ...next, typing: { ...typing, settled: next.applied } };
};

const withoutJob = (line: FilterLine): FilterLine => ({
  ...line,
  clauses: line.clauses.filter(({ field }) => !findComputedField(field)?.needsWorkload),
});

/** The typing paused: what stands before the cursor may be all that was meant. */
export const typingPaused = (query: FilterQuery, { text }: Line): FilterQuery => {
  const { typing, parsed } = query;
  if (typing === undefined || parsed.unfinished === undefined || parsed.problems.length > 0) return query;
  const [held] = lineRead(query, text).problems;
  return held === undefined ? query : { ...query, typing: { ...typing, held } };
};

const closed = ({ typing: _, ...query }: FilterQuery, { text }: Line): FilterQuery => {
  const parsed = lineRead(query, text);
  return parsed.problems.length > 0 ? { ...query, parsed } : { ...query, parsed, applied: parsed };
};

/** What `text` says; its texts are compared with those that offers were seen to have. */
const lineRead = ({ seen, hasWorkload, sets }: FilterQuery, text: string, cursor?: number): FilterLine =>
  parseLine(text, cursor, ({ name }) => textsOf(seen, name), hasWorkload, sets);

/** True while the user may still be typing the token before the cursor. */
const isAtCursor = ({ clauses, words, unfinished }: FilterLine, at: number): boolean =>
  unfinished !== undefined || [...clauses, ...words].some(({ to }) => to === at);

const isText = ({ field }: Clause): boolean => findFilterField(field)?.filter.kind === 'text';
