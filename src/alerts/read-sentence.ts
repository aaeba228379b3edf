/**
 * Reads the sentence of an alert as people write it. What has one meaning is taken; of what is wrong the place is told and, where
 * that can be known, what would mend it (docs/alerts.md, Sentences). Pure.
 */
import { nearestWords } from '../base/nearest-words.ts';
import { LONGEST_LINE, type Problem, type Span } from '../filter/line.ts';
import { NO_SETS, type OwnSets } from '../filter/own-sets.ts';
import type { ProblemText } from '../filter/problems.ts';
import { readAccountCondition } from './account-sentence.ts';
import { POLITE, phraseAt, STATE_WORDS, type State, stateAtEnd, TELL, WHEN, type Word, wordsIn } from './phrases.ts';
import { figureAt, findMove, readFigure } from './read-figure.ts';
import { readFilterAt } from './read-filter.ts';
import { type MachineState, printSentence, type SentenceReading, sentenceProblems } from './sentence.ts';

/** Reads `text`, whose filter may name `sets`. */
export const readSentence = (text: string, sets: OwnSets = NO_SETS): SentenceReading => {
  if (text.length > LONGEST_LINE) return wrong({ from: LONGEST_LINE, to: text.length }, sentenceProblems.tooLong());
  const words = wordsIn(text);
  let head = 0;
  for (const phrases of [POLITE, TELL, WHEN]) head += phraseAt(words, head, phrases);
  if (head >= words.length) return wrong({ from: 0, to: text.length }, sentenceProblems.empty());
  const account = readAccount(text, words.slice(head));
  if (account !== undefined) return account;
  const figure = figureAt(text, words, head);
  // What stands in brackets is the filter's, whatever words it has.
  const closing = figure?.isBracketed ? words.findLastIndex(({ to }) => text[to - 1] === ')') : -1;
  const move = findMove(words, Math.max(head, closing));
  if (figure !== undefined && (move !== undefined || figure.isBracketed))
    return readFigure(text, words, figure, move, sets);
  const said = words.slice(head);
  if (phraseAt(said, phraseAt(said, 0, OWN), INSTANCE) > 0) return wrong(placeOf(said), sentenceProblems.instance());
  const end = stateAtEnd(said);
  if (end !== undefined) {
    const place = placeOf(said.slice(said.length - end.count));
    const subject = said.slice(0, said.length - end.count);
    if (subject.length === 0) return wrong(place, sentenceProblems.nothingMeant(text.slice(place.from, place.to)));
    return machineSubject(subject) === undefined
      ? readOffers(text, { subject: placeOf(subject), end: place, state: end.state }, sets)
      : readMachine(subject, { end: place, state: end.state });
  }
  return readEndless(text, said, move?.isVerb ? words.slice(head, move.at) : undefined, sets);
};

/** The sentence that `text` is with every problem mended, printed; undefined where that makes none. */
export const mended = (text: string, sets: OwnSets = NO_SETS): string | undefined => {
  let better = text;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const reading = readSentence(better, sets);
    if ('sentence' in reading) return printSentence(reading.sentence);
    const next = [...reading.problems]
      .reverse()
      .reduce(
        (whole, { from, to, suggestion }) =>
          suggestion === undefined ? whole : `${whole.slice(0, from)}${suggestion}${whole.slice(to)}`,
        better,
      );
    if (next === better) return undefined;
    better = next;
  }
  return undefined;
};

/** What is about the account; undefined where it is about the market. */
const readAccount = (text: string, words: readonly Word[]): SentenceReading | undefined => {
  const place = placeOf(words);
  const said = text
    .slice(place.from, place.to)
    .toLowerCase()
    .replace(/[.,;!?]$/, '');
  const condition = readAccountCondition(said);
  if (condition === undefined) return undefined;
  return 'problem' in condition
    ? wrong(place, { message: condition.problem })
    : { sentence: { kind: 'account', condition }, hints: [] };
};

const MOST_TRIES = 6;

const wrong = ({ from, to }: Span, problem: ProblemText): SentenceReading => ({ problems: [{ from, to, ...problem }] });

const placeOf = (words: readonly Word[]): Span => ({ from: words[0]?.from ?? 0, to: words.at(-1)?.to ?? 0 });

type End = { readonly end: Span; readonly state: State };

