/** Runs every command that is not the terminal program, and loads no more than that one needs. */
import type { Options, PanesOptions } from '../options.ts';
import type { ExitCode } from './exit.ts';
import type { CommandIo } from './io.ts';

/** Runs the command and resolves to the exit code; messages have been written by then. */
export const runCommand = async (options: Exclude<Options, PanesOptions>, io: CommandIo): Promise<ExitCode> => {
  const writeOut = (text: string): void => void io.stdout.write(text);
  const { writeError, clock, signals } = io;
  switch (options.command) {
    case 'search':
      return (await import('./search.ts')).runSearch(options, io);
    case 'list':
      return (await import('./list.ts')).runList(options, io);
    case 'schedule':
      return (await import('./schedule.ts')).runSchedule(options, io);
    case 'service':
      return (await import('../service/command.ts')).runServiceCommand(
        {
          port: options.port,
          dataFile: options.data ?? io.connection.serviceFile,
          offers: options.offers,
          seed: options.seed,
          still: options.isStill,
          thresholds: options.hasThresholds,
          json: options.isJson,
          clock,
        },
        { writeOut, writeError, signals },
      );
    case 'keys':
      return (await import('../service/keys-command.ts')).runKeysCommand(options.task, {
        dataFile: options.data ?? io.connection.serviceFile,
        writeOut,
        writeError,
        clock,
      });
  }
};
