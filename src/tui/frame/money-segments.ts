/** What is left and how long it lasts, as the header says it. Pure. */
import { clockTime, dayWords, WEEKDAYS, zonedTime } from '../../base/time.ts';
import { amountWords } from '../../money/money.ts';
import type { Runway } from '../../money/runway.ts';
import type { Standing } from '../../money/standing.ts';
import type { Money } from '../state/money.ts';
import { dim, plain, type Segment } from '../ui/segments.ts';

/** Hours that are left from which on it is said to be low, and to end. */
const LOW_HOURS = 24;
const ENDING_HOURS = 3;

const LONGEST_NAMED_HOURS = 300 * 24;

/** How pressing what is left is; a card on record is charged before anything stops. */
const urgencyOf = (standing: Standing, runway: Runway | undefined): 'below' | 'ending' | 'low' | undefined => {
  if (standing.isHost === true) return undefined;
  if (standing.dollars < 0) return 'below';
  if (standing.hasCard === true || runway === undefined) return undefined;
  return runway.hours < ENDING_HOURS ? 'ending' : runway.hours < LOW_HOURS ? 'low' : undefined;
};

const URGENT = {
  below: { word: 'below zero', role: 'danger' },
  ending: { word: 'ending', role: 'danger' },
  low: { word: 'low', role: 'warning' },
} as const;

/** What the header says where there is room, where there is little, and where there is none but it must be said; undefined where nothing is known. */
export const moneySegments = (
  { standing, runway, atEpochMs, failure }: Pick<Money, 'standing' | 'runway' | 'atEpochMs' | 'failure'>,
  timeZone: string,
):
  | {
      readonly whole: readonly Segment[];
      readonly narrow: readonly Segment[];
      readonly urgent: readonly Segment[] | undefined;
    }
  | undefined => {
  if (standing === undefined || atEpochMs === undefined) return undefined;
  const old = failure === undefined ? '' : ` at ${clockTime(atEpochMs, timeZone)}`;
  const amount = `${amountWords(standing.dollars, 2)}${old}`;
  const urgency = urgencyOf(standing, runway);
  const until = standing.dollars > 0 ? untilWords(runway, atEpochMs, timeZone) : undefined;
  const told = (parts: readonly (string | undefined)[]): readonly Segment[] => {
    const text = `   ${parts.filter((part) => part !== undefined).join(' ')}`;
    if (urgency === undefined) return until === undefined ? [dim(text)] : [plain(text)];
    return [{ text, role: URGENT[urgency].role }];
  };
  const word = urgency && URGENT[urgency].word;
  return {
    whole: told([amount, word, until]),
    narrow: told(until === undefined ? [amount, word] : [word, until]),
    urgent: word && told([word, until?.replace('until ', '')]),
  };
};

/** `until 04:24`, `until Fri 04:24`, `until 3 Dec`: as near as it is; undefined where it has no end that is worth a word. */
const untilWords = (runway: Runway | undefined, atMs: number, timeZone: string): string | undefined => {
  if (runway?.untilMs === undefined || runway.hours > LONGEST_NAMED_HOURS) return undefined;
  const end = zonedTime(runway.untilMs, timeZone);
  const now = zonedTime(Math.round(atMs), timeZone);
  const time = end.toPlainTime().toString({ smallestUnit: 'minute' });
  if (end.toPlainDate().equals(now.toPlainDate())) return `until ${time}`;
  return runway.hours < 6 * 24 ? `until ${WEEKDAYS[end.dayOfWeek - 1]} ${time}` : `until ${dayWords(end)}`;
};
