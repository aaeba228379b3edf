/** Runs every command that is not the terminal program, and loads no more than that one needs. */

import { EXIT, type ExitCode } from './exit.ts';
import type { CommandIo } from './io.ts';
import type { Options, PanesOptions } from './options.ts';
import { OutputFailure, writeText } from './print/record-writer.ts';

type Command = Exclude<Options, PanesOptions>;

/** Runs the command and resolves to the exit code; messages have been written by then. */
export const runCommand = async (options: Command, io: CommandIo): Promise<ExitCode> => {
  try {
    return await run(options, io);
  } catch (error) {
    if (!(error instanceof OutputFailure)) throw error;
    io.writeError(`gpudeck: ${error.message}\n`);
    return EXIT.failed;
  }
};

const run = async (options: Command, io: CommandIo): Promise<ExitCode> => {
  const writeOut = (text: string): Promise<boolean> => writeText(io.stdout, text);
  const { writeError, clock, signals } = io;
  switch (options.command) {
    case 'search':
      return (await import('./search.ts')).runSearch(options, io);
    case 'list':
      return (await import('./list.ts')).runList(options, io);
    case 'schedule':
      return (await import('./schedule.ts')).runSchedule(options, io);
    case 'service':
      return (await import('./service.ts')).runServiceCommand(
        {
          port: options.port,
          dataFile: options.data ?? io.accessParts.serviceFile,
          offers: options.offers,
          seed: options.seed,
          still: options.isStill,
          thresholds: options.hasThresholds,
          json: options.isJson,
          clock,
        },
        { writeOut, writeError, signals },
      );
    case 'keys': {
      const { runKeysCommand } = await import('./keys.ts');
      const dataFile = options.data ?? io.accessParts.serviceFile;
      const { code, out, error, ifUnprinted } = runKeysCommand(options.task, { dataFile, clock });
      if (error !== '') writeError(error);
      try {
        if (out !== '') await writeOut(out);
      } catch (failure) {
        if (ifUnprinted !== undefined) writeError(ifUnprinted);
        throw failure;
      }
      return code;
    }
  }
};
