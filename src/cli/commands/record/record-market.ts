/** Records the answers to a search, one after the other, until a signal or a failure that will not pass. */
import { ApiError } from '../../../api/errors/error.ts';
import { printable } from '../../../base/printable.ts';
import type { FilterLine } from '../../../filter/line.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { type CommandIo, firstSignal } from '../../io.ts';

import { withHistory } from '../../with-history.ts';
import { withService } from '../../with-service.ts';
import { createHearing, requestOf, StoreFailure } from './hear.ts';
import { createRecorderMetrics, type RecorderMetrics } from './metrics/recorder-metrics.ts';
import type { RecordOptions } from './options.ts';
import { createOwnMachines } from './own-machines.ts';
import { createRecorderAlerts } from './record-alerts.ts';
import { rounds } from './rounds.ts';
import { storeTrouble } from './store-trouble.ts';
import { createVolume } from './volume.ts';

/** Records until it ends; resolves to the exit code, every message written. */
export const recordMarket = (line: FilterLine, options: RecordOptions, io: CommandIo): Promise<ExitCode> =>
  withMetrics(options, io, (metrics) =>
    withHistory({ isOnlyRead: false }, io, async (store) => {
      const stopping = new AbortController();
      const signal = firstSignal(io.signals);
      void signal.came.then(() => stopping.abort());
      const volume = createVolume(options.everyMs, options.types.length);
      let serviceMs: number | undefined;
      try {
        return await withService(
          io,
          async ({ client, userId = io.setup.userId }) => {
            const ownMachines = createOwnMachines(client, userId, stopping.signal);
            const usual = options.types.map((type) => ({ request: requestOf(line, type, options), isBesides: false }));
            const alerts = createRecorderAlerts({
              ...{ store, io, stopping: stopping.signal, isJson: options.isJson },
              requests: usual.map(({ request }) => request),
            });
            try {
              return await rounds({
                hear: createHearing({
                  ...{ client, store, options, io, metrics },
                  signal: stopping.signal,
                  serviceMs: () => serviceMs,
                }),
                searches: () => [...usual, ...alerts.questions().map((request) => ({ request, isBesides: true }))],
                afterRound: async (isPaused) => {
                  await alerts.look();
                  if (!isPaused) metrics?.ownMachines(await ownMachines().catch(unlessFailed));
                },
                ...{ options, io, volume, metrics },
                stopping: stopping.signal,
              });
            } finally {
              await alerts.quiet();
            }
          },
          (exchange) => {
            volume.received(exchange.receivedBytes);
            metrics?.exchanged(exchange);
            serviceMs = exchange.serviceEpochMs;
          },
        );
      } catch (error) {
        const trouble = error instanceof StoreFailure ? storeTrouble(error.cause) : undefined;
        if (trouble === undefined) throw error;
        io.writeError(`gpudeck: ${printable(trouble)}\n`);
        return EXIT.failed;
      } finally {
        signal.forget();
      }
    }),
  );

/** Figures of machines can be done without. */
const unlessFailed = (error: unknown): undefined => {
  if (!(error instanceof ApiError)) throw error;
};

/** Runs `work` with figures that programs on this machine can read, where the user wishes for them. */
const withMetrics = async (
  { metricsPort, types }: RecordOptions,
  { clock, writeError }: CommandIo,
  work: (metrics: RecorderMetrics | undefined) => Promise<ExitCode>,
): Promise<ExitCode> => {
  if (metricsPort === undefined) return work(undefined);
  const { serveMetrics } = await import('./metrics/serve-metrics.ts');
  const metrics = createRecorderMetrics(types, clock);
  let served: Awaited<ReturnType<typeof serveMetrics>>;
  try {
    served = await serveMetrics(metricsPort, metrics.text);
  } catch (error) {
    writeError(`gpudeck: ${error instanceof Error ? error.message : String(error)}\n`);
    return EXIT.failed;
  }
  writeError(`gpudeck: figures at ${served.url}\n`);
  try {
    return await work(metrics);
  } finally {
    await served.stop();
  }
};
