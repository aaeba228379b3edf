/** Asks for one answer and keeps it in the history. */
import type { Client } from '../../../api/client.ts';
import { LARGEST_LIMIT, type SearchRequest, type SearchType, USUAL_SEARCH } from '../../../api/requests.ts';
import type { FilterLine } from '../../../filter/line.ts';
import { wireFilters } from '../../../filter/request.ts';
import { askedOf } from '../../../history/asked.ts';
import { type KeptOffer, keptOf } from '../../../history/kept-offer.ts';
import type { HistoryStore, Recorded } from '../../../history/store.ts';
import type { CommandIo } from '../../io.ts';
import { readForCommand } from '../../with-service.ts';
import { createClockJumps } from './clock-jumps.ts';
import { countModels, type ModelCount, type RecorderMetrics } from './metrics/recorder-metrics.ts';
import type { RecordOptions } from './options.ts';

/** What is asked for; `isBesides` where the user records something else, and alerts need it. */
export type Search = { readonly request: SearchRequest; readonly isBesides: boolean };

/** What came of one answer. */
export type Heard = {
  readonly type: SearchType;
  readonly offers: number;
  readonly isWhole: boolean;
  /** `at another time`: nothing was kept, as somebody has set the clock by so many milliseconds. */
  readonly recorded: Recorded | { readonly kind: 'at another time'; readonly setByMs: number };
};

/** The history could not be written: `cause` says why. */
export class StoreFailure extends Error {}

/** What hearing needs. */
type Parts = {
  readonly client: Client;
  readonly store: HistoryStore;
  readonly options: RecordOptions;
  readonly io: CommandIo;
  /** Ends a wait and a call. */
  readonly signal: AbortSignal;
  /** The service's clock as of its last reply, Unix epoch milliseconds. */
  readonly serviceMs: () => number | undefined;
  readonly metrics: RecorderMetrics | undefined;
};

/** Hears answers, one after the other. Fails as the call does, and with a StoreFailure. */
export const createHearing = ({ client, store, options, io, signal, serviceMs, metrics }: Parts) => {
  const jumpOf = createClockJumps();
  return async ({ request, isBesides }: Search): Promise<Heard> => {
    const { type } = request;
    // Figures are those of what the user records.
    const hasModels = metrics !== undefined && !isBesides;
    let count = createCount(hasModels);
    const losses = await readForCommand(
      {
        read: 'search',
        signal,
        call: (callOptions) => {
          // What an answer held that broke off does not count.
          count = createCount(hasModels);
          return client.searchOffers(request, {
            ...callOptions,
            signal,
            keepsRecords: false,
            onRecords: (batch) => count.add(batch.map(({ record }) => record)),
          });
        },
      },
      client,
      io,
    );
    const { offers, received, models } = count;
    const isWhole =
      losses.isTruncated !== true &&
      received() < request.limit &&
      offers.length === received() &&
      losses.malformedRecords === 0;
    if (models !== undefined) metrics?.answered(type, models);
    const heard = { type, offers: received(), isWhole };
    const nowMs = io.clock.now();
    const setByMs = jumpOf({ nowMs, ticksMs: io.clock.ticks(), serviceMs: serviceMs() });
    if (setByMs !== 0) return { ...heard, recorded: { kind: 'at another time', setByMs } };
    const nextInMs = options.isOnce ? 0 : options.everyMs;
    const round = { service: io.setup.service, asked: askedOf(request), atEpochMs: nowMs, isWhole, offers, nextInMs };
    try {
      return { ...heard, recorded: await store.record(round) };
    } catch (error) {
      throw new StoreFailure('the history could not be written', { cause: error });
    }
  };
};

/** What is asked for each type of pricing. */
export const requestOf = (line: FilterLine, type: SearchType, { start, limit }: RecordOptions): SearchRequest => ({
  filters: wireFilters(line).filters,
  order: USUAL_SEARCH.order,
  type,
  limit: limit ?? LARGEST_LIMIT,
  allocatedStorageGb: start.storageGb,
});

/** What is taken of the offers of an answer while they arrive. */
const createCount = (hasModels: boolean) => {
  const offers: KeptOffer[] = [];
  const models: ModelCount | undefined = hasModels ? countModels() : undefined;
  let received = 0;
  return {
    offers,
    models,
    received: () => received,
    add: (batch: Parameters<ModelCount['add']>[0]): void => {
      received += batch.length;
      models?.add(batch);
      for (const record of batch) {
        const kept = keptOf(record);
        if (kept !== undefined) offers.push(kept);
      }
    },
  };
};
