/** What a command is: a value that its file in `commands/` exports, and that a line of `commands.ts` names. */
import type { Command as Parser } from 'commander';
import type { CommonOptions } from './common-options.ts';
import { EXIT } from './exit.ts';
import type { CommandIo } from './io.ts';
import { OutputFailure } from './print/record-writer.ts';

/** A command, whatever its options are. */
export type Command = {
  /** Adds its arguments, options and examples to `parser`; `onTask` is told what they ask for once they are read. */
  readonly addTo: (parser: Parser, onTask: (task: Task) => void) => void;
};

/** What was asked for, ready to be run. */
export type Task = {
  /** What the arguments mean: plain data. */
  readonly options: object;
  /** False for a command that calls no service that the user names: no address and no key matter to it. */
  readonly isServiceCalled: boolean;
  /** Resolves to the exit code; every message has been written by then. */
  readonly run: (common: CommonOptions, io: CommandIo) => Promise<number>;
};

/** What a command's file says. */
type Parts<Options extends object> = {
  /** Adds arguments, options and examples to `parser`, whose action calls `onOptions` with what they mean. */
  readonly addOptions: (parser: Parser, onOptions: (options: Options) => void) => void;
  readonly isServiceCalled: (options: Options) => boolean;
  readonly run: (options: Options & CommonOptions, io: CommandIo) => Promise<number>;
};

/** The command made of `parts`. */
export const commandOf = <Options extends object>(parts: Parts<Options>): Command => ({
  addTo: (parser, onTask) => parts.addOptions(parser, (options) => onTask(taskOf(parts, options))),
});

/** The task that `options` are for the command of these parts. */
export const taskOf = <Options extends object>(
  { isServiceCalled, run }: Pick<Parts<Options>, 'isServiceCalled' | 'run'>,
  options: Options,
): Task => ({
  options,
  isServiceCalled: isServiceCalled(options),
  run: async (common, io) => {
    try {
      return await run({ ...common, ...options }, io);
    } catch (error) {
      if (!(error instanceof OutputFailure)) throw error;
      io.writeError(`gpudeck: ${error.message}\n`);
      return EXIT.failed;
    }
  },
});
