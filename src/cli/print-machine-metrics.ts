/** Prints the figures of the user's machines, for what reads them out of a file or a pipe. */
import { CALLS } from '../api/calls.ts';
import { ApiError } from '../api/errors/error.ts';
import { explain } from '../api/errors/explain.ts';
import { readMarkets } from '../hosting/machine-market.ts';
import { machineFamilies } from './commands/record/machine-metrics.ts';
import { openMetricsText } from './commands/record/open-metrics.ts';
import { EXIT, type ExitCode } from './exit.ts';
import type { CommandIo } from './io.ts';
import { tellLosses } from './print.ts';
import { writeText } from './record-writer.ts';
import { listForCommand, withService } from './with-service.ts';

/** Without their market where that is not told. */
export const printMachineMetrics = (io: CommandIo): Promise<ExitCode> =>
  withService(io, async ({ client }) => {
    const { records: machines, texts: _, ...losses } = await listForCommand(CALLS.machines, client, io);
    const markets = await readMarkets(machines, client, { now: io.clock.now }).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      io.writeError(`gpudeck machine: the market is not told: ${explain(error).whatCameBack}\n`);
      return new Map();
    });
    tellLosses(losses, io);
    await writeText(io.stdout, openMetricsText(machineFamilies({ machines, markets })));
    return EXIT.done;
  });
