/** The help as data (docs/scripts.md, Help as JSON): made of the same definitions as the help that people read. */
import type { Argument, Option, Command as Parser } from 'commander';
import type { CommandTree, Effect, Effects } from './command.ts';

/** A command as the help tells of it: one that is run, and has none below it. */
type ToldCommand = {
  /** Its words, without the program's name. */
  readonly command: string;
  readonly purpose: string;
  readonly effect: Effect;
  readonly arguments: readonly object[];
  readonly options: readonly object[];
  readonly examples: readonly string[];
};

/** The commands that begin with `words`, or all of them; and the options that each of them takes. */
export const helpAsData = async ({ program, grow }: CommandTree, words: readonly string[]): Promise<HelpAsData> => {
  const [first] = words;
  const wanted = words.map((word) => `${word} `).join('');
  const told: ToldCommand[] = [];
  for (const parser of program.commands) {
    if (first === undefined || parser.name() === first) told.push(...below(parser, await grow(parser), parser.name()));
  }
  return {
    commands: told.filter(({ command }) => `${command} `.startsWith(wanted)),
    options: optionsOf(program),
  };
};

type HelpAsData = { readonly commands: readonly ToldCommand[]; readonly options: readonly object[] };

/** The command of these words, where it is one that is run, and those below it. */
const below = (parser: Parser, effect: Effects, words: string): readonly ToldCommand[] => {
  const isRun = isOne(effect) || effect[parser.name()] !== undefined;
  const own = isRun ? [toldOf(parser, effectOf(effect, parser.name()), words)] : [];
  const inner = parser.commands.flatMap((one) => below(one, effectOf(effect, one.name()), `${words} ${one.name()}`));
  return [...own, ...inner];
};

const toldOf = (parser: Parser, effect: Effect, words: string): ToldCommand => ({
  command: words,
  purpose: parser.description(),
  effect,
  arguments: parser.registeredArguments.map(argumentOf),
  options: optionsOf(parser),
  examples: examplesOf(parser),
});

/** That of the command below, of the name `name`. */
const effectOf = (effect: Effects, name: string): Effect => {
  if (isOne(effect)) return effect;
  const own = effect[name];
  if (own === undefined) throw new Error(`nothing says what ${name} does`);
  return own;
};

const isOne = (effect: Effects): effect is Effect => typeof effect.does === 'string';

const argumentOf = (argument: Argument): object => ({
  name: argument.name(),
  meaning: argument.description,
  is_required: argument.required,
  is_many: argument.variadic,
  ...(argument.argChoices && { choices: argument.argChoices }),
});

const optionsOf = (parser: Parser): readonly object[] => parser.options.filter(({ hidden }) => !hidden).map(optionOf);

/** What is written behind an option's name says what its value is; one without is a flag. */
const optionOf = (option: Option): object => ({
  name: option.long ?? option.short,
  type: /[<[]([^\]>[<]*)[>\]]$/.exec(option.flags)?.[1] ?? 'flag',
  meaning: option.description,
  is_required: option.mandatory,
  ...(option.argChoices && { choices: option.argChoices }),
  ...(option.defaultValue !== undefined && { default: option.defaultValue }),
});

/** The command lines at the end of the help that people read. */
const examplesOf = (parser: Parser): readonly string[] => {
  let help = '';
  parser
    .configureOutput({
      writeOut: (piece) => {
        help += piece;
      },
    })
    .outputHelp();
  const [, ...parts] = help.split(/^Examples\b.*:$/m);
  return parts.flatMap((part) => [...part.matchAll(/^ {2}(gpudeck\b.*)$/gm)].map(([, line = '']) => line));
};
