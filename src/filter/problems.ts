/** The wording of everything that can be wrong in a filter line: what was read, what is wrong with it, what to do next. */
import { grouped } from '../base/figures.ts';
import { nearestWords } from '../base/nearest-words.ts';
import { countryName } from '../catalogue/countries.ts';
import type { Field } from '../catalogue/field.ts';
import { FILTER_FIELDS, FILTER_WORDS, type FilterField, findFilterField } from '../catalogue/lookup.ts';
import { quantityOf } from '../catalogue/quantity.ts';
import type { Problem } from './line.ts';
import { comparisonsOf, spelling } from './operators.ts';
import { isBare, quoted } from './tokens.ts';

/** What is wrong with a stretch of the line, and perhaps a text that would mend it in place of that stretch. */
export type ProblemText = Pick<Problem, 'message' | 'suggestion' | 'isReading'>;

/** Every problem by name, made from what was typed. */
export const problemTexts = {
  lineTooLong: (length: number, most: number): ProblemText =>
    problem(`A filter has at most ${grouped(most)} characters, and this one has ${grouped(length)}: shorten it.`),
  json: (better: string, others: readonly string[]): ProblemText =>
    problem(
      `This is JSON: did you mean ${clipped(better)}?${others.length === 0 ? '' : ` ${clipped(listed(others, 'and'))} would be left out: no filter.`}`,
      better,
    ),
  unknownFilter: (word: string): ProblemText => {
    const near = nearestFilters(word);
    return near.length === 0
      ? problem(`The service has no filter ${shown(word)}: to search the rows for a text, put it in quotes.`)
      : problem(`The service has no filter ${shown(word)}: did you mean ${oneOf(near)}?`, near[0]);
  },
  notAFilter: ({ name }: Field): ProblemText =>
    problem(`${name} is a column, but the service cannot filter by it: remove the clause, or sort by it.`),
  fieldQuoted: (word: string): ProblemText => problem('A field name is written without quotes: remove them.', word),
  fieldMissing: (operator: string): ProblemText =>
    problem(`${shown(operator)} has no field before it: write the one to compare.`),
  fieldMeant: (operator: string, clause: string): ProblemText =>
    reading(`${shown(operator)} has no field before it: did you mean ${clause}?`, clause),
  ambiguous: (word: string, meant: readonly string[]): ProblemText =>
    meant.length === 1
      ? problem(`The service has no filter ${shown(word)}: did you mean ${meant[0]}?`, meant[0])
      : problem(`${shown(word)} can mean ${oneOf(meant)}: write the one you mean.`, meant[0]),
  slip: (word: string, meant: string): ProblemText =>
    problem(
      `${shown(word)} says nothing here: did you mean ${meant}? To search for the text, put it in quotes.`,
      meant,
    ),
  noModel: (said: string, near: string | undefined): ProblemText => {
    const meant = near === undefined ? '' : `: did you mean ${near}?`;
    return problem(
      `There is no such model here as ${shown(said)}${meant || '.'} To search for the text, put it in quotes.`,
      near,
    );
  },
  nameSaid: (name: string): ProblemText =>
    reading(`A field's name is one word: did you mean ${name}? To search for the text, put it in quotes.`, name),
  filler: (word: string): ProblemText =>
    reading(`${shown(word)} says nothing of an offer: remove it, or put it in quotes.`, ''),
  directive: (word: string, instead: string): ProblemText => problem(`${shown(word)} is not a filter: ${instead}.`),
  option: (word: string, excluding: string | undefined): ProblemText =>
    excluding === undefined
      ? problem(`${shown(word)} is not a filter: options go outside the filter.`)
      : problem(`${shown(word)} is not a filter: did you mean ${excluding}, which leaves such rows out?`, excluding),
  eitherModel: (word: string, clause: string): ProblemText =>
    reading(`${shown(word)} joins values of one field: did you mean ${clipped(clause)}?`, clause),
  oneOfThem: (things: string, clause: string): ProblemText =>
    reading(`No offer has two ${things}: did you mean ${clipped(clause)}?`, clause),
  link: (word: string): ProblemText => {
    const isAlternative = ['or', '|', '||'].includes(word.toLowerCase());
    return isAlternative
      ? problem(`${shown(word)} has no meaning here: for one of several values write a list, as in num_gpus in [2, 4].`)
      : problem(`${shown(word)} is not needed, every clause must hold anyway: remove it, or put it in quotes.`, '');
  },
  not: (word: string, better: string | undefined): ProblemText =>
    better === undefined
      ? problem(`${shown(word)} has no meaning here: write !=, notin, or ! before a yes-or-no field.`)
      : reading(`${shown(word)} has no meaning here: did you mean ${better}?`, better),
  signInWord: (word: string, better: string | undefined): ProblemText =>
    better === undefined
      ? problem(
          `${shown(word)} has a character with no meaning here: to search for it, put it in quotes.`,
          quoted(word),
        )
      : problem(`${shown(word)} has a character with no meaning here: did you mean ${better}?`, better),
  standsAlone: (word: string, clause: string): ProblemText =>
    reading(`${shown(word)} stands alone: did you mean ${clause}? To search for the text, put it in quotes.`, clause),
  countGlued: (apart: string): ProblemText => problem(`Rows show a count apart: did you mean ${apart}?`, apart),
  countBehind: (word: string, count: string): ProblemText =>
    problem(`Rows show a count as ${count}: did you mean that, or num_gpus=${word.slice(1)}?`, count),
  commaInWord: (better: string): ProblemText => problem(`A comma separates clauses: did you mean ${better}?`, better),

  operatorMissing: (field: FilterField): ProblemText =>
    problem(`${field.name} needs an operator and a value: continue with ${operatorsOf(field)}.`),
  operatorMeant: (said: string, clause: string): ProblemText =>
    reading(`${shown(said)} has no operator: did you mean ${clause}?`, clause),
  operatorUnknown: (symbol: string, meant: string | undefined): ProblemText =>
    meant === undefined
      ? problem(`${shown(symbol)} is not an operator: use = != > >= < <= ~ in or notin.`)
      : problem(`${shown(symbol)} is not an operator: did you mean ${meant}?`, meant),
  operatorRefused: (field: FilterField, operator: string): ProblemText =>
    problem(
      `${field.name} cannot be filtered with ${shown(operator)}: use ${operatorsOf(field)}.`,
      field.filter.operators.length === 1 ? '=' : undefined,
    ),
  notLone: (): ProblemText =>
    problem('! has nothing after it: write a yes-or-no field or a text right after it, as in !static_ip.'),
  notMisplaced: (word: string, isCompared: boolean): ProblemText => {
    const near = nearestWords(word, YES_OR_NO).map((name) => `!${name}`);
    const advice = near.length === 0 ? 'use !=.' : `did you mean ${oneOf(near)}?`;
    const text = isCompared ? '' : ` To leave out rows that show the text, write !${quoted(word)}.`;
    return problem(`! goes before the name of a yes-or-no field, alone: ${advice}${text}`, near[0]);
  },

  textChooses: (clause: string): ProblemText =>
    problem(`A text in the rows does not choose what is paid for: write ${clause}, or put it in quotes.`, clause),
  notPlace: (word: string, clause: string): ProblemText =>
    reading(
      `A place is left out by a clause: did you mean ${clause}? To leave out rows that show the text, write !${quoted(word)}.`,
      clause,
    ),

  valueMissing: (field: FilterField, operator: string): ProblemText =>
    problem(`${field.name} ${operator} needs a value: write one after it.`),
  quoteOpen: (): ProblemText => problem('The text in quotes is not closed: write the closing quote.'),
  invisible: (visible: string): ProblemText =>
    problem(`${shown(visible)} contains an invisible character: type it again.`, visible),
  fullWidth: (text: string, plain: string): ProblemText =>
    problem(`${shown(text)} has full-width characters: did you mean ${clipped(plain)}?`, plain),
  separated: (better: string): ProblemText =>
    problem(`A space separates clauses: did you mean ${clipped(better)}?`, better),
  quotesMissing: (text: string): ProblemText =>
    problem(`${shown(text)} has characters with a special meaning: put it in quotes.`, quoted(text)),
  workloadMissing: (name: string): ProblemText =>
    problem(
      `${name} is what a job costs, and no job is known: describe one with $ in the offers pane, or with --workload hours=72,disk=200,down=50,up=5 on the command line.`,
    ),
  repeated: (name: string): ProblemText => problem(`${name} is given twice, and only one can be sent: remove one.`),

  anyCompared: ({ name }: Field): ProblemText =>
    problem(`"any" goes alone after "=": write ${name}=any, or put quotes around a text.`, `${name}=any`),
  anyAlone: (): ProblemText =>
    problem('"any" goes before a colon and one word, as in any:epyc, or after a default field, as in verified=any.'),
  anyLiftsNothing: ({ name }: Field): ProblemText =>
    problem(`"any" lifts a default, and only ${listed(DEFAULTED, 'and')} have one: remove ${name}.`),

  bracketLone: (): ProblemText =>
    problem('A list goes after a field and "in", as in num_gpus in [2, 4]: write them before it.'),
  bracketNeedless: (): ProblemText =>
    problem('Brackets hold lists, and group nothing: every clause must hold anyway. Remove it.', ''),
  listOpen: (): ProblemText => problem('The list is not closed: write the closing bracket.'),
  listEmpty: ({ name }: Field): ProblemText =>
    problem(`The list of ${name} is empty: write a value into it, or remove it.`),
  listRefused: (field: FilterField, operator: string): ProblemText =>
    field.filter.operators.includes('in')
      ? problem(`${operator} takes one value: for a list write in or notin.`, operator === '!=' ? ' notin ' : ' in ')
      : problem(`${field.name} takes one value: remove the list.`),
  commaMissing: (field: FilterField, left: string, right: string, areQuoted: boolean): ProblemText =>
    areQuoted
      ? problem('A list needs commas between its values.', `${quoted(left)}, ${quoted(right)}`)
      : field.filter.kind === 'text'
        ? problem(
            'A list needs commas between its values, and quotes around one with a space.',
            quoted(`${left} ${right}`),
          )
        : problem('A list needs commas between its values.', `${left}, ${right}`),

  notAmong: (field: FilterField, text: string): ProblemText =>
    problem(`${shown(text)} is not a value of ${field.name}: write ${oneOf(field.known ?? [])}.`),
  partOfNames: (text: string, names: readonly string[]): ProblemText =>
    problem(`${shown(text)} is only part of a name: did you mean ${oneOf(names)}?`, names[0]),
  spelledOtherwise: (typed: string, known: string): ProblemText =>
    problem(`${shown(typed)} is sent as ${quoted(clipped(known))}; put it in quotes to send it as typed.`),
  neverSeen: (field: FilterField, text: string, near: readonly string[]): ProblemText =>
    near.length === 0
      ? problem(`No ${field.name} ${shown(text)} is known here; it is sent as typed.`)
      : problem(`No ${field.name} ${shown(text)} is known here: did you mean ${oneOf(near)}?`, near[0]),
  noWildcard: (text: string, names: readonly string[]): ProblemText =>
    names.length === 0
      ? problem(`"*" has no meaning in ${shown(text)}: write a whole name, or a part of it as a word of its own.`)
      : problem(`"*" has no meaning in ${shown(text)}: did you mean ${oneOf(names)}?`, names[0]),
  blankInName: (name: string): ProblemText => problem(`A space in a name is written "_": did you mean ${name}?`, name),
  listUnmarked: (operator: string, values: readonly string[]): ProblemText =>
    listMeant('Several values need a list', operator, values),
  listGap: (values: readonly string[]): ProblemText =>
    problem('A list with spaces needs brackets.', `[${values.join(', ')}]`),
  hiddenByDefault: (clause: string, held: string, lifted: string): ProblemText =>
    problem(`The default ${held} hides ${clause}: add ${lifted}.`),

  notYesOrNo: (field: FilterField, text: string): ProblemText =>
    problem(`${shown(text)} is neither yes nor no: write ${field.name}, !${field.name} or ${field.name}=true.`),
  anyMeant: (text: string): ProblemText => problem(`${shown(text)} is neither yes nor no: did you mean any?`, 'any'),
  commaInNumber: (text: string, better: string | undefined): ProblemText =>
    better === undefined
      ? problem(`${shown(text)} is not a number: write it with a point and without commas.`)
      : problem(`${shown(text)} is not a number, because commas separate: did you mean ${better}?`, better),
  rangeTyped: (text: string, range: string): ProblemText =>
    problem(`${shown(text)} is not a number: did you mean ${range}?`, range),
  rangeReversed: (text: string, range: string): ProblemText =>
    problem(`The range ${shown(text)} is empty: did you mean ${clipped(range)}?`, `=${range}`),
  rangeListed: (text: string): ProblemText =>
    problem(`${shown(text)} is a range, and a list holds single values: write them one by one.`),
  rangeOpen: (field: FilterField, bound: string): ProblemText =>
    problem(`A range needs two ends: did you mean ${field.name}${bound}?`, bound),
  rangeRefused: (field: FilterField, text: string): ProblemText =>
    field.filter.operators.includes('gte')
      ? problem(`A range goes after "=": did you mean ${field.name}=${clipped(text)}?`, `${field.name}=${text}`)
      : problem(`${field.name} takes one value, not a range: write one number.`),
  plusBehind: (text: string, number: string): ProblemText =>
    problem(`${shown(text)} is not a number: did you mean >=${number}?`, `>=${number}`),
  reversed: (clause: string): ProblemText => problem(`The field goes first: did you mean ${clause}?`, clause),
  notDollars: (currency: string, amount: string): ProblemText =>
    problem(`Prices are in US dollars: remove ${currency}, and convert the amount.`, amount),
  dollarsSaid: (word: string, amount: string): ProblemText =>
    problem(`Prices are in US dollars anyway: remove ${word}.`, amount),
  doubtfulVersion: (digits: string, version: string, wire: string): ProblemText =>
    problem(`${digits} can mean ${version} or ${wire}: write the one you mean.`, version),
  tinyPercent: (text: string, value: number, percent: string): ProblemText =>
    problem(`${shown(text)} means only ${value}: did you mean ${percent}?`, percent),
  notANumber: (field: FilterField, text: string): ProblemText =>
    problem(`${shown(text)} is not a number: ${field.name} takes ${numbersOf(field)}.`),
  unknownUnit: (field: FilterField, unit: string): ProblemText =>
    problem(`${shown(unit)} is not a unit of ${field.name}: it takes ${numbersOf(field)}.`),
  doubtfulUnit: (digits: string, unit: string, units: readonly string[]): ProblemText =>
    problem(`${unit} can mean ${oneOf(units)}: write the one you mean.`, digits + (units[0] ?? '')),
  centsSaid: (said: string, dollars: string): ProblemText =>
    problem(`${shown(said)}: prices are in dollars: did you mean ${dollars}?`, dollars),
  unitDetached: (number: string, unit: string): ProblemText =>
    problem(`A unit follows its number without a space: write ${number}${unit}.`, number + unit),
  notMoney: (field: FilterField, digits: string): ProblemText =>
    problem(`${field.name} is not an amount of money: remove the $.`, digits),
  notWhole: (field: FilterField, text: string): ProblemText =>
    problem(`${field.name} takes whole numbers, and ${shown(text)} is not one.`),
  tooLarge: (field: FilterField, text: string): ProblemText =>
    problem(`${shown(text)} is too large for ${field.name}: write a smaller number.`),
  outOfRange: (field: FilterField, text: string, percent: string | undefined): ProblemText => {
    const { minimum = 0, maximum = 1, isExclusive = false } = field.filter.range ?? {};
    const range = `${isExclusive ? 'more than' : 'at least'} ${minimum} and ${isExclusive ? 'less than' : 'at most'} ${maximum}`;
    const advice = percent === undefined ? 'write a number in that range.' : `did you mean ${percent}?`;
    return problem(`${shown(text)} is out of range, ${field.name} is ${range}: ${advice}`, percent);
  },
  unitNeeded: (field: FilterField, digits: string): ProblemText =>
    problem(
      `A bare number is GB, and ${field.name} is never ${clipped(digits)} GB: did you mean ${digits}MB?`,
      `${digits}MB`,
    ),
  notAVersion: (field: FilterField, text: string, longer: string | undefined): ProblemText =>
    problem(
      `${shown(text)} is not a version for ${field.name}: write two or three numbers with dots between them.`,
      longer,
    ),
  notACountry: (text: string, codes: readonly string[], code: string | undefined): ProblemText => {
    if (code !== undefined) return problem(`${shown(text)} contains more than a country: did you mean ${code}?`, code);
    const near = codes.slice(0, NAMES_SHOWN).map((near) => `${near} (${countryName(near)})`);
    return near.length === 0
      ? problem(
          `${shown(text)} is not a country: write a two-letter ISO 3166 code such as US or DE, or an English name.`,
        )
      : problem(`${shown(text)} is not a country: did you mean ${oneOf(near)}?`, codes[0]);
  },
  countryNotRegion: (code: string, region: string): ProblemText =>
    problem(`${code} is ${countryName(code)}: did you mean ${region}?`, region),
} as const;

