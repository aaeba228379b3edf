/** Counts what recording costs the line, and says so when that is news. */
import { sizeWords } from '../../../base/figures.ts';

const DAY_MS = 86_400_000;

/** A round that is this many times as large as what was said is news, and one that is as much smaller. */
const NEWS_FACTOR = 1.5;

/** A count of the bytes that rounds of so many calls each bring, one every `everyMs`. */
export const createVolume = (everyMs: number, calls: number) => {
  let call = 0;
  let round = 0;
  let counted = 0;
  let said: number | undefined;
  return {
    received: (bytes: number): void => {
      call += bytes;
    },
    /** Bytes since it was asked last: those of one call with its tries. */
    taken: (isBesides: boolean): number => {
      const bytes = call;
      call = 0;
      round += bytes;
      if (!isBesides) counted++;
      return bytes;
    },
    /** What a round and a day cost, at the end of a round; undefined where that was said already, or a call failed. */
    news: (): string | undefined => {
      const bytes = round;
      const isComplete = counted === calls;
      round = 0;
      counted = 0;
      if (!isComplete || (said !== undefined && bytes < said * NEWS_FACTOR && bytes > said / NEWS_FACTOR))
        return undefined;
      said = bytes;
      return `a round brings ${sizeWords(bytes)}, a day ${sizeWords((bytes * DAY_MS) / everyMs)}`;
    },
  };
};
