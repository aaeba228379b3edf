/** What may stand at the end of a line of a shell that calls this program, from the definition of the command line. */
import type { Argument, Option, Command as Parser } from 'commander';
import type { CommandTree } from '../command.ts';
import { type Offering, oneOf } from './offering.ts';
import { readShellLine, type ShellLine } from './shell-line.ts';
import { ARGUMENT_VALUES, OPTION_VALUES } from './values.ts';

const NOTHING: Offering = { kind: 'words', from: 0, offered: [], isWhole: true };

/** The offering at the end of `line`, and the line as words. */
export const completeLine = async (
  line: string,
  tree: CommandTree,
  configFolder: string | undefined,
): Promise<{ readonly offering: Offering; readonly read: ShellLine }> => {
  const read = readShellLine(line);
  return { offering: await offeringAt(read, tree, configFolder), read };
};

/** How far the words of a line lead. */
type Walk = {
  command: Parser;
  /** Words that are no options and no commands. */
  readonly before: string[];
  /** The option whose value comes next. */
  awaiting: Option | undefined;
  /** True behind `--`. */
  isEnded: boolean;
  configFolder: string | undefined;
};

const offeringAt = async (
  { words, begun }: ShellLine,
  tree: CommandTree,
  configFolder: string | undefined,
): Promise<Offering> => {
  if (begun.isRedirection) return { kind: 'files' };
  // Variables may be set before the name of the program.
  const first = words.findIndex((word) => !/^\w+=/.test(word));
  if (first < 0) return NOTHING;
  const walk: Walk = { command: tree.program, before: [], awaiting: undefined, isEnded: false, configFolder };
  for (const word of words.slice(first + 1)) await step(walk, word, tree);
  const { text } = begun;
  if (walk.awaiting !== undefined) return optionValue(walk.awaiting, text, walk);
  if (!walk.isEnded && text.startsWith('-')) return optionAt(text, walk);
  const { command, before } = walk;
  if (command.commands.length > 0 && before.length === 0) return commandsOf(command, text);
  if (command.name() === 'help') return commandsOf(tree.program, text);
  const argument = argumentAt(command, before.length);
  return argument === undefined ? NOTHING : argumentValue(argument, text, walk);
};

/** Goes one finished word further. */
const step = async (walk: Walk, word: string, { program, grow }: CommandTree): Promise<void> => {
  const { command, awaiting } = walk;
  if (awaiting !== undefined) {
    if (awaiting.long === '--config') walk.configFolder = word;
    walk.awaiting = undefined;
    return;
  }
  if (!walk.isEnded && word === '--') {
    walk.isEnded = true;
    return;
  }
  if (!walk.isEnded && word.startsWith('-') && word.length > 1) {
    const [flag = '', value] = word.split(/=(.*)/s);
    const option = optionsOf(command).find(({ long, short }) => long === flag || short === flag);
    if (option?.long === '--config' && value !== undefined) walk.configFolder = value;
    if (option !== undefined && takesValue(option) && value === undefined) walk.awaiting = option;
    return;
  }
  const inner = walk.before.length > 0 ? undefined : command.commands.find((other) => other.name() === word);
  if (inner === undefined) {
    walk.before.push(word);
    return;
  }
  walk.command = inner;
  if (inner.parent === program) await grow(inner);
};

/** Those of the command, and those of every command. */
const optionsOf = (command: Parser): readonly Option[] => {
  const help = command.createHelp();
  const own = help.visibleOptions(command);
  return command.parent === null
    ? own
    : [...own, ...optionsOf(rootOf(command)).filter(({ long }) => !own.some((other) => other.long === long))];
};

const rootOf = (command: Parser): Parser => (command.parent === null ? command : rootOf(command.parent));

const takesValue = ({ required, optional }: Option): boolean => required || optional;

const optionAt = (text: string, walk: Walk): Offering => {
  const [flag = '', value] = text.split(/=(.*)/s);
  const options = optionsOf(walk.command);
  if (value !== undefined) {
    const option = options.find(({ long }) => long === flag);
    if (option === undefined || !takesValue(option)) return NOTHING;
    const offering = optionValue(option, value, walk);
    return offering.kind === 'words' ? { ...offering, from: offering.from + flag.length + 1 } : offering;
  }
  return oneOf(
    options.flatMap(({ long, description }) => (long ? [{ text: long, note: description }] : [])),
    text,
  );
};

const commandsOf = (command: Parser, begun: string): Offering =>
  oneOf(
    command
      .createHelp()
      .visibleCommands(command)
      .map((inner) => ({ text: inner.name(), note: inner.description() })),
    begun,
  );

/** The last argument may take all that follow. */
const argumentAt = ({ registeredArguments }: Parser, count: number): Argument | undefined => {
  const last = registeredArguments.at(-1);
  return registeredArguments[count] ?? (last?.variadic ? last : undefined);
};

const optionValue = ({ long, argChoices }: Option, begun: string, walk: Walk): Offering => {
  if (argChoices !== undefined)
    return oneOf(
      argChoices.map((text) => ({ text })),
      begun,
    );
  return OPTION_VALUES[long ?? '']?.(placeOf(begun, walk)) ?? NOTHING;
};

const argumentValue = (argument: Argument, begun: string, walk: Walk): Offering => {
  if (argument.argChoices !== undefined)
    return oneOf(
      argument.argChoices.map((text) => ({ text })),
      begun,
    );
  return ARGUMENT_VALUES[argument.name()]?.(placeOf(begun, walk)) ?? NOTHING;
};

const placeOf = (begun: string, { command, before, configFolder }: Walk) => ({
  begun,
  command: command.parent?.parent ? `${command.parent.name()} ${command.name()}` : command.name(),
  before,
  configFolder,
});
