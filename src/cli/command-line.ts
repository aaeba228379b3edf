/** Turns arguments and environment into what is to be run. Prints nothing, reads no file, ends no process. */
import { CommanderError, Command as Parser } from 'commander';
import type { SetupWishes } from '../access/setup.ts';
import { grouped } from '../base/figures.ts';
import { nearestWords } from '../base/nearest-words.ts';
import type { BareTask, CommandTree, Effects, Task } from './command.ts';
import { COMMANDS } from './commands.ts';
import {
  addCommonOptions,
  ENVIRONMENT,
  type Environment,
  readAddress,
  readCommonOptions,
  readProfile,
  readWishes,
} from './common-options.ts';
import { EXIT, EXITS } from './exit.ts';
import type { BareIo, CommandIo, PlanGate, WorldOfRun } from './io.ts';
import { asksJson, errorLine, failingInJson } from './json-errors.ts';
import { isGiven } from './own-words.ts';

/** Characters of all arguments together: a filter or a list of machines is a fraction of it. */
const MAXIMUM_CHARACTERS = 20_000;

/** Why `argv` cannot be meant; undefined when it can. */
const argumentsProblem = (argv: readonly string[]): string | undefined => {
  const length = argv.reduce((sum, argument) => sum + argument.length + 1, 0);
  if (length > MAXIMUM_CHARACTERS) {
    return `the arguments are ${grouped(length)} characters long; the limit is ${grouped(MAXIMUM_CHARACTERS)}.`;
  }
  const place = argv.findIndex((argument) => problemOf(argument) !== undefined);
  const found = argv[place];
  return found === undefined ? undefined : `argument ${place + 1} contains ${problemOf(found)}: ${found}`;
};

/** Line breaks and tabs are left to whoever reads the argument. */
const CONTROL = /(?![\t\n\r])\p{Cc}/u;

const problemOf = (argument: string): string | undefined => {
  // Node puts U+FFFD where bytes are no UTF-8.
  if (!argument.isWellFormed() || argument.includes('\ufffd')) return 'bytes that are not UTF-8 text';
  const [control] = CONTROL.exec(argument) ?? [];
  if (control === undefined) return undefined;
  return `a control character (U+${(control.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')})`;
};

/** What the arguments ask for: a run, a text for stdout (help, version), or a refusal for stderr with exit code 2. */
type Invocation =
  | Run
  | BareRun
  | { readonly kind: 'answered'; readonly text: string }
  | { readonly kind: 'refused'; readonly message: string };

/** A command to be run on the service that `wishes` name. */
export type Run = {
  readonly kind: 'run';
  /** Its name, and what its arguments and those of every command mean: plain data. */
  readonly command: string;
  readonly options: object;
  readonly wishes: SetupWishes;
  /** Resolves to the exit code. */
  readonly run: (io: WorldOfRun) => Promise<number>;
};

/** A command that needs no set-up. */
export type BareRun = {
  readonly kind: 'bare';
  readonly command: string;
  readonly options: object;
  /** Resolves to the exit code. */
  readonly run: (io: BareIo) => Promise<number>;
};

const NAME_WIDTH = Math.max(...ENVIRONMENT.map(([name]) => name.length));

const AFTER_HELP = `
Without a command, gpudeck opens the offers. With neither an address nor a key, it uses a local service of its own.

Environment:
${ENVIRONMENT.map(([name, meaning]) => `  ${name.padEnd(NAME_WIDTH)}  ${meaning}`).join('\n')}

Examples:
  gpudeck
  gpudeck --base-url https://market.example offers
  gpudeck search 'gpu_name=RTX_4090 num_gpus=1' --order dph_total --limit 10
  gpudeck help search

Exit codes:
${EXITS.map(({ code, meaning }) => `  ${code}  ${meaning}`).join('\n')}`;

/** Reads `argv` (without the program's own name) and `environment`. A key is read from the environment only. */
export const readCommandLine = async (
  argv: readonly string[],
  environment: Environment,
  version: string,
): Promise<Invocation> => {
  const problem = argumentsProblem(argv);
  const isJson = asksJson(argv);
  const refused = (message: string): Invocation => ({
    kind: 'refused',
    message: isJson ? errorLine(EXIT.badUsage, message) : message,
  });
  if (problem !== undefined) return refused(`gpudeck: ${problem}\n`);
  const telling = isJson ? failingInJson : runPlainly;
  let found: Run | BareRun | undefined;
  let text = '';
  let complaint = '';
  const program = createProgram(version).configureOutput({
    writeOut: (piece) => {
      text += piece;
    },
    writeErr: (piece) => {
      complaint += piece;
    },
  });
  addCommands(program, (command, task) => {
    if ('isBare' in task) {
      const reading = readWishes(program, environment);
      found = {
        kind: 'bare',
        command,
        options: task.options,
        run: (io) => telling(io, (told) => task.run(reading, told, () => openCommandTree(version))),
      };
      return;
    }
    const { options, isServiceCalled, run } = task;
    const common = readCommonOptions(program, environment);
    const wishes = {
      ...common,
      ...(isServiceCalled === true && { address: readAddress(program, environment) }),
      ...(isServiceCalled === 'profile' && readProfile(program, environment)),
    };
    found = {
      kind: 'run',
      command,
      options: { ...wishes, ...options },
      wishes,
      run: (io) =>
        telling({ ...io, command, runLine: lineRunner(version) }, (told) =>
          run(common, { ...told, ...(isGiven(argv, '--plan') && { plan: planningGate(argv) }) }),
        ),
    };
  });
  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? { kind: 'answered', text } : refused(complaint);
  }
  if (found !== undefined) return found;
  if (text === '') throw new Error('a command has no action');
  return { kind: 'answered', text };
};

