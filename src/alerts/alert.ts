/**
 * An alert: a sentence, the service that it is about, and what is done when it comes true. Plain data, as alerts.json has it.
 * A command that rents must say what it may cost. Pure.
 */
import type { SearchType } from '../api/requests.ts';
import type { MarketSentence, Sentence } from './sentence.ts';

/** How a person is told: by the terminal's bell, by a notice of the desktop (OSC 9 and OSC 777), by a line in the program. */
export const TELLINGS = ['line', 'bell', 'osc'] as const;

/** One of them. */
export type Telling = (typeof TELLINGS)[number];

/** Minutes of the day, local time: nothing is told from the one up to the other, perhaps over midnight. */
export type QuietTime = { readonly from: number; readonly to: number };

/** An alert, read. */
export type Alert = {
  readonly id: string;
  /** As it is written in the file. */
  readonly text: string;
  readonly sentence: Sentence;
  /** The service by its one name (`serviceAt`). */
  readonly service: string;
  readonly type: SearchType;
  readonly storageGb: number;
  /** When it was armed, Unix epoch milliseconds; undefined for one that waits for nothing. */
  readonly armedAtMs: number | undefined;
  readonly tell: readonly Telling[];
  readonly quiet: QuietTime | undefined;
  readonly debounceMs: number;
  readonly command: AlertCommand | undefined;
};

/** One about the market, which is held against recorded answers; of the others `watch-account.ts` knows. */
export type MarketAlert = Alert & { readonly sentence: MarketSentence };

/** True for such a one. */
export const isOfMarket = (alert: Alert): alert is MarketAlert => alert.sentence.kind !== 'account';

/** What is run, for no shell. It runs `runs` times at the most for each time that the alert is armed. */
type AlertCommand = { readonly args: readonly string[]; readonly timeoutMs: number; readonly runs: number };

/** What one arming of an alert is known by in the store. */
export const armingOf = ({ id, armedAtMs }: Pick<Alert, 'id' | 'armedAtMs'>): string => `${id}@${armedAtMs ?? 0}`;

/** True where nothing is told at `epochMs`. */
export const isQuiet = ({ quiet }: Pick<Alert, 'quiet'>, epochMs: number, timeZone: string): boolean => {
  if (quiet === undefined) return false;
  const [hours = 0, minutes = 0] = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
    .format(epochMs)
    .split(':')
    .map(Number);
  const minute = hours * 60 + minutes;
  const { from, to } = quiet;
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to;
};

/** Why `command` may not be run; undefined where it may. */
export const commandProblem = (command: readonly string[]): string | undefined => {
  if (command[0]?.trim() === '') return 'names no program';
  if (command.some((arg) => arg.includes('\0'))) return 'holds a character that no argument can have';
  // What is handed to a shell is one argument.
  const words = command.flatMap((arg) => arg.split(/[\s;&|()'"]+/));
  const isRent = command.includes('rent') || isGpudeckRent(words);
  const hasMaximum = words.some((word) => word === '--max' || word.startsWith('--max='));
  return isRent && !hasMaximum
    ? 'rents, and does not say the most that it may cost: add --max and $ an hour'
    : undefined;
};

const isGpudeckRent = (words: readonly string[]): boolean => {
  const program = words.findIndex((word) => word.includes('gpudeck'));
  return program >= 0 && words.indexOf('rent', program) > program;
};
