/** The options that every command takes, and what the environment says in their place. */
import { resolve } from 'node:path';
import { Option, type Command as Parser } from 'commander';
import type { Address, SetupWishes } from '../access/setup.ts';

import { readBaseUrl } from '../api/http/base-url.ts';
import { THEME_NAMES, type ThemeName } from '../base/roles.ts';
import { type HistoryName, readHistoryName } from '../storage/files/history-name.ts';
import { notEmpty } from './shared-options.ts';

/** Environment variables, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Choices that hold for every command. With `isPlain` the panes append lines instead of painting a picture; `hasColour` is
 * false when the user wants none (NO_COLOR).
 */
export type CommonOptions = Omit<SetupWishes, 'address'> & {
  readonly isAscii: boolean;
  readonly isPlain: boolean;
  /** The panes are to take the mouse from the terminal. */
  readonly hasMouse?: true;
  readonly theme?: ThemeName;
  readonly hasColour: boolean;
  /** False when the panes are to keep nothing of what offers cost, and to show nothing of it. */
  readonly keepsHistory: boolean;
};

type Flags = {
  readonly baseUrl?: string;
  readonly profile?: string;
  readonly config?: string;
  readonly readOnly?: true;
  readonly plain?: true;
  readonly ascii?: true;
  readonly mouse?: true;
  readonly theme?: ThemeName;
  /** False where none is wanted. */
  readonly history?: HistoryName | false;
};

/** The variables that are looked at, and what each says. */
export const ENVIRONMENT = [
  ['GPUDECK_API_KEY', 'the API key; it cannot be given as an argument'],
  ['GPUDECK_BASE_URL', 'the address of the service, as --base-url'],
  ['GPUDECK_PROFILE', 'the profile, as --profile'],
  ['GPUDECK_CONFIG', 'the folder with profiles.json and the saved state, as --config'],
  ['GPUDECK_USER_ID', 'the user whom the key belongs to, for notification preferences'],
  ['GPUDECK_AGENT', 'the name of the agent that runs the program: it may only read, and the journal notes it'],
  ['NO_COLOR', 'any value turns colour off'],
] as const;

/** Adds the options to `program`. */
export const addCommonOptions = (program: Parser): Parser =>
  program
    .option('--base-url <url>', 'address of the service', notEmpty)
    .option('--profile <name>', 'profile to use, from profiles.json', notEmpty)
    .option('--config <folder>', 'folder with profiles.json', notEmpty)
    .option('--read-only', 'send nothing that notifies anyone, creates or replaces anything, or costs money')
    .option('--plain', 'append lines instead of redrawing the screen, for screen readers and slow connections')
    .option('--ascii', 'use ASCII characters only')
    .option('--mouse', 'in the panes, scroll by the wheel and go to rows and panes by a click; Shift selects text')
    .addOption(
      new Option('--theme <name>', 'colours of the panes, in place of those in theme.json').choices(THEME_NAMES),
    )
    .option(
      '--history <address>',
      'what offers cost: sqlite:FILE or postgresql://... (default: that of the profile, or history.db in the state folder)',
      (text: string): HistoryName => {
        const reading = readHistoryName(text);
        // Commander would repeat what was given, and with it a password.
        if ('problem' in reading) return program.error(`error: --history cannot be used. ${reading.problem}`);
        const { name } = reading;
        return name.kind === 'sqlite' ? { ...name, file: resolve(name.file) } : name;
      },
    )
    .option('--no-history', 'in the panes, keep nothing of what offers cost and show nothing of it');

/** What `program` was given of them, or `environment` says. Ends in commander's error where that cannot be meant. */
export const readCommonOptions = (program: Parser, environment: Environment): CommonOptions => {
  const flags = program.opts<Flags>();
  const user = userIdOf(environment);
  if ('problem' in user) program.error(`error: ${user.problem}`);
  const agent = agentOf(environment);
  if ('problem' in agent) program.error(`error: ${agent.problem}`);
  return {
    isAscii: flags.ascii ?? false,
    isPlain: flags.plain ?? false,
    ...(flags.mouse && { hasMouse: true }),
    ...(flags.theme !== undefined && { theme: flags.theme }),
    hasColour: !environment.NO_COLOR,
    keepsHistory: flags.history !== false,
    isReadOnly: flags.readOnly ?? false,
    ...folderOf(flags, environment),
    ...historyOf(flags),
    ...('userId' in user && user),
    ...agent,
  };
};

