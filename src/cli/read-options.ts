/** Turns arguments and environment into `Options`. Pure: prints nothing, reads no file, ends no process. */
import { Command, CommanderError } from 'commander';
import type { Address } from '../access/address.ts';
import { readBaseUrl } from '../api/http/base-url.ts';
import { nearestWords } from '../catalogue/lookup.ts';
import { argumentsProblem } from './argument-problems.ts';
import { addServiceCommands } from './local-service-options.ts';
import { addMarketplaceCommands, startOf } from './marketplace-options.ts';
import { notEmpty } from './option-values.ts';
import type { Common, Options } from './options.ts';
import { addScheduleCommand } from './schedule-options.ts';

/** Environment variables, as in `process.env`. */
type Environment = Readonly<Record<string, string | undefined>>;

/** What the arguments ask for: a run, a text for stdout (help, version), or a refusal for stderr with exit code 2. */
type Invocation =
  | { readonly kind: 'run'; readonly options: Options }
  | { readonly kind: 'answered'; readonly text: string }
  | { readonly kind: 'refused'; readonly message: string };

type RootFlags = {
  readonly baseUrl?: string;
  readonly profile?: string;
  readonly config?: string;
  readonly readOnly?: true;
  readonly plain?: true;
  readonly ascii?: true;
};

const AFTER_HELP = `
Without a command it opens the offers. With neither an address nor a key it runs on its own local service.

Environment:
  GPUDECK_API_KEY   the key; it is never taken from the arguments
  GPUDECK_BASE_URL  the address of the service, as --base-url
  GPUDECK_PROFILE   the profile, as --profile
  GPUDECK_CONFIG    the folder of profiles and of what the program remembers, as --config
  GPUDECK_USER_ID   the user whom the key belongs to, for notification preferences
  NO_COLOR          any text here means no colour

Exit codes:
  0 done   1 the service refused or failed   2 bad usage or a bad filter   3 key missing or rejected
  4 rate-limited after waiting   5 unreachable or timed out`;

/** Reads `argv` (without the program's own name) and `environment`. A key is read from the environment only. */
export const readOptions = (argv: readonly string[], environment: Environment, version: string): Invocation => {
  const problem = argumentsProblem(argv);
  if (problem !== undefined) return { kind: 'refused', message: `gpudeck: ${problem}\n` };
  let options: Options | undefined;
  let text = '';
  let complaint = '';
  const program = new Command('gpudeck')
    .description('GPU offers in the terminal: browse them by keyboard, or print them.')
    .usage('[command] [options]')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand(false)
    .option('--base-url <url>', 'address of the service', notEmpty)
    .option('--profile <name>', 'the service of that name in profiles.json', notEmpty)
    .option('--config <folder>', 'folder of profiles.json', notEmpty)
    .option('--read-only', 'send nothing that notifies, replaces or costs')
    .option('--plain', 'append lines instead of painting: for screen readers and bad lines')
    .option('--ascii', 'ASCII characters only')
    .argument('[command]')
    .addHelpText('after', AFTER_HELP)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (piece) => {
        text += piece;
      },
      writeErr: (piece) => {
        complaint += piece;
      },
    })
    .exitOverride();
  const common = () => readCommon(program, environment);
  const address = () => readAddress(program, environment);
  const onOptions = (read: Options) => {
    options = read;
  };
  addMarketplaceCommands(program, { common, address, onOptions });
  addScheduleCommand(program, { common, address, onOptions });
  addServiceCommands(program, { common, onOptions });
  addHelpCommand(program);
  program.action((word?: string) => {
    if (word !== undefined) refuseCommand(program, word);
    onOptions({
      ...common(),
      command: 'panes',
      pane: 'offers',
      isPaneNamed: false,
      address: address(),
      start: startOf([], {}),
    });
  });
  nameInErrors(program);
  try {
    program.parse([...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? { kind: 'answered', text } : { kind: 'refused', message: complaint };
  }
  if (options === undefined) throw new Error('a command has no action');
  return { kind: 'run', options };
};

/** Begins the error messages of `command` and those under it with its name, and ends them with where to read on. */
const nameInErrors = (command: Command, parents = ''): void => {
  const name = `${parents}${command.name()}`;
  command
    .configureOutput({ outputError: (message, write) => write(message.replace(/^error:/, `${name}:`)) })
    .showHelpAfterError(`\`${name} --help\` lists the options.`);
  for (const inner of command.commands) nameInErrors(inner, `${name} `);
};

const addHelpCommand = (program: Command): void => {
  program
    .command('help [command...]')
    .description('print help, or the help of a command')
    .action((words: readonly string[]) => {
      let command = program;
      for (const word of words) {
        const inner = command.commands.find((candidate) => candidate.name() === word);
        command = inner ?? refuseCommand(command, word);
      }
      command.help();
    });
};

const refuseCommand = (program: Command, word: string): never => {
  const near = nearestWords(
    word,
    program.commands.map((command) => command.name()),
  );
  const suggestion = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
  return program.error(`error: there is no command '${word}'.${suggestion}`);
};

const readCommon = (program: Command, environment: Environment): Common => {
  const flags = program.opts<RootFlags>();
  const configFolder = flags.config ?? environment.GPUDECK_CONFIG ?? '';
  const userId = environment.GPUDECK_USER_ID ?? '';
  if (userId !== '' && !/^[1-9]\d{0,14}$/.test(userId)) {
    program.error(`error: GPUDECK_USER_ID is "${userId}", but a user id is a whole number, 1 or more.`);
  }
  return {
    isAscii: flags.ascii ?? false,
    isPlain: flags.plain ?? false,
    hasColour: !environment.NO_COLOR,
    isReadOnly: flags.readOnly ?? false,
    ...(configFolder !== '' && { configFolder }),
    ...(userId !== '' && { userId: Number(userId) }),
  };
};

/**
 * The address or profile from the arguments, else from the environment, with the key from the environment. A profile and an
 * address exclude each other, so that the key of one service never goes to another.
 */
const readAddress = (program: Command, environment: Environment): Address => {
  const { baseUrl: fromArguments, profile: profileArgument } = program.opts<RootFlags>();
  if (fromArguments !== undefined && profileArgument !== undefined) {
    program.error('error: --base-url and --profile both name a service: give one of them.');
  }
  const name = profileArgument ?? (fromArguments === undefined ? (environment.GPUDECK_PROFILE ?? '') : '');
  const keyOfEnvironment = environment.GPUDECK_API_KEY ?? '';
  if (name !== '') return { kind: 'profile', name, ...(keyOfEnvironment !== '' && { apiKey: keyOfEnvironment }) };
  const text = fromArguments ?? environment.GPUDECK_BASE_URL ?? '';
  const apiKey = environment.GPUDECK_API_KEY ?? '';
  if (text.trim() === '' && apiKey === '') return { kind: 'local' };
  if (text.trim() === '') {
    return program.error(
      'error: GPUDECK_API_KEY holds a key, but no address says where it belongs.\n' +
        'Set GPUDECK_BASE_URL or give --base-url, or unset GPUDECK_API_KEY to use the local service.',
    );
  }
  const reading = readBaseUrl(text);
  if ('baseUrl' in reading) return { kind: 'remote', ...reading, ...(apiKey !== '' && { apiKey }) };
  const where = fromArguments === undefined ? 'GPUDECK_BASE_URL' : '--base-url';
  return program.error(`error: the address in ${where} ${reading.problem}.`);
};
