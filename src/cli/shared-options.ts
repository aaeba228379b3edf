/** Options and examples that several commands share. A value that cannot be meant throws commander's error with what is allowed. */
import { InvalidArgumentError, Option, type Command as Parser } from 'commander';
import { readSpan } from '../base/time.ts';
import type { Field } from '../catalogue/field.ts';
import { readStorageGb } from '../filter/value.ts';
import { readInstanceId } from '../instances/typed.ts';
import type { SaidOver } from '../limits/allowance.ts';

type Problem = { readonly problem: string };

/** What was made of a text; what cannot be meant is refused with its problem. */
export const meant = <Made>(made: Made): Exclude<Made, Problem> => {
  if (typeof made === 'object' && made !== null && 'problem' in made)
    throw new InvalidArgumentError(String(made.problem));
  // Nothing else is left.
  return made as Exclude<Made, Problem>;
};

/** The text itself, unless it has a problem. */
export const unless =
  (problemOf: (text: string) => string | undefined) =>
  (text: string): string => {
    const problem = problemOf(text);
    return meant(problem === undefined ? text : { problem });
  };

/** What `read` makes of a text; where that is nothing, the text is refused with what is `allowed`, a sentence. */
export const expecting =
  <Value>(allowed: string, read: (text: string) => Value | undefined) =>
  (text: string): Value => {
    const value = read(text);
    if (value === undefined) throw new InvalidArgumentError(allowed);
    return value;
  };

/** A whole number from `minimum` to `maximum`. */
export const wholeNumber =
  (minimum: number, maximum = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= minimum && value <= maximum) return value;
    const range = maximum === Number.MAX_SAFE_INTEGER ? `, ${minimum} or more` : ` from ${minimum} to ${maximum}`;
    throw new InvalidArgumentError(`Expected a whole number${range}.`);
  };

/** A name or a path: an empty one, as of a variable that is not set, would mean another service or place than the one meant. */
export const notEmpty = unless((text) => (text.trim() === '' ? 'It must not be empty.' : undefined));

/** `on` as true, `off` as false. */
export const onOrOff = expecting('Expected on or off.', (text) =>
  text === 'on' ? true : text === 'off' ? false : undefined,
);

/** Words between commas, spaces around them dropped; at least one. */
export const commaList = (text: string): readonly string[] => {
  const words = text.split(',').map((word) => word.trim());
  if (words.includes('')) throw new InvalidArgumentError('Expected words separated by single commas.');
  return words;
};

/** Adds `lines`, each without the name of the program, to the help of `parser`. */
export const addExamples = (parser: Parser, ...lines: readonly string[]): Parser =>
  parser.addHelpText('after', `\nExamples:\n${lines.map((line) => `  gpudeck ${line}`.trimEnd()).join('\n')}`);

/** Adds commands below the one of this name, with examples that begin with its name. */
export const commandsBelow =
  (parser: Parser, of: string) =>
  (name: string, purpose: string, ...examples: readonly string[]): Parser =>
    addExamples(parser.command(name).description(purpose), ...examples.map((line) => `${of} ${line}`));

/** Milliseconds of a time of at least `minimumMs`, which `example` is one of. */
export const timeSpan =
  (minimumMs: number, example: string) =>
  (text: string): number => {
    const milliseconds = (readSpan(text) ?? Number.NaN) * 1000;
    if (milliseconds >= minimumMs) return milliseconds;
    throw new InvalidArgumentError(`Expected a length of time, ${minimumMs / 60_000}m or more, such as ${example}.`);
  };

/** The id of a thing that is called `named`, as `an instance`; `example` is one. */
export const oneId = (named: string, example: number) =>
  expecting(`Expected the id of ${named}, a whole number such as ${example}.`, readInstanceId);

export const instanceId = oneId('an instance', 4711);

/** What `read` makes of each word, each once. */
export const each =
  <Value>(read: (word: string) => Value | readonly Value[]) =>
  (word: string, before: unknown): readonly Value[] => [
    ...new Set([...(Array.isArray(before) ? before : []), ...[read(word)].flat()]),
  ];

/** Gigabytes of disk: a number above 0, with a unit or without. */
export const gigabytes = expecting('Expected a size above 0, such as 200, 500GB or 2TB.', readStorageGb);

/** How results are written. */
type Format = 'json' | 'ndjson' | 'csv' | 'table';

/** Absent: the format that fits where the output goes, and every field. `fields` are wire names, breakdown figures as `search.totalHour`. */
export type Output = { readonly format?: Format; readonly fields?: readonly string[] };

/** What commander makes of the options. */
export type OutputFlags = { readonly [F in Format]?: true } & {
  readonly raw?: true;
  readonly fields?: readonly string[];
};

