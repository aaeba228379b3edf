/** Lists of ids or texts that the user has given names: `host_id in @trusted` (docs/filter-line.md, Own sets). What they hold comes from outside. Pure. */
import { grouped } from '../base/figures.ts';
import { nearestWords } from '../base/nearest-words.ts';
import type { FilterField } from '../catalogue/lookup.ts';
import type { FoldedItem, SetMember } from './line.ts';
import { type ProblemText, problem, shown } from './problems.ts';
import { SET_SIGN, type Token } from './tokens.ts';
import { type KnownTexts, readValue, type Single, type TypedText } from './value.ts';

/** Every set by its name without `@`, and the file in which the user writes them; none where that has a `problem`. */
export type OwnSets = {
  readonly members: Readonly<Record<string, readonly SetMember[]>>;
  readonly file: string;
  readonly problem?: string;
};

/** What a filter line is read with: texts that its own are compared with, and sets that it may name. */
export type Known = KnownTexts & {
  readonly sets: OwnSets;
  /** What is wrong with mistyped words from a token on, and where they end; absent where such are texts. */
  readonly slipAt?: (
    tokens: readonly Token[],
    index: number,
  ) => { readonly problem: ProblemText; readonly next: number } | undefined;
  /** Where the line is about another list than offers: the field that a word names there, and what is wrong with one that names none. */
  readonly list?: {
    readonly find: (word: string) => FilterField | undefined;
    readonly unknownField: (word: string) => ProblemText;
  };
};

/** Where nothing is known of sets. */
export const NO_SETS: OwnSets = { members: {}, file: 'sets.json' };

/** Values that one clause with sets may have: more is longer than a request may be (docs/interface.md, Decisions). */
const MOST_VALUES = 10_000;

/** Names of sets that a message lists. */
const NAMES_SHOWN = 5;

/** True for what names a set. In quotes it is a text. */
export const isSet = ({ text, isQuoted }: TypedText): boolean => !isQuoted && text.startsWith(SET_SIGN);

/** The values that the set called `text`, with its `@`, has for `field`, or why it cannot stand there. */
export const readSet = (
  field: FilterField,
  text: string,
  known: Known,
):
  | { readonly item: Exclude<FoldedItem, Single>; readonly values: readonly Single[]; readonly hint?: ProblemText }
  | { readonly problem: ProblemText } => {
  const { sets } = known;
  const wanted = text.slice(SET_SIGN.length);
  const name = nameOf(sets, wanted);
  const members = name === undefined ? undefined : sets.members[name];
  if (name === undefined || members === undefined) return { problem: setProblems.unknown(text, sets) };
  const values: Single[] = [];
  let hint: ProblemText | undefined;
  for (const member of members) {
    if ((typeof member === 'number') !== takesNumbers(field))
      return { problem: setProblems.wrongKind(name, member, field) };
    const reading = readMember(field, member, known);
    if ('problem' in reading) return { problem: setProblems.wrongMember(name, member, reading.problem) };
    values.push(reading.value);
    hint ??= spellingHint(field, name, member, known);
  }
  return { item: { set: name, members }, values, ...(hint !== undefined && { hint }) };
};

/** Those sets whose every value is of the kind that `field` has, by name. */
export const setsFor = (
  field: FilterField,
  { members }: OwnSets,
): readonly (readonly [name: string, members: readonly SetMember[]])[] =>
  Object.entries(members).filter(
    ([, values]) => values.length > 0 && values.every((value) => (typeof value === 'number') === takesNumbers(field)),
  );

/** The sets that `items` name, so that they are read in another line as they were in theirs. */
export const setsNamedIn = (items: readonly FoldedItem[]): OwnSets => ({
  ...NO_SETS,
  members: Object.fromEntries(items.flatMap((item) => (typeof item === 'object' ? [[item.set, item.members]] : []))),
});

/** What is wrong with `items` as a whole, which stand for so many values. */
export const foldedProblem = (items: readonly FoldedItem[], count: number): ProblemText | undefined => {
  const set = items.find((item) => typeof item === 'object');
  if (set === undefined) return undefined;
  if (count === 0) return setProblems.empty(set.set);
  return count > MOST_VALUES ? setProblems.tooLong(count) : undefined;
};

