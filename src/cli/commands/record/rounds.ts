/** Round after round of answers, and what is said of them: what they cost the line, too. */
import { ApiError, isQuotaUsedUp } from '../../../api/errors/error.ts';
import { briefly } from '../../../api/errors/explain.ts';
import { sleep } from '../../../base/clock.ts';
import { counted, grouped, plural, sizeWords } from '../../../base/figures.ts';
import { printable } from '../../../base/printable.ts';
import { datedTime, utcMoment } from '../../../base/time.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import type { CommandIo } from '../../io.ts';
import { writeText } from '../../record-writer.ts';
import { type Heard, type RecordOptions, type Search, StoreFailure, storeTrouble } from './hear.ts';
import type { RecorderMetrics } from './recorder-metrics.ts';

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

/** How long nothing is asked for when rows are used up and nobody says until when. */
const QUOTA_PAUSE_MS = 3_600_000;

/** Goes on round after round. What fails is said, and asked for again in the next one; rejects with what will not pass. */
export const rounds = async (parts: {
  readonly hear: (search: Search) => Promise<Heard>;
  /** What is asked for in a round. */
  readonly searches: () => readonly Search[];
  /** Done after the answers of a round; `isPaused` where nothing more is to be asked now. */
  readonly afterRound: (isPaused: boolean) => Promise<void>;
  readonly options: RecordOptions;
  readonly io: CommandIo;
  readonly stopping: AbortSignal;
  readonly volume: ReturnType<typeof createVolume>;
  readonly metrics: RecorderMetrics | undefined;
}): Promise<ExitCode> => {
  const { hear, searches, afterRound, options, io, stopping, volume, metrics } = parts;
  const { everyMs, isOnce, isJson } = options;
  const { clock, setup, stdout, writeError } = io;
  const say = (text: string): void => writeError(`gpudeck: ${printable(text)}\n`);
  const troubles = createTroubles(say);

  /** Hears one answer and says what came of it; resolves to the milliseconds for which nothing is to be asked, or to `closed` when nobody reads on. */
  const once = async (search: Search): Promise<number | 'closed'> => {
    const { request, isBesides } = search;
    const { type } = request;
    const ended = (outcome: Parameters<RecorderMetrics['ended']>[1]): void => {
      if (!isBesides) metrics?.ended(type, outcome);
    };
    try {
      const heard = await hear(search);
      const bytes = volume.taken(isBesides);
      ended(heard.recorded.kind === 'recorded' ? 'recorded' : 'skipped');
      if (heard.recorded.kind === 'recorded') troubles.passed([type, HISTORY]);
      const time = datedTime(clock.now(), setup.timeZone);
      writeError(`${time}  ${type}${isBesides ? ', for alerts' : ''}  ${wordsOf(heard)}\n`);
      troubles.told(type, reasonOf(heard, setup.timeZone));
      if (isJson && !(await writeText(stdout, jsonOf(heard, bytes, clock.now())))) return 'closed';
      return 0;
    } catch (error) {
      if (stopping.aborted) return 0;
      ended('failed');
      if (error instanceof StoreFailure) {
        metrics?.storeFailed();
        const trouble = storeTrouble(error.cause);
        if (trouble === undefined) throw error.cause;
        if (isOnce) throw error;
        troubles.told(HISTORY, `${trouble} No answer is recorded until then.`);
        return 0;
      }
      if (!(error instanceof ApiError) || (isOnce && !isBesides) || isLasting(error, isBesides)) throw error;
      if (!isQuotaUsedUp(error)) {
        say(`${briefly(error)}; this answer of ${type} is not recorded`);
        return 0;
      }
      const pauseMs = error.retryAfterMs ?? QUOTA_PAUSE_MS;
      const until = datedTime(clock.now() + pauseMs, setup.timeZone);
      say(`the service gives this key no more rows today (${error.code}): nothing is recorded until ${until}`);
      return pauseMs;
    }
  };

  for (;;) {
    const dueMs = clock.ticks() + everyMs;
    let pauseMs = 0;
    for (const search of searches()) {
      const outcome = await once(search);
      if (outcome === 'closed' || stopping.aborted) return EXIT.done;
      pauseMs = outcome;
      if (pauseMs > 0) break;
    }
    metrics?.paused(pauseMs);
    const told = volume.news();
    if (told !== undefined) say(told);
    await afterRound(pauseMs > 0);
    if (isOnce || !(await sleep(clock, Math.max(pauseMs, dueMs - clock.ticks()), stopping))) return EXIT.done;
  }
};

/** What stays as it is until somebody mends it. */
const LASTING: readonly ApiError['kind'][] = ['key-rejected', 'credentials-missing', 'bad-request', 'forbidden'];

/** What an alert needs and the service cannot read is no reason to record nothing. */
const isLasting = ({ kind }: ApiError, isBesides: boolean): boolean =>
  LASTING.includes(kind) && !(isBesides && kind === 'bad-request');

/** What is wrong with the history is so for every pricing. */
const HISTORY = 'history';

/** Says of a trouble that lasts when it begins, when it becomes another one, and when it is over; each subject has its own. */
const createTroubles = (say: (text: string) => void) => {
  const standing = new Map<string, string>();
  return {
    told: (subject: string, trouble: string | undefined): void => {
      if (trouble === undefined || trouble === standing.get(subject)) return;
      standing.set(subject, trouble);
      say(trouble);
    },
    passed: (subjects: readonly string[]): void => {
      if (subjects.filter((subject) => standing.delete(subject)).length > 0) say('answers are recorded again');
    },
  };
};

const wordsOf = ({ offers, isWhole, recorded }: Heard): string => {
  const count = counted(offers, 'offer');
  if (recorded.kind === 'waiting')
    return `${count}, not in the history yet: ${recorded.waiting} ${plural(recorded.waiting, 'answer waits', 'answers wait')} for it`;
  if (recorded.kind !== 'recorded') return `${count}, not recorded`;
  const { begun, ended } = recorded;
  const why = isWhole ? 'changed or gone' : 'changed or not among them';
  return `${count}${isWhole ? '' : ' (not all there are)'}, ${grouped(begun)} new or changed, ${grouped(ended)} ${why}`;
};

/** Why an answer was not recorded. */
const reasonOf = ({ recorded }: Heard, timeZone: string): string | undefined => {
  switch (recorded.kind) {
    case 'recorded':
    // That is said where it waits.
    case 'waiting':
      return undefined;
    case 'overtaken':
      return `the history has an answer of ${datedTime(recorded.lastEpochMs, timeZone)}: either another program records the same, or the clock was set back; earlier answers are not recorded`;
    case 'at another time':
      return `this machine's clock was set ${recorded.setByMs < 0 ? 'back' : 'forward'} by some ${minutesWords(recorded.setByMs)}, away from the service's: no answer is recorded until it is put right; start gpudeck record again if it is right now`;
  }
};

const minutesWords = (ms: number): string => {
  const minutes = Math.round(Math.abs(ms) / 60_000);
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
};

const jsonOf = ({ type, offers, isWhole, recorded }: Heard, bytes: number, atEpochMs: number): string =>
  `${JSON.stringify({
    at: utcMoment(atEpochMs),
    type,
    offers,
    whole: isWhole,
    recorded: recorded.kind === 'recorded',
    ...(recorded.kind === 'recorded' && { begun: recorded.begun, ended: recorded.ended }),
    bytes,
  })}\n`;
