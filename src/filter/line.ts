/** What a filter line says, as plain data (docs/filter-line.md, Grammar): clauses for the service, words for the rows on screen, and what is wrong. */
import type { Operator, WireValue } from '../catalogue/field.ts';

/** Characters (UTF-16 units) that a line may have: a list of a thousand machines has room, a mistaken paste is told apart. */
export const LONGEST_LINE = 10_000;

/** A stretch of the line's text in UTF-16 units, from `from` up to but without `to`. */
export type Span = { readonly from: number; readonly to: number };

/** What a clause may compare by: the operators of the wire, and `contains`, which the service does not know. */
export type Comparison = Operator | 'contains';

/** One value of a set of the user's, as it is written in the file of sets: a number as it would be typed, a text without quotes. */
export type SetMember = string | number;

/** A value of a list, or a set in the place of its values. */
export type FoldedItem = string | number | boolean | { readonly set: string; readonly members: readonly SetMember[] };

/**
 * One condition on an offer: the wire name of a filter with an operator and a value in wire units, as the person meant it
 * (`wireFilter` says how it is sent); a country may be a region. `contains` looks for a part of a text, in any letter case.
 * `any` lifts the default that the field would otherwise have.
 */
export type Condition =
  | {
      readonly field: string;
      readonly operator: Operator;
      readonly value: WireValue;
      /** The list as it is written where sets stand in it; `value` has what they hold in their place. */
      readonly folded?: readonly FoldedItem[];
    }
  | { readonly field: string; readonly operator: 'contains'; readonly value: string }
  | { readonly field: string; readonly operator: 'any' };

/** A condition with its place in the line. */
export type Clause = Condition & Span;

/**
 * A bare word: rows are kept whose columns show it, with `isEverywhere` those that hold it in any field, with `isExcluded`
 * those that do not show it. In an exact (quoted) word `_` is itself, else it also matches a space. `columns` are the ids of the
 * columns that it is looked for in; without them those that a table shows unasked.
 */
export type Word = {
  readonly text: string;
  readonly isExact: boolean;
  readonly isEverywhere?: true;
  readonly isExcluded?: true;
  readonly columns?: readonly string[];
};

/** What stands before the colon of a word that is looked for in every field. */
export const ANYWHERE = 'any';

/** Something wrong in the line. `suggestion` is a text that would mend it in place of the marked stretch. */
export type Problem = Span & {
  readonly message: string;
  readonly suggestion?: string;
  /** The marked words say what is suggested: where words are read, that is no problem. */
  readonly isReading?: true;
};

/** A filter line, read. Where it has problems, `clauses` and `words` are those parts that say something: who sends them has to tell the rest. */
export type FilterLine = {
  readonly clauses: readonly Clause[];
  readonly words: readonly (Word & Span)[];
  readonly problems: readonly Problem[];
  /** The parts that have the problems: they are in none of the lists above. */
  readonly leftOut: readonly Span[];
  /** What is to be known of good clauses: a name that is sent in another spelling, or that was never seen. */
  readonly hints: readonly Problem[];
  /** What stands at the cursor and is still being typed; it is in none of the lists above. */
  readonly unfinished?: Span;
};