/** The name as it is written in the file. */
const nameOf = ({ members }: OwnSets, wanted: string): string | undefined => {
  if (Object.hasOwn(members, wanted)) return wanted;
  return Object.keys(members).find((name) => name.toLowerCase() === wanted.toLowerCase());
};

const takesNumbers = ({ filter: { kind } }: FilterField): boolean => kind === 'number' || kind === 'integer';

const readMember = (field: FilterField, member: SetMember, known: Known) => {
  const isVersion = field.filter.kind === 'version' && typeof member === 'string';
  // What equals half a version is nothing.
  if (isVersion && !member.includes('.')) {
    return { problem: { message: 'A version has two or three numbers with dots between them.' } };
  }
  return readValue(field, { text: String(member), isQuoted: typeof member === 'string' }, known);
};

/** A text is exact, as it is in quotes: one that only looks like a known one finds nothing. */
const spellingHint = (field: FilterField, name: string, member: SetMember, known: Known): ProblemText | undefined => {
  if (field.known === undefined || typeof member === 'number') return undefined;
  const likeness = known.likeness(field, member);
  return likeness.kind === 'known' && likeness.text !== member
    ? setProblems.spelledOtherwise(name, member, likeness.text)
    : undefined;
};

const at = (name: string): string => SET_SIGN + name;

const named = (names: readonly string[]): string =>
  `${names.slice(0, NAMES_SHOWN).map(at).join(', ')}${names.length > NAMES_SHOWN ? ' and others' : ''}`;

/** Every problem with sets by name. */
export const setProblems = {
  unknown: (typed: string, { members, file, problem: unreadable }: OwnSets): ProblemText => {
    if (unreadable !== undefined) {
      const place = `${file}, `;
      return unreadable.startsWith(place)
        ? problem(`${typed} is not known: ${unreadable.slice(place.length)} This is in ${file}.`)
        : problem(`${typed} is not known: ${unreadable}`);
    }
    const names = Object.keys(members);
    if (typed === SET_SIGN && names.length > 0)
      return problem(`${SET_SIGN} goes before the name of a set: ${named(names)}. Sets are written in ${file}.`);
    const near = nearestWords(typed.slice(SET_SIGN.length), names).map(at);
    if (near.length > 0)
      return problem(
        `There is no set ${shown(typed)}: did you mean ${near.join(' or ')}? Sets are written in ${file}.`,
        near[0],
      );
    if (names.length > 0) {
      return problem(`There is no set ${shown(typed)}, but ${named(names)}. Sets are written in ${file}.`);
    }
    return problem(`There is no set ${shown(typed)}: write it in ${file}, as {"sets": {"mine": [8207, 11843]}}.`);
  },
  wrongKind: (name: string, member: SetMember, field: FilterField): ProblemText =>
    typeof member === 'number'
      ? problem(
          `${at(name)} holds ${member}, and ${field.name} takes texts: use another set, or put quotes around its values.`,
        )
      : problem(
          `${at(name)} holds ${shown(member)}, and ${field.name} takes numbers: use another set, or write numbers without quotes.`,
        ),
  wrongMember: (name: string, member: SetMember, { message }: ProblemText): ProblemText =>
    problem(`${at(name)} holds ${shown(String(member))}. ${message}`),
  spelledOtherwise: (name: string, member: string, known: string): ProblemText =>
    problem(`${at(name)} holds ${shown(member)}, which is sent so: the known spelling is ${shown(known)}.`),
  empty: (name: string): ProblemText =>
    problem(`${at(name)} is an empty set: write a value into it, or remove it here.`),
  tooLong: (count: number): ProblemText =>
    problem(
      `A list has at most ${grouped(MOST_VALUES)} values, and with its sets this one has ${grouped(count)}: use smaller sets.`,
    ),
  compared: (typed: string, field: FilterField, operator: string): ProblemText =>
    field.filter.operators.includes('in')
      ? problem(`${shown(typed)} is a set, and ${operator} takes one value: use in or notin.`)
      : problem(`${shown(typed)} is a set, and ${field.name} takes one value: write it.`),
  alone: (typed: string): ProblemText =>
    typed === SET_SIGN
      ? problem(`${SET_SIGN} goes before the name of a set, behind a field: host_id in @trusted.`)
      : problem(
          `${shown(typed)} names a set: did you mean host_id in ${typed}, or another field? To search for the text, put it in quotes.`,
          `host_id in ${typed}`,
        ),
};
