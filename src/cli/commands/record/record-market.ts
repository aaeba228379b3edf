/** Records the answers to a search, one after the other, until a signal or a failure that will not pass. */
import { ApiError } from '../../../api/errors/error.ts';
import { briefly } from '../../../api/errors/explain.ts';
import { LARGEST_LIMIT, type SearchRequest, type SearchType, USUAL_SEARCH } from '../../../api/requests.ts';
import { sleep } from '../../../base/clock.ts';
import { printable } from '../../../base/printable.ts';
import { exactTime } from '../../../base/time.ts';
import type { FilterLine } from '../../../filter/line.ts';
import { wireFilters } from '../../../filter/request.ts';
import { askedOf } from '../../../history/asked.ts';
import { type KeptOffer, keptOf } from '../../../history/kept-offer.ts';
import type { Recorded } from '../../../history/store.ts';
import { HistoryTrouble } from '../../../history/trouble.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { firstSignal } from '../../first-signal.ts';
import type { CommandIo } from '../../io.ts';
import { readForCommand } from '../../patient-read.ts';
import { writeText } from '../../print/record-writer.ts';
import { withHistory } from '../../shared-options/history-file.ts';
import { withService } from '../../with-service.ts';
import type { RecordOptions } from './options.ts';
import { createVolume } from './volume.ts';

/** What came of one answer. */
type Heard = {
  readonly type: SearchType;
  readonly offers: number;
  readonly isWhole: boolean;
  readonly recorded: Recorded;
};

/** Records until it ends; resolves to the exit code, every message written. */
export const recordMarket = (line: FilterLine, options: RecordOptions, io: CommandIo): Promise<ExitCode> =>
  withHistory({ name: options.history, isOnlyRead: false }, io, async (store) => {
    const stopping = new AbortController();
    const signal = firstSignal(io.signals);
    void signal.came.then(() => stopping.abort());
    const volume = createVolume(options.everyMs, options.types.length);
    try {
      return await withService(
        io,
        async ({ client }) => {
          const hear = async (type: SearchType): Promise<Heard> => {
            const request = requestOf(line, type, options);
            let offers: KeptOffer[] = [];
            let received = 0;
            let unkept = 0;
            const reading = {
              read: 'search',
              signal: stopping.signal,
              call: (callOptions: object) => {
                offers = [];
                received = 0;
                unkept = 0;
                return client.searchOffers(request, {
                  ...callOptions,
                  signal: stopping.signal,
                  keepsRecords: false,
                  onRecords: (batch) => {
                    for (const { record } of batch) {
                      received++;
                      const kept = keptOf(record);
                      if (kept === undefined) unkept++;
                      else offers.push(kept);
                    }
                  },
                });
              },
            } as const;
            const losses = await readForCommand(reading, client, io);
            const isWhole =
              losses.isTruncated !== true && received < request.limit && unkept + losses.malformedRecords === 0;
            const nextInMs = options.isOnce ? 0 : options.everyMs;
            const round = { service: io.setup.service, asked: askedOf(request), atEpochMs: io.clock.now(), nextInMs };
            return { type, offers: received, isWhole, recorded: await store.record({ ...round, isWhole, offers }) };
          };
          return rounds(hear, options, io, { stopping: stopping.signal, volume });
        },
        ({ receivedBytes }) => volume.received(receivedBytes),
      );
    } finally {
      signal.forget();
    }
  });

const requestOf = (line: FilterLine, type: SearchType, { start, limit }: RecordOptions): SearchRequest => ({
  filters: wireFilters(line).filters,
  order: USUAL_SEARCH.order,
  type,
  limit: limit ?? LARGEST_LIMIT,
  allocatedStorageGb: start.storageGb,
});

/** Goes on round after round. What fails is said, and asked for again in the next one; rejects with what will not pass. */
const rounds = async (
  hear: (type: SearchType) => Promise<Heard>,
  { types, everyMs, isOnce, isJson }: RecordOptions,
  { clock, setup, stdout, writeError }: CommandIo,
  { stopping, volume }: { readonly stopping: AbortSignal; readonly volume: ReturnType<typeof createVolume> },
): Promise<ExitCode> => {
  const say = (text: string): void => writeError(`gpudeck: ${printable(text)}\n`);
  for (;;) {
    const dueMs = clock.ticks() + everyMs;
    for (const type of types) {
      try {
        const heard = await hear(type);
        const bytes = volume.taken();
        writeError(`${exactTime(clock.now(), setup.timeZone)}  ${type}  ${wordsOf(heard, setup.timeZone)}\n`);
        if (isJson && !(await writeText(stdout, jsonOf(heard, bytes, clock.now())))) return EXIT.done;
      } catch (error) {
        if (stopping.aborted) return EXIT.done;
        if (isOnce || !isPassing(error)) throw error;
        say(`${error instanceof ApiError ? briefly(error) : messageOf(error)}; this answer of ${type} is not recorded`);
      }
    }
    const told = volume.news();
    if (told !== undefined) say(told);
    if (isOnce || !(await sleep(clock, Math.max(0, dueMs - clock.ticks()), stopping))) return EXIT.done;
  }
};

/** False for what stays as it is until somebody mends it, and for a programmer's error. */
const isPassing = (error: unknown): boolean => {
  if (error instanceof HistoryTrouble) return error.kind !== 'refused';
  if (!(error instanceof ApiError)) return error instanceof Error && 'errcode' in error;
  return !['key-rejected', 'credentials-missing', 'bad-request', 'forbidden'].includes(error.kind);
};

const messageOf = (error: unknown): string =>
  error instanceof HistoryTrouble
    ? error.message
    : `the history could not be written: ${error instanceof Error ? error.message : String(error)}`;

const wordsOf = ({ offers, isWhole, recorded }: Heard, timeZone: string): string => {
  const count = `${offers.toLocaleString('en-US')} ${offers === 1 ? 'offer' : 'offers'}`;
  if (recorded.kind === 'overtaken')
    return `${count}, not recorded: the history has an answer of ${exactTime(recorded.lastEpochMs, timeZone)}, so either another program records the same or the clock was set back`;
  const { begun, ended } = recorded;
  return `${count}${isWhole ? '' : ' (not all there are)'}, ${begun} new or changed, ${ended} changed or gone`;
};

const jsonOf = ({ type, offers, isWhole, recorded }: Heard, bytes: number, atEpochMs: number): string =>
  `${JSON.stringify({
    at: new Date(atEpochMs).toISOString(),
    type,
    offers,
    whole: isWhole,
    recorded: recorded.kind === 'recorded',
    ...(recorded.kind === 'recorded' && { begun: recorded.begun, ended: recorded.ended }),
    bytes,
  })}\n`;