const readOffers = (
  text: string,
  { subject, end, state }: End & { readonly subject: Span },
  sets: OwnSets,
): SentenceReading => {
  const reading = readFilterAt(text, subject, sets);
  const problem =
    state === 'rented'
      ? sentenceProblems.filterRented()
      : state === 'free' || state === 'back'
        ? sentenceProblems.filterFree()
        : undefined;
  if ('problems' in reading || problem !== undefined)
    return {
      problems: [
        ...('problems' in reading ? reading.problems : []),
        ...(problem === undefined ? [] : [{ ...end, ...problem }]),
      ],
    };
  const { filter, hints } = reading;
  return { sentence: { kind: 'offers', filter, becomes: state === 'gone' ? 'gone' : 'there' }, hints };
};

const OWN = ['my', 'our', 'the', 'a', 'this'];
const MACHINE = ['machine', 'machines', 'server', 'rig', 'box'];
const INSTANCE = ['instance', 'instances', 'contract', 'rental'];
const NUMBER_WORDS = ['id', 'no', 'nr', 'number', '#', 'with', 'called', 'named'];

/** The words behind `machine`; undefined where the subject is none. */
const machineSubject = (subject: readonly Word[]): readonly Word[] | undefined => {
  const own = phraseAt(subject, 0, OWN);
  const isMachine = phraseAt(subject, own, MACHINE) > 0;
  if (!isMachine) return undefined;
  let next = own + 1;
  while (phraseAt(subject, next, NUMBER_WORDS) > 0) next++;
  // `machine = 8207` is a clause.
  return subject[next]?.low.startsWith('=') ? undefined : subject.slice(next);
};

const idIn = (low: string | undefined): number | undefined => {
  const digits = low?.startsWith('#') ? low.slice(1) : low;
  return digits !== undefined && ID.test(digits) && Number(digits) > 0 ? Number(digits) : undefined;
};

const ID = /^\d{1,15}$/;

const MACHINE_STATES: Readonly<Record<Exclude<State, 'available'>, MachineState>> = {
  there: 'back',
  back: 'back',
  gone: 'gone',
  rented: 'rented',
  free: 'free',
};

const readMachine = (subject: readonly Word[], { end, state }: End): SentenceReading => {
  const numbers = machineSubject(subject) ?? [];
  const [first, ...others] = numbers;
  if (first === undefined) return wrong(placeOf(subject), sentenceProblems.machineUnnamed());
  const machineId = idIn(first.low);
  if (machineId === undefined) return wrong(first, sentenceProblems.machineNumber(first.low));
  if (others.length > 0) return wrong(placeOf(numbers), sentenceProblems.machinesMany(String(machineId)));
  if (state === 'available') return wrong(end, sentenceProblems.machineAvailable());
  return { sentence: { kind: 'machine', machineId, becomes: MACHINE_STATES[state] }, hints: [] };
};

/** What says not what to wait for. `moving` are the words before a move, where one is said. */
const readEndless = (
  text: string,
  said: readonly Word[],
  moving: readonly Word[] | undefined,
  sets: OwnSets,
): SentenceReading => {
  const machine = machineSubject(moving ?? said);
  const id = idIn(machine?.[0]?.low);
  if (machine !== undefined)
    return id === undefined
      ? wrong(placeOf(said), sentenceProblems.machineUnnamed())
      : wrong(placeOf(said), sentenceProblems.machineHow(String(id)));
  const last = said.at(-1);
  const [near] = last === undefined || said.length < 2 ? [] : nearestWords(last.low, Object.keys(STATE_WORDS), 1);
  if (moving === undefined && last !== undefined && near !== undefined) {
    const before = said.at(-2);
    const isSaid = before?.low === 'is' || before?.low === 'are';
    const from = isSaid && STATE_WORDS[near]?.startsWith('is ') ? before.from : last.from;
    return wrong(
      { from, to: last.to },
      sentenceProblems.mistypedEnd(text.slice(from, last.to), STATE_WORDS[near] ?? near),
    );
  }
  const filter = readFilterAt(text, placeOf(moving ?? said), sets);
  const place = placeOf(moving ?? said);
  const problem: Problem =
    moving === undefined
      ? { from: place.to, to: place.to, ...sentenceProblems.noEnd() }
      : { ...place, ...sentenceProblems.figureMissing(`median(${text.slice(place.from, place.to)})`) };
  const isAsked = 'problems' in filter;
  if (moving !== undefined) return { problems: [problem] };
  return { problems: [...(isAsked ? filter.problems : []), problem] };
};
