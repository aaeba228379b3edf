/**
 * Asks for one answer and keeps it in the history. What is recorded while somebody sets this machine's clock would be of a wrong time, and is
 * not kept.
 */
import type { Client } from '../../../api/client.ts';
import { RECORDING_BUDGET } from '../../../api/http/retry.ts';
import { LARGEST_LIMIT, type SearchRequest, type SearchType, searchOf } from '../../../api/requests.ts';
import type { FilterLine } from '../../../filter/line.ts';
import { wireFilters } from '../../../filter/request.ts';
import { askedOf } from '../../../history/asked.ts';
import { type KeptOffer, keptOf } from '../../../history/kept-offer.ts';
import { type HistoryStore, HistoryTrouble, type Recorded } from '../../../history/store.ts';
import { isDamage, primaryCodeOf } from '../../../storage/files/set-aside.ts';
import type { CommandIo } from '../../io.ts';
import type { SearchStart } from '../../search-options.ts';
import { readForCommand } from '../../with-service.ts';
import { countModels, type ModelCount, type RecorderMetrics } from './recorder-metrics.ts';

/** When an answer came, by every clock there is, in milliseconds. */
type Moment = {
  /** By this machine's clock, since the Unix epoch. */
  readonly nowMs: number;
  /** By the clock that nobody can set; it may stand still while the machine sleeps. */
  readonly ticksMs: number;
  /** By the service's clock, since the Unix epoch; undefined where it does not tell. */
  readonly serviceMs: number | undefined;
};

/** Less is an ordinary correction. */
const JUMP_MS = 5 * 60_000;

/** Closer to the service's clock than this, this machine's clock is right. */
const RIGHT_MS = 60_000;

/**
 * Judges the moments of answers, one after the other: by how many milliseconds the clock was set since the last one at which it went as it
 * should, 0 for one that goes on. A clock that was set to the service's time was put right, and is believed.
 */
export const createClockJumps = () => {
  let last: Moment | undefined;
  return (moment: Moment): number => {
    const jumpMs = last === undefined ? 0 : jumpBetween(last, moment);
    if (jumpMs === 0) last = moment;
    return jumpMs;
  };
};

const jumpBetween = (last: Moment, { nowMs, ticksMs, serviceMs }: Moment): number => {
  const passedMs = nowMs - last.nowMs;
  const byTicksMs = passedMs - (ticksMs - last.ticksMs);
  if (Math.abs(byTicksMs) < JUMP_MS) return 0;
  if (serviceMs === undefined || last.serviceMs === undefined) {
    // A machine that slept finds its clock ahead; none finds it behind.
    return byTicksMs > 0 ? 0 : byTicksMs;
  }
  const byServiceMs = passedMs - (serviceMs - last.serviceMs);
  return Math.abs(byServiceMs) < JUMP_MS || Math.abs(nowMs - serviceMs) < RIGHT_MS ? 0 : byServiceMs;
};

/** What is recorded, and how. */
export type RecordOptions = {
  readonly start: SearchStart;
  readonly types: readonly SearchType[];
  readonly everyMs: number;
  /** Absent: as many as the service gives. */
  readonly limit?: number;
  /** Port on which figures are served; absent: they are not. */
  readonly metricsPort?: number;
  readonly isOnce: boolean;
  readonly isJson: boolean;
};

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

type HearingOptions = {
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
export const createHearing = ({ client, store, options, io, signal, serviceMs, metrics }: HearingOptions) => {
  const jumpOf = createClockJumps();
  return async ({ request, isBesides }: Search): Promise<Heard> => {
    const { type } = request;
    // Figures are those of what the user records.
    const hasModels = metrics !== undefined && !isBesides;
    let count = createCount(hasModels);
    const losses = await readForCommand(
      {
        read: 'search',
        budget: RECORDING_BUDGET,
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
    if (models !== undefined) metrics?.answered(type, models, { offers: received(), isWhole });
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
export const requestOf = (
  line: FilterLine,
  type: SearchType,
  { start: { storageGb }, limit = LARGEST_LIMIT }: RecordOptions,
): SearchRequest => searchOf(wireFilters(line).filters, { type, storageGb }, { limit });

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

const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;

/** What is wrong and what mends it; undefined for what will not pass, and for an error that is none of a store. */
export const storeTrouble = (error: unknown): string | undefined => {
  if (error instanceof HistoryTrouble) return error.kind === 'refused' ? undefined : error.message;
  const code = primaryCodeOf(error);
  if (code === undefined || !(error instanceof Error)) return undefined;
  const what = `the history could not be written: ${error.message}`;
  if (code === SQLITE_FULL) return `${what}. Free some space on its disk.`;
  if (code === SQLITE_BUSY) return `${what}. Another program has kept it locked for too long: end that program.`;
  if (isDamage(error)) return `${what}. Move its file away, and start gpudeck record again: a new one begins.`;
  return `${what}. Make sure that its file can be written.`;
};
