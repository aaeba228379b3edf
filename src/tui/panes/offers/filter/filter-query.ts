/**
 * Narrowing offers by a filter line (docs/filter-line.md, While typing): what the line says, also while it is being typed, and the texts
 * that offers were seen to have, which Tab offers as values, also when the newest answer is empty. Pure.
 */

import { keyName } from '../../../../base/named-keys.ts';
import { printable } from '../../../../base/text.ts';
import { findFilterField, TEXT_FIELDS } from '../../../../catalogue/lookup.ts';
import { Things } from '../../../../catalogue/record-columns.ts';
import { columnsOf } from '../../../../catalogue/record-table.ts';
import type { Offer } from '../../../../catalogue/values.ts';
import type { Walk } from '../../../../filter/complete.ts';
import { compileLine, rowValue, sourceOf, wordsIn } from '../../../../filter/evaluate.ts';
import type { Clause, FilterLine, Problem } from '../../../../filter/line.ts';
import type { OwnSets } from '../../../../filter/own-sets.ts';
import { type LineKnown, parseLine } from '../../../../filter/parse.ts';
import type { Wishes } from '../../../../filter/phrases.ts';
import { type LineRead, readLine, withWordsQuoted } from '../../../../filter/read-words.ts';
import { type Line, lineOf } from '../../../state/line.ts';
import type { Narrowing } from '../../../state/list.ts';

/** A text, and the number of offers that had it. */
type SeenText = readonly [text: string, count: number];

/** By filter name, each text with how often it was seen. */
type SeenTexts = Readonly<Record<string, readonly SeenText[]>>;

/** Texts of one field that are remembered at the most, those of the newest answer not counted: a service may make up new ones. */
const KNOWN_TEXTS = 1000;

/** Longest text that is offered, in characters: nobody looks for a longer one. */
const LONGEST_TEXT = 200;

const TEXTS = TEXT_FIELDS.map(({ name }) => ({ name, valueIn: rowValue(name) }));

/** The texts in `offers`, and those of `before` that are not among them, up to a bound. */
export const textsSeen = (offers: readonly Offer[], before: SeenTexts): SeenTexts =>
  Object.fromEntries(TEXTS.map(({ name }) => [name, withKnown(countsOf(offers).get(name), before[name])]));

/** The texts seen in `field`, the most frequent first. */
export const textsOf = (seen: SeenTexts, field: string): readonly string[] =>
  [...(seen[field] ?? [])].sort(([, a], [, b]) => b - a).map(([text]) => text);

/** How often each text is there, by field. */
type TextCounts = ReadonlyMap<string, ReadonlyMap<string, { readonly count: number }>>;

const COUNTED = new WeakMap<readonly Offer[], TextCounts>();

/** How often `offers` have each text, by field. It is counted once: a line may be opened many times over the same offers. */
const countsOf = (offers: readonly Offer[]): TextCounts =>
  COUNTED.getOrInsertComputed(offers, () => {
    const columns = columnsOf(offers);
    return new Map(
      TEXTS.map(({ name, valueIn }) => {
        const counts = new Map<string, { count: number }>();
        const add = (offer: Offer | undefined, more: number): void => {
          const value = offer && valueIn(offer);
          if (typeof value !== 'string' || value.length > LONGEST_TEXT) return;
          // A count is changed in its place: to look its text up once more takes as long as all the rest.
          const known = counts.get(value);
          if (known === undefined) counts.set(value, { count: more });
          else known.count += more;
        };
        const values = columns?.named(sourceOf(name));
        if (columns === undefined) for (const offer of offers) add(offer, 1);
        else if (values instanceof Things) {
          const tally = values.tally(offers.length);
          for (const [number, count] of tally.counts.entries())
            if (count > 0) add(offers[tally.firsts[number] ?? 0], count);
        }
        return [name, counts] as const;
      }),
    );
  });

const withKnown = (
  here: ReadonlyMap<string, { readonly count: number }> = new Map(),
  known: readonly SeenText[] = [],
): readonly SeenText[] => {
  const counts = new Map([...here].map(([text, { count }]) => [text, count]));
  for (const [text, count] of known) {
    if (counts.size >= KNOWN_TEXTS) break;
    if (!counts.has(text)) counts.set(text, count);
  }
  return [...counts];
};

/** What is known of a line that is being typed. */
type Typing = {
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
  /** The offers at hand when the line was opened. */
  readonly offers?: readonly Offer[] | undefined;
  /** What is read in the line, once anything was typed. */
  readonly read?: Pick<LineRead, 'readings' | 'written' | 'wishes'>;
};

/** What a filter line says. */
export type FilterQuery = {
  /** The line as it is meant now: while it is being typed, an unfinished clause is left out. */
  readonly parsed: FilterLine;
  /** The same, or where a set of the line cannot be read any more what it said before: what narrows the rows and what is sent. */
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
  /** What the line that was kept asks for besides; the pane takes it. */
  readonly wished?: Wishes;
};

