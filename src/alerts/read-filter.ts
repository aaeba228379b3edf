/** Reads the filter in the sentence of an alert: clauses alone, of which each can be held against what the history keeps. Pure. */
import { findFilterField } from '../catalogue/lookup.ts';
import type { Condition, FilterLine, Problem, Span, Word } from '../filter/line.ts';
import type { OwnSets } from '../filter/own-sets.ts';
import { parseLine } from '../filter/parse.ts';
import { printClause, printWord } from '../filter/print.ts';
import type { ProblemText } from '../filter/problems.ts';
import { wireFilters } from '../filter/request.ts';
import { isKeptFilter } from '../history/kept-offer.ts';
import { COMING, SAYING_NOTHING } from './phrases.ts';
import { sentenceProblems } from './sentence.ts';

/** What stands in `text` at a place, with places in `text`: conditions, and what is to be known of them; or what is wrong. */
type FilterReading =
  | { readonly filter: readonly Condition[]; readonly hints: readonly Problem[] }
  | { readonly problems: readonly Problem[] };

/** Reads the filter that stands at `place`. */
export const readFilterAt = (text: string, place: Span, sets: OwnSets): FilterReading => {
  const typed = text.slice(place.from, place.to);
  const line = parseLine(typed, undefined, { sets });
  const problems = [
    ...line.problems.map((problem) => inSentence(problem, typed)),
    ...wordProblems(line),
    ...unkept(line),
  ]
    .map((problem) => moved(problem, place.from))
    .sort((one, other) => one.from - other.from);
  if (problems.length > 0) return { problems };
  // Places in the line are nobody's matter any more.
  const filter = line.clauses.map(({ from: _, to: __, ...condition }): Condition => condition);
  return { filter, hints: line.hints.map((hint) => moved(hint, place.from)) };
};

/** A filter elsewhere looks for a text in quotes, and a list has an order; here neither is a way out. */
const inSentence = (problem: Problem, typed: string): Problem => {
  const { from, to } = problem;
  const word = typed.slice(from, to);
  if (SAYING_NOTHING.includes(word.toLowerCase())) return { from, to, ...sentenceProblems.wordNeedless(word) };
  return { ...problem, message: problem.message.replace(' To search for the text, put it in quotes.', '') };
};

const moved = <Placed extends Span>(placed: Placed, by: number): Placed => ({
  ...placed,
  from: placed.from + by,
  to: placed.to + by,
});

/** Of several conditions on one field, and of parts of texts, no service is asked: the history must have the field. */
const unkept = ({ clauses }: FilterLine): readonly Problem[] => {
  const { local } = wireFilters({ clauses });
  return clauses
    .filter((clause) => local.includes(clause) && !isKeptFilter(clause.field))
    .map(({ from, to, field }) => ({ from, to, ...sentenceProblems.unkept(field) }));
};

/** Words narrow rows on a screen, and here there is none. */
const wordProblems = ({ words }: FilterLine): readonly Problem[] => {
  const problems: Problem[] = [];
  for (let at = 0; at < words.length; ) {
    const named = SAYING_NOTHING.includes(words[at]?.text.toLowerCase() ?? '') ? undefined : modelAt(words, at);
    const [word, last] = [words[at], words[at + (named?.count ?? 1) - 1]];
    if (word === undefined || last === undefined) break;
    problems.push({ from: word.from, to: last.to, ...(named?.problem ?? wordProblem(word)) });
    at += named?.count ?? 1;
  }
  return problems;
};

const wordProblem = (word: Word): ProblemText => {
  const count = COUNT.exec(word.text)?.[1];
  if (count !== undefined) return sentenceProblems.wordMeant(word.text, `num_gpus=${count}`);
  if (COMING.includes(word.text.toLowerCase())) return sentenceProblems.endEarly(word.text);
  return SAYING_NOTHING.includes(word.text.toLowerCase())
    ? sentenceProblems.wordNeedless(word.text)
    : sentenceProblems.wordAlone(printWord(word));
};

const COUNT = /^x?(\d{1,2})x?$/i;

/** Words that stand together and name a model: `RTX 4090`, `4090s`. */
const modelAt = (
  words: readonly (Word & Span)[],
  at: number,
): { readonly count: number; readonly problem: ProblemText } | undefined => {
  for (let count = Math.min(MOST_WORDS, words.length - at); count > 0; count--) {
    const run = words.slice(at, at + count);
    const isOne = run.every(
      ({ from, isExcluded, isEverywhere }, place) =>
        !isExcluded && !isEverywhere && (place === 0 || from === (run[place - 1]?.to ?? 0) + 1),
    );
    if (!isOne) continue;
    const typed = run.map(({ text }) => text).join('_');
    const clause =
      modelClause(typed) ?? (typed.toLowerCase().endsWith('s') ? modelClause(typed.slice(0, -1)) : undefined);
    if (clause === undefined) continue;
    return { count, problem: sentenceProblems.wordMeant(run.map(({ text }) => text).join(' '), clause) };
  }
  return undefined;
};

/** Of two letters too much is a part. */
const SHORTEST_NAME = 3;

/** Words that the name of a model has. */
const MOST_WORDS = 4;

/** The clause on a model that `typed` is the name of, or a part of. */
const modelClause = (typed: string): string | undefined => {
  if (typed.length < SHORTEST_NAME) return undefined;
  const field = 'gpu_name';
  const { clauses, problems } = parseLine(`${field}=${typed}`);
  const [clause] = clauses;
  if (clause !== undefined && problems.length === 0 && clauses.length === 1) {
    const isKnown = 'value' in clause && findFilterField(field)?.known?.includes(String(clause.value));
    return isKnown ? printClause(clause) : undefined;
  }
  const [meant] = problems;
  return meant?.suggestion !== undefined && meant.from > field.length ? `${field}=${meant.suggestion}` : undefined;
};