/** What can be wrong in a line over another list than offers alone. */
export const listProblems = {
  unknownField: (word: string, near: readonly string[], names: readonly string[]): ProblemText =>
    near.length === 0
      ? problem(
          `This list has no field ${shown(word)}: it has ${listed(names.slice(0, FIELDS_NAMED), 'and')}${names.length > FIELDS_NAMED ? ', among others' : ''}.`,
        )
      : problem(`This list has no field ${shown(word)}: did you mean ${oneOf(near)}?`, near[0]),
  noClause: (word: string, name: string): ProblemText => {
    const advice = 'write a field, an operator and a value';
    if (!isBare(word)) return problem(`${shown(word)} is no clause: ${advice}.`);
    return problem(`${shown(word)} is no clause: ${advice}, as in ${name}~${clipped(word)}.`, `${name}~${word}`);
  },
} as const;

/** Fields that a message names. */
const FIELDS_NAMED = 6;

const SHOWN_LENGTH = 40;

/** Names of countries that one message names. */
const NAMES_SHOWN = 3;

/** Words for filters that `word` may be a slip of: each filter once, by its own name where that is near too. */
const nearestFilters = (word: string): readonly string[] => {
  const near = nearestWords(word, FILTER_WORDS, 9);
  const names = near.map((candidate) => {
    const name = findFilterField(candidate)?.name ?? candidate;
    return near.includes(name) ? name : (near.find((other) => findFilterField(other)?.name === name) ?? candidate);
  });
  return [...new Set(names)].slice(0, 3);
};

