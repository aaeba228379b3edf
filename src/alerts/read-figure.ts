/** Reads a figure of prices and how it moves: `median(gpu_name=RTX_4090) falls 10% in 1d`. Pure. */
import { nearestWords } from '../base/nearest-words.ts';
import { readSpan } from '../base/time.ts';
import type { Problem, Span } from '../filter/line.ts';
import type { OwnSets } from '../filter/own-sets.ts';
import type { ProblemText } from '../filter/problems.ts';
import { BEING, CALLED, IN_TIME, MEANT, MOVES, phraseAt, SIDES, type Word } from './phrases.ts';
import { readFilterAt } from './read-filter.ts';
import { FIGURES, type Figure, type Move, type SentenceReading, sentenceProblems } from './sentence.ts';

type Direction = Move['direction'];

const DIRECTIONS = ['falls', 'rises'] as const;

/** Where a move begins, which way it goes, and where what follows its verb begins; all in words. */
type MoveFound = {
  readonly at: number;
  readonly direction: Direction;
  readonly next: number;
  /** False for `under 0.25` alone, which a filter may say as well. */
  readonly isVerb: boolean;
};

/** The first move among `words` behind the one at `first`; undefined where none is said. */
export const findMove = (words: readonly Word[], first: number): MoveFound | undefined => {
  for (let at = first + 1; at < words.length; at++) {
    for (const direction of DIRECTIONS) {
      const verb = phraseAt(words, at, MOVES[direction]);
      if (verb > 0) return { at, direction, next: at + verb, isVerb: true };
    }
    const being = phraseAt(words, at, BEING);
    for (const direction of DIRECTIONS) {
      if (phraseAt(words, at + being, SIDES[direction]) > 0) return { at, direction, next: at + being, isVerb: false };
    }
  }
  return undefined;
};

/** What a move says, or what is wrong with it. */
type MoveReading = { readonly move: Move } | { readonly problem: Problem };

/** Reads the move `found` in `words`, the last of which ends it; `figure` is what moves, for what is said. */
const readMove = (words: readonly Word[], { at, direction, next }: MoveFound, figure: string): MoveReading => {
  const whole = spanOf(words.slice(at)) ?? { from: 0, to: 0 };
  const wrong = (problem: ProblemText, place: Span = whole): MoveReading => ({
    problem: { from: place.from, to: place.to, ...problem },
  });
  const rest = words.slice(next + phraseAt(words, next, ['by']));
  const side = phraseAt(rest, 0, SIDES[direction]);
  if (side > 0) return readPrice(rest.slice(side), direction, wrong);
  const share = shareIn(rest);
  if (share === undefined) {
    const [first] = rest;
    const said = first === undefined ? undefined : (SHARES[first.low] ?? numberIn(first.low));
    if (first === undefined || said === undefined) return wrong(sentenceProblems.moveMissing(figure));
    const percent = SHARES[first.low] ?? (said < 1 ? said * 100 : said);
    const below = `${direction} ${direction === 'falls' ? 'below' : 'above'} ${first.low}`;
    return wrong(sentenceProblems.percentMissing(first.low, `${round(percent)}%`, below), first);
  }
  const { percent, place, others } = share;
  const most = direction === 'falls' ? 100 : 1000;
  if (!(percent >= LEAST_PERCENT && percent < most))
    return wrong(sentenceProblems.percentRange(place.text, most), place);
  return readTime(others, (withinMs) => ({ move: { direction, percent, withinMs } }), {
    wrong,
    better: `${direction} ${percent}% in 1d`,
  });
};

const LEAST_PERCENT = 0.01;

const SHARES: Readonly<Record<string, number>> = { half: 50, quarter: 25, third: 33, double: 100, tenth: 10 };

const round = (value: number): number => Number(value.toFixed(2));

const spanOf = (words: readonly Word[]): Span | undefined => {
  const [first, last] = [words[0], words.at(-1)];
  return first === undefined || last === undefined ? undefined : { from: first.from, to: last.to };
};