/** The address or profile of `program` and `environment`. Ends in commander's error where that cannot be meant. */
export const readAddress = (program: Parser, environment: Environment): Address => {
  const address = addressOf(program.opts<Flags>(), environment);
  return 'problem' in address ? program.error(`error: ${address.problem}`) : address;
};

/** The profile that is named, if one is: for a command that calls no service. */
export const readProfile = (program: Parser, environment: Environment): Pick<SetupWishes, 'address'> => {
  const address = addressOf(program.opts<Flags>(), environment);
  return 'kind' in address && address.kind === 'profile' ? { address } : {};
};

/** What is wished for, as far as it can be meant, and in words what cannot. */
export type WishesReading = { readonly wishes: SetupWishes; readonly problems: readonly string[] };

/** The wishes of a command that looks at the set-up itself: what is wrong with them ends nothing. */
export const readWishes = (program: Parser, environment: Environment): WishesReading => {
  const flags = program.opts<Flags>();
  const [address, user] = [addressOf(flags, environment), userIdOf(environment)];
  return {
    wishes: {
      isReadOnly: flags.readOnly ?? false,
      ...folderOf(flags, environment),
      ...historyOf(flags),
      ...(!('problem' in address) && { address }),
      ...('userId' in user && user),
    },
    problems: [address, user].flatMap((reading) => ('problem' in reading ? [reading.problem] : [])),
  };
};

type Problem = { readonly problem: string };

const folderOf = (flags: Flags, environment: Environment): Pick<SetupWishes, 'configFolder'> => {
  const configFolder = flags.config ?? environment.GPUDECK_CONFIG ?? '';
  return configFolder === '' ? {} : { configFolder };
};

const historyOf = ({ history }: Flags): Pick<SetupWishes, 'history'> =>
  typeof history === 'object' ? { history } : {};

const userIdOf = (environment: Environment): { readonly userId?: number } | Problem => {
  const text = environment.GPUDECK_USER_ID ?? '';
  if (text === '') return {};
  if (/^[1-9]\d{0,14}$/.test(text)) return { userId: Number(text) };
  return { problem: `GPUDECK_USER_ID is "${text}", but a user id is a whole number, 1 or more.` };
};

/** A name that a line of text can hold. */
const AGENT = /^[\w .@:+-]{1,60}$/;

const agentOf = ({ GPUDECK_AGENT: agent = '' }: Environment): { readonly agent?: string } | Problem => {
  if (agent === '') return {};
  if (AGENT.test(agent)) return { agent };
  return { problem: 'GPUDECK_AGENT is no name: write at most 60 letters, digits, spaces and . _ @ : + -' };
};

/**
 * The address or profile from the arguments, else from the environment, with the key from the environment. A profile and an
 * address exclude each other, so that the key of one service never goes to another.
 */
const addressOf = (
  { baseUrl: fromArguments, profile: profileArgument }: Flags,
  environment: Environment,
): Address | Problem => {
  if (fromArguments !== undefined && profileArgument !== undefined) {
    return { problem: '--base-url and --profile both name a service: give only one of them.' };
  }
  const apiKey = environment.GPUDECK_API_KEY ?? '';
  const key = apiKey === '' ? {} : { apiKey };
  const name = profileArgument ?? (fromArguments === undefined ? (environment.GPUDECK_PROFILE ?? '') : '');
  if (name !== '') return { kind: 'profile', name, ...key };
  const text = fromArguments ?? environment.GPUDECK_BASE_URL ?? '';
  if (text.trim() === '' && apiKey === '') return { kind: 'local' };
  if (text.trim() === '') {
    return {
      problem:
        'GPUDECK_API_KEY is set, but there is no address to use it with.\n' +
        'Set GPUDECK_BASE_URL or give --base-url, or unset GPUDECK_API_KEY to use the local service.',
    };
  }
  const reading = readBaseUrl(text);
  if ('baseUrl' in reading) return { kind: 'remote', ...reading, ...key };
  const where = fromArguments === undefined ? 'GPUDECK_BASE_URL' : '--base-url';
  return { problem: `the address in ${where} ${reading.problem}.` };
};