const namesWhere = (isWanted: (field: FilterField) => boolean): readonly string[] =>
  FILTER_FIELDS.filter(isWanted).map(({ name }) => name);

const YES_OR_NO = namesWhere(({ filter }) => filter.kind === 'boolean');

const DEFAULTED = namesWhere(({ filter }) => filter.initial !== undefined);

const listMeant = (why: string, operator: string, values: readonly string[]): ProblemText => {
  const list = ` ${operator} [${values.join(', ')}]`;
  return problem(`${why}: did you mean${clipped(list)}?`, list);
};

export const problem = (message: string, suggestion?: string): ProblemText =>
  suggestion === undefined ? { message } : { message, suggestion };

/** What is wrong where words stand in the place of a clause, and the clause that they say. */
const reading = (message: string, clause: string): ProblemText => ({ message, suggestion: clause, isReading: true });

/** `text` cut to a length that leaves room for the sentence. */
const clipped = (text: string): string => (text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}...` : text);

export const shown = (text: string): string => `"${clipped(text)}"`;

const listed = (words: readonly string[], link: 'and' | 'or'): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${link} ${words.at(-1)}`;

const oneOf = (words: readonly string[]): string => listed(words, 'or');

const operatorsOf = (field: FilterField): string =>
  oneOf(comparisonsOf(field).map((operator) => spelling(operator).trim()));

/** What `field` takes, with the first of the units that mean the same. */
const numbersOf = (field: FilterField): string => {
  const units = Object.entries(quantityOf(field)?.suffixes ?? {});
  const differing = units.filter(([, factor], index) => units.findIndex(([, other]) => other === factor) === index);
  if (differing.length === 0) return 'a number without a unit';
  return `a number, perhaps followed by ${oneOf(differing.map(([unit]) => unit))}`;
};
