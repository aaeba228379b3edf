/** What a command is: a value that its file in `commands/` exports, and that a line of `commands.ts` names. */
import type { Command as Parser } from 'commander';
import type { CommonOptions, WishesReading } from './common-options.ts';
import { EXIT } from './exit.ts';
import type { BareIo, CommandIo } from './io.ts';
import { OutputFailure } from './record-writer.ts';

/** What running a command comes to: scripts and agents read it in `gpudeck help --json`. */
export type Effect = {
  /** `reads` changes nothing, `keeps` changes files on this machine alone, and `writes` changes something at the service. */
  readonly does: 'reads' | 'keeps' | 'writes';
  /** It can make the account pay more. */
  readonly costs?: true;
  /** Others are told, by the service. */
  readonly notifies?: true;
  /** Something is gone for good. */
  readonly ends?: true;
  /** What goes to stdout: the panes, text of a format that has no JSON, or JSON as the schema of this name in docs/schemas says. */
  readonly prints: 'screen' | { readonly text: string } | JsonShape;
};

/** One value, an array of them (a line each with `--ndjson`), or a line each. */
type JsonShape = { readonly object: string } | { readonly array: string } | { readonly lines: string };

/** The effect of a command, or of each command below it, by its name. */
export type Effects = Effect | Readonly<Record<string, Effect>>;

/** A command, whatever its options are. */
export type Command = {
  readonly effect: Effects;
  /** Adds its arguments, options and examples to `parser`; `onTask` is told what they ask for once they are read. */
  readonly addTo: (parser: Parser, onTask: (task: Task | BareTask) => void) => void;
};

/** A task that needs no set-up, and may look at a broken one. */
export type BareTask = {
  readonly options: object;
  readonly isBare: true;
  /** Resolves to the exit code. */
  readonly run: (reading: WishesReading, io: BareIo, openTree: () => CommandTree) => Promise<number>;
};

/** The definition of the command line: every command, without its options until `grow` has given them to it. */
export type CommandTree = {
  readonly program: Parser;
  /** Gives a command of the program its options; its own commands come with them. Resolves to what they come to. */
  readonly grow: (parser: Parser) => Promise<Effects>;
};

/** What was asked for, ready to be run. */
export type Task = {
  /** What the arguments mean: plain data. */
  readonly options: object;
  /** False for a command that calls no service that the user names: no address and no key matter to it; `profile`: but for a profile's. */
  readonly isServiceCalled: ServiceCalled;
  /** Resolves to the exit code; every message has been written by then. */
  readonly run: (common: CommonOptions, io: CommandIo) => Promise<number>;
};

type ServiceCalled = boolean | 'profile';

/** What a command's file says. */
type Parts<Options extends object> = {
  readonly effect: Effects;
  /** Adds arguments, options and examples to `parser`, whose action calls `onOptions` with what they mean. */
  readonly addOptions: (parser: Parser, onOptions: (options: Options) => void) => void;
  readonly isServiceCalled: (options: Options) => ServiceCalled;
  readonly run: (options: Options & CommonOptions, io: CommandIo) => Promise<number>;
};

/** The command made of `parts`. */
export const commandOf = <Options extends object>(parts: Parts<Options>): Command => ({
  effect: parts.effect,
  addTo: (parser, onTask) => parts.addOptions(parser, (options) => onTask(taskOf(parts, options))),
});

/** The task that `options` are for the command of these parts. */
export const taskOf = <Options extends object>(
  { isServiceCalled, run }: Pick<Parts<Options>, 'isServiceCalled' | 'run'>,
  options: Options,
): Task => ({
  options,
  isServiceCalled: isServiceCalled(options),
  run: (common, io) => tellingOutputFailure(() => run({ ...common, ...options }, io), io),
});

/** A command that needs no set-up: its parts, whose `run` is told what is wished for and what is wrong with that. */
export const bareCommandOf = <Options extends object>({
  effect,
  addOptions,
  run,
}: {
  readonly effect: Effects;
  readonly addOptions: Parts<Options>['addOptions'];
  readonly run: (options: Options, reading: WishesReading, io: BareIo, openTree: () => CommandTree) => Promise<number>;
}): Command => ({
  effect,
  addTo: (parser, onTask) =>
    addOptions(parser, (options) =>
      onTask({
        options,
        isBare: true,
        run: (reading: WishesReading, io: BareIo, openTree: () => CommandTree) =>
          tellingOutputFailure(() => run(options, reading, io, openTree), io),
      }),
    ),
});

const tellingOutputFailure = async (
  run: () => Promise<number>,
  { writeError }: Pick<CommandIo, 'writeError'>,
): Promise<number> => {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof OutputFailure)) throw error;
    writeError(`gpudeck: ${error.message}\n`);
    return EXIT.failed;
  }
};
