/** A store that may be away for a while: answers wait here until it is back, as many as there is room for, and are then written in their order. */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { counted, grouped, plural } from '../base/figures.ts';
import { type HistoryStore, HistoryTrouble, isAway, type Recorded, type Round } from './store.ts';

/** How many answers may wait, and how many bytes they may take: those of 5,000 offers take some 200 kB each. */
type Room = { readonly rounds: number; readonly bytes: number };

const ROOM: Room = { rounds: 2000, bytes: 64_000_000 };

/** What became of answers since the store went away. */
type Count = { written: number; overtaken: number; failed: number; dropped: number };

const NONE: Count = { written: 0, overtaken: 0, failed: 0, dropped: 0 };

/** `store`, which is waited for. `say` is given a sentence when it goes away, when it is back, and when answers are lost. */
export const keepingBack = (store: HistoryStore, say: (text: string) => void, room: Room = ROOM): HistoryStore => {
  const waiting: Buffer[] = [];
  let bytes = 0;
  let count: Count = { ...NONE };
  let last: Promise<unknown> = Promise.resolve();

  const keep = (round: Round): void => {
    const packed = zstdCompressSync(JSON.stringify(round));
    waiting.push(packed);
    bytes += packed.length;
    while (waiting.length > 1 && (waiting.length > room.rounds || bytes > room.bytes)) {
      bytes -= waiting.shift()?.length ?? 0;
      if (count.dropped++ === 0)
        say('The history is away so long that the oldest answers that wait for it are dropped.');
    }
  };

  /** Writes what waits; resolves to what became of the last answer, undefined while the store is away. */
  const writeWaiting = async (): Promise<Recorded | undefined> => {
    let recorded: Recorded | undefined;
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      try {
        recorded = await store.record(JSON.parse(zstdDecompressSync(next).toString()));
        if (recorded.kind === 'overtaken') count.overtaken++;
        else count.written++;
      } catch (error) {
        if (isAway(error)) return undefined;
        if (!(error instanceof HistoryTrouble) || error.kind !== 'failed') throw error;
        if (count.failed++ === 0) say(error.message);
        recorded = undefined;
      }
      waiting.shift();
      bytes -= next.length;
    }
    const told = wordsOf(count);
    count = { ...NONE };
    say(`The history is back: ${told}.`);
    return recorded;
  };

  const record = async (round: Round): Promise<Recorded> => {
    if (waiting.length === 0) {
      try {
        return await store.record(round);
      } catch (error) {
        if (!isAway(error)) throw error;
        say(`${error.message} Answers wait here until it is back, ${grouped(room.rounds)} at most.`);
        keep(round);
        return { kind: 'waiting', waiting: waiting.length };
      }
    }
    keep(round);
    return (await writeWaiting()) ?? { kind: 'waiting', waiting: waiting.length };
  };

  return {
    ...store,
    record: (round) => {
      const recorded = last.then(() => record(round));
      last = recorded.catch(() => {});
      return recorded;
    },
    close: async () => {
      await last;
      if (waiting.length > 0) await writeWaiting().catch(() => undefined);
      if (waiting.length > 0)
        say(
          `The history is still away: ${counted(waiting.length, 'answer')} that waited for it ${plural(waiting.length, 'is', 'are')} lost.`,
        );
      await store.close();
    },
  };
};

const wordsOf = ({ written, overtaken, failed, dropped }: Count): string =>
  [
    `${counted(written, 'answer')} that waited for it ${plural(written, 'is', 'are')} written`,
    ...(overtaken > 0 ? [`${overtaken} came too late, as another recorder was there`] : []),
    ...(failed > 0 ? [`${failed} could not be written`] : []),
    ...(dropped > 0 ? [`${dropped} were dropped before, the oldest`] : []),
  ].join(', ');