/** `10%`, `10 %` or `10 percent` among `words`, and the others. */
const shareIn = (words: readonly Word[]) => {
  for (const [at, word] of words.entries()) {
    const isGlued = word.low.endsWith('%');
    const percent = numberIn(isGlued ? word.low.slice(0, -1) : word.low);
    const sign = isGlued ? 0 : phraseAt(words, at + 1, ['%', 'percent', 'per cent', 'pct', 'percents']);
    if (percent === undefined || (!isGlued && sign === 0)) continue;
    const place = spanOf(words.slice(at, at + 1 + sign));
    const others = [...words.slice(0, at), ...words.slice(at + 1 + sign)].filter(({ low }) => low !== 'by');
    return { percent, place: { ...(place ?? word), text: word.low }, others };
  }
  return undefined;
};

const NUMBER = /^(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})$/;

const numberIn = (text: string): number | undefined => (NUMBER.test(text) ? Number(text) : undefined);

const MINUTE_MS = 60_000;
const LONGEST_MS = 31 * 24 * 60 * MINUTE_MS;

type Wrong = (problem: ProblemText, place?: Span) => MoveReading;

const readTime = (
  words: readonly Word[],
  moveOf: (withinMs: number) => MoveReading,
  { wrong, better }: { readonly wrong: Wrong; readonly better: string },
): MoveReading => {
  let first = 0;
  for (let count = phraseAt(words, first, IN_TIME); count > 0; count = phraseAt(words, first, IN_TIME)) first += count;
  const time = words.slice(first);
  const place = spanOf(time);
  if (place === undefined) return wrong(sentenceProblems.timeMissing(better));
  const said = time.map(({ low }) => low).join(' ');
  const seconds = readSpan(said) ?? readSpan(`1 ${said}`);
  if (seconds === undefined) return wrong(sentenceProblems.timeUnknown(said), place);
  const withinMs = Math.round((seconds * 1000) / MINUTE_MS) * MINUTE_MS;
  return withinMs >= MINUTE_MS && withinMs <= LONGEST_MS
    ? moveOf(withinMs)
    : wrong(sentenceProblems.timeRange(), place);
};

/** What may follow a price and says nothing new, or stand in it. */
const DOLLARS = ['$/gpu/h', '$/h', '/gpu/h', '/gpu', '/hour', '/hr', '/h', 'usd', 'dollars', 'dollar', '$'];
const AFTER_PRICE = [...DOLLARS, 'per', 'an', 'a', 'hour', 'h', 'gpu', 'for', 'one', 'each'];
const CENTS = ['cents', 'cent', 'ct', 'c', '¢'];
const LEAST_PRICE = 0.0001;

const readPrice = (words: readonly Word[], direction: Direction, wrong: Wrong): MoveReading => {
  const [first, ...others] = words;
  if (first === undefined) return wrong(sentenceProblems.priceMissing());
  const cents = CENTS.find((word) => first.low.endsWith(word)) ?? '';
  const inCents = numberIn(first.low.slice(0, first.low.length - cents.length));
  if (inCents !== undefined && (cents !== '' || CENTS.includes(others[0]?.low ?? ''))) {
    const to = cents === '' ? (others[0]?.to ?? first.to) : first.to;
    return wrong(sentenceProblems.priceCents(String(round(inCents / 100))), { from: first.from, to });
  }
  const behind = DOLLARS.find((word) => first.low.endsWith(word)) ?? '';
  const digits = first.low.slice(0, first.low.length - behind.length);
  const price = numberIn(digits.startsWith('$') ? digits.slice(1) : digits);
  if (price === undefined || price < LEAST_PRICE) {
    const better = digits.replace(',', '.');
    const isComma = digits.includes(',') && numberIn(better) !== undefined;
    return wrong({ ...sentenceProblems.priceUnknown(first.low), ...(isComma && { suggestion: better }) }, first);
  }
  const strange = others.find(({ low }) => !AFTER_PRICE.includes(low));
  if (strange !== undefined) {
    const to = others.at(-1)?.to ?? strange.to;
    return wrong(sentenceProblems.needless(), { from: strange.from, to });
  }
  return { move: { direction, price } };
};

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