const FORMATS = [
  ['json', 'one JSON array'],
  ['ndjson', 'one JSON object per line (default in a pipe)'],
  ['csv', 'CSV, with the field names and units of the service'],
  ['table', 'a table that fits the terminal (default on a terminal)'],
] as const satisfies readonly (readonly [Format, string])[];

/** Adds the options to `parser`; `readFields` reads what `--fields` names. */
export const addOutputOptions = (parser: Parser, readFields: (text: string) => readonly string[]): Parser => {
  for (const [format, meaning] of FORMATS) {
    const others = FORMATS.map(([name]) => name).filter((name) => name !== format);
    parser.addOption(new Option(`--${format}`, meaning).conflicts(others));
  }
  parser.addOption(new Option('--raw', 'the same as --json').conflicts(FORMATS.map(([name]) => name)).hideHelp());
  return parser.option('--fields <a,b,c>', 'print only these fields, in this order', readFields);
};

/** What the flags mean. */
export const readOutput = (flags: OutputFlags): Output => {
  const format = flags.raw ? 'json' : FORMATS.find(([name]) => flags[name])?.[0];
  return { ...(format && { format }), ...(flags.fields && { fields: flags.fields }) };
};

/** Ends the program where `output` names a field that is none of `known`. */
export const refuseUnknown = (parser: Parser, { fields = [] }: Output, known: readonly string[]): void => {
  const unknown = fields.find((name) => !known.includes(name));
  if (unknown !== undefined) parser.error(`error: There is no field ${unknown}. The fields are ${known.join(', ')}.`);
};

/** Reads names out of `fields`. */
export const namesOf =
  (fields: readonly Field[]) =>
  (text: string): readonly string[] =>
    commaList(text).map((word) => {
      const names = fields.map(({ name }) => name);
      if (names.includes(word)) return word;
      throw new InvalidArgumentError(`There is no field ${word}. The fields are ${names.join(', ')}.`);
    });

/** As the parser hands them on. */
export type WriteFlags = {
  readonly dryRun?: true;
  readonly plan?: true;
  readonly yes?: true;
  readonly again?: true;
  readonly overLimit?: SaidOver;
  readonly json?: true;
};

/** With whose word something is sent: `dry-run` prints the requests only, `plan` keeps them for `gpudeck apply`, `ask` sends them when the user, who is asked, says so. */
export type Consent = 'dry-run' | 'plan' | 'ask' | 'given';

/** False where nothing is, whatever is said. */
export const isSent = (consent: Consent): boolean => consent === 'ask' || consent === 'given';

/** What is said of that. */
export const consentOf = ({ dryRun, plan, yes }: Pick<WriteFlags, 'dryRun' | 'plan' | 'yes'>): Consent =>
  dryRun ? 'dry-run' : plan ? 'plan' : yes ? 'given' : 'ask';

/** What is to be sent for which targets, and with whose word. */
export type WriteOptions<Request> = {
  /** At least one, none twice. */
  readonly ids: readonly number[];
  readonly request: Request;
  readonly consent: Consent;
  /** True when what was sent before and has an unknown outcome is to be sent once more. */
  readonly isRepeatWanted: boolean;
  /** What is said to go over a limit with. */
  readonly over?: SaidOver;
  /** True for a line of JSON on a terminal too. */
  readonly isJson?: boolean;
};

/** Adds what goes over a limit of what may be spent, for commands that cost more. */
export const addOverLimit = (parser: Parser): Parser =>
  parser.option(
    '--over-limit <amount>',
    'go over a limit: the amount, where limits.json lets commands do that',
    amountOver,
  );

/** The amount as the message of a limit has it. */
const amountOver = expecting('Expected the amount of the message, such as 1.2500.', (text): SaidOver | undefined => {
  const amount = Number(text.replace(/^\$/, ''));
  return text.trim() === '' || !(amount >= 0) ? undefined : { amount: amount.toFixed(4), isByCommand: true };
});

/** Adds them. */
export const addWriteOptions = (parser: Parser): Parser =>
  parser
    .addOption(new Option('--dry-run', 'print the requests and send none of them').conflicts(['yes', 'plan']))
    .addOption(new Option('--plan', 'send nothing, and keep what would be sent for gpudeck apply').conflicts('yes'))
    .option('--yes', 'send without asking')
    .option('--again', 'also send what was sent before and whose outcome is unknown')
    .option('--json', 'print a line of JSON for each on a terminal too');

/** What they come to. */
export const writeOptionsOf = <Request>(
  ids: readonly number[],
  request: Request,
  { again, overLimit: over, json, ...flags }: WriteFlags,
): WriteOptions<Request> => ({
  ids,
  request,
  consent: consentOf(flags),
  isRepeatWanted: again ?? false,
  ...(over !== undefined && { over }),
  ...(json && { isJson: true }),
});
