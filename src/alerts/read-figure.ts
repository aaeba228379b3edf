/** Reads a figure of prices and how it moves: `median(gpu_name=RTX_4090) falls 10% in 1d`. Pure. */
import { nearestWords } from '../base/nearest-words.ts';
import type { Problem, Span } from '../filter/line.ts';
import type { OwnSets } from '../filter/own-sets.ts';
import { CALLED, MEANT, phraseAt, type Word } from './phrases.ts';
import { readFilterAt } from './read-filter.ts';
import { type MoveFound, readMove } from './read-move.ts';
import { FIGURES, type Figure, type SentenceReading } from './sentence.ts';
import { sentenceProblems } from './sentence-problems.ts';

/** The name of a figure where a sentence begins: its place, and the place in the text at which its offers are named. */
type FigureFound = {
  readonly name: Span & { readonly text: string };
  readonly next: number;
  /** True for `name(`, which is nothing else. */
  readonly isBracketed: boolean;
};

const NAMES: readonly string[] = [...FIGURES, ...Object.keys(CALLED), ...Object.keys(MEANT)];

/** The figure that `words` of `text` begin with at `first`; undefined where there is none. */
export const figureAt = (text: string, words: readonly Word[], first: number): FigureFound | undefined => {
  const at = first + phraseAt(words, first, ['the', 'a', 'its']);
  const word = words[at];
  if (word === undefined) return undefined;
  const bracket = word.low.indexOf('(');
  const low = bracket < 0 ? word.low : word.low.slice(0, bracket);
  const { from } = word;
  const to = bracket < 0 ? word.to : from + bracket;
  const name = { from, to, text: low };
  if (bracket > 0 && NAME.test(low)) return { name, next: to, isBracketed: true };
  if (!NAMES.includes(low)) return undefined;
  const isBracketed = words[at + 1]?.low.startsWith('(') === true;
  let next = at + 1;
  for (let count = 1; count > 0; next += count) count = phraseAt(words, next, BETWEEN);
  return { name, next: words[next]?.from ?? text.length, isBracketed };
};

const NAME = /^[a-z][a-z0-9_]{0,30}$/;

/** What may stand between the name of a figure and its offers. */
const BETWEEN = ['price', 'prices', 'cost', 'price of', 'prices of', 'cost of', 'of', 'for', 'of the', 'of a', 'of an'];

/** Reads the rest of a sentence that begins with a figure. */
export const readFigure = (
  text: string,
  words: readonly Word[],
  { name, next }: FigureFound,
  move: MoveFound | undefined,
  sets: OwnSets,
): SentenceReading => {
  const problems: Problem[] = [];
  const figure: Figure | undefined = FIGURES.find((known) => known === name.text) ?? CALLED[name.text];
  if (figure === undefined) {
    const near = MEANT[name.text] ?? nearestWords(name.text, FIGURES, 1)[0] ?? 'median';
    problems.push({ from: name.from, to: name.to, ...sentenceProblems.figureUnknown(name.text, near) });
  }
  const end = move === undefined ? text.trimEnd().length : (words[move.at - 1]?.to ?? next);
  const place = withoutBrackets(text, { from: next, to: Math.max(next, end) });
  const called = figure ?? name.text;
  const isOpen = text[place.from] === '(';
  if (isOpen) problems.push({ from: end, to: end, ...sentenceProblems.bracketOpen() });
  const reading =
    text.slice(place.from, place.to).trim() === ''
      ? { problems: [{ ...place, ...sentenceProblems.figureOfNothing(called) }] }
      : readFilterAt(text, isOpen ? { ...place, from: place.from + 1 } : place, sets);
  if ('problems' in reading) problems.push(...reading.problems);
  const whole = text.slice(name.from, end);
  const moving =
    move === undefined
      ? { problem: { from: end, to: end, ...sentenceProblems.moveMissing(whole) } }
      : readMove(words, move, whole);
  if ('problem' in moving) problems.push(moving.problem);
  if (problems.length > 0 || 'problems' in reading || 'problem' in moving || figure === undefined) return { problems };
  return { sentence: { kind: 'figure', figure, filter: reading.filter, move: moving.move }, hints: reading.hints };
};

/** The place without the brackets around it; one that nothing closes stays. */
const withoutBrackets = (text: string, { from, to }: Span): Span =>
  text[from] === '(' && text[to - 1] === ')' ? { from: from + 1, to: to - 1 } : { from, to };
