/** The man page gpudeck(1), from the definition of the command line and the help that is made of it. */
import type { Command as Parser } from 'commander';
import type { CommandTree } from '../../src/cli/command.ts';
import { ENVIRONMENT } from '../../src/cli/common-options.ts';
import { EXITS } from '../../src/cli/exit.ts';
import { bold, example, item, pageTitle, paragraph, part, section, shown } from './roff.ts';

/** The page, for the release of `epochS`. */
export const programPage = async ({ program, grow }: CommandTree, epochS: number): Promise<string> => {
  const own = blocksOf(program);
  const commands = program.commands.filter((command) => command.name() !== 'help');
  for (const command of commands) await grow(command);
  return [
    pageTitle('gpudeck', 1, `gpudeck ${program.version()}`, epochS),
    section('Name'),
    `gpudeck \\- ${shown(sentenceBegun(program.description()))}`,
    section('Synopsis'),
    `${bold('gpudeck')} ${shown(program.usage())}`,
    section('Description'),
    ...own.filter(({ heading }) => heading === undefined).map(({ lines }) => paragraph(lines.join(' '))),
    paragraph('The filter line is described in gpudeck-filter(7). In the terminal, ? shows the keys.'),
    section('Options'),
    ...optionsOf(program),
    section('Commands'),
    ...commands.flatMap(commandParts),
    section('Environment'),
    ...ENVIRONMENT.map(([name, meaning]) => item(bold(name), shown(meaning))),
    section('Files'),
    paragraph('"gpudeck config path" prints where they lie, and which of them are there.'),
    section('Exit status'),
    ...EXITS.map(({ code, meaning }) => item(bold(`${code}`), shown(meaning))),
    section('Examples'),
    ...own.filter(({ heading }) => heading?.startsWith('Examples')).map(({ lines }) => example(lines)),
    section('See also'),
    'gpudeck\\-filter(7)',
    '',
  ].join('\n');
};

const sentenceBegun = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, '');

/** A command with its own commands. */
const commandParts = (command: Parser): readonly string[] => {
  const help = command.createHelp();
  const inner = help.visibleCommands(command);
  return [
    part(help.commandUsage(command)),
    shown(command.description()),
    ...help
      .visibleArguments(command)
      .map((argument) => item(bold(help.argumentTerm(argument)), shown(help.argumentDescription(argument)))),
    ...optionsOf(command),
    ...blocksOf(command).flatMap(({ heading, lines }) =>
      heading === undefined ? [paragraph(lines.join(' '))] : [paragraph(`${heading}:`), example(lines)],
    ),
    ...inner.flatMap(commandParts),
  ];
};

/** Its options but for `--help`, which every command has. */
const optionsOf = (command: Parser): readonly string[] => {
  const help = command.createHelp();
  return help
    .visibleOptions(command)
    .filter(({ long }) => long !== '--help' || command.parent === null)
    .map((option) => item(bold(help.optionTerm(option)), shown(help.optionDescription(option))));
};

/** A paragraph of the help behind the lists, or what stands in lines of its own under a heading. */
type Block = { readonly heading: string | undefined; readonly lines: readonly string[] };

const blocksOf = (command: Parser): readonly Block[] => {
  let text = '';
  command.configureOutput({
    writeOut: (piece) => {
      text += piece;
    },
  });
  command.outputHelp();
  return text
    .slice(command.helpInformation().length)
    .split(/\n{2,}/)
    .map((block) => block.split('\n').filter(Boolean))
    .filter((lines) => lines.length > 0)
    .map(([first = '', ...lines]) =>
      first.endsWith(':')
        ? { heading: first.slice(0, -1), lines: lines.map((line) => line.trim()) }
        : { heading: undefined, lines: [first, ...lines] },
    );
};