/** Loaded where something is planned alone. */
const planningGate =
  (argv: readonly string[]): PlanGate =>
  async (...asked) =>
    (await import('./plan-gate.ts')).makingGate(argv)(...asked);

/** Runs a command line in a world that is there: no variable takes part. */
const lineRunner =
  (version: string): CommandIo['runLine'] =>
  async (argv, io) => {
    const line = await readCommandLine(argv, {}, version);
    if (line.kind === 'run') return line.run(io);
    io.writeError(line.kind === 'refused' ? line.message : `gpudeck: ${argv[0]} cannot be run here\n`);
    return EXIT.badUsage;
  };

const runPlainly = <Io>(io: Io, run: (io: Io) => Promise<number>): Promise<number> => run(io);

/** The whole definition, for those who read it instead of arguments. */
export const openCommandTree = (version: string): CommandTree => {
  const program = createProgram(version);
  return { program, grow: addCommands(program, () => undefined) };
};

const createProgram = (version: string): Parser => {
  const program = addCommonOptions(new Parser('gpudeck'));
  return program
    .description('Browse GPU offers in the terminal by keyboard, or print them.')
    .usage('[command] [options]')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand(false)
    .argument('[command...]')
    .addHelpText('after', AFTER_HELP)
    .configureHelp({
      showGlobalOptions: true,
      // Those of a command hold for none that stands below it.
      visibleGlobalOptions: (one) => (one.parent === null ? [] : program.options.filter(({ hidden }) => !hidden)),
    })
    .exitOverride();
};

/** Adds every command and `help` to `program`; `onTask` is told what the arguments ask for. Returns what gives a command its options. */
const addCommands = (
  program: Parser,
  onTask: (command: string, task: Task | BareTask) => void,
): CommandTree['grow'] => {
  for (const { name, purpose } of COMMANDS) program.command(name).description(purpose).helpCommand(false);
  /** Gives the command of this name its options: help and errors tell of them. */
  const complete = async (parser: Parser): Promise<Effects> => {
    const line = COMMANDS.find(({ name }) => name === parser.name());
    if (line === undefined) return HELP_EFFECT;
    const command = await line.load();
    command.addTo(parser, (task) => onTask(line.name, task));
    nameInErrors(parser, 'gpudeck ');
    return command.effect;
  };
  addHelpCommand(program, complete);
  nameInErrors(program);
  program
    .hook('preSubcommand', async (_program, parser) => void (await complete(parser)))
    .action(async ([word]: readonly string[]) => {
      if (word !== undefined) refuseCommand(program, word);
      const { usualPane } = await import('./commands/panes.ts');
      onTask('offers', usualPane);
    });
  return complete;
};

/** Begins the error messages of `command` and those under it with its name, and ends them with where to read on. */
const nameInErrors = (command: Parser, parents = ''): void => {
  const name = `${parents}${command.name()}`;
  command
    .configureOutput({
      outputError: (message, write) => write(message.replace(/^error: (?:command-argument value )?/, `${name}: `)),
    })
    .showHelpAfterError(`\`${name} --help\` lists the options.`);
  for (const inner of command.commands) nameInErrors(inner, `${name} `);
};

const addHelpCommand = (program: Parser, complete: CommandTree['grow']): void => {
  program
    .command('help [command...]')
    .description('print help, or the help of a command')
    .option('--json', 'one JSON object: {"version", "commands", "options", "environment", "exit_codes"}')
    .addHelpText(
      'after',
      '\nExamples:\n  gpudeck help search\n  gpudeck help views import\n  gpudeck help instance --json',
    )
    .action(async (words: readonly string[], { json }: { readonly json?: true }) => {
      let command = program;
      for (const word of words) {
        const inner = command.commands.find((candidate) => candidate.name() === word);
        command = inner ?? refuseCommand(command, word);
        if (command.parent === program) await complete(command);
      }
      if (json) program.configureOutput().writeOut?.(await helpJson(program.version(), words));
      else command.help();
    });
};

const HELP_EFFECT: Effects = { does: 'reads', prints: { object: 'help' } };

/** The help as JSON, of everything or of the commands that begin with `words`. */
const helpJson = async (version = '', words: readonly string[]): Promise<string> => {
  const { helpAsData } = await import('./help-json.ts');
  const environment = ENVIRONMENT.map(([name, meaning]) => ({ name, meaning }));
  const help = { version, ...(await helpAsData(openCommandTree(version), words)), environment, exit_codes: EXITS };
  return `${JSON.stringify(help, undefined, 2)}\n`;
};

const refuseCommand = (program: Parser, word: string): never => {
  const near = nearestWords(
    word,
    program.commands.map((command) => command.name()),
  );
  const unknown = program.parent === null ? ' `gpudeck offers FILTER` looks for offers.' : '';
  const suggestion = near.length === 0 ? unknown : ` Did you mean ${near.join(' or ')}?`;
  return program.error(`error: there is no command '${word}'.${suggestion}`);
};