/** Narrowing by the filter language. What is wrong in a line is left out; one of which nothing else is left is not kept. */
export const byFilter: Narrowing<Offer, FilterQuery> = {
  opened: (query, { at }, offers) => ({ ...query, seen: textsSeen(offers, query.seen), typing: { at, offers } }),
  typed: (query, { text, at }) => {
    const { readings, written, wishes, ...parsed } = readLine(text, at, knownHere(query));
    return {
      ...query,
      parsed,
      applied: parsed,
      typing: {
        at,
        offers: query.typing?.offers,
        read: { readings, written, wishes },
        ...(parsed.unfinished === undefined && CLOSING.includes(text.charAt(at - 1)) && { isClosed: true as const }),
      },
    };
  },
  kept: (query, line) => {
    const { readings: _, written, wishes, ...parsed } = readLine(line.text, undefined, knownHere(query));
    const [problem] = parsed.problems;
    if (problem !== undefined && parsed.clauses.length + parsed.words.length === 0)
      return { query: { ...query, parsed, applied: parsed }, problem: problem.message };
    const text = written === line.text ? written : tidied(written);
    return { query: { ...closed(query, lineOf(text)), wished: wishes }, text };
  },
  retyped: (query, text) => withWordsQuoted(text, knownHere(query)),
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

/** What was left out leaves spaces. */
const tidied = (written: string): string => written.replaceAll(/ {2,}/g, ' ').trim();

/** What ends a text that was opened. */
const CLOSING = ['"', "'", ']', ')'];

/** What `text` says at the start of the program; a text that is wrong narrows nothing. */
export const filterRead = (text: string, hasWorkload = false): FilterQuery => {
  const empty = parseLine('');
  return closed({ parsed: empty, applied: empty, seen: {}, hasWorkload }, lineOf(text));
};

/** A job is known now, or none any more: then no clause on what it costs is in force. */
export const queryWithWorkload = (query: FilterQuery, line: Line, hasWorkload: boolean): FilterQuery => {
  const next: FilterQuery = { ...query, hasWorkload };
  return query.typing === undefined ? closed(next, line) : byFilter.typed(next, line);
};

/** The sets that the line may name were read. What one held that cannot be read any more is held against the rows further on. */
export const queryWithSets = (query: FilterQuery, line: Line, sets: OwnSets): FilterQuery => {
  if (query.typing !== undefined) return byFilter.typed({ ...query, sets }, line);
  const next = closed({ ...query, sets }, line);
  const isLost = next.parsed.problems.length > 0 && query.sets !== undefined && query.applied.problems.length === 0;
  return isLost ? { ...next, applied: query.applied } : next;
};

/** The typing paused: what stands before the cursor may be all that was meant. */
export const typingPaused = (query: FilterQuery, { text }: Line): FilterQuery => {
  const { typing, parsed } = query;
  if (typing === undefined || parsed.unfinished === undefined || parsed.problems.length > 0) return query;
  const [held] = readLine(text, undefined, knownHere(query)).problems;
  return held === undefined ? query : { ...query, typing: { ...typing, held } };
};

const closed = ({ typing: _, wished: __, ...query }: FilterQuery, { text }: Line): FilterQuery => {
  const parsed = parseLine(text, undefined, knownHere(query));
  return { ...query, parsed, applied: parsed };
};

type OfferLine = { readonly filter: Line; readonly query: FilterQuery };

/** What stands in the line and is wrong, in its own words; undefined where all of it is understood. */
export const mistakeIn = ({ filter: { text }, query: { parsed } }: OfferLine): string | undefined =>
  parsed.leftOut.length === 0
    ? undefined
    : printable([...new Set(parsed.leftOut.map(({ from, to }) => text.slice(from, to)))].join(' '));

/** Texts of the line are compared with those that offers were seen to have. */
const knownHere = ({ seen, hasWorkload = false, sets }: FilterQuery): LineKnown => ({
  seen: ({ name }) => textsOf(seen, name),
  hasWorkload,
  sets,
  areSlipsWrong: true,
});

/** What a review says of that: the row that is acted on was not chosen by it. */
export const leftOutWords = (mistake: string): string =>
  `Left out of the filter, and so not held against what is chosen: ${mistake}.`;

/** Why nothing is done to more than one row: what is wrong in the line might have kept some away. */
export const mistakeRefusal = (list: OfferLine): string | undefined => {
  const mistake = mistakeIn(list);
  return mistake === undefined
    ? undefined
    : `${keyName('offers.filter')} mends the filter first: without ${mistake} these rows may be too many.`;
};

const isText = ({ field }: Clause): boolean => findFilterField(field)?.filter.kind === 'text';
