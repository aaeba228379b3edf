/** The wording of everything that can be wrong in the sentence of an alert, beside what is wrong in its filter. */
import type { ProblemText } from '../filter/problems.ts';
import { FIGURES } from './sentence.ts';

const problem = (message: string, suggestion?: string): ProblemText =>
  suggestion === undefined ? { message } : { message, suggestion };

const EXAMPLE = 'when gpu_name=RTX_4090 dph_gpu<0.25 appears';

/** Every problem by name. */
export const sentenceProblems = {
  tooLong: () => problem('This is too long for a sentence: shorten it.'),
  needless: () => problem('This says nothing here: remove it.', ''),
  bracketOpen: () => problem('The bracket is not closed: write the closing one behind the filter.', ')'),
  empty: () => problem(`Write what to wait for, such as: ${EXAMPLE}.`),
  nothingMeant: (state: string) =>
    problem(`Nothing is said of what "${state}" is about: write a filter or a machine before it, as in ${EXAMPLE}.`),
  noEnd: () => problem('The sentence does not say what to wait for: did you mean "appears" at its end?', ' appears'),
  mistypedEnd: (typed: string, end: string) => problem(`"${typed}" says nothing here: did you mean "${end}"?`, end),
  machineUnnamed: () => problem('Which machine? Write its id, as in: when machine 8207 is gone.'),
  machineNumber: (typed: string) =>
    problem(`"${typed}" is no id of a machine: write its number, as in: when machine 8207 is gone.`),
  machinesMany: (first: string) =>
    problem('An alert is about one machine: make one for each of them, or name them in a filter.', first),
  machineHow: (id: string) =>
    problem(`A machine is gone, back, rented or free: did you mean "machine ${id} is gone"?`, `machine ${id} is gone`),
  machineAvailable: () =>
    problem(
      'A machine that is listed again is back, one that nobody rents is free: did you mean "is free"?',
      'is free',
    ),
  instance: () =>
    problem('Alerts are about offers and machines, and know nothing of instances: gpudeck list instances does.'),
  offerNumber: (clause: string) => problem(`An offer is named by a clause: did you mean ${clause}?`, clause),
  filterRented: () =>
    problem(
      'An offer that is rented leaves the list: did you mean "is gone"? Of a machine say "machine 8207 is rented".',
      'is gone',
    ),
  filterFree: () => problem('Of offers one says that they appear: did you mean "appears"?', 'appears'),
  wordMeant: (word: string, clause: string) => problem(`"${word}" stands alone: did you mean ${clause}?`, clause),
  wordAlone: (word: string) =>
    problem(`"${word}" stands alone, and an alert looks at fields only: write a clause, such as gpu_name=RTX_4090.`),
  wordNeedless: (word: string) => problem(`"${word}" says nothing of an offer: remove it.`, ''),
  endEarly: (typed: string) => problem(`"${typed}" belongs at the end of the sentence: move it there.`, ''),
  unkept: (field: string) =>
    problem(`The history does not keep ${field}, so an alert cannot compare it this way: remove this clause.`),
  figureMissing: (figure: string) => problem(`A figure rises and falls: did you mean ${figure}?`, figure),
  figureUnknown: (typed: string, near: string) =>
    problem(`There is no figure "${typed}": did you mean ${near}? The figures are ${FIGURES.join(', ')}.`, near),
  figureOfNothing: (figure: string) => problem(`Of which offers? Write a filter, as in ${figure}(gpu_name=RTX_4090).`),
  moveMissing: (figure: string) =>
    problem(`Say how it moves, as in: when ${figure} falls 10% in 1d, or: when ${figure} falls below 0.30.`),
  percentMissing: (typed: string, percent: string, below: string) =>
    problem(`"${typed}" is no share: did you mean ${percent}? For a price write "${below}".`, percent),
  percentRange: (typed: string, most: number) =>
    problem(`"${typed}" is out of range: write more than 0% and less than ${most}%.`),
  timeMissing: (better: string) => problem(`In which time? Did you mean "${better}"?`, better),
  timeUnknown: (typed: string) => problem(`"${typed}" is no time: write one such as 6h or 1d.`),
  timeRange: () =>
    problem('The time is too short or too long: write one from 1m to 31d, as single prices are kept for a month.'),
  priceUnknown: (typed: string) => problem(`"${typed}" is no price: write $/h for one GPU, such as 0.30.`),
  priceMissing: () => problem('Below or above which price? Write $/h for one GPU, such as 0.30.'),
  priceCents: (dollars: string) => problem(`Prices are in dollars: did you mean ${dollars}?`, `${dollars}`),
} as const;
