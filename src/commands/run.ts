/** Runs every command that is not the terminal program. */
import type { Options, PanesOptions } from '../options.ts';
import { runServiceCommand } from '../service/command.ts';
import { runKeysCommand } from '../service/keys-command.ts';
import { defaultDataFile } from '../service/place.ts';
import type { ExitCode } from './exit.ts';
import type { CommandIo } from './io.ts';
import { runList } from './list.ts';
import { runSearch } from './search.ts';

/** Runs the command and resolves to the exit code; messages have been written by then. */
export const runCommand = async (options: Exclude<Options, PanesOptions>, io: CommandIo): Promise<ExitCode> => {
  const writeOut = (text: string): void => void io.stdout.write(text);
  const { writeError, clock, signals } = io;
  switch (options.command) {
    case 'search':
      return runSearch(options, io);
    case 'list':
      return runList(options, io);
    case 'service':
      return runServiceCommand(
        {
          port: options.port,
          dataFile: options.data ?? defaultDataFile(),
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
      return runKeysCommand(options.task, { dataFile: options.data ?? defaultDataFile(), writeOut, writeError, clock });
  }
};
