/** Records the answers to a search, one after the other, until a signal or a failure that will not pass. */
import { CALLS } from '../../../api/calls.ts';
import type { Client } from '../../../api/client.ts';
import { optionally, unlessFailed } from '../../../api/errors/explain.ts';
import { isListWhole, type ListReply } from '../../../api/records/replies.ts';
import { USUAL_SEARCH } from '../../../api/requests.ts';
import type { Clock } from '../../../base/clock.ts';
import { messageOf } from '../../../base/message.ts';
import { printable } from '../../../base/printable.ts';
import type { HostMachine, Offer } from '../../../catalogue/values.ts';
import type { FilterLine } from '../../../filter/line.ts';
import { machinesRound } from '../../../history/own-machines.ts';
import { type MachineMarket, readMarkets } from '../../../hosting/machine-market.ts';
import { ownRequest, readOffers } from '../../../hosting/model-offers.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { type CommandIo, firstSignal } from '../../io.ts';
import { sayGenerated, withHistory } from '../../with-history.ts';
import { withService } from '../../with-service.ts';
import { createHearing, type RecordOptions, requestOf, StoreFailure, storeTrouble } from './hear.ts';
import { createRecorderAlerts } from './record-alerts.ts';
import { createRecorderMetrics, type OwnMachines, type RecorderMetrics } from './recorder-metrics.ts';
import { createVolume, rounds } from './rounds.ts';

type Count = Omit<OwnMachines, 'hostId' | 'figures'>;

/** From one look at the market of the own machines to the next, ms. */
const MARKET_EVERY_MS = 10 * 60_000;

/** Every letter of `gpu_occupancy` but this one is a GPU that somebody has. */
const FREE = 'x';

/**
 * Asks time after time: for the machines themselves, which `keep` is given; and where the service has no such call for the offers of host
 * `hostId`, of which a machine counts as rented when one of them is. Resolves to undefined where neither can be asked.
 */
const createOwnMachines = (
  client: Client,
  hostId: number | undefined,
  clock: Pick<Clock, 'now' | 'ticks'>,
  signal: AbortSignal,
  keep: (machines: ListReply<HostMachine>) => Promise<void>,
) => {
  let isLacking = false;
  let markets: ReadonlyMap<number, MachineMarket> = new Map();
  let readAtMs = Number.NEGATIVE_INFINITY;
  /** Asked for less often than the machines, whose price stands still. */
  const marketsOf = async (machines: readonly HostMachine[]) => {
    if (clock.ticks() - readAtMs < MARKET_EVERY_MS) return markets;
    markets = (await unlessFailed(() => readMarkets(machines, client, { signal, now: clock.now }))) ?? new Map();
    readAtMs = clock.ticks();
    return markets;
  };
  return async (hasFigures: boolean): Promise<OwnMachines | undefined> => {
    const machines = isLacking ? undefined : await optionally(() => client.list(CALLS.machines, { signal }));
    isLacking = machines === undefined;
    if (machines !== undefined) {
      await keep(machines);
      const count = { hostId, ...countOf(machines) };
      const { records } = machines;
      return hasFigures ? { ...count, figures: { machines: records, markets: await marketsOf(records) } } : count;
    }
    return hostId === undefined || !hasFigures ? undefined : { hostId, ...(await countOffers(client, hostId, signal)) };
  };
};

const countOf = ({ records: machines, ...losses }: ListReply<HostMachine>): Count => ({
  isWhole: isListWhole(losses),
  listed: machines.filter(({ listed }) => listed === true).length,
  rented: machines.filter(
    ({ gpu_occupancy: letters }) =>
      typeof letters === 'string' && [...letters.replaceAll(' ', '')].some((letter) => letter !== FREE),
  ).length,
});

const countOffers = async (client: Client, hostId: number, signal: AbortSignal): Promise<Count> => {
  const listed = new Set<number>();
  const rented = new Set<number>();
  const terms = { type: USUAL_SEARCH.type, storageGb: USUAL_SEARCH.allocatedStorageGb };
  const take = ({ machine_id: id, rented: isRented }: Offer): void => {
    if (typeof id !== 'number') return;
    listed.add(id);
    if (isRented === true) rented.add(id);
  };
  const isCut = await readOffers(ownRequest(hostId, terms), client, { signal }, take);
  return { listed: listed.size, rented: rented.size, isWhole: !isCut };
};

/** Records until it ends; resolves to the exit code, every message written. */
export const recordMarket = (line: FilterLine, options: RecordOptions, io: CommandIo): Promise<ExitCode> =>
  withMetrics(options, io, (metrics) =>
    withHistory({ isOnlyRead: false }, io, async (store) => {
      const stopping = new AbortController();
      const signal = firstSignal(io.signals);
      void signal.came.then(() => stopping.abort());
      await sayGenerated(store, 0, io);
      const volume = createVolume(options.everyMs, options.types.length);
      let serviceMs: number | undefined;
      try {
        return await withService(
          io,
          async ({ client, userId = io.setup.userId }, samples) => {
            const hear = createHearing({
              ...{ client, store, options, io, metrics },
              signal: stopping.signal,
              serviceMs: () => serviceMs,
            });
            // The time of an answer to a search is right.
            let isTimely = false;
            const ownMachines = createOwnMachines(client, userId, io.clock, stopping.signal, async (machines) => {
              const round = machinesRound(CALLS.machines, machines, userId);
              if (round === undefined || !isTimely) return;
              // What is wrong with the history is told of the next of these.
              await store
                .record({ ...round, service: io.setup.service, atEpochMs: io.clock.now() })
                .catch(unlessTrouble);
            });
            const usual = options.types.map((type) => ({ request: requestOf(line, type, options), isBesides: false }));
            const alerts = createRecorderAlerts({
              ...{ store, io, client, samples, stopping: stopping.signal, isJson: options.isJson },
              requests: usual.map(({ request }) => request),
            });
            try {
              return await rounds({
                hear: async (search) => {
                  isTimely = false;
                  const heard = await hear(search);
                  isTimely = heard.recorded.kind !== 'at another time';
                  return heard;
                },
                searches: () => [...usual, ...alerts.questions().map((request) => ({ request, isBesides: true }))],
                afterRound: async (isPaused) => {
                  await alerts.look();
                  // Of whoever has no id nobody knows whether he is a host.
                  if (isPaused || (userId === undefined && metrics === undefined)) return;
                  const own = await unlessFailed(() => ownMachines(metrics !== undefined));
                  metrics?.ownMachines(own);
                  volume.taken(true);
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

const unlessTrouble = (error: unknown): void => {
  if (storeTrouble(error) === undefined) throw error;
};

/** Runs `work` with figures that programs on this machine can read, where the user wishes for them. */
const withMetrics = async (
  { metricsPort, types }: RecordOptions,
  { clock, writeError }: CommandIo,
  work: (metrics: RecorderMetrics | undefined) => Promise<ExitCode>,
): Promise<ExitCode> => {
  if (metricsPort === undefined) return work(undefined);
  const { serveMetrics } = await import('./serve-metrics.ts');
  const metrics = createRecorderMetrics(types, clock);
  let served: Awaited<ReturnType<typeof serveMetrics>>;
  try {
    served = await serveMetrics(metricsPort, metrics.text);
  } catch (error) {
    writeError(`gpudeck: ${messageOf(error)}\n`);
    return EXIT.failed;
  }
  writeError(`gpudeck: figures at ${served.url}\n`);
  try {
    return await work(metrics);
  } finally {
    await served.stop();
  }
};
